// The sand.js dialect: lines, `cell` and `rule`. The grammar, every message and the differences from the original are
// in docs/configs.md.
//
// Only `cell` and `rule` lines can have errors. The original ignores all other lines, so here they get warnings at
// most: a file that works there opens here without an error.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "config/readers.hpp"
#include "config/sandjs_reader.hpp"

namespace repose::config {

using std::string_view;

namespace {

constexpr std::array<string_view, 5> kCellParts = {"NAME", "RED", "GREEN", "BLUE", "DENSITY"};
constexpr string_view kColourAndDensity = "RED GREEN BLUE DENSITY";
constexpr std::array<string_view, 4> kRuleParts = {"A", "B", "C", "D"};

// The nearest value in the range of the operand.
double forced(const ConfigOperand& operand, double value) {
  const double clamped = std::clamp(value, operand.minimum, operand.maximum);
  return operand.whole ? std::trunc(clamped) : clamped;
}

std::string range(const ConfigOperand& operand) {
  return fmt::format("{} from {} to {}", operand.whole ? "a whole number" : "a number", operand.minimum,
                     operand.maximum);
}

std::optional<double> read_silently(const Word& word, const ConfigOperand& operand) {
  const std::optional<Number> number = parse_number(word.text);
  return number ? std::optional(forced(operand, number->value)) : std::nullopt;
}

bool same_outcome(const Reaction& x, const Reaction& y) {
  if (x.a == x.b) return x.d == y.d;  // the second product is written last and stays
  return x.a == y.a ? x.c == y.c && x.d == y.d : x.c == y.d && x.d == y.c;
}

}  // namespace

void SandjsReader::read() {
  each_line([this] {
    if (words_[0].text == "cell") read_cell();
  });
  report_left_out();
  each_line([this] {
    if (words_[0].text != "cell") read_other();
  });
  std::erase_if(ruleset_.dissolvings, [](const Dissolving& d) { return d.n == 0; });
  if (ruleset_.elements.empty()) return;
  read_late_lines();
  when_.expand(ruleset_, report_);
  for (std::size_t i = 0; i < ruleset_.reactions.size(); ++i) {
    const Reaction& r = ruleset_.reactions[i];
    if (!r.anywhere) rule_of_pair(r.a, r.b) = i + 1;
  }
  guess_liquids();
  guess_powders();
  // After an error a pair may have no rule because its line was left out.
  if (!report_.has_errors()) report_undefined_pairs();
  add_misc_group(ruleset_);
  expand_clones(clone_lines_, when_, ruleset_, report_);
}

void SandjsReader::read_late_lines() {
  for (const Line& line : late_lines_) {
    line_ = line;
    split_words(line_.text, words_);
    read_row(*row_of(words_[0].text));
  }
}

// Sets line_ and words_ and calls visit(), for every line that is neither blank nor a comment.
template <class Visit>
void SandjsReader::each_line(Visit visit) {
  LineReader lines(text_);
  while (lines.next(line_)) {
    split_words(line_.text, words_);
    if (!words_.empty() && !begins_comment(words_[0].text)) visit();
  }
}

// --- shared by all directives ---

int SandjsReader::column_behind(std::size_t word) const {
  return words_[word].column + static_cast<int>(words_[word].text.size());
}

// Reports the parts that are missing after the first `given`.
void SandjsReader::report_missing(Severity severity, std::span<const string_view> parts, std::size_t given,
                                  string_view consequence) {
  report_.at(severity, line_, column_behind(given), [&] {
    const std::vector<string_view> missing(parts.begin() + static_cast<std::ptrdiff_t>(given), parts.end());
    const string_view verb = missing.size() == 1 ? "is" : "are";
    return Saying{fmt::format("missing value: '{}' needs {}, and {} {} missing{}", words_[0].text,
                              fmt::join(parts, " "), listing(missing), verb, consequence),
                  std::string(missing[0]), "end of line", ""};
  });
}

// Warns about a word after a complete directive, unless it is a comment.
void SandjsReader::check_no_more(std::size_t used) {
  if (used >= words_.size() || begins_comment(words_[used].text)) return;
  report_.at(Severity::warning, line_, words_[used].column, [&] {
    return Saying{fmt::format("extra word {}: '{}' is complete before it, and the rest of the line is ignored",
                              in_quotes(words_[used].text), words_[0].text),
                  "end of line", printable(words_[used].text), "a comment begins with #"};
  });
}

// The number in `word`, forced into the range of `quantity`. Empty, with a diagnostic, if it is not a number.
std::optional<double> SandjsReader::read_number(const Word& word, const ConfigOperand& operand, Severity severity) {
  const std::optional<Number> number = parse_number(word.text);
  if (!number) {
    report_.at(severity, line_, word.column, [&] {
      return Saying{
          fmt::format("not a number: {} must be {}, but is {}", operand.name, range(operand), in_quotes(word.text)),
          range(operand), printable(word.text), hint_for_no_number(word)};
    });
    return std::nullopt;
  }
  const double used = forced(operand, number->value);
  if (used != number->value || !number->whole_word) report_forced(word, operand, number->value, used);
  return used;
}

// A hint for the most common mistake, a name of two words: "cell wet sand 200 150 90 0.95".
std::string SandjsReader::hint_for_no_number(const Word& word) const {
  const bool stands_for_red = words_[0].text == "cell" && words_.size() > 6 && word.column == words_[2].column;
  if (!stands_for_red || !parse_number(words_[3].text)) return {};
  return fmt::format("a name is one word, such as {}_{}", printable(words_[1].text, kQuoteBytesMax),
                     printable(words_[2].text, kQuoteBytesMax));
}

void SandjsReader::report_forced(const Word& word, const ConfigOperand& operand, double read, double used) {
  report_.at(Severity::warning, line_, word.column, [&] {
    const bool inside = read >= operand.minimum && read <= operand.maximum;
    const std::string message = inside ? fmt::format("{} {} is read as {}", operand.name, in_quotes(word.text), used)
                                       : fmt::format("number out of range: {} must be {}, but is {}; {} is used",
                                                     operand.name, range(operand), in_quotes(word.text), used);
    return Saying{message, range(operand), printable(word.text), ""};
  });
}

// --- cell NAME RED GREEN BLUE DENSITY ---

void SandjsReader::read_cell() {
  if (ruleset_.elements.size() == static_cast<std::size_t>(kElementsMax)) return leave_out_cell();
  const std::size_t given = count_values(kCellParts.size(), [](std::size_t part, string_view) { return part == 0; });
  if (given < kCellParts.size()) report_missing(Severity::error, kCellParts, given, "");
  if (given == 0) return;

  // Values that are missing or not numbers count as 0, as in sand.js: the element keeps its index and its name.
  const std::vector<ConfigOperand>& operands = config_word("cell")->operands;
  std::array<double, 4> values{};
  bool shifted = false;
  for (std::size_t i = 0; i + 1 < given; ++i) {
    const Word& word = words_[i + 2];
    const std::optional<double> value =
        shifted ? read_silently(word, operands[i + 1]) : read_number(word, operands[i + 1], Severity::error);
    shifted = shifted || !value;  // later problems of this line probably follow from this one
    values[i] = value.value_or(0.0);
  }
  if (given == kCellParts.size() && !shifted) check_no_more(1 + kCellParts.size());
  add_element(values);
}

void SandjsReader::add_element(const std::array<double, 4>& values) {
  Element element;
  element.name = shown_name(words_[1].text);
  element.color = {static_cast<std::uint8_t>(values[0]), static_cast<std::uint8_t>(values[1]),
                   static_cast<std::uint8_t>(values[2])};
  element.density = values[3];
  element.density_byte = density_to_byte(values[3]);
  element.line = line_.number;

  std::vector<std::uint8_t>& indices = indices_[words_[1].text];
  if (indices.empty()) names_.emplace_back(words_[1].text);
  written_names_.push_back(words_[1].text);
  if (!indices.empty()) report_duplicate_name(ruleset_.elements[indices.back()]);
  indices.push_back(static_cast<std::uint8_t>(ruleset_.elements.size()));
  ruleset_.elements.push_back(std::move(element));
}

void SandjsReader::report_duplicate_name(const Element& older) {
  report_.at(Severity::warning, line_, words_[1].column, [&] {
    return Saying{fmt::format("duplicate name: element {} is already defined on line {}; below, the name means "
                              "this one",
                              in_quotes(older.name), older.line),
                  "a new name", printable(older.name), "give one of them another name"};
  });
}

void SandjsReader::leave_out_cell() {
  if (left_out_count_++ == 0) first_left_out_ = line_;
  if (words_.size() > 1) left_out_names_.insert(words_[1].text);
}

void SandjsReader::report_left_out() {
  if (left_out_count_ == 0) return;
  const std::size_t begin = first_left_out_.text.find("cell");
  report_.at(Severity::error, first_left_out_, static_cast<int>(begin) + 1, [&] {
    const std::size_t total = kElementsMax + left_out_count_;
    return Saying{fmt::format("too many elements: a config has at most {}, this one has {}; from here on they are "
                              "left out, with their rules",
                              kElementsMax, total),
                  fmt::format("at most {} elements", kElementsMax), fmt::format("{} elements", total), ""};
  });
}

// --- names ---

// The last definition of `name` above this line, else the first below it; empty if there is none.
std::optional<std::uint8_t> SandjsReader::find(string_view name) const {
  const auto entry = indices_.find(name);
  if (entry == indices_.end()) return std::nullopt;
  const std::vector<std::uint8_t>& indices = entry->second;
  const auto below = std::partition_point(indices.begin(), indices.end(),
                                          [this](std::uint8_t i) { return ruleset_.elements[i].line < line_.number; });
  return below == indices.begin() ? *below : *(below - 1);
}

bool SandjsReader::repeats_earlier_word(std::size_t word) const {
  const auto same = [&](const Word& other) { return other.text == words_[word].text; };
  return std::any_of(words_.begin() + 1, words_.begin() + static_cast<std::ptrdiff_t>(word), same);
}

// The element that the word names. One diagnostic per unknown name and line; none for elements over the limit.
std::optional<std::uint8_t> SandjsReader::read_element(std::size_t word, Severity severity, string_view consequence) {
  const string_view name = words_[word].text;
  const std::optional<std::uint8_t> index = find(name);
  if (index || left_out_names_.contains(name) || repeats_earlier_word(word)) return index;
  report_.at(severity, line_, words_[word].column, [&] {
    std::string hint = did_you_mean(name, names_);
    if (hint.empty()) hint = fmt::format("define it: cell {} {}", printable(name, kQuoteBytesMax), kColourAndDensity);
    return Saying{fmt::format("unknown element {}; {}", in_quotes(name), consequence), "the name of an element",
                  printable(name), std::move(hint)};
  });
  return std::nullopt;
}

// --- rule A B C D ---

void SandjsReader::read_rule() {
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
  add_rule({*parts[0], *parts[1], *parts[2], *parts[3], line_.number, read_last_probability(1 + kRuleParts.size())});
}

// sand.js reads a file once, from top to bottom. One warning for each element.
void SandjsReader::warn_when_below(std::size_t word, std::uint8_t index) {
  const Element& element = ruleset_.elements[index];
  if (element.line < line_.number || !used_above_.insert(index).second) return;
  report_.at(Severity::warning, line_, words_[word].column, [&] {
    return Saying{fmt::format("element {} is defined below, on line {}; sand.js would stop here",
                              in_quotes(element.name), element.line),
                  "an element defined above", printable(element.name), "move the cell lines to the top"};
  });
}

// After a rule sand.js ignores it.
double SandjsReader::read_last_probability(std::size_t word) {
  constexpr double kAlways = 1.0;
  if (words_.size() <= word || begins_comment(words_[word].text)) return kAlways;
  const std::optional<Number> number = parse_number(words_[word].text);
  if (number && number->whole_word) {
    check_no_more(word + 1);
    return read_number(words_[word], kProbability, Severity::warning).value_or(kAlways);
  }
  report_.at(Severity::warning, line_, words_[word].column, [&] {
    return Saying{fmt::format("{} is ignored: only a probability is allowed here", in_quotes(words_[word].text)),
                  "a number from 0 to 1, or end of line", printable(words_[word].text), "a comment begins with #"};
  });
  return kAlways;
}

void SandjsReader::add_rule(const Reaction& rule) {
  std::size_t& number = rule_of_pair(rule.a, rule.b);
  if (number > 0) report_duplicate_rule(ruleset_.reactions[number - 1], rule);
  ruleset_.reactions.push_back(rule);
  number = ruleset_.reactions.size();
}

void SandjsReader::report_duplicate_rule(const Reaction& older, const Reaction& newer) {
  report_.at(Severity::warning, line_, words_[0].column, [&] {
    const string_view verdict = same_outcome(older, newer) ? "says the same" : "replaces it";
    return Saying{fmt::format("duplicate rule: {} and {} already have a rule on line {}; this one {}",
                              in_quotes(words_[1].text), in_quotes(words_[2].text), older.line, verdict),
                  "one rule for each pair", "a second one", fmt::format("remove this line or line {}", older.line)};
  });
}

void read_sandjs(string_view text, std::span<const ConfigTarget> targets, Ruleset& ruleset, Report& report) {
  SandjsReader(text, targets, ruleset, report).read();
}

// ---- after all lines are read: which elements are liquids and powders, and which pairs have no rule ----

namespace {

constexpr std::array<std::string_view, 34> kPowders = {
    "ash",      "ashes",  "cement", "cinder", "clay", "coal",      "crumb",   "dirt",   "dust",
    "earth",    "flour",  "grain",  "gravel", "grit", "gunpowder", "loam",    "pebble", "pepper",
    "pollen",   "powder", "rice",   "rubble", "salt", "sand",      "sawdust", "scrap",  "seed",
    "shavings", "silt",   "snow",   "soil",   "soot", "stardust",  "sugar"};
constexpr std::array<std::string_view, 16> kLiquids = {"acid",  "beer",   "blood", "brine", "honey", "juice",
                                                       "lava",  "liquid", "magma", "milk",  "oil",   "sea",
                                                       "slime", "soup",   "water", "wine"};

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool ends_word(char c) { return c == '_' || c == '-' || (c >= '0' && c <= '9'); }

// Calls visit(word) with each word of the name, in small letters.
template <class Visit>
void each_word(std::string_view name, Visit visit) {
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) visit(word);
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (ends_word(c) || (is_capital(c) && i > 0 && is_small(name[i - 1]))) end_word();
    if (!ends_word(c)) word += is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  end_word();
}

// In the singular or with an s.
template <std::size_t kCount>
bool is_one_of(const std::array<std::string_view, kCount>& words, std::string_view word) {
  const auto has = [&](std::string_view w) { return std::ranges::find(words, w) != words.end(); };
  return has(word) || (word.ends_with('s') && has(word.substr(0, word.size() - 1)));
}

// True for "sand", "Wet_Sand", "goldDust" and "ash2": the name, or a word of it, is an English word for a powder. Words
// end at _, -, digits and where a capital follows a small letter. False if another word is one for a liquid
// ("salt_water"), and for all names in other languages.
bool names_powder(std::string_view name) {
  bool powder = false, liquid = false;
  each_word(name, [&](const std::string& word) {
    powder = powder || is_one_of(kPowders, word);
    liquid = liquid || is_one_of(kLiquids, word);
  });
  return powder && !liquid;
}

}  // namespace

// The element is denser than the background, and swaps with it.
bool SandjsReader::falls_by_swapping(std::size_t index) {
  const std::size_t rule = rule_of_pair(0, static_cast<std::uint8_t>(index));
  if (rule == 0 || !ruleset_.reactions[rule - 1].is_swap()) return false;
  return ruleset_.elements[index].density_byte > ruleset_.elements[0].density_byte;
}

// In a file without `liquid` lines, liquids are the elements that fall and are lighter than usual powders, except those
// that are marked as powders.
void SandjsReader::guess_liquids() {
  if (ruleset_.marks_liquids) return;
  for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) {
    Element& element = ruleset_.elements[i];
    if (element.powder || !falls_by_swapping(i)) continue;
    element.liquid = element.density_byte < kPowderDensity;
  }
}

// In a file that marks neither liquids nor powders, powders are the elements that fall and have the name of a powder.
// `liquid` stays as guess_liquids() has set it, because all automata but *conserving* go by the density.
void SandjsReader::guess_powders() {
  if (ruleset_.marks_liquids || ruleset_.marks_powders) return;
  for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) {
    Element& element = ruleset_.elements[i];
    element.powder = element.powder_guessed = falls_by_swapping(i) && names_powder(element.name);
  }
}

// Elements of different density meet sooner or later; without a rule both cells vanish. Elements that share a name are
// left out, because the duplicate name is reported already.
void SandjsReader::report_undefined_pairs() {
  const auto target = std::ranges::find(targets_, ruleset_.automaton, &ConfigTarget::name);
  if (target != targets_.end() && !target->needs_rule_for_every_pair) return;
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

Report::Saying SandjsReader::undefined_pairs(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) const {
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
          fmt::format("to keep both unchanged, add: rule {} {} {} {}", a, b, a, b)};
}

}  // namespace repose::config
