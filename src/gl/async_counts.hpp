// Counts that shaders draw, with additive blending into a small canvas of floats, brought over without waiting: now and
// then the canvas is copied into a buffer, cleared, and read once the copy is there. Floats count exactly up to 2^24,
// so no more than that may be added to one between two copies.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gl/objects.hpp"

namespace repose {

// Makes drawing add to what is there while it lives; expects blending to be off and leaves it so.
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
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24;  // every whole number up to here is a float

  // `format`: kTexelR32f or kTexelRgba32f.
  AsyncCounts(TexelFormat format, int columns, int rows, std::string_view label);
  ~AsyncCounts();
  AsyncCounts(const AsyncCounts&) = delete;
  AsyncCounts& operator=(const AsyncCounts&) = delete;

  bool complete() const { return canvas_.framebuffer.complete(); }
  // Forgets everything.
  void reset();

  // Calls draw(), which adds no more than `most` to any float. Needs AdditiveBlending. The framebuffer is bound before,
  // and the viewport is the whole canvas.
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
  // Starts the copy. Precondition: none is under way.
  void ask();
  // Calls take(span of floats, row by row) if a copy is there; waits for one that is under way if asked to.
  template <class Take>
  void collect(bool wait, const Take& take) {
    if (!arrive(wait)) return;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
    // Null once the context is lost.
    if (const void* mapped = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, bytes(), GL_MAP_READ_BIT)) {
      take(std::span(static_cast<const float*>(mapped), static_cast<std::size_t>(bytes()) / sizeof(float)));
      glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    }
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
  GLsync fence_ = nullptr;         // there while numbers are on their way into arrived_
  std::uint64_t uncollected_ = 0;  // no float of the canvas holds more
};

}  // namespace repose
