#include "film/world_shot.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/language.hpp"
#include "render/painter.hpp"

namespace repose {

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
