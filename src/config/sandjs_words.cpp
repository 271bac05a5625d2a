// The words of the sand.js dialect: the table of all, and how those are read that the original does not have.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "config/readers.hpp"
#include "config/sandjs_reader.hpp"

namespace repose::config {

using std::string_view;

namespace {

template <auto Share>
double share_of(const Element& element) {
  return static_cast<double>(element.*Share);
}

}  // namespace

const std::vector<SandjsReader::Row>& SandjsReader::rows() {
  using Kind = ConfigOperand::Kind;
  static constexpr ConfigOperand kName = {"NAME", Kind::element}, kElements = {"NAME", Kind::elements};
  static constexpr ConfigOperand kInto = {"INTO", Kind::element};
  static constexpr ConfigOperand kMembers = {.name = "ELEMENT", .kind = Kind::member, .repeats = true};
  static constexpr ConfigOperand kMaybe = {.name = "PROBABILITY", .kind = Kind::number, .optional = true};
  static constexpr ConfigOperand kChance = kProbability, kDensity = {"DENSITY", Kind::number};
  static constexpr ConfigOperand kRed = {"RED", Kind::number, 0, 255, true},
                                 kGreen = {"GREEN", Kind::number, 0, 255, true},
                                 kBlue = {"BLUE", Kind::number, 0, 255, true};
  static constexpr ConfigOperand kRadius = {"RADIUS", Kind::number, 0, kBurstRadiusMax, true};
  // More than 8, says FastSAB's author, "makes it go crazy".
  static constexpr ConfigOperand kColumns = {"COLUMNS", Kind::number, 0, 8, true};
  static const std::vector<Row> all = {
      {{"cell",
        {{"NAME", Kind::new_element}, kRed, kGreen, kBlue, kDensity},
        false,
        "",
        "",
        nullptr,
        "an element",
        "all"},
       nullptr},
      {{"rule",
        {{"A", Kind::element}, {"B", Kind::element}, {"C", Kind::element}, {"D", Kind::element}, kMaybe},
        false,
        "",
        "",
        nullptr,
        "A meets B: they become C and D",
        "*density*, *conserving*, *elements*; the probability: *conserving*"},
       nullptr},
      {{"liquid",
        {kElements},
        false,
        "",
        "",
        nullptr,
        "is a liquid: its looks, and how far it flows",
        "looks, *conserving*, *fastsab*, *tiles*"},
       &SandjsReader::mark_liquids},
      {{"glow",
        {kElements, {"BRIGHTNESS", Kind::number}},
        false,
        "",
        "",
        share_of<&Element::glow>,
        "gives off light on the screen, 0 to 1",
        "looks"},
       &SandjsReader::read_share<&Element::glow>},
      {{"hidden",
        {kElements},
        false,
        "",
        "",
        nullptr,
        "is not in the palette; for stages such as `fire2`",
        "the palette"},
       &SandjsReader::mark<&Element::hidden>},
      {{"airborne",
        {kElements},
        false,
        "",
        "",
        nullptr,
        "the brush paints it only into the background and over other airborne elements that are not hidden: fire "
        "lights a house instead of wiping it out",
        "the brush"},
       &SandjsReader::mark<&Element::airborne>},
      {{"describe",
        {kName, {"TEXT", Kind::text}},
        false,
        "",
        "",
        nullptr,
        "the tooltip: the rest of the line, at most 400 bytes",
        "the palette"},
       &SandjsReader::read_description},
      {{"friction",
        {kName, kColumns},
        false,
        "",
        "",
        nullptr,
        "how many columns a grain slides in one move, 0 to 8; 0 only falls",
        "*fastsab*"},
       &SandjsReader::read_friction},
      {{"dissolve",
        {{"DISSOLVER", Kind::element}, {"VICTIM", Kind::element}, {"N", Kind::number, 0, 1e9, true}},
        false,
        "",
        "",
        nullptr,
        "each time DISSOLVER checks a VICTIM beside it, the VICTIM vanishes with probability 1/N; 0 is never",
        "*fastsab*"},
       &SandjsReader::read_dissolve},
      {{"static",
        {kName},
        false,
        "",
        "",
        nullptr,
        "paints the wall plane: never moves and never dissolves",
        "*fastsab*, *tiles*"},
       &SandjsReader::mark<&Element::is_static>},
      {{"automaton",
        {{"AUTOMATON", Kind::automaton}},
        false,
        "",
        "",
        nullptr,
        "the automaton that this config is made for: opening the config starts it",
        "app and command line"},
       &SandjsReader::read_automaton},
      {{"faucet",
        {kName, {"EMITS", Kind::element}},
        false,
        "",
        "",
        nullptr,
        "never moves, and puts EMITS into the empty cell below itself",
        "*tiles*, *water*, *sandpile*"},
       &SandjsReader::read_faucet},
      {{"drain",
        {kName},
        false,
        "",
        "",
        nullptr,
        "never moves, and removes what touches it",
        "*tiles*, *water*, *sandpile*"},
       &SandjsReader::mark<&Element::drain>},
      {{"react",
        {kElements},
        false,
        "React",
        "Its rules act in all directions, whatever the densities.",
        nullptr,
        "its rules act in all directions, whatever the densities: fire beside wood",
        "*conserving*"},
       &SandjsReader::mark<&Element::reacts_anywhere>},
      {{"decay",
        {kName, kInto, kChance},
        false,
        "",
        "",
        nullptr,
        "turns into INTO by itself, with that probability a step",
        "*conserving*"},
       &SandjsReader::read_decay},
      {{"powder",
        {kElements},
        false,
        "Powder",
        "Heaps up. In a file that marks neither powders nor liquids, English names such as sand are powders.",
        nullptr,
        "is a powder, which piles up, and not a liquid",
        "*conserving*"},
       &SandjsReader::mark_powders},
      {{"shimmer",
        {kElements, {"AMOUNT", Kind::number}},
        false,
        "Shimmer",
        "How much its colour flickers on the screen.",
        share_of<&Element::shimmer>,
        "its colour flickers on the screen, 0 to 1: while steps are computed, each cell becomes lighter and darker in "
        "turn, at 1 by up to a quarter of full brightness",
        "looks (*Grain on powders*)"},
       &SandjsReader::read_share<&Element::shimmer>},
      {{"viscosity",
        {kElements, kChance},
        false,
        "Flow",
        "Word: viscosity. The chance that it flows in a pass: water 1, honey little.",
        share_of<&Element::viscosity>,
        "how readily a liquid flows: the chance in a pass, 1 without the word",
        "*conserving*"},
       &SandjsReader::read_share<&Element::viscosity>},
      {{"wander",
        {kElements, kChance},
        false,
        "Wander",
        "The chance in a step that it changes places with a neighbour.",
        share_of<&Element::wander>,
        "the chance in a step to change places with a neighbour",
        "*conserving*"},
       &SandjsReader::read_share<&Element::wander>},
      {{"resistance",
        {kElements, kChance},
        false,
        "Resistance",
        "The chance that it withstands a burst. Walls always do.",
        share_of<&Element::resistance>,
        "the chance to withstand a burst; 0 without the word, 1 for walls",
        "*conserving*"},
       &SandjsReader::read_share<&Element::resistance>},
      {{"burst",
        {kName, kRadius, kInto, kMaybe},
        false,
        "Burst",
        "Explodes by itself: the cells around it become another element.",
        nullptr,
        "explodes by itself, with that probability a step, 1 without it: it and the cells up to RADIUS away, 0 to 24, "
        "become INTO, and loose cells around fly outward",
        "*conserving*"},
       &SandjsReader::read_burst},
      {{"clone",
        {kName},
        true,
        "Clone",
        "Takes on the first liquid or powder that touches it, and pours it.",
        nullptr,
        "becomes a source of the first liquid or powder that touches it",
        "*conserving*"},
       &SandjsReader::read_clone},
      {{"when",
        {{"A", Kind::side},
         {"touches", Kind::fixed},
         {"B", Kind::side},
         {"becomes", Kind::fixed},
         {"C", Kind::side},
         {"D", Kind::side},
         kMaybe},
        true,
        "",
        "",
        nullptr,
        "A beside B, in any direction: they become C and D; A and B may be groups or `all`",
        "*conserving*"},
       &SandjsReader::read_when},
      {{"swap",
        {{"A", Kind::side}, {"B", Kind::side}},
        true,
        "",
        "",
        nullptr,
        "A and B swap, as by `rule A B B A`: the denser one sinks; A and B may be groups or `all`, and then all pairs "
        "of them swap",
        "*density*, *conserving*, *elements*"},
       &SandjsReader::read_swap},
      {{"group",
        {{"NAME", Kind::new_group}, kMembers},
        false,
        "",
        "",
        nullptr,
        "a tab of the palette, and a name for lines about all its members, which may be groups too; more lines with "
        "one name add members",
        "the palette; lines that name it"},
       &SandjsReader::read_group<false>},
      {{"set",
        {{"NAME", Kind::new_group}, kMembers},
        false,
        "",
        "",
        nullptr,
        "as `group`, without a tab: only a name",
        "lines that name it"},
       &SandjsReader::read_group<true>},
      {{"parameter",
        {{"NAME", Kind::parameter}, {"VALUE", Kind::value}},
        true,
        "",
        "",
        nullptr,
        "sets a parameter of the automaton of the `automaton` line, by a number or the [name of a "
        "choice](automata.md#borders): `parameter side_borders wrap`",
        "app and command line"},
       &SandjsReader::read_parameter},
  };
  return all;
}

std::vector<ConfigWord> SandjsReader::words() {
  std::vector<ConfigWord> words;
  for (const Row& row : rows()) words.push_back(row.word);
  return words;
}

const SandjsReader::Row* SandjsReader::row_of(string_view word) {
  const auto& all = rows();
  const auto found = std::ranges::find(all, word, [](const Row& row) { return row.word.word; });
  return found == all.end() ? nullptr : &*found;
}

void SandjsReader::read_other() {
  const string_view word = words_[0].text;
  if (word == "rule") return read_rule();
  const Row* const row = row_of(word);
  if (row == nullptr) return report_unknown_directive();
  if (row->word.late) return late_lines_.push_back(line_);
  read_row(*row);
}

void SandjsReader::report_unknown_directive() {
  report_.at(Severity::warning, line_, words_[0].column, [&] {
    std::vector<std::string> known;
    for (const ConfigWord& row : config_words()) known.emplace_back(row.word);
    std::string hint = did_you_mean(words_[0].text, known);
    if (hint.empty()) hint = "a comment begins with #";
    return Saying{fmt::format("unknown directive {}; the line is ignored", in_quotes(words_[0].text)),
                  "cell, rule or another directive", printable(words_[0].text), std::move(hint)};
  });
}

std::vector<string_view> SandjsReader::parts() const {
  std::vector<string_view> parts;
  for (const ConfigOperand& operand : row_->operands) {
    if (!operand.optional) parts.push_back(operand.name);
  }
  return parts;
}

// Reads the names among the operands and calls the function of the row for the rest. Lines about groups and parameters
// read all their operands themselves.
void SandjsReader::read_row(const Row& row) {
  using Kind = ConfigOperand::Kind;
  row_ = &row.word;
  const std::vector<ConfigOperand>& operands = row_->operands;
  if (row_->has(Kind::side) || row_->has(Kind::new_group) || row_->has(Kind::parameter)) return (this->*row.read)({});
  const std::vector<string_view> wanted = parts();
  const auto is_value = [&](std::size_t i, string_view word) {
    return operands[i].names_element() && elements_named(word).has_value();
  };
  const std::size_t given = count_values(wanted.size(), is_value);
  if (given < wanted.size()) return report_missing(Severity::warning, wanted, given, "; the line is ignored");
  if (operands[0].kind == Kind::elements) {
    const auto elements = elements_named(words_[1].text);
    return elements ? (this->*row.read)(*elements) : report_unknown_name(1, "the line is ignored");
  }
  Named named;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!operands[i].names_element()) continue;
    const std::optional<std::uint8_t> index = read_element(i + 1, Severity::warning, "the line is ignored");
    if (!index) return;
    named.push_back(*index);
  }
  (this->*row.read)(named);
}

template <bool Element::*Flag>
void SandjsReader::mark(const Named& named) {
  for (const std::uint8_t element : named) ruleset_.elements[element].*Flag = true;
  check_no_more(2);
}

// The last line for an element counts.
void SandjsReader::mark_kind(const Named& named, bool powder) {
  for (const std::uint8_t element : named) {
    ruleset_.elements[element].liquid = !powder;
    ruleset_.elements[element].powder = powder;
  }
  (powder ? ruleset_.marks_powders : ruleset_.marks_liquids) = true;
  check_no_more(2);
}

template <auto Share>
void SandjsReader::read_share(const Named& named) {
  const std::optional<double> value = read_number(words_[2], row_->operands[1], Severity::warning);
  if (!value) return;
  for (const std::uint8_t element : named) {
    auto& share = ruleset_.elements[element].*Share;
    share = static_cast<std::remove_reference_t<decltype(share)>>(*value);
  }
  check_no_more(3);
}

void SandjsReader::read_description(const Named& named) {
  constexpr std::size_t kDescriptionBytesMax = 400;  // a tooltip of this length is full
  ruleset_.elements[named[0]].description = printable(rest_of_line(line_.text, words_[2].column), kDescriptionBytesMax);
}

void SandjsReader::read_friction(const Named& named) {
  const std::optional<double> columns = read_number(words_[2], row_->operands[1], Severity::warning);
  if (!columns) return;
  ruleset_.elements[named[0]].friction = static_cast<std::uint8_t>(*columns);
  check_no_more(3);
}

void SandjsReader::read_faucet(const Named& named) {
  ruleset_.elements[named[0]].emits = named[1];
  check_no_more(3);
}

// The last line for a pair counts.
void SandjsReader::read_dissolve(const Named& named) {
  const std::uint8_t dissolver = named[0], victim = named[1];
  const std::optional<double> n = read_number(words_[3], row_->operands[2], Severity::warning);
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

void SandjsReader::read_automaton(const Named&) {
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
void SandjsReader::read_decay(const Named& named) {
  const std::uint8_t element = named[0], into = named[1];
  const std::optional<double> probability = read_number(words_[3], row_->operands[2], Severity::warning);
  if (!probability) return;
  check_no_more(4);
  std::erase_if(ruleset_.decays, [element](const Decay& older) { return older.element == element; });
  ruleset_.decays.push_back({element, *probability, std::nullopt, {{kProductSlots, into, 0}}, line_.number});
}

namespace {

constexpr string_view kWhenForm = "the form is: when A touches B becomes C D";
constexpr string_view kAll = "all";

}  // namespace

// The last line for an element counts.
void SandjsReader::read_burst(const Named& named) {
  const std::uint8_t element = named[0], into = named[1];
  const std::optional<double> radius = read_number(words_[2], row_->operands[1], Severity::warning);
  if (!radius) return;
  const double probability = read_last_probability(4);
  std::erase_if(ruleset_.bursts, [element](const Burst& older) { return older.element == element; });
  ruleset_.bursts.push_back({element, static_cast<int>(*radius), into, probability, line_.number});
}

void SandjsReader::read_clone(const Named& named) {
  const std::uint8_t element = named[0];
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

void SandjsReader::read_when(const Named&) {
  if (!has_form_of_when()) return;
  const std::optional<WhenSide> a = read_side(1), b = read_side(3);
  if (!a || !b) return;
  WhenLine line = {*a, *b, {}, {}, 1.0, line_};
  const std::optional<WhenProduct> c = read_product(5, line), d = read_product(6, line);
  if (!c || !d) return;
  line.c = *c;
  line.d = *d;
  line.probability = read_last_probability(1 + parts().size());
  add_when(line);
}

// ---- swap A B ----

// As a `rule A B B A` for every pair: the denser one sinks.
void SandjsReader::read_swap(const Named&) {
  const std::vector<string_view> wanted = parts();
  const auto is_name = [this](std::size_t, string_view word) { return side_named(word).has_value(); };
  const std::size_t given = count_values(wanted.size(), is_name);
  if (given < wanted.size()) return report_missing(Severity::warning, wanted, given, "; the line is ignored");
  const std::optional<WhenSide> a = read_side(1), b = read_side(2);
  if (!a || !b) return;
  check_no_more(1 + wanted.size());
  constexpr WhenProduct kFirst = {WhenProduct::From::first, 0}, kSecond = {WhenProduct::From::second, 0};
  add_when({*a, *b, kSecond, kFirst, 1.0, line_, false});
}

bool SandjsReader::has_form_of_when() {
  const std::vector<string_view> all = parts();
  const auto is_name = [this](std::size_t, string_view word) { return side_named(word).has_value(); };
  const std::size_t given = count_values(all.size(), is_name);
  for (const std::size_t word : {2u, 4u}) {
    const string_view wanted = row_->operands[word - 1].name;
    if (given < word || words_[word].text == wanted) continue;
    report_.at(Severity::warning, line_, words_[word].column, [&] {
      return Saying{fmt::format("{} must be '{}'; the line is ignored", in_quotes(words_[word].text), wanted),
                    std::string(wanted), printable(words_[word].text), std::string(kWhenForm)};
    });
    return false;
  }
  if (given < all.size()) report_missing(Severity::warning, all, given, "; the line is ignored");
  return given == all.size();
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
template <bool hidden>
void SandjsReader::read_group(const Named&) {
  const std::vector<string_view> wanted = parts();
  constexpr std::size_t kGroupWordsMax = 2 + kElementsMax;
  split_words(line_.text, words_, kGroupWordsMax);
  const auto is_member = [this](std::size_t, string_view word) { return elements_named(word).has_value(); };
  const std::size_t given = count_values(words_.size(), is_member);
  if (given < wanted.size()) return report_missing(Severity::warning, wanted, given, "; the line is ignored");
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
void SandjsReader::read_parameter(const Named&) {
  const std::vector<string_view> wanted = parts();
  const std::size_t given = count_values(wanted.size(), [](std::size_t, string_view) { return false; });
  if (given < wanted.size()) return report_missing(Severity::warning, wanted, given, "; the line is ignored");
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
  check_no_more(1 + wanted.size());
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
  const ConfigOperand number = {parameter.name, ConfigOperand::Kind::number, parameter.minimum, parameter.maximum,
                                parameter.whole};
  const std::optional<double> value = read_number(word, number, Severity::warning);
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

namespace repose {

const ConfigOperand* ConfigWord::operand(std::size_t place) const {
  if (place == 0 || operands.empty()) return nullptr;
  if (place <= operands.size()) return &operands[place - 1];
  return operands.back().repeats ? &operands.back() : nullptr;
}

bool ConfigWord::names_element(std::size_t place) const {
  const ConfigOperand* const found = operand(place);
  return found != nullptr && found->names_element();
}

bool ConfigWord::may_name_groups() const { return std::ranges::any_of(operands, &ConfigOperand::may_be_group); }

bool ConfigWord::has(ConfigOperand::Kind kind) const {
  return std::ranges::find(operands, kind, &ConfigOperand::kind) != operands.end();
}

std::string ConfigWord::manual_row() const {
  const bool is_ours = word != "cell" && word != "rule";
  std::string values;
  for (const ConfigOperand& operand : operands) {
    values += fmt::format("{}{}{}{}{}", values.empty() ? "" : " ", operand.optional ? "[" : "", operand.name,
                          operand.optional ? "]" : "", operand.repeats ? " …" : "");
  }
  return fmt::format("| `{}` | {} | {} | {} | {} |", word, is_ours ? "ours" : "sand.js", values, meaning, used_by);
}

const std::vector<ConfigWord>& config_words() {
  static const std::vector<ConfigWord> all = config::SandjsReader::words();
  return all;
}

const ConfigWord* config_word(std::string_view word) {
  const auto& all = config_words();
  const auto found = std::ranges::find(all, word, &ConfigWord::word);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace repose
