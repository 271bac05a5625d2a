// World files, `.repose`: everything that a run goes on from. docs/files.md has the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/solver.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

inline constexpr std::string_view kWorldFileSuffix = ".repose";

// What a world file holds.
struct WorldDocument {
  World world;               // the planes that are state
  std::string config;        // the text of the rules, as somebody wrote it
  std::string config_title;  // what they are called: a file name, without the folders of whoever saved it
  std::string automaton;
  std::vector<std::pair<std::string, double>> parameters;  // of the automaton
  std::uint64_t seed = 1;
  std::uint64_t step = 0;
  Bias first_bias = Bias::left;
};

// Whole or not at all: a file that was there before stays until the new one is on disk. `progress` hears, on the same
// thread, what share of the planes is done.
Status write_world_file(const std::filesystem::path& path, const WorldDocument& document,
                        const std::function<void(double share)>& progress = {});

// Whatever the file holds, the answer is a document as it was written or a sentence about what is wrong with the file.
// Sides and planes are sound then; config and automaton are for the session to judge.
Status read_world_file(const std::filesystem::path& path, WorldDocument& document);

// By the first bytes; false for a file that cannot be read.
bool is_world_file(const std::filesystem::path& path);

}  // namespace repose
