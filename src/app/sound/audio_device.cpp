#include "app/sound/audio_device.hpp"

#include <fmt/format.h>

#include <span>

namespace repose {

AudioDevice::~AudioDevice() {
  constexpr Uint32 kPatienceMs = 150, kNapMs = 10;  // a fade takes less
  if (playing_ && !is_lost()) {
    feed_.put_volume(0);
    feed_.put(sound::Activity{});
    for (Uint32 waited = 0; waited < kPatienceMs && !feed_.silent(); waited += kNapMs) SDL_Delay(kNapMs);
  }
  close();
}

std::string AudioDevice::open() {
  const auto problem = [](const char* why) { return fmt::format("No audio device: {}.", why); };
  if (SDL_WasInit(SDL_INIT_AUDIO) == 0 && SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return problem(SDL_GetError());
  // Asks first, because ALSA prints what goes wrong when a device that is not there is opened.
  constexpr int kForOutput = 0;
  if (SDL_GetNumAudioDevices(kForOutput) == 0) return problem("none is connected");
  constexpr int kRate = 48000, kBufferFrames = 1024;  // 21 ms: thuds are not late, and the thread rarely wakes
  SDL_AudioSpec wanted{}, got{};
  wanted.freq = kRate;
  wanted.format = AUDIO_F32SYS;
  wanted.channels = 2;
  wanted.samples = kBufferFrames;
  wanted.callback = fill;
  wanted.userdata = this;
  // The device begins paused, so fill() does not run before the synthesiser exists.
  id_ = SDL_OpenAudioDevice(nullptr, 0, &wanted, &got, SDL_AUDIO_ALLOW_FREQUENCY_CHANGE);
  if (id_ == 0) return problem(SDL_GetError());
  synth_ = std::make_unique<sound::Synth>(got.freq);
  seconds_per_frame_ = 1.0f / static_cast<float>(got.freq);
  return {};
}

void AudioDevice::close() {
  if (id_ != 0) SDL_CloseAudioDevice(id_);  // waits for fill()
  id_ = 0;
  playing_ = false;
}

void AudioDevice::set_playing(bool playing) {
  if (playing == playing_) return;
  playing_ = playing;
  SDL_PauseAudioDevice(id_, playing ? 0 : 1);
}

void AudioDevice::fill(void* device, Uint8* buffer, int bytes) {
  auto& self = *static_cast<AudioDevice*>(device);
  const std::span<float> stereo(reinterpret_cast<float*>(buffer), static_cast<std::size_t>(bytes) / sizeof(float));
  self.feed_.play(*self.synth_, stereo, self.seconds_per_frame_ * static_cast<float>(stereo.size() / 2));
}

}  // namespace repose
