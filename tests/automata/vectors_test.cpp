// Recordings of the original sand.js, replayed on every cpu-side backend and thread count.
#include <nlohmann/json.hpp>

#include "automata/automaton_support.hpp"
#include "reference_files.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;
namespace fs = std::filesystem;

namespace repose::test::vectors_test {

namespace {

struct Recording {
  std::string name;
  Ruleset ruleset;
  Bias first_bias = Bias::left;
  World initial;
  std::map<std::uint64_t, World> steps;
};

void read_hex(const std::string& hex, std::span<std::uint8_t> bytes) {
  REQUIRE(hex.size() == 2 * bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
  }
}

World read_world(const nlohmann::json& json, int width, int height) {
  World world(width, height);
  world.add(Plane::density);
  read_hex(json.at("index"), world.cells());
  read_hex(json.at("density"), world.bytes(Plane::density));
  return world;
}

Recording read_recording(const fs::path& path) {
  const auto json = nlohmann::json::parse(read_text(path));
  const int width = json.at("width"), height = json.at("height");
  Recording recording;
  recording.name = json.at("name");
  // The original reads some configs that our reader refuses; this test needs the part that the original reads.
  recording.ruleset = *read_config(json.at("config").get<std::string>(), recording.name).ruleset;
  recording.first_bias = json.at("first_bias") == "left" ? Bias::left : Bias::right;
  recording.initial = read_world(json.at("initial"), width, height);
  for (const auto& [step, world] : json.at("steps").items()) {
    recording.steps.emplace(std::stoull(step), read_world(world, width, height));
  }
  return recording;
}

// The density plane computed from the elements, for solvers in which it is not state.
World with_densities(World world, const Ruleset& ruleset) {
  if (world.has(Plane::density)) return world;
  world.add(Plane::density);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    world.bytes(Plane::density)[i] = ruleset.elements[world.cells()[i]].density_byte;
  }
  return world;
}

void replay(const Recording& recording, const SolverEntry& entry, int threads) {
  const auto solver = make_solver(entry, recording.ruleset, recording.initial, threads);
  std::uint64_t done = 0;
  for (const auto& [step, expected] : recording.steps) {
    solver->step(steps(done, step - done, recording.first_bias));
    done = step;
    INFO(recording.name << ", step " << step << ", " << threads << " threads");
    REQUIRE(with_densities(world_of(*solver), recording.ruleset) == expected);
  }
}

void replay_all(Backend backend, std::initializer_list<int> thread_counts) {
  const Registry registry = make_registry();
  for (const fs::path& file : sandjs_recordings()) {
    const Recording recording = read_recording(file);
    for (int threads : thread_counts) replay(recording, *registry.solver("density", backend), threads);
  }
}

}  // namespace

TEST_CASE("the scalar backend replays every recording of sand.js", "[vectors]") { replay_all(Backend::scalar, {1}); }

TEST_CASE("the cpu backend replays every recording of sand.js on 1, 2 and 3 threads", "[vectors]") {
  replay_all(Backend::cpu, {1, 2, 3});
}

}  // namespace repose::test::vectors_test
