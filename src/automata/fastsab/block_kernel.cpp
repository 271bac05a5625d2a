// Flags are refreshed in the same pass as visits, kRefreshAhead columns before the scan. kernel_refresh.hpp: which
// cells are active; kernel_sweep.hpp: what they do.
#include "automata/fastsab/block_kernel.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/fastsab/block_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "automata/fastsab/kernel_refresh.hpp"
#include "automata/fastsab/kernel_sweep.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::fastsab::HWY_NAMESPACE {
namespace {

template <int P>
void sweep(const SweepJob& job, int begin, int end) {
  const int width = job.grid.width(), toward = job.from_right ? -1 : 1, first = job.from_right ? width - 1 : 0;
  // All columns that are read here.
  const int ahead = std::min(end + kRefreshAhead + 1, width);
  const int x_begin = job.from_right ? width - ahead : begin, x_end = job.from_right ? width - begin : ahead;
  constexpr std::uint8_t kMarks = BitGrid::kRestless | BitGrid::kMoved | BitGrid::kMovedBefore;
  if (job.grid.find_column(kMarks, x_begin, x_end) == x_end) return;
  Refresh<P> refresh(job.grid, job.rules, job.parameters);
  const auto refresh_column = [&](int i) {
    if (i > width || job.flags_are_fresh) return;
    refresh.column(first + toward * i, toward);
    job.grid.begin_step(first + toward * (i - 1));
  };
  Sweep<P> sweep(job);
  for (int i = 0; begin == 0 && i < kRefreshAhead; ++i) refresh_column(i);
  for (int i = begin; i < end; ++i) {
    refresh_column(i + kRefreshAhead);
    sweep.column(first + toward * i);
  }
}

void sweep_here(const SweepJob& job, int begin, int end) {
  job.rules.planes == 3   ? sweep<3>(job, begin, end)
  : job.rules.planes == 5 ? sweep<5>(job, begin, end)
                          : sweep<8>(job, begin, end);
}

template <int P>
void refresh_columns(BitGrid& grid, const StepRules& rules, const Parameters& parameters) {
  Refresh<P> refresh(grid, rules, parameters);
  for (int x = 0; x <= grid.width(); ++x) refresh.column(x, 1);
}

#if HWY_TARGET == HWY_SCALAR

void read_rows_here(const BitGrid& grid, int x, int columns, int word, std::uint8_t* rows) {
  for (int y = 0; y < kWordCells; ++y) {
    for (int i = 0; i < columns; ++i) rows[y * kReadColumns + i] = grid.element(x + i, word * kWordCells + y);
  }
}

#else

// Turns the bytes of 16 rows and 16 columns from order by columns into order by rows.
template <class V>
void transpose(V (&bytes)[kReadColumns]) {
  constexpr hn::Full128<std::uint8_t> d;
  V next[kReadColumns];
  for (int pass = 0; pass < 4; ++pass) {
    for (int i = 0; i < kReadColumns / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, bytes[i], bytes[i + kReadColumns / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, bytes[i], bytes[i + kReadColumns / 2]);
    }
    for (int i = 0; i < kReadColumns; ++i) bytes[i] = next[i];
  }
}

void read_rows_here(const BitGrid& grid, int x, int columns, int word, std::uint8_t* rows) {
  constexpr hn::Full128<std::uint8_t> d;
  using V = hn::Vec<decltype(d)>;
  for (int part = 0; part < kWordCells / 16; ++part) {
    V bytes[kReadColumns];
    for (int i = 0; i < kReadColumns; ++i) {
      bytes[i] = hn::Zero(d);
      const std::uint64_t* const column = grid.column(x + std::min(i, columns - 1)) + word;
      for (int p = 0; p < grid.planes(); ++p) {
        const std::uint64_t bits = column[p * grid.stride()] >> (16 * part);
        const auto mask = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&bits));
        bytes[i] = hn::Or(bytes[i], hn::IfThenElseZero(mask, hn::Set(d, static_cast<std::uint8_t>(1 << p))));
      }
    }
    transpose(bytes);
    for (int i = 0; i < kReadColumns; ++i) hn::StoreU(bytes[i], d, rows + (part * 16 + i) * kReadColumns);
  }
}

#endif

void refresh_here(BitGrid& grid, const StepRules& rules, const Parameters& parameters) {
  rules.planes == 3   ? refresh_columns<3>(grid, rules, parameters)
  : rules.planes == 5 ? refresh_columns<5>(grid, rules, parameters)
                      : refresh_columns<8>(grid, rules, parameters);
}

}  // namespace
}  // namespace repose::fastsab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::fastsab {
HWY_EXPORT(sweep_here);
HWY_EXPORT(refresh_here);
HWY_EXPORT(read_rows_here);

void sweep_columns(const SweepJob& job, int begin, int end) { HWY_DYNAMIC_DISPATCH(sweep_here)(job, begin, end); }

void refresh_all(BitGrid& grid, const StepRules& rules, const Parameters& parameters) {
  HWY_DYNAMIC_DISPATCH(refresh_here)(grid, rules, parameters);
}

void read_rows(const BitGrid& grid, int x, int columns, int word, std::uint8_t* rows) {
  HWY_DYNAMIC_DISPATCH(read_rows_here)(grid, x, columns, word, rows);
}
}  // namespace repose::fastsab
#endif
