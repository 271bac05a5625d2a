// Replays in the app: shows one, and saves the last minutes.

#include <algorithm>

#include "app/desk/desk.hpp"
#include "core/language.hpp"
#include "repose/replay.hpp"

namespace repose {

namespace fs = std::filesystem;

// What the solution of a challenge is worth is found out beside the frames, if that does not take too long.
void Replays::begin_trial(const Replay& replay) {
  trial_.reset();
  worth_.clear();
  if (!replay.challenge) return;
  const auto challenge = find_challenge(replay.challenge->name, default_rules()).challenge;
  if (!challenge || !may_repeat(replay.steps(), challenge->start.cell_count()))
    return desk_.messages.say(trf("{} is the solution of a challenge. repose-cli judge plays it.", name_));
  trial_ = std::make_unique<Trial>(desk_.registry, replay, challenge, Backend::cpu, 1);
}

void Replays::say_worth(const std::string& more) const {
  desk_.messages.say(more.empty() ? worth_ : worth_ + " " + more, solves_ ? Tone::good : Tone::warning);
}

void Replays::advance_trial() {
  constexpr std::uint64_t kCellsAtATime = 1'000'000;  // a few milliseconds
  if (trial_ == nullptr) return;
  desk_.loop.wake();
  const Challenge& challenge = trial_->challenge();
  if (trial_->advance(kCellsAtATime / challenge.start.cell_count() + 1)) return;
  const auto& [refusal, play, steps, solution] = trial_->verdict();
  solves_ = refusal.empty();
  worth_ = solves_ ? trf("{} solves {}: {} with {} in {:.1f} s.", name_, in_language(challenge, &Challenge::title),
                         tr(medal_name(play.medal).data()), trf_n("{} cell", "{} cells", play.matter),
                         static_cast<double>(play.ended) / challenge.steps_per_second())
                   : trf("{} does not solve {}. {}", name_, in_language(challenge, &Challenge::title), refusal);
  stopped_ ? say_worth(what_now()) : say_worth();
  trial_.reset();
}

bool Replays::open(const fs::path& path) {
  if (!desk_.simulation.travel(command::LoadReplay{path}).ok) return false;
  stop_hurrying();
  name_ = path.filename().string();
  length_ = desk_.session().timeline().newest;
  recorded_hash_.reset();
  arriving_.reset();
  Replay replay;
  const bool read = read_replay(path, replay).ok();
  if (read && !replay.checkpoints.empty() && replay.checkpoints.back().position == length_)
    recorded_hash_ = replay.checkpoints.back().hash;
  if (read) begin_trial(replay);
  showing_ = length_ > 0;
  desk_.simulation.set_playing(true);
  desk_.view.canvas.fit();
  return true;
}

void Replays::ask_where_to_save(bool in_picture) {
  const std::string suffix(in_picture ? ".png" : kReplayFileSuffix);
  desk_.ask_for_file(
      {in_picture ? tr("Share a picture that carries its replay") : tr("Save the last minutes as a replay"),
       true,
       {suffix},
       in_picture ? "replay.png" : "last minutes.replay",
       [this, suffix, in_picture](fs::path path) {
         if (path.extension() != suffix) path += suffix;
         desk_.simulation.execute(command::SaveReplay{std::move(path), {}, in_picture});
       }});
}

// A command may have removed it from the time line or replaced it.
bool Replays::is_on_line() const {
  const TimelineFacts line = desk_.session().timeline();
  return line.newest == length_ && line.now <= length_;
}

double Replays::seconds_at(std::uint64_t position) const {
  return static_cast<double>(position) / desk_.simulation.steps_per_second(Speed());
}

double Replays::now_seconds() const { return seconds_at(desk_.session().timeline().now); }

bool Replays::ended() const { return desk_.session().timeline().now == length_; }

std::uint64_t Replays::within(std::uint64_t steps) const {
  const std::uint64_t now = desk_.session().timeline().now, end = goal_.value_or(length_);
  if (!showing_ || !is_on_line()) return steps;
  return std::min(steps, end > now ? end - now : 0);
}

void Replays::play_again() {
  stop_hurrying();
  desk_.simulation.seek(desk_.session().timeline().oldest);
  desk_.simulation.set_playing(true);
}

void Replays::hurry_to(std::uint64_t position) {
  desk_.simulation.travel(command::SeekTime{position});
  if (!goal_) speed_before_ = desk_.simulation.speed();
  goal_ = position;
  desk_.simulation.set_speed(Speed(Speed::kUnlimited));
  desk_.simulation.set_playing(true);
  desk_.messages.say(
      trf("Playing on to {:.1f} s. {} stops.", seconds_at(position), desk_.actions.way_at_start(action::cancel)));
}

void Replays::seek(std::uint64_t position) {
  desk_.simulation.seek(position);
  if (showing_ && desk_.session().timeline().now < position) hurry_to(position);
}

void Replays::stop_hurrying() {
  if (goal_) desk_.simulation.set_speed(speed_before_);
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
  desk_.loop.wake();
}

void Replays::tick() {
  advance_trial();
  if (!showing_) return;
  if (!is_on_line()) return leave();
  const std::uint64_t now = desk_.session().timeline().now;
  if (arriving_ != nullptr) {  // the world at the end, from a GPU
    desk_.loop.wake();
    const auto arrived = arriving_->arrived() ? std::exchange(arriving_, nullptr) : nullptr;
    if (arrived != nullptr && arrived->fetch()) judge(arrived->world());
  }
  if (!ended()) stopped_ = false;
  if (!desk_.simulation.playing()) stop_hurrying();
  if (!desk_.simulation.playing() || desk_.session().stepping()) return;
  if (ended()) {
    stopped_ ? play_again() : stop();
  } else if (goal_ && now >= *goal_) {
    arrive();
  }
}

void Replays::arrive() {
  stop_hurrying();
  desk_.simulation.set_playing(false);
  desk_.messages.say(trf("{:.1f} s into the replay. {} plays on from here; painting changes what follows.",
                         now_seconds(), desk_.actions.way_at_start(action::play_pause)));
}

void Replays::stop() {
  stop_hurrying();
  stopped_ = true;
  desk_.simulation.set_playing(false);
  worth_.empty() ? desk_.messages.say(trf("End of the replay. {}", what_now())) : say_worth(what_now());
  if (!recorded_hash_) return;
  arriving_ = desk_.session().solver().begin_capture();
  if (arriving_ == nullptr) judge(desk_.session().download());
}

std::string Replays::what_now() const {
  return trf("{} plays it again; Leave plays on from here.", desk_.actions.way_at_start(action::play_pause));
}

void Replays::judge(const World& world) {
  if (hash_world(world, world.planes()) != *recorded_hash_)
    return desk_.messages.say(tr("End of the replay: the result differs from the recording."), Tone::warning);
  if (worth_.empty()) desk_.messages.say(trf("End of the replay: every cell is as recorded. {}", what_now()));
}

}  // namespace repose
