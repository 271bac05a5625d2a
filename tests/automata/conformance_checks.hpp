// The checks of the conformance suite, and their helpers.
#pragma once

#include <catch2/catch.hpp>

#include <span>
#include <vector>

#include "automata/automaton_support.hpp"
#include "repose/edit.hpp"

namespace repose::test {

struct Subject {
  const AutomatonDefinition& automaton;
  const SolverEntry& entry;
  const SolverEntry& scalar;  // the specification

  bool exact() const { return automaton.determinism == Determinism::exact; }
  // Whether it counts amounts (mass, heights), not cells.
  bool is_field() const { return automaton.quantity != Plane::cells; }
  const AutomatonPromises& promises() const { return automaton.promises; }
};

struct Check {
  const char* name;
  void (*run)(const Subject&);
};

std::span<const Check> common_checks();    // for every automaton
std::span<const Check> granular_checks();  // where elements move as whole cells
std::span<const Check> field_checks();     // where amounts are counted

struct Size {
  int width, height;
};
inline constexpr Size kSizes[] = {{1, 1}, {1, 17}, {17, 1}, {2, 2}, {63, 65}, {257, 129}};

// The same as random_world; in fields, with random amounts too.
World random_start(const Subject& subject, const Size& size, int element_count, std::uint64_t seed,
                   std::uint32_t sparse = 1);

// Adds `amount` full cells, or heights, to the field in one cell.
AmountEdit pour(const Subject& subject, CellPoint at, double amount);

}  // namespace repose::test
