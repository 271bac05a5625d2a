// Edits of a field in textures: what an edit does to every cell of a box, in a form that can be sent to the GPU.
// Nothing is read back.
#pragma once

#include <optional>
#include <vector>

#include "automata/field/field_plane.hpp"
#include "automata/field/field_roles.hpp"
#include "repose/edit.hpp"

namespace repose {

// none; 1 + the role of the element that is painted; or adding to a plane.
enum class PatchOperation : std::int32_t { none = 0, add = 1 + kFieldRoleCount, add_wetness };
constexpr PatchOperation painting(FieldRole role) { return static_cast<PatchOperation>(1 + static_cast<int>(role)); }

// What is done to one cell, and the element or the amount.
struct PatchTexel {
  PatchOperation operation = PatchOperation::none;
  std::int32_t value = 0;
};
static_assert(sizeof(PatchTexel) == 8);

struct EditPatch {
  FieldBox box;                    // inside the world; empty when the edit does nothing
  std::vector<PatchTexel> texels;  // of the box, row by row
  int only_over = -1;              // the element that may be painted over; -1 for any
  bool clears = false;             // as in AmountEdit

  bool does(PatchOperation operation) const;
};

// Empty if the box is too large to be sent in a frame. `field` is the plane of the field itself.
std::optional<EditPatch> make_patch(const Edit& edit, const FieldRoles& roles, Plane field, int width, int height);

}  // namespace repose
