// Texels that are copied from the GPU into memory: requested in one frame, available in a later one, so that no frame
// waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gl/objects.hpp"
#include "repose/explain.hpp"

namespace repose {

class LateTexels {
 public:
  LateTexels() = default;
  ~LateTexels();
  LateTexels(const LateTexels&) = delete;
  LateTexels& operator=(const LateTexels&) = delete;

  // Whether a request has not been collected yet.
  bool awaited() const { return arrival_ != nullptr; }

  // Begins a request: copies into a buffer of this many bytes, each to its own position in the buffer. Precondition:
  // none is awaited.
  void begin(std::size_t bytes);
  void copy(GLuint texture, const CellBox& texels, TexelFormat format, std::size_t to);
  // The same from one layer of an array.
  void copy_layer(GLuint array, int layer, const CellBox& texels, TexelFormat format, std::size_t to);
  void end();

  // Returns the buffer once, when all copies are complete. Empty before that, and if it was lost with the GPU.
  std::optional<std::vector<std::uint8_t>> collect();

 private:
  static void read(const CellBox& texels, TexelFormat format, std::size_t to);

  GLuint framebuffer_ = 0, buffer_ = 0;
  std::size_t bytes_ = 0;
  GLsync arrival_ = nullptr;  // signalled when the copies are complete
};

}  // namespace repose
