// The reader of the sand.js dialect. sandjs.cpp reads lines, cells and rules, and checks the whole; sandjs_words.cpp
// reads our own words; sandjs_expand.cpp makes reactions and elements from some of these.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "config/report.hpp"
#include "config/text.hpp"
#include "repose/config_words.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// ---- `when` and `swap`: reactions of elements, groups and `all`, which become reactions of single pairs ----

// What stands before or behind `touches`. Kinds in the order of their precedence.
struct WhenSide {
  enum class Kind : unsigned char { all, group, element };
  Kind kind = Kind::element;
  std::size_t index = 0;  // of the element, or in Ruleset::groups; 0 for `all`
};

// What one of the two becomes: an element, or the element that the first or the second is.
struct WhenProduct {
  enum class From : unsigned char { named, first, second };
  From from = From::named;
  std::uint8_t element = 0;  // if named

  std::uint8_t of(std::uint8_t first, std::uint8_t second) const {
    return from == From::named ? element : from == From::first ? first : second;
  }
};

struct WhenLine {
  WhenSide a, b;
  WhenProduct c, d;
  double probability = 1.0;
  Line line;
  bool anywhere = true;  // in all directions, whatever the densities; false for `swap`
};

// All `when` and `swap` lines of a file. For each pair of elements one line counts: the one with the higher rank, and
// of lines with the same rank the later one. A line with an element ranks before a line without one; then one with a
// group before one without. `rule` ranks as a line with two elements.
class WhenTable {
 public:
  // Returns the number of the line with the same two sides that this one replaces; 0 if there is none.
  int add(const WhenLine& line);

  // Adds the reactions to `ruleset`, behind its rules. A warning for every line that counts for no pair, except those
  // that add() has replaced.
  void expand(Ruleset& ruleset, Report& report);

  // Valid after expand(): a line that names both elements decides about them.
  bool names_both(std::uint8_t a, std::uint8_t b) const;

 private:
  using Key = std::pair<std::size_t, std::size_t>;

  static Key key_of(const WhenLine& line);
  static int rank_of(const WhenLine& line);
  std::vector<std::size_t> in_order_of_precedence() const;
  void read_members(const Ruleset& ruleset);
  std::vector<std::uint8_t> members_of(const WhenSide& side) const;
  void decide_named_pair(const WhenLine& line);
  void decide_by_rules();
  int expand_line(const WhenLine& line, std::vector<Reaction>& reactions);

  std::vector<WhenLine> lines_;  // in file order
  std::vector<bool> replaced_;
  std::map<Key, std::size_t> index_of_sides_;
  std::vector<std::vector<std::uint8_t>> groups_;  // members, ascending
  std::vector<std::uint8_t> all_;
  std::vector<int> rule_of_pair_, line_of_pair_;  // the line of the last rule, and the line that counts; 0 = none
  std::vector<bool> named_both_;
};

// ---- `clone`: one hidden element for every liquid and powder that a clone can pour ----

struct CloneLine {
  std::uint8_t element = 0;
  Line line;
};
// Adds these elements and their reactions behind all others. Each looks like a mixture of the clone and of what it
// pours, and for all other lines it is the clone. A line of `when` that names a clone and what it could pour decides
// about that pair. If there are too many elements: one error, and no change. `clone_lines`: a line for each clone, in
// file order.
void expand_clones(const std::vector<CloneLine>& clone_lines, const WhenTable& when, Ruleset& ruleset, Report& report);

// ---- the reader ----

inline constexpr ConfigOperand kProbability = {"PROBABILITY", ConfigOperand::Kind::number};

class SandjsReader {
 public:
  SandjsReader(std::string_view text, std::span<const ConfigTarget> targets, Ruleset& ruleset, Report& report)
      : text_(text),
        targets_(targets),
        ruleset_(ruleset),
        report_(report),
        rule_of_pair_(std::size_t{kElementsMax} * kElementsMax) {}

  void read();
  // The rows of repose/config_words.hpp.
  static std::vector<ConfigWord> words();

 private:
  using Saying = Report::Saying;
  using Named = std::vector<std::uint8_t>;

  // Calls visit() with line_ and words_ set, for every line that is neither blank nor a comment.
  template <class Visit>
  void each_line(Visit visit);
  // As above, for the lines that can be understood only after all others.
  void read_late_lines();

  // Shared by all directives.
  int column_behind(std::size_t word) const;
  template <class IsValue>
  std::size_t count_values(std::size_t expected, IsValue is_value) const;
  void report_missing(Severity severity, std::span<const std::string_view> parts, std::size_t given,
                      std::string_view consequence);
  // The operands of the row that is read, from the first on, which a line must have.
  std::vector<std::string_view> parts() const;
  void check_no_more(std::size_t used);
  std::optional<double> read_number(const Word& word, const ConfigOperand& number, Severity severity);
  std::string hint_for_no_number(const Word& word) const;
  void report_forced(const Word& word, const ConfigOperand& number, double read, double used);

  // cell NAME RED GREEN BLUE DENSITY
  void read_cell();
  void add_element(const std::array<double, 4>& values);
  void report_duplicate_name(const Element& older);
  void leave_out_cell();
  void report_left_out();

  // Names.
  std::optional<std::uint8_t> find(std::string_view name) const;
  bool repeats_earlier_word(std::size_t word) const;
  std::optional<std::uint8_t> read_element(std::size_t word, Severity severity, std::string_view consequence);

  // rule A B C D
  void read_rule();
  void warn_when_below(std::size_t word, std::uint8_t index);
  // The probability at the end of a complete line; 1 without it.
  double read_last_probability(std::size_t word);
  std::size_t& rule_of_pair(std::uint8_t a, std::uint8_t b) {
    return rule_of_pair_[std::min(a, b) * std::size_t{kElementsMax} + std::max(a, b)];
  }
  void add_rule(const Reaction& rule);
  void report_duplicate_rule(const Reaction& older, const Reaction& newer);

  // Our own words: sandjs_words.cpp. A row of the table, and the function that reads its lines. `named`: the elements
  // that the operands name, in order; for a group in the first place all its members.
  struct Row {
    ConfigWord word;
    void (SandjsReader::*read)(const Named& named);
  };
  static const std::vector<Row>& rows();
  static const Row* row_of(std::string_view word);
  void read_other();
  void report_unknown_directive();
  void read_row(const Row& row);
  template <bool Element::*Flag>
  void mark(const Named& named);
  void mark_liquids(const Named& named) { mark_kind(named, false); }
  void mark_powders(const Named& named) { mark_kind(named, true); }
  void mark_kind(const Named& named, bool powder);
  template <auto Share>
  void read_share(const Named& named);
  void read_description(const Named& named);
  void read_friction(const Named& named);
  void read_dissolve(const Named& named);
  void read_faucet(const Named& named);
  void read_automaton(const Named& named);
  void read_decay(const Named& named);
  void read_burst(const Named& named);
  void read_clone(const Named& named);
  void read_when(const Named& named);
  void read_swap(const Named& named);
  bool has_form_of_when();
  std::optional<WhenSide> side_named(std::string_view word) const;
  std::optional<WhenSide> read_side(std::size_t word);
  void report_unknown_name(std::size_t word, std::string_view consequence, std::string_view all = {});
  std::optional<std::vector<std::uint8_t>> elements_named(std::string_view word) const;
  std::optional<WhenProduct> read_product(std::size_t word, const WhenLine& line);
  void report_no_product(std::size_t word, const WhenSide& side);
  void add_when(const WhenLine& line);

  template <bool hidden>
  void read_group(const Named& named);
  Group* group_of_line(bool hidden);
  void read_parameter(const Named& named);
  void report_unknown_parameter(const ConfigTarget& target);
  std::optional<double> read_parameter_value(const ConfigParameter& parameter);

  // After all lines are read.
  bool falls_by_swapping(std::size_t index);
  void guess_liquids();
  void guess_powders();
  bool is_sole_of_its_name(std::size_t index) const { return indices_.at(written_names_[index]).size() == 1; }
  void report_undefined_pairs();
  Saying undefined_pairs(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) const;

  std::string_view text_;
  std::span<const ConfigTarget> targets_;
  Ruleset& ruleset_;
  Report& report_;

  Line line_;
  std::vector<Word> words_;
  const ConfigWord* row_ = nullptr;  // of our own word that is read

  std::unordered_map<std::string_view, std::vector<std::uint8_t>> indices_;  // by name, in file order
  std::vector<std::string_view> written_names_;                              // of the elements, as the file has them
  std::vector<std::string> names_;                                           // each once, for hints
  std::vector<std::size_t> rule_of_pair_;  // number of the last rule of a pair, from 1; 0 = none
  std::unordered_map<int, std::size_t>
      dissolving_of_pair_;  // the same for `dissolve`, by dissolver * kElementsMax + victim

  std::size_t left_out_count_ = 0;
  Line first_left_out_;
  std::unordered_set<std::string_view> left_out_names_;

  std::unordered_set<std::uint8_t> used_above_;

  std::unordered_map<std::string_view, std::size_t> groups_;  // index by name
  std::vector<Line> late_lines_;
  WhenTable when_;
  std::vector<CloneLine> clone_lines_;
};

inline bool begins_comment(std::string_view word) { return word.starts_with('#'); }

// Counts the words after the directive, up to `expected` or to a comment. A word that starts with # is a comment unless
// `is_value(number, word)`.
template <class IsValue>
std::size_t SandjsReader::count_values(std::size_t expected, IsValue is_value) const {
  std::size_t count = 0;
  while (count < expected && count + 1 < words_.size() &&
         (!begins_comment(words_[count + 1].text) || is_value(count, words_[count + 1].text))) {
    ++count;
  }
  return count;
}

}  // namespace repose::config
