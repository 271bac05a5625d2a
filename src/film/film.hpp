// Films: pictures of one size, shown one after the other at a constant rate, as a file or a folder of files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "core/language.hpp"
#include "repose/picture.hpp"
#include "repose/status.hpp"

namespace repose {

enum class FilmFormat : std::uint8_t { gif, png_sequence, mp4, webm };
inline constexpr FilmFormat kFilmFormats[] = {FilmFormat::gif, FilmFormat::png_sequence, FilmFormat::mp4,
                                              FilmFormat::webm};

struct FilmFormatInfo {
  std::string_view name;    // as in settings: "gif"
  std::string_view title;   // as in menus: "GIF"
  std::string_view suffix;  // ".gif"; empty for a folder of pictures
};
inline constexpr FilmFormatInfo kFilmFormatInfos[] = {
    {"gif", "GIF", ".gif"}, {"png", text_id("PNG pictures"), ""}, {"mp4", "MP4", ".mp4"}, {"webm", "WebM", ".webm"}};
constexpr const FilmFormatInfo& film_format_info(FilmFormat format) {
  return kFilmFormatInfos[static_cast<std::size_t>(format)];
}
// The format for the suffix of a file name, ignoring case.
std::optional<FilmFormat> film_format_of(const std::filesystem::path& path);

// Empty if the format can be written here, else a sentence about what is missing. Checks again at every call.
Status film_format_available(FilmFormat format);

inline constexpr int kFilmRateMax = 60;  // frames a second
inline constexpr int kGifRateMax = 50;   // the time unit is 1/100 s, and browsers slow down frames of one unit

struct FilmSpec {
  std::filesystem::path path;
  FilmFormat format = FilmFormat::gif;
  int width = 0, height = 0;      // of every picture
  int frames_per_second = 25;     // 1..kFilmRateMax
  double patience_seconds = 120;  // when ffmpeg neither reads nor writes for that long, it is ended and the film fails
  // When this returns true, a film that waits for ffmpeg fails soon. Called on the thread of add() and finish().
  std::function<bool()> given_up = {};
};

// A film that is being written. An existing file at the path is replaced when the film is finished; a film that is
// destroyed before leaves no file.
class Film {
 public:
  virtual ~Film() = default;

  // Adds a picture that is shown for a number of frames, at least one. After the first failure later calls do nothing
  // and return it. Precondition: the picture has the size of the film.
  virtual Status add(const Picture& picture, std::uint64_t frames = 1) = 0;
  // Completes the film and moves it to its path. Precondition: at least one picture was added.
  virtual Status finish() = 0;
  // Bytes written so far; 0 for videos until they are finished.
  virtual std::uintmax_t bytes() const = 0;
};

// Null, with a sentence in `error`, if the film cannot be started.
std::unique_ptr<Film> begin_film(const FilmSpec& spec, Status& status);

// begin_film() for two formats.
std::unique_ptr<Film> begin_gif(const FilmSpec& spec);
std::unique_ptr<Film> begin_video(const FilmSpec& spec, Status& status);

}  // namespace repose
