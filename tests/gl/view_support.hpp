// What tests of the picture of cells share: worlds, a palette, and the same picture drawn by shaders and by the
// painter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "gl_support.hpp"
#include "render/camera.hpp"
#include "render/painter.hpp"
#include "render/world_view.hpp"
#include "repose/rng.hpp"

namespace repose::test {

inline Palette test_palette() {
  Palette palette;
  palette.fill({{12, 14, 24}, repose::Matter::background, 0.0f});
  palette[1] = {{226, 190, 120}, repose::Matter::powder, 0.0f};
  palette[2] = {{52, 112, 190}, repose::Matter::liquid, 0.0f};
  palette[3] = {{96, 98, 108}, repose::Matter::gas, 0.0f};
  palette[4] = {{134, 140, 152}, repose::Matter::solid, 0.0f};
  palette[5] = {{244, 96, 34}, repose::Matter::liquid, 0.8f};
  for (const std::size_t loose : {1u, 2u, 5u}) palette[loose].falls = true;
  return palette;
}

inline World noise(int width, int height, std::uint32_t elements) {
  World world(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto random = random_u32(3, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 1);
      world.cell(x, y) = static_cast<std::uint8_t>(below(random, elements));
    }
  }
  return world;
}

// Half liquid, half noise: deep water and surfaces.
inline World pond(int width, int height) {
  World world = noise(width, height, 5);
  for (int y = height / 3; y < height; ++y) {
    for (int x = 0; x < width / 2; ++x) world.cell(x, y) = 2;
  }
  for (int x = 0; x < width / 2; ++x) world.cell(x, height / 3 - 1) = world.cell(x, height / 3 - 2) = 0;
  return world;
}

inline CellView memory_view(const World& world, std::uint64_t generation = 1) {
  const MemoryCells shown{.cells = {world.cells().data(), static_cast<std::size_t>(world.width())}};
  return {world.width(), world.height(), generation, shown};
}

// The elements in a texture, as gpu solvers hold them.
inline Texture texture_of(const World& world) {
  std::vector<std::uint8_t> texels;
  for (const std::uint8_t element : world.cells()) texels.insert(texels.end(), {element, 77, 0, 255});
  Texture texture(kTexelRgba8, world.width(), world.height(), "cells");
  texture.write(0, 0, world.width(), world.height(), texels.data(), world.width());
  return texture;
}

// Pictures as rows of 0xRRGGBB from the top.
struct Shot {
  int width, height;
  std::vector<std::uint32_t> rgb;
  std::uint32_t at(int x, int y) const { return rgb[static_cast<std::size_t>(y * width + x)]; }
  Color color(int x, int y) const {
    const std::uint32_t v = at(x, y);
    return {static_cast<std::uint8_t>(v >> 16), static_cast<std::uint8_t>(v >> 8), static_cast<std::uint8_t>(v)};
  }
};

// A framebuffer that a WorldView draws into.
class Screen {
 public:
  static constexpr Color kSurround{3, 5, 7};

  Screen(int width, int height) : canvas_(kTexelRgba8, width, height, "screen") {
    std::string error;
    view_ = WorldView::create(error);
    INFO(error);
    REQUIRE(view_ != nullptr);
    view_->set_palette(test_palette());
  }
  WorldView& view() { return *view_; }

  Shot draw(const CellView& cells, const Camera& camera, const Looks& looks) {
    canvas_.framebuffer.bind();
    view_->draw(cells, camera, looks, kSurround, canvas_.texture.height());
    const auto rgba = read_rgba(canvas_);
    Shot shot{canvas_.texture.width(), canvas_.texture.height(), {}};
    shot.rgb.resize(rgba.size() / 4);
    for (int y = 0; y < shot.height; ++y) {  // GL's rows go from bottom to top
      for (int x = 0; x < shot.width; ++x) {
        const std::uint8_t* p = &rgba[static_cast<std::size_t>((shot.height - 1 - y) * shot.width + x) * 4];
        shot.rgb[static_cast<std::size_t>(y * shot.width + x)] =
            static_cast<std::uint32_t>(p[0]) << 16 | static_cast<std::uint32_t>(p[1]) << 8 | p[2];
        opaque_ = opaque_ && p[3] == 255;
      }
    }
    return shot;
  }
  bool opaque() const { return opaque_; }

 private:
  Canvas canvas_;
  std::unique_ptr<WorldView> view_;
  bool opaque_ = true;
};

// What the painter draws, which does without OpenGL.
inline Shot painted_shot(const CellView& cells, const Camera& camera, const Looks& looks,
                         const Palette& palette = test_palette()) {
  const PixelRect& v = camera.viewport();
  Shot shot{v.width, v.height, std::vector<std::uint32_t>(static_cast<std::size_t>(v.width * v.height))};
  paint_world(cells, palette, camera, looks, Screen::kSurround, shot.rgb.data(), static_cast<std::size_t>(v.width));
  for (std::uint32_t& pixel : shot.rgb) pixel &= 0xffffff;
  return shot;
}

// How many pixels differ by more than `tolerance` in some channel.
inline int differing(const Shot& a, const Shot& b, int tolerance) {
  REQUIRE(a.rgb.size() == b.rgb.size());
  int count = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) {
    const auto far = [&](int shift) {
      const auto channel = [shift](std::uint32_t pixel) { return static_cast<int>((pixel >> shift) & 255); };
      return std::abs(channel(a.rgb[i]) - channel(b.rgb[i])) > tolerance;
    };
    count += far(0) || far(8) || far(16);
  }
  return count;
}

// Shows the whole world in a window of that size.
inline Camera camera_for(int width, int height, const World& world) {
  Camera camera;
  camera.set_viewport({0, 0, width, height});
  camera.fit(world.width(), world.height());
  return camera;
}

inline int brightness(Color c) { return c.r + c.g + c.b; }

inline constexpr Looks kPlain{.grain = false, .depth_tint = false, .glow = false, .motion = false};

}  // namespace repose::test
