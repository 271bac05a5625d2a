// The sound of the running world: listens while something can be heard, and plays it. Reads the session only, so that
// no run depends on it. Off without an audio device.
#pragma once

#include <string>

#include "app/sound/audio_device.hpp"
#include "app/sound/ear.hpp"
#include "repose/command.hpp"
#include "sound/event_meter.hpp"

namespace repose {

struct Desk;

class SoundPlayer {
 public:
  // `why_off`: a sentence that says why there is no sound in this run; empty: there is.
  SoundPlayer(Desk& desk, std::string why_off) : desk_(desk), problem_(std::move(why_off)) {
    is_off_ = !problem_.empty();
  }

  // Call once a frame with the time of the app's clock, also while nothing moves. Opens the device when something is
  // heard for the first time.
  void tick(double now);
  void rules_replaced();
  // Call after each command: most of them replace the world, which is no event.
  void command_done(const Command& command);

  // A sentence that says why nothing can be heard; empty if it can, or that is not known yet.
  const std::string& problem() const { return problem_; }

 private:
  bool is_wanted() const;
  CellBox visible_cells(const CellView& view) const;
  void listen(double now);
  void play(const sound::EventCounts& counts, double now);
  bool open_device(double now);
  // Ends everything that sounds, and pauses the device when it is silent.
  void calm(double now);

  Desk& desk_;
  Ear ear_;
  sound::ThudFinder thuds_;
  AudioDevice device_;
  std::string problem_;
  bool is_off_ = false;
  bool sounds_ = false;        // the last activity that was handed over is not silence
  double listened_at_ = -1e9;  // seconds of the app's clock, as are the next ones
  double counted_at_ = -1e9;   // when events were last known
  double heard_at_ = -1e9;     // when something last happened
  double failed_at_ = -1e9;    // when the device could not be opened
  double ticked_at_ = -1e9;    // the last call of tick()
  double painted_at_ = -1e9;
  std::uint64_t step_ = 0;  // of the view that was heard last
};

}  // namespace repose
