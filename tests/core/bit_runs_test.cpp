#include "core/bit_runs.hpp"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

namespace repose::test {

namespace {
using Runs = std::vector<std::pair<int, int>>;

Runs runs_of(const std::vector<std::uint64_t>& words) {
  Runs runs;
  for_each_run(
      static_cast<int>(words.size()), [&](int w) { return words[static_cast<std::size_t>(w)]; },
      [&](int begin, int end) { runs.emplace_back(begin, end); });
  return runs;
}
constexpr std::uint64_t kLast = std::uint64_t{1} << 63, kAll = ~std::uint64_t{0};
}  // namespace

TEST_CASE("runs of bits begin and end anywhere, and go on into the next word") {
  CHECK(runs_of({0, 0}).empty());
  CHECK(runs_of({1}) == Runs{{0, 1}});
  CHECK(runs_of({0b0110'1011}) == Runs{{0, 2}, {3, 4}, {5, 7}});
  CHECK(runs_of({kLast, 1}) == Runs{{63, 65}});
  CHECK(runs_of({kLast, 2}) == Runs{{63, 64}, {65, 66}});
  CHECK(runs_of({kAll, kAll}) == Runs{{0, 128}});
  CHECK(runs_of({kAll, 0, kLast}) == Runs{{0, 64}, {191, 192}});
}

}  // namespace repose::test
