#include "render/overlays.hpp"

#include <cassert>
#include <cmath>
#include <cstring>

namespace repose {

using Rgba = std::array<std::uint8_t, 4>;

OverlayGrid begin_overlay(int world_width, int world_height, const Camera& camera, CellOverlay& overlay) {
  const bool by_cells = camera.zoom() >= 1.0;
  const Area area = by_cells ? cells_in_view(camera, world_width, world_height, 0)
                             : pixels_on_world(camera, world_width, world_height);
  const auto corner = [&](int x, int y) { return PixelPoint{static_cast<double>(x), static_cast<double>(y)}; };
  overlay.width = area.x.size();
  overlay.height = area.y.size();
  overlay.low = corner(area.x.begin, area.y.begin);
  overlay.high = corner(area.x.end, area.y.end);
  overlay.rgba.assign(static_cast<std::size_t>(overlay.width) * static_cast<std::size_t>(overlay.height) * 4, 0);
  OverlayGrid grid{{}, {}, world_width, world_height};
  if (area.empty()) return grid;
  const auto add_edges = [&](std::vector<int>& edges, Range pixels, double origin, int count) {
    for (int pixel = pixels.begin; pixel <= pixels.end; ++pixel) {
      const double cell = by_cells ? pixel : std::floor((pixel - origin) / camera.zoom());
      edges.push_back(std::clamp(static_cast<int>(cell), 0, count));
    }
  };
  add_edges(grid.column_edges, area.x, camera.origin().x, world_width);
  add_edges(grid.row_edges, area.y, camera.origin().y, world_height);
  if (by_cells) {
    overlay.low = camera.to_pixel(overlay.low);
    overlay.high = camera.to_pixel(overlay.high);
  }
  return grid;
}

void mark_cells(std::span<const std::uint8_t> mask, int world_width, int world_height, const Camera& camera,
                Color color, CellOverlay& overlay) {
  assert(mask.size() == static_cast<std::size_t>(world_width) * static_cast<std::size_t>(world_height));
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  std::uint8_t* const pixels = overlay.rgba.data();
  for (int j = 0; j < overlay.height; ++j) {
    const Range rows = grid.rows_of(j);
    for (int y = rows.begin; y < rows.end; ++y) {
      const std::uint8_t* const row = &mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(world_width)];
      for (int i = 0; i < overlay.width; ++i) {
        const Range columns = grid.columns_of(i);
        if (std::all_of(row + columns.begin, row + columns.end, [](std::uint8_t cell) { return cell == 0; })) continue;
        const Rgba painted{color.r, color.g, color.b, 255};
        std::ranges::copy(painted, pixels + 4 * (std::ptrdiff_t{j} * overlay.width + i));
      }
    }
  }
}

namespace {

constexpr Rgba kAtRest{0, 0, 0, 150};
constexpr Rgba kActiveCell{kActiveColor.r, kActiveColor.g, kActiveColor.b, 110};
constexpr Rgba kActiveChunk{0, 0, 0, 0};

// Which pixels show a cell, in one direction. A table, because a large world has very many boxes.
class PixelsOfCells {
 public:
  // `edges` are those of an OverlayGrid: they ascend, and pixel i shows the cells from edges[i] on.
  PixelsOfCells(const std::vector<int>& edges, int cells) : pixels_(static_cast<int>(edges.size()) - 1) {
    first_.resize(static_cast<std::size_t>(cells) + 1);
    below_.resize(static_cast<std::size_t>(cells) + 1);
    std::size_t not_above = 0, below = 0;  // edges that are not above the cell, that are below it
    for (int cell = 0; cell <= cells; ++cell) {
      while (not_above < edges.size() && edges[not_above] <= cell) ++not_above;
      while (below < edges.size() && edges[below] < cell) ++below;
      first_[static_cast<std::size_t>(cell)] = std::clamp(static_cast<int>(not_above) - 1, 0, pixels_);
      below_[static_cast<std::size_t>(cell)] = std::clamp(static_cast<int>(below), 0, pixels_);
    }
  }

  // The pixels that show any of the cells begin..end-1. The last pixel that begins at or before `begin` shows it.
  Range over(int begin, int end) const {
    return {first_[static_cast<std::size_t>(begin)], below_[static_cast<std::size_t>(end)]};
  }

 private:
  int pixels_;
  std::vector<int> first_, below_;
};

}  // namespace

void paint_active_cells(const ActiveCells& active, int world_width, int world_height, const Camera& camera,
                        CellOverlay& overlay) {
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  if (active.unit == ActiveCells::Unit::every_cell || overlay.width <= 0) return;
  const auto paint = [&](Range columns, int row, Rgba color) {
    const std::size_t width = static_cast<std::size_t>(overlay.width);
    std::uint8_t* out = &overlay.rgba[4 * (static_cast<std::size_t>(row) * width)];
    for (int i = columns.begin; i < columns.end; ++i) std::memcpy(out + 4 * i, color.data(), sizeof color);
  };
  for (int row = 0; row < overlay.height; ++row) paint({0, overlay.width}, row, kAtRest);
  const Rgba color = active.unit == ActiveCells::Unit::chunk ? kActiveChunk : kActiveCell;
  const PixelsOfCells pixels_of_columns(grid.column_edges, world_width), pixels_of_rows(grid.row_edges, world_height);
  for (const CellBox& box : active.boxes) {
    const Range columns = pixels_of_columns.over(box.x, box.x + box.width);
    const Range rows = pixels_of_rows.over(box.y, box.y + box.height);
    for (int row = rows.begin; row < rows.end; ++row) paint(columns, row, color);
  }
}

namespace {

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

}  // namespace

void paint_activity(const ActivityView& activity, int world_width, int world_height, const Camera& camera,
                    int fade_steps, CellOverlay& overlay) {
  assert(fade_steps >= 1 && fade_steps <= kActivitySteps);
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  if (overlay.width <= 0 || overlay.height <= 0) return;
  const ActivityColors colors(fade_steps);
  Times times{activity.times, 1, world_width};
  for (std::size_t i = 0; i < kActivityBlocks.size(); ++i) {
    const int side = kActivityBlocks[i];
    if (activity.blocks[i] != nullptr && 1 / camera.zoom() >= side)
      times = {activity.blocks[i], side, activity_blocks(world_width, side)};
  }
  const Range shown{times.of(grid.columns_of(0)).begin, times.of(grid.columns_of(overlay.width - 1)).end};
  const auto offset = [](int blocks) { return kActivityKindCount * static_cast<std::size_t>(blocks); };
  std::vector<std::uint8_t> latest(offset(shown.size()));  // of each kind in a row of pixels, block by block
  std::uint8_t* out = overlay.rgba.data();
  for (int j = 0; j < overlay.height; ++j) {
    std::ranges::fill(latest, std::uint8_t{0});
    const Range rows = times.of(grid.rows_of(j));
    for (int y = rows.begin; y < rows.end; ++y) {
      const std::uint8_t* const row = times.row(y) + offset(shown.begin);
      for (std::size_t i = 0; i < latest.size(); ++i) latest[i] = std::max(latest[i], row[i]);
    }
    for (int i = 0; i < overlay.width; ++i) {
      const Range columns = times.of(grid.columns_of(i));
      const std::uint8_t* block = &latest[offset(columns.begin - shown.begin)];
      Ages ages{};  // the newest times at first
      for (int x = columns.begin; x < columns.end; ++x) {
        for (std::uint8_t& time : ages) time = std::max(time, *block++);
      }
      for (std::uint8_t& time : ages) time = static_cast<std::uint8_t>(std::min(activity.now - time, kActivitySteps));
      out = std::ranges::copy(colors.of(ages), out).out;
    }
  }
}

void paint_air(const AirView& air, int world_width, int world_height, const Camera& camera, CellOverlay& overlay) {
  constexpr double kHalf = 900, kLow = 110, kFull = 200;  // half as strong at this pressure; alphas
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  const int columns = air.columns, rows = air.rows;
  if (overlay.width <= 0 || overlay.height <= 0 || !air.present()) return;
  std::vector<Rgba> colors;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const std::int32_t pressure = air.at(column, row).pressure;
      const double size = std::abs(static_cast<double>(pressure)), share = size / (size + kHalf);
      const Color color = pressure > 0 ? kHighPressure : kLowPressure;
      const auto part = [share](std::uint8_t byte) { return static_cast<std::uint8_t>(byte * std::sqrt(share)); };
      colors.push_back(
          {part(color.r), part(color.g), part(color.b), static_cast<std::uint8_t>(kLow + (kFull - kLow) * share)});
    }
  }
  std::uint8_t* out = overlay.rgba.data();
  for (int j = 0; j < overlay.height; ++j) {
    const int row = std::min(grid.rows_of(j).begin / kAirTile, rows - 1);
    for (int i = 0; i < overlay.width; ++i) {
      const int column = std::min(grid.columns_of(i).begin / kAirTile, columns - 1);
      out = std::ranges::copy(colors[static_cast<std::size_t>(row * columns + column)], out).out;
    }
  }
}

}  // namespace repose
