// The pairs of elements of tests/data/world-pairs.txt: what their lines say, and small worlds in which two elements
// meet.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "repose/picture.hpp"
#include "repose/rule_facts.hpp"
#include "repose/solver.hpp"

namespace repose::test {

// "+glass": the sign, and the element that it is about (none for '=').
struct PairExpectation {
  char sign = '=';
  std::string element;
};

// One line of the list.
struct WorldPair {
  int line = 0;
  std::string a, b;
  int steps = 0;
  std::string place;  // "in", "over" or empty
  std::string with;   // a third element beside A; may be empty
  std::vector<PairExpectation> expected;

  std::string name() const { return a + "-" + b + (with.empty() ? "" : "-" + with); }
  bool names(std::string_view element) const { return a == element || b == element || with == element; }
  // False: the line says that nothing happens.
  bool changes() const { return expected.size() > 1 || expected[0].sign != '='; }
};

// The lines of the list. A line that is wrong fails the test.
std::vector<WorldPair> read_world_pairs(const std::filesystem::path& file);

// The worlds of one pair: before its steps and after them, and after them where A and B are apart.
struct PairRun {
  World before{1, 1}, after{1, 1}, only_a{1, 1}, only_b{1, 1};
};

// Runs pairs of one config on the cpu backend of conserving.
class PairStage {
 public:
  explicit PairStage(Ruleset rules);

  const Ruleset& rules() const { return rules_; }
  PairRun run(const WorldPair& pair);
  // What the line expects and what did not happen, in words; empty if all of it did.
  std::string missing(const WorldPair& pair, const PairRun& run) const;
  // Before and after, side by side.
  Picture picture(const PairRun& run) const;

 private:
  World world(const WorldPair& pair, bool with_a, bool with_b) const;
  void fill(World& world, CellPoint from, CellPoint to, const std::string& element) const;
  World after(const World& world, int steps);
  std::uint8_t element(const std::string& name) const;
  bool met(const WorldPair& pair, const PairExpectation& expected, const PairRun& run) const;

  Ruleset rules_;
  RuleFacts facts_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace repose::test
