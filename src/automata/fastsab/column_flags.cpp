// Which cells are active, 64 at a time. The definition is is_active() in scalar.cpp.
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "automata/fastsab/column_grid.hpp"

namespace repose::fastsab {
namespace {

// Bit i tells whether byte i of the two differs.
std::uint64_t differing(const std::uint8_t* a, const std::uint8_t* b) {
  std::uint64_t bits = 0;
#if defined(__SSE2__)
  for (int i = 0; i < kWordCells; i += 16) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(a + i));
    const __m128i y = _mm_loadu_si128(reinterpret_cast<const __m128i*>(b + i));
    bits |= static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(x, y))) << i;
  }
  return ~bits;
#else
  for (int i = 0; i < kWordCells; ++i) bits |= std::uint64_t{a[i] != b[i]} << i;
  return bits;
#endif
}

struct TraitBits {
  std::uint64_t grain = 0, dissolver = 0, victim = 0, liquid = 0;
};

TraitBits gather(const std::uint8_t* traits) {
  TraitBits bits;
#if defined(__SSE2__)
  for (int i = 0; i < kWordCells; i += 16) {
    __m128i lanes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(traits + i));
    const auto next_bit = [&] {
      const auto top = static_cast<std::uint64_t>(_mm_movemask_epi8(lanes)) << i;
      lanes = _mm_add_epi8(lanes, lanes);
      return top;
    };
    bits.grain |= next_bit();
    bits.dissolver |= next_bit();
    bits.victim |= next_bit();
    bits.liquid |= next_bit();
  }
#else
  for (int i = 0; i < kWordCells; ++i) {
    bits.grain |= std::uint64_t{(traits[i] & kGrainTrait) != 0} << i;
    bits.dissolver |= std::uint64_t{(traits[i] & kDissolverTrait) != 0} << i;
    bits.victim |= std::uint64_t{(traits[i] & kVictimTrait) != 0} << i;
    bits.liquid |= std::uint64_t{(traits[i] & kLiquidTrait) != 0} << i;
  }
#endif
  return bits;
}

// The bits of the cells one row down or up.
std::uint64_t from_below(const std::uint64_t* word) { return (word[0] >> 1) | (word[1] << 63); }
std::uint64_t from_above(const std::uint64_t* word) { return (word[0] << 1) | (word[-1] >> 63); }

// Calls visit(word) for each bit of a column of bits of words.
template <class Visit>
void for_each_word(const std::uint64_t* column, int summary_words, Visit visit) {
  for (int i = 0; i < summary_words; ++i) {
    for (std::uint64_t bits = column[i]; bits != 0; bits &= bits - 1) visit(i * kWordCells + std::countr_zero(bits));
  }
}

class Refresh {
 public:
  Refresh(ColumnGrid& grid, const Substances& substances, bool dissolving)
      : grid_(grid), substances_(substances), dissolving_(dissolving) {}

  bool run() {
    for (int x = 0; x < grid_.width(); ++x) gather_column(x);
    bool any = false;
    for (int x = 0; x < grid_.width(); ++x) any = flag_column(x) || any;
    for (int x = 0; x < grid_.width(); ++x) hand_on(x);
    return any;
  }

 private:
  void gather_column(int x) {
    const std::uint64_t *dirty = grid_.dirty.column(x), *visited = grid_.visited.column(x);
    for (int i = 0; i < grid_.summary_words(); ++i) {
      const std::uint64_t touched = dirty[i] | visited[i];
      for_each_word(&touched, 1, [&](int w) { grid_.processed.column(x)[i * kWordCells + w] = 0; });
    }
    for_each_word(dirty, grid_.summary_words(), [&](int w) {
      const TraitBits bits = gather(grid_.traits.column(x) + w * kWordCells);
      grid_.grains.column(x)[w] = bits.grain;
      grid_.dissolvers.column(x)[w] = bits.dissolver;
      grid_.victims.column(x)[w] = bits.victim;
      grid_.liquids.column(x)[w] = bits.liquid;
    });
  }

  bool flag_column(int x) {
    const std::uint64_t *dirty = grid_.dirty.column(x), *left = grid_.dirty.column(x - 1), *right = grid_.dirty.column(x + 1);
    std::uint64_t* visited = grid_.visited.column(x);
    std::uint64_t any = 0;
    for (int i = 0; i < grid_.summary_words(); ++i) {
      std::uint64_t stale = dirty[i] | left[i] | right[i] | from_above(dirty + i) | from_below(dirty + i);
      const int rest = grid_.words() - i * kWordCells;
      if (rest < kWordCells) stale &= (std::uint64_t{1} << rest) - 1;
      for (std::uint64_t bits = stale; bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const std::uint64_t active = active_in(x, i * kWordCells + bit);
        grid_.active.column(x)[i * kWordCells + bit] = active;
        visited[i] = (visited[i] & ~(std::uint64_t{1} << bit)) | (std::uint64_t{active != 0} << bit);
      }
      any |= visited[i];
    }
    return any != 0;
  }

  std::uint64_t active_in(int x, int w) {
    const std::uint64_t grain = grid_.grains.column(x)[w];
    if (grain == 0) return 0;
    const std::uint8_t* cells = grid_.cells.column(x) + w * kWordCells;
    const std::uint64_t* voids = grid_.voids.column(x) + w;
    const std::uint64_t beside_void =
        grid_.voids.column(x - 1)[w] | grid_.voids.column(x + 1)[w] | from_above(voids) | from_below(voids);
    const std::uint64_t sure = grain & beside_void;
    if (sure == grain) return sure;

    const std::uint64_t from_lower = differing(cells, cells + 1), from_upper = differing(cells, cells - 1);
    const std::uint64_t from_left = differing(cells, grid_.cells.column(x - 1) + w * kWordCells);
    const std::uint64_t from_right = differing(cells, grid_.cells.column(x + 1) + w * kWordCells);
    const std::uint64_t unlike = grain & ~sure & (from_lower | from_upper | from_left | from_right);
    std::uint64_t maybe = unlike & from_lower & from_below(grid_.liquids.column(x) + w);
    if (dissolving_) {
      const std::uint64_t* victims = grid_.victims.column(x) + w;
      maybe |= unlike & grid_.dissolvers.column(x)[w] &
               (from_below(victims) | from_above(victims) | grid_.victims.column(x - 1)[w] | grid_.victims.column(x + 1)[w]);
    }
    std::uint64_t active = sure;
    for (std::uint64_t bits = maybe; bits != 0; bits &= bits - 1) {
      const int i = std::countr_zero(bits);
      if (has_way_out(x, w * kWordCells + i)) active |= std::uint64_t{1} << i;
    }
    return active;
  }

  bool has_way_out(int x, int y) const {
    const std::uint8_t* column = grid_.cells.column(x);
    if (substances_.sinks_into(column[y], column[y + 1])) return true;
    if (!dissolving_) return false;
    for (const Offset& to : kNeighbours) {
      if (substances_.dissolve(column[y], grid_.cells.column(x + to.dx)[y + to.dy]) > 0) return true;
    }
    return false;
  }

  void hand_on(int x) {
    for (int i = 0; i < grid_.summary_words(); ++i) {
      grid_.unpainted.column(x)[i] |= grid_.dirty.column(x)[i];
      grid_.dirty.column(x)[i] = 0;
    }
  }

  ColumnGrid& grid_;
  const Substances& substances_;
  bool dissolving_;
};

}  // namespace

bool refresh_flags(ColumnGrid& grid, const Substances& substances, bool dissolving) {
  return Refresh(grid, substances, dissolving).run();
}

}  // namespace repose::fastsab
