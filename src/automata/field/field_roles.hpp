// What the elements of any ruleset mean in the automata of fields, so that worlds and palettes of the cell automata can
// be used with them. The table is in docs/configs.md, "Crossing dialects".
#pragma once

#include <array>
#include <cstdint>

#include "repose/ruleset.hpp"

namespace repose {

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

}  // namespace repose
