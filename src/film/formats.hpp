// Starts a film of each format; film.hpp has the contract.
#pragma once

#include "film/film.hpp"

namespace repose {

std::unique_ptr<Film> begin_gif(const FilmSpec& spec, Status& status);
std::unique_ptr<Film> begin_png_sequence(const FilmSpec& spec, Status& status);
std::unique_ptr<Film> begin_video(const FilmSpec& spec, Status& status);
// The path of ffmpeg, which makes the videos; empty if it is not installed.
std::filesystem::path find_ffmpeg();

}  // namespace repose
