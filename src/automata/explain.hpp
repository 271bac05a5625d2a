// The phrases from which the explanations of all automata are built: directions, names of elements, lines of rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "automata/step_watch.hpp"
#include "repose/explain.hpp"

namespace repose::explain {

// "below", "to the upper left", "20 columns to the left and one row lower", ...; "there" for what is further away.
std::string where(CellPoint from, CellPoint to);
// "3 %"
std::string percent(double probability);

// Elements and rules of a config, as sentences name them.
class Rulebook {
 public:
  // `anywhere`: the automaton uses the reactions of `when` and `clone` lines.
  explicit Rulebook(const Ruleset& ruleset, bool anywhere = true);

  const Ruleset& ruleset() const { return ruleset_; }
  // As in the file; "nothing" where an automaton holds an element that the config does not define.
  std::string name(std::uint8_t element) const;
  // "Sand", for the beginning of a sentence.
  std::string Name(std::uint8_t element) const;
  // Line of the rule that decides what happens to the pair, in either order; 0 if no rule does.
  int pair_line(std::uint8_t a, std::uint8_t b) const;
  int decay_line(std::uint8_t element) const;
  int dissolving_line(std::uint8_t dissolver, std::uint8_t victim) const;
  int element_line(std::uint8_t element) const;

  // What a scalar step has done with the cell at `at`, in a sentence.
  Reason reason(CellPoint at, const CellEvent& event) const;
  std::vector<Reason> reasons(CellPoint at, const std::vector<CellEvent>& events) const;

 private:
  static std::uint32_t pair(std::uint8_t a, std::uint8_t b) { return std::uint32_t{a} << 8 | b; }
  Reason meeting(CellPoint at, const CellEvent& event) const;
  Reason trade(CellPoint at, const CellEvent& event) const;
  Reason change(const CellEvent& event) const;
  Reason miss(CellPoint at, const CellEvent& event) const;
  int line_of(const std::unordered_map<std::uint32_t, int>& lines, std::uint32_t key) const;
  // The directed reaction of the two cells; null if there is none.
  const DirectedReaction* directed(CellPoint at, const CellEvent& event) const;
  // Of the directed reaction that has done this, or else of the pair.
  int meeting_line(CellPoint at, const CellEvent& event) const;

  Ruleset ruleset_;
  bool directed_ = false;  // a rule applies to one order of its pair only
  std::unordered_map<std::uint32_t, int> pairs_, decays_, dissolvings_;
  std::unordered_map<std::uint32_t, DirectedReaction> places_;  // by the left or upper cell and the other one, and over
};

// The elements of those of the eight neighbours that are in the world, without repeats and without `self`.
std::vector<std::uint8_t> other_neighbours(const WorldWindow& window, CellPoint cell, std::uint8_t self);

}  // namespace repose::explain
