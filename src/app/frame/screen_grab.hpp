// What a part of the window shows, as it came from whoever drew it; and how that comes from the GPU without anybody
// waiting.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "gl/objects.hpp"
#include "render/camera.hpp"
#include "repose/picture.hpp"

namespace repose {

struct ScreenGrab {
  int width = 0, height = 0;
  bool upwards = false;            // the first row is the lowest one
  std::vector<std::uint8_t> rgba;  // 4 bytes a pixel; the last means nothing
};

Picture to_picture(const ScreenGrab& grab);

// Grabs of the framebuffer that is bound for reading. They arrive in the order in which they were asked for.
class GlGrabber {
 public:
  static constexpr std::size_t kOnTheirWayMax = 4;

  ~GlGrabber();
  GlGrabber() = default;
  GlGrabber(const GlGrabber&) = delete;
  GlGrabber& operator=(const GlGrabber&) = delete;

  // Too many are on their way to ask for another.
  bool full() const { return parts_.size() >= kOnTheirWayMax; }
  // `framebuffer_height` for the flip to GL's rows, which run upwards. Precondition: not full, and a rectangle that is
  // not empty.
  void ask(PixelRect rect, int framebuffer_height);
  // The next one that is here; nothing while it is not.
  std::optional<ScreenGrab> collect();

 private:
  struct Part {
    GlBuffer buffer;
    GLsync fence = nullptr;
    int width = 0, height = 0;
  };
  std::deque<Part> parts_;
};

}  // namespace repose
