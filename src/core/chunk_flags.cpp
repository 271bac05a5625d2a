#include "core/chunk_flags.hpp"

#include <algorithm>

namespace repose {

ChunkFlags::ChunkFlags(int width, int height)
    : width_(width),
      height_(height),
      columns_((width + kChunkWidth - 1) / kChunkWidth),
      rows_((height + kChunkHeight - 1) / kChunkHeight),
      stride_(static_cast<std::size_t>(columns_) + 2),
      settled_(stride_ * (static_cast<std::size_t>(rows_) + 2), kSettled) {
  wake(0, 0, width, height);
}

void ChunkFlags::wake(int x_begin, int y_begin, int x_end, int y_end) {
  at_rest_ = false;
  for (int row = y_begin / kChunkHeight; row <= (y_end - 1) / kChunkHeight; ++row) {
    for (int column = x_begin / kChunkWidth; column <= (x_end - 1) / kChunkWidth; ++column) {
      settled_[index(column, row)] = 0;
    }
  }
}

void ChunkFlags::mark_awake(int row, std::vector<std::uint8_t>& awake) const {
  const Settled* above = &settled_[index(-1, row - 1)];
  const Settled* here = above + stride_;
  const Settled* below = here + stride_;
  awake.resize(stride_);
  const auto unsettled = [](Settled chunk, Settled band) -> unsigned { return (chunk & band) != band; };
  for (std::size_t i = 0; i + 2 < stride_; ++i) {
    const unsigned beside = unsettled(here[i], kRight) | unsettled(here[i + 2], kLeft);
    const unsigned over = unsettled(above[i + 1], kBottom) | unsettled(below[i + 1], kTop);
    const unsigned corner = (unsettled(above[i], kBottom) & unsettled(above[i], kRight)) |
                            (unsettled(above[i + 2], kBottom) & unsettled(above[i + 2], kLeft)) |
                            (unsettled(below[i], kTop) & unsettled(below[i], kRight)) |
                            (unsettled(below[i + 2], kTop) & unsettled(below[i + 2], kLeft));
    awake[i] = static_cast<std::uint8_t>(unsettled(here[i + 1], kWhole) | beside | over | corner);
  }
}

void ChunkFlags::append_runs(int row, const std::vector<std::uint8_t>& awake) {
  for (int column = 0; column < columns_;) {
    if (!awake[static_cast<std::size_t>(column)]) {
      ++column;
      continue;
    }
    const int begin = column;
    const int limit = std::min(columns_, begin + kRunChunksMax);
    while (column < limit && awake[static_cast<std::size_t>(column)]) ++column;
    runs_.push_back({row, begin, column});
  }
}

const std::vector<ChunkRun>& ChunkFlags::find_awake() {
  runs_.clear();
  if (at_rest_) return runs_;
  for (int row = 0; row < rows_; ++row) {
    mark_awake(row, awake_);
    append_runs(row, awake_);
  }
  at_rest_ = runs_.empty();
  return runs_;
}

void ChunkFlags::record(int column, int row, Bias bias, const ChunkChange& change) {
  // Each band has two bits; this bias uses the lower or the upper one.
  const Settled changed = (change.any ? kWhole : 0) | (change.left ? kLeft : 0) | (change.right ? kRight : 0) |
                          (change.top ? kTop : 0) | (change.bottom ? kBottom : 0);
  constexpr Settled kLower = kSettled / 3;
  const Settled of_bias = bias == Bias::left ? kLower : kLower << 1;
  Settled& settled = settled_[index(column, row)];
  settled = static_cast<Settled>((settled | of_bias) & ~changed);
}

template <class Visit>
void ChunkFlags::for_each_awake(const Visit& visit) const {
  if (at_rest_) return;
  std::vector<std::uint8_t> awake;
  for (int row = 0; row < rows_; ++row) {
    mark_awake(row, awake);
    for (int column = 0; column < columns_; ++column) {
      if (!awake[static_cast<std::size_t>(column)]) continue;
      const int x = column * kChunkWidth, y = row * kChunkHeight;
      visit(CellBox{x, y, std::min(kChunkWidth, width_ - x), std::min(kChunkHeight, height_ - y)});
    }
  }
}

std::uint64_t ChunkFlags::awake_cells() const {
  std::uint64_t cells = 0;
  for_each_awake([&](const CellBox& chunk) { cells += static_cast<std::uint64_t>(chunk.width * chunk.height); });
  return cells;
}

std::vector<CellBox> ChunkFlags::awake_boxes() const {
  std::vector<CellBox> boxes;
  for_each_awake([&](const CellBox& chunk) { boxes.push_back(chunk); });
  return boxes;
}

}  // namespace repose
