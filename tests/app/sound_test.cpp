// The sound of the running world: what is counted on both kinds of views, and what reaches the audio device.
#include <array>
#include <cmath>

#include "app/desk/action_table.hpp"
#include "app/desk/sound.hpp"
#include "driver.hpp"
#include "scoped_variable.hpp"
#include "sound/cell_listener.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::ScopedVariable;
using repose::test::TemporaryFolder;

namespace {

constexpr int kSampleRate = 48000;

// What SDL's disk driver has written so far, as pairs of floats.
class Tape {
 public:
  Tape() : driver_("SDL_AUDIODRIVER", "disk"), file_("SDL_DISKAUDIOFILE", path()), pace_("SDL_DISKAUDIODELAY", "1") {}

  // The samples that have been written since the last call.
  std::vector<float> listen() {
    std::ifstream in(path(), std::ios::binary | std::ios::ate);
    const auto size = in ? static_cast<std::size_t>(in.tellg()) / (2 * sizeof(float)) * 2 : 0;  // it goes on growing
    std::vector<float> samples(std::max(size, heard_) - heard_);
    in.seekg(static_cast<std::streamoff>(heard_ * sizeof(float)));
    in.read(reinterpret_cast<char*>(samples.data()), static_cast<std::streamsize>(samples.size() * sizeof(float)));
    heard_ += samples.size();
    return samples;
  }
  // The samples of the next so many seconds or more, without what has been written before. Waits for them.
  std::vector<float> listen_for(double seconds) {
    const auto wanted = 2 * static_cast<std::size_t>(seconds * kSampleRate);
    listen();
    std::vector<float> samples;
    while (samples.size() < wanted) {
      SDL_Delay(5);
      const auto more = listen();
      samples.insert(samples.end(), more.begin(), more.end());
    }
    return samples;
  }

 private:
  std::string path() const { return (folder_ / "sound.raw").string(); }

  TemporaryFolder folder_;
  ScopedVariable driver_, file_, pace_;  // one millisecond for each buffer, that is twenty times the true pace
  std::size_t heard_ = 0;
};

double decibels(const std::vector<float>& samples, std::size_t first = 0, std::size_t every = 1) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = first; i < samples.size(); i += every, ++count) sum += double{samples[i]} * samples[i];
  return 10 * std::log10(std::max(sum / std::max<double>(1, static_cast<double>(count)), 1e-18));
}

bool is_silent(const std::vector<float>& samples) {
  return !samples.empty() && std::all_of(samples.begin(), samples.end(), [](float sample) { return sample == 0; });
}

AppOptions with_sound() {
  AppOptions options;
  options.sounds = true;
  options.software = true;
  return options;
}

void pour(Driver& d, int frames) {
  d.point_at(15, 10);
  d.down();
  d.frames(frames);
  d.up();
  d.frames(2);
}

// The loudest tenth of a second of what is heard while frames go on. Of half a second at least: where frames are slower
// than the device, it is silent between them.
std::vector<float> heard_in_frames(Driver& d, Tape& tape) {
  constexpr std::ptrdiff_t kPart = kSampleRate / 5;
  std::vector<float> loudest, part;
  tape.listen();
  for (std::ptrdiff_t heard = 0; heard <= kSampleRate;) {
    d.frames(2);
    SDL_Delay(1);
    const auto more = tape.listen();
    part.insert(part.end(), more.begin(), more.end());
    for (; std::ssize(part) >= kPart; part.erase(part.begin(), part.begin() + kPart), heard += kPart) {
      const std::vector<float> tenth(part.begin(), part.begin() + kPart);
      if (loudest.empty() || decibels(tenth) > decibels(loudest)) loudest = tenth;
    }
  }
  return loudest;
}

std::vector<float> heard_while_pouring(Driver& d, Tape& tape) {
  d.point_at(15, 10);
  d.down();
  d.frames(40);
  const auto samples = heard_in_frames(d, tape);
  d.up();
  d.frames(2);
  return samples;
}

// The same scene on both backends, some steps apart. No area: the whole world.
bool counts_agree(Driver& d, const char* scene, const char* automaton, CellBox area = {}) {
  REQUIRE(d.session().execute(command::LoadScene{.name = scene}).ok);
  REQUIRE(d.session().execute(command::SwitchSolver{automaton, Backend::cpu}).ok);
  REQUIRE(d.session().execute(command::Step{40}).ok);
  if (area.width == 0) area = {0, 0, d.session().width(), d.session().height()};
  const sound::KindTable kinds = sound::kinds_of(d.session().ruleset());
  sound::CellListener memory;
  memory.listen(d.session().view(), area, kinds);
  REQUIRE(d.session().execute(command::SwitchSolver{automaton, Backend::gpu}).ok);
  REQUIRE(d.session().view().texture() != nullptr);
  std::string error;
  const auto textures = GpuListener::create(error);
  INFO(error);
  REQUIRE(textures != nullptr);
  textures->listen(d.session().view(), area, kinds);
  REQUIRE(d.session().execute(command::Step{8}).ok);
  textures->listen(d.session().view(), area, kinds);
  REQUIRE(d.session().execute(command::SwitchSolver{automaton, Backend::cpu}).ok);  // waits for the GPU
  const sound::EventCounts expected = memory.listen(d.session().view(), area, kinds), counted = textures->collect();
  CAPTURE(scene);
  std::uint32_t events = 0;
  for (const auto& tile : expected.tiles) events += tile[0] + tile[1] + tile[2] + tile[3];
  CHECK(events > 0);
  return counted == expected;
}

}  // namespace

TEST_CASE("a world in textures sounds the same as in memory, also where many cells share a texel") {
  Driver d({.backend = Backend::cpu});
  if (!d.draws_with_gl()) REPOSE_SKIP(d.desk().screen->gpu_unavailable());
  d.desk().simulation.set_playing(false);
  d.frames(3);
  CHECK(counts_agree(d, "mixed", "density", {3, 5, 301, 211}));
  CHECK(counts_agree(d, "valley", "conserving"));
  CHECK(counts_agree(d, "valley", "conserving", {111, 37, 333, 200}));
  CHECK(counts_agree(d, "volcano", "elements"));
  CHECK(counts_agree(d, "dam-break", "water"));
  CHECK(counts_agree(d, "avalanche", "sandpile"));
}

TEST_CASE("wind can be heard in a world without cells, and a candle cannot") {
  Tape tape;
  Driver d(with_sound());
  d.empty_world(160, 100);
  d.desk().simulation.set_playing(true);
  REQUIRE(d.session().execute(command::SetParameter{"wind_right", 60}).ok);
  d.frames(90);
  const auto wind = heard_in_frames(d, tape);
  CAPTURE(decibels(wind));
  CHECK(decibels(wind) > -50);
  CHECK(decibels(wind) < -12);
  REQUIRE(d.session().execute(command::SetParameter{"wind_right", 0}).ok);
  d.frames(200);
  tape.listen_for(2);
  d.frames(60);
  CHECK(is_silent(tape.listen_for(0.1)));

  sound::AirListener ear;
  d.fill({80, 90}, {81, 95}, "wax");
  d.fill({80, 88}, {81, 89}, "fire");
  for (int i = 0; i < 40; ++i) {
    REQUIRE(d.session().execute(command::Step{4}).ok);
    sound::Activity heard;
    heard.put_wind(ear.listen(d.session().view().air, {0, 0, 160, 100}).speed);
    CHECK_FALSE(heard.any());
  }
}

TEST_CASE("falling sand can be heard where it falls, a paused world is silent, and a muted one too") {
  Tape tape;
  Driver d(with_sound());
  d.empty_world(160, 100);
  d.desk().paint_box.pick(d.element("sand"));
  d.desk().simulation.set_playing(true);
  const auto falling = heard_while_pouring(d, tape);
  CAPTURE(decibels(falling));
  CHECK(decibels(falling) > -50);
  CHECK(decibels(falling) < -15);
  CHECK(decibels(falling, 0, 2) > decibels(falling, 1, 2) + 3);  // on the left

  d.key(SDLK_SPACE);
  d.frames(30);
  tape.listen_for(1.5);
  d.frames(60);  // now the device is paused
  CHECK(is_silent(tape.listen_for(0.1)));

  d.key(SDLK_SPACE);
  d.key(SDLK_m, KMOD_LCTRL);
  CHECK(d.message() == "The sound is off.");
  d.frames(10);
  tape.listen_for(0.5);
  pour(d, 30);
  CHECK(is_silent(tape.listen_for(0.1)));
  d.key(SDLK_m, KMOD_LCTRL);
  CHECK(decibels(heard_while_pouring(d, tape)) > -60);
}

TEST_CASE("what a person loads is no sound, and the run does not depend on the sound") {
  Tape tape;
  const auto run = [&tape](bool sounds) {
    AppOptions options = with_sound();
    options.sounds = sounds;
    Driver d(options);
    CHECK(d.desk().sound.problem().empty() == sounds);  // scripts make no sound
    d.frames(10);
    d.desk().simulation.set_playing(false);
    d.frames(30);
    if (sounds) tape.listen_for(1.5);  // until the opening scene has faded
    for (const char* scene : {"sandbox", "hourglass"}) {
      d.desk().simulation.load_scene(scene);
      d.frames(20);
    }
    if (sounds) CHECK(is_silent(tape.listen_for(0.3)));
    return d.session().hash();
  };
  const auto hash = run(true);
  CHECK(run(false) == hash);
}

TEST_CASE("the sound is muted from the status bar and made louder in the settings") {
  Tape tape;
  Driver d(with_sound());
  d.click("sound");
  CHECK(d.desk().settings.sound.muted);
  d.click("sound");
  CHECK_FALSE(d.desk().settings.sound.muted);
  d.menu({"Edit", "Settings..."});
  d.click_start_of("settings/volume");
  CHECK(d.desk().settings.sound.volume_percent < 10);
  d.click("settings/mute");
  CHECK(d.desk().settings.sound.muted);
}

TEST_CASE("without an audio device the app runs in silence and says why") {
  const ScopedVariable driver("SDL_AUDIODRIVER", "no such driver");
  Driver d(with_sound());
  d.frames(30);
  CHECK(d.desk().sound.problem().find("No audio device") == 0);
  CHECK(d.desk().actions.why_not(action::mute) == d.desk().sound.problem());
  d.menu({"Edit", "Settings..."});
  CHECK(landmarks().find("settings/no sound").has_value());
  const auto step = d.session().step_count();
  d.key(SDLK_ESCAPE);
  d.frames(30);
  CHECK(d.session().step_count() > step);
}
