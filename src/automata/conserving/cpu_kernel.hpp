// A step of the conserving automaton in place, in two parts. Fall goes up the columns, one row of chunks after another,
// in any set of columns: columns do not depend on each other. All other sub-steps follow it up the rows, over a band of
// rows: each a row behind the one before it, so that a cell is read and written while it is in the cache.
//
// Bands that are computed by different threads have margins: copies of the rows beyond their own, after fall. Errors at
// the far end of a margin move one row inwards in each sub-step. A margin has as many rows as there are
// sub-steps, so errors never reach the band.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "automata/padded_plane.hpp"
#include "core/chunks.hpp"
#include "core/ledger.hpp"

namespace repose::conserving {

// The byte of cells beyond the world in the rows of a band. If elements are few, it is not the index of an element
// (SmallTables).
inline constexpr std::uint8_t kNothing = 0xff;
// Set in a cell that has fallen in this step, if elements are few.
inline constexpr std::uint8_t kFell = 0x40;

// Columns begin..end-1, whole chunks: the end may be beyond the world.
struct ColumnRange {
  int begin, end;
};

// What all parts of a step share.
struct StepJob {
  const Rules& rules;
  StepDraws draws;
  int flow_passes;
  int width, height;
  bool wraps;                            // the last column and column 0 are neighbours
  int padded_width;                      // the width rounded up to whole chunks
  const std::uint8_t* nothing;           // a row of kNothing, with margins
  const std::vector<ColumnRange>* runs;  // the columns of each row of chunks in which cells may change after fall
  ActivityMap* activity;                 // of the world; null unless it is kept

  SidePairs pairs(int first, bool turns) const { return side_pairs(width, wraps, first, turns); }
};

// Bits in rows: one for each cell.
inline bool bit_at(const std::uint8_t* row, int x) { return (row[x / 8] >> (x % 8) & 1) != 0; }
inline void set_bit(std::uint8_t* row, int x, bool on) {
  const auto bit = static_cast<std::uint8_t>(1 << (x % 8));
  row[x / 8] = static_cast<std::uint8_t>(on ? row[x / 8] | bit : row[x / 8] & ~bit);
}

// Rows above and below a band on which the sub-steps after fall depend: slide, flow and wandering.
constexpr int reach_of(int flow_passes) { return 2 + flow_passes; }

// Rows of bits, for cpu_flow.hpp: one word for each chunk.
class FlowBits {
 public:
  using Word = std::uint32_t;

  // `groups` of so many rows each. All are zeros at first, and whenever these numbers change. Throws std::bad_alloc.
  void take_shape(int chunk_columns, int groups, int rows_of_group) {
    if (groups == groups_ && rows_of_group == rows_of_group_) return;
    plane_ = PaddedPlane(chunk_columns * static_cast<int>(sizeof(Word)), groups * rows_of_group);
    groups_ = groups;
    rows_of_group_ = rows_of_group;
  }
  int row_words() const { return static_cast<int>(plane_.stride() / sizeof(Word)); }
  Word* row(int i) { return reinterpret_cast<Word*>(plane_.row(i)); }

 private:
  PaddedPlane plane_;
  int groups_ = 0, rows_of_group_ = 0;
};

struct Band {
  int own_begin = 0, own_end = 0;  // its own rows: whole chunks
  int begin = 0, end = 0;  // the rows that a step goes over, margins included; they end at the edges of the world
  int rows_begin = 0;
  std::vector<std::uint8_t*> rows;  // by row, beginning with rows_begin
  std::vector<std::uint8_t*> fell;  // the same: bits of cells that have fallen; unused if elements are few
  // Two rows for each flow pass: copies of rows from before the pass. Unused if elements are few.
  std::vector<std::uint8_t*> kept;
  FlowBits* flow_bits = nullptr;  // if elements are few
  // One byte for each chunk, beginning with the world's first: set if a pair or block changes whose upper left cell is
  // in the chunk.
  std::uint8_t* changed = nullptr;
  std::size_t changed_stride = 0;          // from one row of chunks to the next
  std::uint8_t* changed_beyond = nullptr;  // the same for cells outside of the band's own rows
  LedgerEvents* events = nullptr;          // null unless the ledger or the activity is kept
  // The runs of the rows above its own, if StepJob's are not yet known when it needs them.
  const std::vector<ColumnRange>* runs_above = nullptr;

  bool owns(int y) const { return y >= own_begin && y < own_end; }
  std::uint8_t* row(int y) const { return rows[static_cast<std::size_t>(y - rows_begin)]; }
  std::uint8_t* fell_row(int y) const { return fell[static_cast<std::size_t>(y - rows_begin)]; }
  std::uint8_t* kept_row(int i, int y) const { return kept[static_cast<std::size_t>(2 * i + y % 2)]; }
  std::uint8_t* changed_in(int y) const {
    return owns(y) ? changed + static_cast<std::size_t>(y / kChunkHeight) * changed_stride : changed_beyond;
  }
};

inline const std::vector<ColumnRange>& runs_of(const StepJob& job, const Band& band, int y) {
  return y < band.own_begin && band.runs_above != nullptr ? *band.runs_above : job.runs[y / kChunkHeight];
}

// Whether the pair of row y over the seam may change: it begins in the last column.
inline bool has_awake_seam(const StepJob& job, const Band& band, int y) {
  const std::vector<ColumnRange>& runs = runs_of(job, band, y);
  return !runs.empty() && runs.back().end >= job.width;
}

// Decay and fall in one row of chunks: in its rows from the lowest up.
struct FallArea {
  const Band& band;
  int begin, end;  // rows; the row `end` is a row of the band too, unless it is beyond the world
  std::span<const ColumnRange> runs;
  std::uint8_t* moved;    // bits: before, whether the pair of rows end and end + 1 has acted; after, the uppermost pair
  std::uint8_t* changed;  // one byte for each chunk, beginning with the world's first: set if a pair in it acts
  LedgerEvents* events;   // null unless the ledger or the activity is kept
};

// Slides rows `from` down to `to`, where rows to..from + 1 have fallen, and does all that can follow: the last sub-step
// is done for rows from to + 1 + flow_passes on. `rows` has slide(y) for rows y and y + 1, flow(y, i), finish(y) and
// wander(y) for row y, or rows y and y + 1.
template <class Rows>
void step_rows(const StepJob& job, const Band& band, Rows& rows, int from, int to) {
  const auto has = [&](int y) { return y >= band.begin && y < band.end; };
  for (int y = from; y >= to; --y) {
    if (has(y) && has(y + 1) && job.draws.has_blocks(y)) rows.slide(y);
    for (int i = 0; i < job.flow_passes; ++i) {
      if (has(y + 2 + i)) rows.flow(y + 2 + i, i);
    }
    const int last = y + 1 + job.flow_passes;
    if (!has(last)) continue;
    rows.finish(last);
    if (job.rules.has_wanderers()) rows.wander(last);
  }
}

// For rulesets of any size, and for steps with the ledger.
void fall_in_pairs(const StepJob& job, const FallArea& area);
void step_pairs(const StepJob& job, const Band& band, int from, int to);

// Rows of the world around a chunk: rows -1..count+1; null outside the world.
struct RestRows {
  std::array<const std::uint8_t*, kChunkHeight + 3> rows{};
  int count = 0;
  int width = 0;

  const std::uint8_t* row(int y) const { return rows[static_cast<std::size_t>(y + 1)]; }
};
// Whether no pair with a cell of rows 0..count, columns x_begin..x_end can act, whatever the draws. These are the pairs
// of a chunk and those next to it, below and to the right.
bool pairs_at_rest(const Rules& rules, const RestRows& rows, int x_begin, int x_end);

// The rules as tables that fit into vector registers, for at most 16 elements: sets of elements as bits, looked up by
// element.

inline constexpr int kSmallElementsMax = 16;

// For each of 16 elements a set of elements: those below 8 in `low`, the others in `high`.
struct ElementSets {
  alignas(16) std::array<std::uint8_t, 16> low{}, high{};

  void put(int of, int element) {
    (element < 8 ? low : high)[static_cast<std::size_t>(of)] |= static_cast<std::uint8_t>(1 << (element % 8));
  }
  bool has(int of, int element) const {
    return ((element < 8 ? low : high)[static_cast<std::size_t>(of)] >> (element % 8) & 1) != 0;
  }
};

// What flow knows of a cell (cpu_flow.hpp), one bit for each plane: plane p is bit p % 8 of `answers[p / 8]`.
//
// Flow compares two numbers for each scale: an element sinks through another one if its weight is greater than the
// other's lift in at least one scale. Each bit of these numbers has two planes: the bit of the weight, and the inverted
// bit of the lift. One scale is enough if every denser element sinks through every lighter one.
struct FlowTables {
  static constexpr int kScalesMax = kSmallElementsMax - 1, kBitsMax = kSmallElementsMax - 1;
  static constexpr int kCodeBits = 4, kPlanesMax = 3 + 2 * kBitsMax + kCodeBits;
  static constexpr int kReady = 0;  // it flows, and the cell has not fallen
  static constexpr int weight(int bit) { return 1 + 2 * bit; }
  static constexpr int no_lift(int bit) { return 2 + 2 * bit; }
  static constexpr int kNone = -1;

  bool is_needed = false;  // whether cells run or react sideways
  int planes = 0;
  // For each scale, the number after its last bit; its bits begin with the lowest one.
  int scales = 0;
  std::array<int, kScalesMax> scale_ends{};
  int flows = kNone;    // it flows; none: all that are in a scale do
  int viscous = kNone;  // it does not flow in every pass; none: all do
  // The planes whose bits, from the lowest on, are the index of `elements`.
  int code_bits = 0;
  std::array<int, kCodeBits> code{};
  alignas(16) std::array<std::uint8_t, 16> elements{};
  alignas(16) std::array<std::array<std::uint8_t, 16>, (kPlanesMax + 7) / 8> answers{};

  FlowTables() = default;
  explicit FlowTables(const Rules& rules);
  bool has(int plane, int element) const {
    return (answers[static_cast<std::size_t>(plane / 8)][static_cast<std::size_t>(element)] >> (plane % 8) & 1) != 0;
  }
  // What a band needs for a step: three rows for each pass and for what follows, and one of zeros; and the rows of bits
  // of each.
  static constexpr int rows(int flow_passes) { return 3 * (flow_passes + 1) + 1; }
  int row_planes() const { return 2 * planes; }

 private:
  void put(int plane, int element) {
    answers[static_cast<std::size_t>(plane / 8)][static_cast<std::size_t>(element)] |=
        static_cast<std::uint8_t>(1 << (plane % 8));
  }
  void add_scale(std::span<const std::uint16_t> sets, std::span<const std::uint16_t> chain);
  void find_code(int element_count);
};

// Copied into the loops: what is stored there could otherwise change it, as far as the compiler knows.
struct RuleTraits {
  bool certain = true;  // no reaction needs a draw
  bool has_reactions = false, has_anywhere = false;
};

struct SmallTables {
  ElementSets self;                                        // the element itself
  ElementSets sinks;                                       // lighter elements with which it swaps
  ElementSets runs;                                        // those of them with which it also swaps side by side
  ElementSets reacts_below;                                // lighter elements with which it reacts
  ElementSets anywhere;                                    // elements with which it reacts in all directions
  ElementSets reacts_falling;                              // either of the two above
  ElementSets wanders;                                     // elements with which it swaps because one of them wanders
  alignas(16) std::array<std::uint8_t, 16> grainy{};       // not 0 for elements that do not flow
  alignas(16) std::array<std::uint8_t, 16> fixed{};        // not 0 for elements that are fixed
  alignas(16) std::array<std::uint8_t, 16> decays{};       // not 0 for elements that decay
  alignas(16) std::array<std::uint8_t, 16> restless{};     // not 0 for elements that decay or burst
  std::array<std::array<std::uint8_t, 16>, 16> results{};  // by self, by partner
  // As `results`, for at most 8 elements: row self / 2, column self % 2 * 8 + partner.
  std::array<std::array<std::uint8_t, 16>, 4> folded_results{};
  FlowTables flow;
  RuleTraits traits;
  bool few = false;  // at most 8 elements

  SmallTables() = default;
  explicit SmallTables(const Rules& rules);

 private:
  void put_pair(const Rules& rules, std::uint8_t a, std::uint8_t b);
};

// The sub-steps of the conserving automaton's cpu backend in vectors of bytes, for at most 16 elements.

// False if this processor has no vectors; then the functions below do nothing.
bool has_vectors();
// Like fall_in_pairs, step_pairs and pairs_at_rest. The rows need PaddedPlane's margins, with kNothing outside the
// world. A cell that has fallen has the bit kFell until its last sub-step.
void fall_in_vectors(const StepJob& job, const SmallTables& tables, const FallArea& area);
void step_vectors(const StepJob& job, const SmallTables& tables, const Band& band, int from, int to);
bool vectors_at_rest(const SmallTables& tables, const RestRows& rows, int x_begin, int x_end);

// ---- blocks and pairs one by one: all of them in cpu_pairs.cpp, those over the seam when the others are vectors ----
//
// `rows` has element(at), has_fallen(at); above(at) and below(at, i), the elements over and under a cell, from before
// flow pass i, or nothing; meet(a, b), which applies the rule of a pair; mark(x, y). `next` is the column to the right
// of x: x + 1, or column 0 if x is the last one.

template <class Rows>
void slide_block(const StepJob& job, Rows& rows, int x, int next, int y) {
  const Rules& rules = job.rules;
  const CellPoint at_a{x, y}, at_b{next, y}, at_c{x, y + 1}, at_d{next, y + 1};
  const std::uint8_t a = rows.element(at_a), b = rows.element(at_b), c = rows.element(at_c), d = rows.element(at_d);
  const bool falls = rules.sinks(a, c) || rules.sinks(b, d);
  const auto slides = [&](CellPoint at, std::uint8_t upper, std::uint8_t lower, bool squeezes, bool to_left) {
    const Meeting& meeting = rules.meeting(upper, lower);
    if (meeting.kind == Meeting::Kind::inert) return false;
    const bool stays = meeting.kind == Meeting::Kind::swap && rows.has_fallen(at);
    const bool may = meeting.anywhere || (rules.is_denser(upper, lower) && !falls && !squeezes && !stays);
    return may && job.draws.slides(x, y, to_left, meeting.probability);
  };
  const bool right = slides(at_a, a, d, rules.is_fixed(b) && rules.is_fixed(c), false);
  const bool left = slides(at_b, b, c, rules.is_fixed(a) && rules.is_fixed(d), true);
  if (right) rows.meet(at_a, at_d);
  if (left) rows.meet(at_b, at_c);
  if (right || left) rows.mark(x, y);
}

// Whether the pair acts in flow pass i.
template <class Rows>
bool flows(const StepJob& job, const Rows& rows, int x, int next, int y, int i) {
  const Rules& rules = job.rules;
  const CellPoint at_left{x, y}, at_right{next, y};
  const std::uint8_t left = rows.element(at_left), right = rows.element(at_right);
  const Meeting& meeting = rules.meeting(left, right);
  if (i == 0 && meeting.anywhere && job.draws.reacts(x, y, meeting.probability)) return true;
  if (!rules.runs(left, right)) return false;
  const bool left_is_denser = rules.is_denser(left, right);
  const CellPoint denser = left_is_denser ? at_left : at_right, lighter = left_is_denser ? at_right : at_left;
  if (rows.has_fallen(denser)) return false;
  const std::optional<std::uint8_t> below = rows.below(denser, i), above = rows.above(lighter);
  if (below && rules.sinks(left_is_denser ? left : right, *below)) return false;
  const bool rises = above && rules.sinks(*above, left_is_denser ? right : left);
  if (rises && (StepDraws::coins(job.draws.coin_row(y, i), x) >> (x / 2 % 32) & 1) == 0) return false;
  const std::uint32_t fluidity = rules.fluidity(left, right);
  return fluidity == kCertain || job.draws.runs(x, y, i, fluidity);
}

template <class Rows>
void wander_pair(const StepJob& job, Rows& rows, CellPoint a, CellPoint b) {
  const std::uint32_t chance = job.rules.wanders(rows.element(a), rows.element(b));
  if (chance == 0 || !job.draws.wanders(a.x, a.y, chance)) return;
  rows.meet(a, b);
  rows.mark(a.x, a.y);
}

}  // namespace repose::conserving
