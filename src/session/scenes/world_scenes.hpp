// Scenes of the default world.
#pragma once

#include <string_view>
#include <vector>

#include "repose/scene.hpp"
#include "session/scenes/gallery.hpp"

namespace repose {

std::vector<Scene> world_scenes();

// The scene that the app opens with: everything moves, and never comes to rest.
Status fill_valley(World& world, const Ruleset& ruleset, std::uint64_t seed);
// A river on a ramp that winds round the world, which wraps; and tanks over nothing.
Status fill_winding_river(World& world, const Ruleset& ruleset, std::uint64_t seed);
Status fill_plugs(World& world, const Ruleset& ruleset, std::uint64_t seed);

// Shapes for scenes of the default world, in picture coordinates as those of Sketch.

// A broad tree: a trunk with roots, boughs, and a crown of balls of leaves. `use`: another number, another tree.
void draw_oak(Sketch& s, int u, int v, int size, int use);
// A pointed tree whose branches reach nearly to the ground.
void draw_fir(Sketch& s, int u, int v, int size, int use);
// A block of stone that pours `name` from its lower side, from u to the right; `width` wide, at least one cell.
void draw_tap(Sketch& s, int u, int v, int width, std::string_view name);
void draw_rain_cloud(Sketch& s, int u, int v, int radius, int use);
// Turf on every free surface of soil between u0 and u1, with some seeds of flowers on mud.
void draw_turf(Sketch& s, int u0, int u1, int seeds_percent);

}  // namespace repose
