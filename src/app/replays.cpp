#include "app/replays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/app.hpp"
#include "repose/replay.hpp"

namespace repose {

namespace fs = std::filesystem;

bool Replays::open(const fs::path& path) {
  if (!app_.travel(command::LoadReplay{path}).ok) return false;
  stop_hurrying();
  name_ = path.filename().string();
  length_ = app_.session().timeline().newest;
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
  app_.browser().open({"Save the last minutes as a replay", true, {std::string(kReplayFileSuffix)}, "last minutes.replay", [this](fs::path path) {
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

double Replays::length_seconds() const { return static_cast<double>(length_) / app_.steps_per_second(Speed()); }

double Replays::now_seconds() const { return length_seconds() - app_.seconds_ago(app_.session().timeline().now); }

bool Replays::ended() const { return app_.session().timeline().now == length_; }

std::uint64_t Replays::until_end(std::uint64_t steps) const {
  return showing_ && is_on_line() ? std::min(steps, length_ - app_.session().timeline().now) : steps;
}

void Replays::play_again() {
  stop_hurrying();
  app_.seek(app_.session().timeline().oldest);
  app_.ui().playing = true;
}

void Replays::hurry_to_end() {
  if (!hurrying_) speed_before_ = app_.ui().speed;
  hurrying_ = true;
  app_.set_speed(Speed(Speed::kUnlimited));
  app_.ui().playing = true;
}

void Replays::stop_hurrying() {
  if (hurrying_) app_.set_speed(speed_before_);
  hurrying_ = false;
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
  compare();
  if (!ended()) stopped_ = false;
  if (!app_.ui().playing || !ended() || app_.session().stepping()) return;
  stopped_ ? play_again() : stop();
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
  app_.say(same ? "That was the replay, to the last cell as it was recorded. Space plays it again; leave it to go on from here."
                : "That was the replay, but it came out differently than it was recorded.",
           same ? Tone::plain : Tone::warning);
}

}  // namespace repose
