// Plays what happens in a world: trickling and pouring powder, liquids, fire, hissing gas, explosions. Everything is
// computed, there are no samples. Equal calls give equal sound. Nothing allocates or locks after the construction.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sound/activity.hpp"
#include "sound/grains.hpp"
#include "sound/noise.hpp"

namespace repose::sound {

// One side of a band of noise: what is left of white noise between two frequencies.
class NoiseBand {
 public:
  void tune(float low_hertz, float high_hertz, float sample_rate);
  float filter(float white) {
    low_ += low_share_ * (white - low_);
    const float above = white - low_;
    first_ += high_share_ * (above - first_);
    second_ += high_share_ * (first_ - second_);
    return second_ * scale_;
  }
  void rest() { low_ = first_ = second_ = 0; }

 private:
  float low_share_ = 0, high_share_ = 0, scale_ = 1;
  float low_ = 0, first_ = 0, second_ = 0;
};

class Synth {
 public:
  explicit Synth(int sample_rate, std::uint32_t seed = 1);

  // What is heard from now on. Every change is smoothed.
  void set(const Activity& activity);
  void thud(const Thud& thud) {
    grains_.thud(thud.strength, thud.place);
    silent_ = false;
  }
  // 0..1, as a slider shows it; 0 is silence. Changes are smoothed.
  void set_volume(float volume);
  // Fills a buffer of pairs, left then right, each within -1..1.
  void render(std::span<float> stereo);
  // True when render() gives zeros until the next set() or thud().
  bool silent() const { return silent_; }

 private:
  // The continuous sounds: many grains at once, a stream, the flames of a large fire, and hissing gas.
  enum Bed : std::uint8_t { pour, stream, rumble, hiss, kBeds };
  static constexpr int kBlock = 32;  // frames between two changes of the controls

  struct BedVoice {
    NoiseBand left, right;
    Stereo target, gain;                          // without the swell
    float swell = 1, swell_target = 1, wait = 0;  // slow, irregular changes; seconds until the next one
    Stereo played;                                // the gains at the end of the last block
  };
  // Grains that come at random times.
  struct Rain {
    float target = 0, rate = 0;    // a second
    float wait = 1;                // in units of the mean time between two
    Activity::Columns share = {};  // which columns they come from; ascending sums, the last is the total
  };
  enum RainKind : std::uint8_t { trickle, bubbles, crackle, kRains };

  void aim_bed(Bed bed, const Activity::Columns& columns, float level);
  void aim_rain(RainKind kind, const Activity::Columns& columns, float rate);
  void render_block(float* stereo, int frames);
  void smooth(BedVoice& voice, float seconds);
  void add_bed(BedVoice& voice, int frames);
  void rain(RainKind kind, float seconds);
  void note_silence();
  float place_of(const Rain& rain);

  float rate_;
  Noise noise_;
  Grains grains_;
  std::array<BedVoice, kBeds> beds_;
  std::array<Rain, kRains> rains_;
  float volume_target_ = 0, volume_ = 0;
  bool silent_ = true;
  std::array<float, kBlock> left_{}, right_{};
};

}  // namespace repose::sound
