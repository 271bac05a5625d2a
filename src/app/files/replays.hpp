// Replays in the app: the one that is shown, and what is saved of the last minutes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/simulation/speed.hpp"
#include "repose/world_capture.hpp"

namespace repose {

class ActionTable;
class FileBrowser;
class FrameLoop;
class Messages;
class Simulation;
class WorldCanvas;
class World;

class Replays {
 public:
  Replays(Simulation& simulation, WorldCanvas& canvas, FileBrowser& browser, Messages& messages, FrameLoop& loop,
          const ActionTable& actions)
      : simulation_(simulation),
        canvas_(canvas),
        browser_(browser),
        messages_(messages),
        loop_(loop),
        actions_(actions) {}

  // Plays it from its beginning.
  bool open(const std::filesystem::path& path);
  void ask_where_to_save();
  void ask_where_to_share();

  // Until somebody leaves it, or does something else than play it.
  bool showing() const { return showing_; }
  const std::string& name() const { return name_; }
  double seconds_at(std::uint64_t position) const;
  double length_seconds() const { return seconds_at(length_); }
  double now_seconds() const;
  bool ended() const;
  // Of so many steps, those that do not lead beyond its end, nor beyond where it hurries to.
  std::uint64_t within(std::uint64_t steps) const;

  void play_again();
  // Plays to there as fast as it can, from the end of what has been played where that lies nearer. Pausing ends it.
  void hurry_to(std::uint64_t position);
  void hurry_to_end() { hurry_to(length_); }
  // Whether nobody has played that far: the way there may be long, because no world is kept nearby.
  bool is_ahead(std::uint64_t position) const { return showing_ && position > played_; }
  // To another position of the time line. Into a part of the replay that has not been played, it is played to there.
  void seek(std::uint64_t position);
  // Where it hurries to.
  std::optional<std::uint64_t> goal() const { return goal_; }
  // Escape. False where there was nothing to stop.
  bool cancel();
  // What is left of it is played like any past.
  void leave();
  // Once a frame, after the steps.
  void tick();

 private:
  bool is_on_line() const;
  void stop_hurrying();
  void arrive();
  void stop();
  // What came of it, once it is here from a GPU, against what came of it when it was recorded.
  void compare();
  // What can be done at the end of a replay.
  std::string what_now() const;
  void judge(const World& world);

  Simulation& simulation_;
  WorldCanvas& canvas_;
  FileBrowser& browser_;
  Messages& messages_;
  FrameLoop& loop_;
  const ActionTable& actions_;
  bool showing_ = false;
  bool stopped_ = false;  // at its end
  std::string name_;
  std::uint64_t length_ = 0;                    // steps
  std::uint64_t played_ = 0;                    // of them, from the beginning
  std::optional<std::uint64_t> goal_;           // while it hurries
  std::optional<std::uint64_t> recorded_hash_;  // at its end
  std::unique_ptr<WorldCapture> arriving_;      // the world there
  Speed speed_before_;                          // it hurried
};

}  // namespace repose
