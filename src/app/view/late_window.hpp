// A rectangle of the cells of a view in textures, on its way from the GPU: asked for in one frame, there in a later
// one, so that no frame waits. The one place in the app that knows how texels hold cells.
#pragma once

#include <optional>

#include "app/frame/late_texels.hpp"
#include "app/view/cell_reading.hpp"

namespace repose {

class LateWindow {
 public:
  // Whether something has been asked for that has not been collected yet.
  bool awaited() const { return texels_.awaited(); }
  // Preconditions: a view in textures, `box` inside it, and nothing is awaited.
  void ask(const CellView& view, const CellBox& box);
  // What was asked for, once, when it has arrived. Nothing before, and nothing where it was lost with the GPU.
  std::optional<WorldWindow> collect();

 private:
  // What the buffer holds, one after the other: texels of the cells, amounts, elements by code. In bytes.
  struct Layout {
    int first_texel = 0, texels = 0;  // of a row of cells
    std::size_t amounts_at = 0, elements_at = 0, bytes = 0;
    Layout() = default;
    Layout(const TextureCells& shown, const CellBox& box);
  };
  static std::optional<Plane> amounts_of(const TextureCells& shown);
  World decode(const std::vector<std::uint8_t>& bytes) const;
  void decode_texels(const std::uint8_t* texels, World& into) const;
  void decode_codes(const std::uint8_t* bytes, World& into) const;

  LateTexels texels_;
  TextureCells shown_;  // what was asked for: the textures are only named, never touched again
  Layout layout_;
  WorldWindow asked_;  // without its cells
};

}  // namespace repose
