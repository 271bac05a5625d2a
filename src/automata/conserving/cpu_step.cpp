#include "automata/conserving/cpu_step.hpp"

#include <algorithm>
#include <bitset>
#include <utility>
#include <vector>

namespace repose::conserving {

static_assert(reach_of(Parameters::kFlowMax) + kFallRows < kChunkHeight && kChunkHeight < kChunkWidth);

CpuWorld::CpuWorld(int world_width, int world_height)
    : width(world_width),
      height(world_height),
      cells(width, height),
      chunks((width + kChunkWidth - 1) / kChunkWidth, (height + kChunkHeight - 1) / kChunkHeight) {
  fell = PaddedPlane(bit_bytes(), height);
  still = StillRows(chunks.columns(), height);
}

// ---- PairTables ----

namespace {

// A group while groups are found: a bit for each element.
struct PairGroup {
  using Elements = std::bitset<kElementsMax>;
  Elements agents, partners;
  double cost = 0;  // of pairs that are not special, but are of an agent and a partner
};

// The background is beside most cells.
double weight_of(const PairGroup::Elements& elements) {
  constexpr double kBackgroundWeight = 40;
  return static_cast<double>(elements.count()) + (elements[0] ? kBackgroundWeight - 1 : 0);
}

PairGroup united(const PairGroup& a, const PairGroup& b, const std::vector<PairGroup::Elements>& special) {
  PairGroup both{a.agents | b.agents, a.partners | b.partners};
  for (std::size_t i = 0; i < special.size(); ++i) {
    PairGroup::Elements others = both.partners & ~special[i];
    others.reset(i);
    if (both.agents[i]) both.cost += weight_of(PairGroup::Elements(1) << i) * weight_of(others);
  }
  return both;
}

// Elements so that each special pair has one of them: those with the most special pairs first.
std::vector<PairGroup> single_groups(const std::vector<PairGroup::Elements>& special) {
  std::vector<PairGroup::Elements> left = special;
  std::vector<PairGroup> groups;
  const auto gain = [&](std::size_t i) {
    return static_cast<double>(left[i].count()) / weight_of(PairGroup::Elements(1) << i);
  };
  for (;;) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < left.size(); ++i) best = gain(i) > gain(best) ? i : best;
    if (left[best].none()) return groups;
    groups.push_back({PairGroup::Elements(1) << best, special[best]});
    left[best].reset();
    for (PairGroup::Elements& partners : left) partners.reset(best);
  }
}

// Most pairs of powders do not swap.
bool are_powders_apart(const Rules& rules) {
  int apart = 0;
  for (int i = 0; i < rules.element_count(); ++i) {
    for (int j = 0; j < i; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      if (rules.is_powder(a) && rules.is_powder(b)) apart += rules.meeting(a, b).kind == Meeting::Kind::swap ? -1 : 1;
    }
  }
  return apart > 0;
}

}  // namespace

PairTables::PairTables(const Rules& rules) : element_count(rules.element_count()) {
  const bool apart = are_powders_apart(rules);
  for (int i = 0; i < element_count; ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    const bool restless = rules.decay(element).probability > 0 || rules.burst(element).probability > 0;
    bytes[0][element] = rules.density(element);
    bytes[1][element] = static_cast<std::uint8_t>(
        (rules.is_fixed(element) ? 0 : kLoose) | (rules.is_powder(element) && apart ? kApart : 0) |
        (rules.flows(element) ? kFlows : 0) | (rules.flows(element) && !rules.strides(element) ? kRuns : 0) |
        (rules.sinks(element, 0) ? kDrops : 0) | (restless ? kRestless : 0) | (rules.roams(element) ? kRoams : 0));
    if (rules.decay(element).probability > 0) decaying.put(element);
    if (rules.roams(element)) roaming.put(element);
    if (rules.burst(element).probability > 0) bursting.put(element);
  }
  words.resize(std::size_t{kElementsMax} * kElementsMax);
  chances.resize(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto a = static_cast<std::uint8_t>(i / kElementsMax), b = static_cast<std::uint8_t>(i % kElementsMax);
    const Meeting& meeting = rules.meeting(a, b);
    const bool swaps = meeting.kind == Meeting::Kind::swap;
    has_anywhere |= meeting.anywhere;
    const auto bit = [](bool is_set, WordBit word) { return is_set ? std::uint32_t{word} : 0; };
    words[i] = meeting.result | std::uint32_t{rules.meeting(b, a).result} << 8 | bit(rules.acts_above(a, b), kActs) |
               bit(rules.follows(a, b), kFollows) | bit(meeting.anywhere, kAnywhere) | bit(swaps, kSwaps) |
               bit(rules.sinks(a, b), kSinks) | bit(meeting.probability == kCertain, kAlways);
    chances[i] = meeting.probability;
  }
  find_groups(rules);
}

// Unites groups until eight are left, each time the two that cost least.
void PairTables::find_groups(const Rules& rules) {
  constexpr std::size_t kGroups = 8;
  std::vector<PairGroup::Elements> special(static_cast<std::size_t>(element_count));
  for (std::size_t i = 0; i < special.size(); ++i) {
    for (std::size_t j = 0; j < special.size(); ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      const Meeting::Kind kind = rules.meeting(a, b).kind;
      const std::uint8_t both = bytes[1][a] & bytes[1][b];
      const bool swaps = (both & kLoose) != 0 && (both & kApart) == 0;
      special[i][j] = i != j && (kind == Meeting::Kind::reaction || (kind == Meeting::Kind::swap) != swaps);
      has_special_runs |= special[i][j] && rules.runs(a, b);
    }
  }
  std::vector<PairGroup> groups = single_groups(special);
  // By two groups: what it costs to unite them.
  std::vector<std::vector<double>> costs(groups.size(), std::vector<double>(groups.size()));
  const auto find_cost = [&](std::size_t a, std::size_t b) {
    costs[a][b] = united(groups[a], groups[b], special).cost - groups[a].cost - groups[b].cost;
  };
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (std::size_t b = a + 1; b < groups.size(); ++b) find_cost(a, b);
  }
  while (groups.size() > kGroups) {
    std::size_t first = 0, second = 1;
    for (std::size_t a = 0; a < groups.size(); ++a) {
      for (std::size_t b = a + 1; b < groups.size(); ++b) {
        if (costs[a][b] < costs[first][second]) first = a, second = b;
      }
    }
    groups[first] = united(groups[first], groups[second], special);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(second));
    costs.erase(costs.begin() + static_cast<std::ptrdiff_t>(second));
    for (std::vector<double>& row : costs) row.erase(row.begin() + static_cast<std::ptrdiff_t>(second));
    for (std::size_t other = 0; other < groups.size(); ++other) {
      if (other != first) find_cost(std::min(first, other), std::max(first, other));
    }
  }
  for (std::size_t k = 0; k < groups.size(); ++k) {
    for (std::size_t i = 0; i < special.size(); ++i) {
      if (groups[k].agents[i]) bytes[2][i] |= static_cast<std::uint8_t>(1 << k);
      if (groups[k].partners[i]) bytes[3][i] |= static_cast<std::uint8_t>(1 << k);
    }
  }
}

}  // namespace repose::conserving
