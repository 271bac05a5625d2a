// The sand.js dialect: the words that the original does not have.
#include <fmt/format.h>

#include <algorithm>

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

// Words that take the name of a group too, and then are about all its elements.
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

}  // namespace repose::config
