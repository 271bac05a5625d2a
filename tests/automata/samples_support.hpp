// The configs printed in the documents, and small worlds in which they run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"
#include "repose/solver.hpp"
#include "repose/world.hpp"

namespace repose::test {

struct Sample {
  std::string file;
  std::string intro;  // the last line of text above it
  std::string config;
};

// Every block between ```repose and ``` of a file of the repository.
std::vector<Sample> samples_of(const std::string& file);

using Rows = std::vector<std::string>;
// Equal rows of equal cells.
Rows block(int width, int height, char letter);
Rows operator+(Rows above, const Rows& below);
// Rows side by side.
Rows beside(const Rows& left, const Rows& right);

// A config that is running. Its world begins as a picture in letters that stand for the same names in every sample.
class Play {
 public:
  // In the automaton in which the app runs it, or in another one.
  Play(const std::string& config, const Rows& picture, std::string_view automaton = {});

  Play& heat(std::uint8_t energy);  // of all cells, before the first step
  Play& run(std::uint64_t count);

  const Ruleset& rules() const { return rules_; }
  const World& world() const { return world_; }
  Rows picture() const;
  std::int64_t count(std::string_view name) const;
  // The mean row of the element's cells, from the top; -1 if there is none.
  double row_of(std::string_view name) const;
  // How many cells the column with most of them has.
  int height_of(std::string_view name) const;
  // How many columns have some.
  int width_of(std::string_view name) const;

 private:
  std::vector<int> columns_of(std::string_view name) const;

  Ruleset rules_;
  World world_;
  std::unique_ptr<Solver> solver_;
  std::uint64_t step_ = 0;
};

}  // namespace repose::test
