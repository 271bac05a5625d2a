#include "render/camera.hpp"

#include <algorithm>
#include <cmath>

namespace repose {

namespace {

// The least number of pixels of the world inside the viewport (half the world, if the world is smaller).
constexpr double kReachPixels = 64;

// Moves `origin` so that [origin, origin + length) overlaps [begin, begin + size) by at least the reach.
double reachable(double origin, double length, double begin, double size) {
  const double overlap = std::min({kReachPixels, length / 2, size / 2});
  return std::clamp(origin, begin + overlap - length, begin + size - overlap);
}

int to_cell(double coordinate) {
  constexpr double kFar = 1 << 30;  // pixels far outside must not overflow
  return static_cast<int>(std::floor(std::clamp(coordinate, -kFar, kFar)));
}

int clamped(double value, int low, int high) {
  return static_cast<int>(std::clamp(value, static_cast<double>(low), static_cast<double>(high)));
}

Range pixels_on_axis(double origin, double length, int begin, int size) {
  // The first pixel whose centre is not left of the origin, and the first whose centre is not left of the end. A centre
  // that is hardly left of the end does not count: graphics cards round, and would read what is beyond.
  constexpr double kHardly = 1.0 / 64;
  const int end = begin + size;
  return {clamped(std::ceil(origin - 0.5), begin, end),
          clamped(std::ceil(origin + length - 0.5 - kHardly), begin, end)};
}

Range cells_on_axis(Range pixels, double origin, double zoom, int count, int margin) {
  if (pixels.empty()) return {};
  const double first = std::floor((pixels.begin + 0.5 - origin) / zoom);
  const double last = std::floor((pixels.end - 0.5 - origin) / zoom);
  return {clamped(first - margin, 0, count), clamped(last + 1 + margin, 0, count)};
}

}  // namespace

void Camera::fit(int world_width, int world_height) {
  show_whole(world_width, world_height);
  const double room = zoom_, whole = std::floor(room);
  // Whole pixels give every cell the same size. But cells that differ by one pixel look better than an empty margin,
  // the more so the larger they are.
  constexpr double kWorthWhile = 0.85, kWorthWhileLarge = 0.96, kLarge = 2;
  const double worth_while = room >= kLarge ? kWorthWhileLarge : kWorthWhile;
  zoom_ = std::clamp(whole >= worth_while * room ? whole : room, kZoomMin, kZoomMax);
  constexpr double kRounding = 1e-6;  // rounding error of a whole number of pixels
  origin_.x = std::floor(viewport_.x + (viewport_.width - world_width * zoom_) / 2 + kRounding);
  origin_.y = std::floor(viewport_.y + (viewport_.height - world_height * zoom_) / 2 + kRounding);
}

void Camera::show_whole(int world_width, int world_height) {
  zoom_ = std::min(static_cast<double>(viewport_.width) / world_width,
                   static_cast<double>(viewport_.height) / world_height);
  origin_ = {viewport_.x + (viewport_.width - world_width * zoom_) / 2,
             viewport_.y + (viewport_.height - world_height * zoom_) / 2};
}

void Camera::zoom_at(PixelPoint at, double factor) {
  if (!(factor > 0)) return;
  const PixelPoint anchor = to_world(at);
  zoom_ = std::clamp(zoom_ * factor, kZoomMin, kZoomMax);
  origin_ = {at.x - anchor.x * zoom_, at.y - anchor.y * zoom_};
}

void Camera::zoom_to_cells(PixelPoint at) {
  zoom_at(at, 1 / zoom_);
  origin_ = {std::round(origin_.x), std::round(origin_.y)};
}

void Camera::pan(double dx_pixels, double dy_pixels) {
  origin_.x += dx_pixels;
  origin_.y += dy_pixels;
}

void Camera::centre_on(PixelPoint world) {
  origin_ = {viewport_.x + viewport_.width / 2.0 - world.x * zoom_,
             viewport_.y + viewport_.height / 2.0 - world.y * zoom_};
}

void Camera::approach(const Camera& goal, double part) {
  if (part >= 1) {
    zoom_ = goal.zoom_;
    origin_ = goal.origin_;
    return;
  }
  // The zoom changes by equal factors. The origin of a point w that stays at the pixel p is p - w * zoom, so the origin
  // is linear in the zoom, not in time.
  const double way = std::log(goal.zoom_ / zoom_);
  constexpr double kNoWay = 1e-9;
  const double moved = std::abs(way) < kNoWay ? part : std::expm1(way * part) / std::expm1(way);
  zoom_ *= std::exp(way * part);
  origin_.x += (goal.origin_.x - origin_.x) * moved;
  origin_.y += (goal.origin_.y - origin_.y) * moved;
}

bool Camera::sees_whole(int world_width, int world_height) const {
  constexpr double kSlack = 0.5;  // pixels that may be outside
  const PixelPoint end = to_pixel({static_cast<double>(world_width), static_cast<double>(world_height)});
  return origin_.x >= viewport_.x - kSlack && origin_.y >= viewport_.y - kSlack &&
         end.x <= viewport_.x + viewport_.width + kSlack && end.y <= viewport_.y + viewport_.height + kSlack;
}

void Camera::keep_in_reach(int world_width, int world_height) {
  origin_.x = reachable(origin_.x, world_width * zoom_, viewport_.x, viewport_.width);
  origin_.y = reachable(origin_.y, world_height * zoom_, viewport_.y, viewport_.height);
}

PixelPoint Camera::to_world(PixelPoint pixel) const {
  return {(pixel.x - origin_.x) / zoom_, (pixel.y - origin_.y) / zoom_};
}

PixelPoint Camera::to_pixel(PixelPoint world) const {
  return {origin_.x + world.x * zoom_, origin_.y + world.y * zoom_};
}

CellPoint Camera::cell_at(PixelPoint pixel) const {
  const PixelPoint world = to_world(pixel);
  return {to_cell(world.x), to_cell(world.y)};
}

Area pixels_on_world(const Camera& camera, int world_width, int world_height) {
  const PixelRect& v = camera.viewport();
  return {pixels_on_axis(camera.origin().x, world_width * camera.zoom(), v.x, std::max(v.width, 0)),
          pixels_on_axis(camera.origin().y, world_height * camera.zoom(), v.y, std::max(v.height, 0))};
}

Area cells_in_view(const Camera& camera, int world_width, int world_height, int margin) {
  const Area pixels = pixels_on_world(camera, world_width, world_height);
  return {cells_on_axis(pixels.x, camera.origin().x, camera.zoom(), world_width, margin),
          cells_on_axis(pixels.y, camera.origin().y, camera.zoom(), world_height, margin)};
}

}  // namespace repose
