// The rows of the air on the cpu backend. Compiled anew for every kind of vector (Highway's foreach_target.h).
#include "automata/conserving/cpu_air.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/conserving/cpu_air.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<std::int32_t, AirField::kMargin>;
using Numbers = hn::Vec<D>;

template <int kShift>
HWY_ATTR Numbers toward_zero(Numbers n) {
  const auto sign = hn::ShiftRight<31>(n);
  const auto size = hn::Sub(hn::Xor(n, sign), sign);
  return hn::Sub(hn::Xor(hn::ShiftRight<kShift>(size), sign), sign);
}

template <int kShift>
HWY_ATTR Numbers from_zero(Numbers n) {
  const auto sign = hn::ShiftRight<31>(n);
  const auto size = hn::Add(hn::Sub(hn::Xor(n, sign), sign), hn::Set(D(), (1 << kShift) - 1));
  return hn::Sub(hn::Xor(hn::ShiftRight<kShift>(size), sign), sign);
}

HWY_ATTR void flow_over_here(const std::int32_t* here, const std::int32_t* there, const std::int32_t* open_here,
                             const std::int32_t* push, const std::int32_t* push_there, int wind, int count,
                             std::int32_t* flows, std::int32_t* passed, FlowNotes& notes) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  auto changed = hn::Zero(d), fastest = hn::Zero(d);
  const auto part = hn::Set(d, wind / kWindParts), parts = hn::Set(d, kWindParts);
  for (int x = 0; x < count; x += lanes) {
    const auto flow = hn::LoadU(d, flows + x), open = hn::LoadU(d, open_here + x);
    const auto fall = hn::Mul(hn::Sub(hn::LoadU(d, here + x), hn::LoadU(d, there + x)), open);
    const auto pushes = hn::Add(hn::LoadU(d, push + x), hn::LoadU(d, push_there + x));
    const auto steady = hn::Mul(part, hn::Max(hn::Sub(open, parts), hn::Zero(d)));
    auto next = hn::Sub(flow, from_zero<kDrag>(hn::Sub(flow, steady)));
    next = hn::Add(next, hn::Add(pushes, toward_zero<kPush>(fall)));
    next = hn::IfThenZeroElse(hn::Eq(open, hn::Zero(d)), next);
    hn::StoreU(next, d, flows + x);
    hn::StoreU(hn::Add(next, toward_zero<kSeep>(fall)), d, passed + x);
    changed = hn::Or(changed, hn::Xor(next, flow));
    fastest = hn::Max(fastest, hn::Abs(next));
  }
  notes.changed |= !hn::AllTrue(d, hn::Eq(changed, hn::Zero(d)));
  notes.fastest = std::max(notes.fastest, hn::GetLane(hn::MaxOfLanes(d, fastest)));
}

HWY_ATTR PressureNotes add_up_here(const std::int32_t* right, const std::int32_t* down, const std::int32_t* above,
                                   const std::int32_t* sources, int count, std::int32_t* pressure) {
  const D d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  auto changed = hn::Zero(d);
  auto least = hn::Zero(d), greatest = least;
  const auto most = hn::Set(d, kSourceMost);
  for (int x = 0; x < count; x += lanes) {
    const auto before = hn::LoadU(d, pressure + x);
    const auto lost = hn::Add(hn::LoadU(d, right + x), hn::LoadU(d, down + x));
    const auto got = hn::Add(hn::LoadU(d, right + x - 1), hn::LoadU(d, above + x));
    const auto given = hn::IfThenElseZero(hn::Lt(hn::Abs(before), most), hn::LoadU(d, sources + x));
    auto next = hn::Add(hn::Sub(before, lost), hn::Add(got, given));
    const auto here = hn::FirstN(d, static_cast<std::size_t>(count - x));
    next = hn::IfThenElseZero(here, next);
    hn::StoreU(next, d, pressure + x);
    changed = hn::Or(changed, hn::IfThenElseZero(here, hn::Xor(next, before)));
    least = hn::Min(least, next);
    greatest = hn::Max(greatest, next);
  }
  return {!hn::AllTrue(d, hn::Eq(changed, hn::Zero(d))), hn::GetLane(hn::MinOfLanes(d, least)),
          hn::GetLane(hn::MaxOfLanes(d, greatest))};
}

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::conserving {

HWY_EXPORT(flow_over_here);
HWY_EXPORT(add_up_here);

void flow_over(const std::int32_t* here, const std::int32_t* there, const std::int32_t* open, const std::int32_t* push,
               const std::int32_t* push_there, int wind, int count, std::int32_t* flows, std::int32_t* passed,
               FlowNotes& notes) {
  HWY_DYNAMIC_DISPATCH(flow_over_here)(here, there, open, push, push_there, wind, count, flows, passed, notes);
}
PressureNotes add_up(const std::int32_t* right, const std::int32_t* down, const std::int32_t* above,
                     const std::int32_t* sources, int count, std::int32_t* pressure) {
  return HWY_DYNAMIC_DISPATCH(add_up_here)(right, down, above, sources, count, pressure);
}

}  // namespace repose::conserving
#endif
