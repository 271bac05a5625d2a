// Sprays, outlines of rectangles and mirror images, as edits.
#include "repose/shapes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "repose/rng.hpp"

namespace repose {

namespace {

// Points outside of the world are allowed.
int reflected(int value, std::int64_t sum) {
  constexpr std::int64_t kLow = std::numeric_limits<int>::min(), kHigh = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp(sum - value, kLow, kHigh));
}

// The two axes: how each maps points and rows of values.
struct LeftRight {
  int sum;
  int CellPoint::*along = &CellPoint::x;

  template <class Value>
  static std::vector<Value> turned(std::vector<Value> values, int width, int /*height*/) {
    for (auto row = values.begin(); row != values.end(); row += width) std::reverse(row, row + width);
    return values;
  }
  static int extent(int width, int /*height*/) { return width; }
  static constexpr std::size_t kSpeed = 0;  // the byte of a velocity that changes its sign
};

struct UpDown {
  int sum;
  int CellPoint::*along = &CellPoint::y;

  template <class Value>
  static std::vector<Value> turned(std::vector<Value> values, int width, int height) {
    for (int y = 0; y < height / 2; ++y) {
      const auto upper = values.begin() + std::ptrdiff_t{y} * width,
                 lower = values.begin() + std::ptrdiff_t{height - 1 - y} * width;
      std::swap_ranges(upper, upper + width, lower);
    }
    return values;
  }
  static int extent(int /*width*/, int height) { return height; }
  static constexpr std::size_t kSpeed = 1;
};

template <class Axis>
CellPoint image(CellPoint p, const Axis& axis, int shift = 0) {
  p.*axis.along = reflected(p.*axis.along, std::int64_t{axis.sum} + shift);
  return p;
}

// A brush of even size reaches one cell less to the right and down, so the middle of its image is one cell further on.
template <class Sweep, class Axis>
Sweep image_of_path(Sweep edit, const Axis& axis) {
  const int shift = std::clamp(edit.size, kBrushSizeMin, kBrushSizeMax) % 2 == 0 ? 1 : 0;
  edit.from = image(edit.from, axis, shift);
  edit.to = image(edit.to, axis, shift);
  return edit;
}

template <class Axis>
StrokeEdit image(const StrokeEdit& edit, const Axis& axis) {
  return image_of_path(edit, axis);
}

// The image has other random draws.
template <class Axis>
PushEdit image(PushEdit edit, const Axis& axis) {
  edit = image_of_path(edit, axis);
  (Axis::kSpeed == 0 ? edit.dx : edit.dy) *= -1;
  return edit;
}

template <class Axis>
BodyEdit image(BodyEdit edit, const Axis& axis) {
  edit = image_of_path(edit, axis);
  const int turned = Axis::kSpeed == 0 ? kHeadingCount / 2 - edit.heading : -edit.heading;
  edit.heading = (turned % kHeadingCount + kHeadingCount) % kHeadingCount;
  edit.flipped = !edit.flipped;
  return edit;
}

template <class Axis>
RectEdit image(RectEdit edit, const Axis& axis) {
  edit.from = image(edit.from, axis);
  edit.to = image(edit.to, axis);
  return edit;
}

template <class Axis, class Value>
std::shared_ptr<const std::vector<Value>> image(const std::shared_ptr<const std::vector<Value>>& values, int width,
                                                int height) {
  return values == nullptr ? nullptr : std::make_shared<const std::vector<Value>>(Axis::turned(*values, width, height));
}

// Two signed bytes a cell, of which one changes its sign.
template <class Axis>
std::shared_ptr<const std::vector<std::uint8_t>> image_of_velocities(const std::vector<std::uint8_t>& velocities,
                                                                     int width, int height) {
  using Velocity = std::array<std::uint8_t, 2>;
  std::vector<Velocity> pairs(velocities.size() / 2);
  std::memcpy(pairs.data(), velocities.data(), velocities.size());
  pairs = Axis::turned(std::move(pairs), width, height);
  for (Velocity& velocity : pairs) {
    const int speed = std::max<int>(static_cast<std::int8_t>(velocity[Axis::kSpeed]), -127);  // -128 has no opposite
    velocity[Axis::kSpeed] = static_cast<std::uint8_t>(-speed);
  }
  std::vector<std::uint8_t> bytes(velocities.size());
  std::memcpy(bytes.data(), pairs.data(), bytes.size());
  return std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
}

template <class Axis>
StampEdit image(StampEdit edit, const Axis& axis) {
  edit.at = image(edit.at, axis, 1 - Axis::extent(edit.width, edit.height));
  edit.cells = image<Axis>(edit.cells, edit.width, edit.height);
  edit.density = image<Axis>(edit.density, edit.width, edit.height);
  edit.energy = image<Axis>(edit.energy, edit.width, edit.height);
  if (edit.velocity != nullptr) edit.velocity = image_of_velocities<Axis>(*edit.velocity, edit.width, edit.height);
  return edit;
}

template <class Axis>
AmountEdit image(AmountEdit edit, const Axis& axis) {
  edit.at = image(edit.at, axis, 1 - Axis::extent(edit.width, edit.height));
  edit.amounts = image<Axis>(edit.amounts, edit.width, edit.height);
  return edit;
}

template <class Axis>
Edit image(const Edit& edit, const Axis& axis) {
  return std::visit([&](const auto& e) { return Edit(image(e, axis)); }, edit);
}

// Whether two images of one edit are the same. Such images can differ in position only.
bool same(const StrokeEdit& a, const StrokeEdit& b) { return a.from == b.from && a.to == b.to; }
bool same(const RectEdit& a, const RectEdit& b) {
  return std::minmax(a.from.x, a.to.x) == std::minmax(b.from.x, b.to.x) &&
         std::minmax(a.from.y, a.to.y) == std::minmax(b.from.y, b.to.y);
}
bool same(const BodyEdit& a, const BodyEdit& b) { return a == b; }
bool same(const PushEdit& a, const PushEdit& b) { return a.everywhere || a == b; }
template <class Values>
bool same(const Values& a, const Values& b) {
  return a == b || (a != nullptr && *a == *b);
}
bool same(const StampEdit& a, const StampEdit& b) {
  return a.at == b.at && same(a.cells, b.cells) && same(a.density, b.density) && same(a.energy, b.energy) &&
         same(a.velocity, b.velocity);
}
bool same(const AmountEdit& a, const AmountEdit& b) { return a.at == b.at && same(a.amounts, b.amounts); }
bool same(const Edit& a, const Edit& b) {
  return std::visit([&](const auto& first) { return same(first, std::get<std::decay_t<decltype(first)>>(b)); }, a);
}
bool same(CellPoint a, CellPoint b) { return a == b; }

template <class Thing>
std::vector<Thing> all_images(const Thing& thing, const Mirror& mirror) {
  std::vector<Thing> images = {thing};
  const auto add_images = [&](const auto& axis) {
    for (std::size_t i = 0, count = images.size(); i < count; ++i) {
      const Thing next = image(images[i], axis);
      if (std::ranges::none_of(images, [&](const Thing& known) { return same(known, next); })) images.push_back(next);
    }
  };
  if (mirror.left_right()) add_images(LeftRight{mirror.sum_x});
  if (mirror.up_down()) add_images(UpDown{mirror.sum_y});
  return images;
}

}  // namespace

std::vector<RectEdit> outline_of(const RectEdit& edit, int thickness) {
  const auto [left, right] = std::minmax(edit.from.x, edit.to.x);
  const auto [top, bottom] = std::minmax(edit.from.y, edit.to.y);
  const std::int64_t inside_wide = std::int64_t{right} - left + 1 - 2 * std::int64_t{thickness};
  const std::int64_t inside_high = std::int64_t{bottom} - top + 1 - 2 * std::int64_t{thickness};
  if (inside_wide <= 0 || inside_high <= 0) return {edit};
  const auto part = [&](CellPoint from, CellPoint to) { return RectEdit{from, to, edit.element, edit.only_over}; };
  return {part({left, top}, {right, top + thickness - 1}), part({left, bottom - thickness + 1}, {right, bottom}),
          part({left, top + thickness}, {left + thickness - 1, bottom - thickness}),
          part({right - thickness + 1, top + thickness}, {right, bottom - thickness})};
}

Mirror middle_of(int width, int height, Symmetry symmetry) { return {symmetry, width - 1, height - 1}; }

std::vector<Edit> with_images(const Edit& edit, const Mirror& mirror) { return all_images(edit, mirror); }

std::vector<CellPoint> with_images(CellPoint cell, const Mirror& mirror) { return all_images(cell, mirror); }

namespace {

int shifted_by(int value, int shift) {
  constexpr int kReach = 1 << 20;  // farther out than any world
  return std::clamp(value, -kReach, kReach) + shift;
}

class SprayDraws {
 public:
  explicit SprayDraws(const Scatter& scatter)
      : base_(random_base(scatter.seed, scatter.dab, static_cast<std::uint32_t>(Salt::spray))),
        share_(std::clamp(scatter.share, std::uint32_t{1}, Scatter::kAll)) {}

  std::uint32_t share() const { return share_; }
  bool hits(int x, int y) const {
    const std::uint32_t row = mix32(base_ ^ static_cast<std::uint32_t>(y));
    return (mix32(row ^ static_cast<std::uint32_t>(x)) >> 16) < share_;
  }

 private:
  std::uint32_t base_, share_;
};

}  // namespace

StampEdit scattered_stroke(const StrokeEdit& stroke, const Scatter& scatter, int width, int height) {
  // Rasterised in a world three times as wide and high, of which this one is the middle.
  StrokeEdit shifted = stroke;
  for (CellPoint* const p : {&shifted.from, &shifted.to}) {
    *p = {shifted_by(p->x, width), shifted_by(p->y, height)};
  }
  const std::vector<Span> spans = rasterise(shifted, 3 * width, 3 * height);
  const auto untouched = static_cast<std::uint8_t>(stroke.element == 0 ? 1 : 0);
  StampEdit edit{{}, 0, 0, nullptr, untouched, stroke.only_over};
  if (spans.empty()) return edit;
  int x_begin = 3 * width, x_end = 0;
  for (const Span& span : spans) {
    x_begin = std::min(x_begin, span.x_begin);
    x_end = std::max(x_end, span.x_end);
  }
  edit.at = {x_begin - width, spans.front().y - height};
  edit.width = x_end - x_begin;
  edit.height = static_cast<int>(spans.size());
  std::vector<std::uint8_t> cells(static_cast<std::size_t>(edit.width) * spans.size(), untouched);
  const SprayDraws draws(scatter);
  bool any = false;
  for (std::size_t row = 0; row < spans.size(); ++row) {
    for (int x = spans[row].x_begin; x < spans[row].x_end; ++x) {
      if (!draws.hits(x - width, spans[row].y - height)) continue;
      cells[row * static_cast<std::size_t>(edit.width) + static_cast<std::size_t>(x - x_begin)] = stroke.element;
      any = true;
    }
  }
  if (any) edit.cells = std::make_shared<const std::vector<std::uint8_t>>(std::move(cells));
  return edit;
}

AmountEdit scattered(AmountEdit edit, const Scatter& scatter) {
  if (edit.amounts == nullptr) return edit;
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  const SprayDraws draws(scatter);
  std::vector<std::int32_t> amounts = *edit.amounts;
  for (int row = 0; row < edit.height; ++row) {
    for (int column = 0; column < edit.width; ++column) {
      std::int32_t& amount = amounts[static_cast<std::size_t>(row) * static_cast<std::size_t>(edit.width) +
                                     static_cast<std::size_t>(column)];
      const std::int64_t more = std::int64_t{amount} * Scatter::kAll / draws.share();
      amount = draws.hits(edit.at.x + column, edit.at.y + row)
                   ? static_cast<std::int32_t>(std::clamp(more, -kMost, kMost))
                   : 0;
    }
  }
  edit.amounts = std::make_shared<const std::vector<std::int32_t>>(std::move(amounts));
  return edit;
}

}  // namespace repose
