// Method: a row of flows needs three rows of masses, a row of new masses the flows of three rows. A run goes from its
// top row down, with a ring of three rows of flows that stay in the L1 cache, so that every mass is read and written
// once.
#include "automata/water/cpu_kernel.hpp"

#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/water/cpu_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::water::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<std::int32_t, FieldPlane::kBlock>;
using DU = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

V splat(std::int32_t value) { return hn::Set(D(), value); }
V load(const std::int32_t* at) { return hn::LoadU(D(), at); }
V zero() { return hn::Zero(D()); }

// A row of flows with a block of margin on either side. The last block may end one vector beyond the margin.
struct alignas(64) FlowRow {
  static constexpr int kLength = kRunWidthMax + 3 * FieldPlane::kBlock;
  std::int32_t kept[kLength];  // what remains of the cell's own mass; kGround and kDrain unchanged
  std::int32_t down[kLength], left[kLength], right[kLength], up[kLength];
};

class Run {
 public:
  Run(const Flows& flows, const FieldPlane& from, FieldPlane& to, FieldRun& run)
      : flows_(flows), from_(from), to_(to), run_(run) {}

  void pass() {
    flow_row(run_.y_begin - 1);
    flow_row(run_.y_begin);
    for (int y = run_.y_begin; y < run_.y_end; ++y) {
      flow_row(y + 1);
      gather_row(y);
    }
  }

 private:
  static constexpr int kLanes = hn::MaxLanes(D());
  // A row of a run is about a page of memory: too short for the processor's prefetcher.
  static constexpr int kRowsAhead = 5;

  FlowRow& flows_of(int y) { return rows_[(y + 3) % 3]; }

  // The high words of the products with the split's share.
  V times_share(V over) const {
#if HWY_TARGET == HWY_SCALAR  // the vector of one lane has no wider product
    return splat(static_cast<std::int32_t>((static_cast<std::uint64_t>(hn::GetLane(over)) * flows_.share) >> 32));
#else
    const hn::Repartition<std::uint64_t, D> wide;
    const auto even_words = hn::BitCast(DU(), over);
    const auto odd_words = hn::BitCast(DU(), hn::ShiftRight<32>(hn::BitCast(wide, over)));
    const auto share = hn::Set(DU(), flows_.share);
    const auto even = hn::ShiftRight<32>(hn::MulEven(even_words, share));
    const auto odd = hn::MulEven(odd_words, share);
    return hn::OddEven(hn::BitCast(D(), odd), hn::BitCast(D(), even));
#endif
  }

  // `total` is unsigned.
  V split(V total) const {
    const V full = splat(flows_.full), below_high = splat(2 * flows_.full + flows_.compress - 1);
    const V middle = hn::Add(full, times_share(hn::Max(hn::Sub(total, full), zero())));
    const V high = hn::BitCast(D(), hn::ShiftRight<1>(hn::BitCast(DU(), hn::Add(total, splat(flows_.compress)))));
    const auto is_high = hn::Or(hn::Gt(total, below_high), hn::Lt(total, zero()));  // from 2^31 on the sign bit is set
    return hn::IfThenElse(is_high, high, middle);
  }

  // 0 if the neighbour is ground.
  V limited(V flow, V limit, V neighbour) const {
    const V calmed = hn::IfThenElse(hn::Gt(flow, splat(flows_.min_flow)), hn::ShiftRight<1>(flow), flow);
    return hn::IfThenZeroElse(hn::Eq(neighbour, splat(kGround)), hn::Min(hn::Max(calmed, zero()), limit));
  }

  void flow_row(int y) {
    FlowRow& out = flows_of(y);
    const std::int32_t* const row = from_.row(y);
    const std::int32_t* const ahead = from_.row(std::min(y + kRowsAhead, from_.height()));
    for (int x = run_.x_begin - kLanes; x < run_.x_end + kLanes; x += kLanes) {
      hwy::Prefetch(ahead + x);
      flow(row + x, out, x - run_.x_begin + FieldPlane::kBlock);
    }
  }

  void flow(const std::int32_t* at, FlowRow& out, int column) const {
    const V cell = load(at), below = load(at + from_.stride()), above = load(at - from_.stride());
    const V left = load(at - 1), right = load(at + 1);
    const V mass = hn::Max(cell, zero()), below_mass = hn::Max(below, zero());
    const V speed = splat(flows_.max_speed);
    const V most = splat(kPressedMax);
    V rest = mass;
    const V held = hn::Min(split(hn::Add(rest, below_mass)), most);
    const V down = limited(hn::Sub(held, below_mass), hn::Min(speed, rest), below);
    rest = hn::Sub(rest, down);
    const V to_left = limited(hn::ShiftRight<2>(hn::Max(hn::Sub(mass, hn::Max(left, zero())), zero())), rest, left);
    rest = hn::Sub(rest, to_left);
    const V to_right = limited(hn::ShiftRight<2>(hn::Max(hn::Sub(mass, hn::Max(right, zero())), zero())), rest, right);
    rest = hn::Sub(rest, to_right);
    const V above_mass = hn::Max(above, zero()), room = hn::Sub(most, above_mass);
    const V rises = hn::Min(hn::Sub(rest, split(hn::Add(rest, above_mass))), room);
    const V up = limited(rises, hn::Min(speed, rest), above);
    hn::Store(hn::IfThenElse(hn::Lt(cell, zero()), cell, hn::Sub(rest, up)), D(), out.kept + column);
    hn::Store(down, D(), out.down + column);
    hn::Store(to_left, D(), out.left + column);
    hn::Store(to_right, D(), out.right + column);
    hn::Store(up, D(), out.up + column);
  }

  void gather_row(int y) {
    const std::int32_t* const ahead = to_.row(std::min(y + kRowsAhead, to_.height()));
    for (std::size_t column = 0; run_.x_begin + static_cast<int>(column) * kChunkWidth < run_.x_end; ++column) {
      const int x_begin = run_.x_begin + static_cast<int>(column) * kChunkWidth;
      const int x_end = std::min(x_begin + kChunkWidth, run_.x_end);
      V changed = zero();
      for (int x = x_begin; x < x_end; x += FieldPlane::kBlock) hwy::Prefetch(ahead + x);
      for (int x = x_begin; x < x_end; x += kLanes) changed = hn::Or(changed, gather(x, y));
      if (!hn::AllTrue(D(), hn::Eq(changed, zero()))) run_.changed[column] = true;
    }
  }

  // Not 0 if the mass has changed.
  V gather(int x, int y) {
    const int column = x - run_.x_begin + FieldPlane::kBlock;
    const FlowRow& own = flows_of(y);
    const V kept = load(own.kept + column);
    const V from_above = load(flows_of(y - 1).down + column), from_below = load(flows_of(y + 1).up + column);
    const V from_left = load(own.right + column - 1), from_right = load(own.left + column + 1);
    const V sum = hn::Add(hn::Add(from_above, from_below), hn::Add(from_left, from_right));
    const V mass = hn::Add(kept, hn::IfThenZeroElse(hn::Lt(kept, zero()), sum));
    hn::Store(mass, D(), to_.row(y) + x);
    return hn::Xor(mass, load(from_.row(y) + x));
  }

  const Flows& flows_;
  const FieldPlane& from_;
  FieldPlane& to_;
  FieldRun& run_;
  FlowRow rows_[3];
};

void pass_run(const Flows& flows, const FieldPlane& from, FieldPlane& to, FieldRun& run) {
  Run(flows, from, to, run).pass();
}

}  // namespace
}  // namespace repose::water::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::water {
HWY_EXPORT(pass_run);
void pass_run(const Flows& flows, const FieldPlane& from, FieldPlane& to, FieldRun& run) {
  HWY_DYNAMIC_DISPATCH(pass_run)(flows, from, to, run);
}
}  // namespace repose::water
#endif
