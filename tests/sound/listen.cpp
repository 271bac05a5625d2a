// A tool, not part of the suite: writes what scenes sound like as WAV files, with their levels and costs.
//   REPOSE_LISTEN=FOLDER repose_sound_tests "[.listen]"
#include <fmt/format.h>

#include <chrono>
#include <ctime>

#include "repose/session.hpp"
#include "sound/cell_listener.hpp"
#include "sound/event_meter.hpp"
#include "sound_support.hpp"

using namespace repose;
using namespace repose::sound;
using namespace repose::test;

namespace {

void write_wav(const std::filesystem::path& file, const std::vector<float>& stereo) {
  std::ofstream out(file, std::ios::binary);
  const auto u32 = [&](std::uint32_t v) { out.write(reinterpret_cast<const char*>(&v), 4); };
  const auto u16 = [&](std::uint16_t v) { out.write(reinterpret_cast<const char*>(&v), 2); };
  const auto bytes = static_cast<std::uint32_t>(stereo.size() * 2);
  out << "RIFF";
  u32(36 + bytes);
  out << "WAVEfmt ";
  u32(16), u16(1), u16(2), u32(kSampleRate), u32(kSampleRate * 4), u16(4), u16(16);
  out << "data";
  u32(bytes);
  for (const float sample : stereo) u16(static_cast<std::uint16_t>(static_cast<std::int16_t>(sample * 32767)));
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Take {
  std::string scene, element;  // painted in the middle after three seconds, if any
  std::string config = {};
};

void listen_to(const Take& take, const std::filesystem::path& folder) {
  const Registry registry = make_registry();
  SessionOptions options;
  options.sandjs_automaton = "conserving";
  Session session(registry, default_rules(), options);
  if (!take.config.empty()) REQUIRE(session.execute(command::LoadConfigFile{take.config}).ok);
  command::LoadScene load{};
  load.name = take.scene;
  REQUIRE(session.execute(load).ok);
  const KindTable kinds = kinds_of(session.ruleset());
  CellListener listener;
  ThudFinder finder;
  Synth synth(kSampleRate);
  synth.set_volume(0.4f);
  std::vector<float> all;
  std::array<double, kEventCount> sums{};
  double ear = 0, voice = 0;
  int thuds = 0;
  constexpr int kHeard = 300;
  for (int i = 0; i < kHeard; ++i) {
    if (i == 90 && !take.element.empty()) {
      const auto element = session.ruleset().find(take.element);
      REQUIRE(element.has_value());
      const CellPoint middle{session.width() / 2, session.height() / 2};
      command::Paint paint;
      paint.edit = StrokeEdit{middle, middle, 20, BrushShape::round, *element, std::nullopt};
      REQUIRE(session.execute(paint).ok);
    }
    REQUIRE(session.execute(command::Step{2}).ok);
    const double start = cpu_seconds();
    const EventCounts counts = listener.listen(session.view(), {0, 0, session.width(), session.height()}, kinds);
    const Activity activity = activity_of(counts);
    const auto thud = finder.find(counts);
    const double heard = cpu_seconds();
    ear += heard - start;
    for (std::size_t event = 0; event < kEventCount; ++event) {
      for (const float share : activity.columns[event]) sums[event] += share / kHeard;
    }
    synth.set(activity);
    if (thud) synth.thud(*thud), ++thuds;
    const auto part = render(synth, 1.0 / 30);
    voice += cpu_seconds() - heard;
    all.insert(all.end(), part.begin(), part.end());
  }
  const auto second = [&](int from) {
    return decibels(rms({all.begin() + 2 * from * kSampleRate, all.begin() + 2 * (from + 1) * kSampleRate}));
  };
  fmt::print("{:12} {}x{}: powder {:.2f} liquid {:.2f} hiss {:.2f} fire {:.2f} per mille, {} thuds; rms of each second",
             take.scene, session.width(), session.height(), sums[0], sums[1], sums[2], sums[3], thuds);
  for (int i = 0; i < 10; ++i) fmt::print(" {:.0f}", second(i));
  fmt::print("; peak {:.2f}; synth {:.2f} % of a core, ear {:.1f} us a comparison\n", peak(all), 10 * voice,
             1e6 * ear / kHeard);
  write_wav(folder / (take.scene + ".wav"), all);
}

}  // namespace

TEST_CASE("what scenes sound like", "[.listen]") {
  const char* const folder = std::getenv("REPOSE_LISTEN");
  if (folder == nullptr) REPOSE_SKIP("REPOSE_LISTEN names no folder");
  for (const Take& take : {Take{"valley", ""},
                           {"fortress", "fire"},
                           {"volcano", ""},
                           {"hourglass", ""},
                           {"wildfire", "fire"},
                           {"falls", ""},
                           {"acid-works", ""}})
    listen_to(take, folder);
}
