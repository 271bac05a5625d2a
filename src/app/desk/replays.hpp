// Replays in the app: shows one, and saves the last minutes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/desk/time.hpp"
#include "repose/world_capture.hpp"

namespace repose {

struct Desk;

class World;

class Replays {
 public:
  explicit Replays(Desk& desk) : desk_(desk) {}

  // Opens a replay and plays it from its beginning. On failure shows a message and returns false.
  bool open(const std::filesystem::path& path);
  void ask_where_to_save();
  void ask_where_to_share();

  // True until it is left, or until a command changes the world.
  bool showing() const { return showing_; }
  const std::string& name() const { return name_; }
  double seconds_at(std::uint64_t position) const;
  // Its end, as a position of the time line.
  std::uint64_t length() const { return length_; }
  double now_seconds() const;
  bool ended() const;
  // How many of `steps` may be taken: not beyond its end, nor beyond the goal of hurry_to().
  std::uint64_t within(std::uint64_t steps) const;

  void play_again();
  // Plays to that position as fast as possible, from the nearest stored world before it. Pausing stops it.
  void hurry_to(std::uint64_t position);
  // Goes to another position of the time line. If no world is stored near it, plays the replay up to it.
  void seek(std::uint64_t position);
  // The goal of hurry_to(), until it is reached.
  std::optional<std::uint64_t> goal() const { return goal_; }
  // Stops hurrying. False if there was nothing to stop.
  bool cancel();
  // Stops showing it. The rest of it remains on the time line and can be played like any past.
  void leave();
  // Call once a frame, after the steps.
  void tick();

 private:
  bool is_on_line() const;
  void stop_hurrying();
  void arrive();
  void stop();
  // Compares the world at the end with the recorded hash, when the world has arrived from a GPU.
  void compare();
  // What the user can do at the end of a replay, as a sentence.
  std::string what_now() const;
  void judge(const World& world);

  Desk& desk_;
  bool showing_ = false;
  bool stopped_ = false;  // at its end
  std::string name_;
  std::uint64_t length_ = 0;                    // steps
  std::optional<std::uint64_t> goal_;           // while hurry_to() is in progress
  std::optional<std::uint64_t> recorded_hash_;  // of the world at its end
  std::unique_ptr<WorldCapture> arriving_;      // the world there
  Speed speed_before_;                          // the speed before hurry_to()
};

}  // namespace repose
