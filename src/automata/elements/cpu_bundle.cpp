// Loads and stores bundles, and takes their turns.
#include "automata/elements/cpu_bundle.hpp"

#include <algorithm>

#include "automata/elements/elements.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/elements/cpu_bundle.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "automata/elements/cpu_bundle_turns.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace repose::elements::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

bool bundles_pay_here() { return false; }
void take_turns_here(Bundle&, const BundleTable&, CellPlanes&, const std::uint32_t*, Bundle::Singles&) {}

#else

constexpr int kBytes = 16;  // of a vector of bytes: a cell of all lanes, or 16 cells of a row
static_assert(Bundle::kLanes == kBytes);
using Bytes = hn::Full128<std::uint8_t>;

// Turns 16 rows of 16 bytes into 16 columns.
HWY_INLINE void transpose(hn::Vec<Bytes> (&rows)[kBytes]) {
  hn::Vec<Bytes> mixed[kBytes];
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < kBytes / 2; ++i) {
      mixed[2 * i] = hn::InterleaveLower(Bytes(), rows[i], rows[i + kBytes / 2]);
      mixed[2 * i + 1] = hn::InterleaveUpper(Bytes(), rows[i], rows[i + kBytes / 2]);
    }
    for (int i = 0; i < kBytes; ++i) rows[i] = mixed[i];
  }
}

class Exchange {
 public:
  Exchange(Bundle& bundle, const BundleTable& table, CellPlanes& planes)
      : bundle_(bundle), wall_(static_cast<std::uint8_t>(table.wall)), planes_(planes) {}

  void load(const std::uint32_t* columns) {
    for (int r = 0; r < Bundle::kSide; ++r) {
      for (int c = 0; c < Bundle::kSide; c += kBytes) {
        load_part(planes_.element.data(), bundle_.element, r, c);
        load_part(planes_.energy.data(), bundle_.energy, r, c);
        load_marks(r, c);
      }
      bundle_.element[Bundle::at(r)].front().fill(wall_);
      bundle_.element[Bundle::at(r)].back().fill(wall_);
      bundle_.marks[Bundle::at(r)].front().fill(0);
      bundle_.marks[Bundle::at(r)].back().fill(0);
    }
    for (const std::size_t ring : {std::size_t{0}, Bundle::at(Bundle::kSide)}) {
      for (auto& cells : bundle_.element[ring]) cells.fill(wall_);
      for (auto& cells : bundle_.marks[ring]) cells.fill(0);
    }
    for (int k = 0; k < Bundle::kLanes; ++k) {
      const Bundle::Lane& of = lane(k);
      bundle_.top[index(k)] = static_cast<std::uint32_t>(of.top);
      for (int c = 0; c < Bundle::kSide; ++c) bundle_.columns[index(c)][index(k)] = columns[of.left + c];
      if (k < bundle_.count) mark_edges(k);
    }
    bundle_.flies = false;
    for (int k = 0; k < bundle_.count; ++k) mark_flight(k);
  }

  void store() {
    for (int r = 0; r < Bundle::kSide; ++r) {
      for (int c = 0; c < Bundle::kSide; c += kBytes) {
        if (!store_marks(r, c)) continue;
        store_part(bundle_.element, planes_.element.data(), r, c, true);
        store_part(bundle_.energy, planes_.energy.data(), r, c, false);
      }
    }
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  // Lanes not in use repeat the first one; they have no turns.
  const Bundle::Lane& lane(int k) const { return bundle_.lanes[index(k < bundle_.count ? k : 0)]; }
  // Rows outside of the world repeat its first or last row.
  std::size_t cell(const Bundle::Lane& lane, int r, int c) const {
    return planes_.index(lane.left + c, std::clamp(lane.top + r, 0, planes_.height() - 1));
  }

  void load_part(const std::uint8_t* plane, Bundle::Cells& cells, int r, int c) const {
    hn::Vec<Bytes> rows[kBytes];
    for (int k = 0; k < kBytes; ++k) rows[k] = hn::LoadU(Bytes(), plane + cell(lane(k), r, c));
    transpose(rows);
    put_columns(rows, cells, r, c);
  }

  static void put_columns(const hn::Vec<Bytes> (&columns)[kBytes], Bundle::Cells& cells, int r, int c) {
    for (int i = 0; i < kBytes; ++i) hn::StoreU(columns[i], Bytes(), cells[Bundle::at(r)][Bundle::at(c + i)].data());
  }

  static void get_columns(const Bundle::Cells& cells, int r, int c, hn::Vec<Bytes> (&columns)[kBytes]) {
    for (int i = 0; i < kBytes; ++i) columns[i] = hn::LoadU(Bytes(), cells[Bundle::at(r)][Bundle::at(c + i)].data());
  }

  void load_marks(int r, int c) {
    hn::Vec<Bytes> rows[kBytes];
    std::uint32_t any_served = 0;
    for (int k = 0; k < kBytes; ++k) any_served |= lane(k).served[index(r)] >> c & 0xffff;
    alignas(kBytes) constexpr std::uint8_t kBit[kBytes] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const bool in_rows = r >= Bundle::kGroupBegin && r < Bundle::kGroupEnd;
    for (auto& cells : rows) cells = hn::Zero(Bytes());
    for (int k = 0; any_served != 0 && k < kBytes; ++k) {
      const std::uint32_t served = lane(k).served[index(r)] >> c;
      const std::uint64_t halves[2] = {(served & 0xff) * 0x0101010101010101u,
                                       (served >> 8 & 0xff) * 0x0101010101010101u};
      const auto bits = hn::LoadU(Bytes(), reinterpret_cast<const std::uint8_t*>(halves));
      rows[k] = hn::IfThenElseZero(hn::TestBit(bits, hn::Load(Bytes(), kBit)), hn::Set(Bytes(), Bundle::kServed));
    }
    if (any_served != 0) transpose(rows);
    for (int i = 0; i < kBytes; ++i) {
      const bool in_group = in_rows && c + i >= Bundle::kGroupBegin && c + i < Bundle::kGroupEnd;
      if (!in_group) rows[i] = hn::Or(rows[i], hn::Set(Bytes(), Bundle::kNoTurn));
    }
    put_columns(rows, bundle_.marks, r, c);
  }

  // Cells outside of the world, and the border.
  void mark_edges(int k) {
    const Bundle::Lane& of = lane(k);
    const int last_x = bundle_.width - 1, last_y = bundle_.height - 1;
    if (of.left > 0 && of.top > 0 && of.left + Bundle::kSide <= last_x && of.top + Bundle::kSide <= last_y) return;
    const int x_begin = std::clamp(1 - of.left, 0, Bundle::kSide),
              x_end = std::clamp(last_x - of.left, 0, Bundle::kSide);
    for (int r = 0; r < Bundle::kSide; ++r) {
      const int y = of.top + r;
      if (y <= 0 || y >= last_y) {
        for (int c = 0; c < Bundle::kSide; ++c) mark_edge(k, r, c);
        continue;
      }
      for (int c = 0; c < x_begin; ++c) mark_edge(k, r, c);
      for (int c = x_end; c < Bundle::kSide; ++c) mark_edge(k, r, c);
    }
  }

  void mark_edge(int k, int r, int c) {
    const int x = lane(k).left + c, y = lane(k).top + r;
    bundle_.marks[Bundle::at(r)][Bundle::at(c)][index(k)] |= Bundle::kNoTurn | Bundle::kNoLateMove;
    const bool in_world = x >= 0 && x < bundle_.width && y >= 0 && y < bundle_.height;
    if (bundle_.walls || !in_world) bundle_.element[Bundle::at(r)][Bundle::at(c)][index(k)] = wall_;
  }

  void mark_flight(int k) {
    const Bundle::Lane& of = lane(k);
    const int begin = std::max(0, -of.top), end = std::min(Bundle::kSide, bundle_.height - of.top);
    for (int r = begin; r < end; ++r) {
      const std::uint64_t still = still_bits(&planes_.speed[cell(of, r, 0)], Bundle::kSide);
      if (static_cast<std::uint32_t>(~still) == 0) continue;
      for (int c = std::max(0, -of.left); c < std::min(Bundle::kSide, bundle_.width - of.left); ++c) {
        if ((still >> c & 1) == 0) bundle_.marks[Bundle::at(r)][Bundle::at(c)][index(k)] |= Bundle::kFlies;
      }
      bundle_.flies = true;
    }
  }

  // Returns whether any cell of this part has changed.
  bool store_marks(int r, int c) {
    hn::Vec<Bytes> rows[kBytes];
    get_columns(bundle_.marks, r, c, rows);
    auto any = hn::Zero(Bytes());
    for (const auto& marks : rows) any = hn::Or(any, marks);
    const bool touched = !hn::AllFalse(Bytes(), hn::TestBit(any, hn::Set(Bytes(), Bundle::kTouched)));
    const std::uint32_t others = c == 0 ? 0xffff0000u : 0x0000ffffu;
    if (touched) transpose(rows);
    for (int k = 0; k < bundle_.count; ++k) {
      Bundle::Lane& of = bundle_.lanes[index(k)];
      of.touched[index(r)] &= others;
      of.served[index(r)] &= others;
      if (!touched) continue;
      const std::uint32_t changed = bits_of(rows[k], Bundle::kTouched) << c;
      of.touched[index(r)] |= changed;
      of.served[index(r)] |= bits_of(rows[k], Bundle::kServed) << c & changed;
    }
    return touched;
  }

  static std::uint32_t bits_of(hn::Vec<Bytes> marks, std::uint8_t bit) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(Bytes(), hn::TestBit(marks, hn::Set(Bytes(), bit)), bits);
    return static_cast<std::uint32_t>(bits[0] | bits[1] << 8);
  }

  void store_part(const Bundle::Cells& cells, std::uint8_t* plane, int r, int c, bool has_walls) const {
    hn::Vec<Bytes> rows[kBytes];
    get_columns(cells, r, c, rows);
    if (has_walls) {
      for (auto& column : rows) column = hn::IfThenZeroElse(hn::Eq(column, hn::Set(Bytes(), wall_)), column);
    }
    transpose(rows);
    for (int k = 0; k < bundle_.count; ++k) {
      const Bundle::Lane& of = bundle_.lanes[index(k)];
      if ((of.touched[index(r)] >> c & 0xffff) != 0) hn::StoreU(rows[k], Bytes(), plane + cell(of, r, c));
    }
  }

  Bundle& bundle_;
  const std::uint8_t wall_;
  CellPlanes& planes_;
};

// With fewer lanes, or without gathers, cell by cell is as fast.
bool bundles_pay_here() { return hn::Lanes(D()) >= 8; }

void take_turns_here(Bundle& bundle, const BundleTable& table, CellPlanes& planes, const std::uint32_t* columns,
                     Bundle::Singles& singles) {
  Exchange exchange(bundle, table, planes);
  exchange.load(columns);
  BundleTurns turns(bundle, table, planes, singles);
  turns.take_turns();
  turns.move_late();
  exchange.store();
}

#endif

}  // namespace
}  // namespace repose::elements::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::elements {
HWY_EXPORT(take_turns_here);
HWY_EXPORT(bundles_pay_here);

bool bundles_pay() { return HWY_DYNAMIC_DISPATCH(bundles_pay_here)(); }

void take_turns(Bundle& bundle, const BundleTable& table, CellPlanes& planes, const std::uint32_t* columns,
                Bundle::Singles& singles) {
  HWY_DYNAMIC_DISPATCH(take_turns_here)(bundle, table, planes, columns, singles);
}
}  // namespace repose::elements
#endif
