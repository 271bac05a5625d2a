// The pixels of a part of the window, and reading them back from the GPU asynchronously.
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
  bool upwards = false;            // the first row in memory is the lowest one
  std::vector<std::uint8_t> rgba;  // 4 bytes a pixel; the last one is unused
};

Picture to_picture(const ScreenGrab& grab);

// Reads the framebuffer that is bound for reading. Grabs arrive in the order of the requests.
class GlGrabber {
 public:
  static constexpr std::size_t kOnTheirWayMax = 4;

  ~GlGrabber();
  GlGrabber() = default;
  GlGrabber(const GlGrabber&) = delete;
  GlGrabber& operator=(const GlGrabber&) = delete;

  // Too many grabs are under way for another request.
  bool full() const { return parts_.size() >= kOnTheirWayMax; }
  // `framebuffer_height` is needed because GL's rows go from bottom to top. Precondition: not full, and a rectangle
  // that is not empty.
  void ask(PixelRect rect, int framebuffer_height);
  // The next grab that has arrived; empty if none has.
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
