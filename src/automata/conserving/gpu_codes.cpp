#include "automata/conserving/gpu_codes.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

namespace repose::conserving {

namespace {

bool is_restless(const Rules& rules, std::uint8_t element) {
  return rules.decay(element).probability > 0 || rules.burst(element).probability > 0 || rules.wander(element) > 0;
}

bool runs(const Rules& rules, std::uint8_t a, std::uint8_t b) { return rules.runs(a, b) && rules.fluidity(a, b) > 0; }

// What a cell may do with its partner, as bits of Act.
std::uint32_t acts(const Rules& rules, std::uint8_t a, std::uint8_t b) {
  std::uint32_t bits = 0;
  const auto put = [&](Act act, bool on) { bits |= std::uint32_t{on} << act; };
  const Meeting& meeting = rules.meeting(a, b);
  const bool reacts = meeting.kind == Meeting::Kind::reaction;
  put(kActSinks, rules.sinks(a, b));
  put(kActReacts, reacts && !meeting.anywhere && rules.is_denser(a, b));
  put(kActAnywhere, meeting.anywhere);
  put(kActRuns, runs(rules, a, b));
  put(kActFixed, rules.is_fixed(a));
  put(kActGap, rules.follows(a, 0));
  put(kActGrainy, !rules.flows(a) && !rules.is_fixed(a));
  return bits;
}

// Elements with equal numbers act alike, as the cell and as the partner.
std::vector<int> kinds_of(const Rules& rules) {
  const int count = rules.element_count();
  std::vector<std::vector<std::uint32_t>> known;
  std::vector<int> kinds;
  for (int i = 0; i < count; ++i) {
    std::vector<std::uint32_t> manner;
    for (int j = 0; j < count; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      manner.push_back(acts(rules, a, b));
      manner.push_back(acts(rules, b, a));
    }
    const auto found = std::ranges::find(known, manner);
    kinds.push_back(static_cast<int>(found - known.begin()));
    if (found == known.end()) known.push_back(std::move(manner));
  }
  return kinds;
}

void take_in(CodeRange& range, int code) {
  range = range.empty() ? CodeRange{code, code} : CodeRange{std::min(range.first, code), std::max(range.last, code)};
}

}  // namespace

CellCodes::CellCodes(const Rules& rules) {
  const int count = rules.element_count();
  std::vector<std::uint8_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  const std::vector<int> kinds = kinds_of(rules);
  const auto place = [&](std::uint8_t element) { return std::pair(is_restless(rules, element), kinds[element]); };
  std::ranges::stable_sort(order, {}, place);
  for (std::size_t code = 0; code < order.size(); ++code) {
    codes_[order[code]] = static_cast<std::uint8_t>(code);
    elements_[code] = order[code];
  }
  for (std::size_t i = order.size(); i < codes_.size(); ++i) codes_[i] = codes_[0];
  traits_.has_viscous = rules.has_viscous();
  find_ranges(rules);
  find_kinds(rules);
}

void CellCodes::find_ranges(const Rules& rules) {
  for (int code = 0; code < rules.element_count(); ++code) {
    const std::uint8_t element = elements_[static_cast<std::size_t>(code)];
    if (is_restless(rules, element)) take_in(restless_, code);
    if ((acts(rules, element, 0) >> kActGrainy & 1) != 0) traits_.has_grainy = true;
    for (int j = 0; j < rules.element_count(); ++j) {
      const auto other = static_cast<std::uint8_t>(j);
      const Meeting& meeting = rules.meeting(element, other);
      if (runs(rules, element, other)) has_running_ = true;
      if (meeting.anywhere) traits_.has_anywhere = true;
      if (meeting.kind != Meeting::Kind::reaction) continue;
      if (meeting.probability < kCertain || (meeting.result == 0 && rules.acts_above(element, other)))
        traits_.has_uncertain = true;
    }
  }
}

void CellCodes::find_kinds(const Rules& rules) {
  constexpr int kSignBit = 128;  // shaders use the top bit of codes for comparisons
  const std::vector<int> kinds = kinds_of(rules);
  std::vector<std::uint8_t> members;
  for (int code = 0; code < rules.element_count(); ++code) {
    const std::uint8_t element = elements_[static_cast<std::size_t>(code)];
    if (!members.empty() && kinds[members.back()] == kinds[element]) continue;
    members.push_back(element);
    first_codes_.push_back(static_cast<std::uint8_t>(code));
  }
  if (members.size() <= kKindsMax && rules.element_count() <= kSignBit)
    traits_.kinds = static_cast<int>(members.size());
  first_codes_.resize(kKindsMax, kSignBit);
  kind_sets_.assign(std::size_t{kKindsMax} * kActCount, 0);
  if (traits_.kinds == 0) return;
  for (int act = kActSinks; act < kActSinks + kActCount; ++act) {
    std::uint8_t before = 0;
    for (std::size_t k = 0; k < members.size(); ++k) {
      std::uint8_t set = 0;
      for (std::size_t j = 0; j < members.size(); ++j) {
        if ((acts(rules, members[k], members[j]) >> act & 1) != 0) set |= static_cast<std::uint8_t>(1 << j);
      }
      if (act >= kActFixed && set != 0) set = 0x7f;  // true whatever the partner is
      kind_sets_[static_cast<std::size_t>(act - kActSinks) * kKindsMax + k] = set ^ before;
      before = set;
    }
  }
}

std::uint32_t CellCodes::pair_word(const Rules& rules, std::uint8_t a, std::uint8_t b) const {
  const Meeting& meeting = rules.meeting(a, b);
  const std::uint32_t probability = runs(rules, a, b) ? rules.fluidity(a, b) : meeting.probability;
  const std::uint32_t swap = meeting.kind == Meeting::Kind::swap ? kSwap : 0;
  return codes_[meeting.result] | swap | acts(rules, a, b) | (std::max(probability, 1u) - 1) << 16;
}

// Codes without an element are those of no cell.
std::vector<std::uint32_t> CellCodes::pair_words(const Rules& rules) const {
  std::vector<std::uint32_t> words;
  words.reserve(std::size_t{kElementsMax} * kElementsMax);
  for (const std::uint8_t a : elements_) {
    for (const std::uint8_t b : elements_) words.push_back(pair_word(rules, a, b));
  }
  return words;
}

std::vector<std::uint32_t> CellCodes::trait_words(const Rules& rules) const {
  std::vector<std::uint32_t> words(std::size_t{kElementsMax} * kTraitRows);
  const auto at = [&](int row, std::size_t column) -> std::uint32_t& {
    return words[static_cast<std::size_t>(row) * kElementsMax + column];
  };
  for (std::size_t code = 0; code < elements_.size(); ++code) {
    const std::uint8_t element = elements_[code];
    const Decaying& decay = rules.decay(element);
    at(kDecayRow, code) = codes_[decay.into] | decay.probability << 8;
    at(kWanderRow, code) = rules.wander(element);
    at(kBurstRow, code) = rules.burst(element).probability;
    at(kElementRow, code) = element | static_cast<std::uint32_t>(rules.density(element) << 8);
    at(kCodeRow, code) = codes_[code];  // here `code` is an element
  }
  return words;
}

}  // namespace repose::conserving
