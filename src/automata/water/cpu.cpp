// The pressure water automaton, fast: two planes, chunks that sleep, worker threads. Gives the bytes of scalar.cpp.
//
// Method: the flows of a row need three rows of masses, a row of new masses the flows of three rows. A run goes from
// its top row down. Row y is read once: its flows are computed, and its flows upwards complete the new masses of row y
// - 1. What row y needs of the rows before it is in a few row buffers that stay in the L1 cache.
//
// Arithmetic is all the cost, so there is as little of it as possible:
// - Ground is -1. A cell of ground has no more than -1 to give, so a flow that is first limited to what is left and
//   then to 0 and more is 0; the cell remains -1 without any test.
// - As a neighbour, ground counts as the largest mass, 2^31 - 1 (the sign bit is dropped): nothing flows towards it.
// - The middle and the upper part of split() cross where one ends and the other begins, and the upper one is steeper.
//   So split() is the larger of the two.
// - Only worlds with drains test for drains.
#include <hwy/cache_control.h>

#include "automata/field/field_plane.hpp"
#include "automata/field/field_solver.hpp"
#include "automata/water/water.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/water/cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::water::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<std::int32_t, FieldPlane::kBlock>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;

V splat(std::int32_t value) { return hn::Set(D(), value); }
V load(const std::int32_t* at) { return hn::LoadU(D(), at); }
V zero() { return hn::Zero(D()); }

// The constants of a pass, in registers.
struct Constants {
  explicit Constants(const Flows& flows)
      : full(splat(flows.full)),
        compress(splat(flows.compress)),
        min_flow(splat(flows.min_flow)),
        max_speed(splat(flows.max_speed)),
        most(splat(kPressedMax)),
        share(hn::Set(DU(), flows.share)),
        number(flows.share) {}

  V full, compress, min_flow, max_speed, most;
  hn::Vec<DU> share;
  std::uint32_t number;  // the share
};

// The high words of the products with the split's share.
HWY_INLINE V times_share(const Constants& c, V over) {
#if HWY_TARGET == HWY_SCALAR  // the vector of one lane has no wider product
  return splat(static_cast<std::int32_t>((static_cast<std::uint64_t>(hn::GetLane(over)) * c.number) >> 32));
#else
  const auto even = hn::MulEven(hn::BitCast(DU(), over), c.share);
  const auto odd = hn::MulEven(hn::BitCast(DU(), hn::DupOdd(over)), c.share);
  return hn::OddEven(hn::BitCast(D(), odd), hn::DupOdd(hn::BitCast(D(), even)));
#endif
}

// `total` is unsigned. From 2^31 on the middle part is wrong, but smaller.
HWY_INLINE V split(const Constants& c, V total) {
  const V middle = hn::Add(c.full, times_share(c, hn::Max(hn::Sub(total, c.full), zero())));
  const V high = hn::BitCast(D(), hn::ShiftRight<1>(hn::BitCast(DU(), hn::Add(total, c.compress))));
  return hn::Max(middle, high);
}

// At least 0, and at most what is left of the cell.
HWY_INLINE V limited(const Constants& c, V flow, V rest) {
  const V calmed = hn::IfThenElse(hn::Gt(flow, c.min_flow), hn::ShiftRight<1>(flow), flow);
  return hn::Max(hn::Min(calmed, rest), zero());
}

template <bool kDrains>
class Run {
 public:
  Run(const Flows& flows, const FieldPlane& from, FieldPlane& to, FieldRun& run)
      : flows_(flows), from_(from), to_(to), run_(run) {}

  void pass() {
    for (const int y : {run_.y_begin - 2, run_.y_begin - 1}) {
      std::int32_t* const line = at(masses_[y & 1]);
      for (int x = run_.x_begin - FieldPlane::kBlock; x < run_.x_end + FieldPlane::kBlock; x += kLanes)
        hn::Store(as_neighbour(load(from_.row(y) + x)), D(), line + x);
    }
    flow_row<false>(run_.y_begin - 1);
    flow_row<false>(run_.y_begin);
    for (int y = run_.y_begin + 1; y <= run_.y_end; ++y) flow_row<true>(y);
  }

 private:
  static constexpr int kLanes = hn::MaxLanes(D());
  // The cells on the left whose flows are computed too: the nearest one's flow to the right depends on the next one.
  static constexpr int kBeside = std::max(kLanes, 2);
  // A row of a run is about a page of memory: too short for the processor's prefetcher.
  static constexpr int kRowsAhead = 5;
  // A row with a margin on either side. The last block may end one vector beyond the block after the row.
  static constexpr int kLine = FieldPlane::kMargin + kRunWidthMax + 3 * FieldPlane::kBlock;

  // All indexed by x.
  struct Rows {
    const std::int32_t *own, *above, *below;
    std::int32_t* new_above;
    const std::int32_t* masses;   // of this row, as neighbours
    std::int32_t* masses_beside;  // of the row above; they become those of the row below
    // Lines, kLine values each. `kept`: what remains of the row above and what it has got so far; becomes the same of
    // this row. `down` and `left`: the flows of the row above; become those of this row.
    std::int32_t *kept, *down, *left;
    std::int32_t* right;  // this row's; those of the row above begin a block later
  };

  // A line's values, indexed by x.
  std::int32_t* at(std::int32_t* line) const { return line + FieldPlane::kMargin - run_.x_begin; }

  static HWY_INLINE V as_neighbour(V cell) {
    const V mass = hn::And(cell, splat(0x7fffffff));
    return kDrains ? hn::IfThenZeroElse(hn::Eq(cell, splat(kDrain)), mass) : mass;
  }

  Rows rows_of(int y) {
    std::int32_t* const lines = at(lines_);
    return {from_.row(y),
            from_.row(y - 1),
            from_.row(y + 1),
            to_.row(y - 1),
            at(masses_[y & 1]),
            at(masses_[1 - (y & 1)]),
            lines,
            lines + kLine,
            lines + 2 * kLine,
            at(rights_) + FieldPlane::kBlock * (run_.y_end - y)};
  }

  // The flows of row y and, with kGather, the new masses of row y - 1.
  template <bool kGather>
  void flow_row(int y) {
    const Constants c(flows_);
    const Rows rows = rows_of(y);
    const std::int32_t* const ahead = from_.row(std::min(y + kRowsAhead, from_.height()));
    const std::int32_t* const new_ahead = to_.row(std::min(y + kRowsAhead, to_.height()));
    for (int x = run_.x_begin - kBeside; x < run_.x_begin; x += kLanes) flow(c, rows, x);
    std::ptrdiff_t x = run_.x_begin;
    for (int column = 0; x < run_.x_end; ++column) {
      const std::ptrdiff_t end = std::min<std::ptrdiff_t>(x + kChunkWidth, run_.x_end);
      V changed = zero();
      for (; x < end; x += kLanes) {
        hwy::Prefetch(ahead + x);
        if constexpr (kGather) {
          hwy::Prefetch(new_ahead + x);
          const V got = gathered(rows, x);
          const V old = load(rows.above + x), sum = hn::Add(got, flow(c, rows, x));
          const V mass = kDrains ? hn::IfThenElse(hn::Lt(old, zero()), old, sum) : sum;
          hn::Store(mass, D(), rows.new_above + x);
          changed = hn::Or(changed, hn::Xor(mass, old));
        } else {
          flow(c, rows, x);
        }
      }
      if (kGather && !hn::AllTrue(D(), hn::Eq(changed, zero()))) run_.set_changed(column, y - 1);
    }
    for (; x < run_.x_end + kLanes; x += kLanes) flow(c, rows, x);
  }

  // What a cell of the row above holds after the pass, but for what flows up to it.
  static HWY_INLINE V gathered(const Rows& rows, std::ptrdiff_t x) {
    const V from_left = load(rows.right + x + FieldPlane::kBlock - 1), from_right = load(rows.left + x + 1);
    return hn::Add(load(rows.kept + x), hn::Add(from_left, from_right));
  }

  // Returns the flows upwards.
  static HWY_INLINE V flow(const Constants& c, const Rows& rows, std::ptrdiff_t x) {
    const V cell = load(rows.own + x), below = as_neighbour(load(rows.below + x));
    const V above = load(rows.masses_beside + x);
    hn::Store(below, D(), rows.masses_beside + x);
    const V held = hn::Min(split(c, hn::Add(cell, below)), c.most);
    const V down = limited(c, hn::Sub(held, below), hn::Min(c.max_speed, cell));
    V rest = hn::Sub(cell, down);
    const V left = limited(c, hn::ShiftRight<2>(hn::Sub(cell, load(rows.masses + x - 1))), rest);
    rest = hn::Sub(rest, left);
    const V right = limited(c, hn::ShiftRight<2>(hn::Sub(cell, load(rows.masses + x + 1))), rest);
    rest = hn::Sub(rest, right);
    const V rises = hn::Min(hn::Sub(rest, split(c, hn::Add(rest, above))), hn::Sub(c.most, above));
    const V up = limited(c, rises, hn::Min(c.max_speed, rest));
    hn::Store(hn::Add(hn::Sub(rest, up), load(rows.down + x)), D(), rows.kept + x);
    hn::Store(down, D(), rows.down + x);
    hn::Store(left, D(), rows.left + x);
    hn::Store(right, D(), rows.right + x);
    return up;
  }

  const Flows& flows_;
  const FieldPlane& from_;
  FieldPlane& to_;
  FieldRun& run_;
  alignas(64) std::int32_t masses_[2][kLine];
  alignas(64) std::int32_t lines_[3 * kLine];
  // Each row's line begins a block before that of the row above it, so that no flow is overwritten before it is used.
  alignas(64) std::int32_t rights_[kLine + (FieldRun::kRowsMax * kChunkHeight + 1) * FieldPlane::kBlock];
};

// One pass over the run's cells. `drains`: false if no cell is kDrain, nor is the rim.
void pass_run(const Flows& flows, bool drains, const FieldPlane& from, FieldPlane& to, FieldRun& run) {
  drains ? Run<true>(flows, from, to, run).pass() : Run<false>(flows, from, to, run).pass();
}

}  // namespace
}  // namespace repose::water::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::water {
HWY_EXPORT(pass_run);

namespace {

class CpuSolver final : public CpuFieldSolver<WaterWorld> {
 public:
  explicit CpuSolver(const SolverOptions& options) : CpuFieldSolver(options) {
    [[maybe_unused]] const Status status = upload(World());
  }

 private:
  Status take_world() override {
    rim_ = world_.field().at(-1, 0);
    return CpuFieldSolver::take_world();
  }
  void take_edit(const FieldBox& box) override {
    if (world_.field().at(-1, 0) != rim_) {  // walls were switched on or off: the rim of the other plane changes too
      [[maybe_unused]] const Status status = take_world();
    }
    CpuFieldSolver::take_edit(box);
  }

  bool take_steps(const StepSpan& span) override {
    bool any = false;
    for (std::uint64_t k = 0; k < span.count; ++k) {
      bool moved = false;
      for (int pass = 0; pass < world_.passes(); ++pass) moved |= pass_once();
      const std::uint64_t rate = world_.steps_per_levelling();
      if (moved) is_level_ = false;
      if (rate != 0 && !is_level_ && (span.first_step + k) % rate == 0) moved |= level();
      any |= moved;
      // At rest: all further steps change nothing.
      if (!moved && !world_.has_faucets() && (rate == 0 || is_level_)) break;
    }
    return any;
  }

  bool pass_once() {
    world_.run_faucets([this](int x, int y) { pass_.wake({x, y, x + 1, y + 1}); });
    return pass_.run(world_.field(), [this](const FieldPlane& from, FieldPlane& to, FieldRun& run) {
      HWY_DYNAMIC_DISPATCH(pass_run)(world_.flows(), world_.may_have_drains(), from, to, run);
    });
  }

  bool level() {
    bool any = false;
    world_.level([&](int y, int x_begin, int x_end) {
      pass_.wake({x_begin, y, x_end, y + 1});
      any = true;
    });
    is_level_ = !any;
    return any;
  }

  bool is_level_ = false;  // levelling found nothing to do, and nothing has moved since
  std::int32_t rim_ = kGround;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options) { return std::make_unique<CpuSolver>(options); }

}  // namespace repose::water
#endif
