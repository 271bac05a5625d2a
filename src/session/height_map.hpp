// Heights of sand as greyscale PNG pictures. Black is height 0. With 8 bits a grey level is one cell high, so white is
// 255; with 16 bits a level is 1/256 of a cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "repose/edit.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// Reads greyscale of any depth, and colours by their brightness, into a world of that size with a plane of heights. On
// failure `world` has not changed.
Status read_height_map(const std::filesystem::path& path, World& world);

// Writes 16 bits. `heights`: the bytes of a height plane. Heights below 0 become black, heights above 255.996 white;
// `clipped` counts both.
Status write_height_map(const std::filesystem::path& path, std::span<const std::uint8_t> heights, int width,
                        std::uint64_t& clipped);

// Height animations: greyscale pictures of heights that play one after another.

class HeightSeries {
 public:
  // A folder: its .png files. A path whose last name has one '*': the files of that folder whose names match. Sorted by
  // name, with numbers by their value: 2.png is before 10.png. Fails, and changes nothing, if there is none.
  Status open(const std::filesystem::path& path);
  // Whether the path is one that open() accepts: a folder, or a name with a '*'.
  static bool is_series(const std::filesystem::path& path);

  std::size_t count() const { return files_.size(); }
  // How many pictures have been played.
  std::size_t played() const { return played_; }
  bool ended() const { return played_ == files_.size(); }

  // Plays the next `pictures` pictures (at least one), of which only the last is read, and gives the edit that changes
  // the heights of the picture before into those of that one. Before the first picture all heights are 0. `amounts` of
  // the edit is null if nothing differs. Fails if the picture cannot be read or has another size than those before; the
  // series is then where it was. Precondition: not ended().
  Status play(std::size_t pictures, AmountEdit& edit);

 private:
  std::vector<std::filesystem::path> files_;
  std::size_t played_ = 0;
  int width_ = 0, height_ = 0;
  std::vector<std::int32_t> heights_;  // of the last picture that was read; empty before the first
};

}  // namespace repose
