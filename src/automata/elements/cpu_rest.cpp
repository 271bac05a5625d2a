#include "automata/elements/cpu_rest.hpp"

#include <bit>
#include <cstring>

namespace repose::elements {

namespace {

constexpr int kLanes = 16;  // SSE2, the baseline of x86-64; other machines get what the compiler makes of it
using Lanes = std::uint8_t __attribute__((vector_size(kLanes)));
static_assert(CellPlanes::kMargin >= kLanes, "loads reach one cell beyond a word on either side");

Lanes load(const std::uint8_t* bytes) {
  Lanes lanes;
  std::memcpy(&lanes, bytes, sizeof lanes);
  return lanes;
}

// One bit for each lane; lanes are 0 or 255.
std::uint64_t bits_of(Lanes lanes) {
  std::uint64_t halves[2];
  std::memcpy(halves, &lanes, sizeof lanes);
  const auto gather = [](std::uint64_t bytes) { return (bytes & 0x0101010101010101u) * 0x0102040810204080u >> 56; };
  return gather(halves[0]) | gather(halves[1]) << 8;
}

// Calls lanes(offset) for the four parts of a word and gathers its answers.
template <class Part>
std::uint64_t gather_word(Part part) {
  std::uint64_t word = 0;
  for (int offset = 0; offset < 64; offset += kLanes) word |= bits_of(part(offset)) << offset;
  return word;
}

// 255 where the cell holds what all its neighbours hold and none of them has more energy.
Lanes is_among_its_own(const std::uint8_t* element, const std::uint8_t* energy, std::ptrdiff_t stride) {
  const Lanes own = load(element), own_energy = load(energy);
  Lanes same = ~Lanes{};
  for (const std::ptrdiff_t row : {-stride, std::ptrdiff_t{0}, stride}) {
    for (const std::ptrdiff_t column : {-1, 0, 1}) {
      same &= static_cast<Lanes>(load(element + row + column) == own);
      same &= static_cast<Lanes>(load(energy + row + column) <= own_energy);
    }
  }
  return same;
}

// The cells of a word that do not fly.
std::uint64_t still_cells(const Speeds* speeds) {
  std::uint64_t words[64 * sizeof(Speeds) / 8];
  std::memcpy(words, speeds, sizeof words);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  if (any == 0) return ~std::uint64_t{0};
  std::uint64_t still = 0;
  for (int bit = 0; bit < 64; ++bit) still |= std::uint64_t{speeds[bit] == Speeds{}} << bit;
  return still;
}

// Of `cells`, all among their own, those whose kind rests at their energy.
std::uint64_t resting(const TraitTable& table, const std::uint8_t* element, const std::uint8_t* energy, std::uint64_t cells) {
  std::uint64_t rest = 0;
  while (cells != 0) {
    const std::uint8_t kind = element[std::countr_zero(cells)];
    const Lanes all_of_it = Lanes{} + kind;
    const std::uint64_t of_kind = gather_word([&](int offset) { return static_cast<Lanes>(load(element + offset) == all_of_it); });
    const int limit = table.of(kind).rests_up_to;
    if (limit >= 0) {
      const Lanes most = Lanes{} + static_cast<std::uint8_t>(limit);
      rest |= of_kind & cells & gather_word([&](int offset) { return static_cast<Lanes>(load(energy + offset) <= most); });
    }
    cells &= ~of_kind;
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
    const std::uint8_t *const element = &planes.element[i], *const energy = &planes.energy[i];
    const std::uint64_t nothing = gather_word([&](int offset) { return static_cast<Lanes>(load(element + offset) == Lanes{}); });
    std::uint64_t own = gather_word([&](int offset) {
      return is_among_its_own(element + offset, energy + offset, planes.stride());
    });
    own &= words[word] & ~nothing;
    if (own != 0) own &= still_cells(&planes.speed[i]);
    words[word] &= ~(nothing | resting(table, element, energy, own));
    count += std::popcount(words[word]);
  }
  return count;
}

}  // namespace repose::elements
