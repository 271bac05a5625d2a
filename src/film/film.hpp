// Films: pictures of one size, shown one after the other at an even pace, as a file or a folder of files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "repose/picture.hpp"
#include "repose/status.hpp"

namespace repose {

enum class FilmFormat : std::uint8_t { gif, png_sequence, mp4, webm };
inline constexpr FilmFormat kFilmFormats[] = {FilmFormat::gif, FilmFormat::png_sequence, FilmFormat::mp4,
                                              FilmFormat::webm};

struct FilmFormatInfo {
  std::string_view name;    // as in settings: "gif"
  std::string_view title;   // as in menus: "GIF"
  std::string_view suffix;  // ".gif"; of a folder of pictures: none
};
const FilmFormatInfo& film_format_info(FilmFormat format);
// By the end of a file's name, whatever the case of its letters.
std::optional<FilmFormat> film_format_of(const std::filesystem::path& path);

// Empty where that format can be written here, else a sentence about what is missing. Looks anew at every call.
Status film_format_available(FilmFormat format);

inline constexpr int kFilmRateMax = 60;  // frames a second
inline constexpr int kGifRateMax =
    50;  // a GIF counts in hundredths of a second, and browsers slow down what is shown for one

struct FilmSpec {
  std::filesystem::path path;
  FilmFormat format = FilmFormat::gif;
  int width = 0, height = 0;   // of every picture
  int frames_per_second = 25;  // 1..kFilmRateMax
};

// What is there at the path stays until the film is finished. A film that goes before it is finished leaves nothing.
class Film {
 public:
  virtual ~Film() = default;

  // Shows the picture for so many frames, at least one. The first failure stays: later calls do nothing and return it.
  // Precondition: a picture of the film's size.
  virtual Status add(const Picture& picture, std::uint64_t frames = 1) = 0;
  // Puts the film where it belongs. Precondition: something has been added.
  virtual Status finish() = 0;
  // Written so far; of videos not before they are finished.
  virtual std::uintmax_t bytes() const = 0;
};

// Null and a sentence when it cannot be begun.
std::unique_ptr<Film> begin_film(const FilmSpec& spec, Status& status);

}  // namespace repose
