// The audio device, on which a synthesiser plays on a thread of SDL.
#pragma once

#include <SDL.h>

#include <memory>
#include <string>
#include <vector>

#include "sound/sound_feed.hpp"
#include "sound/synth.hpp"

namespace repose {

class AudioDevice {
 public:
  AudioDevice() = default;
  // Fades out.
  ~AudioDevice();
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

  // What is to be heard, also while the device is closed.
  sound::SoundFeed& feed() { return feed_; }

 private:
  static void fill(void* device, Uint8* buffer, int bytes);

  sound::SoundFeed feed_;
  std::unique_ptr<sound::Synth> synth_;  // only used by the thread of the device while it is open
  float seconds_per_frame_ = 0;
  SDL_AudioDeviceID id_ = 0;
  bool playing_ = false;
};

}  // namespace repose
