// Worlds on their way from the GPU into memory, without anybody waiting: the driver copies canvases into buffers in the
// order of the commands, so that what arrives is what was there when the copy was asked for, whatever is drawn
// afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gl/objects.hpp"
#include "repose/world_capture.hpp"

namespace repose {

// What came of a canvas: its texels, row 0 first, without padding.
using TexelBytes = std::vector<std::uint8_t>;

struct ReadBackSource {
  const Canvas* canvas;
  TexelFormat format;
};

// Begins to copy all of the canvases; the state must be guarded. `decode` makes the world of them, in the same order,
// on any thread, so that it must own whatever it needs.
std::unique_ptr<WorldCapture> begin_read_back(const std::vector<ReadBackSource>& sources,
                                              std::function<World(const std::vector<TexelBytes>&)> decode);

}  // namespace repose
