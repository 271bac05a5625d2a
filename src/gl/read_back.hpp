// Reads worlds back from the GPU asynchronously: the driver copies textures into buffers in the order of the commands,
// so the result is the content at the time of the request, whatever is drawn later.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gl/objects.hpp"
#include "repose/world_capture.hpp"

namespace repose {

// The texels of a source, row 0 first, without padding.
using TexelBytes = std::vector<std::uint8_t>;

// A rectangle of one texture of a framebuffer.
struct ReadBackSource {
  GLuint framebuffer;
  GLenum attachment;
  int x, y, width, height;
  TexelFormat format;
};

inline ReadBackSource whole(const Canvas& canvas, TexelFormat format) {
  return {canvas.framebuffer.name(), GL_COLOR_ATTACHMENT0,    0,     0,
          canvas.texture.width(),    canvas.texture.height(), format};
}

// Starts to copy all sources. Precondition: a StateGuard. `decode` makes the world from their texels, in the same
// order; it can run on any thread, so it must own everything that it uses.
std::unique_ptr<WorldCapture> begin_read_back(const std::vector<ReadBackSource>& sources,
                                              std::function<World(const std::vector<TexelBytes>&)> decode);

}  // namespace repose
