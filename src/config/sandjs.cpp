// The sand.js dialect: `cell`, `rule` and our extension words. The grammar, every message and how this reading differs
// from the original's are in docs/configs.md.
//
// Only `cell` and `rule` lines can hold errors. Any other line the original passes over, so here it can at most earn a
// warning: a file that works there opens here without complaint about what it never used.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "config/number.hpp"
#include "config/readers.hpp"

namespace repose::config {
namespace {

using Saying = Report::Saying;
using std::string_view;

// A number in a config and the range in which it makes sense.
struct Quantity {
  string_view name;
  double minimum = 0.0, maximum = 1.0;
  bool whole = false;

  double force(double value) const {
    const double clamped = std::clamp(value, minimum, maximum);
    return whole ? std::trunc(clamped) : clamped;
  }
  std::string range() const {
    return fmt::format("{} from {} to {}", whole ? "a whole number" : "a number", minimum, maximum);
  }
};

constexpr std::array<Quantity, 4> kCellQuantities = {
    {{"RED", 0, 255, true}, {"GREEN", 0, 255, true}, {"BLUE", 0, 255, true}, {"DENSITY", 0, 1, false}}};
constexpr Quantity kBrightness = {"BRIGHTNESS", 0, 1, false};

constexpr std::array<string_view, 5> kCellParts = {"NAME", "RED", "GREEN", "BLUE", "DENSITY"};
constexpr string_view kColourAndDensity = "RED GREEN BLUE DENSITY";
constexpr std::array<string_view, 4> kRuleParts = {"A", "B", "C", "D"};

enum class Kind { element, number, word };

struct Operand {
  string_view name;
  Kind kind;
};

enum class Meaning { liquid, glow, hidden, describe, later };

// A directive that sand.js does not know.
struct Extension {
  string_view word;
  Meaning meaning;
  std::vector<Operand> operands;
};

const std::vector<Extension>& extensions() {
  constexpr Operand kName = {"NAME", Kind::element};
  static const std::vector<Extension> all = {
      {"liquid", Meaning::liquid, {kName}},
      {"glow", Meaning::glow, {kName, {"BRIGHTNESS", Kind::number}}},
      {"hidden", Meaning::hidden, {kName}},
      {"describe", Meaning::describe, {kName, {"TEXT", Kind::word}}},
      // Words of automata to come: checked, so that a typo shows at once, and not used yet.
      {"friction", Meaning::later, {kName, {"COLUMNS", Kind::number}}},
      {"dissolve", Meaning::later, {{"DISSOLVER", Kind::element}, {"VICTIM", Kind::element}, {"N", Kind::number}}},
      {"static", Meaning::later, {kName}},
      {"automaton", Meaning::later, {{"AUTOMATON", Kind::word}}},
      {"faucet", Meaning::later, {kName, {"EMITS", Kind::element}}},
      {"drain", Meaning::later, {kName}},
      {"react", Meaning::later, {kName}},
      {"decay", Meaning::later, {kName, {"INTO", Kind::element}, {"PROBABILITY", Kind::number}}},
  };
  return all;
}

bool begins_comment(string_view word) { return word.starts_with('#'); }

std::string did_you_mean(string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? std::string{} : fmt::format("did you mean {}?", quoted(nearest));
}

// "RED", "RED and GREEN", "RED, GREEN and BLUE".
std::string listing(const std::vector<string_view>& names) {
  if (names.size() == 1) return std::string(names[0]);
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

class SandjsReader {
 public:
  SandjsReader(string_view text, Ruleset& ruleset, Report& report)
      : text_(text), ruleset_(ruleset), report_(report), rule_of_pair_(std::size_t{kElementsMax} * kElementsMax) {}

  void read() {
    each_line([this] { if (words_[0].text == "cell") read_cell(); });
    report_left_out();
    each_line([this] { if (words_[0].text != "cell") read_other(); });
    guess_liquids();
    // After an error the missing pair is as likely the fault of the line that was left out.
    if (!report_.has_errors()) report_undefined_pairs();
  }

 private:
  // Calls visit() with line_ and words_ set, for every line that is neither blank nor a comment.
  template <class Visit>
  void each_line(Visit visit) {
    LineReader lines(text_);
    while (lines.next(line_)) {
      split_words(line_.text, words_);
      if (!words_.empty() && !begins_comment(words_[0].text)) visit();
    }
  }

  // --- what directives share ---

  int column_behind(std::size_t word) const {
    return words_[word].column + static_cast<int>(words_[word].text.size());
  }

  // Words of the directive itself before a comment: a word that begins with # ends it, unless `is_value(word)`.
  template <class IsValue>
  std::size_t count_values(std::size_t expected, IsValue is_value) const {
    std::size_t count = 0;
    while (count < expected && count + 1 < words_.size() &&
           (!begins_comment(words_[count + 1].text) || is_value(count, words_[count + 1].text))) {
      ++count;
    }
    return count;
  }

  // Reports the parts that are missing after the first `given`.
  template <class Parts>
  void report_missing(Severity severity, const Parts& parts, std::size_t given, string_view consequence) {
    report_.at(severity, line_, column_behind(given), [&] {
      const std::vector<string_view> missing(parts.begin() + static_cast<std::ptrdiff_t>(given), parts.end());
      const string_view verb = missing.size() == 1 ? "is" : "are";
      return Saying{fmt::format("missing value: '{}' needs {}, and {} {} missing{}", words_[0].text,
                                fmt::join(parts, " "), listing(missing), verb, consequence),
                    std::string(missing[0]), "end of line", ""};
    });
  }

  // Whatever stands behind the last word of a directive and is no comment.
  void check_no_more(std::size_t used) {
    if (used >= words_.size() || begins_comment(words_[used].text)) return;
    report_.at(Severity::warning, line_, words_[used].column, [&] {
      return Saying{fmt::format("extra word {}: '{}' is complete before it, and the rest of the line is ignored",
                                quoted(words_[used].text), words_[0].text),
                    "end of line", printable(words_[used].text), "a comment begins with #"};
    });
  }

  // The number that `word` holds, forced into the range of `quantity`. Nothing, and a diagnostic, when it is none.
  std::optional<double> read_number(const Word& word, const Quantity& quantity, Severity severity) {
    const std::optional<Number> number = parse_number(word.text);
    if (!number) {
      report_.at(severity, line_, word.column, [&] {
        return Saying{fmt::format("not a number: {} must be {}, but is {}", quantity.name, quantity.range(),
                                  quoted(word.text)),
                      quantity.range(), printable(word.text), hint_for_no_number(word)};
      });
      return std::nullopt;
    }
    const double used = quantity.force(number->value);
    if (used != number->value || !number->whole_word) report_forced(word, quantity, number->value, used);
    return used;
  }

  static std::optional<double> read_silently(const Word& word, const Quantity& quantity) {
    const std::optional<Number> number = parse_number(word.text);
    return number ? std::optional(quantity.force(number->value)) : std::nullopt;
  }

  // The commonest reason why a number is none: "cell wet sand 200 150 90 0.95".
  std::string hint_for_no_number(const Word& word) const {
    const bool stands_for_red = words_[0].text == "cell" && words_.size() > 6 && word.column == words_[2].column;
    if (!stands_for_red || !parse_number(words_[3].text)) return {};
    return fmt::format("a name is one word, such as {}_{}", printable(words_[1].text, kQuoteBytesMax),
                       printable(words_[2].text, kQuoteBytesMax));
  }

  void report_forced(const Word& word, const Quantity& quantity, double read, double used) {
    report_.at(Severity::warning, line_, word.column, [&] {
      const bool inside = read >= quantity.minimum && read <= quantity.maximum;
      const std::string message =
          inside ? fmt::format("{} {} is read as {}", quantity.name, quoted(word.text), used)
                 : fmt::format("number out of range: {} must be {}, but is {}; {} is used", quantity.name,
                               quantity.range(), quoted(word.text), used);
      return Saying{message, quantity.range(), printable(word.text), ""};
    });
  }

  // --- cell NAME RED GREEN BLUE DENSITY ---

  void read_cell() {
    if (ruleset_.elements.size() == static_cast<std::size_t>(kElementsMax)) return leave_out_cell();
    const std::size_t given = count_values(kCellParts.size(), [](std::size_t part, string_view) { return part == 0; });
    if (given < kCellParts.size()) report_missing(Severity::error, kCellParts, given, "");
    if (given == 0) return;

    // What is missing or no number counts as 0, as in sand.js: the element keeps its index, and rules find its name.
    std::array<double, kCellQuantities.size()> values{};
    bool shifted = false;
    for (std::size_t i = 0; i + 1 < given; ++i) {
      const Word& word = words_[i + 2];
      const std::optional<double> value = shifted ? read_silently(word, kCellQuantities[i])
                                                  : read_number(word, kCellQuantities[i], Severity::error);
      shifted = shifted || !value;  // then what is wrong behind it is likely to follow from it
      values[i] = value.value_or(0.0);
    }
    if (given == kCellParts.size() && !shifted) check_no_more(1 + kCellParts.size());
    add_element(values);
  }

  void add_element(const std::array<double, 4>& values) {
    Element element;
    element.name = words_[1].text;
    element.color = {static_cast<std::uint8_t>(values[0]), static_cast<std::uint8_t>(values[1]),
                     static_cast<std::uint8_t>(values[2])};
    element.density = values[3];
    element.density_byte = density_to_byte(values[3]);
    element.line = line_.number;

    std::vector<std::uint8_t>& indices = indices_[words_[1].text];
    if (indices.empty()) names_.push_back(element.name);
    if (!indices.empty()) report_duplicate_name(ruleset_.elements[indices.back()]);
    indices.push_back(static_cast<std::uint8_t>(ruleset_.elements.size()));
    ruleset_.elements.push_back(std::move(element));
  }

  void report_duplicate_name(const Element& older) {
    report_.at(Severity::warning, line_, words_[1].column, [&] {
      return Saying{fmt::format("duplicate name: element {} is already defined on line {}; below, the name means "
                                "this one", quoted(older.name), older.line),
                    "a new name", printable(older.name), "give one of them another name"};
    });
  }

  void leave_out_cell() {
    if (left_out_count_++ == 0) first_left_out_ = line_;
    if (words_.size() > 1) left_out_names_.insert(words_[1].text);
  }

  void report_left_out() {
    if (left_out_count_ == 0) return;
    const std::size_t begin = first_left_out_.text.find("cell");
    report_.at(Severity::error, first_left_out_, static_cast<int>(begin) + 1, [&] {
      const std::size_t total = kElementsMax + left_out_count_;
      return Saying{fmt::format("too many elements: a config has at most {}, this one has {}; from here on they are "
                                "left out, with their rules", kElementsMax, total),
                    fmt::format("at most {} elements", kElementsMax), fmt::format("{} elements", total), ""};
    });
  }

  // --- names ---

  // The newest definition of `name` above this line, else the first below it; nothing when there is none.
  std::optional<std::uint8_t> find(string_view name) const {
    const auto entry = indices_.find(name);
    if (entry == indices_.end()) return std::nullopt;
    const std::vector<std::uint8_t>& indices = entry->second;
    const auto below = std::partition_point(indices.begin(), indices.end(), [this](std::uint8_t i) {
      return ruleset_.elements[i].line < line_.number;
    });
    return below == indices.begin() ? *below : *(below - 1);
  }

  bool repeats_earlier_word(std::size_t word) const {
    const auto same = [&](const Word& other) { return other.text == words_[word].text; };
    return std::any_of(words_.begin() + 1, words_.begin() + static_cast<std::ptrdiff_t>(word), same);
  }

  // The element that the word names. One diagnostic per unknown name and line; none for elements over the limit.
  std::optional<std::uint8_t> read_element(std::size_t word, Severity severity, string_view consequence) {
    const string_view name = words_[word].text;
    const std::optional<std::uint8_t> index = find(name);
    if (index || left_out_names_.contains(name) || repeats_earlier_word(word)) return index;
    report_.at(severity, line_, words_[word].column, [&] {
      std::string hint = did_you_mean(name, names_);
      if (hint.empty()) hint = fmt::format("define it: cell {} {}", printable(name, kQuoteBytesMax), kColourAndDensity);
      return Saying{fmt::format("unknown element {}; {}", quoted(name), consequence), "the name of an element",
                    printable(name), std::move(hint)};
    });
    return std::nullopt;
  }

  // --- rule A B C D ---

  void read_rule() {
    const auto is_element = [this](std::size_t, string_view word) { return find(word).has_value(); };
    const std::size_t given = count_values(kRuleParts.size(), is_element);
    if (given < kRuleParts.size()) {
      return report_missing(Severity::error, kRuleParts, given, "; the rule is left out");
    }
    std::array<std::optional<std::uint8_t>, kRuleParts.size()> parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i] = read_element(i + 1, Severity::error, "the rule is left out");
    }
    if (!std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.has_value(); })) return;
    for (std::size_t i = 0; i < parts.size(); ++i) warn_when_below(i + 1, *parts[i]);
    check_after_rule();
    add_rule({*parts[0], *parts[1], *parts[2], *parts[3], line_.number});
  }

  // sand.js reads a file once, from top to bottom. Said once for each element.
  void warn_when_below(std::size_t word, std::uint8_t index) {
    const Element& element = ruleset_.elements[index];
    if (element.line < line_.number || !used_above_.insert(index).second) return;
    report_.at(Severity::warning, line_, words_[word].column, [&] {
      return Saying{fmt::format("element {} is defined below, on line {}; sand.js would stop here",
                                quoted(element.name), element.line),
                    "an element defined above", printable(element.name), "move the cell lines to the top"};
    });
  }

  // A sixth word may be a probability, for automata that draw lots; sand.js ignores it.
  void check_after_rule() {
    constexpr std::size_t kSixth = 5;
    if (words_.size() <= kSixth || begins_comment(words_[kSixth].text)) return;
    const std::optional<Number> number = parse_number(words_[kSixth].text);
    if (number && number->whole_word) return check_no_more(kSixth + 1);
    report_.at(Severity::warning, line_, words_[kSixth].column, [&] {
      return Saying{fmt::format("{} is ignored: only a probability may stand here", quoted(words_[kSixth].text)),
                    "a number from 0 to 1, or end of line", printable(words_[kSixth].text), "a comment begins with #"};
    });
  }

  std::size_t& rule_of_pair(std::uint8_t a, std::uint8_t b) {
    return rule_of_pair_[std::min(a, b) * std::size_t{kElementsMax} + std::max(a, b)];
  }

  void add_rule(const Reaction& rule) {
    std::size_t& number = rule_of_pair(rule.a, rule.b);
    if (number > 0) report_duplicate_rule(ruleset_.reactions[number - 1], rule);
    ruleset_.reactions.push_back(rule);
    number = ruleset_.reactions.size();
  }

  static bool same_outcome(const Reaction& x, const Reaction& y) {
    if (x.a == x.b) return x.d == y.d;  // the second product is written last and stays
    return x.a == y.a ? x.c == y.c && x.d == y.d : x.c == y.d && x.d == y.c;
  }

  void report_duplicate_rule(const Reaction& older, const Reaction& newer) {
    report_.at(Severity::warning, line_, words_[0].column, [&] {
      const string_view verdict = same_outcome(older, newer) ? "says the same" : "replaces it";
      return Saying{fmt::format("duplicate rule: {} and {} already have a rule on line {}; this one {}",
                                quoted(words_[1].text), quoted(words_[2].text), older.line, verdict),
                    "one rule for each pair", "a second one", fmt::format("remove this line or line {}", older.line)};
    });
  }

  // --- everything else ---

  void read_other() {
    const string_view word = words_[0].text;
    if (word == "rule") return read_rule();
    const auto& all = extensions();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Extension& e) { return e.word == word; });
    if (found == all.end()) return report_unknown_directive();
    read_extension(*found);
  }

  void report_unknown_directive() {
    report_.at(Severity::warning, line_, words_[0].column, [&] {
      std::vector<std::string> directives = {"cell", "rule"};
      for (const Extension& e : extensions()) directives.emplace_back(e.word);
      std::string hint = did_you_mean(words_[0].text, directives);
      if (hint.empty()) hint = "a comment begins with #";
      return Saying{fmt::format("unknown directive {}; the line is ignored", quoted(words_[0].text)),
                    "cell, rule or another directive", printable(words_[0].text), std::move(hint)};
    });
  }

  void read_extension(const Extension& extension) {
    const std::vector<Operand>& operands = extension.operands;
    const auto is_value = [&](std::size_t i, string_view word) {
      return operands[i].kind == Kind::element && find(word).has_value();
    };
    const std::size_t given = count_values(operands.size(), is_value);
    if (given < operands.size()) {
      std::vector<string_view> parts;
      for (const Operand& operand : operands) parts.push_back(operand.name);
      return report_missing(Severity::warning, parts, given, "; the line is ignored");
    }
    std::optional<std::uint8_t> first;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (operands[i].kind != Kind::element) continue;
      const std::optional<std::uint8_t> index = read_element(i + 1, Severity::warning, "the line is ignored");
      if (!index) return;
      if (i == 0) first = index;
    }
    use_extension(extension, first);
  }

  void use_extension(const Extension& extension, std::optional<std::uint8_t> index) {
    switch (extension.meaning) {
      case Meaning::liquid: return read_liquid(ruleset_.elements[*index]);
      case Meaning::glow: return read_glow(ruleset_.elements[*index]);
      case Meaning::hidden: ruleset_.elements[*index].hidden = true; return check_no_more(2);
      case Meaning::describe: return read_description(ruleset_.elements[*index]);
      case Meaning::later: return read_later(extension);
    }
  }

  void read_liquid(Element& element) {
    check_no_more(2);
    element.liquid = true;
    liquids_are_marked_ = true;
  }

  void read_glow(Element& element) {
    const std::optional<double> brightness = read_number(words_[2], kBrightness, Severity::warning);
    if (!brightness) return;
    element.glow = static_cast<float>(*brightness);
    check_no_more(3);
  }

  void read_description(Element& element) {
    constexpr std::size_t kDescriptionBytesMax = 400;  // fills a tooltip
    element.description = printable(rest_of_line(line_.text, words_[2].column), kDescriptionBytesMax);
  }

  void read_later(const Extension& extension) {
    for (std::size_t i = 0; i < extension.operands.size(); ++i) {
      if (extension.operands[i].kind != Kind::number || parse_number(words_[i + 1].text)) continue;
      return report_.at(Severity::warning, line_, words_[i + 1].column, [&] {
        return Saying{fmt::format("not a number: {} must be a number, but is {}; the line is ignored",
                                  extension.operands[i].name, quoted(words_[i + 1].text)),
                      "a number", printable(words_[i + 1].text), ""};
      });
    }
    check_no_more(1 + extension.operands.size());
    if (!noted_later_.insert(extension.word).second) return;
    report_.at(Severity::note, line_, words_[0].column, [&] {
      return Saying{fmt::format("'{}' is not used yet by this version", extension.word), "",
                    std::string(extension.word), ""};
    });
  }

  // --- when all lines are read ---

  // For a file that marks no liquid: what is denser than the background, lighter than the usual powder, and free to
  // move through the background.
  void guess_liquids() {
    if (liquids_are_marked_) return;
    constexpr std::uint8_t kPowderDensity = 235;  // 0.92: people give water 0.9 and sand 0.95
    for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) {
      Element& element = ruleset_.elements[i];
      const std::size_t rule = rule_of_pair(0, static_cast<std::uint8_t>(i));
      if (rule == 0 || !ruleset_.reactions[rule - 1].is_swap()) continue;
      const std::uint8_t density = element.density_byte;
      element.liquid = density > ruleset_.elements[0].density_byte && density < kPowderDensity;
    }
  }

  bool is_sole_of_its_name(std::size_t index) const { return indices_.at(ruleset_.elements[index].name).size() == 1; }

  // Elements of different density meet sooner or later; without a rule both cells vanish. Elements that share a name
  // are left out: the duplicate is reported already, and which of them lacks rules follows from it.
  void report_undefined_pairs() {
    const std::vector<Element>& elements = ruleset_.elements;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < elements.size(); ++a) {
      for (std::size_t b = a + 1; b < elements.size() && is_sole_of_its_name(a); ++b) {
        const bool can_meet = elements[a].density_byte != elements[b].density_byte && is_sole_of_its_name(b);
        const bool defined = rule_of_pair(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)) > 0;
        if (can_meet && !defined) pairs.emplace_back(a, b);
      }
    }
    if (!pairs.empty()) report_.file(Severity::warning, undefined_pairs(pairs));
  }

  Saying undefined_pairs(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) const {
    constexpr std::size_t kPairsShown = 8;
    const auto name = [this](std::size_t i) { return printable(ruleset_.elements[i].name, kQuoteBytesMax); };
    std::string shown;
    for (std::size_t i = 0; i < std::min(pairs.size(), kPairsShown); ++i) {
      shown += fmt::format("{}{} + {}", i > 0 ? ", " : "", name(pairs[i].first), name(pairs[i].second));
    }
    if (pairs.size() > kPairsShown) shown += fmt::format(" and {} more", pairs.size() - kPairsShown);
    const std::string a = name(pairs[0].first), b = name(pairs[0].second);
    return {fmt::format("undefined {}: no rule says what happens when these meet, so both would vanish: {}",
                        pairs.size() == 1 ? "pair" : "pairs", shown),
            "a rule for every two elements of different density", fmt::format("{} without", pairs.size()),
            fmt::format("to let them leave each other alone, add: rule {} {} {} {}", a, b, a, b)};
  }

  string_view text_;
  Ruleset& ruleset_;
  Report& report_;

  Line line_;
  std::vector<Word> words_;

  std::unordered_map<string_view, std::vector<std::uint8_t>> indices_;  // by name, in file order
  std::vector<std::string> names_;                                      // each once, for hints
  std::vector<std::size_t> rule_of_pair_;  // number of the newest rule of a pair, from 1; 0 = none

  std::size_t left_out_count_ = 0;
  Line first_left_out_;
  std::unordered_set<string_view> left_out_names_;

  bool liquids_are_marked_ = false;
  std::unordered_set<std::uint8_t> used_above_;
  std::unordered_set<string_view> noted_later_;
};

}  // namespace

void read_sandjs(string_view text, Ruleset& ruleset, Report& report) { SandjsReader(text, ruleset, report).read(); }

}  // namespace repose::config
