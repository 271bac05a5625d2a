// The config editor's analysis of its text: elements, rules by pair, problems by line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "repose/config.hpp"

namespace repose {

enum class PairKind : unsigned char { never_meet, undefined, unchanged, swap, reaction };

// The elements that a and b become when a meets b.
struct Outcome {
  std::uint8_t c = 0, d = 0;
  int line = 0;
};

class ConfigAnalysis {
 public:
  void read(const std::string& text, const std::string& file);

  // Empty when no element can be read. Without the elements that the reader adds for clones.
  const Ruleset& rules() const { return rules_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  // The worst problem of a line (from 1); null when it has none.
  const Diagnostic* problem_of_line(int line) const;
  // Notes: rules without effect, and rules that create or destroy matter.
  const Diagnostics& notes() const { return notes_; }
  // The first note about a line; null when there is none.
  const Diagnostic* note_of_line(int line) const;

  std::optional<Outcome> outcome(std::uint8_t a, std::uint8_t b) const;
  PairKind kind(std::uint8_t a, std::uint8_t b) const;
  // The last element with that name.
  const Element* element(std::string_view name) const;

 private:
  void leave_out_added();
  void index_rules();

  Ruleset rules_;
  Diagnostics diagnostics_, notes_;
  std::vector<std::uint32_t> rule_of_pair_;  // number of the deciding reaction, from 1, at a * elements + b; 0 = none
  std::unordered_map<int, std::size_t> worst_of_line_, note_of_line_;
  std::unordered_map<std::string_view, std::size_t> element_of_name_;
};

}  // namespace repose
