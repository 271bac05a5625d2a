#include "automata/conserving/cpu_bands.hpp"

#include <algorithm>
#include <cstring>

namespace repose::conserving {

static_assert(reach_of(Parameters::kFlowMax) < kChunkHeight && kChunkHeight < kChunkWidth);

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

OwnedBand::OwnedBand(CpuWorld& world, int chunk_row_begin, int chunk_row_end) {
  constexpr int kReach = reach_of(Parameters::kFlowMax);
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
  band_.events = events_if(keep_events);
}

bool OwnedBand::take_awake_rows(CpuWorld& world, int flow_passes, bool keep_events) {
  int begin = band_.own_begin / kChunkHeight, end = (band_.own_end - 1) / kChunkHeight;
  while (begin <= end && world.chunks.runs(begin).empty()) ++begin;
  if (begin > end) return false;
  while (world.chunks.runs(end).empty()) --end;
  const int reach = reach_of(flow_passes);
  take_rows(world, std::max({0, begin * kChunkHeight - reach, band_.rows_begin}),
            std::min((end + 1) * kChunkHeight + reach, world.height), keep_events);
  for (int y = band_.begin; y < band_.end; ++y) {
    if (band_.owns(y)) continue;
    std::memcpy(band_.row(y), world.cells.row(y), static_cast<std::size_t>(world.width));
    std::memcpy(band_.fell_row(y), world.fell.row(y), static_cast<std::size_t>(world.bit_bytes()));
  }
  return true;
}

std::vector<OwnedBand> make_bands(CpuWorld& world, int threads) {
  constexpr int kBandsPerThread = 4;    // several, so that no thread waits long for another
  constexpr int kBandChunkRowsMin = 2;  // so that margins cost little
  std::vector<OwnedBand> bands;
  const int rows = world.chunks.rows();
  bands.emplace_back(world, 0, rows);
  if (threads == 1) return bands;
  const int count = std::clamp(rows / kBandChunkRowsMin, 1, threads * kBandsPerThread);
  for (int i = 0; i < count; ++i) bands.emplace_back(world, rows * i / count, rows * (i + 1) / count);
  return bands;
}

}  // namespace repose::conserving
