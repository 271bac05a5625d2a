// Plays what happens in a world. Everything is computed, there are no samples. Equal calls give equal sound. Nothing
// allocates or locks after the construction.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sound/cell_listener.hpp"

namespace repose::sound {

// The random numbers of the sound: reproducible, fast, and never part of a run.
class Noise {
 public:
  explicit Noise(std::uint32_t seed) : state_(seed | 1u) {}

  // Marsaglia, "Xorshift RNGs", 2003.
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }
  float sample() { return static_cast<float>(static_cast<std::int32_t>(next())) * 0x1p-31f; }  // -1..1
  float unit() { return static_cast<float>(next() >> 8) * 0x1p-24f; }                          // 0..1
  float between(float low, float high) { return low + (high - low) * unit(); }
  // The same, with equal shares for equal ratios: for frequencies.
  float between_log(float low, float high) { return low * std::pow(high / low, unit()); }
  // The waiting time between events that happen once per unit of time on average.
  float wait() { return -std::log(1.0f - unit() * 0.999f); }

 private:
  std::uint32_t state_;
};

struct Stereo {
  float left = 0, right = 0;  // gains
};

// The short sounds: grains, bubbles, crackles, thuds. Each begins and ends at zero, so nothing clicks.
class Grains {
 public:
  Grains(int sample_rate, Noise& noise) : rate_(static_cast<float>(sample_rate)), noise_(noise) {}

  void trickle(float place);  // one grain of a powder that lands
  void bubble(float place);   // its pitch rises
  void crackle(float place);  // one crack of a fire: most are faint, some are loud
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
  // Null when too many sound already; then the new one is left out.
  Grain* start(float seconds, float attack_seconds, float gain, float place);
  void excite(Grain& grain, float hertz, float width, float seconds) const;  // width: 1 / Q
  void tone(Grain& grain, float from_hertz, float to_hertz) const;
  void add_noise(Grain& grain, float* left, float* right, int count) const;
  void add_tone(Grain& grain, float* left, float* right, int count) const;

  static constexpr std::size_t kMost = 64;  // that sound at the same time
  std::array<Grain, kMost> grains_;
  std::size_t live_ = 0;  // the first so many sound
  float rate_;
  Noise& noise_;
};

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
  // The continuous sounds: many grains at once, a stream, the flames of a large fire, hissing gas, and wind.
  enum Bed : std::uint8_t { pour, stream, rumble, hiss, wind, kBeds };
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
  void smooth(Bed bed, float seconds);
  void tune_wind(float seconds);
  void add_bed(BedVoice& voice, int frames);
  void rain(RainKind kind, float seconds);

  float rate_;
  Noise noise_;
  Grains grains_;
  std::array<BedVoice, kBeds> beds_;
  float wind_hertz_target_, wind_hertz_;  // the upper end of its band
  std::array<Rain, kRains> rains_;
  float volume_target_ = 0, volume_ = 0;
  bool silent_ = true;
  std::array<float, kBlock> left_{}, right_{};
};

// Hands what is to be heard from the main thread to the thread of the audio device. Neither thread ever waits.
class SoundFeed {
 public:
  // ---- the main thread ----
  void put(const Activity& activity) {
    for (std::size_t row = 0; row < activity.columns.size(); ++row) {
      for (std::size_t i = 0; i < kTileColumns; ++i)
        shares_[row * kTileColumns + i].store(activity.columns[row][i], std::memory_order_relaxed);
    }
    version_.fetch_add(1, std::memory_order_release);
  }
  void put_volume(float volume) { volume_.store(volume, std::memory_order_relaxed); }
  // Dropped when too many wait.
  void put(const Thud& thud) {
    const std::uint32_t end = thuds_end_.load(std::memory_order_relaxed);
    if (end - thuds_begin_.load(std::memory_order_acquire) >= kThuds) return;
    thuds_[end % kThuds] = thud;
    thuds_end_.store(end + 1, std::memory_order_release);
  }
  // Whether the synthesiser was silent after its last buffer, and nothing has been put since.
  bool silent() const { return silent_at_.load(std::memory_order_acquire) == version_.load(std::memory_order_relaxed); }

  // ---- the thread of the device ----
  // Gives the newest state to the synthesiser, then fills the buffer.
  void play(Synth& synth, std::span<float> stereo, float seconds) {
    synth.set_volume(volume_.load(std::memory_order_relaxed));
    const std::uint32_t version = version_.load(std::memory_order_acquire);
    age_ = version == played_ ? age_ + seconds : 0;
    played_ = version;
    synth.set(age_ < kHeldSeconds ? newest() : Activity{});
    std::uint32_t begin = thuds_begin_.load(std::memory_order_relaxed);
    for (; begin != thuds_end_.load(std::memory_order_acquire); ++begin) synth.thud(thuds_[begin % kThuds]);
    thuds_begin_.store(begin, std::memory_order_release);
    synth.render(stereo);
    if (synth.silent()) silent_at_.store(version, std::memory_order_release);
  }

 private:
  Activity newest() const {
    Activity activity;
    for (std::size_t row = 0; row < activity.columns.size(); ++row) {
      for (std::size_t i = 0; i < kTileColumns; ++i)
        activity.columns[row][i] = shares_[row * kTileColumns + i].load(std::memory_order_relaxed);
    }
    return activity;
  }

  static constexpr std::uint32_t kThuds = 8;
  static constexpr float kHeldSeconds = 0.8f;  // nothing is heard any more when the main thread is stuck for longer

  // Single values may be from two calls of put(); every value is smoothed, so that is not heard.
  std::array<std::atomic<float>, (kEventCount + 1) * kTileColumns> shares_{};
  std::atomic<float> volume_{0};
  std::atomic<std::uint32_t> version_{0}, silent_at_{0};
  std::array<Thud, kThuds> thuds_{};  // a ring of one writer and one reader
  std::atomic<std::uint32_t> thuds_begin_{0}, thuds_end_{0};
  std::uint32_t played_ = 0;  // of the thread of the device, as is the next one
  float age_ = 0;             // seconds since the last put()
};

}  // namespace repose::sound
