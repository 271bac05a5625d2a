// Reads back from the GPU asynchronously: the driver copies texels into a buffer in the order of the commands, so the
// result is the content at the time of the request, whatever is drawn later.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "gl/objects.hpp"
#include "repose/solver.hpp"

namespace repose {

// A request for texels, to be used again and again. All functions need the context's thread.
class AsyncRead {
 public:
  // Begins a request for so many bytes. Precondition: none is in progress.
  void begin(std::size_t bytes);
  // Copies a rectangle of the framebuffer that is bound for reading to a position in these bytes.
  static void read(int x, int y, int width, int height, const TexelFormat& format, std::size_t to = 0);
  void end();

  // Whether a request has not been fetched yet.
  bool is_under_way() const { return under_way_; }
  // Whether fetch() would not wait. Precondition: a request is in progress.
  bool arrived() const { return !fence_ || wait_for_fence(fence_.get(), 0) != GL_TIMEOUT_EXPIRED; }
  // Waits for the bytes. False if they were lost with the context. Precondition: a request is in progress.
  bool fetch(void* into);
  // Forgets the request.
  void drop() {
    fence_.reset();
    under_way_ = false;
  }

 private:
  GlBuffer buffer_;
  std::size_t bytes_ = 0;
  GlFence fence_;  // passed when all is copied
  bool under_way_ = false;
};

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

// Turns additive blending on for its lifetime. Precondition: blending is off.
class AdditiveBlending {
 public:
  AdditiveBlending();
  ~AdditiveBlending();
  AdditiveBlending(const AdditiveBlending&) = delete;
  AdditiveBlending& operator=(const AdditiveBlending&) = delete;

 private:
  static constexpr std::array<GLenum, 6> kSettings = {GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA,
                                                      GL_BLEND_SRC_RGB,      GL_BLEND_DST_RGB,
                                                      GL_BLEND_SRC_ALPHA,    GL_BLEND_DST_ALPHA};
  std::array<GLint, kSettings.size()> before_{};
};

// Counts that shaders draw with additive blending into a small canvas of floats, read back asynchronously: at intervals
// the canvas is copied into a buffer and cleared, and the buffer is read when the copy is complete. Floats count
// exactly up to 2^24, so at most 2^24 may be added to one float between two copies.
class AsyncCounts {
 public:
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24;

  // `format`: kTexelR32f or kTexelRgba32f.
  AsyncCounts(TexelFormat format, int columns, int rows, std::string_view label);
  bool complete() const { return canvas_.framebuffer.complete(); }
  // Discards all counts, also those of a pending copy.
  void reset();

  // Calls draw(), which may add at most `most` to any float, with the canvas bound as framebuffer and the viewport set
  // to the whole canvas. Precondition: AdditiveBlending.
  template <class Draw>
  void add(std::uint64_t most, const Draw& draw) {
    canvas_.framebuffer.bind();
    glEnable(GL_BLEND);
    draw();
    glDisable(GL_BLEND);
    uncollected_ += most;
  }
  bool has_room_for(std::uint64_t most) const { return uncollected_ + most <= kMost; }

  bool is_empty() const { return uncollected_ == 0; }
  bool is_under_way() const { return copy_.is_under_way(); }
  // Starts the copy. Precondition: none is in progress.
  void ask();
  // If a copy is complete, calls take(span of floats, row by row). `wait`: waits for a pending copy first.
  template <class Take>
  void collect(bool wait, const Take& take) {
    if (!copy_.is_under_way() || (!wait && !copy_.arrived())) return;
    std::vector<float> counts(bytes() / sizeof(float));
    if (copy_.fetch(counts.data())) take(std::span<const float>(counts));
  }

 private:
  std::size_t bytes() const;
  void clear() const;

  TexelFormat format_;
  Canvas canvas_;
  AsyncRead copy_;
  std::uint64_t uncollected_ = 0;  // upper bound of every float of the canvas
};

}  // namespace repose
