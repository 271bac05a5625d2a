#include "app/files/replays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/actions/action_ids.hpp"
#include "app/app.hpp"
#include "repose/replay.hpp"

namespace repose {

namespace fs = std::filesystem;

bool Replays::open(const fs::path& path) {
  if (!app_.travel(command::LoadReplay{path}).ok) return false;
  stop_hurrying();
  name_ = path.filename().string();
  length_ = app_.session().timeline().newest;
  played_ = app_.session().timeline().now;
  recorded_hash_.reset();
  arriving_.reset();
  Replay replay;
  if (read_replay(path, replay).ok() && !replay.checkpoints.empty() && replay.checkpoints.back().position == length_) {
    recorded_hash_ = replay.checkpoints.back().hash;
  }
  showing_ = length_ > 0;
  app_.ui().playing = true;
  app_.canvas().fit();
  return true;
}

void Replays::ask_where_to_save() {
  app_.browser().open({"Save the last minutes as a replay",
                       true,
                       {std::string(kReplayFileSuffix)},
                       "last minutes.replay",
                       [this](fs::path path) {
                         if (path.extension() != kReplayFileSuffix) path += kReplayFileSuffix;
                         app_.execute(command::SaveReplay{std::move(path)});
                       }});
}

void Replays::ask_where_to_share() {
  app_.browser().open({"Share a picture that carries its replay", true, {".png"}, "replay.png", [this](fs::path path) {
                         if (path.extension() != ".png") path += ".png";
                         app_.execute(command::SaveReplay{std::move(path), {}, true});
                       }});
}

// Something else may have cut it off, or taken its place.
bool Replays::is_on_line() const {
  const TimelineFacts line = app_.session().timeline();
  return line.newest == length_ && line.now <= length_;
}

double Replays::seconds_at(std::uint64_t position) const {
  return static_cast<double>(position) / app_.steps_per_second(Speed());
}

double Replays::now_seconds() const { return seconds_at(app_.session().timeline().now); }

bool Replays::ended() const { return app_.session().timeline().now == length_; }

std::uint64_t Replays::within(std::uint64_t steps) const {
  const std::uint64_t now = app_.session().timeline().now, end = goal_.value_or(length_);
  if (!showing_ || !is_on_line()) return steps;
  return std::min(steps, end > now ? end - now : 0);
}

void Replays::play_again() {
  stop_hurrying();
  app_.seek(app_.session().timeline().oldest);
  app_.ui().playing = true;
}

void Replays::hurry_to(std::uint64_t position) {
  const std::uint64_t now = app_.session().timeline().now;
  if (position > played_ && now < played_)
    app_.travel(command::SeekTime{played_});  // a short way, and all before it is known
  if (!goal_) speed_before_ = app_.ui().speed;
  goal_ = position;
  app_.ui().speed = Speed(Speed::kUnlimited);
  app_.ui().playing = true;
  app_.say(
      fmt::format("Playing on to {:.1f} s. {} stops.", seconds_at(position), app_.actions().way_to(action::cancel)));
}

void Replays::stop_hurrying() {
  if (goal_) app_.ui().speed = speed_before_;
  goal_.reset();
}

bool Replays::cancel() {
  if (!goal_) return false;
  arrive();
  return true;
}

void Replays::leave() {
  stop_hurrying();
  showing_ = false;
  arriving_.reset();
  app_.wake();
}

void Replays::tick() {
  if (!showing_) return;
  if (!is_on_line()) return leave();
  const std::uint64_t now = app_.session().timeline().now;
  played_ = std::max(played_, now);
  compare();
  if (!ended()) stopped_ = false;
  if (!app_.ui().playing) stop_hurrying();
  if (!app_.ui().playing || app_.session().stepping()) return;
  if (ended()) {
    stopped_ ? play_again() : stop();
  } else if (goal_ && now >= *goal_) {
    arrive();
  }
}

void Replays::arrive() {
  stop_hurrying();
  app_.ui().playing = false;
  app_.say(fmt::format("{:.1f} s into the replay. {} plays on from here; painting changes what comes.", now_seconds(),
                       app_.actions().way_to(action::play_pause)));
}

void Replays::stop() {
  stop_hurrying();
  stopped_ = true;
  app_.ui().playing = false;
  app_.say("That was the replay. Space plays it again; leave it to go on from here.");
  if (!recorded_hash_) return;
  arriving_ = app_.session().solver().begin_capture();
  if (arriving_ == nullptr) judge(app_.session().download());
}

void Replays::compare() {
  if (arriving_ == nullptr) return;
  app_.wake();
  if (!arriving_->arrived()) return;
  const auto arrived = std::exchange(arriving_, nullptr);
  if (arrived->fetch()) judge(arrived->world());
}

void Replays::judge(const World& world) {
  const bool same = hash_world(world, world.planes()) == *recorded_hash_;
  app_.say(same ? "That was the replay, to the last cell as it was recorded. Space plays it again; leave it to go on "
                  "from here."
                : "That was the replay, but it came out differently than it was recorded.",
           same ? Tone::plain : Tone::warning);
}

}  // namespace repose
