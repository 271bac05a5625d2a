// Which cells are active, 64 at a time. The definition is is_active() in scalar.cpp.
#include <algorithm>
#include <bit>
#include <iterator>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "automata/fastsab/column_grid.hpp"

namespace repose::fastsab {
namespace {

// Bit i says whether byte i of the two differs.
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

// Bit i of next() is the highest bit of byte i; afterwards the bytes move one bit up for the next call.
class TraitReader {
 public:
#if defined(__SSE2__)
  explicit TraitReader(const std::uint8_t* traits) {
    for (std::size_t i = 0; i < std::size(lanes_); ++i) {
      lanes_[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(traits + 16 * i));
    }
  }
  std::uint64_t next() {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < std::size(lanes_); ++i) {
      bits |= static_cast<std::uint64_t>(_mm_movemask_epi8(lanes_[i])) << (16 * i);
      lanes_[i] = _mm_add_epi8(lanes_[i], lanes_[i]);
    }
    return bits;
  }

 private:
  __m128i lanes_[4];
#else
  explicit TraitReader(const std::uint8_t* traits) : traits_(traits) {}
  std::uint64_t next() {
    std::uint64_t bits = 0;
    for (int i = 0; i < kWordCells; ++i) bits |= std::uint64_t{(traits_[i] & mask_) != 0} << i;
    mask_ >>= 1;
    return bits;
  }

 private:
  const std::uint8_t* traits_;
  unsigned mask_ = 0x80;
#endif
};

// Calls visit(word) for each set bit in a column of bits of words.
template <class Visit>
void for_each_word(const std::uint64_t* column, int summary_words, Visit visit) {
  for (int i = 0; i < summary_words; ++i) {
    for (std::uint64_t bits = column[i]; bits != 0; bits &= bits - 1) visit(i * kWordCells + std::countr_zero(bits));
  }
}

class Refresh {
 public:
  Refresh(ColumnGrid& grid, const Substances& substances, const Parameters& parameters)
      : grid_(grid),
        substances_(substances),
        parameters_(parameters),
        like_counts_(substances.something_dissolves_itself() ? ~std::uint64_t{0} : 0) {}

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
      for_each_word(&touched, 1, [&](int w) {
        grid_.processed.column(x)[i * kWordCells + w] = grid_.victims_came.column(x)[i * kWordCells + w] = 0;
      });
    }
    for_each_word(dirty, grid_.summary_words(), [&](int w) {
      TraitReader traits(grid_.traits.column(x) + w * kWordCells);
      Facts& facts = grid_.facts(x, w);
      facts.grain = traits.next();
      facts.dissolver = traits.next();
      grid_.victims.column(x)[w] = traits.next();
      grid_.liquids.column(x)[w] = traits.next();
      for (std::uint64_t& bits : facts.friction) bits = traits.next();
    });
  }

  bool flag_column(int x) {
    const std::uint64_t *dirty = grid_.dirty.column(x), *left = grid_.dirty.column(x - 1),
                        *right = grid_.dirty.column(x + 1);
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
    std::uint64_t &sinks = grid_.sinks.column(x)[w], &looks = grid_.looks.column(x)[w];
    sinks = looks = 0;
    const Facts& facts = grid_.facts(x, w);
    const std::uint64_t active_voids = parameters_.voids_active ? active_voids_in(x, w) : 0;
    if (facts.grain == 0) return active_voids;
    const std::uint64_t* voids = grid_.voids.column(x) + w;
    const std::uint64_t beside_void =
        grid_.voids.column(x - 1)[w] | grid_.voids.column(x + 1)[w] | from_above(voids) | from_below(voids);

    const std::uint8_t* cells = grid_.cells.column(x) + w * kWordCells;
    const std::uint64_t unlike_below = differing(cells, cells + 1), unlike_above = differing(cells, cells - 1);
    const std::uint64_t unlike_left = differing(cells, grid_.cells.column(x - 1) + w * kWordCells);
    const std::uint64_t unlike_right = differing(cells, grid_.cells.column(x + 1) + w * kWordCells);
    const std::uint64_t over_liquid = facts.falls() & unlike_below & from_below(grid_.liquids.column(x) + w);
    sinks = those(over_liquid, x, w, [this](int cx, int y) { return can_sink(cx, y); });
    if (parameters_.dissolving && facts.dissolver != 0) {
      const std::uint64_t* victims = grid_.victims.column(x) + w;
      const std::uint64_t like = like_counts_;
      const std::uint64_t beside_victim = facts.dissolver & ((from_below(victims) & (unlike_below | like)) |
                                                             (from_above(victims) & (unlike_above | like)) |
                                                             (grid_.victims.column(x - 1)[w] & (unlike_left | like)) |
                                                             (grid_.victims.column(x + 1)[w] & (unlike_right | like)));
      // Cells beside void are active in any case.
      const std::uint64_t unsure = beside_victim & ~beside_void;
      looks =
          (beside_victim & beside_void) | those(unsure, x, w, [this](int cx, int y) { return can_dissolve(cx, y); });
    }
    const std::uint64_t unlike = unlike_below | unlike_above | unlike_left | unlike_right;
    const std::uint64_t has_way_out = beside_void | looks | (parameters_.sinkers_active ? sinks : 0);
    return active_voids | (facts.grain & unlike & has_way_out);
  }

  // Void cells with both a void and another neighbour. Beyond the edge nothing is void.
  std::uint64_t active_voids_in(int x, int w) const {
    const std::uint64_t* voids = grid_.voids.column(x) + w;
    const std::uint64_t left = grid_.voids.column(x - 1)[w], right = grid_.voids.column(x + 1)[w];
    const std::uint64_t above = from_above(voids), below = from_below(voids);
    return *voids & (left | right | above | below) & ~(left & right & above & below);
  }

  // The bits of those `candidates` for which test(x, y) is true.
  template <class Test>
  static std::uint64_t those(std::uint64_t candidates, int x, int w, Test test) {
    std::uint64_t found = 0;
    for (std::uint64_t bits = candidates; bits != 0; bits &= bits - 1) {
      const int i = std::countr_zero(bits);
      found |= std::uint64_t{test(x, w * kWordCells + i)} << i;
    }
    return found;
  }

  bool can_sink(int x, int y) const {
    const std::uint8_t* column = grid_.cells.column(x);
    return substances_.sinks_into(column[y], column[y + 1]);
  }

  bool can_dissolve(int x, int y) const {
    const std::uint8_t self = grid_.cells.column(x)[y];
    return std::any_of(std::begin(kNeighbours), std::end(kNeighbours), [&](const Offset& to) {
      return substances_.dissolve(self, grid_.cells.column(x + to.dx)[y + to.dy]) > 0;
    });
  }

  void hand_on(int x) {
    for (int i = 0; i < grid_.summary_words(); ++i) {
      grid_.unpainted.column(x)[i] |= grid_.dirty.column(x)[i];
      grid_.dirty.column(x)[i] = 0;
    }
  }

  ColumnGrid& grid_;
  const Substances& substances_;
  const Parameters& parameters_;
  std::uint64_t like_counts_;  // all ones if an element may dissolve itself
};

}  // namespace

bool refresh_flags(ColumnGrid& grid, const Substances& substances, const Parameters& parameters) {
  return Refresh(grid, substances, parameters).run();
}

}  // namespace repose::fastsab
