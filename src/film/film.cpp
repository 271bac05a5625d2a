#include "film/film.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "film/formats.hpp"

namespace repose {

namespace {

constexpr FilmFormatInfo kInfos[] = {
    {"gif", "GIF", ".gif"}, {"png", "PNG pictures", ""}, {"mp4", "MP4", ".mp4"}, {"webm", "WebM", ".webm"}};

constexpr int kGifSideMax = 65535;

}  // namespace

const FilmFormatInfo& film_format_info(FilmFormat format) { return kInfos[static_cast<std::size_t>(format)]; }

std::optional<FilmFormat> film_format_of(const std::filesystem::path& path) {
  std::string suffix = path.extension().string();
  std::ranges::transform(suffix, suffix.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (const FilmFormat format : kFilmFormats) {
    if (!suffix.empty() && suffix == film_format_info(format).suffix) return format;
  }
  return std::nullopt;
}

Status film_format_available(FilmFormat format) {
  const bool video = format == FilmFormat::mp4 || format == FilmFormat::webm;
  if (!video || !find_ffmpeg().empty()) return {};
  return Status::failure(
      fmt::format("{} is made with ffmpeg, which is not installed here. GIF and PNG need nothing else.",
                  film_format_info(format).title));
}

std::unique_ptr<Film> begin_film(const FilmSpec& spec, Status& status) {
  status = film_format_available(spec.format);
  if (!status) return nullptr;
  switch (spec.format) {
    case FilmFormat::gif:
      if (spec.width > kGifSideMax || spec.height > kGifSideMax) {
        status = Status::failure(fmt::format("A GIF has at most {} pixels a side.", kGifSideMax));
        return nullptr;
      }
      return begin_gif(spec, status);
    case FilmFormat::png_sequence: return begin_png_sequence(spec, status);
    case FilmFormat::mp4:
    case FilmFormat::webm: break;
  }
  return begin_video(spec, status);
}

}  // namespace repose
