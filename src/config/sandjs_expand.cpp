#include "config/sandjs_expand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/language.hpp"

namespace repose::config {

namespace {

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

std::size_t side_number(const WhenSide& side) {
  return static_cast<std::size_t>(side.kind) * std::size_t{kElementsMax} + side.index;
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

}  // namespace

int WhenTable::add(const WhenLine& line) {
  const std::size_t a = side_number(line.a), b = side_number(line.b);
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

void WhenTable::expand(Ruleset& ruleset, Report& report) {
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

bool WhenTable::names_both(std::uint8_t a, std::uint8_t b) const {
  return !named_both_.empty() && named_both_[pair_index(a, b)];
}

namespace {

Color mixture(Color a, Color b) {
  const auto mean = [](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>((x + y) / 2); };
  return {mean(a.r, b.r), mean(a.g, b.g), mean(a.b, b.b)};
}

// A name that no other element has.
std::string free_name(const Ruleset& ruleset, const std::string& clone, const std::string& poured) {
  constexpr std::size_t kNameBytesMax = 240;
  const std::string wish = fmt::format("{}:{}", clone, poured).substr(0, kNameBytesMax);
  std::string name = wish;
  for (int number = 2; ruleset.find(name); ++number) name = fmt::format("{}:{}", wish, number);
  return name;
}

Element pouring(const Ruleset& ruleset, const CloneLine& clone, std::uint8_t poured) {
  const Element& what = ruleset.elements[poured];
  Element element = ruleset.elements[clone.element];
  element.title = fmt::format("{} ({})", repose::shown_name(element), repose::shown_name(what));
  element.name = free_name(ruleset, element.name, what.name);
  element.color = mixture(element.color, what.color);
  element.description.clear();
  element.hidden = true;
  element.clone = false;
  element.pours = poured;
  element.line = clone.line.number;
  return element;
}

class CloneRules {
 public:
  CloneRules(const WhenTable& when, Ruleset& ruleset)
      : when_(when), ruleset_(ruleset), rule_of_pair_(kPairs), when_of_pair_(kPairs) {
    for (std::size_t i = 0; i < ruleset.reactions.size(); ++i) {
      const Reaction& r = ruleset.reactions[i];
      auto& last = r.anywhere ? when_of_pair_ : rule_of_pair_;
      last[pair(r.a, r.b)] = last[pair(r.b, r.a)] = i + 1;
    }
  }

  // The clone becomes a source of the element.
  void take_on(const CloneLine& clone, std::uint8_t what, std::uint8_t stage) {
    if (when_.names_both(clone.element, what)) return;
    ruleset_.reactions.push_back({clone.element, what, stage, what, clone.line.number, 1.0, true});
  }

  // The stage reacts as the clone does, without moving, and pours.
  void pour(const CloneLine& clone, std::uint8_t what, std::uint8_t stage, std::size_t written_count) {
    for (std::size_t other = 1; other < written_count; ++other) {
      if (other == clone.element) continue;
      copy(rule_of_pair_[pair(clone.element, static_cast<std::uint8_t>(other))], clone.element, stage);
      copy(when_of_pair_[pair(clone.element, static_cast<std::uint8_t>(other))], clone.element, stage);
    }
    ruleset_.reactions.push_back({stage, 0, stage, what, clone.line.number, 1.0, true});
    for (std::size_t i = 0, count = ruleset_.decays.size(); i < count; ++i) {
      if (ruleset_.decays[i].element != clone.element) continue;
      ruleset_.decays.push_back(ruleset_.decays[i]);
      ruleset_.decays.back().element = stage;
    }
    for (std::size_t i = 0, count = ruleset_.bursts.size(); i < count; ++i) {
      if (ruleset_.bursts[i].element != clone.element) continue;
      ruleset_.bursts.push_back(ruleset_.bursts[i]);
      ruleset_.bursts.back().element = stage;
    }
    for (std::size_t i = 0, count = ruleset_.directed.size(); i < count; ++i) {
      DirectedReaction copied = ruleset_.directed[i];
      if (copied.a != clone.element && copied.b != clone.element) continue;
      if (copied.c == copied.b && copied.d == copied.a) continue;
      put_stage(copied, clone.element, stage);
      ruleset_.directed.push_back(copied);
    }
  }

 private:
  static std::size_t pair(std::uint8_t a, std::uint8_t b) { return a * std::size_t{kElementsMax} + b; }

  void copy(std::size_t number, std::uint8_t clone, std::uint8_t stage) {
    if (number == 0 || ruleset_.reactions[number - 1].is_swap()) return;
    Reaction copied = ruleset_.reactions[number - 1];
    put_stage(copied, clone, stage);
    ruleset_.reactions.push_back(copied);
  }

  static void put_stage(auto& copied, std::uint8_t clone, std::uint8_t stage) {
    for (std::uint8_t* const part : {&copied.a, &copied.b, &copied.c, &copied.d}) {
      if (*part == clone) *part = stage;
    }
  }

  const WhenTable& when_;
  Ruleset& ruleset_;
  std::vector<std::size_t> rule_of_pair_, when_of_pair_;  // numbers of the last reactions, from 1; 0 = none
};

void report_too_many(const CloneLine& clone, std::size_t needed, const Ruleset& ruleset, Report& report) {
  report.at(Severity::error, clone.line, 0, [&] {
    return Report::Saying{
        trf("too many elements: a config has at most {}; with one more for every liquid and powder that {} "
            "and other clones can pour, this one needs {}; clones are left out",
            kElementsMax, in_quotes(ruleset.elements[clone.element].name), needed),
        fmt::format("at most {} elements", kElementsMax), fmt::format("{} elements", needed),
        tr("hide elements that no clone shall pour")};
  });
}

// What clones can pour: elements in the palette that are marked as liquids or powders, or denser than the background,
// and move through the background.
bool can_be_cloned(const Ruleset& ruleset, std::uint8_t element) {
  const Element& e = ruleset.elements[element];
  if (element == 0 || e.hidden || e.clone || e.pours || !moves_through_background(ruleset, element)) return false;
  return e.liquid || e.powder || e.density_byte > ruleset.elements[0].density_byte;
}

}  // namespace

void expand_clones(const std::vector<CloneLine>& clone_lines, const WhenTable& when, Ruleset& ruleset, Report& report) {
  if (clone_lines.empty()) return;
  const std::size_t written_count = ruleset.elements.size();
  std::vector<std::uint8_t> poured;
  for (std::size_t i = 0; i < written_count; ++i) {
    if (can_be_cloned(ruleset, static_cast<std::uint8_t>(i))) poured.push_back(static_cast<std::uint8_t>(i));
  }
  const std::size_t needed = written_count + clone_lines.size() * poured.size();
  if (needed > static_cast<std::size_t>(kElementsMax)) return report_too_many(clone_lines[0], needed, ruleset, report);

  CloneRules rules(when, ruleset);
  std::size_t stage = written_count;
  for (const CloneLine& clone : clone_lines) {
    for (const std::uint8_t what : poured) {
      ruleset.elements.push_back(pouring(ruleset, clone, what));
      rules.take_on(clone, what, static_cast<std::uint8_t>(stage++));
    }
  }
  stage = written_count;
  for (const CloneLine& clone : clone_lines) {
    for (const std::uint8_t what : poured) rules.pour(clone, what, static_cast<std::uint8_t>(stage++), written_count);
  }
}

}  // namespace repose::config
