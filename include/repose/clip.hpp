// Clips: rectangles copied out of a world, to be turned, kept as stamps and pasted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "repose/edit.hpp"
#include "repose/picture.hpp"
#include "repose/ruleset.hpp"
#include "repose/shapes.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// Cells, and what else the automaton that they come from keeps of them; or heights, which know no cells. No bytes of
// cells are outside `names`.
struct Clip {
  World world;
  std::vector<std::string> names;  // of the elements, by number, as the rules that it comes from have them

  bool has_heights() const { return world.has(Plane::height); }
  friend bool operator==(const Clip&, const Clip&) = default;
};

// The cells of a rectangle, both corners inclusive. Precondition: it has a cell in the world, to which it is clipped.
Clip crop(const World& world, const Ruleset& ruleset, CellPoint from, CellPoint to);

enum class ClipTransform : std::uint8_t { clockwise, counterclockwise, left_right, up_down };

// Rotated by a quarter or mirrored; what flies flies on in its new direction. Four quarters, or a mirror twice, give
// the clip again.
Clip transformed(const Clip& clip, ClipTransform turn);

// A clip with its top left corner at a place, first, and its mirror images; those left out that are the same.
struct PlacedClip {
  Clip clip;
  CellPoint at;
  friend bool operator==(const PlacedClip&, const PlacedClip&) = default;
};
std::vector<PlacedClip> with_images(PlacedClip placed, const Mirror& mirror);

// A picture's pixels as elements, as picture_to_world finds them.
Clip clip_of_picture(const Picture& picture, const Ruleset& ruleset);
// Its brightness as heights of sand, 0 to 255 as in a height map.
Clip heights_of_picture(const Picture& picture);

// Whether it leaves the world as it is where a clip is pasted without its background: no matter, no height, no water.
bool is_background(const Clip& clip, std::size_t cell);

// What it looks like to others.
Picture picture_of(const Clip& clip, const Ruleset& ruleset);

// In the colours of rules that it was fitted to: 4 bytes a pixel, red, green, blue, and 0 for its background, else 255.
// Water and heights are the paler the less there is of them.
std::vector<std::uint8_t> clip_pixels(const Clip& clip, const Ruleset& ruleset);

// A clip as it comes to lie in a world with these rules: elements by name, masses as cells where the automaton knows
// none.
struct FittedClip {
  Clip clip;
  std::string
      loss;  // "12 cells of elements it lacks became background: lava, acid and oil"; empty when nothing was lost
};
FittedClip fit_clip(const Clip& clip, const Ruleset& ruleset, PlaneSet state_planes);

// What to paint, in this order, so that a fitted clip comes to lie with its top left corner at `at`, over what is
// there: the same bytes on every backend.
struct ClipEdits {
  std::vector<Edit> edits;
  std::string loss;  // of obstacles, springs or drains for which these rules have no element; may be empty
};
ClipEdits edits_of(const Clip& fitted, CellPoint at, bool skip_background, const Ruleset& ruleset);

// --- Stamps: clips as small PNG pictures in palette colours ---

inline constexpr int kStampSideMax = 2048;

// The picture is what everybody sees; a part of the file that other programs pass over holds the clip to the byte.
Status write_stamp(const std::filesystem::path& path, const Clip& clip, const Ruleset& ruleset);
// A picture that is no stamp of ours is read by its colours; what is transparent in it becomes background.
Status read_stamp(const std::filesystem::path& path, const Ruleset& ruleset, Clip& clip);

}  // namespace repose
