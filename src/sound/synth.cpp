#include "sound/synth.hpp"

#include <algorithm>
#include <numbers>

namespace repose::sound {

namespace {

// Time constants of changes: a sound begins at once and fades within 150 ms to a fifth.
constexpr float kAttackSeconds = 0.02f, kReleaseSeconds = 0.09f, kVolumeSeconds = 0.03f;
constexpr float kInaudible = 1e-4f;  // of full scale: quieter sounds end

// The wind is noise between these frequencies; the upper one is higher in a storm.
constexpr float kWindLow = 60, kWindHigh = 170, kStormHigh = 620;

// Equal power at every place, 0 left .. 1 right. The sides are not quite silent, which is easier to listen to.
Stereo pan(float place) {
  constexpr float kQuarterTurn = std::numbers::pi_v<float> / 2, kEdge = 0.08f;
  const float angle = kQuarterTurn * (kEdge + (1 - 2 * kEdge) * std::clamp(place, 0.0f, 1.0f));
  return {std::cos(angle), std::sin(angle)};
}

// The share of the distance to its target that a value moves in `seconds`.
float moved(float seconds, float constant) { return 1 - std::exp(-seconds / constant); }

void approach(float& value, float target, float rise, float fall) {
  value += (target - value) * (target > value ? rise : fall);
  if (target == 0 && value < kInaudible) value = 0;
}

// 0..1: half at `half`.
float saturated(float amount, float half) { return amount / (amount + half); }

float sum_of(const Activity::Columns& columns) {
  float sum = 0;
  for (const float share : columns) sum += share;
  return sum;
}

// Linear up to half of full scale; never reaches full scale.
float limited(float x) {
  constexpr float kKnee = 0.5f, kRoom = 0.48f;
  const float size = std::abs(x);
  if (size <= kKnee) return x;
  return std::copysign(kKnee + kRoom * std::tanh((size - kKnee) / kRoom), x);
}

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

// The scale makes bands of every width equally strong.
void NoiseBand::tune(float low_hertz, float high_hertz, float sample_rate) {
  const auto share = [sample_rate](float hertz) {
    return 1 - std::exp(-2 * std::numbers::pi_v<float> * hertz / sample_rate);
  };
  low_share_ = share(low_hertz);
  high_share_ = share(high_hertz);
  scale_ = 0.7f * std::sqrt(sample_rate / 2 / (high_hertz - low_hertz));
}

Synth::Synth(int sample_rate, std::uint32_t seed)
    : rate_(static_cast<float>(sample_rate)),
      noise_(seed),
      grains_(sample_rate, noise_),
      wind_hertz_target_(kWindHigh),
      wind_hertz_(kWindHigh) {
  // Hertz.
  constexpr float kBands[kBeds][2] = {{180, 1500}, {90, 520}, {45, 140}, {3200, 9000}, {kWindLow, kWindHigh}};
  for (int bed = 0; bed < kBeds; ++bed) {
    beds_[bed].left.tune(kBands[bed][0], kBands[bed][1], rate_);
    beds_[bed].right.tune(kBands[bed][0], kBands[bed][1], rate_);
  }
}

void Synth::set_volume(float volume) {
  volume = std::clamp(volume, 0.0f, 1.0f);
  volume_target_ = volume * std::sqrt(volume);  // even steps of the slider sound like even steps
  if (volume_target_ != volume_) silent_ = false;
}

// The numbers are set by ear and by the levels that the tests measure. Amounts are thousandths of the view: a thin
// trickle is about 0.1, a brush that pours 2, an avalanche 30.
void Synth::set(const Activity& activity) {
  const auto& powder = activity.of(Event::powder);
  const auto& liquid = activity.of(Event::liquid);
  const auto& fire = activity.of(Event::fire);
  const auto& gas = activity.of(Event::hiss);
  const float grains = sum_of(powder), drops = sum_of(liquid), flames = sum_of(fire), vapour = sum_of(gas);
  constexpr float kPourFrom = 0.6f;  // fewer grains are heard one by one
  aim_rain(trickle, powder, 240 * saturated(grains, 1));
  aim_bed(pour, powder, 0.6f * saturated(std::max(0.0f, grains - kPourFrom), 10));
  aim_rain(bubbles, liquid, 40 * saturated(drops, 2.5f));
  aim_bed(stream, liquid, 0.65f * saturated(drops, 12));
  aim_rain(crackle, fire, 70 * saturated(flames, 1.5f));
  aim_bed(rumble, fire, 0.55f * saturated(flames, 12));
  aim_bed(hiss, gas, 0.45f * saturated(vapour, 0.8f));
  const float speed = sum_of(activity.wind()) / kTileColumns;  // a wind of 100 is 2400
  aim_bed(wind, activity.wind(), 0.6f * saturated(speed, 1200));
  if (speed > 0) wind_hertz_target_ = kWindHigh + (kStormHigh - kWindHigh) * saturated(speed, 2400);
  if (activity.any()) silent_ = false;
}

// Each column has the power of its share, at its place.
void Synth::aim_bed(Bed bed, const Activity::Columns& columns, float level) {
  Stereo power;
  const float sum = sum_of(columns);
  for (int i = 0; sum > 0 && i < kTileColumns; ++i) {
    const Stereo sides = pan((static_cast<float>(i) + 0.5f) / kTileColumns);
    const float share = columns[static_cast<std::size_t>(i)] / sum;
    power.left += share * sides.left * sides.left;
    power.right += share * sides.right * sides.right;
  }
  beds_[bed].target = {level * std::sqrt(power.left), level * std::sqrt(power.right)};
}

void Synth::aim_rain(RainKind kind, const Activity::Columns& columns, float rate) {
  Rain& rain = rains_[kind];
  rain.target = rate;
  if (rate == 0) return;  // the last grains come from where they came before
  float sum = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) rain.share[i] = sum += columns[i];
}

void Synth::render(std::span<float> stereo) {
  float* to = stereo.data();
  for (auto frames = static_cast<int>(stereo.size() / 2); frames > 0; frames -= kBlock) {
    const int count = std::min(frames, kBlock);
    if (silent_) {
      std::fill_n(to, 2 * count, 0.0f);
    } else {
      render_block(to, count);
    }
    to += 2 * count;
  }
}

void Synth::render_block(float* stereo, int frames) {
  const float seconds = static_cast<float>(frames) / rate_;
  left_.fill(0);
  right_.fill(0);
  tune_wind(seconds);
  for (const Bed bed : {pour, stream, rumble, hiss, wind}) {
    smooth(bed, seconds);
    add_bed(beds_[bed], frames);
  }
  for (const RainKind kind : {trickle, bubbles, crackle}) rain(kind, seconds);
  grains_.add_to(left_.data(), right_.data(), frames);
  const float from = volume_;
  approach(volume_, volume_target_, moved(seconds, kVolumeSeconds), moved(seconds, kVolumeSeconds));
  const float change = (volume_ - from) / static_cast<float>(frames);
  for (int i = 0; i < frames; ++i) {
    const float gain = from + change * static_cast<float>(i + 1);
    stereo[2 * i] = limited(gain * left_[static_cast<std::size_t>(i)]);
    stereo[2 * i + 1] = limited(gain * right_[static_cast<std::size_t>(i)]);
  }
  const auto rests = [](const BedVoice& voice) {
    return voice.played.left == 0 && voice.played.right == 0 && voice.target.left == 0 && voice.target.right == 0;
  };
  const auto is_dry = [](const Rain& rain) { return rain.rate == 0 && rain.target == 0; };
  const bool quiet = grains_.silent() && std::ranges::all_of(beds_, rests) && std::ranges::all_of(rains_, is_dry);
  silent_ = quiet || (volume_ == 0 && volume_target_ == 0);
}

// The pitch of the wind rises and falls with its swell.
void Synth::tune_wind(float seconds) {
  constexpr float kSeconds = 0.5f;
  BedVoice& voice = beds_[wind];
  const float before = wind_hertz_, target = wind_hertz_target_ * (0.6f + 0.4f * voice.swell);
  approach(wind_hertz_, target, moved(seconds, kSeconds), moved(seconds, kSeconds));
  if (wind_hertz_ == before || (voice.gain.left == 0 && voice.gain.right == 0)) return;
  voice.left.tune(kWindLow, wind_hertz_, rate_);
  voice.right.tune(kWindLow, wind_hertz_, rate_);
}

void Synth::smooth(Bed bed, float seconds) {
  struct Swell {
    float least, shortest, longest;  // of full gain; seconds until it changes
    float seconds;                   // time constant of a change
  };
  constexpr Swell kUsual{0.65f, 0.15f, 0.7f, 0.35f}, kOfWind{0.4f, 0.8f, 2.5f, 0.8f};
  const Swell& swell = bed == wind ? kOfWind : kUsual;
  BedVoice& voice = beds_[bed];
  const float rise = moved(seconds, kAttackSeconds), fall = moved(seconds, kReleaseSeconds);
  approach(voice.gain.left, voice.target.left, rise, fall);
  approach(voice.gain.right, voice.target.right, rise, fall);
  if (voice.gain.left == 0 && voice.gain.right == 0) return;
  if ((voice.wait -= seconds) <= 0) {
    voice.wait = noise_.between(swell.shortest, swell.longest);
    voice.swell_target = noise_.between(swell.least, 1);
  }
  approach(voice.swell, voice.swell_target, moved(seconds, swell.seconds), moved(seconds, swell.seconds));
}

void Synth::add_bed(BedVoice& voice, int frames) {
  const Stereo to{voice.gain.left * voice.swell, voice.gain.right * voice.swell};
  Stereo& at = voice.played;
  if (to.left == 0 && to.right == 0 && at.left == 0 && at.right == 0) return;
  const float step = 1 / static_cast<float>(frames);
  const Stereo change{(to.left - at.left) * step, (to.right - at.right) * step};
  for (int i = 0; i < frames; ++i) {
    at.left += change.left;
    at.right += change.right;
    left_[static_cast<std::size_t>(i)] += at.left * voice.left.filter(noise_.sample());
    right_[static_cast<std::size_t>(i)] += at.right * voice.right.filter(noise_.sample());
  }
  at = to;
  if (to.left != 0 || to.right != 0) return;
  voice.left.rest();
  voice.right.rest();
}

void Synth::rain(RainKind kind, float seconds) {
  Rain& rain = rains_[kind];
  constexpr float kLeastRate = 0.5f;  // a second
  rain.rate += (rain.target - rain.rate) * moved(seconds, rain.target > rain.rate ? kAttackSeconds : kReleaseSeconds);
  if (rain.target == 0 && rain.rate < kLeastRate) rain.rate = 0;
  for (rain.wait -= rain.rate * seconds; rain.wait <= 0; rain.wait += noise_.wait()) {
    const float drawn = noise_.unit() * rain.share.back();
    const auto column = std::upper_bound(rain.share.begin(), rain.share.end() - 1, drawn) - rain.share.begin();
    const float place = (static_cast<float>(column) + noise_.unit()) / kTileColumns;
    switch (kind) {
      case trickle: grains_.trickle(place); break;
      case bubbles: grains_.bubble(place); break;
      default: grains_.crackle(place);
    }
  }
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
void Grains::excite(Grain& grain, float hertz, float width, float seconds) const {
  grain.excite = 1;
  grain.decay = std::exp(-1 / (seconds * rate_));
  grain.g = std::tan(std::numbers::pi_v<float> * std::min(hertz / rate_, 0.45f));
  grain.damping = width;
}

void Grains::tone(Grain& grain, float from_hertz, float to_hertz) const {
  grain.is_tone = true;
  grain.step = from_hertz / rate_;
  grain.glide = std::pow(to_hertz / from_hertz, 1 / grain.length);
}

void Grains::trickle(float place) {
  const float loud = noise_.unit();
  Grain* const grain = start(noise_.between(0.004f, 0.012f), 0.0006f, 0.45f + 1.5f * loud * loud, place);
  if (grain != nullptr) excite(*grain, noise_.between_log(2200, 6000), 0.45f, 0.004f);
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
  excite(*grain, deep ? noise_.between_log(250, 700) : noise_.between_log(900, 4500), 0.25f, deep ? 0.002f : 0.0007f);
}

void Grains::thud(float strength, float place) {
  constexpr float kSeconds = 0.75f;
  if (Grain* const body = start(kSeconds, 0.006f, 0.3f + 1.3f * strength, place)) tone(*body, 90, 35);
  if (Grain* const blast = start(0.4f, 0.002f, 1.0f + 5.0f * strength, place)) excite(*blast, 260, 1.4f, 0.08f);
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
