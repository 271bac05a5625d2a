// Draws a world without GL: the picture on screen if there is no GL, thumbnails, and the reference for tests of the
// shaders.
#pragma once

#include <cstddef>
#include <cstdint>

#include "render/camera.hpp"
#include "render/looks.hpp"
#include "repose/cell_view.hpp"

namespace repose {

// Fills viewport().width x viewport().height pixels of `pixels` (bytes B, G, R, A in memory: SDL_PIXELFORMAT_ARGB8888
// on little endian; row stride in pixels). Outside the world: `surround`. For views in textures only the surround is
// drawn. Grain and depth tint as in the shader; the glow is a simpler one (an emissive cell is brightened).
void paint_world(const CellView& view, const Palette& palette, const Camera& camera, const Looks& looks, Color surround,
                 std::uint32_t* pixels, std::size_t stride_pixels);

}  // namespace repose
