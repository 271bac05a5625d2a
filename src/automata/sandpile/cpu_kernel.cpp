// Method: a row of tags needs three rows of heights, a row of new heights three rows of tags. A run goes from its top
// row down, with a ring of rows of tags that stay in the L1 cache, so that every height is read and written once.
// Dry sand is in cpu_pairs.hpp; here are wet sand, and all sand on processors that cannot look up bytes in tables.
#include "automata/sandpile/cpu_kernel.hpp"

#include <hwy/cache_control.h>

#define HWY_WANT_AVX3_DL  // bytes looked up in a table of 64
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/sandpile/cpu_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "automata/sandpile/cpu_pairs.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::sandpile::HWY_NAMESPACE {
namespace {

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
  Run(const StepJob& job, const FieldPlane& from, FieldPlane& to, FieldRun& run)
      : job_(job), from_(from), to_(to), run_(run) {}

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
      const VU column_random = hn::LoadU(DU(), job_.column_randoms + FieldPlane::kMargin + x);
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
        at_wetness<kWet>(job_.slope.threshold, job_.slope.threshold_per_wetness, job_.wetness.row(y) + x);
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
    const std::int32_t* const wetness = job_.wetness.row(y) + x;
    const V old = load(from_.row(y) + x);
    const V tag = load(tags_of(y).at(column));
    V sum = old;
    const auto receive = [&](const std::int32_t* neighbour, Tag wanted, std::ptrdiff_t offset) {
      const V amount = at_wetness<kWet>(job_.slope.amount, -job_.slope.amount_per_wetness, wetness + offset);
      sum = hn::Add(sum, hn::IfThenElseZero(hn::Eq(load(neighbour), splat(wanted)), amount));
    };
    receive(tags_of(y - 1).at(column), Tag::down, -job_.wetness.stride());
    receive(tags_of(y + 1).at(column), Tag::up, job_.wetness.stride());
    receive(tags_of(y).at(column - 1), Tag::right, -1);
    receive(tags_of(y).at(column + 1), Tag::left, +1);
    const V given = at_wetness<kWet>(job_.slope.amount, -job_.slope.amount_per_wetness, wetness);
    sum = hn::Sub(sum, hn::IfThenElseZero(hn::Ne(tag, splat(Tag::stable)), given));
    hn::Store(sum, D(), to_.row(y) + x);
    return hn::Or(tag, hn::Xor(sum, old));
  }

  const StepJob& job_;
  const FieldPlane& from_;
  FieldPlane& to_;
  FieldRun& run_;
  TagRow rows_[3], randoms_;
};

void step_run(const StepJob& job, const FieldPlane& from, FieldPlane& to, FieldRun& run) {
  if (job.wet) {
    Run<true>(job, from, to, run).step();
  } else {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_SSE2
    PairRun(job, from, to, run).step();
#else
    Run<false>(job, from, to, run).step();
#endif
  }
}

}  // namespace
}  // namespace repose::sandpile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::sandpile {
HWY_EXPORT(step_run);
void step_run(const StepJob& job, const FieldPlane& from, FieldPlane& to, FieldRun& run) {
  HWY_DYNAMIC_DISPATCH(step_run)(job, from, to, run);
}
}  // namespace repose::sandpile
#endif
