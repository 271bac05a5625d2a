// Draws a world without GL: on screen if there is no GL, thumbnails, and the reference for tests of the shaders.
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

// The soft picture without GL: what shaders/view/soften.frag does, and the smooth enlargement of its result.

inline constexpr int kSoftReach = 2;  // cells beyond the visible ones that blend into the edge of a soft picture

// Pixels with four channels of a byte each, all of which are treated alike.
struct PixelRows {
  std::uint32_t* pixels = nullptr;
  std::size_t stride = 0;
  int width = 0, height = 0;

  std::uint32_t* row(int y) const { return pixels + static_cast<std::size_t>(y) * stride; }
};

// Each pixel becomes the mean of the 3 x 3 around it, with weights 1 2 1 in both directions. Outside the picture its
// edge is repeated.
void soften(const PixelRows& picture);

// One direction of an enlargement: output pixel p has its centre at (p + 0.5 - origin) / zoom, in texels.
struct Enlargement {
  Range pixels;
  double origin = 0, zoom = 1;
  Range texels;  // those of the picture that is enlarged
};

// Draws `picture` enlarged; colours change evenly from the centre of one texel to the next. `out` has the size of the
// ranges of pixels. Precondition: no range is empty.
void enlarge(const PixelRows& picture, const Enlargement& across, const Enlargement& down, const PixelRows& out);

}  // namespace repose
