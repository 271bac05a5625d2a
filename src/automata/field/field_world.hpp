// The base of WaterWorld and SandpileWorld, which turn worlds, edits and parameters into a field of int32.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "automata/field/field_plane.hpp"
#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {

// The values of a list of parameters.
template <std::size_t kCount>
class FieldParameters {
 public:
  explicit FieldParameters(const std::array<ParameterInfo, kCount>& list) : list_(list) {
    for (std::size_t i = 0; i < kCount; ++i) values_[i] = list[i].default_value;
  }

  std::span<const ParameterInfo> list() const { return list_; }
  double operator[](std::size_t i) const { return values_[i]; }
  double get(std::string_view name) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (list_[i].name == name) return values_[i];
    }
    return 0.0;
  }
  bool set(std::string_view name, double value) {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (list_[i].name != name) continue;
      values_[i] = clamp_parameter(list_[i], value);
      return true;
    }
    return false;
  }

 private:
  std::span<const ParameterInfo, kCount> list_;
  std::array<double, kCount> values_{};
};

// What the elements of any ruleset mean in the automata of fields, so that worlds and palettes of the cell automata can
// be used with them. The table is in docs/configs.md, "Crossing dialects".
enum class FieldRole : std::uint8_t {
  air,     // the background, and everything lighter: gases, fire
  powder,  // falls and is no liquid
  ground,  // never moves
  liquid,
  faucet,  // `faucet`: pours
  drain,   // `drain`: removes
};
inline constexpr int kFieldRoleCount = 6;

struct FieldRoles {
  std::array<FieldRole, kElementsMax> of{};  // indices outside the ruleset are air
  std::uint8_t liquid = 0;                   // the first liquid; the background if there is none
};

FieldRoles read_field_roles(const Ruleset& ruleset);

template <std::size_t kParameterCount>
class FieldWorldBase {
 public:
  int width() const { return field_.width(); }
  int height() const { return field_.height(); }

  void load(const Ruleset& ruleset) { roles_ = read_field_roles(ruleset); }
  const FieldRoles& roles() const { return roles_; }

  FieldParameters<kParameterCount>& parameters() { return parameters_; }
  const FieldParameters<kParameterCount>& parameters() const { return parameters_; }

  // The values, and those of the rim around the world.
  FieldPlane& field() { return field_; }
  const FieldPlane& field() const { return field_; }

 protected:
  explicit FieldWorldBase(const std::array<ParameterInfo, kParameterCount>& list) : parameters_(list) {}

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width()) + static_cast<std::size_t>(x);
  }

  FieldParameters<kParameterCount> parameters_;
  FieldRoles roles_;
  FieldPlane field_;
};

// Edits of a field in textures: what an edit does to every cell of a box, in a form that can be sent to the GPU.
// Nothing is read back.

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
