#include "sound/grains.hpp"

#include <algorithm>
#include <numbers>

namespace repose::sound {

namespace {

// The sine of so many turns, 0..1; the error is below 0.2 %.
float sine_of_turns(float turns) {
  const float x = 2 * turns - 1;  // -1..1
  const float y = -4 * x * (1 - std::abs(x));
  return 0.775f * y + 0.225f * y * std::abs(y);
}

// 0 at both ends of a grain, 1 in between.
float window(float age, float length, float attack) {
  const float left = 1 - age / length;
  return std::max(0.0f, left * left) * std::min(1.0f, age / attack);
}

}  // namespace

Stereo pan(float place) {
  constexpr float kQuarterTurn = std::numbers::pi_v<float> / 2, kEdge = 0.08f;
  const float angle = kQuarterTurn * (kEdge + (1 - 2 * kEdge) * std::clamp(place, 0.0f, 1.0f));
  return {std::cos(angle), std::sin(angle)};
}

Grains::Grain* Grains::start(float seconds, float attack_seconds, float gain, float place) {
  if (live_ == kMost) return nullptr;
  Grain& grain = grains_[live_++];
  grain = {};
  grain.length = seconds * rate_;
  grain.attack = attack_seconds * rate_;
  const Stereo sides = pan(place);
  grain.gain = {gain * sides.left, gain * sides.right};
  return &grain;
}

// The resonator is Simper's state variable filter (Cytomic, "Solving the continuous SVF equations using trapezoidal
// integration", 2013).
void Grains::excite(Grain& grain, Resonance resonance, float seconds) const {
  grain.excite = 1;
  grain.decay = std::exp(-1 / (seconds * rate_));
  grain.g = std::tan(std::numbers::pi_v<float> * std::min(resonance.hertz / rate_, 0.45f));
  grain.damping = resonance.width;
}

void Grains::tone(Grain& grain, float from_hertz, float to_hertz) const {
  grain.is_tone = true;
  grain.step = from_hertz / rate_;
  grain.glide = std::pow(to_hertz / from_hertz, 1 / grain.length);
}

void Grains::trickle(float place) {
  const float loud = noise_.unit();
  Grain* const grain = start(noise_.between(0.004f, 0.012f), 0.0006f, 0.45f + 1.5f * loud * loud, place);
  if (grain != nullptr) excite(*grain, {noise_.between_log(2200, 6000), 0.45f}, 0.004f);
}

void Grains::bubble(float place) {
  const float loud = noise_.unit(), from = noise_.between_log(300, 1000);
  Grain* const grain = start(noise_.between(0.03f, 0.09f), 0.004f, 0.18f + 0.6f * loud * loud, place);
  if (grain != nullptr) tone(*grain, from, from * noise_.between(1.15f, 1.6f));
}

void Grains::crackle(float place) {
  constexpr float kDeepShare = 0.15f;
  const float chance = noise_.unit(), loud = chance * chance * chance * chance;
  const bool deep = noise_.unit() < kDeepShare;
  Grain* const grain = start(noise_.between(0.008f, 0.03f), 0.0004f, 0.35f + 6 * loud, place);
  if (grain == nullptr) return;
  excite(*grain, {deep ? noise_.between_log(250, 700) : noise_.between_log(900, 4500), 0.25f}, deep ? 0.002f : 0.0007f);
}

void Grains::thud(float strength, float place) {
  constexpr float kSeconds = 0.75f;
  if (Grain* const body = start(kSeconds, 0.006f, 0.3f + 1.3f * strength, place)) tone(*body, 90, 35);
  if (Grain* const blast = start(0.4f, 0.002f, 1.0f + 5.0f * strength, place)) excite(*blast, {260, 1.4f}, 0.08f);
}

void Grains::add_noise(Grain& grain, float* left, float* right, int count) const {
  const float a1 = 1 / (1 + grain.g * (grain.g + grain.damping)), a2 = grain.g * a1, a3 = grain.g * a2;
  for (int i = 0; i < count; ++i, ++grain.age) {
    const float v3 = noise_.sample() * grain.excite - grain.s2;
    const float band = a1 * grain.s1 + a2 * v3, low = grain.s2 + a2 * grain.s1 + a3 * v3;
    grain.s1 = 2 * band - grain.s1;
    grain.s2 = 2 * low - grain.s2;
    grain.excite *= grain.decay;
    const float value = band * grain.damping * window(grain.age, grain.length, grain.attack);
    left[i] += grain.gain.left * value;
    right[i] += grain.gain.right * value;
  }
}

void Grains::add_tone(Grain& grain, float* left, float* right, int count) const {
  for (int i = 0; i < count; ++i, ++grain.age) {
    const float value = sine_of_turns(grain.phase) * window(grain.age, grain.length, grain.attack);
    grain.phase += grain.step;
    if (grain.phase >= 1) grain.phase -= 1;
    grain.step *= grain.glide;
    left[i] += grain.gain.left * value;
    right[i] += grain.gain.right * value;
  }
}

void Grains::add_to(float* left, float* right, int count) {
  for (std::size_t i = 0; i < live_;) {
    Grain& grain = grains_[i];
    grain.is_tone ? add_tone(grain, left, right, count) : add_noise(grain, left, right, count);
    if (grain.age < grain.length) {
      ++i;
    } else {
      grain = grains_[--live_];
    }
  }
}

}  // namespace repose::sound
