#include "automata/conserving/cpu_chunks.hpp"

#include <algorithm>
#include <cstring>

namespace repose::conserving {

StepChunks::StepChunks(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      row_awake_(static_cast<std::size_t>(rows)),
      moved_(static_cast<std::size_t>(columns)),
      runs_(static_cast<std::size_t>(rows)) {
  for (auto* const all : {&awake_, &entered_, &changed_}) all->assign(static_cast<std::size_t>(rows) * stride(), 0);
}

void StepChunks::wake_over_seam(ChunkFlags& flags) const {
  if (!wraps_) return;
  const int last = columns_ - 1;
  for (int row = 0; row < rows_; ++row) {
    if (flags.is_settled(0, row) && flags.is_settled(last, row) && flags.is_settled(std::max(last - 1, 0), row))
      continue;
    for (const int column : {0, last})
      flags.wake(column * kChunkWidth, row * kChunkHeight, column * kChunkWidth + 1, row * kChunkHeight + 1);
  }
}

std::uint64_t StepChunks::begin(ChunkFlags& flags) {
  wake_over_seam(flags);
  std::ranges::fill(moved_, 0);
  top_awake_row_ = rows_;
  std::uint64_t cells = 0;
  for (const ChunkRun& run : flags.find_awake()) {
    const int count = run.column_end - run.column_begin;
    std::memset(marks(awake_, run.row) + run.column_begin, 1, static_cast<std::size_t>(count));
    row_awake_[static_cast<std::size_t>(run.row)] = 1;
    top_awake_row_ = std::min(top_awake_row_, run.row);
    cells += static_cast<std::uint64_t>(count) * kChunkWidth * kChunkHeight;
  }
  return cells;
}

void StepChunks::clear() {
  for (const int row : rows_with_runs_) {
    for (auto* const all : {&awake_, &entered_, &changed_}) std::memset(marks(*all, row), 0, stride());
    row_awake_[static_cast<std::size_t>(row)] = 0;
    runs_[static_cast<std::size_t>(row)].clear();
  }
  rows_with_runs_.clear();
}

void StepChunks::find_falls(int row, int begin, int end, std::vector<ColumnRange>& runs) {
  const std::uint8_t* const awake = marks(awake_, row);
  std::uint8_t* const entered = marks(entered_, row);
  runs.clear();
  for (int column = begin; column < end; ++column) {
    const bool enters = moved_[static_cast<std::size_t>(column)] != 0;
    if (enters) entered[column] = 1;
    if (enters || awake[column] != 0) append(runs, column);
  }
}

bool StepChunks::is_entered() const {
  return std::ranges::any_of(moved_, [](std::uint64_t word) { return word != 0; });
}

void StepChunks::widen(int row) {
  const std::uint8_t* const entered = marks(entered_, row);
  const std::uint8_t* const changed = marks(changed_, row);
  std::uint8_t* const awake = marks(awake_, row);
  std::uint8_t* const awake_above = row > 0 ? marks(awake_, row - 1) : nullptr;
  for (int column = 0; column < columns_; ++column) {
    if (entered[column] == 0) continue;
    for_each_near(column, [&](int near) {
      awake[near] = 1;
      if (awake_above != nullptr && changed[column] != 0) awake_above[near] = 1;
    });
  }
  std::vector<ColumnRange>& runs = runs_[static_cast<std::size_t>(row)];
  for (int column = 0; column < columns_; ++column) {
    if (awake[column] != 0) append(runs, column);
  }
}

std::vector<ColumnRange> StepChunks::runs_ahead(int row) const {
  const std::uint8_t* const awake = marks(awake_, row);
  std::vector<ColumnRange> runs;
  for (int column = 0; column < columns_; ++column) {
    bool enters = false;
    for_each_near(column, [&](int near) { enters = enters || moved_[static_cast<std::size_t>(near)] != 0; });
    if (awake[column] != 0 || enters) append(runs, column);
  }
  return runs;
}

void StepChunks::gather_rows() {
  for (int row = 0; row < rows_; ++row) {
    if (!runs(row).empty()) rows_with_runs_.push_back(row);
  }
}

void StepChunks::append(std::vector<ColumnRange>& runs, int column) {
  const ColumnRange range{column * kChunkWidth, (column + 1) * kChunkWidth};
  if (!runs.empty() && runs.back().end == range.begin) {
    runs.back().end = range.end;
  } else {
    runs.push_back(range);
  }
}

}  // namespace repose::conserving
