#include "automata/conserving/cpu_bands.hpp"

#include <algorithm>
#include <cstring>

namespace repose::conserving {

static_assert(reach_of(Parameters::kFlowMax) + 1 < kChunkHeight && kChunkHeight < kChunkWidth);

CpuWorld::CpuWorld(int world_width, int world_height)
    : width(world_width),
      height(world_height),
      cells(width, height),
      nothing(width, 1),
      chunks((width + kChunkWidth - 1) / kChunkWidth, (height + kChunkHeight - 1) / kChunkHeight) {
  fell = PaddedPlane(bit_bytes(), height);
  nothing.fill(kNothing);
  cells.fill(kNothing);
}

LedgerEvents::Counts count_cells(const CpuWorld& world) {
  LedgerEvents::Counts counts{};
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) ++counts[world.cells.row(y)[x]];
  }
  return counts;
}

OwnedBand::OwnedBand(CpuWorld& world, int chunk_row_begin, int chunk_row_end) {
  constexpr int kReach = reach_of(Parameters::kFlowMax) + 1;  // one more for fall_above()
  band_.own_begin = chunk_row_begin * kChunkHeight;
  band_.own_end = std::min(chunk_row_end * kChunkHeight, world.height);
  band_.rows_begin = std::max(0, band_.own_begin - kReach);
  const int rows_end = std::min(world.height, band_.own_end + kReach);
  margins_ = PaddedPlane(world.width, 2 * kReach);
  margins_.fill(kNothing);
  fell_margins_ = PaddedPlane(world.bit_bytes(), 2 * kReach);
  kept_ = PaddedPlane(world.width, 2 * Parameters::kFlowMax);
  changed_beyond_.resize(world.chunks.stride());
  int margin = 0;
  for (int y = band_.rows_begin; y < rows_end; ++y) {
    band_.rows.push_back(band_.owns(y) ? world.cells.row(y) : margins_.row(margin));
    band_.fell.push_back(band_.owns(y) ? world.fell.row(y) : fell_margins_.row(margin));
    if (!band_.owns(y)) ++margin;
  }
  for (int i = 0; i < 2 * Parameters::kFlowMax; ++i) band_.kept.push_back(kept_.row(i));
}

void OwnedBand::take_rows(CpuWorld& world, int begin, int end, bool keep_events) {
  band_.begin = begin;
  band_.end = end;
  band_.changed = world.chunks.changed(0);
  band_.changed_stride = world.chunks.stride();
  band_.changed_beyond = changed_beyond_.data();
  band_.flow_bits = &flow_bits_;
  band_.events = keep_events ? &events_ : nullptr;
}

bool OwnedBand::take_awake_rows(CpuWorld& world, int flow_passes, bool keep_events) {
  int begin = band_.own_begin / kChunkHeight, end = (band_.own_end - 1) / kChunkHeight;
  while (begin <= end && world.chunks.runs(begin).empty()) ++begin;
  if (begin > end) return false;
  while (world.chunks.runs(end).empty()) --end;
  const int reach = reach_of(flow_passes);
  take_rows(world, std::max({0, begin * kChunkHeight - reach, band_.rows_begin}),
            std::min((end + 1) * kChunkHeight + reach, world.height), keep_events);
  return true;
}

void OwnedBand::copy_margins(const CpuWorld& world) {
  copy_rows(world, band_.rows_begin, band_.own_begin);
  copy_rows(world, band_.own_end, rows_end());
  band_.runs_above = nullptr;
}

void OwnedBand::copy_rows(const CpuWorld& world, int begin, int end) {
  for (int y = begin; y < end; ++y) {
    std::memcpy(band_.row(y), world.cells.row(y), static_cast<std::size_t>(world.width));
    std::memcpy(band_.fell_row(y), world.fell.row(y), static_cast<std::size_t>(world.bit_bytes()));
  }
}

void OwnedBand::hand_over(CpuWorld& world, OwnedBand* above) {
  if (above == nullptr) return;
  copy_rows(world, band_.rows_begin, band_.own_begin);
  above->copy_rows(world, band_.own_begin, above->rows_end());
  runs_above_ = world.chunks.runs_ahead(band_.own_begin / kChunkHeight - 1);
  moved_above_ = world.chunks.moved_words();
  band_.runs_above = &runs_above_;
}

// One row more than the margin: the pair of that row and the first one of the margin changes the margin too.
FallArea OwnedBand::fall_above(int flow_passes) {
  return {.band = band_,
          .begin = std::max(band_.own_begin - reach_of(flow_passes) - 1, 0),
          .end = band_.own_begin,
          .runs = runs_above_,
          .moved = reinterpret_cast<std::uint8_t*>(moved_above_.data()),
          .changed = changed_beyond_.data(),
          .events = band_.events};
}

std::vector<OwnedBand> make_bands(CpuWorld& world, int threads) {
  constexpr int kBandsPerThread = 4;            // several, so that no thread waits long for another
  constexpr std::size_t kBandBytes = 1u << 21;  // so that a band stays in a core's own cache from fall to the end
  constexpr int kBandChunkRowsMin = 2;          // so that margins cost little
  std::vector<OwnedBand> bands;
  const int rows = world.chunks.rows();
  bands.emplace_back(world, 0, rows);
  if (threads == 1) return bands;
  const auto in_cache = static_cast<int>(world.cells.stride() * static_cast<std::size_t>(world.height) / kBandBytes);
  const int count = std::clamp(rows / kBandChunkRowsMin, 1, std::max(threads * kBandsPerThread, in_cache));
  for (int i = 0; i < count; ++i) bands.emplace_back(world, rows * i / count, rows * (i + 1) / count);
  return bands;
}

}  // namespace repose::conserving
