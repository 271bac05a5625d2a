// The sand.js dialect: the words that the original does not have.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/readers.hpp"
#include "config/sandjs_reader.hpp"

namespace repose::config {

using std::string_view;

enum class OperandKind { element, number, word };

struct Operand {
  string_view name;
  OperandKind kind;
};

enum class Meaning {
  liquid,
  glow,
  hidden,
  airborne,
  describe,
  friction,
  dissolve,
  is_static,
  automaton,
  faucet,
  drain,
  react,
  decay,
  powder,
  viscosity,
  wander,
  resistance,
  shimmer,
  burst,
  clone,
  when,
  swap,
  group,
  set,
  parameter
};

// A directive that sand.js does not have.
struct Extension {
  string_view word;
  Meaning meaning;
  std::vector<Operand> operands;
};

namespace {

constexpr Quantity kBrightness = {"BRIGHTNESS", 0, 1, false};
constexpr Quantity kColumns = {"COLUMNS", 0, 8, true};  // more than 8, says FastSAB's author, "makes it go crazy"
constexpr Quantity kLooks = {"N", 0, 1'000'000'000, true};
constexpr Quantity kAmount = {"AMOUNT", 0, 1, false};

// Lines that can be understood only after all others.
bool is_late(Meaning meaning) {
  return meaning == Meaning::clone || meaning == Meaning::when || meaning == Meaning::swap ||
         meaning == Meaning::parameter;
}

// Words that accept the name of a group too, and then are about all its elements.
bool is_for_all(Meaning meaning) {
  switch (meaning) {
    case Meaning::liquid:
    case Meaning::powder:
    case Meaning::glow:
    case Meaning::viscosity:
    case Meaning::wander:
    case Meaning::resistance:
    case Meaning::shimmer:
    case Meaning::hidden:
    case Meaning::airborne:
    case Meaning::react: return true;
    default: return false;
  }
}

const std::vector<Extension>& extensions() {
  constexpr Operand kName = {"NAME", OperandKind::element}, kInto = {"INTO", OperandKind::element};
  constexpr Operand kChance = {"PROBABILITY", OperandKind::number};
  static const std::vector<Extension> all = {
      {"liquid", Meaning::liquid, {kName}},
      {"glow", Meaning::glow, {kName, {"BRIGHTNESS", OperandKind::number}}},
      {"hidden", Meaning::hidden, {kName}},
      {"airborne", Meaning::airborne, {kName}},
      {"describe", Meaning::describe, {kName, {"TEXT", OperandKind::word}}},
      {"friction", Meaning::friction, {kName, {"COLUMNS", OperandKind::number}}},
      {"dissolve",
       Meaning::dissolve,
       {{"DISSOLVER", OperandKind::element}, {"VICTIM", OperandKind::element}, {"N", OperandKind::number}}},
      {"static", Meaning::is_static, {kName}},
      {"automaton", Meaning::automaton, {{"AUTOMATON", OperandKind::word}}},
      {"faucet", Meaning::faucet, {kName, {"EMITS", OperandKind::element}}},
      {"drain", Meaning::drain, {kName}},
      {"react", Meaning::react, {kName}},
      {"decay", Meaning::decay, {kName, kInto, kChance}},
      {"powder", Meaning::powder, {kName}},
      {"viscosity", Meaning::viscosity, {kName, kChance}},
      {"wander", Meaning::wander, {kName, kChance}},
      {"resistance", Meaning::resistance, {kName, kChance}},
      {"shimmer", Meaning::shimmer, {kName, {"AMOUNT", OperandKind::number}}},
      {"burst", Meaning::burst, {kName, {"RADIUS", OperandKind::number}, kInto}},
      {"clone", Meaning::clone, {kName}},
      {"when", Meaning::when, {}},  // these five read their words themselves
      {"swap", Meaning::swap, {}},
      {"group", Meaning::group, {}},
      {"set", Meaning::set, {}},
      {"parameter", Meaning::parameter, {}},
  };
  return all;
}

const Extension* extension_of(string_view word) {
  const auto& all = extensions();
  const auto found = std::ranges::find(all, word, &Extension::word);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

std::vector<string_view> sandjs_directives() {
  std::vector<string_view> words = {"cell", "rule"};
  for (const Extension& extension : extensions()) words.push_back(extension.word);
  return words;
}

void SandjsReader::read_other() {
  const string_view word = words_[0].text;
  if (word == "rule") return read_rule();
  const Extension* const extension = extension_of(word);
  if (extension == nullptr) return report_unknown_directive();
  if (is_late(extension->meaning)) return late_lines_.push_back(line_);
  read_extension(*extension);
}

void SandjsReader::read_late() { read_extension(*extension_of(words_[0].text)); }

void SandjsReader::report_unknown_directive() {
  report_.at(Severity::warning, line_, words_[0].column, [&] {
    const std::vector<string_view> known = sandjs_directives();
    std::string hint = did_you_mean(words_[0].text, {known.begin(), known.end()});
    if (hint.empty()) hint = "a comment begins with #";
    return Saying{fmt::format("unknown directive {}; the line is ignored", in_quotes(words_[0].text)),
                  "cell, rule or another directive", printable(words_[0].text), std::move(hint)};
  });
}

void SandjsReader::read_extension(const Extension& extension) {
  const std::vector<Operand>& operands = extension.operands;
  const auto is_value = [&](std::size_t i, string_view word) {
    return operands[i].kind == OperandKind::element && elements_named(word).has_value();
  };
  const std::size_t given = count_values(operands.size(), is_value);
  if (given < operands.size()) {
    std::vector<string_view> parts;
    for (const Operand& operand : operands) parts.push_back(operand.name);
    return report_missing(Severity::warning, parts, given, "; the line is ignored");
  }
  if (is_for_all(extension.meaning)) {
    const auto elements = elements_named(words_[1].text);
    return elements ? use_for_all(extension, *elements) : report_unknown_name(1, "the line is ignored");
  }
  std::vector<std::uint8_t> named;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].kind != OperandKind::element) continue;
    const std::optional<std::uint8_t> index = read_element(i + 1, Severity::warning, "the line is ignored");
    if (!index) return;
    named.push_back(*index);
  }
  use_extension(extension, named);
}

// Words that say one thing about each of the elements.
void SandjsReader::use_for_all(const Extension& extension, const std::vector<std::uint8_t>& elements) {
  switch (extension.meaning) {
    case Meaning::liquid: return mark_kind(elements, false);
    case Meaning::powder: return mark_kind(elements, true);
    case Meaning::glow: return read_share(elements, &Element::glow, kBrightness);
    case Meaning::viscosity: return read_share(elements, &Element::viscosity, kProbability);
    case Meaning::wander: return read_share(elements, &Element::wander, kProbability);
    case Meaning::resistance: return read_share(elements, &Element::resistance, kProbability);
    case Meaning::shimmer: return read_share(elements, &Element::shimmer, kAmount);
    case Meaning::hidden: return mark(elements, &Element::hidden);
    case Meaning::airborne: return mark(elements, &Element::airborne);
    case Meaning::react: return mark(elements, &Element::reacts_anywhere);
    default: return;
  }
}

// `named`: the elements among the operands, in order.
void SandjsReader::use_extension(const Extension& extension, const std::vector<std::uint8_t>& named) {
  Element* element = named.empty() ? nullptr : &ruleset_.elements[named[0]];
  switch (extension.meaning) {
    case Meaning::describe: return read_description(*element);
    case Meaning::friction: return read_friction(*element);
    case Meaning::dissolve: return read_dissolve(named[0], named[1]);
    case Meaning::is_static: element->is_static = true; return check_no_more(2);
    case Meaning::automaton: return read_automaton();
    case Meaning::faucet: element->emits = named[1]; return check_no_more(3);
    case Meaning::drain: element->drain = true; return check_no_more(2);
    case Meaning::decay: return read_decay(named[0], named[1]);
    case Meaning::burst: return read_burst(named[0], named[1]);
    case Meaning::clone: return read_clone(named[0]);
    case Meaning::when: return read_when();
    case Meaning::swap: return read_swap();
    case Meaning::group: return read_group(false);
    case Meaning::set: return read_group(true);
    case Meaning::parameter: return read_parameter();
    default: return;  // use_for_all() has read the others
  }
}

void SandjsReader::mark(const std::vector<std::uint8_t>& elements, bool Element::*flag) {
  for (const std::uint8_t element : elements) ruleset_.elements[element].*flag = true;
  check_no_more(2);
}

// The last line for an element counts.
void SandjsReader::mark_kind(const std::vector<std::uint8_t>& elements, bool powder) {
  for (const std::uint8_t element : elements) {
    ruleset_.elements[element].liquid = !powder;
    ruleset_.elements[element].powder = powder;
  }
  (powder ? ruleset_.marks_powders : ruleset_.marks_liquids) = true;
  check_no_more(2);
}

template <class Share>
void SandjsReader::read_share(const std::vector<std::uint8_t>& elements, Share Element::*share,
                              const Quantity& quantity) {
  const std::optional<double> value = read_number(words_[2], quantity, Severity::warning);
  if (!value) return;
  for (const std::uint8_t element : elements) ruleset_.elements[element].*share = static_cast<Share>(*value);
  check_no_more(3);
}

void SandjsReader::read_description(Element& element) {
  constexpr std::size_t kDescriptionBytesMax = 400;  // a tooltip of this length is full
  element.description = printable(rest_of_line(line_.text, words_[2].column), kDescriptionBytesMax);
}

void SandjsReader::read_friction(Element& element) {
  const std::optional<double> columns = read_number(words_[2], kColumns, Severity::warning);
  if (!columns) return;
  element.friction = static_cast<std::uint8_t>(*columns);
  check_no_more(3);
}

// The last line for a pair counts.
void SandjsReader::read_dissolve(std::uint8_t dissolver, std::uint8_t victim) {
  const std::optional<double> n = read_number(words_[3], kLooks, Severity::warning);
  if (!n) return;
  check_no_more(4);
  std::size_t& number = dissolving_of_pair_[dissolver * kElementsMax + victim];
  if (number == 0) {
    ruleset_.dissolvings.push_back({dissolver, victim});
    number = ruleset_.dissolvings.size();
  }
  Dissolving& dissolving = ruleset_.dissolvings[number - 1];
  dissolving.n = static_cast<std::uint32_t>(*n);  // 0 means never; removed at the end
  dissolving.line = line_.number;
}

void SandjsReader::read_automaton() {
  check_no_more(2);
  if (std::ranges::find(targets_, words_[1].text, &ConfigTarget::name) != targets_.end()) {
    ruleset_.automaton = words_[1].text;
    return;
  }
  report_.at(Severity::warning, line_, words_[1].column, [&] {
    std::vector<std::string> known;
    for (const ConfigTarget& target : targets_) known.push_back(target.name);
    std::string hint = did_you_mean(words_[1].text, known);
    if (hint.empty() && !known.empty()) hint = fmt::format("there are {}", listing({known.begin(), known.end()}));
    return Saying{fmt::format("unknown automaton {}; the line is ignored", in_quotes(words_[1].text)),
                  "the name of an automaton", printable(words_[1].text), std::move(hint)};
  });
}

// The last line for an element counts.
void SandjsReader::read_decay(std::uint8_t element, std::uint8_t into) {
  const std::optional<double> probability = read_number(words_[3], kProbability, Severity::warning);
  if (!probability) return;
  check_no_more(4);
  std::erase_if(ruleset_.decays, [element](const Decay& older) { return older.element == element; });
  ruleset_.decays.push_back({element, *probability, std::nullopt, {{kProductSlots, into, 0}}, line_.number});
}

namespace {

constexpr Quantity kRadius = {"RADIUS", 0, kBurstRadiusMax, true};
constexpr std::array<string_view, 6> kWhenParts = {"A", "touches", "B", "becomes", "C", "D"};
constexpr string_view kWhenForm = "the form is: when A touches B becomes C D";
constexpr string_view kAll = "all";

}  // namespace

// The last line for an element counts.
void SandjsReader::read_burst(std::uint8_t element, std::uint8_t into) {
  const std::optional<double> radius = read_number(words_[2], kRadius, Severity::warning);
  if (!radius) return;
  const double probability = read_last_probability(4);
  std::erase_if(ruleset_.bursts, [element](const Burst& older) { return older.element == element; });
  ruleset_.bursts.push_back({element, static_cast<int>(*radius), into, probability, line_.number});
}

void SandjsReader::read_clone(std::uint8_t element) {
  check_no_more(2);
  if (element == 0) {
    return report_.at(Severity::warning, line_, words_[1].column, [&] {
      return Saying{
          fmt::format("{} is the background, which cannot be a clone; the line is ignored", in_quotes(words_[1].text)),
          "another element", printable(words_[1].text), ""};
    });
  }
  if (ruleset_.elements[element].clone) return;
  ruleset_.elements[element].clone = true;
  clone_lines_.push_back({element, line_});
}

// ---- when A touches B becomes C D [PROBABILITY] ----

void SandjsReader::read_when() {
  if (!has_form_of_when()) return;
  const std::optional<WhenSide> a = read_side(1), b = read_side(3);
  if (!a || !b) return;
  WhenLine line = {*a, *b, {}, {}, 1.0, line_};
  const std::optional<WhenProduct> c = read_product(5, line), d = read_product(6, line);
  if (!c || !d) return;
  line.c = *c;
  line.d = *d;
  line.probability = read_last_probability(1 + kWhenParts.size());
  add_when(line);
}

// ---- swap A B ----

// As a `rule A B B A` for every pair: the denser one sinks.
void SandjsReader::read_swap() {
  constexpr std::array<string_view, 2> kParts = {"A", "B"};
  const auto is_name = [this](std::size_t, string_view word) { return side_named(word).has_value(); };
  const std::size_t given = count_values(kParts.size(), is_name);
  if (given < kParts.size()) return report_missing(Severity::warning, kParts, given, "; the line is ignored");
  const std::optional<WhenSide> a = read_side(1), b = read_side(2);
  if (!a || !b) return;
  check_no_more(1 + kParts.size());
  constexpr WhenProduct kFirst = {WhenProduct::From::first, 0}, kSecond = {WhenProduct::From::second, 0};
  add_when({*a, *b, kSecond, kFirst, 1.0, line_, false});
}

bool SandjsReader::has_form_of_when() {
  const auto is_name = [this](std::size_t, string_view word) { return side_named(word).has_value(); };
  const std::size_t given = count_values(kWhenParts.size(), is_name);
  for (const std::size_t word : {2u, 4u}) {
    const string_view wanted = kWhenParts[word - 1];
    if (given < word || words_[word].text == wanted) continue;
    report_.at(Severity::warning, line_, words_[word].column, [&] {
      return Saying{fmt::format("{} must be '{}'; the line is ignored", in_quotes(words_[word].text), wanted),
                    std::string(wanted), printable(words_[word].text), std::string(kWhenForm)};
    });
    return false;
  }
  if (given < kWhenParts.size()) report_missing(Severity::warning, kWhenParts, given, "; the line is ignored");
  return given == kWhenParts.size();
}

// An element goes before a group of that name, and both go before `all`.
std::optional<WhenSide> SandjsReader::side_named(string_view word) const {
  if (const auto element = find(word)) return WhenSide{WhenSide::Kind::element, *element};
  if (const auto group = groups_.find(word); group != groups_.end())
    return WhenSide{WhenSide::Kind::group, group->second};
  if (word == kAll) return WhenSide{WhenSide::Kind::all, 0};
  return std::nullopt;
}

std::optional<WhenSide> SandjsReader::read_side(std::size_t word) {
  const string_view name = words_[word].text;
  const std::optional<WhenSide> side = side_named(name);
  if (!side) report_unknown_name(word, "the line is ignored", kAll);
  return side;
}

// `all`: a third possibility besides elements and groups; may be empty.
void SandjsReader::report_unknown_name(std::size_t word, string_view consequence, string_view all) {
  const string_view name = words_[word].text;
  if (left_out_names_.contains(name) || repeats_earlier_word(word)) return;
  report_.at(Severity::warning, line_, words_[word].column, [&] {
    std::vector<std::string> known = names_;
    for (const auto& group : groups_) known.emplace_back(group.first);
    std::ranges::sort(known);  // the order of a map must not decide which hint is given
    if (!all.empty()) known.emplace_back(all);
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) {
      const std::string shown = printable(name, kQuoteBytesMax);
      hint = fmt::format("define it: cell {} RED GREEN BLUE DENSITY, or {}group {} ELEMENT", shown,
                         all.empty() ? "above this line " : "", shown);
    }
    const string_view expected =
        all.empty() ? "the name of an element or group" : "the name of an element or group, or all";
    return Saying{fmt::format("unknown element or group {}; {}", in_quotes(name), consequence), std::string(expected),
                  printable(name), std::move(hint)};
  });
}

// The name of an element, or the group or `all` of this line, which stands for the element that was there.
std::optional<WhenProduct> SandjsReader::read_product(std::size_t word, const WhenLine& line) {
  const std::optional<WhenSide> side = read_side(word);
  if (!side) return std::nullopt;
  if (side->kind == WhenSide::Kind::element)
    return WhenProduct{WhenProduct::From::named, static_cast<std::uint8_t>(side->index)};
  const auto is = [&](const WhenSide& other) { return other.kind == side->kind && other.index == side->index; };
  constexpr std::size_t kSecondProduct = 6;
  if (is(line.b) && (word == kSecondProduct || !is(line.a))) return WhenProduct{WhenProduct::From::second, 0};
  if (is(line.a)) return WhenProduct{WhenProduct::From::first, 0};
  report_no_product(word, *side);
  return std::nullopt;
}

void SandjsReader::report_no_product(std::size_t word, const WhenSide& side) {
  report_.at(Severity::warning, line_, words_[word].column, [&] {
    const string_view what = side.kind == WhenSide::Kind::all ? "all elements" : "a group";
    return Saying{fmt::format("{} means {}, but a cell becomes one element; the line is ignored",
                              in_quotes(words_[word].text), what),
                  "the name of an element", printable(words_[word].text),
                  "a group or all may stand here only if A or B is the same word: then the cell stays what it is"};
  });
}

void SandjsReader::add_when(const WhenLine& line) {
  const int older = when_.add(line);
  if (older == 0) return;
  report_.at(Severity::warning, line_, words_[0].column, [&] {
    return Saying{fmt::format("duplicate {}: {} and {} are already on line {}; this one replaces it", words_[0].text,
                              in_quotes(words_[1].text), in_quotes(words_[line.anywhere ? 3 : 2].text), older),
                  "one line for each pair", "a second one", fmt::format("remove this line or line {}", older)};
  });
}

// ---- group NAME ELEMENT..., set NAME ELEMENT... ----

// Adds the elements of this line to its group.
void SandjsReader::read_group(bool hidden) {
  constexpr std::array<string_view, 2> kParts = {"NAME", "ELEMENT"};
  constexpr std::size_t kGroupWordsMax = 2 + kElementsMax;
  split_words(line_.text, words_, kGroupWordsMax);
  const auto is_member = [this](std::size_t, string_view word) { return elements_named(word).has_value(); };
  const std::size_t given = count_values(words_.size(), is_member);
  if (given < kParts.size()) return report_missing(Severity::warning, kParts, given, "; the line is ignored");
  Group* const group = group_of_line(hidden);
  if (group == nullptr) return;
  for (std::size_t word = 2; word <= given; ++word) {
    const auto members = elements_named(words_[word].text);
    if (!members) report_unknown_name(word, "it is left out");
    for (const std::uint8_t member : members.value_or(std::vector<std::uint8_t>{})) {
      if (std::ranges::find(group->members, member) == group->members.end()) group->members.push_back(member);
    }
  }
}

// An element, or the members that a group has so far. Empty if there is neither.
std::optional<std::vector<std::uint8_t>> SandjsReader::elements_named(string_view word) const {
  if (const auto element = find(word)) return std::vector{*element};
  if (const auto group = groups_.find(word); group != groups_.end()) return ruleset_.groups[group->second].members;
  return std::nullopt;
}

// Null, with a warning, if there are too many.
Group* SandjsReader::group_of_line(bool hidden) {
  const string_view name = words_[1].text;
  if (const auto known = groups_.find(name); known != groups_.end()) return &ruleset_.groups[known->second];
  if (groups_.size() == kGroupsMax) {
    report_.at(Severity::warning, line_, words_[0].column, [] {
      return Saying{fmt::format("too many groups: at most {} are read", kGroupsMax),
                    fmt::format("at most {}", kGroupsMax), "more", ""};
    });
    return nullptr;
  }
  groups_.emplace(name, ruleset_.groups.size());
  return &ruleset_.groups.emplace_back(Group{shown_name(name), {}, hidden});
}

// ---- parameter NAME VALUE ----

// The last line for a parameter counts.
void SandjsReader::read_parameter() {
  constexpr std::array<string_view, 2> kParts = {"NAME", "VALUE"};
  const std::size_t given = count_values(kParts.size(), [](std::size_t, string_view) { return false; });
  if (given < kParts.size()) return report_missing(Severity::warning, kParts, given, "; the line is ignored");
  const auto target = std::ranges::find(targets_, ruleset_.automaton, &ConfigTarget::name);
  if (target == targets_.end()) {
    return report_.at(Severity::warning, line_, words_[0].column, [] {
      return Saying{"'parameter' needs to know the automaton; the line is ignored", "a line 'automaton NAME'", "none",
                    "add a line: automaton conserving"};
    });
  }
  const auto parameter = std::ranges::find(target->parameters, words_[1].text, &ConfigParameter::name);
  if (parameter == target->parameters.end()) return report_unknown_parameter(*target);
  const std::optional<double> value = read_parameter_value(*parameter);
  if (!value) return;
  check_no_more(1 + kParts.size());
  std::erase_if(ruleset_.parameters, [&](const auto& older) { return older.first == parameter->name; });
  ruleset_.parameters.emplace_back(parameter->name, *value);
}

void SandjsReader::report_unknown_parameter(const ConfigTarget& target) {
  report_.at(Severity::warning, line_, words_[1].column, [&] {
    std::vector<std::string> known;
    for (const ConfigParameter& parameter : target.parameters) known.push_back(parameter.name);
    std::string hint = did_you_mean(words_[1].text, known);
    if (hint.empty() && known.empty()) hint = fmt::format("{} has no parameters", target.name);
    if (hint.empty()) hint = fmt::format("{} has {}", target.name, listing({known.begin(), known.end()}));
    return Saying{
        fmt::format("unknown parameter {} of {}; the line is ignored", in_quotes(words_[1].text), target.name),
        "the name of a parameter", printable(words_[1].text), std::move(hint)};
  });
}

std::optional<double> SandjsReader::read_parameter_value(const ConfigParameter& parameter) {
  const Word& word = words_[2];
  const auto named = std::ranges::find(parameter.choice_names, word.text);
  if (named != parameter.choice_names.end())
    return parameter.choices[static_cast<std::size_t>(named - parameter.choice_names.begin())];
  if (!parameter.choice_names.empty() && !parse_number(word.text)) {
    report_.at(Severity::warning, line_, word.column, [&] {
      const std::string names = fmt::format("one of {}", fmt::join(parameter.choice_names, ", "));
      return Saying{
          fmt::format("{} must be {}, but is {}; the line is ignored", parameter.name, names, in_quotes(word.text)),
          names, printable(word.text), did_you_mean(word.text, parameter.choice_names)};
    });
    return std::nullopt;
  }
  const Quantity quantity = {parameter.name, parameter.minimum, parameter.maximum, parameter.whole};
  const std::optional<double> value = read_number(word, quantity, Severity::warning);
  if (!value || parameter.choices.empty()) return value;
  const auto distance = [&](double choice) { return std::abs(choice - *value); };
  const double nearest = *std::ranges::min_element(parameter.choices, {}, distance);
  if (nearest == *value) return value;
  report_.at(Severity::warning, line_, word.column, [&] {
    return Saying{fmt::format("number out of range: {} must be one of {}, but is {}; {} is used", parameter.name,
                              fmt::join(parameter.choices, ", "), in_quotes(word.text), nearest),
                  fmt::format("one of {}", fmt::join(parameter.choices, ", ")), printable(word.text), ""};
  });
  return nearest;
}

}  // namespace repose::config
