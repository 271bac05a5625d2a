// Recordings of the original sand.js, replayed on a solver of density.
#pragma once

#include <catch2/catch.hpp>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>

#include "automata/automaton_support.hpp"
#include "reference_files.hpp"
#include "support.hpp"

namespace repose::test {

struct Recording {
  std::string name;
  Ruleset ruleset;
  Bias first_bias = Bias::left;
  World initial;
  std::map<std::uint64_t, World> steps;
};

inline void read_hex(const std::string& hex, std::span<std::uint8_t> bytes) {
  REQUIRE(hex.size() == 2 * bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
  }
}

inline World read_world(const nlohmann::json& json, int width, int height) {
  World world(width, height);
  world.add(Plane::density);
  read_hex(json.at("index"), world.cells());
  read_hex(json.at("density"), world.bytes(Plane::density));
  return world;
}

inline Recording read_recording(const std::filesystem::path& path) {
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
inline World with_densities(World world, const Ruleset& ruleset) {
  if (world.has(Plane::density)) return world;
  world.add(Plane::density);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    world.bytes(Plane::density)[i] = ruleset.elements[world.cells()[i]].density_byte;
  }
  return world;
}

inline void replay(const Recording& recording, const SolverEntry& entry, int threads) {
  const auto solver = make_solver(entry, recording.ruleset, recording.initial, threads);
  std::uint64_t done = 0;
  for (const auto& [step, expected] : recording.steps) {
    solver->step(steps(done, step - done, recording.first_bias));
    done = step;
    INFO(recording.name << ", step " << step << ", " << threads << " threads");
    REQUIRE(with_densities(world_of(*solver), recording.ruleset) == expected);
  }
}

// Replays every recording on each number of threads.
inline void replay_recordings(const SolverEntry& entry, std::initializer_list<int> thread_counts = {1}) {
  for (const std::filesystem::path& file : sandjs_recordings()) {
    const Recording recording = read_recording(file);
    for (const int threads : thread_counts) replay(recording, entry, threads);
  }
}

}  // namespace repose::test
