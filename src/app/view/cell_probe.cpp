#include "app/view/cell_probe.hpp"

#include <cstring>

namespace repose {

namespace {
// What the buffer holds: a texel of the cells, the value of the field, and where cells are packed the elements by their
// codes.
constexpr std::size_t kFieldAt = 16, kCodesAt = 32, kBufferBytes = kCodesAt + 256 * 4;

// The element of the cell that is `lane` cells into its texel.
std::uint8_t packed_element(const std::uint8_t* buffer, int packing, int lane) {
  const int cell_bytes = 16 / packing;
  const std::size_t code = buffer[lane * cell_bytes];  // its low byte
  return buffer[kCodesAt + code * 4];
}
}  // namespace

std::optional<CellReading> CellProbe::read(const CellView& view, CellPoint cell) {
  if (view.kind == CellView::Kind::none) return std::nullopt;
  if (view.kind == CellView::Kind::memory) return read_memory(view, cell);
  collect();
  if (!texels_.awaited()) ask(view, cell);
  for (const Known* const known : {&known_, &known_before_}) {
    if (known->cell == cell) return known->reading;
  }
  return std::nullopt;
}

void CellProbe::collect() {
  const auto texels = texels_.collect();
  if (!texels) return;
  if (known_.cell != asked_) known_before_ = known_;
  known_.cell = asked_;
  const std::uint8_t byte = packing_ > 1 ? packed_element(texels->data(), packing_, asked_.x % packing_) : (*texels)[0];
  known_.reading = {byte, std::nullopt, asked_field_ == Plane::height ? (*texels)[1] : 0};
  if (asked_field_ == Plane::cells) return;
  std::int32_t value = 0;
  std::memcpy(&value, texels->data() + kFieldAt, sizeof value);
  known_.reading.field = value;
}

void CellProbe::ask(const CellView& view, CellPoint cell) {
  texels_.begin(kBufferBytes);
  if (view.packing > 1) {
    texels_.copy(view.texture, {cell.x / view.packing, cell.y, 1, 1}, kTexelRgba32ui, 0);
    texels_.copy(view.codes, {0, 0, 256, 1}, kTexelRgba8, kCodesAt);
  } else {
    texels_.copy(view.texture, {cell.x, cell.y, 1, 1}, kTexelRgba8, 0);
  }
  if (view.field.texture != 0) texels_.copy(view.field.texture, {cell.x, cell.y, 1, 1}, kTexelR32i, kFieldAt);
  texels_.end();
  asked_ = cell;
  packing_ = view.packing;
  asked_field_ = view.field.texture != 0 ? view.field.plane : Plane::cells;
}

}  // namespace repose
