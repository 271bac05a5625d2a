#include "config/sandjs_when.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace repose::config {

namespace {

std::size_t pair_index(std::uint8_t a, std::uint8_t b) {
  return std::min(a, b) * std::size_t{kElementsMax} + std::max(a, b);
}

std::size_t side_number(const WhenSide& side) {
  return static_cast<std::size_t>(side.kind) * std::size_t{kElementsMax} + side.index;
}

constexpr int kNamesBoth = 8;  // the rank of a line with two elements

}  // namespace

WhenTable::Key WhenTable::key_of(const WhenLine& line) {
  return std::minmax({side_number(line.a), side_number(line.b)});
}

int WhenTable::rank_of(const WhenLine& line) {
  const int a = static_cast<int>(line.a.kind), b = static_cast<int>(line.b.kind);
  return 3 * std::max(a, b) + std::min(a, b);
}

int WhenTable::add(const WhenLine& line) {
  const auto [place, is_new] = index_of_sides_.try_emplace(key_of(line), lines_.size());
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

// The lines that are not replaced; each comes before those that count only where it does not.
std::vector<std::size_t> WhenTable::in_order_of_precedence() const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (!replaced_[i]) order.push_back(i);
  }
  std::ranges::sort(order, [this](std::size_t x, std::size_t y) {
    const int first = rank_of(lines_[x]), second = rank_of(lines_[y]);
    return first != second ? first > second : x > y;
  });
  return order;
}

void WhenTable::read_members(const Ruleset& ruleset) {
  groups_.clear();
  for (const Group& group : ruleset.groups) {
    groups_.push_back(group.members);
    std::ranges::sort(groups_.back());
  }
  all_.clear();
  for (std::size_t i = 1; i < ruleset.elements.size(); ++i) all_.push_back(static_cast<std::uint8_t>(i));
}

std::vector<std::uint8_t> WhenTable::members_of(const WhenSide& side) const {
  switch (side.kind) {
    case WhenSide::Kind::element: return {static_cast<std::uint8_t>(side.index)};
    case WhenSide::Kind::group: return groups_[side.index];
    case WhenSide::Kind::all: break;
  }
  return all_;
}

// Between a rule and a line that names both elements the later one decides.
void WhenTable::decide_named_pair(const WhenLine& line) {
  const std::size_t pair = pair_index(static_cast<std::uint8_t>(line.a.index), static_cast<std::uint8_t>(line.b.index));
  if (rule_of_pair_[pair] > line.line.number) line_of_pair_[pair] = rule_of_pair_[pair];
  named_both_[pair] = line_of_pair_[pair] == 0;
}

void WhenTable::decide_by_rules() {
  for (std::size_t pair = 0; pair < rule_of_pair_.size(); ++pair) {
    if (line_of_pair_[pair] == 0) line_of_pair_[pair] = rule_of_pair_[pair];
  }
}

// Adds the reactions of the pairs that no line has decided yet. Returns a line that has decided one of the others, or
// 0.
int WhenTable::expand_line(const WhenLine& line, std::vector<Reaction>& reactions) {
  int other_line = 0;
  const std::vector<std::uint8_t> first = members_of(line.a), second = members_of(line.b);
  for (const std::uint8_t a : first) {
    for (const std::uint8_t b : second) {
      if (a == b) continue;
      int& decided = line_of_pair_[pair_index(a, b)];
      if (decided > 0) {
        other_line = decided == line.line.number ? other_line : decided;
        continue;
      }
      decided = line.line.number;
      reactions.push_back({a, b, line.c.of(a, b), line.d.of(a, b), line.line.number, line.probability, line.anywhere});
    }
  }
  return other_line;
}

void WhenTable::expand(Ruleset& ruleset, Report& report) {
  rule_of_pair_.assign(std::size_t{kElementsMax} * kElementsMax, 0);
  line_of_pair_ = rule_of_pair_;
  named_both_.assign(rule_of_pair_.size(), false);
  for (const Reaction& rule : ruleset.reactions) rule_of_pair_[pair_index(rule.a, rule.b)] = rule.line;
  read_members(ruleset);

  bool named_pairs_are_done = false;
  std::vector<std::vector<Reaction>> reactions(lines_.size());
  for (const std::size_t i : in_order_of_precedence()) {
    const WhenLine& line = lines_[i];
    const bool names_both = rank_of(line) == kNamesBoth;
    if (names_both) decide_named_pair(line);
    if (!names_both && !named_pairs_are_done) decide_by_rules();
    named_pairs_are_done = !names_both;
    const int other = expand_line(line, reactions[i]);
    if (!reactions[i].empty()) continue;
    report.at(Severity::warning, line.line, 0, [&] {
      constexpr std::string_view kHint = "a line that names elements counts before one that names groups or all";
      if (other == 0) return Report::Saying{"no effect: this line is about no two different elements", "", "", ""};
      return Report::Saying{
          fmt::format("no effect: for each pair of this line another line counts, such as line {}", other), "", "",
          std::string(kHint)};
    });
  }
  for (const auto& list : reactions) ruleset.reactions.insert(ruleset.reactions.end(), list.begin(), list.end());
}

bool WhenTable::names_both(std::uint8_t a, std::uint8_t b) const {
  return !named_both_.empty() && named_both_[pair_index(a, b)];
}

}  // namespace repose::config
