#include "film/film.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <span>
#include <utility>

#include "core/files.hpp"
#include "core/language.hpp"
#include "film/world_shot.hpp"
#include "platform/piped_process.hpp"
#include "render/painter.hpp"

namespace repose {

namespace fs = std::filesystem;

constexpr int kGifSideMax = 65535;

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
  if (!video || !find_program("ffmpeg").empty()) return {};
  return Status::failure(trf("{} is made with ffmpeg, which is not installed here. GIF and PNG need nothing else.",
                             tr(film_format_info(format).title.data())));
}

// A folder of PNG pictures, one per frame. It is filled under another name and renamed when it is complete.

namespace {

class PngSequence final : public Film {
 public:
  explicit PngSequence(const fs::path& folder) : folder_(folder) {}

  Status start() {
    std::error_code error;
    if (fs::create_directory(folder_.part(), error)) return {};
    return Status::failure(trf("{} could not be made: {}.", folder_.target().string(), error.message()));
  }

  Status add(const Picture& picture, std::uint64_t frames) override {
    if (!status_) return status_;
    const std::vector<std::byte> png = encode_png(picture);
    for (; frames > 0 && status_; --frames) write(png);
    return status_;
  }

  Status finish() override {
    if (status_) status_ = folder_.put_in_place();
    return status_;
  }

  std::uintmax_t bytes() const override { return bytes_; }

 private:
  void write(std::span<const std::byte> png) {
    const fs::path file = folder_.part() / fmt::format("frame-{:05}.png", ++count_);
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
    out.close();
    if (png.empty() || !out) status_ = Status::failure(trf("{} could not be written.", file.string()));
    bytes_ += png.size();
  }

  PartPath folder_;
  Status status_;
  std::uint64_t count_ = 0;
  std::uintmax_t bytes_ = 0;
};

std::unique_ptr<Film> begin_png_sequence(const FilmSpec& spec, Status& status) {
  fs::path folder = fs::absolute(spec.path).lexically_normal();
  if (folder.filename().empty()) folder = folder.parent_path();  // the path ends with a slash
  std::error_code error;
  if (fs::exists(folder, error) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error))) {
    status = Status::failure(trf("{} exists already and is not an empty folder.", folder.string()));
    return nullptr;
  }
  auto film = std::make_unique<PngSequence>(folder);
  status = film->start();
  if (!status) return nullptr;
  return film;
}

}  // namespace

std::unique_ptr<Film> begin_film(const FilmSpec& spec, Status& status) {
  status = film_format_available(spec.format);
  if (!status) return nullptr;
  if (spec.format == FilmFormat::png_sequence) return begin_png_sequence(spec, status);
  if (spec.format != FilmFormat::gif) return begin_video(spec, status);
  if (spec.width <= kGifSideMax && spec.height <= kGifSideMax) return begin_gif(spec);
  status = Status::failure(trf("A GIF has at most {} pixels a side.", kGifSideMax));
  return nullptr;
}

PictureSize film_picture_size(int world_width, int world_height, double scale) {
  const auto pixels = [scale](int cells) { return std::max(1, static_cast<int>(std::lround(cells * scale))); };
  return {pixels(world_width), pixels(world_height)};
}

Picture paint_film_picture(const CellView& view, std::uint64_t step, const FilmLooks& looks) {
  const auto [width, height] = film_picture_size(view.width, view.height, looks.scale);
  Camera camera;
  camera.set_viewport({0, 0, width, height});
  camera.show_whole(view.width, view.height);
  CellView timed = view;
  timed.generation = timed.step = step;
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  paint_world(timed, looks.palette, camera, looks.looks, looks.palette[0].color, pixels.data(),
              static_cast<std::size_t>(width));
  Picture picture{width, height, {}};
  picture.rgb.reserve(3 * pixels.size());
  for (const std::uint32_t pixel : pixels) {
    for (const int shift : {16, 8, 0}) picture.rgb.push_back(static_cast<std::uint8_t>(pixel >> shift));
  }
  return picture;
}

WorldStage::WorldStage(const Registry& registry, std::string automaton, std::shared_ptr<const Ruleset> ruleset)
    : registry_(registry), automaton_(std::move(automaton)), ruleset_(std::move(ruleset)) {}

Status WorldStage::show(const World& world) {
  if (!solver_) {
    std::string error;
    const SolverEntry* entry = registry_.solver(automaton_, Backend::scalar);
    if (entry == nullptr || !entry->available())
      return Status::failure(trf("There is no scalar solver of {}.", automaton_));
    solver_ = entry->create({}, error);
    if (!solver_) return Status::failure(error);
    if (const Status loaded = solver_->load(*ruleset_); !loaded) return loaded;
  }
  return solver_->upload(world);
}

ReplayPictures::ReplayPictures(std::filesystem::path replay, std::uint64_t every, const Looks& looks, double scale,
                               std::function<bool()> given_up)
    : replay_(std::move(replay)), every_(every), looks_(looks), scale_(scale), given_up_(std::move(given_up)) {}

Picture ReplayPictures::next() {
  if (!session_) {
    session_.emplace(registry_, default_rules(), SessionOptions{});
    if (!session_->execute(command::LoadReplay{replay_}).ok) return {};
  } else {
    const TimelineFacts line = session_->timeline();
    for (std::uint64_t left = std::min(every_, line.newest - line.now); left > 0; --left) {
      if (given_up_() || !session_->execute(command::Step{1}).ok) return {};
    }
  }
  return paint_film_picture(session_->view(), session_->step_count(),
                            {make_palette(session_->ruleset()), looks_, scale_});
}

}  // namespace repose
