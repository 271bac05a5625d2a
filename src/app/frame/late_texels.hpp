// Texels on their way from the GPU into memory: asked for in one frame, there in a later one, so that no frame waits.
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

  // Whether something has been asked for that has not been collected yet.
  bool awaited() const { return arrival_ != nullptr; }

  // One question, of some copies into a buffer of so many bytes, each to its own place there. Precondition: none is
  // awaited.
  void begin(std::size_t bytes);
  void copy(GLuint texture, const CellBox& texels, TexelFormat format, std::size_t to);
  void end();

  // The buffer, once, when everything has arrived. Nothing before, and nothing of what was lost with the GPU.
  std::optional<std::vector<std::uint8_t>> collect();

 private:
  GLuint framebuffer_ = 0, buffer_ = 0;
  std::size_t bytes_ = 0;
  GLsync arrival_ = nullptr;  // signalled when the copies are there
};

}  // namespace repose
