#include "automata/elements/cpu_rest.hpp"

#include <bit>
#include <optional>

#include "automata/elements/cpu_lanes.hpp"

namespace repose::elements {

namespace {

static_assert(CellPlanes::kMargin >= kLanes, "loads reach one cell beyond a word on either side");

// Calls lanes(offset) for the four parts of a word and joins the results.
template <class Part>
std::uint64_t gather_word(Part part) {
  std::uint64_t word = 0;
  for (int offset = 0; offset < 64; offset += kLanes) word |= bits_of(part(offset)) << offset;
  return word;
}

// If a word holds more kinds than this, the cells of the others keep their marks: such a mixed region is rarely at
// rest.
constexpr int kKindsMax = 4;

// The cells of a word whose neighbours all hold the same element and no more energy.
std::uint64_t among_their_own(const std::uint8_t* element, const std::uint8_t* energy, std::ptrdiff_t stride) {
  return gather_word([=](int offset) {
    const Lanes own = load_lanes(element + offset), own_energy = load_lanes(energy + offset);
    Lanes same = ~Lanes{};
    for (const std::ptrdiff_t neighbour :
         {-stride - 1, -stride, -stride + 1, std::ptrdiff_t{-1}, std::ptrdiff_t{1}, stride - 1, stride, stride + 1}) {
      same &= static_cast<Lanes>(load_lanes(element + neighbour + offset) == own);
      same &= static_cast<Lanes>(load_lanes(energy + neighbour + offset) <= own_energy);
    }
    return same;
  });
}

// The cells whose neighbours, beside them and in the row to which they would move, are all of the kind. A cell that
// only moves stays in place there.
std::uint64_t hemmed_in(const std::uint8_t* element, std::ptrdiff_t stride, std::uint8_t kind, int direction) {
  if (direction == 0) return ~std::uint64_t{0};
  const Lanes wanted = Lanes{} + kind;
  const std::uint8_t* const ahead = element + direction * stride;
  return gather_word([=](int offset) {
    const auto is_kind = [&](const std::uint8_t* cells) {
      return static_cast<Lanes>(load_lanes(cells + offset) == wanted);
    };
    return is_kind(element - 1) & is_kind(element + 1) & is_kind(ahead - 1) & is_kind(ahead) & is_kind(ahead + 1);
  });
}

std::uint64_t up_to(const std::uint8_t* energy, int limit) {
  const Lanes most = Lanes{} + static_cast<std::uint8_t>(limit);
  return gather_word([=](int offset) { return static_cast<Lanes>(load_lanes(energy + offset) <= most); });
}

// Of the cells of a word, none of which is empty: those that rest unless they fly.
std::uint64_t resting(const TraitTable& table, const CellPlanes& planes, std::size_t i, std::uint64_t cells) {
  const std::uint8_t *const element = &planes.element[i], *const energy = &planes.energy[i];
  std::optional<std::uint64_t> own;
  std::uint64_t rest = 0;
  for (int kinds = 0; cells != 0 && kinds < kKindsMax; ++kinds) {
    const std::uint8_t kind = element[std::countr_zero(cells)];
    const std::uint64_t of_kind = cells & bits_equal(element, kind, 64);
    cells &= ~of_kind;
    const Traits& traits = table.of(kind);
    if (traits.only_moves) {
      rest |= of_kind & hemmed_in(element, planes.stride(), kind, traits.direction);
    } else if (traits.rests_up_to >= 0) {
      if (!own) own = among_their_own(element, energy, planes.stride());
      if ((of_kind & *own) != 0) rest |= of_kind & *own & up_to(energy, traits.rests_up_to);
    }
  }
  return rest;
}

}  // namespace

int settle_row(const TraitTable& table, const CellPlanes& planes, BitRows& restless, int y) {
  std::uint64_t* const words = restless.row(y);
  int count = 0;
  for (int word = 0; word < restless.words(); ++word) {
    words[word] &= WorldMarks::within(word, 1, planes.width() - 1);
    if (words[word] == 0) continue;
    const std::size_t i = planes.index(word * 64, y);
    words[word] &= ~bits_equal(&planes.element[i], 0, 64);
    const std::uint64_t rest = words[word] != 0 ? resting(table, planes, i, words[word]) : 0;
    if (rest != 0) words[word] &= ~(rest & still_bits(&planes.speed[i], 64));
    count += std::popcount(words[word]);
  }
  return count;
}

}  // namespace repose::elements
