// The short sounds: grains, bubbles, crackles, thuds. Each begins and ends at zero, so nothing clicks.
#pragma once

#include <array>
#include <cstddef>

#include "sound/noise.hpp"

namespace repose::sound {

// Gains of the two channels.
struct Stereo {
  float left = 0, right = 0;
};
// Equal power at every place, 0 left .. 1 right. The sides are not quite silent, which is easier to listen to.
Stereo pan(float place);

class Grains {
 public:
  Grains(int sample_rate, Noise& noise) : rate_(static_cast<float>(sample_rate)), noise_(noise) {}

  // One grain of a powder that lands.
  void trickle(float place);
  // One bubble, whose pitch rises.
  void bubble(float place);
  // One crack of a fire: most are faint, some are loud.
  void crackle(float place);
  void thud(float strength, float place);

  // Adds all grains that sound. `count`: at most the size of both.
  void add_to(float* left, float* right, int count);
  bool silent() const { return live_ == 0; }

 private:
  // Either noise through a resonator, or a sine whose pitch changes.
  struct Grain {
    bool is_tone = false;
    Stereo gain;
    float age = 0, length = 0, attack = 0;     // in samples
    float phase = 0, step = 0, glide = 1;      // of a tone: in turns, turns a sample, factor a sample
    float excite = 0, decay = 1;               // of noise: level of what excites the resonator, factor a sample
    float g = 0, damping = 0, s1 = 0, s2 = 0;  // of the resonator
  };
  struct Resonance {
    float hertz, width;  // width: 1 / Q
  };

  // Null when too many sound already; then the new one is left out.
  Grain* start(float seconds, float attack_seconds, float gain, float place);
  void excite(Grain& grain, Resonance resonance, float seconds) const;
  void tone(Grain& grain, float from_hertz, float to_hertz) const;
  void add_noise(Grain& grain, float* left, float* right, int count) const;
  void add_tone(Grain& grain, float* left, float* right, int count) const;

  static constexpr std::size_t kMost = 64;  // that sound at the same time
  std::array<Grain, kMost> grains_;
  std::size_t live_ = 0;  // the first so many sound
  float rate_;
  Noise& noise_;
};

}  // namespace repose::sound
