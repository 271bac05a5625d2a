// Small worlds under the rules of configs/default.cfg, painted by commands as in the app, for tests that count what
// comes of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "repose/registry.hpp"
#include "repose/session.hpp"

namespace repose::test {

inline constexpr int kStepsPerSecond = 125;

// A rectangle, both corners inclusive.
struct Area {
  CellPoint from, to;
  int width() const { return to.x - from.x + 1; }
  int height() const { return to.y - from.y + 1; }
};

// Runs on one thread of the cpu backend. Elements are named; `names` is a list with blanks between the names.
class OutcomeStage {
 public:
  OutcomeStage(int width, int height, std::uint64_t seed);

  void rect(std::string_view name, Area area);
  void dab(std::string_view name, CellPoint at, int size);
  // Paints only cells that hold air.
  void dab_in_air(std::string_view name, CellPoint at, int size);
  // A picture of assets/stamps with its top left corner at `at`; its air leaves the world as it is.
  void stamp(const std::string& name, CellPoint at);
  void step(int steps);
  // Steps until none of `names` is left in the world. Returns the steps; `limit` if some are left then.
  int step_until_gone(std::string_view names, int limit);
  // Steps until there are at least `wanted` of `names`. Returns the steps; `limit` if it did not happen.
  int step_until(std::string_view names, std::ptrdiff_t wanted, int limit);

  Area all() const { return {{0, 0}, {world_.width() - 1, world_.height() - 1}}; }
  std::ptrdiff_t count(std::string_view names) const { return count(names, all()); }
  std::ptrdiff_t count(std::string_view names, Area area) const;
  // The highest row that holds one of `names`; the height of the world if there is none.
  int top(std::string_view names) const;
  // The mean row of the cells. Precondition: there is one.
  double mean_row(std::string_view names) const;
  const World& world() const { return world_; }

 private:
  void done(const Command& command);
  std::uint8_t element(std::string_view name) const;
  // For each element of the rules: is it in the list?
  std::vector<bool> chosen(std::string_view names) const;

  Registry registry_ = make_registry();
  Session session_;
  World world_;  // the session's world, after each change
};

}  // namespace repose::test
