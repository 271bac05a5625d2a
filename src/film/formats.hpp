// How each format is begun; see film.hpp for what may be relied on.
#pragma once

#include "film/film.hpp"

namespace repose {

std::unique_ptr<Film> begin_gif(const FilmSpec& spec, Status& status);
std::unique_ptr<Film> begin_png_sequence(const FilmSpec& spec, Status& status);
std::unique_ptr<Film> begin_video(const FilmSpec& spec, Status& status);
// The ffmpeg that videos are made with; empty when there is none.
std::filesystem::path find_ffmpeg();

}  // namespace repose
