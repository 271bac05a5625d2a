#include "automata/conserving/cpu_tables.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "automata/conserving/band.hpp"

namespace repose::conserving {

namespace {

using Set = std::uint16_t;  // of elements
using Sets = std::array<Set, kSmallElementsMax>;

bool is_in(Set set, int element) { return (set >> element & 1) != 0; }
Set with(Set set, int element) { return static_cast<Set>(set | 1 << element); }

// By element, what it sinks through, where that can decide whether a pair runs.
Sets sets_to_sink_through(const Rules& rules) {
  const int count = rules.element_count();
  Set denser = 0, lighter = 0;  // those that run with some element
  const auto for_each_sinking = [&](const auto& visit) {
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        if (rules.sinks(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j))) visit(i, j);
      }
    }
  };
  for_each_sinking([&](int i, int j) {
    if (!rules.runs(static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j))) return;
    denser = with(denser, i);
    lighter = with(lighter, j);
  });
  Sets sets{};
  for_each_sinking([&](int i, int j) {
    if (is_in(denser, i) || is_in(lighter, j))
      sets[static_cast<std::size_t>(i)] = with(sets[static_cast<std::size_t>(i)], j);
  });
  return sets;
}

// Divides the sets that are not empty into chains, in which each set contains the one before it.
std::vector<std::vector<Set>> chains_of(const Sets& sets) {
  std::vector<Set> different(sets.begin(), sets.end());
  std::ranges::sort(different, {}, [](Set set) { return std::pair(std::popcount(set), set); });
  different.erase(std::ranges::unique(different).begin(), different.end());
  std::vector<std::vector<Set>> chains;
  for (const Set set : different) {
    if (set == 0) continue;
    const auto fits = [&](const std::vector<Set>& chain) { return (chain.back() & ~set) == 0; };
    auto chain = std::ranges::find_if(chains, fits);
    if (chain == chains.end()) chain = chains.emplace(chain);
    chain->push_back(set);
  }
  return chains;
}

}  // namespace

FlowTables::FlowTables(const Rules& rules) {
  const Sets sets = sets_to_sink_through(rules);
  const int count = rules.element_count();
  planes = weight(0);
  for (const std::vector<Set>& chain : chains_of(sets)) add_scale(sets, chain);
  bool all_flow = true;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      if (is_in(sets[a], j) && !rules.runs(a, b)) all_flow = false;
    }
  }
  if (!all_flow) flows = planes++;
  if (rules.has_viscous()) viscous = planes++;
  for (int i = 0; i < count; ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    if (rules.flows(element)) put(kReady, i);
    if (flows != kNone && rules.flows(element)) put(flows, i);
    if (viscous != kNone && rules.fluidity(element) < kCertain) put(viscous, i);
  }
  find_code(count);
}

// The weight of an element is the number of its set in the chain, from 1 on, or 0; its lift is the number of the last
// set that it is not in.
void FlowTables::add_scale(std::span<const Set> sets, std::span<const Set> chain) {
  const int first = (planes - weight(0)) / 2, bits = static_cast<int>(std::bit_width(chain.size()));
  for (int i = 0; i < kSmallElementsMax; ++i) {
    const auto own = std::ranges::find(chain, sets[static_cast<std::size_t>(i)]);
    const auto weight_of = own == chain.end() ? 0 : own - chain.begin() + 1;
    const auto lift = std::ranges::count_if(chain, [&](Set set) { return !is_in(set, i); });
    for (int bit = 0; bit < bits; ++bit) {
      if ((weight_of >> bit & 1) != 0) put(weight(first + bit), i);
      if ((lift >> bit & 1) == 0) put(no_lift(first + bit), i);
    }
  }
  planes = weight(first + bits);
  scale_ends[static_cast<std::size_t>(scales++)] = first + bits;
}

// Takes planes that halve the largest class of elements which are still the same, and then numbers the elements of each
// class in further planes.
void FlowTables::find_code(int element_count) {
  std::array<int, kSmallElementsMax> codes{};
  const auto bits_missing = [&](int plane) {
    std::array<unsigned, 2 * kSmallElementsMax> sizes{};
    for (int i = 0; i < element_count; ++i) {
      const int bit = plane != kNone && has(plane, i) ? kSmallElementsMax : 0;
      ++sizes[static_cast<std::size_t>(codes[static_cast<std::size_t>(i)] + bit)];
    }
    return static_cast<int>(std::bit_width(std::ranges::max(sizes) - 1));
  };
  const auto take = [&](int plane) {
    for (int i = 0; i < element_count; ++i) codes[static_cast<std::size_t>(i)] += (has(plane, i) ? 1 : 0) << code_bits;
    code[static_cast<std::size_t>(code_bits++)] = plane;
  };
  for (int plane = weight(0), end = planes; plane < end; ++plane) {
    if (bits_missing(plane) < bits_missing(kNone)) take(plane);
  }
  std::array<int, kSmallElementsMax> sizes{}, numbers{};
  for (int i = 0; i < element_count; ++i)
    numbers[static_cast<std::size_t>(i)] = sizes[static_cast<std::size_t>(codes[static_cast<std::size_t>(i)])]++;
  for (int bit = 0, count = bits_missing(kNone); bit < count; ++bit) {
    for (int i = 0; i < element_count; ++i) {
      if ((numbers[static_cast<std::size_t>(i)] >> bit & 1) != 0) put(planes, i);
    }
    take(planes++);
  }
  for (int i = 0; i < element_count; ++i)
    elements[static_cast<std::size_t>(codes[static_cast<std::size_t>(i)])] = static_cast<std::uint8_t>(i);
}

SmallTables::SmallTables(const Rules& rules)
    : traits{.has_reactions = rules.has_reactions()},
      few(rules.element_count() <= 8),
      pairs(rules.element_count() <= kPairElementsMax) {
  for (int i = 0; i < rules.element_count(); ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    self.put(i, i);
    fixed[a] = rules.is_fixed(a) ? 0xff : 0;
    grainy[a] = rules.flows(a) ? 0 : 0xff;
    decays[a] = rules.decay(a).probability > 0 ? 0xff : 0;
    restless[a] = decays[a] != 0 || rules.burst(a).probability > 0 ? 0xff : 0;
    for (int j = 0; j < rules.element_count(); ++j) put_pair(rules, a, static_cast<std::uint8_t>(j));
  }
  if (pairs) fill_pairs(rules);
  if (pairs) fill_falls(rules);
  if (pairs) fill_slides(rules);
  flow = FlowTables(rules);
  flow.is_needed = flow.scales > 0 || traits.has_anywhere;
}

void SmallTables::put_pair(const Rules& rules, std::uint8_t a, std::uint8_t b) {
  const Meeting& meeting = rules.meeting(a, b);
  results[a][b] = meeting.result;
  if (few) folded_results[a / 2u][a % 2u * 8u + b] = meeting.result;
  if (rules.sinks(a, b)) sinks.put(a, b);
  if (rules.runs(a, b) && rules.is_denser(a, b)) runs.put(a, b);
  if (rules.wanders(a, b) > 0) wanders.put(a, b);
  if (meeting.kind != Meeting::Kind::reaction) return;
  if (meeting.probability < kCertain) traits.certain = false;
  if (meeting.anywhere) anywhere.put(a, b);
  if (meeting.anywhere) traits.has_anywhere = true;
  if (rules.is_denser(a, b)) reacts_below.put(a, b);
  if (meeting.anywhere || rules.is_denser(a, b)) reacts_falling.put(a, b);
}

void SmallTables::fill_pairs(const Rules& rules) {
  for (int i = 0; i < rules.element_count(); ++i) {
    for (int j = 0; j < rules.element_count(); ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      std::uint8_t& acts = pair_acts[a * 8u + b];
      const auto put = [&](PairAct act, bool on) {
        if (on) acts = static_cast<std::uint8_t>(acts | static_cast<std::uint8_t>(act));
      };
      pair_results[a * 8u + b] = results[a][b];
      put(PairAct::sinks, sinks.has(i, j));
      put(PairAct::runs, runs.has(i, j));
      put(PairAct::reacts_below, reacts_below.has(i, j));
      put(PairAct::anywhere, anywhere.has(i, j));
      put(PairAct::reacts_falling, reacts_falling.has(i, j));
      put(PairAct::wanders, wanders.has(i, j));
      put(PairAct::follows, rules.follows(a, b));
    }
  }
}

void SmallTables::fill_falls(const Rules& rules) {
  for (std::size_t i = 0; i < fall_upper.size(); ++i) {
    const auto upper = static_cast<std::uint8_t>(i / 8 % 8), lower = static_cast<std::uint8_t>(i % 8);
    fall_upper[i] = upper == kNoElement ? kNoCell : upper;
    fall_lower[i] = lower == kNoElement ? kNoCell : lower;
    if (upper >= rules.element_count() || lower >= rules.element_count()) continue;
    if (!((i & kActed) != 0 ? rules.follows(upper, lower) : rules.acts_above(upper, lower))) continue;
    const Meeting& meeting = rules.meeting(upper, lower);
    fall_upper[i] = static_cast<std::uint8_t>(meeting.result | kActed);
    fall_lower[i] = rules.meeting(lower, upper).result;
    if (meeting.kind == Meeting::Kind::swap) fall_lower[i] |= kFell;
  }
}

void SmallTables::fill_slides(const Rules& rules) {
  const auto add = [](std::uint8_t& to, SlideAct act) {
    to = static_cast<std::uint8_t>(to | static_cast<std::uint8_t>(act));
  };
  for (std::size_t i = 0; i < slide_upper.size(); ++i) {
    const auto lower = static_cast<std::uint8_t>(i / 8 % 8), upper = static_cast<std::uint8_t>(i % 8);
    if (upper >= rules.element_count() || lower >= rules.element_count()) continue;
    const Meeting& meeting = rules.meeting(upper, lower);
    const bool swaps = rules.sinks(upper, lower) && (i & kFell) == 0;
    const bool reacts = meeting.kind == Meeting::Kind::reaction && (meeting.anywhere || rules.is_denser(upper, lower));
    if (rules.sinks(upper, lower)) add(slide_blocks[i % 64], SlideAct::blocks);
    if (swaps || reacts) {
      slide_upper[i] = meeting.result;
      slide_lower[i] = rules.meeting(lower, upper).result;
      add(slide_upper[i], SlideAct::acts);
    }
    if (swaps) add(slide_upper[i], SlideAct::swaps);
    if (meeting.anywhere) add(slide_upper[i], SlideAct::anywhere);
    if (rules.is_fixed(upper) && rules.is_fixed(lower)) add(slide_upper[i], SlideAct::blocks);
  }
}

}  // namespace repose::conserving
