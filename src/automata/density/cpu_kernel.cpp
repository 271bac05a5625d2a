// A run is at most 1024 cells across, so everything in flight stays in the L1 cache:
//
//   density rows   8 rows in a ring, by y mod 8; of them y-2..y+2 are in use. Byte kMargin + i is the density of cell
//                  x_begin + i, biased, for i = -2..n+1; beyond the edges of the world it is a copy of the edge.
//   partner row    for each cell the state of its partner, or its own where it has none
//   met row        255 for each cell that has a partner, else 0
//
// Per row: look up the densities of row y+2, choose the partners of 16 cells at a time without a branch, then look up
// what becomes of them; groups of 16 cells without any partner are copied.
#include "automata/density/cpu_kernel.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace repose::density {
namespace {

constexpr int kLanes = 16;  // SSE2, the baseline of x86-64; other machines get what the compiler makes of it
using Lanes = std::int8_t __attribute__((vector_size(kLanes)));

constexpr int kRunCellsMax = kRunChunksMax * kChunkWidth;
constexpr int kRowMargin = 64;
constexpr int kRingRows = 8;  // a power of two over the 5 rows in use
static_assert(sizeof(Lanes) == kLanes);
static_assert(kChunkWidth % kLanes == 0, "a chunk is whole groups, so that its changes are its own");
static_assert(PaddedPlane::kMargin >= kLanes, "loads reach one cell beyond a group on either side");
static_assert(kRowMargin >= 2 + kLanes, "the last group's loads reach two cells beyond it");

using DensityRow = std::array<std::uint8_t, kRowMargin + kRunCellsMax + kRowMargin>;

constexpr DensityRow constant_row(std::uint8_t density) {
  DensityRow row{};
  for (std::uint8_t& byte : row) byte = biased(density);
  return row;
}
// What lies beyond the top row and the bottom row makes the rules fail that must not look there: nothing is taken from
// weightless cells, nothing falls into walls. In every other comparison they act as a copy of the edge would.
alignas(64) constexpr DensityRow kSky = constant_row(0);
alignas(64) constexpr DensityRow kGround = constant_row(kWallDensity);

struct DensityWindow {
  const std::uint8_t *up2, *up, *self, *down, *down2;
};

struct CellWindow {
  const std::uint8_t *up, *self, *down;
};

struct Scratch {
  alignas(64) std::array<DensityRow, kRingRows> density;
  alignas(64) std::array<std::uint8_t, kRunCellsMax> partner;
  alignas(64) std::array<std::uint8_t, kRunCellsMax> met;
};

Lanes load(const std::uint8_t* bytes) {
  Lanes lanes;
  std::memcpy(&lanes, bytes, sizeof lanes);
  return lanes;
}

void store(std::uint8_t* bytes, Lanes lanes) { std::memcpy(bytes, &lanes, sizeof lanes); }

Lanes choose(Lanes mask, Lanes yes, Lanes no) { return (mask & yes) | (~mask & no); }

// The partners of the cells from x on, as scalar.cpp defines them; kSide is -1 with left bias, +1 with right.
template <int kSide>
void choose_partners(const DensityWindow& d, const CellWindow& cells, int x, Scratch& scratch) {
  const Lanes c = load(d.self + x), up = load(d.up + x), up2 = load(d.up2 + x);
  const Lanes dn = load(d.down + x), dn2 = load(d.down2 + x);
  const Lanes side = load(d.self + x + kSide), other_side = load(d.self + x - kSide);
  const Lanes dd = load(d.down + x + kSide), dd2 = load(d.down + x + 2 * kSide);
  const Lanes de = load(d.down2 + x + kSide), de2 = load(d.down2 + x + 2 * kSide);
  const Lanes ud = load(d.up + x - kSide);
  const Lanes wall = Lanes{} + static_cast<std::int8_t>(biased(kWallDensity));

  const Lanes falls = (dn < c) & (up <= c) & ((dn2 < dn) | (dn <= de) | (dd > de));
  const Lanes falls_diagonally = (dd < c) & (dn >= c) & (c < wall) & (side <= dd) & ((dd <= de) | (side > de)) &
                                 ((dd <= de2) | (dd2 > de2));
  const Lanes takes_from_above = (up > c) & (up2 <= up);
  const Lanes takes_from_diagonal_above = (ud > c) & (ud < wall) & (other_side >= ud);

  // Later choices overrule earlier ones: the rules in reverse order.
  Lanes partner = load(cells.self + x);
  partner = choose(takes_from_diagonal_above, load(cells.up + x - kSide), partner);
  partner = choose(takes_from_above, load(cells.up + x), partner);
  partner = choose(falls_diagonally, load(cells.down + x + kSide), partner);
  partner = choose(falls, load(cells.down + x), partner);
  store(&scratch.partner[static_cast<std::size_t>(x)], partner);
  store(&scratch.met[static_cast<std::size_t>(x)],
        falls | falls_diagonally | takes_from_above | takes_from_diagonal_above);
}

bool any_set(const std::uint8_t* group) {
  std::array<std::uint64_t, kLanes / 8> words;
  std::memcpy(words.data(), group, kLanes);
  return (words[0] | words[1]) != 0;
}

bool differ(const std::uint8_t* a, const std::uint8_t* b) { return std::memcmp(a, b, kLanes) != 0; }

// Where the state is all there is to a cell.
struct PlainCells {
  static void read_densities(const StepJob& job, int y, int x, int count, std::uint8_t* out) {
    const std::uint16_t* pairs = job.states.density_pairs();
    const std::uint8_t* states = job.from.cells.row(y) + x;
    for (int i = 0; i < count; i += 2) {  // an odd count reads and writes one byte of padding
      std::uint16_t pair;
      std::memcpy(&pair, states + i, sizeof pair);
      std::memcpy(out + i, &pairs[pair], sizeof pair);
    }
  }

  // Writes the group of cells from (x, y) on; returns whether it changed. partner and met point at the group.
  static bool write_group(const StepJob& job, int y, int x, const std::uint8_t* partner, const std::uint8_t* met) {
    const std::uint8_t* self = job.from.cells.row(y) + x;
    std::uint8_t* out = job.to.cells.row(y) + x;
    if (!any_set(met)) {
      std::memcpy(out, self, kLanes);
      return false;
    }
    const std::uint8_t* next = job.states.next();
    for (int i = 0; i < kLanes; ++i) out[i] = next[self[i] * 256 + partner[i]];
    return differ(out, self);
  }
};

// Where the density plane is carried beside the indices.
struct CarriedDensity {
  static void read_densities(const StepJob& job, int y, int x, int count, std::uint8_t* out) {
    const std::uint8_t* densities = job.from.density.row(y) + x;
    for (int i = 0; i < count; ++i) out[i] = biased(densities[i]);
  }

  static bool write_group(const StepJob& job, int y, int x, const std::uint8_t* partner, const std::uint8_t* met) {
    const std::uint8_t* self = job.from.cells.row(y) + x;
    const std::uint8_t* density = job.from.density.row(y) + x;
    std::uint8_t* out = job.to.cells.row(y) + x;
    std::uint8_t* out_density = job.to.density.row(y) + x;
    std::memcpy(out, self, kLanes);
    std::memcpy(out_density, density, kLanes);
    if (!any_set(met)) return false;
    for (int i = 0; i < kLanes; ++i) {
      if (!met[i]) continue;
      const Outcome outcome = job.states.rules().at(self[i], partner[i]);
      out[i] = outcome.index;
      out_density[i] = outcome.density;
    }
    return differ(out, self) || differ(out_density, density);
  }
};

template <class Cells, int kSide>
class RunStepper {
 public:
  RunStepper(const StepJob& job, const ChunkRun& run)
      : job_(job),
        x_begin_(run.column_begin * kChunkWidth),
        count_(std::min(run.column_end * kChunkWidth, job.width) - x_begin_),
        y_begin_(run.row * kChunkHeight),
        y_end_(std::min(y_begin_ + kChunkHeight, job.height)) {}

  // changed[i] becomes true when the i-th chunk of the run changed.
  void run(bool* changed) {
    for (int y = y_begin_ - 2; y < y_begin_ + 2; ++y) fill_density_row(y);
    for (int y = y_begin_; y < y_end_; ++y) {
      fill_density_row(y + 2);
      step_row(y, changed);
    }
  }

 private:
  std::uint8_t* ring(int y) { return &scratch_.density[static_cast<std::size_t>(y) % kRingRows][kRowMargin]; }
  // The densities of row y; above and below the world those of the edge.
  const std::uint8_t* density_row(int y) { return ring(std::clamp(y, 0, job_.height - 1)); }

  void fill_density_row(int y) {
    if (y < 0 || y >= job_.height) return;
    const int before = std::min(2, x_begin_);
    const int after = std::min(2, job_.width - x_begin_ - count_);
    std::uint8_t* row = ring(y);
    Cells::read_densities(job_, y, x_begin_ - before, before + count_ + after, row - before);
    for (int i = before; i < 2; ++i) row[-1 - i] = row[0];
    for (int i = after; i < 2; ++i) row[count_ + i] = row[count_ - 1];
  }

  DensityWindow densities_around(int y) {
    const std::uint8_t* sky = &kSky[kRowMargin];
    const std::uint8_t* ground = &kGround[kRowMargin];
    const bool top = y == 0, bottom = y == job_.height - 1;
    return {top ? sky : density_row(y - 2), top ? sky : density_row(y - 1), density_row(y),
            bottom ? ground : density_row(y + 1), bottom ? ground : density_row(y + 2)};
  }

  CellWindow cells_around(int y) const {
    const PaddedPlane& cells = job_.from.cells;
    return {cells.row(std::max(y - 1, 0)) + x_begin_, cells.row(y) + x_begin_,
            cells.row(std::min(y + 1, job_.height - 1)) + x_begin_};
  }

  void step_row(int y, bool* changed) {
    const DensityWindow densities = densities_around(y);
    const CellWindow cells = cells_around(y);
    for (int x = 0; x < count_; x += kLanes) choose_partners<kSide>(densities, cells, x, scratch_);
    clear_beyond_edge(cells.self);
    for (int x = 0; x < count_; x += kLanes) {
      const auto i = static_cast<std::size_t>(x);
      changed[x / kChunkWidth] |=
          Cells::write_group(job_, y, x_begin_ + x, &scratch_.partner[i], &scratch_.met[i]);
    }
  }

  // The last group may reach into the padding of the plane: what stands there has no partner.
  void clear_beyond_edge(const std::uint8_t* self) {
    for (int x = count_; x % kLanes != 0; ++x) {
      scratch_.partner[static_cast<std::size_t>(x)] = self[x];
      scratch_.met[static_cast<std::size_t>(x)] = 0;
    }
  }

  const StepJob& job_;
  const int x_begin_, count_, y_begin_, y_end_;
  Scratch scratch_;
};

template <class Cells, int kSide>
void compute(const StepJob& job, const ChunkRun& run, bool* changed) {
  RunStepper<Cells, kSide>(job, run).run(changed);
}

}  // namespace

bool step_run(const StepJob& job, const ChunkRun& run, ChunkFlags& flags) {
  std::array<bool, kRunChunksMax> changed{};
  const bool left = job.bias == Bias::left;
  if (job.states.carries_density()) {
    (left ? compute<CarriedDensity, -1> : compute<CarriedDensity, +1>)(job, run, changed.data());
  } else {
    (left ? compute<PlainCells, -1> : compute<PlainCells, +1>)(job, run, changed.data());
  }
  bool any = false;
  for (int column = run.column_begin; column < run.column_end; ++column) {
    const bool chunk_changed = changed[static_cast<std::size_t>(column - run.column_begin)];
    flags.record(column, run.row, job.bias, chunk_changed);
    any |= chunk_changed;
  }
  return any;
}

}  // namespace repose::density
