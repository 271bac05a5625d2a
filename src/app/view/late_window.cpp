#include "app/view/late_window.hpp"

#include <algorithm>
#include <cstring>

namespace repose {

namespace {
constexpr std::size_t kCodes = 256;  // texels of the table that maps codes to elements
constexpr std::size_t kBytesOfPlainTexel = 4, kBytesOfPackedTexel = 16;

std::size_t texel_bytes(const TextureCells& shown) { return shown.packed() ? kBytesOfPackedTexel : kBytesOfPlainTexel; }
std::size_t area(const CellBox& box) {
  return static_cast<std::size_t>(box.width) * static_cast<std::size_t>(box.height);
}

CellBox squares_over(const CellBox& box) {
  const int x = box.x / kSquareSide, y = box.y / kSquareSide;
  return {x, y, (box.x + box.width - 1) / kSquareSide - x + 1, (box.y + box.height - 1) / kSquareSide - y + 1};
}
}  // namespace

std::optional<Plane> LateWindow::amounts_of(const TextureCells& shown) {
  for (const Plane plane : {Plane::mass, Plane::height}) {
    if (shown.has(plane)) return plane;
  }
  return std::nullopt;
}

LateWindow::Layout::Layout(const TextureCells& shown, const CellBox& box) {
  const int cells = shown.cells_a_texel();
  first_texel = box.x / cells;
  texels = (box.x + box.width - 1) / cells - first_texel + 1;
  amounts_at = texel_bytes(shown) * static_cast<std::size_t>(texels) * static_cast<std::size_t>(box.height);
  squares = squares_over(box);
  layer_bytes = sizeof(std::int32_t) * kSquareSide * area(squares);
  elements_at = amounts_at + (amounts_of(shown) ? layer_bytes * kSquareSide : 0);
  bytes = elements_at + (shown.packed() ? kBytesOfPlainTexel * kCodes : 0);
}

void LateWindow::ask(const CellView& view, const CellBox& box) {
  shown_ = *view.texture();
  layout_ = Layout(shown_, box);
  asked_ = {view.width, view.height, box, World(1, 1)};
  texels_.begin(layout_.bytes);
  texels_.copy(shown_.cells, {layout_.first_texel, box.y, layout_.texels, box.height},
               shown_.packed() ? kTexelRgba32ui : kTexelRgba8, 0);
  if (const auto amounts = amounts_of(shown_)) {
    const CellBox& squares = layout_.squares;
    for (int layer = 0; layer < kSquareSide; ++layer) {
      texels_.copy_layer(shown_.texture_of(*amounts), layer,
                         {1 + squares.x, 1 + squares.y, squares.width, squares.height}, kTexelRgba32i,
                         layout_.amounts_at + layout_.layer_bytes * static_cast<std::size_t>(layer));
    }
  }
  if (shown_.packed())
    texels_.copy(shown_.elements_by_code, {0, 0, static_cast<int>(kCodes), 1}, kTexelRgba8, layout_.elements_at);
  texels_.end();
}

std::optional<WorldWindow> LateWindow::collect() {
  const auto bytes = texels_.collect();
  if (!bytes) return std::nullopt;
  WorldWindow window = asked_;
  window.cells = decode(*bytes);
  return window;
}

World LateWindow::decode(const std::vector<std::uint8_t>& bytes) const {
  World world(asked_.box.width, asked_.box.height);
  if (shown_.packed()) {
    decode_codes(bytes.data(), world);
  } else {
    decode_texels(bytes.data(), world);
  }
  if (const auto amounts = amounts_of(shown_)) decode_amounts(&bytes[layout_.amounts_at], *amounts, world);
  return world;
}

void LateWindow::decode_amounts(const std::uint8_t* layers, Plane plane, World& into) const {
  into.add(plane);
  const CellBox &box = asked_.box, &squares = layout_.squares;
  const std::size_t row_bytes = sizeof(std::int32_t) * static_cast<std::size_t>(box.width);
  for (int y = 0; y < box.height; ++y) {
    const int layer = (box.y + y) % kSquareSide, row = (box.y + y) / kSquareSide - squares.y;
    const int first = row * squares.width * kSquareSide + box.x - squares.x * kSquareSide;  // value of the layer
    std::memcpy(&into.bytes(plane)[row_bytes * static_cast<std::size_t>(y)],
                layers + layout_.layer_bytes * static_cast<std::size_t>(layer) +
                    sizeof(std::int32_t) * static_cast<std::size_t>(first),
                row_bytes);
  }
}

void LateWindow::decode_texels(const std::uint8_t* texels, World& into) const {
  for (const Plane plane : {Plane::energy, Plane::velocity, Plane::wall, Plane::wetness}) {
    if (shown_.has(plane)) into.add(plane);
  }
  const std::span<std::uint8_t> first = into.bytes(shown_.has(Plane::wall) ? Plane::wall : Plane::cells);
  const auto wetness = into.bytes(Plane::wetness), energy = into.bytes(Plane::energy),
             velocity = into.bytes(Plane::velocity);
  for (std::size_t i = 0; i < into.cell_count(); ++i, texels += kBytesOfPlainTexel) {
    first[i] = texels[0];
    if (!wetness.empty()) wetness[i] = texels[1];
    if (energy.empty()) continue;
    energy[i] = static_cast<std::uint8_t>(texels[1] & kEnergyMask);
    velocity[2 * i] = texels[2];
    velocity[2 * i + 1] = static_cast<std::uint8_t>(255 - texels[3]);
  }
}

void LateWindow::decode_codes(const std::uint8_t* bytes, World& into) const {
  const std::size_t code_bytes = kBytesOfPackedTexel / static_cast<std::size_t>(shown_.cells_a_texel());
  const std::size_t row_bytes = kBytesOfPackedTexel * static_cast<std::size_t>(layout_.texels);
  const int first_cell = layout_.first_texel * shown_.cells_a_texel();
  if (shown_.has(Plane::density)) into.add(Plane::density);
  const auto density = into.bytes(Plane::density);
  for (int y = 0; y < into.height(); ++y) {
    const std::uint8_t* code = bytes + row_bytes * static_cast<std::size_t>(y) +
                               code_bytes * static_cast<std::size_t>(asked_.box.x - first_cell);
    for (int x = 0; x < into.width(); ++x, code += code_bytes) {
      into.cell(x, y) = bytes[layout_.elements_at + kBytesOfPlainTexel * std::size_t{code[0]}];
      if (!density.empty()) density[into.index(x, y)] = code[1];
    }
  }
}

}  // namespace repose
