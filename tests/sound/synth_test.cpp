#include "sound/synth.hpp"

#include "sound_support.hpp"

using namespace repose;
using namespace repose::sound;
using namespace repose::test;

namespace {

Synth synth_at(float volume) {
  Synth synth(kSampleRate, 7);
  synth.set_volume(volume);
  std::vector<float> settle(kSampleRate / 2);
  synth.render(settle);
  return synth;
}

std::vector<float> played(Event event, float per_mille, double seconds, int column = -1) {
  Synth synth = synth_at(1);
  synth.set(activity(event, per_mille, column));
  render(synth, 0.3);
  return render(synth, seconds);
}

bool all_zero(const std::vector<float>& samples) {
  return std::ranges::all_of(samples, [](float sample) { return sample == 0.0f; });
}

}  // namespace

TEST_CASE("a world in which nothing happens, or has happened a second ago, is exactly silent, and so is volume 0") {
  Synth synth = synth_at(1);
  CHECK(synth.silent());
  CHECK(all_zero(render(synth, 0.5)));
  Activity all;
  for (auto& columns : all.columns) columns.fill(5);
  synth.set(all);
  synth.thud({1, 0.5f});
  CHECK_FALSE(all_zero(render(synth, 0.5)));
  synth.set({});
  render(synth, 1.0);
  CHECK(synth.silent());
  CHECK(all_zero(render(synth, 0.5)));
  synth.set(activity(Event::powder, 5));
  render(synth, 0.3);
  synth.set_volume(0);
  render(synth, 0.6);
  CHECK(synth.silent());
  CHECK(all_zero(render(synth, 0.2)));
  synth.set_volume(0.4f);
  CHECK(rms(render(synth, 0.5)) > 0);
}

TEST_CASE("every kind of event can be heard, and more of it is louder") {
  for (const Event event : {Event::powder, Event::liquid, Event::hiss, Event::fire}) {
    CAPTURE(static_cast<int>(event));
    const double little = decibels(rms(played(event, 0.3f, 1))), much = decibels(rms(played(event, 30, 1)));
    CHECK(little > -60);
    CHECK(much > little + 6);
    CHECK(much > -26);
    CHECK(much < -6);
    CHECK(played(event, 3, 0.5) == played(event, 3, 0.5));
  }
}

TEST_CASE("a trickle is higher than a pour, and hissing is higher than both; a thud is deepest") {
  const double trickle = median_frequency(channel(played(Event::powder, 0.2f, 2), 0));
  const double pour = median_frequency(channel(played(Event::powder, 60, 2), 0));
  const double hiss = median_frequency(channel(played(Event::hiss, 10, 1), 0));
  const double stream = median_frequency(channel(played(Event::liquid, 30, 1), 0));
  Synth synth = synth_at(1);
  synth.thud({1, 0.5f});
  const double thud = median_frequency(channel(render(synth, 0.6), 0));
  CAPTURE(trickle, pour, hiss, stream, thud);
  CHECK(trickle > 2000);
  CHECK(trickle < 6000);
  CHECK(pour < trickle / 1.5);
  CHECK(hiss > 4000);
  CHECK(stream < 1000);
  CHECK(thud < 200);
}

TEST_CASE("what happens on the left is louder on the left") {
  for (const Event event : {Event::powder, Event::liquid, Event::hiss, Event::fire}) {
    CAPTURE(static_cast<int>(event));
    const auto left = played(event, 10, 1, 0), right = played(event, 10, 1, kTileColumns - 1),
               all = played(event, 10, 2);
    CHECK(rms(channel(left, 0)) > 2 * rms(channel(left, 1)));
    CHECK(rms(channel(right, 1)) > 2 * rms(channel(right, 0)));
    CHECK(std::abs(decibels(rms(channel(all, 0))) - decibels(rms(channel(all, 1)))) < 3);
  }
  Synth synth = synth_at(1);
  synth.thud({1, 0});
  const auto thud = render(synth, 0.5);
  CHECK(rms(channel(thud, 0)) > 2 * rms(channel(thud, 1)));
}

TEST_CASE("wind is low, swells slowly, and is louder and higher in a storm") {
  const auto blown = [](float speed, double seconds, int column = -1) {
    Synth synth = synth_at(1);
    synth.set(wind(speed, column));
    render(synth, 1);
    return render(synth, seconds);
  };
  const auto breeze = blown(120, 12), storm = blown(2400, 12);
  const double little = decibels(rms(breeze)), much = decibels(rms(storm));
  CAPTURE(little, much);
  CHECK(little > -60);
  CHECK(much > little + 6);
  CHECK(much > -26);
  CHECK(much < -6);
  const double low = median_frequency(channel(breeze, 0)), high = median_frequency(channel(storm, 0));
  CAPTURE(low, high);
  CHECK(high < 600);
  CHECK(high > 1.3 * low);
  // Parts of a quarter of a second differ, but slowly: no part is far from the next one.
  std::vector<double> parts;
  for (std::size_t from = 0; from + kSampleRate / 2 <= storm.size(); from += kSampleRate / 2)
    parts.push_back(decibels(rms({storm.begin() + static_cast<std::ptrdiff_t>(from),
                                  storm.begin() + static_cast<std::ptrdiff_t>(from + kSampleRate / 2)})));
  for (std::size_t i = 1; i < parts.size(); ++i) CHECK(std::abs(parts[i] - parts[i - 1]) < 6);
  const auto [lowest, highest] = std::ranges::minmax(parts);
  CHECK(highest - lowest > 2.5);
  const auto left = blown(1000, 2, 0);
  CHECK(rms(channel(left, 0)) > 2 * rms(channel(left, 1)));
  Synth calm = synth_at(1);
  calm.set(wind(2400));
  render(calm, 1);
  calm.set({});
  render(calm, 1.5);
  CHECK(calm.silent());
}

// The continuous sounds, because grains are meant to be sudden.
TEST_CASE("nothing clicks when a sound begins, changes, moves to the other side or ends, or when the volume jumps") {
  const auto steady = played(Event::hiss, 40, 1);
  Synth synth = synth_at(1);
  std::vector<float> all;
  const auto add = [&](double seconds) {
    const auto more = render(synth, seconds);
    all.insert(all.end(), more.begin(), more.end());
  };
  for (int i = 0; i < 20; ++i) {
    synth.set(activity(Event::hiss, i % 3 == 0 ? 0.0f : 40.0f, i % 2 == 0 ? 0 : kTileColumns - 1));
    synth.set_volume(i % 5 == 4 ? 0.0f : 1.0f);
    add(0.05);
  }
  synth.set({});
  add(1.5);
  CHECK(all.back() == 0.0f);
  // On one side alone it is louder by 3 dB than on both.
  CHECK(steepest(all) < 1.6f * steepest(steady));
}

TEST_CASE("all sounds at once at full volume do not clip") {
  Synth synth = synth_at(1);
  Activity all;
  for (auto& columns : all.columns) columns.fill(60);
  float highest = 0;
  for (int i = 0; i < 30; ++i) {
    synth.set(all);
    synth.thud({1, 0.5f});
    highest = std::max(highest, peak(render(synth, 0.1)));
  }
  CHECK(highest <= 1.0f);
  CHECK(highest > 0.5f);
  Synth calm = synth_at(0.4f);  // in which an explosion is clearly louder
  calm.set(activity(Event::powder, 1));
  render(calm, 0.5);
  const double before = rms(render(calm, 1));
  calm.thud({1, 0.5f});
  CHECK(decibels(rms(render(calm, 0.3))) > decibels(before) + 9);
}

TEST_CASE("the crackle of a fire is irregular") {
  // In 20 ms parts: as many faint ones as loud ones would be a noise; equal ones would be a beat.
  const auto fire = channel(played(Event::fire, 1, 4), 0);
  std::vector<double> parts;
  for (std::size_t from = 0; from + kSampleRate / 50 <= fire.size(); from += kSampleRate / 50)
    parts.push_back(rms({fire.begin() + static_cast<std::ptrdiff_t>(from),
                         fire.begin() + static_cast<std::ptrdiff_t>(from + kSampleRate / 50)}));
  std::ranges::sort(parts);
  CHECK(parts[parts.size() * 98 / 100] > 4 * parts[parts.size() / 2]);
}

TEST_CASE("the sound ends by itself when the main thread is stuck") {
  Synth synth(kSampleRate);
  SoundFeed feed;
  feed.put_volume(1);
  std::vector<float> stereo(2048);
  const float seconds = static_cast<float>(stereo.size()) / 2 / kSampleRate;
  const auto play = [&](double duration) {
    double loudest = 0;
    for (double t = 0; t < duration; t += seconds) {
      feed.play(synth, stereo, seconds);
      loudest = std::max(loudest, rms(stereo));
    }
    return loudest;
  };
  CHECK(feed.silent());
  feed.put(Thud{1, 0.5f});
  feed.put(activity(Event::powder, 5));
  CHECK_FALSE(feed.silent());
  CHECK(play(0.5) > 0.05);
  CHECK_FALSE(feed.silent());
  play(2);
  CHECK(rms(stereo) == 0);
  CHECK(feed.silent());
}
