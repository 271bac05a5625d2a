// Which cells are active, a block at a time. The definition is is_active() in scalar.cpp.
// Compiled anew for every kind of vector (Highway's foreach_target.h).
#include <cstdint>

#if defined(REPOSE_FASTSAB_KERNEL_REFRESH) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_FASTSAB_KERNEL_REFRESH
#undef REPOSE_FASTSAB_KERNEL_REFRESH
#else
#define REPOSE_FASTSAB_KERNEL_REFRESH
#endif

#include "automata/fastsab/kernel_words.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::fastsab::HWY_NAMESPACE {
namespace {

template <int P>
class Refresh {
 public:
  Refresh(BitGrid& grid, const StepRules& rules, const Parameters& parameters)
      : grid_(grid), rules_(rules), parameters_(parameters), stride_(grid.stride()) {}

  // Columns must come one after another; then x - toward is refreshed already. The column after the last one must come
  // too.
  void column(int x, int toward) {
    const unsigned marks = grid_.column_marks(x - 1) | grid_.column_marks(x) | grid_.column_marks(x + 1);
    if ((marks & BitGrid::kRestless) == 0) return;
    if (x >= 0 && x < grid_.width()) {
      for (int b = 0; b < grid_.blocks(); ++b) {
        if (is_stale(x, b)) {
          refresh(x, b);
        } else if (grid_.awake(x, b) != 0) {
          calm(x, b);
        }
      }
    }
    const int before = x - toward;
    for (int b = 0; b < grid_.blocks(); ++b) {
      grid_.unpainted(before, b) |= grid_.dirty(before, b);
      grid_.dirty(before, b) = 0;
    }
    if (!grid_.is_awake(before)) grid_.column_marks(before) &= static_cast<std::uint8_t>(~BitGrid::kRestless);
  }

 private:
  bool is_stale(int x, int b) {
    unsigned marks = grid_.dirty(x - 1, b) | grid_.dirty(x, b) | grid_.dirty(x + 1, b);
    if (b > 0) marks |= grid_.dirty(x, b - 1);
    if (b + 1 < grid_.blocks()) marks |= grid_.dirty(x, b + 1);
    return marks != 0;
  }

  void refresh(int x, int b) {
    std::uint64_t* const cells = grid_.column(x) + b * kBlockWords;
    const auto left = grid_.column(x - 1) - grid_.column(x), right = -left;
    unsigned awake = 0;
    for (int i = 0; i < kBlockWords; i += kLanes) {
      const Words active = active_in(cells + i, left, right);
      hn::Store(active, D(), cells + (P + 2) * stride_ + i);
      hn::Store(hn::Zero(D()), D(), cells + (P + 1) * stride_ + i);
      awake |= used_lanes(active) << i;
    }
    grid_.awake(x, b) = 0;
    grid_.mark_awake(x, b, static_cast<std::uint8_t>(awake));
  }

  // Where no cell has changed, the same ones are active as before.
  void calm(int x, int b) {
    std::uint64_t* const processed = grid_.processed(x) + b * kBlockWords;
    unsigned awake = 0;
    for (int i = 0; i < kBlockWords; i += kLanes) {
      hn::Store(hn::Zero(D()), D(), processed + i);
      awake |= used_lanes(here(processed + stride_ + i)) << i;
    }
    grid_.awake(x, b) = static_cast<std::uint8_t>(awake);
  }

  Words active_in(const std::uint64_t* cells, std::ptrdiff_t left, std::ptrdiff_t right) const {
    const std::uint64_t* const voids = cells + P * stride_;
    const Words beside_void = any(here(voids + left), here(voids + right), above(voids), below(voids));
    Words active = hn::Zero(D());
    if (parameters_.voids_active) {
      const Words among_voids =
          hn::And(hn::And(here(voids + left), here(voids + right)), hn::And(above(voids), below(voids)));
      active = without(hn::And(here(voids), beside_void), among_voids);
    }
    Words unlike = hn::Zero(D()), all = hn::Zero(D());
    for (int p = 0; p < P; ++p) {
      const std::uint64_t* const plane = cells + p * stride_;
      const Words own = here(plane);
      all = hn::Or(all, own);
      unlike = any(unlike, hn::Or(hn::Xor(own, here(plane + left)), hn::Xor(own, here(plane + right))),
                   hn::Xor(own, above(plane)), hn::Xor(own, below(plane)));
    }
    if (is_zero(hn::And(all, unlike))) return active;
    const Words candidates = all_of(unlike, all, find<P, here>(rules_.grains, cells, stride_));
    Words has_way_out = beside_void;
    if (parameters_.sinkers_active) {
      for (const StepRules::Sinking& sinking : rules_.sinkings) {
        const Words lower = find<P, below>(sinking.lower, cells, stride_);
        if (is_zero(lower)) continue;
        has_way_out = hn::Or(has_way_out, hn::And(find<P, here>(sinking.upper, cells, stride_), lower));
      }
    }
    if (parameters_.dissolving) {
      for (const StepRules::Dissolving& dissolving : rules_.dissolvings) {
        const Words self =
            without(hn::And(candidates, find<P, here>(dissolving.dissolvers, cells, stride_)), has_way_out);
        if (is_zero(self)) continue;
        const Words victims =
            any(find<P, here>(dissolving.victims, cells + left, stride_),
                find<P, here>(dissolving.victims, cells + right, stride_),
                find<P, above>(dissolving.victims, cells, stride_), find<P, below>(dissolving.victims, cells, stride_));
        has_way_out = hn::Or(has_way_out, hn::And(self, victims));
      }
    }
    return hn::Or(active, hn::And(candidates, has_way_out));
  }

  BitGrid& grid_;
  const StepRules& rules_;
  const Parameters& parameters_;
  int stride_;
};

}  // namespace
}  // namespace repose::fastsab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
