#include "render/activity_overlay.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace repose {

namespace {

using Rgba = std::array<std::uint8_t, 4>;
using Ages = std::array<std::uint8_t, kActivityKindCount>;

constexpr double kDim = 0.62;  // how much darker cells without activity are
// The opacity of the latest events, by kind. Movement is faint because most cells move often.
constexpr std::array<double, kActivityKindCount> kStrongest = {0.95, 0.95, 0.95, 0.22};

// `color` over the dimmed world.
Rgba over_dimmed(Color color, double strength) {
  const double alpha = strength + kDim * (1 - strength), share = strength / alpha;
  const auto byte = [](double value) { return static_cast<std::uint8_t>(std::lround(value)); };
  return {byte(color.r * share), byte(color.g * share), byte(color.b * share), byte(alpha * 255)};
}

// The colours of every kind at every age.
class ActivityColors {
 public:
  explicit ActivityColors(int fade_steps) : fade_steps_(fade_steps) {
    for (std::size_t kind = 0; kind < kActivityKindCount; ++kind) {
      for (int age = 0; age < fade_steps; ++age) {
        const double left = 1 - static_cast<double>(age) / fade_steps;
        colors_[kind][static_cast<std::size_t>(age)] = over_dimmed(kActivityColors[kind], kStrongest[kind] * left);
      }
    }
  }

  // The latest event other than movement is shown; movement only if there is no other.
  const Rgba& of(const Ages& ages) const {
    const auto moved = static_cast<std::size_t>(ActivityKind::moved);
    const auto latest = static_cast<std::size_t>(std::min_element(ages.begin(), ages.begin() + moved) - ages.begin());
    const std::size_t kind = ages[latest] < fade_steps_ ? latest : moved;
    return ages[kind] < fade_steps_ ? colors_[kind][ages[kind]] : cold_;
  }

 private:
  int fade_steps_;
  std::array<std::array<Rgba, kActivitySteps>, kActivityKindCount> colors_{};
  Rgba cold_ = over_dimmed({0, 0, 0}, 0);
};

// The times that a picture reads: of cells, or of blocks of cells if a pixel shows at least one whole block. Then a
// block is shown by the pixel in which it begins.
struct Times {
  const std::uint8_t* bytes;
  int side;  // of a block, in cells
  int columns;

  Range of(Range cells) const { return {cells.begin / side, std::max(cells.begin / side + 1, cells.end / side)}; }
  const std::uint8_t* row(int y) const {
    return bytes + kActivityKindCount * static_cast<std::size_t>(y) * static_cast<std::size_t>(columns);
  }
};

Times times_for(const ActivityView& activity, int world_width, double cells_in_pixel) {
  Times times{activity.times, 1, world_width};
  for (std::size_t i = 0; i < kActivityBlocks.size(); ++i) {
    const int side = kActivityBlocks[i];
    if (activity.blocks[i] != nullptr && cells_in_pixel >= side)
      times = {activity.blocks[i], side, activity_blocks(world_width, side)};
  }
  return times;
}

// The latest times of each kind in the blocks of some rows, block by block.
class LatestRows {
 public:
  LatestRows(const Times& times, Range columns) : times_(times), columns_(columns) {
    latest_.resize(kActivityKindCount * static_cast<std::size_t>(columns.size()));
  }

  void take(Range rows) {
    std::ranges::fill(latest_, std::uint8_t{0});
    for (int y = rows.begin; y < rows.end; ++y) {
      const std::uint8_t* const row = times_.row(y) + kActivityKindCount * static_cast<std::size_t>(columns_.begin);
      for (std::size_t i = 0; i < latest_.size(); ++i) latest_[i] = std::max(latest_[i], row[i]);
    }
  }

  Ages ages_of(Range columns, int now) const {
    std::array<std::uint8_t, kActivityKindCount> newest{};
    const std::uint8_t* block = &latest_[kActivityKindCount * static_cast<std::size_t>(columns.begin - columns_.begin)];
    for (int x = columns.begin; x < columns.end; ++x) {
      for (std::uint8_t& time : newest) time = std::max(time, *block++);
    }
    Ages ages;
    std::ranges::transform(newest, ages.begin(), [now](std::uint8_t time) {
      return static_cast<std::uint8_t>(std::min(now - time, kActivitySteps));
    });
    return ages;
  }

 private:
  Times times_;
  Range columns_;
  std::vector<std::uint8_t> latest_;
};

}  // namespace

void paint_activity(const ActivityView& activity, int world_width, int world_height, const Camera& camera,
                    int fade_steps, CellOverlay& overlay) {
  assert(fade_steps >= 1 && fade_steps <= kActivitySteps);
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  if (overlay.width <= 0 || overlay.height <= 0) return;
  const ActivityColors colors(fade_steps);
  const Times times = times_for(activity, world_width, 1 / camera.zoom());
  LatestRows latest(times, {times.of(grid.columns_of(0)).begin, times.of(grid.columns_of(overlay.width - 1)).end});
  std::uint8_t* out = overlay.rgba.data();
  for (int j = 0; j < overlay.height; ++j) {
    latest.take(times.of(grid.rows_of(j)));
    for (int i = 0; i < overlay.width; ++i)
      out = std::ranges::copy(colors.of(latest.ages_of(times.of(grid.columns_of(i)), activity.now)), out).out;
  }
}

}  // namespace repose
