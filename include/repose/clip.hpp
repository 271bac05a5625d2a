// Clips: rectangles copied out of a world, to be transformed, kept as stamps and pasted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "repose/edit.hpp"
#include "repose/picture.hpp"
#include "repose/ruleset.hpp"
#include "repose/shapes.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// Cells with the other planes of their automaton, or heights without cells. Bytes of cells are indices of `names`.
struct Clip {
  World world;
  std::vector<std::string> names;  // of the elements of the rules that it comes from, by index

  bool has_heights() const { return world.has(Plane::height); }
  friend bool operator==(const Clip&, const Clip&) = default;
};

// The cells of a rectangle, both corners inclusive, clipped to the world. Precondition: at least one is in the world.
Clip crop(const World& world, const Ruleset& ruleset, CellPoint from, CellPoint to);

enum class ClipTransform : std::uint8_t { clockwise, counterclockwise, left_right, up_down, half_turn };

// The transformed position of a cell of a world or clip of that size.
CellPoint transformed_point(CellPoint p, int width, int height, ClipTransform transform);

// Rotates by 90 or 180 degrees or mirrors; velocities too. Four rotations, or one mirror twice, give the original.
World transformed(const World& world, ClipTransform transform);
Clip transformed(const Clip& clip, ClipTransform transform);

// A clip with its top left corner at `at`.
struct PlacedClip {
  Clip clip;
  CellPoint at;
  friend bool operator==(const PlacedClip&, const PlacedClip&) = default;
};
// `placed` first, then its mirror images; equal images once.
std::vector<PlacedClip> with_images(PlacedClip placed, const Mirror& mirror);

// The pixels of a picture as elements (see picture_to_world).
Clip clip_of_picture(const Picture& picture, const Ruleset& ruleset);
// The brightness of a picture as heights of sand: black is 0, white 255 cells.
Clip heights_of_picture(const Picture& picture);

// Whether pasting without the background skips this cell: no matter, no height, no water. `cell`: as World::index().
bool is_background(const Clip& clip, std::size_t cell);

// The clip in palette colours.
Picture picture_of(const Clip& clip, const Ruleset& ruleset);

// The colours of a fitted clip, row by row: red, green, blue, and 0 for background, else 255. Little matter is paler.
std::vector<std::uint8_t> clip_pixels(const Clip& clip, const Ruleset& ruleset);

// A clip in terms of other rules: elements are matched by name; masses become cells in automata without mass.
struct FittedClip {
  Clip clip;
  std::string
      loss;  // "12 cells of elements it lacks became background: lava, acid and oil"; empty when nothing was lost
};
// `state_planes`: the state planes of the automaton in which the clip will be pasted.
FittedClip fit_clip(const Clip& clip, const Ruleset& ruleset, PlaneSet state_planes);

// The edits that paste a fitted clip with its top left corner at `at`, in their order. The same on every backend.
struct ClipEdits {
  std::vector<Edit> edits;
  std::string loss;  // obstacles, springs or drains that the rules have no element for; empty when nothing was lost
};
ClipEdits edits_of(const Clip& fitted, CellPoint at, bool skip_background, const Ruleset& ruleset);

// ---- stamps: clips as small PNG pictures in palette colours ----

inline constexpr int kStampSideMax = 2048;  // pixels, for reading

// Writes a picture that every program can show. A private chunk of the file holds the clip to the byte.
Status write_stamp(const std::filesystem::path& path, const Clip& clip, const Ruleset& ruleset);
// Reads a stamp, or any other picture by its colours, transparent pixels as background. Sides up to kStampSideMax.
Status read_stamp(const std::filesystem::path& path, const Ruleset& ruleset, Clip& clip);
// As read_stamp(), from memory. `name`: the name of the file in messages.
Status decode_stamp(std::span<const std::byte> bytes, std::string_view name, const Ruleset& ruleset, Clip& clip);

}  // namespace repose
