#include "film/replay_pictures.hpp"

#include <algorithm>
#include <utility>

namespace repose {

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
