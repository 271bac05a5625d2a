// Draws a world without GL: the picture on screen when there is none, thumbnails, and the reference that the shader is
// tested against.
#pragma once

#include <cstddef>
#include <cstdint>

#include "render/camera.hpp"
#include "render/looks.hpp"
#include "repose/cell_view.hpp"

namespace repose {

// Fills viewport().width x viewport().height pixels of `pixels` (bytes B, G, R, A in memory: SDL_PIXELFORMAT_ARGB8888
// on little endian; row stride in pixels). Outside the world: `surround`. Views in textures draw nothing but
// surround. Grain and depth tint as in the shader; glow as far as it is cheap (an emissive cell is brightened).
void paint_world(const CellView& view, const Palette& palette, const Camera& camera, const Looks& looks, Color surround,
                 std::uint32_t* pixels, std::size_t stride_pixels);

}  // namespace repose
