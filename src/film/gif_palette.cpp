#include "film/gif_palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace repose {

namespace {

constexpr int kBits = 6;  // of each channel; colours with the same bits share a bin
constexpr std::size_t kBinCount = std::size_t{1} << (3 * kBits);

std::size_t bin_of(Color c) {
  constexpr int kDropped = 8 - kBits;
  return static_cast<std::size_t>(c.r >> kDropped) << (2 * kBits) | static_cast<std::size_t>(c.g >> kDropped) << kBits |
         static_cast<std::size_t>(c.b >> kDropped);
}

struct Point {
  std::array<double, 3> color;
  double weight;
};

// Colours that one entry of the palette represents.
struct Box {
  std::span<Point> points;
  std::array<double, 3> mean{};
  int widest = 0;     // the channel that varies most
  double spread = 0;  // its weighted sum of squared deviations: the gain of a cut

  explicit Box(std::span<Point> of) : points(of) {
    double weight = 0;
    for (const Point& p : points) {
      weight += p.weight;
      for (std::size_t c = 0; c < 3; ++c) mean[c] += p.weight * p.color[c];
    }
    for (double& value : mean) value /= weight;
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = 0;
      for (const Point& p : points) sum += p.weight * (p.color[c] - mean[c]) * (p.color[c] - mean[c]);
      if (sum > spread) {
        spread = sum;
        widest = static_cast<int>(c);
      }
    }
  }
};

std::uint8_t to_byte(double value) { return static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L)); }

// Cuts the box whose colours differ most in two at its mean, until there are enough boxes.
std::vector<Box> median_cut(std::vector<Point>& points, std::size_t boxes_max) {
  std::vector<Box> boxes{Box(points)};
  while (boxes.size() < boxes_max) {
    const auto most = std::ranges::max_element(boxes, {}, &Box::spread);
    if (most->spread <= 0) break;
    const auto channel = static_cast<std::size_t>(most->widest);
    const double cut = most->mean[channel];
    const auto upper = std::partition(most->points.begin(), most->points.end(),
                                      [&](const Point& p) { return p.color[channel] <= cut; });
    const auto lower_count = static_cast<std::size_t>(upper - most->points.begin());
    if (lower_count == 0 || upper == most->points.end()) break;  // they differ by less than the precision of a double
    const Box high(most->points.subspan(lower_count));
    *most = Box(most->points.first(lower_count));
    boxes.push_back(high);
  }
  return boxes;
}

}  // namespace

int color_distance(Color a, Color b) {
  const int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;
  return r * r + g * g + blue * blue;
}

ColorCounts::ColorCounts() : bins_(kBinCount) {}

void ColorCounts::add(Color color) {
  const std::size_t index = bin_of(color);
  Bin& bin = bins_[index];
  if (bin.count == 0) used_.push_back(static_cast<std::uint32_t>(index));
  bin.r += color.r;
  bin.g += color.g;
  bin.b += color.b;
  ++bin.count;
}

GifPalette::GifPalette(const ColorCounts& counts) : found_(kBinCount, -1) {
  std::vector<Point> points;
  points.reserve(counts.used_.size());
  for (const std::uint32_t index : counts.used_) {
    const ColorCounts::Bin& bin = counts.bins_[index];
    const auto n = static_cast<double>(bin.count);
    // The square root gives rare colours, such as sparks, more weight beside large areas.
    points.push_back({{static_cast<double>(bin.r) / n, static_cast<double>(bin.g) / n, static_cast<double>(bin.b) / n},
                      std::sqrt(n)});
  }
  if (points.empty()) points.push_back({{0, 0, 0}, 1});
  for (const Box& box : median_cut(points, kColorsMax)) {
    colors_.push_back({to_byte(box.mean[0]), to_byte(box.mean[1]), to_byte(box.mean[2])});
  }
}

std::uint8_t GifPalette::nearest(Color color) {
  std::int16_t& found = found_[bin_of(color)];
  if (found < 0) {
    int least = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < colors_.size(); ++i) {
      const int distance = color_distance(colors_[i], color);
      if (distance >= least) continue;
      least = distance;
      found = static_cast<std::int16_t>(i);
    }
  }
  return static_cast<std::uint8_t>(found);
}

}  // namespace repose
