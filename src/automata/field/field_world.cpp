#include "automata/field/field_world.hpp"

#include <algorithm>

#include "core/edited_cells.hpp"

namespace repose {

namespace {

FieldRole role_of(const Ruleset& ruleset, std::uint8_t index) {
  const Element& element = ruleset.elements[index];
  if (index == 0) return FieldRole::air;
  if (element.drain) return FieldRole::drain;
  if (element.emits) return FieldRole::faucet;
  if (element.liquid) return FieldRole::liquid;
  if (is_wall(element) || element.is_static || !moves_through_background(ruleset, index)) return FieldRole::ground;
  const bool sinks = ruleset.dialect == Dialect::wxsand ? element.gravity > 0
                                                        : element.density_byte > ruleset.elements.front().density_byte;
  return sinks ? FieldRole::powder : FieldRole::air;
}

}  // namespace

FieldRoles read_field_roles(const Ruleset& ruleset) {
  FieldRoles roles;
  for (std::size_t i = ruleset.elements.size(); i-- > 0;) {
    roles.of[i] = role_of(ruleset, static_cast<std::uint8_t>(i));
    if (roles.of[i] == FieldRole::liquid) roles.liquid = static_cast<std::uint8_t>(i);
  }
  return roles;
}

namespace {

// Eight bytes each: this many are sent in about a millisecond. Brushes cover at most a quarter of it.
constexpr std::int64_t kPatchCellsMax = std::int64_t{1} << 20;

struct PatchedCell {
  int x, y;
  PatchTexel texel;
};

std::vector<PatchedCell> cells_of(const AmountEdit& edit, Plane field, int width, int height) {
  const bool clears_only = edit.plane == Plane::wall && field == Plane::height;
  if (edit.plane != field && edit.plane != Plane::wetness && !clears_only) return {};
  const PatchOperation operation = edit.plane == Plane::wetness ? PatchOperation::add_wetness : PatchOperation::add;
  std::vector<PatchedCell> cells;
  for_each_amount(edit, width, height, [&](int x, int y, std::int32_t amount) {
    cells.push_back({x, y, {operation, clears_only ? 0 : amount}});
  });
  return cells;
}

}  // namespace

bool EditPatch::does(PatchOperation operation) const {
  return std::ranges::any_of(texels, [operation](const PatchTexel& texel) { return texel.operation == operation; });
}

std::optional<EditPatch> make_patch(const Edit& edit, const FieldRoles& roles, Plane field, int width, int height) {
  EditPatch patch;
  std::vector<PatchedCell> cells;
  if (const auto* amounts = std::get_if<AmountEdit>(&edit)) {
    cells = cells_of(*amounts, field, width, height);
    patch.clears = amounts->clears;
  } else {
    for_each_edited(edit, width, height, [&](int x, int y, const EditedCell& cell) {
      cells.push_back({x, y, {painting(roles.of[cell.element]), cell.element}});
      patch.only_over = cell.only_over ? *cell.only_over : -1;
    });
  }
  for (const PatchedCell& cell : cells) patch.box.include(cell.x, cell.y);
  const std::int64_t columns = patch.box.x_end - patch.box.x_begin, rows = patch.box.y_end - patch.box.y_begin;
  if (columns * rows > kPatchCellsMax) return std::nullopt;
  patch.texels.resize(static_cast<std::size_t>(columns * rows));
  for (const PatchedCell& cell : cells) {
    patch.texels[static_cast<std::size_t>((cell.y - patch.box.y_begin) * columns + cell.x - patch.box.x_begin)] =
        cell.texel;
  }
  return patch;
}

}  // namespace repose
