// The hot loops of the density automaton's cpu backend: several steps over one area in one pass over memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "automata/density/density.hpp"
#include "automata/padded_plane.hpp"
#include "core/chunks.hpp"
#include "repose/solver.hpp"

namespace repose::density {

// A cell takes one byte, the *state*, if possible. A state is an element index, or the *vanished* state: the result of
// a pair without a rule, index 0 with density 0, if the background has another density. It uses the first index without
// an element. Then the density is a function of the state, equal states never meet, and a step is one table look-up.
// Only a ruleset of 256 elements with undefined pairs has no free index: then the density plane is *carried* beside the
// indices.

// A density byte with its top bit flipped: as signed bytes these have the order of the densities, and every processor
// can compare signed bytes.
constexpr std::uint8_t biased(std::uint8_t density) { return density ^ 0x80; }

class CellStates {
 public:
  // With at most this number of states the tables of a step fit into vector registers.
  static constexpr int kFew = 16;

  CellStates() : CellStates(RuleTable()) {}
  explicit CellStates(const RuleTable& rules)
      : rules_(rules), density_(rules.densities()), next_(std::size_t{256} * 256) {
    const bool can_vanish = rules.has_undefined_pairs() && rules.density_of(0) != 0;
    carries_density_ = can_vanish && rules.element_count() == kElementsMax;
    has_vanished_ = can_vanish && !carries_density_;
    if (has_vanished_) {
      vanished_ = static_cast<std::uint8_t>(rules.element_count());
      density_[vanished_] = 0;
    }
    state_count_ = rules.element_count() + (has_vanished_ ? 1 : 0);
    std::ranges::transform(density_, biased_density_.begin(), biased);
    constexpr std::uint8_t kNoDensity = 0;
    for (std::size_t i = 0; i < 256; ++i) {
      admitted_[0][i] = state_of(density::admit(rules_, static_cast<std::uint8_t>(i), nullptr));
      admitted_[1][i] = state_of(density::admit(rules_, static_cast<std::uint8_t>(i), &kNoDensity));
    }
    for (std::size_t a = 0; a < 256; ++a) {
      for (std::size_t b = 0; b < 256; ++b) {
        next_[a * 256 + b] = next_state(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
        if (a < kFew && b < kFew) next_of_few_[a * kFew + b] = next_[a * 256 + b];
      }
    }
  }

  bool carries_density() const { return carries_density_; }
  bool few() const { return state_count_ <= kFew; }
  int state_count() const { return state_count_; }

  std::uint8_t state_of(Outcome cell) const {
    return has_vanished_ && cell.density != rules_.density_of(cell.index) ? vanished_ : cell.index;
  }
  std::uint8_t index_of(std::uint8_t state) const {
    return has_vanished_ && state == vanished_ ? std::uint8_t{0} : state;
  }
  // Not for carried densities.
  std::uint8_t density_of(std::uint8_t state) const { return density_[state]; }

  // Convert cells of a world to states, and back. `densities` is null if the world has none. Not for carried densities.
  void admit(const std::uint8_t* cells, const std::uint8_t* densities, std::uint8_t* states, int count) const {
    for (int i = 0; i < count; ++i) {
      const bool is_zero = densities != nullptr && densities[i] == 0;
      states[i] = admitted_[is_zero ? 1 : 0][cells[i]];
    }
  }
  void release(const std::uint8_t* states, std::uint8_t* cells, int count) const {
    if (has_vanished_) {
      std::transform(states, states + count, cells, [this](std::uint8_t state) { return index_of(state); });
    } else {
      std::memcpy(cells, states, static_cast<std::size_t>(count));
    }
  }

  const RuleTable& rules() const { return rules_; }
  // By state. Not for carried densities.
  const std::uint8_t* biased_densities() const { return biased_density_.data(); }
  // next()[self * 256 + partner]: the next state. partner == self means "no partner" and gives the state itself. Not
  // for carried densities.
  const std::uint8_t* next() const { return next_.data(); }
  // As above, for few states: next_of_few()[self * kFew + partner].
  const std::uint8_t* next_of_few() const { return next_of_few_.data(); }

 private:
  std::uint8_t next_state(std::uint8_t self, std::uint8_t partner) const {
    return self == partner ? self : state_of(rules_.at(index_of(self), index_of(partner)));
  }

  RuleTable rules_;
  bool carries_density_ = false;
  bool has_vanished_ = false;
  std::uint8_t vanished_ = 0;
  int state_count_ = 0;
  std::array<std::uint8_t, 256> density_{};                  // by state, not biased
  std::array<std::array<std::uint8_t, 256>, 2> admitted_{};  // states by world cell; the second for density 0
  alignas(64) std::array<std::uint8_t, 256> biased_density_{};
  alignas(64) std::array<std::uint8_t, std::size_t{kFew} * kFew> next_of_few_{};
  std::vector<std::uint8_t> next_;  // 64 KiB, of which the first n entries of the first n rows are in use with n states
};

// The largest number of steps of one pass, and the distance up to which a cell depends on others in each step.
inline constexpr int kPassStepsMax = 4;
inline constexpr int kStepReach = 2;
// The widest area of a pass: its rows stay in the L1 and L2 caches.
inline constexpr int kAreaColumnsMax = 64;

// The planes of one buffer; `density` exists only if it is carried.
struct CellPlanes {
  PaddedPlane cells;
  PaddedPlane density;
};

// Everything that a pass over one world reads and writes. Different threads may compute the areas of one pass: no area
// writes what another one reads.
struct PassJob {
  const CellStates& states;
  const CellPlanes& from;
  CellPlanes& to;
  int width, height;
  Bias first_bias;  // biases alternate
  int step_count;   // 1..kPassStepsMax
};

// Computes the cells of `area`, records in `dirty` which of them changed in any of the steps, and returns true if any
// changed. Precondition: the area was begun in `dirty`.
bool step_area(const PassJob& job, const CellArea& area, DirtyChunks& dirty);

// ---- rows of cells and of bits, in the form in which they are computed ----

using Word = std::uint64_t;  // of bits, for 64 cells
inline constexpr int kWordCells = 64;
static_assert(kWordCells == kChunkWidth);
static_assert(std::endian::native == std::endian::little, "bits are stored as bytes");

inline constexpr int kWordsMax = kAreaColumnsMax + 2;
inline constexpr int kWordMargin = 8;             // for shifts by a column, and for vectors of words that overrun
inline constexpr int kStageLag = kStepReach + 1;  // rows between a stage and the next one
inline constexpr int kFewWords = 3;               // too few for vectors of words
inline constexpr int kRing = 4;                   // rows; a power of two
inline constexpr auto kBiasedWall = static_cast<std::int8_t>(biased(kWallDensity));

struct alignas(64) BitRow {
  std::array<Word, kWordMargin + (kWordsMax + 7) / 8 * 8 + kWordMargin> words;
  Word* begin() { return words.data() + kWordMargin; }
  void clear(int count) { std::fill_n(words.data(), (count + 7) / 8 * 8 + 2 * kWordMargin, Word{0}); }
};

struct alignas(64) ByteRow {
  std::array<std::uint8_t, (kWordsMax + 2) * kWordCells> bytes;
  std::uint8_t* begin() { return bytes.data() + kWordCells; }
};

// A row as a stage reads it. Byte i is cell i of the window; `densities` are biased and have two more bytes on either
// side.
struct InputRow {
  const std::uint8_t* cells = nullptr;
  const std::uint8_t* densities = nullptr;
};

struct OutputRow {
  std::uint8_t* cells = nullptr;
  std::uint8_t* densities = nullptr;  // null where they are not needed
};

// Columns x_begin..x_begin + 64 * words - 1: those of an area and its margins.
struct Window {
  int x_begin = 0, words = 0;
  int first_real = 0, last_real = 0;  // words that hold any cell of the world: first..last-1
  int first_own = 0, last_own = 0;    // words that hold any cell of the area
  bool own_is_whole = false;          // these words hold nothing but the area
};

// The cells around a row.
struct Neighbourhood {
  const std::uint8_t *above, *self, *below;  // cells
  const std::uint8_t* densities;             // of the row itself
  int side;
};

struct MeetingRows {
  const Word *falls, *slides, *from_above, *from_diagonal;
};

// The partners of the cells of a row: at most one of the four bits of a cell is set.
struct Meetings {
  BitRow falls, slides, from_above, from_diagonal;

  MeetingRows rows() { return {falls.begin(), slides.begin(), from_above.begin(), from_diagonal.begin()}; }
  // Calls meet(x, partner) for every cell of words begin..end-1 that meets another one. A bit is set for those where it
  // returns true.
  template <class Meet>
  void for_each(const Neighbourhood& from, int begin, int end, Word* changed, const Meet& meet) {
    for (int w = begin; w < end; ++w) {
      const int x = w * kWordCells;
      const auto visit = [&](Word cells, const std::uint8_t* partners) {
        Word differ = 0;
        for (; cells != 0; cells &= cells - 1) {
          const int i = std::countr_zero(cells);
          differ |= Word{meet(x + i, partners[x + i])} << i;
        }
        return differ;
      };
      changed[w] = visit(falls.begin()[w], from.below) | visit(slides.begin()[w], from.below + from.side) |
                   visit(from_above.begin()[w], from.above) | visit(from_diagonal.begin()[w], from.above - from.side);
    }
  }
};

inline void keep_words(const Neighbourhood& from, int begin, int end, const OutputRow& to) {
  const std::size_t x = static_cast<std::size_t>(begin) * kWordCells,
                    count = static_cast<std::size_t>(end - begin) * kWordCells;
  std::memcpy(to.cells + x, from.self + x, count);
  if (to.densities != nullptr) std::memcpy(to.densities + x, from.densities + x, count);
}

// The bits begin..end-1, clipped to one word.
inline Word bits_between(int begin, int end) {
  begin = std::clamp(begin, 0, kWordCells);
  end = std::clamp(end, 0, kWordCells);
  if (begin >= end) return 0;
  return (~Word{0} << begin) & (~Word{0} >> (kWordCells - end));
}

// For a wide area the words are those of the world in memory; a narrow one gets as few words as possible.
inline Window window_of(const PassJob& job, const CellArea& area) {
  constexpr int kNarrow = 4 * kWordCells;
  const int reach = kStepReach * job.step_count;
  const auto words_up_to = [](int cells) { return (cells + kWordCells - 1) / kWordCells; };
  Window window;
  if (area.x_end - area.x_begin <= kNarrow) {
    window.words = words_up_to(area.x_end - area.x_begin + 2 * reach);
    // At most one word beyond the last one of a row may be read.
    window.x_begin = std::min(area.x_begin - reach, (words_up_to(job.width) + 1 - window.words) * kWordCells);
  } else {
    window.x_begin = area.x_begin / kWordCells * kWordCells - kWordCells;
    window.words = words_up_to(area.x_end) - window.x_begin / kWordCells + 1;
  }
  window.first_real = std::max(-window.x_begin, 0) / kWordCells;
  window.last_real = std::min(window.words, words_up_to(job.width - window.x_begin));
  const int begin = area.x_begin - window.x_begin, end = area.x_end - window.x_begin;
  window.first_own = begin / kWordCells;
  window.last_own = words_up_to(end);
  const bool ends_with_padding = area.x_end == job.width && window.x_begin % kWordCells == 0;
  window.own_is_whole = begin % kWordCells == 0 && (end % kWordCells == 0 || ends_with_padding);
  return window;
}

// What a stage stores about the rows that it has read, by row modulo kRing.
struct StageRows {
  std::array<BitRow, kRing> lighter, slides;
  BitRow diagonal, lifted;  // of the newest row for which they can be computed
  std::array<ByteRow, kRing> densities;
  std::array<InputRow, kRing> input;

  void clear(int words) {
    for (BitRow& row : lighter) row.clear(words);
    for (BitRow& row : slides) row.clear(words);
    diagonal.clear(words);
    lifted.clear(words);
  }
};

inline std::size_t ring(int y) { return static_cast<std::size_t>(y) % kRing; }

}  // namespace repose::density
