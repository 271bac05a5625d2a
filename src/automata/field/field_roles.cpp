#include "automata/field/field_roles.hpp"

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

}  // namespace repose
