// The sand.js dialect. The grammar, every message and the differences from the original are in docs/configs.md.
//
// Only `cell` and `rule` lines can have errors. The original ignores all other lines, so here they get warnings at
// most: a file that works there opens here without an error.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>

#include "config/readers.hpp"
#include "core/language.hpp"
#include "repose/config_words.hpp"

namespace repose::config {

using std::string_view;

namespace {

// ---- the words of names: which elements are powders ----

constexpr std::array<std::string_view, 34> kPowders = {
    "ash",      "ashes",  "cement", "cinder", "clay", "coal",      "crumb",   "dirt",   "dust",
    "earth",    "flour",  "grain",  "gravel", "grit", "gunpowder", "loam",    "pebble", "pepper",
    "pollen",   "powder", "rice",   "rubble", "salt", "sand",      "sawdust", "scrap",  "seed",
    "shavings", "silt",   "snow",   "soil",   "soot", "stardust",  "sugar"};
constexpr std::array<std::string_view, 16> kLiquids = {"acid",  "beer",   "blood", "brine", "honey", "juice",
                                                       "lava",  "liquid", "magma", "milk",  "oil",   "sea",
                                                       "slime", "soup",   "water", "wine"};

// True for "sand", "Wet_Sand", "goldDust" and "ash2": the name, or a word of it, is an English word for a powder. Words
// end at _, -, digits and where a capital follows a small letter. False if another word is one for a liquid
// ("salt_water"), and for all names in other languages.
bool names_powder(string_view name) {
  bool powder = false, liquid = false;
  std::string word;  // in small letters
  const auto end_word = [&] {
    const auto is_among = [&](const auto& words) {  // in the singular or with an s
      const auto has = [&](string_view w) { return std::ranges::find(words, w) != words.end(); };
      return has(word) || (word.ends_with('s') && has(string_view(word).substr(0, word.size() - 1)));
    };
    powder = powder || is_among(kPowders);
    liquid = liquid || is_among(kLiquids);
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool ends = c == '_' || c == '-' || (c >= '0' && c <= '9'), is_capital = c >= 'A' && c <= 'Z';
    if (ends || (is_capital && i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z')) end_word();
    if (!ends) word += is_capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  end_word();
  return powder && !liquid;
}

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
  // Where A lies: anywhere beside B, whatever the densities; of `swap`, as the densities say; left of B; over B.
  enum class Place : unsigned char { anywhere, by_density, left, over };
  Place place = Place::anywhere;
  bool is_directed() const { return place == Place::left || place == Place::over; }
};

std::size_t pair_index(std::uint8_t a, std::uint8_t b) {
  return std::min(a, b) * std::size_t{kElementsMax} + std::max(a, b);
}

// A number for the pairs about which only one line counts: of lines of a place, ordered pairs.
constexpr std::size_t kPairs = std::size_t{kElementsMax} * kElementsMax, kPlaces = 3;
std::size_t place_index(WhenLine::Place place, std::uint8_t a, std::uint8_t b) {
  if (place == WhenLine::Place::left) return kPairs + a * std::size_t{kElementsMax} + b;
  if (place == WhenLine::Place::over) return 2 * kPairs + a * std::size_t{kElementsMax} + b;
  return pair_index(a, b);
}

constexpr int kNamesBoth = 8;  // the rank of a line with two elements
int rank_of(const WhenLine& line) {
  const int a = static_cast<int>(line.a.kind), b = static_cast<int>(line.b.kind);
  return 3 * std::max(a, b) + std::min(a, b);
}

std::vector<std::uint8_t> members_of(const WhenSide& side, const Ruleset& ruleset) {
  std::vector<std::uint8_t> members;
  if (side.kind == WhenSide::Kind::element) members.push_back(static_cast<std::uint8_t>(side.index));
  if (side.kind == WhenSide::Kind::group) members = ruleset.groups[side.index].members;
  for (std::size_t i = 1; side.kind == WhenSide::Kind::all && i < ruleset.elements.size(); ++i)
    members.push_back(static_cast<std::uint8_t>(i));
  std::ranges::sort(members);
  return members;
}

// All `when` and `swap` lines of a file. For each pair of elements one line counts: the one with the higher rank, and
// of lines with the same rank the later one. A line with an element ranks before a line without one; then one with a
// group before one without. `rule` ranks as a line with two elements. Lines of a place, `left_of` or `above`, count for
// ordered pairs, beside all others and in the same way.
class WhenTable {
 public:
  // Returns the number of the line with the same two sides that this one replaces; 0 if there is none.
  int add(const WhenLine& line) {
    const auto number = [](const WhenSide& side) {
      return static_cast<std::size_t>(side.kind) * std::size_t{kElementsMax} + side.index;
    };
    const std::size_t a = number(line.a), b = number(line.b);
    const auto key = line.is_directed() ? std::tuple(static_cast<std::size_t>(line.place), a, b)
                                        : std::tuple(std::size_t{0}, std::min(a, b), std::max(a, b));
    const auto [place, is_new] = index_of_sides_.try_emplace(key, lines_.size());
    int older = 0;
    if (!is_new) {
      older = lines_[place->second].line.number;
      replaced_[place->second] = true;
      place->second = lines_.size();
    }
    lines_.push_back(line);
    replaced_.push_back(false);
    return older;
  }

  // Adds the reactions to `ruleset`, behind its rules. A warning for every line that counts for no pair, except those
  // that add() has replaced.
  void expand(Ruleset& ruleset, Report& report) {
    // The line of the last rule of each pair, and the line that counts; 0 = none.
    std::vector<int> rule_of_pair(kPlaces * kPairs), line_of_pair(rule_of_pair.size());
    named_both_.assign(rule_of_pair.size(), false);
    for (const Reaction& rule : ruleset.reactions) rule_of_pair[pair_index(rule.a, rule.b)] = rule.line;

    // The lines that are not replaced; each comes before those that count only where it does not.
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!replaced_[i]) order.push_back(i);
    }
    std::ranges::sort(order, [this](std::size_t x, std::size_t y) {
      const int first = rank_of(lines_[x]), second = rank_of(lines_[y]);
      return first != second ? first > second : x > y;
    });

    bool named_pairs_are_done = false;
    std::vector<std::vector<Reaction>> reactions(lines_.size());
    std::vector<std::vector<DirectedReaction>> directed(lines_.size());
    for (const std::size_t i : order) {
      const WhenLine& line = lines_[i];
      const bool names_both = rank_of(line) == kNamesBoth;
      if (names_both) {  // between a rule and such a line the later one decides
        const std::size_t pair =
            place_index(line.place, static_cast<std::uint8_t>(line.a.index), static_cast<std::uint8_t>(line.b.index));
        if (rule_of_pair[pair] > line.line.number) line_of_pair[pair] = rule_of_pair[pair];
        named_both_[pair] = line_of_pair[pair] == 0;
      } else if (!named_pairs_are_done) {
        for (std::size_t pair = 0; pair < rule_of_pair.size(); ++pair) {
          if (line_of_pair[pair] == 0) line_of_pair[pair] = rule_of_pair[pair];
        }
      }
      named_pairs_are_done = !names_both;

      int other_line = 0;  // that has decided one of the pairs of this line
      const std::vector<std::uint8_t> first = members_of(line.a, ruleset), second = members_of(line.b, ruleset);
      for (const std::uint8_t a : first) {
        for (const std::uint8_t b : second) {
          if (a == b) continue;
          int& decided = line_of_pair[place_index(line.place, a, b)];
          if (decided > 0) {
            other_line = decided == line.line.number ? other_line : decided;
            continue;
          }
          decided = line.line.number;
          const std::uint8_t c = line.c.of(a, b), d = line.d.of(a, b);
          const int number = line.line.number;
          if (line.is_directed())
            directed[i].push_back({a, b, c, d, line.place == WhenLine::Place::over, number, line.probability});
          else
            reactions[i].push_back({a, b, c, d, number, line.probability, line.place == WhenLine::Place::anywhere});
        }
      }
      if (!reactions[i].empty() || !directed[i].empty()) continue;
      report.at(Severity::warning, line.line, 0, [&] {
        if (other_line == 0)
          return Report::Saying{tr("no effect: this line is about no two different elements"), "", "", ""};
        return Report::Saying{
            trf("no effect: for each pair of this line another line counts, such as line {}", other_line), "", "",
            tr("a line that names elements counts before one that names groups or all")};
      });
    }
    for (const auto& list : reactions) ruleset.reactions.insert(ruleset.reactions.end(), list.begin(), list.end());
    for (const auto& list : directed) ruleset.directed.insert(ruleset.directed.end(), list.begin(), list.end());
  }

  // Valid after expand(): a line that names both elements decides about them.
  bool names_both(std::uint8_t a, std::uint8_t b) const {
    return !named_both_.empty() && named_both_[pair_index(a, b)];
  }

 private:
  std::vector<WhenLine> lines_;  // in file order
  std::vector<bool> replaced_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t> index_of_sides_;
  std::vector<bool> named_both_;  // by pair
};

// ---- `clone`: one hidden element for every liquid and powder that a clone can pour ----

struct CloneLine {
  std::uint8_t element = 0;
  Line line;
};

// The element that a clone becomes which pours another one. It looks like a mixture of the two.
Element pouring(const Ruleset& ruleset, const CloneLine& clone, std::uint8_t poured) {
  constexpr std::size_t kNameBytesMax = 240;
  const Element& what = ruleset.elements[poured];
  Element element = ruleset.elements[clone.element];
  element.title = fmt::format("{} ({})", repose::shown_name(element), repose::shown_name(what));
  const std::string wish = fmt::format("{}:{}", element.name, what.name).substr(0, kNameBytesMax);
  element.name = wish;
  for (int number = 2; ruleset.find(element.name); ++number) element.name = fmt::format("{}:{}", wish, number);
  const auto mean = [](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>((x + y) / 2); };
  const Color a = element.color, b = what.color;
  element.color = {mean(a.r, b.r), mean(a.g, b.g), mean(a.b, b.b)};
  element.description.clear();
  element.hidden = true;
  element.clone = false;
  element.pours = poured;
  element.line = clone.line.number;
  return element;
}

// The stage reacts as the clone does, without moving, and pours. `own`: numbers of the clone's reactions, from 1; 0 is
// none.
void pour(const CloneLine& clone, std::uint8_t what, std::uint8_t stage, const std::vector<std::size_t>& own,
          Ruleset& ruleset) {
  const auto add_copy = [&](auto& list, auto copied) {  // without what only moves
    if (copied.c == copied.b && copied.d == copied.a) return;
    for (std::uint8_t* const part : {&copied.a, &copied.b, &copied.c, &copied.d}) {
      if (*part == clone.element) *part = stage;
    }
    list.push_back(copied);
  };
  for (const std::size_t number : own) {
    if (number > 0) add_copy(ruleset.reactions, ruleset.reactions[number - 1]);
  }
  ruleset.reactions.push_back({stage, 0, stage, what, clone.line.number, 1.0, true});
  const auto copy_changes = [&](auto& list) {
    for (std::size_t i = 0, count = list.size(); i < count; ++i) {
      if (list[i].element != clone.element) continue;
      list.push_back(list[i]);
      list.back().element = stage;
    }
  };
  copy_changes(ruleset.decays);
  copy_changes(ruleset.bursts);
  for (std::size_t i = 0, count = ruleset.directed.size(); i < count; ++i) {
    const DirectedReaction r = ruleset.directed[i];
    if (r.a == clone.element || r.b == clone.element) add_copy(ruleset.directed, r);
  }
}

// Adds these elements and their reactions behind all others. For all other lines each is the clone. A line of `when`
// that names a clone and what it could pour decides about that pair. If there are too many elements: one error, and no
// change. `clone_lines`: a line for each clone, in file order.
void expand_clones(const std::vector<CloneLine>& clone_lines, const WhenTable& when, Ruleset& ruleset, Report& report) {
  if (clone_lines.empty()) return;
  const std::size_t written_count = ruleset.elements.size();
  // What clones can pour: elements in the palette that are marked as liquids or powders, or denser than the background,
  // and move through the background.
  std::vector<std::uint8_t> poured;
  for (std::size_t i = 1; i < written_count; ++i) {
    const Element& e = ruleset.elements[i];
    const auto index = static_cast<std::uint8_t>(i);
    if (e.hidden || e.clone || e.pours || !moves_through_background(ruleset, index)) continue;
    if (e.liquid || e.powder || e.density_byte > ruleset.elements[0].density_byte) poured.push_back(index);
  }
  const std::size_t needed = written_count + clone_lines.size() * poured.size();
  if (needed > static_cast<std::size_t>(kElementsMax)) {
    return report.at(Severity::error, clone_lines[0].line, 0, [&] {
      return Report::Saying{
          trf("too many elements: a config has at most {}; with one more for every liquid and powder that {} "
              "and other clones can pour, this one needs {}; clones are left out",
              kElementsMax, in_quotes(ruleset.elements[clone_lines[0].element].name), needed),
          fmt::format("at most {} elements", kElementsMax), fmt::format("{} elements", needed),
          tr("hide elements that no clone shall pour")};
    });
  }

  // Numbers of the last reactions of each pair, from 1; 0 = none.
  std::vector<std::size_t> rule_of_pair(kPairs), when_of_pair(kPairs);
  for (std::size_t i = 0; i < ruleset.reactions.size(); ++i) {
    const Reaction& r = ruleset.reactions[i];
    (r.anywhere ? when_of_pair : rule_of_pair)[pair_index(r.a, r.b)] = i + 1;
  }
  auto stage = static_cast<std::uint8_t>(written_count);
  for (const CloneLine& clone : clone_lines) {
    for (const std::uint8_t what : poured) {
      ruleset.elements.push_back(pouring(ruleset, clone, what));
      if (!when.names_both(clone.element, what))
        ruleset.reactions.push_back({clone.element, what, stage, what, clone.line.number, 1.0, true});
      ++stage;
    }
  }
  stage = static_cast<std::uint8_t>(written_count);
  for (const CloneLine& clone : clone_lines) {
    std::vector<std::size_t> own;
    for (std::size_t other = 1; other < written_count; ++other) {
      const std::size_t pair = pair_index(clone.element, static_cast<std::uint8_t>(other));
      if (other != clone.element) own.insert(own.end(), {rule_of_pair[pair], when_of_pair[pair]});
    }
    for (const std::uint8_t what : poured) pour(clone, what, stage++, own, ruleset);
  }
}

// ---- the reader ----

constexpr const char* kRuleLeftOut = text_id("the rule is left out");
constexpr string_view kAll = "all";
constexpr string_view kPlaceWords[] = {"left_of", "right_of", "above", "below"};  // of `when`

NumberRange range_of(const ConfigOperand& operand) {
  return {operand.name, operand.minimum, operand.maximum, operand.whole};
}

template <auto Share>
double share_of(const Element& element) {
  return static_cast<double>(element.*Share);
}

class SandjsReader : DirectiveReader {
 public:
  // A row of repose/config_words.hpp, and the function that reads the lines of its word. `named`: the elements that the
  // operands name, in order; for a group in the first place all its members.
  using Named = std::vector<std::uint8_t>;
  struct Row {
    ConfigWord word;
    void (SandjsReader::*read)(const Named& named);
  };
  static const std::vector<Row>& rows();

  SandjsReader(string_view text, std::span<const ConfigTarget> targets, Ruleset& ruleset, Report& report)
      : DirectiveReader(Dialect::sandjs, report),
        text_(text),
        targets_(targets),
        ruleset_(ruleset),
        rule_of_pair_(kPairs) {}

  void read() {
    each_line([this] {
      if (words_[0].text == "cell") read_cell();
    });
    if (left_out_count_ > 0) report_too_many_elements(first_left_out_, kElementsMax, kElementsMax + left_out_count_);
    each_line([this] {
      if (words_[0].text != "cell") read_other();
    });
    std::erase_if(ruleset_.dissolvings, [](const Dissolving& d) { return d.n == 0; });
    if (ruleset_.elements.empty()) return;
    for (const Line& line : late_lines_) {
      set_line(line, kWordsMax);
      read_row(*row_of(words_[0].text));
    }
    when_.expand(ruleset_, report_);
    for (std::size_t i = 0; i < ruleset_.reactions.size(); ++i) {
      const Reaction& r = ruleset_.reactions[i];
      if (!r.anywhere) rule_of_pair(r.a, r.b) = i + 1;
    }
    guess_liquids_and_powders();
    // After an error a pair may have no rule because its line was left out.
    if (!report_.has_errors()) report_undefined_pairs();
    add_misc_group(ruleset_);
    expand_clones(clone_lines_, when_, ruleset_, report_);
  }

 private:
  // Calls visit() with the line set, for every line that is neither blank nor a comment.
  template <class Visit>
  void each_line(Visit visit) {
    LineReader lines(text_);
    for (Line line; lines.next(line);) {
      set_line(line, kWordsMax);
      if (!words_.empty() && !begins_comment(words_[0].text)) visit();
    }
  }

  // Counts the words after the directive, up to `expected` or to a comment. A word that starts with # is a comment
  // unless `is_value(number, word)`.
  template <class IsValue>
  std::size_t count_values(std::size_t expected, IsValue is_value) const {
    std::size_t count = 0;
    while (count < expected && count + 1 < words_.size() &&
           (!begins_comment(words_[count + 1].text) || is_value(count, words_[count + 1].text))) {
      ++count;
    }
    return count;
  }

  // ---- cell NAME RED GREEN BLUE DENSITY ----

  void read_cell() {
    constexpr std::array<string_view, 5> kParts = {"NAME", "RED", "GREEN", "BLUE", "DENSITY"};
    if (ruleset_.elements.size() == static_cast<std::size_t>(kElementsMax)) {
      if (left_out_count_++ == 0) first_left_out_ = line_;
      if (words_.size() > 1) left_out_names_.insert(words_[1].text);
      return;
    }
    const std::size_t given = count_values(kParts.size(), [](std::size_t part, string_view) { return part == 0; });
    if (given < kParts.size()) report_missing(Severity::error, kParts, given, "");
    if (given == 0) return;

    // Values that are missing or not numbers count as 0, as in sand.js: the element keeps its index and its name.
    const std::vector<ConfigOperand>& operands = config_word("cell")->operands;
    std::array<double, 4> values{};
    for (std::size_t i = 0; i + 1 < given; ++i)
      values[i] = number(i + 2, range_of(operands[i + 1]), Severity::error).value_or(0.0);
    if (given == kParts.size()) check_no_more(1 + kParts.size());

    Element element;
    element.name = shown_name(words_[1].text);
    element.color = {static_cast<std::uint8_t>(values[0]), static_cast<std::uint8_t>(values[1]),
                     static_cast<std::uint8_t>(values[2])};
    element.density = values[3];
    element.density_byte = density_to_byte(values[3]);
    element.line = line_.number;
    std::vector<std::uint8_t>& indices = indices_[words_[1].text];
    if (indices.empty()) {
      names_.emplace_back(words_[1].text);
    } else {
      report_duplicate_name(ruleset_.elements[indices.back()], tr("below, the name means this one"));
    }
    written_names_.push_back(words_[1].text);
    indices.push_back(static_cast<std::uint8_t>(ruleset_.elements.size()));
    ruleset_.elements.push_back(std::move(element));
  }

  // ---- names ----

  // The last definition of `name` above this line, else the first below it; empty if there is none.
  std::optional<std::uint8_t> find(string_view name) const {
    const auto entry = indices_.find(name);
    if (entry == indices_.end()) return std::nullopt;
    const std::vector<std::uint8_t>& indices = entry->second;
    const auto below = std::partition_point(
        indices.begin(), indices.end(), [this](std::uint8_t i) { return ruleset_.elements[i].line < line_.number; });
    return below == indices.begin() ? *below : *(below - 1);
  }

  // The element that the word names. One diagnostic per unknown name and line; none for elements over the limit.
  std::optional<std::uint8_t> read_element(std::size_t word, Severity severity, string_view consequence) {
    const string_view name = words_[word].text;
    const std::optional<std::uint8_t> index = find(name);
    if (!index && !left_out_names_.contains(name) && !repeats_earlier_word(word))
      report_unknown_element(severity, word, consequence, names_);
    return index;
  }

  // An element, or the members that a group has so far. Empty if there is neither.
  std::optional<Named> elements_named(string_view word) const {
    if (const auto element = find(word)) return std::vector{*element};
    if (const auto group = groups_.find(word); group != groups_.end()) return ruleset_.groups[group->second].members;
    return std::nullopt;
  }

  // `all`: a third possibility besides elements and groups; may be empty.
  void report_unknown_name(std::size_t word, string_view consequence, string_view all = {}) {
    const string_view name = words_[word].text;
    if (left_out_names_.contains(name) || repeats_earlier_word(word)) return;
    warn(word, [&] {
      std::vector<std::string> known = names_;
      for (const auto& group : groups_) known.emplace_back(group.first);
      std::ranges::sort(known);  // the order of a map must not decide which hint is given
      if (!all.empty()) known.emplace_back(all);
      std::string hint = did_you_mean(name, known);
      if (hint.empty()) {
        const std::string shown = printable(name, kQuoteBytesMax);
        hint = all.empty()
                   ? trf("define it: cell {} RED GREEN BLUE DENSITY, or above this line group {} ELEMENT", shown, shown)
                   : trf("define it: cell {} RED GREEN BLUE DENSITY, or group {} ELEMENT", shown, shown);
      }
      return Saying{trf("unknown element or group {}; {}", in_quotes(name), consequence),
                    all.empty() ? "the name of an element or group" : "the name of an element or group, or all",
                    printable(name), std::move(hint)};
    });
  }

  // ---- rule A B C D [PROBABILITY] ----

  void read_rule() {
    constexpr std::array<string_view, 4> kParts = {"A", "B", "C", "D"};
    const std::size_t given =
        count_values(kParts.size(), [this](std::size_t, string_view word) { return find(word).has_value(); });
    if (given < kParts.size()) return report_missing(Severity::error, kParts, given, tr(kRuleLeftOut));
    std::array<std::optional<std::uint8_t>, kParts.size()> parts;
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = read_element(i + 1, Severity::error, tr(kRuleLeftOut));
    if (!std::ranges::all_of(parts, [](const auto& part) { return part.has_value(); })) return;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      // sand.js reads a file once, from top to bottom. One warning for each element.
      const Element& element = ruleset_.elements[*parts[i]];
      if (element.line < line_.number || !used_above_.insert(*parts[i]).second) continue;
      warn(i + 1, [&] {
        return Saying{trf("element {} is defined below, on line {}; sand.js would stop here", in_quotes(element.name),
                          element.line),
                      "an element defined above", printable(element.name), tr("move the cell lines to the top")};
      });
    }
    const Reaction rule = {*parts[0], *parts[1],    *parts[2],
                           *parts[3], line_.number, read_last_probability(1 + kParts.size())};
    std::size_t& number = rule_of_pair(rule.a, rule.b);
    if (number > 0) {
      const Reaction& older = ruleset_.reactions[number - 1];
      warn(0, [&] {
        const std::string a = in_quotes(words_[1].text), b = in_quotes(words_[2].text);
        const bool same = rule.a == rule.b    ? older.d == rule.d  // the second product is written last and stays
                          : older.a == rule.a ? older.c == rule.c && older.d == rule.d
                                              : older.c == rule.d && older.d == rule.c;
        return Saying{same ? trf("duplicate rule: {} and {} already have a rule on line {}; this one says the same", a,
                                 b, older.line)
                           : trf("duplicate rule: {} and {} already have a rule on line {}; this one replaces it", a, b,
                                 older.line),
                      "one rule for each pair", "a second one", trf("remove this line or line {}", older.line)};
      });
    }
    ruleset_.reactions.push_back(rule);
    number = ruleset_.reactions.size();
  }

  // The probability at the end of a complete line; 1 without it. After a rule sand.js ignores it.
  double read_last_probability(std::size_t word) {
    constexpr double kAlways = 1.0;
    if (words_.size() <= word || begins_comment(words_[word].text)) return kAlways;
    const std::optional<Number> read = parse_number(words_[word].text);
    if (read && read->whole_word) {
      ruleset_.needs_conserving = true;  // no other automaton reads it
      check_no_more(word + 1);
      return number(word, {"PROBABILITY"}).value_or(kAlways);
    }
    warn(word, [&] {
      return Saying{trf("{} is ignored: only a probability is allowed here", in_quotes(words_[word].text)),
                    "a number from 0 to 1, or end of line", printable(words_[word].text),
                    tr("a comment begins with #")};
    });
    return kAlways;
  }

  std::size_t& rule_of_pair(std::uint8_t a, std::uint8_t b) { return rule_of_pair_[pair_index(a, b)]; }

  // ---- our own words ----

  static const Row* row_of(string_view word) {
    const auto found = std::ranges::find(rows(), word, [](const Row& row) { return row.word.word; });
    return found == rows().end() ? nullptr : &*found;
  }

  void read_other() {
    const string_view word = words_[0].text;
    if (word == "rule") return read_rule();
    const Row* const row = row_of(word);
    if (row != nullptr && row->word.is_for_conserving()) ruleset_.needs_conserving = true;
    if (row != nullptr) return row->word.late ? late_lines_.push_back(line_) : read_row(*row);
    warn(0, [&] {
      std::vector<std::string> known;
      for (const Row& other : rows()) known.emplace_back(other.word.word);
      std::string hint = did_you_mean(word, known);
      if (hint.empty()) hint = tr("a comment begins with #");
      return Saying{trf("unknown directive {}; the line is ignored", in_quotes(word)),
                    "cell, rule or another directive", printable(word), std::move(hint)};
    });
  }

  // The operands of the row that is read, from the first on, which a line must have.
  std::vector<string_view> parts() const {
    std::vector<string_view> parts;
    for (const ConfigOperand& operand : row_->operands) {
      if (!operand.optional) parts.push_back(operand.name);
    }
    return parts;
  }

  // Whether the line has all parts. Otherwise warns.
  template <class IsValue>
  bool has_parts(IsValue is_value) {
    const std::vector<string_view> wanted = parts();
    const std::size_t given = count_values(wanted.size(), is_value);
    if (given < wanted.size()) report_missing(Severity::warning, wanted, given, tr(kLineIgnored));
    return given == wanted.size();
  }

  // Reads the names among the operands and calls the function of the row for the rest. Lines about groups and
  // parameters read all their operands themselves.
  void read_row(const Row& row) {
    using Kind = ConfigOperand::Kind;
    row_ = &row.word;
    const std::vector<ConfigOperand>& operands = row_->operands;
    if (row_->has(Kind::side) || row_->has(Kind::new_group) || row_->has(Kind::parameter)) return (this->*row.read)({});
    const auto is_value = [&](std::size_t i, string_view word) {
      return operands[i].names_element() && elements_named(word).has_value();
    };
    if (!has_parts(is_value)) return;
    if (operands[0].kind == Kind::elements) {
      const auto elements = elements_named(words_[1].text);
      return elements ? (this->*row.read)(*elements) : report_unknown_name(1, tr(kLineIgnored));
    }
    Named named;
    for (std::size_t i = 0; i < operands.size() && !operands[i].optional; ++i) {
      if (!operands[i].names_element()) continue;
      const std::optional<std::uint8_t> index = read_element(i + 1, Severity::warning, tr(kLineIgnored));
      if (!index) return;
      named.push_back(*index);
    }
    (this->*row.read)(named);
  }

  // The number of the operand at a place of the line (from 1).
  std::optional<double> read_operand(std::size_t place) { return number(place, range_of(row_->operands[place - 1])); }

  template <bool Element::*Flag>
  void mark(const Named& named) {
    for (const std::uint8_t element : named) ruleset_.elements[element].*Flag = true;
    check_no_more(2);
  }

  // The last line for an element counts.
  template <bool powder>
  void mark_kind(const Named& named) {
    for (const std::uint8_t element : named) {
      ruleset_.elements[element].liquid = !powder;
      ruleset_.elements[element].powder = powder;
    }
    (powder ? ruleset_.marks_powders : ruleset_.marks_liquids) = true;
    check_no_more(2);
  }

  template <auto Property>
  void read_number(const Named& named) {
    const std::optional<double> value = read_operand(2);
    if (!value) return;
    for (const std::uint8_t element : named) {
      auto& property = ruleset_.elements[element].*Property;
      property = static_cast<std::remove_reference_t<decltype(property)>>(*value);
    }
    check_no_more(3);
  }

  void read_description(const Named& named) {
    constexpr std::size_t kDescriptionBytesMax = 400;  // a tooltip of this length is full
    ruleset_.elements[named[0]].description =
        printable(rest_of_line(line_.text, words_[2].column), kDescriptionBytesMax);
  }

  // air NAME PRESSURE RIGHT DOWN: the last line for an element counts.
  void read_air(const Named& named) {
    const std::optional<double> pressure = read_operand(2), right = read_operand(3), down = read_operand(4);
    if (!pressure || !right || !down) return;
    for (const std::uint8_t element : named) {
      ruleset_.elements[element].air = {static_cast<int>(*pressure), static_cast<int>(*right), static_cast<int>(*down)};
    }
    check_no_more(5);
  }

  // strength NAME PRESSURE [RUBBLE], support NAME [RUBBLE]: the last line for an element counts.
  template <bool strength>
  void read_structure(const Named& named) {
    constexpr std::size_t kRubble = strength ? 3 : 2;
    const auto is_name = [this](std::size_t i, string_view word) { return i == 0 || (i == kRubble - 1 && find(word)); };
    const bool has_rubble = count_values(kRubble, is_name) == kRubble;
    const auto rubble = has_rubble ? read_element(kRubble, Severity::warning, tr(kLineIgnored)) : std::nullopt;
    if (has_rubble && !rubble) return;
    const std::optional<double> pressure = strength ? read_operand(2) : 0;
    if (!pressure) return;
    check_no_more(rubble ? 1 + kRubble : kRubble);
    for (const std::uint8_t element : named) {
      Element& e = ruleset_.elements[element];
      if (strength) e.strength = static_cast<int>(*pressure);
      if (!strength) e.support = true;
      (strength ? e.debris : e.rubble) = rubble;
    }
  }

  template <std::optional<std::uint8_t> Element::*Into>
  void read_into(const Named& named) {
    ruleset_.elements[named[0]].*Into = named[1];
    check_no_more(3);
  }

  // The last line for a pair counts.
  void read_dissolve(const Named& named) {
    const std::optional<double> n = read_operand(3);
    if (!n) return;
    check_no_more(4);
    std::size_t& number = dissolving_of_pair_[named[0] * kElementsMax + named[1]];
    if (number == 0) {
      ruleset_.dissolvings.push_back({named[0], named[1]});
      number = ruleset_.dissolvings.size();
    }
    Dissolving& dissolving = ruleset_.dissolvings[number - 1];
    dissolving.n = static_cast<std::uint32_t>(*n);  // 0 means never; removed at the end
    dissolving.line = line_.number;
  }

  void read_automaton(const Named&) {
    check_no_more(2);
    if (std::ranges::find(targets_, words_[1].text, &ConfigTarget::name) != targets_.end()) {
      ruleset_.automaton = words_[1].text;
      return;
    }
    warn(1, [&] {
      std::vector<std::string> known;
      for (const ConfigTarget& target : targets_) known.push_back(target.name);
      std::string hint = did_you_mean(words_[1].text, known);
      if (hint.empty() && !known.empty()) hint = trf("there are {}", listing({known.begin(), known.end()}));
      return Saying{trf("unknown automaton {}; the line is ignored", in_quotes(words_[1].text)),
                    "the name of an automaton", printable(words_[1].text), std::move(hint)};
    });
  }

  // The last line for an element counts.
  void read_decay(const Named& named) {
    const std::optional<double> probability = read_operand(3);
    if (!probability) return;
    check_no_more(4);
    std::erase_if(ruleset_.decays, [&](const Decay& older) { return older.element == named[0]; });
    ruleset_.decays.push_back({named[0], *probability, std::nullopt, {{kProductSlots, named[1], 0}}, line_.number});
  }

  // The last line for an element counts.
  void read_burst(const Named& named) {
    const std::optional<double> radius = read_operand(2);
    if (!radius) return;
    const double probability = read_last_probability(4);
    std::erase_if(ruleset_.bursts, [&](const Burst& older) { return older.element == named[0]; });
    ruleset_.bursts.push_back({named[0], static_cast<int>(*radius), named[1], probability, line_.number});
  }

  void read_clone(const Named& named) {
    const std::uint8_t element = named[0];
    check_no_more(2);
    if (element == 0) {
      return warn(1, [&] {
        return Saying{
            trf("{} is the background, which cannot be a clone; the line is ignored", in_quotes(words_[1].text)),
            "another element", printable(words_[1].text), ""};
      });
    }
    if (ruleset_.elements[element].clone) return;
    ruleset_.elements[element].clone = true;
    clone_lines_.push_back({element, line_});
  }

  // ---- when A touches B becomes C D [PROBABILITY] ----

  void read_when(const Named&) {
    const auto is_name = [this](std::size_t, string_view word) { return side_named(word).has_value(); };
    const std::size_t given = count_values(parts().size(), is_name);
    for (const std::size_t word : {2u, 4u}) {
      const string_view wanted = row_->operands[word - 1].name;
      const auto instead = row_->operands[word - 1].instead;
      if (given < word || words_[word].text == wanted) continue;
      if (std::ranges::find(instead, words_[word].text) != instead.end()) continue;
      return warn(word, [&] {
        return Saying{trf("{} must be '{}'; the line is ignored", in_quotes(words_[word].text), wanted),
                      std::string(wanted), printable(words_[word].text),
                      instead.empty() ? tr("the form is: when A touches B becomes C D")
                                      : trf("the form is: when A touches B becomes C D; instead of touches also {}",
                                            fmt::join(instead, ", "))};
      });
    }
    if (!has_parts(is_name)) return;
    const std::optional<WhenSide> a = read_side(1), b = read_side(3);
    if (!a || !b) return;
    WhenLine line = {*a, *b, {}, {}, 1.0, line_};
    const string_view place = words_[2].text;
    const bool turned = place == "right_of" || place == "below";  // B is the first of the two
    if (place != "touches")
      line.place = place == "above" || place == "below" ? WhenLine::Place::over : WhenLine::Place::left;
    const std::optional<WhenProduct> c = read_product(5, line), d = read_product(6, line);
    if (!c || !d) return;
    line.c = *c;
    line.d = *d;
    line.probability = read_last_probability(1 + parts().size());
    if (turned) {
      std::swap(line.a, line.b);
      std::swap(line.c, line.d);
      for (WhenProduct* const product : {&line.c, &line.d}) {
        using From = WhenProduct::From;
        if (product->from != From::named) product->from = product->from == From::first ? From::second : From::first;
      }
    }
    add_when(line);
  }

  // ---- swap A B: as a `rule A B B A` for every pair: the denser one sinks ----

  void read_swap(const Named&) {
    if (!has_parts([this](std::size_t, string_view word) { return side_named(word).has_value(); })) return;
    const std::optional<WhenSide> a = read_side(1), b = read_side(2);
    if (!a || !b) return;
    check_no_more(3);
    constexpr WhenProduct kFirst = {WhenProduct::From::first, 0}, kSecond = {WhenProduct::From::second, 0};
    add_when({*a, *b, kSecond, kFirst, 1.0, line_, WhenLine::Place::by_density});
  }

  // An element goes before a group of that name, and both go before `all`.
  std::optional<WhenSide> side_named(string_view word) const {
    if (const auto element = find(word)) return WhenSide{WhenSide::Kind::element, *element};
    if (const auto group = groups_.find(word); group != groups_.end())
      return WhenSide{WhenSide::Kind::group, group->second};
    if (word == kAll) return WhenSide{WhenSide::Kind::all, 0};
    return std::nullopt;
  }

  std::optional<WhenSide> read_side(std::size_t word) {
    const std::optional<WhenSide> side = side_named(words_[word].text);
    if (!side) report_unknown_name(word, tr(kLineIgnored), kAll);
    return side;
  }

  // The name of an element, or the group or `all` of this line, which stands for the element that was there.
  std::optional<WhenProduct> read_product(std::size_t word, const WhenLine& line) {
    const std::optional<WhenSide> side = read_side(word);
    if (!side) return std::nullopt;
    if (side->kind == WhenSide::Kind::element)
      return WhenProduct{WhenProduct::From::named, static_cast<std::uint8_t>(side->index)};
    const auto is = [&](const WhenSide& other) { return other.kind == side->kind && other.index == side->index; };
    constexpr std::size_t kSecondProduct = 6;
    if (is(line.b) && (word == kSecondProduct || !is(line.a))) return WhenProduct{WhenProduct::From::second, 0};
    if (is(line.a)) return WhenProduct{WhenProduct::From::first, 0};
    warn(word, [&] {
      return Saying{
          side->kind == WhenSide::Kind::all
              ? trf("{} means all elements, but a cell becomes one element; the line is ignored",
                    in_quotes(words_[word].text))
              : trf("{} means a group, but a cell becomes one element; the line is ignored",
                    in_quotes(words_[word].text)),
          "the name of an element", printable(words_[word].text),
          tr("a group or all may stand here only if A or B is the same word: then the cell stays what it is")};
    });
    return std::nullopt;
  }

  void add_when(const WhenLine& line) {
    const int older = when_.add(line);
    if (older == 0) return;
    warn(0, [&] {
      return Saying{trf("duplicate {}: {} and {} are already on line {}; this one replaces it", words_[0].text,
                        in_quotes(words_[1].text),
                        in_quotes(words_[line.place == WhenLine::Place::by_density ? 2 : 3].text), older),
                    "one line for each pair", "a second one", trf("remove this line or line {}", older)};
    });
  }

  // ---- group NAME ELEMENT..., set NAME ELEMENT... ----

  // Adds the elements of this line to its group.
  template <bool hidden>
  void read_group(const Named&) {
    constexpr std::size_t kGroupWordsMax = 2 + kElementsMax;
    set_line(line_, kGroupWordsMax);
    const auto is_member = [this](std::size_t, string_view word) { return elements_named(word).has_value(); };
    if (!has_parts(is_member)) return;
    const string_view name = words_[1].text;
    if (!groups_.contains(name) && groups_.size() == kGroupsMax)
      return report_too_many(trf("too many groups: at most {} are read", kGroupsMax), kGroupsMax);
    const auto [known, is_new] = groups_.try_emplace(name, ruleset_.groups.size());
    if (is_new) ruleset_.groups.push_back({shown_name(name), {}, hidden});
    const std::size_t given = count_values(words_.size(), is_member);
    for (std::size_t word = 2; word <= given; ++word) {
      const auto members = elements_named(words_[word].text);
      if (!members) {
        report_unknown_name(word, tr("it is left out"));
        continue;
      }
      Named& all = ruleset_.groups[known->second].members;
      for (const std::uint8_t member : *members) {
        if (std::ranges::find(all, member) == all.end()) all.push_back(member);
      }
    }
  }

  // ---- parameter NAME VALUE ----

  // The last line for a parameter counts.
  void read_parameter(const Named&) {
    if (!has_parts([](std::size_t, string_view) { return false; })) return;
    const auto target = std::ranges::find(targets_, ruleset_.automaton, &ConfigTarget::name);
    if (target == targets_.end()) {
      return warn(0, [] {
        return Saying{tr("'parameter' needs to know the automaton; the line is ignored"), "a line 'automaton NAME'",
                      "none", tr("add a line: automaton conserving")};
      });
    }
    const auto parameter = std::ranges::find(target->parameters, words_[1].text, &ConfigParameter::name);
    if (parameter == target->parameters.end()) {
      return warn(1, [&] {
        const std::string name = in_quotes(words_[1].text);
        const auto retired = std::ranges::find(target->retired_parameters, words_[1].text, &RetiredParameter::name);
        if (retired != target->retired_parameters.end()) {
          return Saying{trf("{} has no parameter {} any more; the line is ignored", target->name, name),
                        "the name of a parameter", printable(words_[1].text), std::string(retired->instead)};
        }
        std::vector<std::string> known;
        for (const ConfigParameter& other : target->parameters) known.push_back(other.name);
        std::string hint = did_you_mean(words_[1].text, known);
        if (hint.empty() && known.empty()) hint = trf("{} has no parameters", target->name);
        if (hint.empty()) hint = trf("{} has {}", target->name, listing({known.begin(), known.end()}));
        return Saying{trf("unknown parameter {} of {}; the line is ignored", name, target->name),
                      "the name of a parameter", printable(words_[1].text), std::move(hint)};
      });
    }
    const std::optional<double> value = read_parameter_value(*parameter);
    if (!value) return;
    check_no_more(3);
    std::erase_if(ruleset_.parameters, [&](const auto& older) { return older.first == parameter->name; });
    ruleset_.parameters.emplace_back(parameter->name, *value);
  }

  std::optional<double> read_parameter_value(const ConfigParameter& parameter) {
    const string_view word = words_[2].text;
    const auto named = std::ranges::find(parameter.choice_names, word);
    if (named != parameter.choice_names.end())
      return parameter.choices[static_cast<std::size_t>(named - parameter.choice_names.begin())];
    if (!parameter.choice_names.empty() && !parse_number(word)) {
      warn(2, [&] {
        const std::string names = trf("one of {}", fmt::join(parameter.choice_names, ", "));
        return Saying{trf("{} must be {}, but is {}; the line is ignored", parameter.name, names, in_quotes(word)),
                      names, printable(word), did_you_mean(word, parameter.choice_names)};
      });
      return std::nullopt;
    }
    const std::optional<double> value =
        number(2, {parameter.name, parameter.minimum, parameter.maximum, parameter.whole});
    if (!value || parameter.choices.empty()) return value;
    const auto distance = [&](double choice) { return std::abs(choice - *value); };
    const double nearest = *std::ranges::min_element(parameter.choices, {}, distance);
    if (nearest == *value) return value;
    warn(2, [&] {
      const std::string choices = trf("one of {}", fmt::join(parameter.choices, ", "));
      return Saying{trf("number out of range: {} must be {}, but is {}; {} is used", parameter.name, choices,
                        in_quotes(word), nearest),
                    choices, printable(word), ""};
    });
    return nearest;
  }

  // ---- after all lines are read ----

  // In a file without `liquid` lines, liquids are the elements that fall and are lighter than usual powders, except
  // those that are marked as powders. In a file that marks neither liquids nor powders, powders are the elements that
  // fall and have the name of a powder. These can be liquids too, because all automata but *conserving* go by the
  // density.
  void guess_liquids_and_powders() {
    if (ruleset_.marks_liquids) return;
    for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) {
      Element& element = ruleset_.elements[i];
      const std::size_t rule = rule_of_pair(0, static_cast<std::uint8_t>(i));
      const bool falls = rule > 0 && ruleset_.reactions[rule - 1].is_swap() &&
                         element.density_byte > ruleset_.elements[0].density_byte;
      if (falls && !element.powder) element.liquid = element.density_byte < kPowderDensity;
      if (!ruleset_.marks_powders) element.powder = element.powder_guessed = falls && names_powder(element.name);
    }
  }

  // Elements of different density meet sooner or later; without a rule both cells vanish. Elements that share a name
  // are left out, because the duplicate name is reported already.
  void report_undefined_pairs() {
    const auto target = std::ranges::find(targets_, ruleset_.automaton, &ConfigTarget::name);
    if (target != targets_.end() && !target->needs_rule_for_every_pair) return;
    constexpr std::size_t kPairsShown = 8;
    const std::vector<Element>& elements = ruleset_.elements;
    const auto has_own_name = [this](std::size_t i) { return indices_.at(written_names_[i]).size() == 1; };
    const auto name = [&](std::size_t i) { return printable(elements[i].name, kQuoteBytesMax); };
    std::size_t count = 0;
    std::string shown, remedy;
    for (std::size_t a = 0; a < elements.size(); ++a) {
      for (std::size_t b = a + 1; b < elements.size() && has_own_name(a); ++b) {
        const bool can_meet = elements[a].density_byte != elements[b].density_byte && has_own_name(b);
        if (!can_meet || rule_of_pair(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)) > 0) continue;
        if (count == 0) remedy = trf("to keep both unchanged, add: rule {0} {1} {0} {1}", name(a), name(b));
        if (count++ < kPairsShown) shown += fmt::format("{}{} + {}", shown.empty() ? "" : ", ", name(a), name(b));
      }
    }
    if (count == 0) return;
    if (count > kPairsShown) shown = trf("{} and {} more", shown, count - kPairsShown);
    report_.file(
        Severity::warning,
        {count == 1
             ? trf("undefined pair: no rule says what happens when these meet, so both would vanish: {}", shown)
             : trf("undefined pairs: no rule says what happens when these meet, so both would vanish: {}", shown),
         "a rule for every two elements of different density", fmt::format("{} without", count), std::move(remedy)});
  }

  const string_view text_;
  const std::span<const ConfigTarget> targets_;
  Ruleset& ruleset_;
  const ConfigWord* row_ = nullptr;  // of our own word that is read

  std::unordered_map<string_view, std::vector<std::uint8_t>> indices_;  // by name, in file order
  std::vector<string_view> written_names_;                              // of the elements, as the file has them
  std::vector<std::string> names_;                                      // each once, for hints
  std::vector<std::size_t> rule_of_pair_;  // number of the last rule of a pair, from 1; 0 = none
  // The same for `dissolve`, by dissolver * kElementsMax + victim.
  std::unordered_map<int, std::size_t> dissolving_of_pair_;

  std::size_t left_out_count_ = 0;
  Line first_left_out_;
  std::unordered_set<string_view> left_out_names_;

  std::unordered_set<std::uint8_t> used_above_;

  std::unordered_map<string_view, std::size_t> groups_;  // index by name
  std::vector<Line> late_lines_;
  WhenTable when_;
  std::vector<CloneLine> clone_lines_;
};

// ---- the table of words ----

// The control in the editor's form, see ConfigWord.
struct Form {
  string_view title = {}, tip = {};
  double (*value)(const Element& element) = nullptr;
};

SandjsReader::Row row(void (SandjsReader::*read)(const SandjsReader::Named&), string_view word,
                      std::vector<ConfigOperand> operands, string_view meaning, string_view used_by, Form form = {}) {
  return {{word, std::move(operands), false, form.title, form.tip, form.value, meaning, used_by}, read};
}

SandjsReader::Row late(SandjsReader::Row row) {
  row.word.late = true;
  return row;
}

const std::vector<SandjsReader::Row>& SandjsReader::rows() {
  using Reader = SandjsReader;
  using Kind = ConfigOperand::Kind;
  static constexpr ConfigOperand kName = {"NAME", Kind::element}, kElements = {"NAME", Kind::elements};
  static constexpr ConfigOperand kInto = {"INTO", Kind::element};
  static constexpr ConfigOperand kMembers = {.name = "ELEMENT", .kind = Kind::member, .repeats = true};
  static constexpr ConfigOperand kMaybe = {.name = "PROBABILITY", .kind = Kind::number, .optional = true};
  static constexpr ConfigOperand kChance = {"PROBABILITY", Kind::number}, kDensity = {"DENSITY", Kind::number};
  static constexpr ConfigOperand kRed = {"RED", Kind::number, 0, 255, true},
                                 kGreen = {"GREEN", Kind::number, 0, 255, true},
                                 kBlue = {"BLUE", Kind::number, 0, 255, true};
  static constexpr ConfigOperand kRadius = {"RADIUS", Kind::number, 0, kBurstRadiusMax, true};
  static constexpr ConfigOperand kPressure = {"PRESSURE", Kind::number, -kAirSourceMax, kAirSourceMax, true},
                                 kRight = {"RIGHT", Kind::number, -kAirSourceMax, kAirSourceMax, true},
                                 kDown = {"DOWN", Kind::number, -kAirSourceMax, kAirSourceMax, true},
                                 kStrength = {"PRESSURE", Kind::number, 1, kStrengthMax, true};
  static constexpr ConfigOperand kShare = {"SHARE", Kind::number};
  static constexpr ConfigOperand kCells = {"CELLS", Kind::number, 0, kDispersionMax, true};
  // More than 8, says FastSAB's author, "makes it go crazy".
  static constexpr ConfigOperand kColumns = {"COLUMNS", Kind::number, 0, 8, true};
  static const std::vector<Row> all = {
      row(nullptr, "cell", {{"NAME", Kind::new_element}, kRed, kGreen, kBlue, kDensity}, "an element", "all"),
      row(nullptr, "rule",
          {{"A", Kind::element}, {"B", Kind::element}, {"C", Kind::element}, {"D", Kind::element}, kMaybe},
          "A meets B: they become C and D", "*density*, *conserving*, *elements*; the probability: *conserving*"),
      row(&Reader::mark_kind<false>, "liquid", {kElements}, "is a liquid: its looks, and how far it flows",
          "looks, *conserving*, *fastsab*, *tiles*"),
      row(&Reader::read_number<&Element::glow>, "glow", {kElements, {"BRIGHTNESS", Kind::number}},
          "gives off light on the screen, 0 to 1", "looks", {"", "", share_of<&Element::glow>}),
      row(&Reader::mark<&Element::hidden>, "hidden", {kElements},
          "is not in the palette, nor counted as an element; for stages such as `fire2`", "the palette"),
      row(&Reader::mark<&Element::airborne>, "airborne", {kElements},
          "the brush paints it only into the background and over other airborne elements that are not hidden: fire "
          "lights a house instead of wiping it out",
          "the brush"),
      row(&Reader::read_into<&Element::pressed>, "press", {kName, kInto},
          "is a switch: a click turns it, and all that is connected to it, into INTO, and so does an airborne element "
          "that makes INTO of it, such as a spark, painted over it; the background and solids that are no switches "
          "replace it",
          "the brush"),
      row(&Reader::read_description, "describe", {kName, {"TEXT", Kind::text}},
          "the tooltip: the rest of the line, at most 400 bytes", "the palette"),
      row(&Reader::read_number<&Element::friction>, "friction", {kName, kColumns},
          "how many columns a grain slides in one move, 0 to 8; 0 only falls", "*fastsab*"),
      row(&Reader::read_dissolve, "dissolve",
          {{"DISSOLVER", Kind::element}, {"VICTIM", Kind::element}, {"N", Kind::number, 0, 1e9, true}},
          "each time DISSOLVER checks a VICTIM beside it, the VICTIM vanishes with probability 1/N; 0 is never",
          "*fastsab*"),
      row(&Reader::mark<&Element::is_static>, "static", {kName},
          "paints the wall plane: never moves and never dissolves", "*fastsab*, *tiles*"),
      row(&Reader::read_automaton, "automaton", {{"AUTOMATON", Kind::automaton}},
          "the automaton that this config is made for: opening the config starts it", "app and command line"),
      row(&Reader::read_into<&Element::emits>, "faucet", {kName, {"EMITS", Kind::element}},
          "never moves, and puts EMITS into the empty cell below itself", "*tiles*, *water*, *sandpile*"),
      row(&Reader::mark<&Element::drain>, "drain", {kName}, "never moves, and removes what touches it",
          "*tiles*, *water*, *sandpile*"),
      row(&Reader::mark<&Element::reacts_anywhere>, "react", {kElements},
          "its rules act in all directions, whatever the densities: fire beside wood", "*conserving*",
          {text_id("React"), text_id("Its rules act in all directions, whatever the densities.")}),
      row(&Reader::read_decay, "decay", {kName, kInto, kChance},
          "turns into INTO by itself, with that probability a step", "*conserving*"),
      row(&Reader::mark_kind<true>, "powder", {kElements}, "is a powder, which piles up, and not a liquid",
          "*conserving*",
          {text_id("Powder"),
           text_id(
               "Heaps up. In a file that marks neither powders nor liquids, English names such as sand are powders.")}),
      row(&Reader::read_number<&Element::shimmer>, "shimmer", {kElements, {"AMOUNT", Kind::number}},
          "its colour flickers on the screen, 0 to 1: while steps are computed, each cell becomes lighter and darker "
          "in turn, at 1 by up to a quarter of full brightness",
          "looks (*Grain on powders*)",
          {text_id("Shimmer"), text_id("How much its colour flickers on the screen."), share_of<&Element::shimmer>}),
      row(&Reader::read_number<&Element::viscosity>, "viscosity", {kElements, kChance},
          "how readily a liquid flows: the chance in a pass, 1 without the word", "*conserving*",
          {text_id("Flow"), text_id("Word: viscosity. The chance that it flows in a pass: water 1, honey little."),
           share_of<&Element::viscosity>}),
      row(&Reader::read_number<&Element::dispersion>, "dispersion", {kElements, kCells},
          "how far a liquid moves sideways at once to a lower place, in cells, 0 to 256; 256 without the word",
          "*conserving*"),
      row(&Reader::mark<&Element::thin>, "thin", {kElements}, "liquids move sideways through it: stalks and leaves",
          "*conserving*"),
      row(&Reader::read_structure<false>, "support",
          {kElements, {.name = "RUBBLE", .kind = Kind::element, .optional = true}},
          "is part of structures: what is connected to nothing that holds it falls, as one body, and becomes RUBBLE "
          "where it hits after a fall; without RUBBLE it stays what it is",
          "*conserving*"),
      row(&Reader::mark<&Element::floats>, "floats", {kElements},
          "liquids below it hold the structure of which it is a part", "*conserving*"),
      row(&Reader::read_number<&Element::wander>, "wander", {kElements, kChance},
          "the chance in a step to change places with a neighbour", "*conserving*",
          {text_id("Wander"), text_id("The chance in a step that it changes places with a neighbour."),
           share_of<&Element::wander>}),
      row(&Reader::read_number<&Element::resistance>, "resistance", {kElements, kChance},
          "the chance to withstand a burst; 0 without the word, 1 for walls", "*conserving*",
          {text_id("Resistance"), text_id("The chance that it withstands a burst. Walls always do."),
           share_of<&Element::resistance>}),
      row(&Reader::read_air, "air", {kElements, kPressure, kRight, kDown},
          "what each cell of it does to the air in a step: gives it pressure, and pushes it right and down (or left "
          "and up); each -1000 to 1000. Air passes through a solid with this word, as through a fan",
          "*conserving*"),
      row(&Reader::read_structure<true>, "strength",
          {kElements, kStrength, {.name = "RUBBLE", .kind = Kind::element, .optional = true}},
          "breaks, if it is fixed, where air presses on a wall of four cells of it with a greater difference, 1 to "
          "1000000 (thicker walls hold more): it becomes RUBBLE, or else that of `support`, or else the background",
          "*conserving*"),
      row(&Reader::read_number<&Element::drift>, "drift", {kElements, kShare},
          "how readily gusts carry it, 0 to 1; without the word 1 for a gas, 0.5 for a liquid, 0.3 for a powder",
          "*conserving*"),
      row(&Reader::read_burst, "burst", {kName, kRadius, kInto, kMaybe},
          "explodes by itself, with that probability a step, 1 without it: it and the cells up to RADIUS away, 0 to "
          "24, become INTO, and loose cells around fly outward",
          "*conserving*",
          {text_id("Burst"), text_id("Explodes by itself: the cells around it become another element.")}),
      late(row(&Reader::read_clone, "clone", {kName}, "becomes a source of the first liquid or powder that touches it",
               "*conserving*",
               {text_id("Clone"), text_id("Takes on the first liquid or powder that touches it, and pours it.")})),
      late(row(&Reader::read_when, "when",
               {{"A", Kind::side},
                {.name = "touches", .kind = Kind::fixed, .instead = kPlaceWords},
                {"B", Kind::side},
                {"becomes", Kind::fixed},
                {"C", Kind::side},
                {"D", Kind::side},
                kMaybe},
               "A beside B, in any direction: they become C and D; A and B may be groups or `all`; with `left_of`, "
               "`right_of`, `above` or `below` instead of `touches` only where A lies there",
               "*conserving*")),
      late(row(&Reader::read_swap, "swap", {{"A", Kind::side}, {"B", Kind::side}},
               "A and B swap, as by `rule A B B A`: the denser one sinks; A and B may be groups or `all`, and then all "
               "pairs of them swap",
               "*density*, *conserving*, *elements*")),
      row(&Reader::read_group<false>, "group", {{"NAME", Kind::new_group}, kMembers},
          "a tab of the palette, and a name for lines about all its members, which may be groups too; more lines with "
          "one name add members",
          "the palette; lines that name it"),
      row(&Reader::read_group<true>, "set", {{"NAME", Kind::new_group}, kMembers},
          "as `group`, without a tab: only a name", "lines that name it"),
      late(row(&Reader::read_parameter, "parameter", {{"NAME", Kind::parameter}, {"VALUE", Kind::value}},
               "sets a parameter of the automaton of the `automaton` line, by a number or the [name of a "
               "choice](automata.md#borders): `parameter side_borders wrap`",
               "app and command line")),
  };
  return all;
}

}  // namespace

void read_sandjs(string_view text, std::span<const ConfigTarget> targets, Ruleset& ruleset, Report& report) {
  SandjsReader(text, targets, ruleset, report).read();
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
  static const std::vector<ConfigWord> all = [] {
    std::vector<ConfigWord> words;
    for (const auto& row : config::SandjsReader::rows()) words.push_back(row.word);
    return words;
  }();
  return all;
}

const ConfigWord* config_word(std::string_view word) {
  const auto& all = config_words();
  const auto found = std::ranges::find(all, word, &ConfigWord::word);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace repose
