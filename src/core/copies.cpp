#include "core/copies.hpp"

#include <algorithm>
#include <cstring>

namespace repose {

bool CellsCopy::take(const CellView& view) {
  const MemoryCells* const from = view.memory();
  if (from == nullptr) return false;
  MemoryCells shown = *from;
  const auto width = static_cast<std::size_t>(view.width), height = static_cast<std::size_t>(view.height);
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (!view.has(static_cast<Plane>(i))) planes_[i].clear();
  }
  for_each_plane(shown, [&]<class Value>(Plane plane, PlaneRows<Value>& rows) {
    auto& copy = planes_[static_cast<std::size_t>(plane)];
    copy.resize(width * height * sizeof(Value));
    for (std::size_t y = 0; y < height; ++y)
      std::memcpy(&copy[y * width * sizeof(Value)], rows.row(static_cast<int>(y)), width * sizeof(Value));
    rows = {reinterpret_cast<const Value*>(copy.data()), width};  // vectors align their memory for every type
  });
  view_ = {view.width, view.height, view.generation, shown, {}};
  return true;
}

std::span<std::uint8_t> CellsCopy::bytes(Plane plane) { return planes_[static_cast<std::size_t>(plane)]; }

std::size_t CellsCopy::byte_count() const {
  std::size_t bytes = 0;
  for (const auto& plane : planes_) bytes += plane.size();
  return bytes;
}

void AirCopy::take(const AirView& view) {
  columns_ = view.columns;
  rows_ = view.rows;
  const auto copy = [&](const std::int32_t* from, std::vector<std::int32_t>& to) {
    to.clear();
    for (int row = 0; !view.is_still() && row < rows_; ++row) {
      const std::int32_t* const first = from + static_cast<std::size_t>(row) * view.stride;
      to.insert(to.end(), first, first + columns_);
    }
  };
  copy(view.pressure, pressure_);
  copy(view.right, right_);
  copy(view.down, down_);
}

void AirCopy::take(const World& world) {
  columns_ = air_columns(world);
  rows_ = air_rows(world);
  for (auto* const numbers : {&pressure_, &right_, &down_}) numbers->clear();
  for (int row = 0; world.has(Plane::air) && row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      const AirTile tile = air_at(world, column, row);
      pressure_.push_back(tile.pressure);
      right_.push_back(tile.right);
      down_.push_back(tile.down);
    }
  }
}

AirView AirCopy::view() const {
  if (pressure_.empty()) return {columns_, rows_};
  return {columns_, rows_, pressure_.data(), right_.data(), down_.data(), static_cast<std::size_t>(columns_)};
}

namespace {

constexpr std::size_t kLargest = kActivityBlocks.size() - 1;
constexpr int kSide = kActivityBlocks[kLargest];

std::size_t bytes_of(int width, int height) {
  return kActivityKindCount * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

// Copies columns x_begin..x_end - 1 of rows y_begin..y_end - 1 between two arrays with rows of `width` cells.
void copy_box(const std::uint8_t* from, std::uint8_t* to, int width, int x_begin, int x_end, int y_begin, int y_end) {
  for (int y = y_begin; y < y_end; ++y) {
    const std::size_t at = bytes_of(width, y) + bytes_of(x_begin, 1);
    std::memcpy(to + at, from + at, bytes_of(x_end - x_begin, 1));
  }
}

}  // namespace

void ActivityCopy::take(const ActivityView& view, int width, int height) {
  const bool same = epoch_ != 0 && epoch_ == view.epoch && width == width_ && height == height_;
  epoch_ = 0;
  width_ = width;
  height_ = height;
  if (!view.present()) return times_.clear();
  if (same) {
    copy_since(view);
  } else {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const int side = kActivityBlocks[i];
      blocks_[i].assign(view.blocks[i],
                        view.blocks[i] + bytes_of(activity_blocks(width_, side), activity_blocks(height_, side)));
    }
    times_.assign(view.times, view.times + bytes_of(width_, height_));
  }
  now_ = view.now;
  epoch_ = view.epoch;
}

void ActivityCopy::copy_since(const ActivityView& view) {
  constexpr int kSmall = kActivityBlocks[0];
  static_assert(kActivityBlocks.size() == 2 && kSide % kSmall == 0);
  const int columns = activity_blocks(width_, kSide), small_columns = activity_blocks(width_, kSmall);
  const int small_rows = activity_blocks(height_, kSmall), shared = kSide / kSmall;
  for (int row = 0; row * kSide < height_; ++row) {
    const std::uint8_t* const latest = view.blocks[kLargest] + bytes_of(columns, row);
    const auto has_news = [&](int column) {  // an event may have been added after the copy, in the same step
      const std::uint8_t* const block = latest + bytes_of(column, 1);
      return std::any_of(block, block + kActivityKindCount, [this](std::uint8_t time) { return time >= now_; });
    };
    for (int column = 0; column < columns; ++column) {
      if (!has_news(column)) continue;
      const int begin = column;
      while (column < columns && has_news(column)) ++column;
      copy_box(view.times, times_.data(), width_, begin * kSide, std::min(column * kSide, width_), row * kSide,
               std::min((row + 1) * kSide, height_));
      copy_box(view.blocks[0], blocks_[0].data(), small_columns, begin * shared,
               std::min(column * shared, small_columns), row * shared, std::min((row + 1) * shared, small_rows));
      copy_box(view.blocks[kLargest], blocks_[kLargest].data(), columns, begin, column, row, row + 1);
    }
  }
}

ActivityView ActivityCopy::view() const {
  if (times_.empty()) return {};
  ActivityView view{times_.data(), now_, {}, epoch_};
  for (std::size_t i = 0; i < blocks_.size(); ++i) view.blocks[i] = blocks_[i].data();
  return view;
}

}  // namespace repose
