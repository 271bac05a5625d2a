#include "render/orbit_camera.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

namespace repose {

namespace {
constexpr float kStartAzimuth = -24, kStartElevation = 38;  // degrees
constexpr float kFittingDistance = 1.5f;  // in lengths of the world; the world then fills most of the viewport
constexpr float kDegreesPerPixel = 0.3f;
constexpr float kDistanceMin = 4;  // cells
constexpr float kFarthest = 4;     // in lengths of the world
}  // namespace

void OrbitCamera::fit(int world_width, int world_height) {
  world_width_ = world_width;
  world_height_ = world_height;
  target_ = {static_cast<float>(world_width) / 2, 0, static_cast<float>(world_height) / 2};
  azimuth_ = kStartAzimuth;
  elevation_ = kStartElevation;
  // In a narrow viewport the width sets the distance.
  const float aspect =
      static_cast<float>(std::max(viewport_.width, 1)) / static_cast<float>(std::max(viewport_.height, 1));
  const float length = std::hypot(static_cast<float>(world_width), static_cast<float>(world_height));
  distance_ = kFittingDistance * length / std::min(1.0f, aspect / 1.25f);
}

void OrbitCamera::orbit(double dx_pixels, double dy_pixels) {
  azimuth_ = std::remainder(azimuth_ - kDegreesPerPixel * static_cast<float>(dx_pixels), 360.0f);
  elevation_ = std::clamp(elevation_ + kDegreesPerPixel * static_cast<float>(dy_pixels), kElevationMin, kElevationMax);
}

void OrbitCamera::pan(double dx_pixels, double dy_pixels) {
  const PixelPoint middle{viewport_.x + viewport_.width / 2.0, viewport_.y + viewport_.height / 2.0};
  // Near the horizon a pixel is a long distance, so the movement is limited: otherwise the world would jump.
  const auto from = on_plane(middle, target_.y), to = on_plane({middle.x + dx_pixels, middle.y + dy_pixels}, target_.y);
  if (!from || !to) return;
  const glm::vec3 way = *to - *from;
  const float length = glm::length(way);
  if (length <= 0) return;
  target_ -= way * std::min(1.0f, distance_ / length);
  keep_in_reach();
}

void OrbitCamera::zoom_at(PixelPoint at, double factor) {
  if (!(factor > 0)) return;
  const float before = distance_;
  const auto anchor = on_plane(at, target_.y);
  const float farthest = kFarthest * std::hypot(static_cast<float>(world_width_), static_cast<float>(world_height_));
  distance_ = std::clamp(distance_ / static_cast<float>(factor), kDistanceMin, std::max(farthest, kDistanceMin));
  if (anchor && glm::length(*anchor - target_) < 2 * before) target_ += (*anchor - target_) * (1 - distance_ / before);
  keep_in_reach();
}

void OrbitCamera::keep_in_reach() {
  target_.x = std::clamp(target_.x, 0.0f, static_cast<float>(world_width_));
  target_.z = std::clamp(target_.z, 0.0f, static_cast<float>(world_height_));
}

glm::vec3 OrbitCamera::eye() const {
  const float a = glm::radians(azimuth_), e = glm::radians(elevation_);
  return target_ + distance_ * glm::vec3(-std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e));
}

glm::mat4 OrbitCamera::view_projection() const {
  const float aspect =
      static_cast<float>(std::max(viewport_.width, 1)) / static_cast<float>(std::max(viewport_.height, 1));
  const float length = std::hypot(static_cast<float>(world_width_), static_cast<float>(world_height_));
  const glm::mat4 projection =
      glm::perspective(glm::radians(kFieldOfView), aspect, distance_ * 0.02f, distance_ + kFarthest * length);
  return projection * glm::lookAt(eye(), target_, glm::vec3(0, 1, 0));
}

Ray OrbitCamera::ray(PixelPoint pixel) const {
  const double x = (pixel.x - viewport_.x) / std::max(viewport_.width, 1) * 2 - 1;
  const double y = 1 - (pixel.y - viewport_.y) / std::max(viewport_.height, 1) * 2;
  const glm::vec4 beyond = glm::inverse(view_projection()) * glm::vec4(x, y, 1, 1);
  const glm::vec3 from = eye();
  return {from, glm::normalize(glm::vec3(beyond) / beyond.w - from)};
}

std::optional<glm::vec3> OrbitCamera::on_plane(PixelPoint pixel, float height) const {
  const Ray r = ray(pixel);
  if (std::abs(r.direction.y) < 1e-6f) return std::nullopt;
  const float way = (height - r.origin.y) / r.direction.y;
  if (way <= 0) return std::nullopt;
  return r.origin + way * r.direction;
}

std::optional<PixelPoint> OrbitCamera::to_pixel(glm::vec3 point) const {
  const glm::vec4 clip = view_projection() * glm::vec4(point, 1);
  if (clip.w <= 0) return std::nullopt;
  const glm::dvec2 device{clip.x / clip.w, clip.y / clip.w};
  return PixelPoint{viewport_.x + (device.x + 1) / 2 * viewport_.width,
                    viewport_.y + (1 - device.y) / 2 * viewport_.height};
}

}  // namespace repose
