// Pictures for films.
#pragma once

#include <string_view>

#include "film/film.hpp"
#include "support.hpp"

namespace repose::test {

inline Picture plain_picture(int width, int height, Color color) {
  Picture picture{width, height, {}};
  for (int i = 0; i < width * height; ++i) picture.rgb.insert(picture.rgb.end(), {color.r, color.g, color.b});
  return picture;
}

inline void put_pixel(Picture& picture, int x, int y, Color color) {
  std::uint8_t* rgb = &picture.rgb[3 * (static_cast<std::size_t>(y) * picture.width + static_cast<std::size_t>(x))];
  rgb[0] = color.r;
  rgb[1] = color.g;
  rgb[2] = color.b;
}

inline Color pixel_of(const Picture& picture, int x, int y) {
  const std::uint8_t* rgb =
      &picture.rgb[3 * (static_cast<std::size_t>(y) * picture.width + static_cast<std::size_t>(x))];
  return {rgb[0], rgb[1], rgb[2]};
}

// Writes a film of these pictures, one frame each. REQUIREs success.
inline void make_film(const FilmSpec& spec, const std::vector<Picture>& pictures) {
  Status status;
  const auto film = begin_film(spec, status);
  INFO(status.message());
  REQUIRE(film != nullptr);
  for (const Picture& picture : pictures) REQUIRE(film->add(picture).ok());
  REQUIRE(film->finish().ok());
}

inline int file_count(const std::filesystem::path& folder) {
  return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace repose::test
