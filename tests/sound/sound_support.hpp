// What tests of the sound share: levels and spectra of stereo buffers, views of worlds.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "sound/synth.hpp"
#include "support.hpp"

namespace repose::test {

inline constexpr int kSampleRate = 48000;

inline std::vector<float> channel(const std::vector<float>& stereo, std::size_t which) {
  std::vector<float> mono;
  mono.reserve(stereo.size() / 2);
  for (std::size_t i = which; i < stereo.size(); i += 2) mono.push_back(stereo[i]);
  return mono;
}

inline double rms(const std::vector<float>& samples) {
  double sum = 0;
  for (const float sample : samples) sum += static_cast<double>(sample) * sample;
  return samples.empty() ? 0 : std::sqrt(sum / static_cast<double>(samples.size()));
}
inline double decibels(double level) { return 20 * std::log10(std::max(level, 1e-9)); }

inline float peak(const std::vector<float>& samples) {
  float highest = 0;
  for (const float sample : samples) highest = std::max(highest, std::abs(sample));
  return highest;
}

// The largest difference of two samples in a row of the same channel.
inline float steepest(const std::vector<float>& stereo) {
  float step = 0;
  for (std::size_t i = 2; i < stereo.size(); ++i) step = std::max(step, std::abs(stereo[i] - stereo[i - 2]));
  return step;
}

// The power around a frequency, by Goertzel's algorithm over blocks of 20 ms.
inline double power_at(const std::vector<float>& mono, double hertz) {
  constexpr std::size_t kBlock = kSampleRate / 50;
  const double turn = 2 * std::cos(2 * std::numbers::pi * hertz / kSampleRate);
  double sum = 0;
  for (std::size_t from = 0; from + kBlock <= mono.size(); from += kBlock) {
    double s1 = 0, s2 = 0;
    for (std::size_t i = from; i < from + kBlock; ++i) {
      const double s0 = mono[i] + turn * s1 - s2;
      s2 = s1;
      s1 = s0;
    }
    sum += s1 * s1 + s2 * s2 - turn * s1 * s2;
  }
  return sum;
}

// The middle of the spectrum in hertz: half of the power is below it.
inline double median_frequency(const std::vector<float>& mono) {
  constexpr double kStep = 100, kHighest = 16000;
  std::vector<double> sums;
  double sum = 0;
  for (double hertz = kStep; hertz < kHighest; hertz += kStep) sums.push_back(sum += power_at(mono, hertz));
  const auto half = std::ranges::lower_bound(sums, sum / 2);
  return kStep * static_cast<double>(half - sums.begin() + 1);
}

// So many thousandths of the view, in one column of tiles, or evenly in all (-1).
inline sound::Activity activity(sound::Event event, float per_mille, int column = -1) {
  sound::Activity made;
  auto& columns = made.of(event);
  if (column >= 0) {
    columns[static_cast<std::size_t>(column)] = per_mille;
  } else {
    columns.fill(per_mille / sound::kTileColumns);
  }
  return made;
}

// Wind so much faster than a light breeze, in one column of tiles, or in all (-1).
inline sound::Activity wind(float speed, int column = -1) {
  sound::Activity made;
  if (column >= 0) {
    made.wind()[static_cast<std::size_t>(column)] = speed;
  } else {
    made.wind().fill(speed);
  }
  return made;
}

inline std::vector<float> render(sound::Synth& synth, double seconds) {
  std::vector<float> stereo(2 * static_cast<std::size_t>(seconds * kSampleRate));
  synth.render(stereo);
  return stereo;
}

}  // namespace repose::test
