// Heights of sand, and series of them and of colliders, as greyscale PNG pictures. Black is height 0. With 8 bits a
// grey level is one cell high, so white is 255; with 16 bits a level is 1/256 of a cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// Reads greyscale of any depth, and colours by their brightness, as heights. On failure `world` has not changed.
Status read_height_map(const std::filesystem::path& path, World& world);

// Writes 16 bits. `heights`: a plane. Below 0 becomes black, above 255.996 white; `clipped` counts both.
Status write_height_map(const std::filesystem::path& path, std::span<const std::uint8_t> heights, int width,
                        std::uint64_t& clipped);

// Animations: greyscale pictures that play one after another into a world of sand, as heights or as colliders. A
// collider is an obstacle where a picture is at least half as bright as white.
class PictureSeries {
 public:
  // A folder: its .png files. A path whose last name has one '*': the files of that folder whose names match. Sorted by
  // name, with numbers by their value: 2.png is before 10.png. `plane`: height, or wall for colliders. Fails, and
  // changes nothing, if there is no picture.
  Status open(const std::filesystem::path& path, Plane plane);
  // Whether the path is one that open() accepts: a folder, or a name with a '*'.
  static bool is_series(const std::filesystem::path& path);

  std::size_t count() const { return files_.size(); }
  // How many pictures have been played.
  std::size_t played() const { return played_; }
  bool ended() const { return played_ == files_.size(); }

  // Plays the next `pictures` pictures (at least one), of which only the last is read, and gives the edits that change
  // the picture before into that one; none if nothing differs. Before the first picture all is black. Colliders are
  // lifted first, then put down, so that the nearest free cell of pushed sand may be one that was just left. They are
  // made of the first element of `rules` that stands still. Fails if there is none, if the picture cannot be read, or
  // if it has another size than those before; the series is then where it was. Precondition: not ended().
  Status play(std::size_t pictures, const Ruleset& rules, std::vector<Edit>& edits);

 private:
  Plane plane_ = Plane::height;
  std::vector<std::filesystem::path> files_;
  std::size_t played_ = 0;
  int width_ = 0, height_ = 0;
  // Of the last picture that was read: heights, or 1 for a collider and 0 for none. Empty before the first.
  std::vector<std::int32_t> values_;
};

}  // namespace repose
