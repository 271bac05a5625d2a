// What the session does to whole worlds: plain functions, no solver.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"
#include "repose/session.hpp"
#include "repose/world.hpp"

namespace repose {

// Which element of the new rules stands for each element of the old ones: by name, the newest wins; where no name fits
// to the letter, capitals do not count. The background stays the background.
struct ElementMap {
  std::array<std::uint8_t, kElementsMax> to{};
  std::array<bool, kElementsMax> known{};  // false: it has no namesake and becomes background
};
ElementMap match_by_name(const Ruleset& from, const Ruleset& to);

struct Mapped {
  World world;
  std::uint64_t lost = 0;                   // cells that became background because their element has no namesake
  std::vector<std::uint8_t> lost_elements;  // the elements of those cells, of the old rules, ascending
};
// Every plane but density and flags, which come from the new rules; what is lost leaves zeros in all of them.
Mapped map_elements(const World& world, const ElementMap& map);
// "12 cells of elements it lacks became background: lava, acid, oil and 4 more"; empty when nothing was lost.
std::string describe_loss(const Mapped& mapped, const Ruleset& from);

// The session's world as that automaton takes it over: only *water* knows mass, for all others it becomes cells again.
World world_for(std::string_view automaton, const Session& session);

// A world of another size with the content where the anchor holds it; new cells are background of these rules.
World resized(const World& world, int width, int height, command::Anchor anchor, const Ruleset& ruleset);

}  // namespace repose
