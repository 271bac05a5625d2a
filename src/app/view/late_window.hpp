// A rectangle of cells of a view in textures, read back asynchronously: requested in one frame, available in a later
// one, so that no frame waits. Only this class of the app depends on how texels hold cells.
#pragma once

#include <optional>

#include "app/frame/late_texels.hpp"
#include "app/view/cell_reading.hpp"

namespace repose {

class LateWindow {
 public:
  // Whether a request has not been collected yet.
  bool awaited() const { return texels_.awaited(); }
  // Requests a rectangle. Preconditions: a view in textures, `box` inside it, and nothing is awaited.
  void ask(const CellView& view, const CellBox& box);
  // Returns the requested rectangle once, when it has arrived. Empty before that, and if it was lost with the GPU.
  std::optional<WorldWindow> collect();

 private:
  // The layout of the buffer, in bytes: first texels of the cells, then the layers of amounts, then elements by code.
  struct Layout {
    int first_texel = 0, texels = 0;  // of a row of cells
    CellBox squares{};                // of amounts, without the margin
    std::size_t amounts_at = 0, layer_bytes = 0, elements_at = 0, bytes = 0;
    Layout() = default;
    Layout(const TextureCells& shown, const CellBox& box);
  };
  static std::optional<Plane> amounts_of(const TextureCells& shown);
  World decode(const std::vector<std::uint8_t>& bytes) const;
  void decode_texels(const std::uint8_t* texels, World& into) const;
  void decode_amounts(const std::uint8_t* layers, Plane plane, World& into) const;
  void decode_codes(const std::uint8_t* bytes, World& into) const;

  LateTexels texels_;
  TextureCells shown_;  // of the request; its textures are not used any more
  Layout layout_;
  WorldWindow asked_;  // of the request, without cells
};

}  // namespace repose
