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

// One of the two ways to mirror.
struct Axis {
  bool up_down;  // else left and right
  int sum;       // of the places of a cell and of its image

  CellPoint image(CellPoint p, int shift = 0) const {
    constexpr std::int64_t kLow = std::numeric_limits<int>::min(), kHigh = std::numeric_limits<int>::max();
    int& place = up_down ? p.y : p.x;  // may be outside of the world
    place = static_cast<int>(std::clamp(std::int64_t{sum} + shift - place, kLow, kHigh));
    return p;
  }
  template <class Value>
  std::vector<Value> turned(std::vector<Value> values, int width, int height) const {
    const auto row = [&](int y) { return values.begin() + std::ptrdiff_t{y} * width; };
    for (int y = 0; y < (up_down ? height / 2 : height); ++y) {
      if (up_down) {
        std::swap_ranges(row(y), row(y) + width, row(height - 1 - y));
      } else {
        std::reverse(row(y), row(y) + width);
      }
    }
    return values;
  }
  template <class Value>
  std::shared_ptr<const std::vector<Value>> turned(const std::shared_ptr<const std::vector<Value>>& values, int width,
                                                   int height) const {
    return values ? std::make_shared<const std::vector<Value>>(turned(*values, width, height)) : nullptr;
  }
};

CellPoint image(CellPoint p, const Axis& axis) { return axis.image(p); }

// A brush of even size reaches one cell less to the right and down, so the middle of its image is one cell further on.
template <class Sweep>
Sweep image_of_path(Sweep edit, const Axis& axis) {
  const int shift = std::clamp(edit.size, kBrushSizeMin, kBrushSizeMax) % 2 == 0 ? 1 : 0;
  edit.from = axis.image(edit.from, shift);
  edit.to = axis.image(edit.to, shift);
  return edit;
}

StrokeEdit image(const StrokeEdit& edit, const Axis& axis) { return image_of_path(edit, axis); }

// The image has other random draws.
PushEdit image(PushEdit edit, const Axis& axis) {
  (axis.up_down ? edit.dy : edit.dx) *= -1;
  return image_of_path(edit, axis);
}

BodyEdit image(BodyEdit edit, const Axis& axis) {
  const int turned = axis.up_down ? -edit.heading : kHeadingCount / 2 - edit.heading;
  edit.heading = (turned % kHeadingCount + kHeadingCount) % kHeadingCount;
  edit.flipped = !edit.flipped;
  return image_of_path(edit, axis);
}

RectEdit image(RectEdit edit, const Axis& axis) {
  edit.from = axis.image(edit.from);
  edit.to = axis.image(edit.to);
  return edit;
}

// Two signed bytes a cell, of which one changes its sign.
std::shared_ptr<const std::vector<std::uint8_t>> image_of_velocities(const std::vector<std::uint8_t>& velocities,
                                                                     int width, int height, const Axis& axis) {
  std::vector<std::array<std::uint8_t, 2>> pairs(velocities.size() / 2);
  std::memcpy(pairs.data(), velocities.data(), velocities.size());
  pairs = axis.turned(std::move(pairs), width, height);
  for (auto& velocity : pairs) {
    std::uint8_t& speed = velocity[axis.up_down ? 1 : 0];
    speed = static_cast<std::uint8_t>(-std::max<int>(static_cast<std::int8_t>(speed), -127));  // -128 has no opposite
  }
  std::vector<std::uint8_t> bytes(velocities.size());
  std::memcpy(bytes.data(), pairs.data(), bytes.size());
  return std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
}

StampEdit image(StampEdit edit, const Axis& axis) {
  edit.at = axis.image(edit.at, 1 - (axis.up_down ? edit.height : edit.width));
  for (auto* const plane : {&edit.cells, &edit.density, &edit.energy})
    *plane = axis.turned(*plane, edit.width, edit.height);
  if (edit.velocity) edit.velocity = image_of_velocities(*edit.velocity, edit.width, edit.height, axis);
  return edit;
}

AmountEdit image(AmountEdit edit, const Axis& axis) {
  edit.at = axis.image(edit.at, 1 - (axis.up_down ? edit.height : edit.width));
  edit.amounts = axis.turned(edit.amounts, edit.width, edit.height);
  return edit;
}

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
  for (const Axis& axis : {Axis{false, mirror.sum_x}, Axis{true, mirror.sum_y}}) {
    if (!(axis.up_down ? mirror.up_down() : mirror.left_right())) continue;
    for (std::size_t i = 0, count = images.size(); i < count; ++i) {
      const Thing next = image(images[i], axis);
      if (std::ranges::none_of(images, [&](const Thing& known) { return same(known, next); })) images.push_back(next);
    }
  }
  return images;
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

StampEdit scattered_stroke(const StrokeEdit& stroke, const Scatter& scatter, int width, int height) {
  // Rasterised in a world three times as wide and high, of which this one is the middle.
  StrokeEdit shifted = stroke;
  constexpr int kFarAway = 1 << 20;  // farther out than any world
  for (CellPoint* const p : {&shifted.from, &shifted.to})
    *p = {std::clamp(p->x, -kFarAway, kFarAway) + width, std::clamp(p->y, -kFarAway, kFarAway) + height};
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
