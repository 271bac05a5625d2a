// Reads worlds back from the GPU asynchronously: the driver copies textures into buffers in the order of the commands,
// so the result is the content at the time of the request, whatever is drawn later.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
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

// Counts that shaders draw with additive blending into a small canvas of floats, read back asynchronously: at intervals
// the canvas is copied into a buffer and cleared, and the buffer is read when the copy is complete. Floats count
// exactly up to 2^24, so at most 2^24 may be added to one float between two copies.

// Turns additive blending on for its lifetime. Precondition: blending is off.
class AdditiveBlending {
 public:
  AdditiveBlending();
  ~AdditiveBlending();
  AdditiveBlending(const AdditiveBlending&) = delete;
  AdditiveBlending& operator=(const AdditiveBlending&) = delete;

 private:
  GLint equation_rgb_ = 0, equation_alpha_ = 0;
  GLint source_rgb_ = 0, source_alpha_ = 0, target_rgb_ = 0, target_alpha_ = 0;
};

class AsyncCounts {
 public:
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24;  // floats are exact for whole numbers up to here

  // `format`: kTexelR32f or kTexelRgba32f.
  AsyncCounts(TexelFormat format, int columns, int rows, std::string_view label);
  ~AsyncCounts();
  AsyncCounts(const AsyncCounts&) = delete;
  AsyncCounts& operator=(const AsyncCounts&) = delete;

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
  bool is_under_way() const { return fence_ != nullptr; }
  // Starts the copy. Precondition: none is in progress.
  void ask();
  // If a copy is complete, calls take(span of floats, row by row). `wait`: waits for a pending copy first.
  template <class Take>
  void collect(bool wait, const Take& take) {
    if (!arrive(wait)) return;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
    std::vector<float> counts(static_cast<std::size_t>(bytes()) / sizeof(float));
    if (read_pack_buffer(counts.data(), static_cast<std::size_t>(bytes()))) take(std::span<const float>(counts));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  }

 private:
  GLsizeiptr bytes() const;
  bool arrive(bool wait);
  void clear() const;
  void drop_fence();

  TexelFormat format_;
  Canvas canvas_;
  GlBuffer arrived_;
  GLsync fence_ = nullptr;         // not null while a copy is in progress
  std::uint64_t uncollected_ = 0;  // upper bound of every float of the canvas
};

}  // namespace repose
