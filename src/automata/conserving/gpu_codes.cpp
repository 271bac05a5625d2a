#include "automata/conserving/gpu_codes.hpp"

#include <algorithm>
#include <numeric>

namespace repose::conserving {

namespace {

// What orders the codes.
struct Manner {
  bool drops = false, runs = false, restless = false;
};

Manner manner_of(const Rules& rules, std::uint8_t element) {
  Manner manner;
  manner.restless = rules.decay(element).probability > 0 || rules.burst(element).probability > 0 ||
                    rules.wander(element) > 0;
  for (int j = 0; j < rules.element_count(); ++j) {
    const auto other = static_cast<std::uint8_t>(j);
    manner.drops = manner.drops || rules.follows(element, other);
    manner.runs = manner.runs || (rules.runs(element, other) && rules.fluidity(element, other) > 0);
  }
  return manner;
}

// In this order each range is in one piece, except that of restless elements, which is in two.
int rank(const Manner& manner) {
  const int below = manner.runs ? (manner.restless ? 2 : 3) : (manner.restless ? 1 : 0);
  return manner.drops ? 7 - below : below;
}

void take_in(CodeRange& range, int code) {
  range = range.empty() ? CodeRange{code, code} : CodeRange{std::min(range.first, code), std::max(range.last, code)};
}

}  // namespace

CellCodes::CellCodes(const Rules& rules) {
  std::vector<std::uint8_t> order(static_cast<std::size_t>(rules.element_count()));
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::array<int, kElementsMax> ranks{};
  for (const std::uint8_t element : order) ranks[element] = rank(manner_of(rules, element));
  std::ranges::stable_sort(order, {}, [&](std::uint8_t element) { return ranks[element]; });
  for (std::size_t code = 0; code < order.size(); ++code) {
    codes_[order[code]] = static_cast<std::uint8_t>(code);
    elements_[code] = order[code];
  }
  for (std::size_t i = order.size(); i < codes_.size(); ++i) codes_[i] = codes_[0];
  find_ranges(rules);
}

void CellCodes::find_ranges(const Rules& rules) {
  for (int code = 0; code < rules.element_count(); ++code) {
    const std::uint8_t element = elements_[static_cast<std::size_t>(code)];
    const Manner manner = manner_of(rules, element);
    if (!manner.drops) first_dropping_ = code + 1;
    if (manner.drops != rules.follows(element, 0)) all_fall_into_gaps_ = false;
    if (manner.runs) take_in(running_, code);
    if (manner.restless) take_in(restless_[manner.drops], code);
    for (int j = 0; j < rules.element_count(); ++j)
      has_anywhere_ = has_anywhere_ || rules.meeting(element, static_cast<std::uint8_t>(j)).anywhere;
  }
}

std::uint32_t CellCodes::pair_word(const Rules& rules, std::uint8_t a, std::uint8_t b) const {
  const Meeting& meeting = rules.meeting(a, b);
  const bool runs = rules.runs(a, b) && rules.fluidity(a, b) > 0;
  std::uint32_t word = codes_[meeting.result];
  if (meeting.kind == Meeting::Kind::swap) word |= kSwap;
  if (meeting.kind == Meeting::Kind::reaction) word |= kReaction;
  if (meeting.anywhere) word |= kAnywhere;
  if (runs) word |= kRuns;
  if (rules.is_denser(a, b)) word |= kDenser;
  if (rules.acts_above(a, b)) word |= kFalls;
  if (rules.follows(a, b)) word |= kFollows;
  if (rules.is_fixed(a) && rules.is_fixed(b)) word |= kFixed;
  const std::uint32_t probability = runs ? rules.fluidity(a, b) : meeting.probability;
  return word | (std::max(probability, 1u) - 1) << 16;
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
