// The sound of the app: listens to the visible world and plays what it hears.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "gl/read_back.hpp"
#include "repose/cell_view.hpp"
#include "repose/command.hpp"
#include "sound/cell_listener.hpp"
#include "sound/synth.hpp"

namespace repose {

struct Desk;

class AudioDevice {
 public:
  AudioDevice() = default;
  ~AudioDevice();  // fades out
  AudioDevice(const AudioDevice&) = delete;
  AudioDevice& operator=(const AudioDevice&) = delete;

  // Opens the default device, paused. Returns a sentence that says why not; empty after success. Can take some
  // milliseconds. Precondition: not open.
  std::string open();
  void close();
  bool is_open() const { return id_ != 0; }
  // Whether the device is gone: unplugged, or its sound server has ended.
  bool is_lost() const { return is_open() && SDL_GetAudioDeviceStatus(id_) == SDL_AUDIO_STOPPED; }
  // A device that does not play takes no time of the synthesiser. Precondition: open.
  void set_playing(bool playing);
  bool is_playing() const { return playing_; }
  sound::SoundFeed& feed() { return feed_; }  // what is to be heard, also while the device is closed

 private:
  static void fill(void* device, Uint8* buffer, int bytes);

  sound::SoundFeed feed_;
  std::unique_ptr<sound::Synth> synth_;  // only used by the thread of the device while it is open
  float seconds_per_frame_ = 0;
  SDL_AudioDeviceID id_ = 0;
  bool playing_ = false;
};

// Counts what happens in a view in textures, the same as sound::CellListener. Reads 2 KiB back asynchronously, so the
// counts come some frames later and no frame waits.
class GpuListener {
 public:
  // Null, with a sentence, if the shaders do not work here. The context must be current whenever it is used.
  static std::unique_ptr<GpuListener> create(std::string& error);

  // As CellListener::listen, but the events are collected later. Preconditions: a view in textures, and the area is not
  // empty.
  void listen(const CellView& view, const CellBox& area, const sound::KindTable& kinds);
  // The events of all calls of listen() that have arrived since the last call. `samples` is 0 if none have.
  sound::EventCounts collect();
  void forget();  // discards also pending results

 private:
  // What the shaders read.
  enum class Source : std::int32_t { elements, packed, amounts };

  GpuListener(Program samples, Program events);
  static Program load(const char* vertex, const char* fragment, std::string& error);
  static void set_source(const Program& program, const CellView& view, Plane plane, const sound::HearingGrid& grid);

  Program samples_program_, events_program_;
  GlVertexArray no_vertices_;
  Canvas before_;  // a texel a sample
  AsyncCounts counts_;
  sound::HearingGrid grid_;  // of `before_`, of a plane in a world of that size
  Plane plane_ = Plane::cells;
  int width_ = 0, height_ = 0;
  // Samples compared: since the last request, and of the pending copy.
  std::uint32_t compared_ = 0, asked_ = 0;
};

// The sound of the running world: listens while something can be heard, and plays it. Reads the session only, so that
// no run depends on it. Off without an audio device.
class SoundPlayer {
 public:
  // `why_off`: a sentence that says why there is no sound in this run; empty: there is.
  SoundPlayer(Desk& desk, std::string why_off) : desk_(desk), problem_(std::move(why_off)) {
    is_off_ = !problem_.empty();
  }

  // Call once a frame, also while nothing moves. Opens the device when something is heard for the first time.
  void tick(double now);
  void rules_replaced();
  // Call after each command: most of them replace the world, which is no event.
  void command_done(const Command& command);

  // A sentence that says why nothing can be heard; empty if it can, or that is not known yet.
  const std::string& problem() const { return problem_; }

 private:
  bool is_wanted() const;
  void listen(double now);
  // What has happened since the last call. Empty if that is not known: the world has not changed, is another one, or
  // its GPU has not answered yet. `area`: the visible cells. Costs at most 65 536 comparisons, and never waits.
  std::optional<sound::EventCounts> count_events(const CellView& view, const CellBox& area);
  void calm(double now);  // ends everything that sounds, and pauses the device when it is silent
  void forget_heard();    // for another world

  Desk& desk_;
  sound::KindTable kinds_{};
  sound::CellListener memory_;
  sound::AirListener air_;
  std::unique_ptr<GpuListener> textures_;  // created when first needed
  bool textures_failed_ = false;
  std::uint64_t generation_ = 0;  // of the view that was heard last; 0: none
  sound::ThudFinder thuds_;
  sound::Activity events_;              // as last counted, without the wind
  sound::Activity::Columns wind_ = {};  // as last heard, see HeardAir::speed
  std::optional<sound::Thud> thud_;     // that is to be played
  AudioDevice device_;
  std::string problem_;
  bool is_off_ = false;
  bool sounds_ = false;        // the last activity that was handed over is not silence
  double listened_at_ = -1e9;  // seconds of the app's clock, as are the next ones
  double counted_at_ = -1e9;   // when events were last known
  double ran_at_ = -1e9;       // when the world had made steps
  double heard_at_ = -1e9;     // when something last happened
  double failed_at_ = -1e9;    // when the device could not be opened
  double ticked_at_ = -1e9;    // the last call of tick()
  double painted_at_ = -1e9;
  std::uint64_t step_ = 0;  // of the view that was heard last
};

}  // namespace repose
