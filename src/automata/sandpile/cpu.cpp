// The sandpile automaton, fast: two planes, chunks that sleep, worker threads. Gives the bytes of scalar.cpp.
//
// Method: a row of tags needs three rows of heights, a row of new heights three rows of tags. A run goes from its top
// row down, with a ring of rows of tags that stay in the L1 cache, so that every height is read and written once.
// PairRun computes dry sand; Run wet sand, and all sand on processors that cannot look up bytes in tables.
#include <hwy/cache_control.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "automata/field/field_plane.hpp"
#include "automata/field/field_solver.hpp"
#include "automata/sandpile/sandpile.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/sandpile/cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::sandpile::HWY_NAMESPACE {
namespace {

// ---- dry sand ----

// Method: two rows are done together, an even one and the odd one below, which share their random numbers. A 32-bit
// lane of tags holds both: the even row's in the upper half, the odd row's in the lower. So most of the work is done
// once for two rows, in lanes of 16 bits:
// - Candidates are four bits, one for each neighbour. Their number comes from a table, the random number times it gives
//   the chosen one, and candidates and choice together give the tag, from another table.
// - A tag is the bit of the neighbour that gets the sand, and kUnstable. Of the tags around it a stack needs one bit
//   each. With its own kUnstable they are a number of five bits; a table of 32 gives what is added to its height.

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<std::int32_t, FieldPlane::kBlock>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;
using VU = hn::Vec<DU>;
using M = hn::Mask<D>;

V splat(std::int32_t value) { return hn::Set(D(), value); }
V splat(Tag tag) { return splat(static_cast<std::int32_t>(tag)); }
V load(const std::int32_t* at) { return hn::LoadU(D(), at); }

// The first line of mix32, which can be done for columns and rows alone: of their Xor it is the Xor.
constexpr std::uint32_t begin_mix(std::uint32_t v) { return v ^ v >> 16; }

// mix32 of the column's and the row's random numbers, of which each has gone through its first line.
VU mix(VU column, VU row) {
  const DU d;
  VU v = hn::Xor(column, row);
  v = hn::Mul(v, hn::Set(d, kMixFactor1));
  v = hn::Xor(v, hn::ShiftRight<15>(v));
  v = hn::Mul(v, hn::Set(d, kMixFactor2));
  return hn::Xor(v, hn::ShiftRight<16>(v));
}

// A row of tags (or of random numbers) with a block of margin on either side. The last block may end one vector beyond
// the margin.
struct alignas(64) TagRow {
  std::int32_t tags[kRunWidthMax + 3 * FieldPlane::kBlock];
  std::int32_t* at(int column) { return tags + FieldPlane::kBlock + column; }
};

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_SSE2  // these have no bytes in tables

using D16 = hn::Repartition<std::uint16_t, D>;
using D8 = hn::Repartition<std::uint8_t, D>;

constexpr std::uint8_t kUp = 1, kDown = 2, kLeft = 4, kRight = 8, kUnstable = 16;
constexpr int kCandidates = 16;  // sets of them

// The bit of the candidate that is chosen, by the number of candidates before it and by their set.
constexpr auto kTags = [] {
  std::array<std::uint8_t, 4 * kCandidates> tags{};
  for (int chosen = 0; chosen < 4; ++chosen) {
    for (int set = 1; set < kCandidates; ++set) {
      int rest = set;
      for (int i = 0; i < chosen; ++i) rest &= rest - 1;
      tags[static_cast<std::size_t>(chosen * kCandidates + set)] =
          static_cast<std::uint8_t>((rest & -rest) | kUnstable);
    }
  }
  return tags;
}();

// The number of bits of each set.
constexpr std::array<std::uint8_t, kCandidates> kCounts = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

template <class Table>
hn::Vec<D8> look_up(const Table& table, int first, V index) {
  return hn::TableLookupBytes(hn::LoadDup128(D8(), table.data() + first), hn::BitCast(D8(), index));
}

// Sets the bits where the mask is set.
HWY_INLINE V with(V value, M mask, V bits) {
#if HWY_TARGET <= HWY_AVX3
  return V{_mm512_mask_or_epi32(value.raw, mask.raw, value.raw, bits.raw)};
#else
  return hn::Or(value, hn::IfThenElseZero(mask, bits));
#endif
}

// Bits of `yes` where `choice` is set, else of `no`.
HWY_INLINE V choose_bits(V choice, V yes, V no) {
#if HWY_TARGET <= HWY_AVX3
  return V{_mm512_ternarylogic_epi32(choice.raw, yes.raw, no.raw, 0xca)};
#else
  return hn::Or(hn::And(choice, yes), hn::AndNot(choice, no));
#endif
}

// The tags of two rows, from their candidates.
HWY_INLINE V choose_tags(V candidates, VU random) {
  const auto counts = hn::ShiftLeft<4>(hn::BitCast(D16(), look_up(kCounts, 0, candidates)));
  const V product = hn::BitCast(D(), hn::MulHigh(hn::BitCast(D16(), random), counts));
  const V mask = splat(0x00300030);  // the upper part of the product is the number of the candidate, times 16
  const auto chosen = hn::BitCast(D16(), hn::And(product, mask));
  auto tags = hn::BitCast(D16(), look_up(kTags, 0, candidates));
  for (int i = 1; i < 4; ++i) {
    const auto is_chosen = hn::Eq(chosen, hn::Set(D16(), static_cast<std::uint16_t>(i * kCandidates)));
    tags = hn::IfThenElse(is_chosen, hn::BitCast(D16(), look_up(kTags, i * kCandidates, candidates)), tags);
  }
  return hn::BitCast(D(), tags);
}

// What stacks give and get: looked up by the five bits.
class Changes {
 public:
#if HWY_TARGET <= HWY_AVX3
  explicit Changes(std::int32_t amount) {
    alignas(64) std::int32_t table[2 * kCandidates];
    for (std::size_t i = 0; i < kCandidates; ++i) {
      table[i] = kCounts[i] * amount;
      table[kCandidates + i] = table[i] - amount;
    }
    stable_ = load(table);
    unstable_ = load(table + kCandidates);
  }
  V even(V bits) const { return odd(hn::BitCast(D(), hn::ShiftRight<16>(hn::BitCast(DU(), bits)))); }
  V odd(V bits) const { return V{_mm512_permutex2var_epi32(stable_.raw, bits.raw, unstable_.raw)}; }

 private:
  V stable_, unstable_;
#else
  explicit Changes(std::int32_t amount) : amount_(splat(amount)) {}
  V even(V bits) const { return hn::Mul(amount_, hn::ShiftRight<16>(balance(bits))); }
  V odd(V bits) const { return hn::Mul(amount_, hn::ShiftRight<16>(hn::ShiftLeft<16>(balance(bits)))); }

 private:
  static V balance(V bits) {
    const auto got = hn::BitCast(D16(), look_up(kCounts, 0, hn::And(bits, splat(0x000f000f))));
    const auto given = hn::And(hn::ShiftRight<4>(hn::BitCast(D16(), bits)), hn::Set(D16(), std::uint16_t{1}));
    return hn::BitCast(D(), hn::Sub(got, given));
  }

  V amount_;
#endif
};

// Two rows at a time; dry sand only.
class PairRun {
 public:
  PairRun(const SandpileWorld& world, const std::uint32_t* column_randoms, const FieldPlane& from, FieldPlane& to,
          FieldRun& run)
      : world_(world), column_randoms_(column_randoms), from_(from), to_(to), run_(run) {}

  void step() {
    const int begin = run_.y_begin / 2, end = (run_.y_end + 1) / 2;
    tag_pair(begin - 1);
    tag_pair(begin);
    for (int pair = begin; pair < end; ++pair) {
      tag_pair(pair + 1);
      transfer_pair(pair);
    }
  }

 private:
  static constexpr int kLanes = hn::MaxLanes(D());
  // A row of a run is about a page of memory: too short for the processor's prefetcher.
  static constexpr int kRowsAhead = 6;

  // Indexed by x.
  std::int32_t* tags_of(int pair) { return lines_[(pair + 3) % 3].at(-run_.x_begin); }

  // The rows beyond the rim are only asked for tags that nobody needs.
  const std::int32_t* row(int y) const {
    return from_.row(std::clamp(y, -FieldPlane::kRimRows, from_.height() + FieldPlane::kRimRows - 1));
  }
  int row_ahead(int y) const { return std::min(y + kRowsAhead, from_.height()); }

  void tag_pair(int pair) {
    std::int32_t* const out = tags_of(pair);
    const int y = 2 * pair;
    const std::int32_t *const above = row(y - 1), *const even = row(y), *const odd = row(y + 1),
                              *const below = row(y + 2);
    const std::int32_t *const ahead = from_.row(row_ahead(y)), *const ahead_odd = from_.row(row_ahead(y + 1));
    const std::uint32_t* const column_randoms = column_randoms_ + FieldPlane::kMargin;
    const VU row_random = hn::Set(DU(), begin_mix(static_cast<std::uint32_t>(pair)));
    const V threshold = splat(world_.slope().threshold);
    for (std::ptrdiff_t x = run_.x_begin - kLanes; x < run_.x_end + kLanes; x += kLanes) {
      hwy::Prefetch(ahead + x);
      hwy::Prefetch(ahead_odd + x);
      V found = hn::Zero(D());
      add_candidates<16>(found, threshold, even + x, load(above + x), load(odd + x));
      add_candidates<0>(found, threshold, odd + x, load(even + x), load(below + x));
      const VU random = mix(hn::LoadU(DU(), column_randoms + x), row_random);
      hn::Store(choose_tags(found, random), D(), out + x);
    }
  }

  template <int kShift>
  static HWY_INLINE void add_candidates(V& found, V threshold, const std::int32_t* at, V above, V below) {
    const V own = load(at);
#if HWY_TARGET <= HWY_AVX3
    const V highest = hn::Sub(own, threshold);
    const auto gives = hn::Ne(own, splat(kBlocked)).raw;
    const auto lower = [&](V neighbour) { return M{_mm512_mask_cmple_epi32_mask(gives, neighbour.raw, highest.raw)}; };
#else
    // For stacks that give nothing the threshold is so large that no neighbour is low enough.
    const V highest = hn::IfThenElse(hn::Eq(own, splat(kBlocked)), splat(-kBlocked), hn::Sub(own, threshold));
    const auto lower = [&](V neighbour) { return hn::Not(hn::Gt(neighbour, highest)); };
#endif
    found = with(found, lower(above), splat(kUp << kShift));
    found = with(found, lower(below), splat(kDown << kShift));
    found = with(found, lower(load(at - 1)), splat(kLeft << kShift));
    found = with(found, lower(load(at + 1)), splat(kRight << kShift));
  }

  void transfer_pair(int pair) {
    const int y = 2 * pair;
    const Changes changes(world_.slope().amount);
    const std::int32_t *const even = from_.row(y), *const odd = from_.row(y + 1);
    std::int32_t *const new_even = to_.row(y), *const new_odd = to_.row(y + 1);
    const std::int32_t *const ahead = to_.row(row_ahead(y)), *const ahead_odd = to_.row(row_ahead(y + 1));
    const std::int32_t *const above = tags_of(pair - 1), *const own = tags_of(pair), *const below = tags_of(pair + 1);
    std::ptrdiff_t x = run_.x_begin;
    for (int column = 0; x < run_.x_end; ++column) {
      const std::ptrdiff_t end = std::min<std::ptrdiff_t>(x + kChunkWidth, run_.x_end);
      V touched = hn::Zero(D());
      for (; x < end; x += kLanes) {
        hwy::Prefetch(ahead + x);
        hwy::Prefetch(ahead_odd + x);
        const V bits = incoming(load(above + x), own + x, load(below + x));
        hn::Store(hn::Add(load(even + x), changes.even(bits)), D(), new_even + x);
        hn::Store(hn::Add(load(odd + x), changes.odd(bits)), D(), new_odd + x);
        touched = hn::Or(touched, bits);
      }
      if (!hn::AllTrue(D(), hn::Eq(touched, hn::Zero(D())))) run_.set_changed(column, y);
    }
  }

  // For both rows: which neighbours give to the stack, each as the bit that its tag has, and whether the stack gives.
  static HWY_INLINE V incoming(V above, const std::int32_t* at, V below) {
    const V own = load(at);
    const V beside = choose_bits(splat(kRight << 16 | kRight), load(at - 1), load(at + 1));
    const V swapped = hn::BitCast(D(), hn::RotateRight<16>(hn::BitCast(DU(), own)));
    // The even row has the other pair above it and the odd one below, the odd row mirrored.
    const V other = choose_bits(splat(static_cast<std::int32_t>(0xffff0000u)), hn::ShiftLeft<16>(above),
                                hn::BitCast(D(), hn::ShiftRight<16>(hn::BitCast(DU(), below))));
    const V over = choose_bits(splat(kDown << 16 | kUp), other, swapped);
    const V got = choose_bits(splat((kUp | kDown) << 16 | kUp | kDown), over, beside);
    return choose_bits(splat(kUnstable << 16 | kUnstable), own, got);
  }

  const SandpileWorld& world_;
  const std::uint32_t* column_randoms_;
  const FieldPlane& from_;
  FieldPlane& to_;
  FieldRun& run_;
  TagRow lines_[3];
};

#endif

// ---- wet sand ----

// T, or -per_wetness * wetness added to M, of a block of cells.
template <bool kWet>
V at_wetness(std::int32_t dry, std::int32_t per_wetness, const std::int32_t* wetness) {
  if constexpr (!kWet) return splat(dry);
  return hn::Add(splat(dry), hn::Mul(splat(per_wetness), load(wetness)));
}

// To which of the four neighbours the stack gives: the chosen one of the candidates.
V choose_tag(M up, M down, M left, M right, V half_random) {
  const D d;
  const V one = splat(1), zero = hn::Zero(d);
  const V before_down = hn::IfThenElseZero(up, one);
  const V before_left = hn::Add(before_down, hn::IfThenElseZero(down, one));
  const V before_right = hn::Add(before_left, hn::IfThenElseZero(left, one));
  const V count = hn::Add(before_right, hn::IfThenElseZero(right, one));
  const V chosen = hn::ShiftRight<16>(hn::Mul(half_random, count));
  V tag = hn::IfThenElseZero(hn::Gt(count, zero), splat(Tag::right));
  tag = hn::IfThenElse(hn::And(left, hn::Eq(chosen, before_left)), splat(Tag::left), tag);
  tag = hn::IfThenElse(hn::And(down, hn::Eq(chosen, before_down)), splat(Tag::down), tag);
  return hn::IfThenElse(hn::And(up, hn::Eq(chosen, zero)), splat(Tag::up), tag);
}

template <bool kWet>
class Run {
 public:
  Run(const SandpileWorld& world, const std::uint32_t* column_randoms, const FieldPlane& from, FieldPlane& to,
      FieldRun& run)
      : world_(world), column_randoms_(column_randoms), from_(from), to_(to), run_(run) {}

  void step() {
    tag_row(run_.y_begin - 1);
    tag_row(run_.y_begin);
    for (int y = run_.y_begin; y < run_.y_end; ++y) {
      tag_row(y + 1);
      transfer_row(y);
    }
  }

 private:
  static constexpr int kLanes = hn::MaxLanes(D());
  // A row of a run is about a page of memory: too short for the processor's prefetcher.
  static constexpr int kRowsAhead = 5;

  TagRow& tags_of(int y) { return rows_[(y + 3) % 3]; }

  void tag_row(int y) {
    TagRow& out = tags_of(y);
    const std::int32_t* const row = from_.row(y);
    const std::int32_t* const ahead = from_.row(std::min(y + kRowsAhead, from_.height()));
    const bool odd = (y & 1) != 0;
    if (!odd || y < run_.y_begin) draw(y >> 1);
    for (int x = run_.x_begin - kLanes; x < run_.x_end + kLanes; x += kLanes) {
      hwy::Prefetch(ahead + x);
      hn::Store(tags(row, x, y, odd), D(), out.at(x - run_.x_begin));
    }
  }

  // The random numbers of two rows.
  void draw(int pair) {
    const VU row_random = hn::Set(DU(), begin_mix(static_cast<std::uint32_t>(pair)));
    for (int x = run_.x_begin - kLanes; x < run_.x_end + kLanes; x += kLanes) {
      const VU column_random = hn::LoadU(DU(), column_randoms_ + FieldPlane::kMargin + x);
      hn::Store(hn::BitCast(D(), mix(column_random, row_random)), D(), randoms_.at(x - run_.x_begin));
    }
  }

  V half_random(int column, bool odd) {
    const V random = load(randoms_.at(column));
    return odd ? hn::And(random, splat(0xffff)) : hn::BitCast(D(), hn::ShiftRight<16>(hn::BitCast(DU(), random)));
  }

  V tags(const std::int32_t* row, int x, int y, bool odd) {
    const V own = load(row + x);
    const V threshold =
        at_wetness<kWet>(world_.slope().threshold, world_.slope().threshold_per_wetness, world_.wetness().row(y) + x);
    // For stacks that give nothing the threshold is so large that no neighbour is low enough.
    const V highest = hn::IfThenElse(hn::Eq(own, splat(kBlocked)), splat(-kBlocked), hn::Sub(own, threshold));
    const auto lower = [&](const std::int32_t* neighbour) { return hn::Not(hn::Gt(load(neighbour), highest)); };
    const M up = lower(row + x - from_.stride()), down = lower(row + x + from_.stride());
    const M left = lower(row + x - 1), right = lower(row + x + 1);
    return choose_tag(up, down, left, right, half_random(x - run_.x_begin, odd));
  }

  void transfer_row(int y) {
    const std::int32_t* const ahead = to_.row(std::min(y + kRowsAhead, to_.height()));
    for (std::size_t column = 0; run_.x_begin + static_cast<int>(column) * kChunkWidth < run_.x_end; ++column) {
      const int x_begin = run_.x_begin + static_cast<int>(column) * kChunkWidth;
      const int x_end = std::min(x_begin + kChunkWidth, run_.x_end);
      V touched = hn::Zero(D());
      for (int x = x_begin; x < x_end; x += FieldPlane::kBlock) hwy::Prefetch(ahead + x);
      for (int x = x_begin; x < x_end; x += kLanes) touched = hn::Or(touched, transfer(x, y));
      if (!hn::AllTrue(D(), hn::Eq(touched, hn::Zero(D())))) run_.set_changed(static_cast<int>(column), y);
    }
  }

  // Not 0 if the stack has changed or is unstable.
  V transfer(int x, int y) {
    const int column = x - run_.x_begin;
    const std::int32_t* const wetness = world_.wetness().row(y) + x;
    const V old = load(from_.row(y) + x);
    const V tag = load(tags_of(y).at(column));
    V sum = old;
    const auto receive = [&](const std::int32_t* neighbour, Tag wanted, std::ptrdiff_t offset) {
      const V amount = at_wetness<kWet>(world_.slope().amount, -world_.slope().amount_per_wetness, wetness + offset);
      sum = hn::Add(sum, hn::IfThenElseZero(hn::Eq(load(neighbour), splat(wanted)), amount));
    };
    receive(tags_of(y - 1).at(column), Tag::down, -world_.wetness().stride());
    receive(tags_of(y + 1).at(column), Tag::up, world_.wetness().stride());
    receive(tags_of(y).at(column - 1), Tag::right, -1);
    receive(tags_of(y).at(column + 1), Tag::left, +1);
    const V given = at_wetness<kWet>(world_.slope().amount, -world_.slope().amount_per_wetness, wetness);
    sum = hn::Sub(sum, hn::IfThenElseZero(hn::Ne(tag, splat(Tag::stable)), given));
    hn::Store(sum, D(), to_.row(y) + x);
    return hn::Or(tag, hn::Xor(sum, old));
  }

  const SandpileWorld& world_;
  const std::uint32_t* column_randoms_;
  const FieldPlane& from_;
  FieldPlane& to_;
  FieldRun& run_;
  TagRow rows_[3], randoms_;
};

// One step over the run's cells. `column_randoms`: the random numbers before y is mixed in, each after begin_mix, by
// column, from FieldPlane::kMargin columns left of the world on.
void step_run(const SandpileWorld& world, const std::uint32_t* column_randoms, const FieldPlane& from, FieldPlane& to,
              FieldRun& run) {
  if (world.is_wet()) return Run<true>(world, column_randoms, from, to, run).step();
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_SSE2
  PairRun(world, column_randoms, from, to, run).step();
#else
  Run<false>(world, column_randoms, from, to, run).step();
#endif
}

}  // namespace
}  // namespace repose::sandpile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::sandpile {
HWY_EXPORT(step_run);

namespace {

class CpuSolver final : public CpuFieldSolver<SandpileWorld> {
 public:
  explicit CpuSolver(const SolverOptions& options) : CpuFieldSolver(options) {
    [[maybe_unused]] const Status status = upload(World());
  }

 private:
  Status take_world() override {
    column_randoms_.resize(static_cast<std::size_t>(world_.field().stride() + FieldPlane::kMargin));
    return CpuFieldSolver::take_world();
  }

  bool take_steps(const StepSpan& span) override {
    bool any = false;
    for (std::uint64_t k = 0; k < span.count; ++k) {
      const bool moved = step_once(span.seed, span.first_step + k);
      any = any || moved;
      if (!moved && !world_.has_springs() && world_.steps_per_drying() == 0)
        break;  // at rest: all further steps change nothing
    }
    return any;
  }

  bool step_once(std::uint64_t seed, std::uint64_t step) {
    world_.run_springs([this](int x, int y, std::int32_t) { pass_.wake({x, y, x + 1, y + 1}); });
    draw_columns(seed, static_cast<std::uint32_t>(step));
    bool moved = pass_.run(world_.field(), [this](const FieldPlane& from, FieldPlane& to, FieldRun& run) {
      HWY_DYNAMIC_DISPATCH(step_run)(world_, column_randoms_.data(), from, to, run);
    });
    if (const std::uint64_t rate = world_.steps_per_drying(); rate != 0 && step % rate == 0) {
      world_.dry();
      pass_.wake({0, 0, world_.width(), world_.height()});
      moved = true;
    }
    return moved;
  }

  // All of random_u32 except the last round, which mixes in y.
  void draw_columns(std::uint64_t seed, std::uint32_t step) {
    const std::uint32_t base = random_base(seed, step, static_cast<std::uint32_t>(Salt::automaton));
    for (int x = 0; x < world_.width(); ++x) {
      column_randoms_[static_cast<std::size_t>(FieldPlane::kMargin + x)] =
          HWY_NAMESPACE::begin_mix(mix32(base ^ static_cast<std::uint32_t>(x)));
    }
  }

  std::vector<std::uint32_t> column_randoms_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::sandpile
#endif
