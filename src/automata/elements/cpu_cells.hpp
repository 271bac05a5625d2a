// The data of the cpu backend of elements: cells, marks for the cells that may act, and tables of the rules.
//
// A cell takes four bytes, in three planes of the same layout.
// Each row starts kMargin cells after the end of the row before, which is rounded up to whole words of 64 cells. So
// vectors may read a word and the cells beside it; the values in the margins do not affect the result.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"
#include "repose/cell_view.hpp"

namespace repose::elements {

// One bit for each of `count` cells that do not fly; `count` is a multiple of 4, at most 64.
inline std::uint64_t still_bits(const Velocity* speeds, int count) {
  std::uint64_t any = 0;
  for (int i = 0; i < count; i += 4) {
    std::uint64_t four;
    std::memcpy(&four, speeds + i, sizeof four);
    any |= four;
  }
  if (any == 0) return ~std::uint64_t{0};
  std::uint64_t still = 0;
  for (int i = 0; i < count; ++i) still |= std::uint64_t{speeds[i] == Velocity{}} << i;
  return still;
}

class CellPlanes {
 public:
  static constexpr std::size_t kMargin = 64;

  CellPlanes() : CellPlanes(0, 0) {}
  // All cells are empty. Throws std::bad_alloc.
  CellPlanes(int width, int height)
      : width_(width),
        height_(height),
        stride_(static_cast<std::ptrdiff_t>((static_cast<std::size_t>(width) + 63) / 64 * 64 + kMargin)),
        element(kMargin + static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height)),
        energy(element.size()),
        speed(element.size()) {}

  int width() const { return width_; }
  int height() const { return height_; }
  std::ptrdiff_t stride() const { return stride_; }
  std::size_t index(int x, int y) const { return kMargin + static_cast<std::size_t>(y * stride_ + x); }
  bool is_border(int x, int y) const { return x == 0 || y == 0 || x == width_ - 1 || y == height_ - 1; }

  // Puts in a fresh cell. Returns whether the cell changed.
  bool put(std::size_t i, std::uint8_t fresh) {
    if (element[i] == fresh && energy[i] == 0 && speed[i] == Velocity{}) return false;
    element[i] = fresh;
    energy[i] = 0;
    speed[i] = {};
    return true;
  }

 private:
  int width_, height_;
  std::ptrdiff_t stride_;

 public:
  std::vector<std::uint8_t> element, energy;
  std::vector<Velocity> speed;
};

// ---- bytes of a row as vectors, and bits as masks over them ----

inline constexpr int kLanes = 16;  // SSE2, the baseline of x86-64; on other machines the compiler chooses
using Lanes = std::uint8_t __attribute__((vector_size(kLanes)));

inline Lanes load_lanes(const std::uint8_t* bytes) {
  Lanes lanes;
  std::memcpy(&lanes, bytes, sizeof lanes);
  return lanes;
}

inline void store_lanes(std::uint8_t* bytes, Lanes lanes) { std::memcpy(bytes, &lanes, sizeof lanes); }

// One bit for each lane; lanes are 0 or 255.
inline std::uint64_t bits_of(Lanes lanes) {
#ifdef __SSE2__
  using Signed = char __attribute__((vector_size(kLanes)));
  return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128(reinterpret_cast<Signed>(lanes)));
#else
  std::uint64_t halves[2];
  std::memcpy(halves, &lanes, sizeof lanes);
  const auto gather = [](std::uint64_t bytes) { return (bytes & 0x0101010101010101u) * 0x0102040810204080u >> 56; };
  return gather(halves[0]) | gather(halves[1]) << 8;
#endif
}

// The inverse: 255 in each lane whose bit, among the 16 lowest, is set.
inline Lanes lanes_of(std::uint64_t bits) {
  constexpr Lanes kBit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const std::uint64_t halves[2] = {(bits & 0xff) * 0x0101010101010101u, (bits >> 8 & 0xff) * 0x0101010101010101u};
  Lanes spread;
  std::memcpy(&spread, halves, sizeof spread);
  return static_cast<Lanes>((spread & kBit) == kBit);
}

// One bit for each of `count` bytes: whether it is `value`. `count` is a multiple of kLanes, at most 64.
inline std::uint64_t bits_equal(const std::uint8_t* bytes, std::uint8_t value, int count) {
  const Lanes wanted = Lanes{} + value;
  std::uint64_t bits = 0;
  for (int i = 0; i < count; i += kLanes) bits |= bits_of(static_cast<Lanes>(load_lanes(bytes + i) == wanted)) << i;
  return bits;
}

// Swaps those bytes of two rows whose bits are set.
inline void exchange_lanes(std::uint8_t* a, std::uint8_t* b, std::uint64_t bits, int count) {
  for (int i = 0; i < count; i += kLanes) {
    if ((bits >> i & 0xffff) == 0) continue;
    const Lanes from_a = load_lanes(a + i), from_b = load_lanes(b + i);
    const Lanes change = (from_a ^ from_b) & lanes_of(bits >> i);
    store_lanes(a + i, from_a ^ change);
    store_lanes(b + i, from_b ^ change);
  }
}

// ---- marks ----

// Two marks for every cell, one bit each:
//
//   restless   it may act in its next turn. A cell without the mark cannot act, whatever the draws: its turn may be
//              skipped. Code that changes a cell marks the 3 x 3 cells around it.
//   served     as in scalar_frame.hpp: it has no more turns in this frame
//
// Blocks of one pass share words of a row but no cells. So a block works on a copy of the marks and writes it back.

// One bit a cell, with one word to the left and right and one row above and below, so that reading beyond the edge
// needs no check.
class BitRows {
 public:
  BitRows() : BitRows(0, 0) {}
  BitRows(int width, int height)
      : words_(width / 64 + 1),
        stride_(words_ + 2),
        bits_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height + 2)) {}

  int words() const { return words_; }
  // The word of the cells 64 * i ..., at [i], for i = -1..words().
  std::uint64_t* row(int y) { return bits_.data() + (std::ptrdiff_t{y} + 1) * stride_ + 1; }
  const std::uint64_t* row(int y) const { return bits_.data() + (std::ptrdiff_t{y} + 1) * stride_ + 1; }
  void clear() { bits_.assign(bits_.size(), 0); }

 private:
  int words_;
  std::ptrdiff_t stride_;
  std::vector<std::uint64_t> bits_;
};

// Calls visit(bit) for the set bits of `due()` that are ahead, one after another; calls due() again after each visit.
template <class Due, class Visit>
void for_each_due_bit(std::uint64_t ahead, bool upwards, Due due, Visit visit) {
  while (const std::uint64_t bits = due() & ahead) {
    const int bit = upwards ? std::countr_zero(bits) : 63 - std::countl_zero(bits);
    ahead &= upwards ? ~std::uint64_t{1} << bit : (std::uint64_t{1} << bit) - 1;
    visit(bit);
  }
}

// The marks of a whole world, for one thread.
class WorldMarks {
 public:
  WorldMarks() = default;
  WorldMarks(int width, int height) : restless_(width, height), served_(width, height) {}

  BitRows& restless() { return restless_; }
  const BitRows& restless() const { return restless_; }
  BitRows& served() { return served_; }

  void touch(int x, int y) {
    const int word = (x - 1) >> 6, bit = (x - 1) & 63;
    for (int row = y - 1; row <= y + 1; ++row) {
      std::uint64_t* const words = restless_.row(row) + word;
      words[0] |= std::uint64_t{7} << bit;
      if (bit > 61) words[1] |= std::uint64_t{7} >> (64 - bit);
    }
  }
  void settle(int x, int y) { restless_.row(y)[x >> 6] &= ~bit_of(x); }
  void serve(int x, int y) { served_.row(y)[x >> 6] |= bit_of(x); }
  bool served(int x, int y) const { return (served_.row(y)[x >> 6] & bit_of(x)) != 0; }

  // Calls visit(x) for each cell of x_begin..x_end-1 that is restless and not served when the scan reaches it.
  template <class Visit>
  void for_each_due(int y, int x_begin, int x_end, bool rightwards, Visit visit) {
    const int first = x_begin >> 6, count = ((x_end - 1) >> 6) - first + 1;
    for (int k = 0; k < count; ++k) {
      const int word = rightwards ? first + k : first + count - 1 - k;
      const std::uint64_t *const restless = restless_.row(y) + word, *const served = served_.row(y) + word;
      const auto due = [=] { return *restless & ~*served; };
      for_each_due_bit(within(word, x_begin, x_end), rightwards, due, [&](int bit) { visit(word * 64 + bit); });
    }
  }

  // The bits of a word that belong to the cells x_begin..x_end-1.
  static std::uint64_t within(int word, int x_begin, int x_end) {
    if (x_end <= word * 64 || x_begin >= word * 64 + 64) return 0;
    std::uint64_t bits = ~std::uint64_t{0};
    if (x_begin > word * 64) bits &= ~std::uint64_t{0} << (x_begin - word * 64);
    if (x_end < word * 64 + 64) bits &= ~(~std::uint64_t{0} << (x_end - word * 64));
    return bits;
  }

 private:
  static std::uint64_t bit_of(int x) { return std::uint64_t{1} << (x & 63); }

  BitRows restless_, served_;
};

// A copy of the marks of a block and of the ring of cells around it. Bit k of a row belongs to the cell first_lane() -
// 1 + k.
class BlockMarks {
 public:
  static constexpr int kSideMax = 32;  // cells of a block

  // The block is within kSideMax cells from `first_lane` on. `shared`: other threads write back other blocks at the
  // same time.
  BlockMarks(WorldMarks& world, const Area& block, int first_lane, bool shared)
      : world_(world), block_(block), left_(first_lane - 1), top_(block.y_begin - 1), shared_(shared) {
    const std::uint64_t inside = within(block.x_begin, block.x_end);
    std::uint64_t restless = 0;
    for (int y = block.y_begin; y < block.y_end; ++y) restless |= restless_[row(y)] = taken(world.restless(), y);
    any_restless_ = (restless & inside) != 0;
    if (!any_restless_) return;
    restless_[row(top_)] = restless_[row(block.y_end)] = 0;
    for (int y = block.y_begin; y < block.y_end; ++y) served_[row(y)] = taken(world.served(), y);
  }
  int first_lane() const { return left_ + 1; }
  // Whether any cell of the block is restless.
  bool any_restless() const { return any_restless_; }
  // Writes the marks back. `group`: the cells that may have been settled.
  // Writes only if bits are missing. Marks of the ring are only added, never removed.
  void give_back(const Area& group) {
    if (!changed_) return;
    if (!shared_) return give_back_alone(group);
    for (int y = top_; y <= block_.y_end; ++y) {
      const std::uint64_t before = taken(world_.restless(), y);
      add(world_.restless(), y, restless_[row(y)] & ~before);
      if (y >= group.y_begin && y < group.y_end && !group.empty()) {
        remove(world_.restless(), y, before & ~restless_[row(y)] & within(group.x_begin, group.x_end));
      }
    }
    for (int y = block_.y_begin; y < block_.y_end; ++y) {
      add(world_.served(), y, served_[row(y)] & ~taken(world_.served(), y));
    }
  }

  void touch(int x, int y) {
    const std::uint64_t three = std::uint64_t{7} << (x - 1 - left_);
    std::uint64_t* const rows = &restless_[static_cast<std::size_t>(y - 1 - top_)];
    changed_ = true;
    rows[0] |= three;
    rows[1] |= three;
    rows[2] |= three;
  }
  void settle(int x, int y) { settle_bits(y, bit_of(x)); }
  void serve(int x, int y) {
    served_[row(y)] |= bit_of(x);
    changed_ = true;
  }
  bool served(int x, int y) const { return (served_[row(y)] & bit_of(x)) != 0; }

  std::uint64_t due(int y) const { return restless_[row(y)] & ~served_[row(y)]; }
  std::uint64_t within(int x_begin, int x_end) const { return bit_of(x_end) - bit_of(x_begin); }
  void settle_bits(int y, std::uint64_t bits) {
    changed_ |= (restless_[row(y)] & bits) != 0;
    restless_[row(y)] &= ~bits;
  }
  // Cells of row y have swapped with those below them.
  void fall_bits(int y, std::uint64_t bits) {
    const std::uint64_t around = bits | bits << 1 | bits >> 1;
    std::uint64_t* const restless = &restless_[row(y - 1)];
    for (int k = 0; k < 4; ++k) restless[k] |= around;
    served_[row(y)] |= bits;
    served_[row(y + 1)] |= bits;
    changed_ = true;
  }

 private:
  using Rows = std::array<std::uint64_t, kSideMax + 2>;
  static constexpr std::uint64_t kAll = (std::uint64_t{1} << (kSideMax + 2)) - 1;

  void give_back_alone(const Area& group) {
    const int word = left_ >> 6, shift = left_ & 63;
    const std::uint64_t columns = group.empty() ? 0 : within(group.x_begin, group.x_end);
    for (int y = top_; y <= block_.y_end; ++y) {
      std::uint64_t* const words = world_.restless().row(y) + word;
      const std::uint64_t set = restless_[row(y)];
      const std::uint64_t kept = y >= group.y_begin && y < group.y_end ? ~(columns & ~set) : ~std::uint64_t{0};
      words[0] &= ~(~kept << shift);
      words[1] &= ~(~kept >> 1 >> (63 - shift));
      words[0] |= set << shift;
      words[1] |= set >> 1 >> (63 - shift);
    }
    for (int y = block_.y_begin; y < block_.y_end; ++y) {
      std::uint64_t* const words = world_.served().row(y) + word;
      words[0] |= served_[row(y)] << shift;
      words[1] |= served_[row(y)] >> 1 >> (63 - shift);
    }
  }
  std::size_t row(int y) const { return static_cast<std::size_t>(y - top_); }
  std::uint64_t bit_of(int x) const { return std::uint64_t{1} << (x - left_); }
  // Other threads may change other bits of these words, so accesses that are not give_back_alone()'s are atomic.
  std::uint64_t taken(const BitRows& rows, int y) const {
    const std::uint64_t* const words = rows.row(y) + (left_ >> 6);
    const int shift = left_ & 63;
    const auto load = [](const std::uint64_t& word) {
      return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
    };
    return (load(words[0]) >> shift | load(words[1]) << 1 << (63 - shift)) & kAll;
  }
  void add(BitRows& rows, int y, std::uint64_t bits) const {
    std::uint64_t* const words = rows.row(y) + (left_ >> 6);
    const int shift = left_ & 63;
    const auto set = [](std::uint64_t& word, std::uint64_t part) {
      if (part != 0) std::atomic_ref(word).fetch_or(part, std::memory_order_relaxed);
    };
    set(words[0], bits << shift);
    set(words[1], bits >> 1 >> (63 - shift));
  }
  void remove(BitRows& rows, int y, std::uint64_t bits) const {
    std::uint64_t* const words = rows.row(y) + (left_ >> 6);
    const int shift = left_ & 63;
    const auto clear = [](std::uint64_t& word, std::uint64_t part) {
      if (part != 0) std::atomic_ref(word).fetch_and(~part, std::memory_order_relaxed);
    };
    clear(words[0], bits << shift);
    clear(words[1], bits >> 1 >> (63 - shift));
  }

  WorldMarks& world_;
  Area block_;
  int left_, top_;  // of the ring, clipped or not
  bool shared_, any_restless_ = false, changed_ = false;
  Rows restless_, served_;
};

// ---- tables: what is looked up for elements and pairs of elements. Parameters are already applied ----

struct Traits {
  Chance fall = 0, slip = 0, drift = 0;
  std::uint32_t conductivity = 0;
  std::int8_t direction = 0;      // also 0 when gravity is off
  std::uint8_t self_heating = 0;  // also 0 when energy is off
  bool is_item = false, decays = false;
  bool looks = false;       // it may react with something, blow up, or take heat
  bool only_moves = false;  // in its turn only gravity and flight can change it
  // Among its own kind, not flying, with no hotter neighbour, it does nothing at energies up to this. -1: it may always
  // act.
  std::int8_t rests_up_to = -1;
};

// What element a may do to a neighbour b.
namespace can {
inline constexpr std::uint8_t sink = 1, rise = 2, slide = 4;  // if b is below, above, beside
inline constexpr std::uint8_t react = 8, blow_up = 16, take_heat = 32;
inline constexpr std::uint8_t move = sink | rise | slide, look = react | blow_up | take_heat;
}  // namespace can

class TraitTable {
 public:
  TraitTable() : TraitTable(Rules{}, Parameters{}) {}
  TraitTable(Rules rules, const Parameters& parameters)
      : rules_(std::move(rules)),
        parameters_(parameters),
        count_(static_cast<std::size_t>(rules_.element_count())),
        traits_(count_),
        pairs_(count_ * count_) {
    for (std::size_t a = 1; a < count_; ++a) {
      for (std::size_t b = 0; b < count_; ++b) {
        pairs_[a * count_ + b] = pair_of(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
      }
      traits_[a] = traits_of(static_cast<std::uint8_t>(a));
    }
  }

  const Rules& rules() const { return rules_; }
  const Parameters& parameters() const { return parameters_; }
  const Traits& of(std::uint8_t element) const { return traits_[element]; }
  std::uint8_t pair(std::uint8_t a, std::uint8_t b) const { return pairs_[a * count_ + b]; }
  // An element byte that a world may hold.
  std::uint8_t admit(std::uint8_t element) const { return element < count_ ? element : std::uint8_t{0}; }
  Chance sink(const Traits& traits, std::uint8_t a, std::uint8_t b) const {
    return b == 0 ? traits.fall : rules_.sink(a, b);
  }

  // True when the cell cannot act in its turn, whatever the draws. Precondition: not on the border.
  bool rests(const CellPlanes& planes, int x, int y) const {
    const std::size_t i = planes.index(x, y);
    const std::uint8_t a = planes.element[i];
    if (a == 0) return true;
    const Traits& traits = of(a);
    if (traits.is_item || planes.speed[i] != Velocity{}) return false;
    if (traits.self_heating > 0 && planes.energy[i] < kEnergyMax) return false;
    if (traits.decays && rules_.decay(rules_.kind(a)).acts_at(planes.energy[i])) return false;
    const bool drifts = traits.drift > 0 && planes.energy[i] != parameters_.ambient_energy();
    for (int dy = -1; dy <= 1; ++dy) {
      const std::uint8_t ways = can::look | (dy > 0 ? can::sink : dy < 0 ? can::rise : can::slide);
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dy == 0) continue;
        const std::size_t neighbour = i + static_cast<std::size_t>(dy * planes.stride() + dx);
        if (drifts && planes.element[neighbour] == 0) return false;
        if ((pair(a, planes.element[neighbour]) & ways) == 0) continue;
        const bool wall = parameters_.walls && planes.is_border(x + dx, y + dy);
        if (may_do(planes, i, neighbour, ways, wall)) return false;
      }
    }
    return true;
  }
  // A quick test for the most frequent case of rests().
  bool rests_among_its_own(const CellPlanes& planes, std::size_t i, const Traits& traits) const {
    const std::uint8_t* const own = &planes.energy[i];
    if (*own > traits.rests_up_to || planes.speed[i] != Velocity{}) return false;
    const std::ptrdiff_t stride = planes.stride();
    const std::uint8_t *const here = &planes.element[i], *const above = here - stride, *const below = here + stride;
    const std::uint8_t a = *here;
    const int others = (above[-1] ^ a) | (above[0] ^ a) | (above[1] ^ a) | (here[-1] ^ a) | (here[1] ^ a) |
                       (below[-1] ^ a) | (below[0] ^ a) | (below[1] ^ a);
    if (others != 0) return false;
    const std::uint8_t *const over = own - stride, *const under = own + stride;
    const auto most = std::max({over[-1], over[0], over[1], own[-1], own[1], under[-1], under[0], under[1]});
    return most <= *own;
  }

 private:
  Traits traits_of(std::uint8_t a) const {
    const Kind& kind = rules_.kind(a);
    Traits traits;
    traits.fall = kind.fall;
    traits.slip = kind.slip;
    traits.direction = static_cast<std::int8_t>(parameters_.gravity ? kind.direction : 0);
    if (parameters_.energy) {
      traits.drift = kind.drift;
      traits.self_heating = kind.self_heating;
      traits.conductivity = kind.conductivity;
    }
    traits.is_item = kind.item >= 0;
    traits.decays = kind.decay >= 0 && rules_.decay(kind).probability > 0;
    for (std::size_t b = 0; b < count_; ++b) traits.looks |= (pair(a, static_cast<std::uint8_t>(b)) & can::look) != 0;
    traits.only_moves = !traits.is_item && !traits.decays && !traits.looks && (traits.drift | traits.self_heating) == 0;
    traits.rests_up_to = rests_up_to(a);
    return traits;
  }
  std::uint8_t pair_of(std::uint8_t a, std::uint8_t b) const {
    const Kind& kind = rules_.kind(a);
    std::uint8_t ways = 0;
    if (parameters_.gravity) {
      if (kind.direction > 0 && (b == 0 ? kind.fall : rules_.sink(a, b)) > 0) ways |= can::sink;
      if (kind.direction < 0 && b == 0) ways |= can::rise;
      if (kind.direction != 0 && ((b == 0 && kind.slip > 0) || rules_.push(a, b) > 0)) ways |= can::slide;
    }
    if (parameters_.interactions) {
      if (rules_.reaction(a, b) != nullptr) ways |= can::react;
      if (rules_.disc(a, b) != nullptr) ways |= can::blow_up;
      if (parameters_.energy && b != 0 && kind.conductivity > 0) ways |= can::take_heat;
    }
    return ways;
  }
  std::int8_t rests_up_to(std::uint8_t a) const {
    const Kind& kind = rules_.kind(a);
    if (kind.item >= 0 || (parameters_.energy && kind.self_heating > 0)) return -1;
    if ((pair(a, a) & (can::move | can::blow_up)) != 0) return -1;
    const Effect* const reaction = (pair(a, a) & can::react) != 0 ? rules_.reaction(a, a) : nullptr;
    const auto may_act = [&](int energy) {
      if (kind.decay >= 0 && rules_.decay(kind).probability > 0 && rules_.decay(kind).acts_at(energy)) return true;
      return reaction != nullptr && reaction->acts_at(std::min(kEnergyMax, 2 * energy));
    };
    int rests = -1;
    while (rests < kEnergyMax && !may_act(rests + 1)) ++rests;
    return static_cast<std::int8_t>(rests);
  }
  bool may_do(const CellPlanes& planes, std::size_t i, std::size_t neighbour, std::uint8_t ways, bool wall) const {
    const std::uint8_t a = planes.element[i], b = planes.element[neighbour];
    ways &= pair(a, b);
    if (wall) ways &= can::blow_up | can::take_heat;
    if ((ways & (can::move | can::blow_up)) != 0) return true;
    if ((ways & can::take_heat) != 0 && planes.energy[neighbour] > planes.energy[i]) return true;
    const int energies = std::min(kEnergyMax, planes.energy[i] + planes.energy[neighbour]);
    return (ways & can::react) != 0 && rules_.reaction(a, b)->acts_at(energies);
  }

  Rules rules_;
  Parameters parameters_;
  std::size_t count_ = 1;
  std::vector<Traits> traits_;
  std::vector<std::uint8_t> pairs_;
};

}  // namespace repose::elements
