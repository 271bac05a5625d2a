#include "film/replay_pictures.hpp"

#include <algorithm>
#include <utility>

namespace repose {

namespace {
constexpr double kSliceSeconds = 0.05;  // longest wait until it is noticed that the film was given up
}

ReplayPictures::ReplayPictures(std::filesystem::path replay, std::uint64_t every, const Looks& looks, double scale,
                               std::function<bool()> given_up)
    : replay_(std::move(replay)), every_(every), looks_(looks), scale_(scale), given_up_(std::move(given_up)) {}

bool ReplayPictures::completed(CommandResult result) {
  while (result.ok && session_->under_way()) {
    if (given_up_()) return false;
    if (auto end = session_->go_on(kSliceSeconds)) result = std::move(*end);
  }
  return result.ok && !given_up_();
}

Picture ReplayPictures::next() {
  if (!session_) {
    session_.emplace(registry_, default_rules(), SessionOptions{});
    session_->set_patience(kSliceSeconds);
    if (!completed(session_->execute(command::LoadReplay{replay_}))) return {};
  } else {
    const TimelineFacts line = session_->timeline();
    const std::uint64_t count = std::min(every_, line.newest - line.now);
    if (count > 0 && !completed(session_->execute(command::Step{count}))) return {};
  }
  return paint_film_picture(session_->view(), session_->step_count(),
                            {make_palette(session_->ruleset()), looks_, scale_});
}

}  // namespace repose
