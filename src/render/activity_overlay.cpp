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

// The latest event of each kind in those columns of a row.
void note_ages(const ActivityView& activity, std::size_t row, int x_begin, int x_end, Ages& ages) {
  for (std::size_t cell = row + static_cast<std::size_t>(x_begin); cell < row + static_cast<std::size_t>(x_end);
       ++cell) {
    for (std::size_t kind = 0; kind < kActivityKindCount; ++kind) {
      const int age = activity.age(cell, static_cast<ActivityKind>(kind));
      ages[kind] = static_cast<std::uint8_t>(std::min<int>(ages[kind], age));
    }
  }
}

}  // namespace

void paint_activity(const ActivityView& activity, int world_width, int world_height, const Camera& camera,
                    int fade_steps, CellOverlay& overlay) {
  assert(fade_steps >= 1 && fade_steps <= kActivitySteps);
  const OverlayGrid grid = begin_overlay(world_width, world_height, camera, overlay);
  const ActivityColors colors(fade_steps);
  constexpr Ages kCold = {kActivitySteps, kActivitySteps, kActivitySteps, kActivitySteps};
  std::vector<Ages> ages(static_cast<std::size_t>(overlay.width));
  std::uint8_t* out = overlay.rgba.data();
  for (int j = 0; j < overlay.height; ++j) {
    std::ranges::fill(ages, kCold);
    const Range rows = grid.rows_of(j);
    for (int y = rows.begin; y < rows.end; ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(world_width);
      for (int i = 0; i < overlay.width; ++i)
        note_ages(activity, row, grid.columns_of(i).begin, grid.columns_of(i).end, ages[static_cast<std::size_t>(i)]);
    }
    for (const Ages& of_pixel : ages) out = std::ranges::copy(colors.of(of_pixel), out).out;
  }
}

}  // namespace repose
