// What the elements of any ruleset are to the automata of fields, so that worlds and palettes of the cell automata can
// be used with them. The table is in docs/configs.md, "Crossing dialects".
#pragma once

#include <array>
#include <cstdint>

#include "repose/ruleset.hpp"

namespace repose {

enum class FieldRole : std::uint8_t {
  air,     // the background, and what is lighter: gases, fire
  powder,  // what falls and is no liquid
  ground,  // what never moves
  liquid,
  faucet,  // `faucet`: pours
  drain,   // `drain`: swallows
};
inline constexpr int kFieldRoleCount = 6;

struct FieldRoles {
  std::array<FieldRole, kElementsMax> of{};  // what lies outside the ruleset is air
  std::uint8_t liquid = 0;                   // the first liquid; the background where there is none
};

FieldRoles read_field_roles(const Ruleset& ruleset);

}  // namespace repose
