#include "app/view/window_probe.hpp"

#include <cstring>
#include <vector>

namespace repose {

namespace {

// What the buffer holds, one after the other: texels of the cells, values of the field, elements by code.
struct Parts {
  int first_texel = 0, texels = 0;  // of a row of cells
  std::size_t texel_bytes = 4;
  std::size_t field_at = 0, codes_at = 0, bytes = 0;

  Parts(const CellView& view, const CellBox& box) {
    first_texel = box.x / view.packing;
    texels = (box.x + box.width - 1) / view.packing - first_texel + 1;
    texel_bytes = view.packing > 1 ? 16 : 4;
    field_at = texel_bytes * static_cast<std::size_t>(texels) * static_cast<std::size_t>(box.height);
    codes_at = field_at + (has_amounts(view) ? sizeof(std::int32_t) * static_cast<std::size_t>(box.width) *
                                                   static_cast<std::size_t>(box.height)
                                             : 0);
    bytes = codes_at + (view.packing > 1 ? 256 * 4 : 0);
  }
  static bool has_amounts(const CellView& view) {
    return view.field.texture != 0 && (view.field.plane == Plane::mass || view.field.plane == Plane::height);
  }
};

// Texels of one cell each: element, and what else the automaton keeps there.
void unpack_texels(const CellView& view, const std::uint8_t* texels, World& into) {
  const bool elements = view.field.plane == Plane::energy, heights = view.field.plane == Plane::height;
  for (const Plane plane : {Plane::energy, Plane::velocity}) {
    if (elements) into.add(plane);
  }
  if (heights) into.add(Plane::wetness);
  for (std::size_t i = 0; i < into.cell_count(); ++i) {
    const std::uint8_t* const texel = texels + 4 * i;
    into.cells()[i] = texel[0];
    if (heights) into.bytes(Plane::wetness)[i] = texel[1];
    if (!elements) continue;
    into.bytes(Plane::energy)[i] = texel[1] & kEnergyMask;
    into.bytes(Plane::velocity)[2 * i] = texel[2];
    into.bytes(Plane::velocity)[2 * i + 1] = static_cast<std::uint8_t>(255 - texel[3]);
  }
}

// Many cells a texel: codes of one byte or two, the second of which is the density.
void unpack_codes(const CellView& view, const Parts& parts, const CellBox& box, const std::uint8_t* buffer,
                  World& into) {
  const std::size_t cell_bytes = 16 / static_cast<std::size_t>(view.packing);
  if (cell_bytes == 2) into.add(Plane::density);
  for (int y = 0; y < box.height; ++y) {
    const std::uint8_t* const row =
        buffer + parts.texel_bytes * static_cast<std::size_t>(parts.texels) * static_cast<std::size_t>(y);
    for (int x = 0; x < box.width; ++x) {
      const std::uint8_t* const code =
          row + cell_bytes * static_cast<std::size_t>(box.x + x - parts.first_texel * view.packing);
      into.cell(x, y) = buffer[parts.codes_at + 4 * std::size_t{code[0]}];
      if (cell_bytes == 2) into.bytes(Plane::density)[into.index(x, y)] = code[1];
    }
  }
}

}  // namespace

const std::optional<SeenWindow>& WindowProbe::read(const CellView& view, const CellBox& box, std::uint64_t step) {
  if (view.kind == CellView::Kind::memory) {
    seen_ = SeenWindow{read_memory(view, box), view.generation, step};
  } else if (view.kind == CellView::Kind::texture) {
    collect();
    const bool known = seen_ && seen_->generation == view.generation && seen_->step == step && seen_->window.box == box;
    if (!texels_.awaited() && !known) ask(view, box, step);
  }
  return seen_;
}

void WindowProbe::collect() {
  const auto bytes = texels_.collect();
  if (!bytes) return;
  const CellBox& box = asked_.window.box;
  const Parts parts(asked_view_, box);
  World cells(box.width, box.height);
  if (asked_view_.packing > 1) {
    unpack_codes(asked_view_, parts, box, bytes->data(), cells);
  } else {
    unpack_texels(asked_view_, bytes->data(), cells);
  }
  if (Parts::has_amounts(asked_view_)) {
    cells.add(asked_view_.field.plane);
    std::memcpy(cells.bytes(asked_view_.field.plane).data(), bytes->data() + parts.field_at,
                parts.codes_at - parts.field_at);
  }
  seen_ = asked_;
  seen_->window.cells = std::move(cells);
}

void WindowProbe::ask(const CellView& view, const CellBox& box, std::uint64_t step) {
  const Parts parts(view, box);
  const CellBox texels = {parts.first_texel, box.y, parts.texels, box.height};
  texels_.begin(parts.bytes);
  if (view.packing > 1) {
    texels_.copy(view.texture, texels, kTexelRgba32ui, 0);
    texels_.copy(view.codes, {0, 0, 256, 1}, kTexelRgba8, parts.codes_at);
  } else {
    texels_.copy(view.texture, texels, kTexelRgba8, 0);
  }
  if (Parts::has_amounts(view)) texels_.copy(view.field.texture, box, kTexelR32i, parts.field_at);
  texels_.end();
  asked_view_ = view;
  asked_ = {{view.width, view.height, box, World(1, 1)}, view.generation, step};
}

}  // namespace repose
