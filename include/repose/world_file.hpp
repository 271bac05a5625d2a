// World files, `.repose`: everything that a run continues from. docs/files.md has the format.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "repose/run.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

inline constexpr std::string_view kWorldFileSuffix = ".repose";

// The content of a world file.
struct WorldDocument {
  World world;               // the state planes
  std::string config;        // the text of the rules, as it was written
  std::string config_title;  // its file name, without folders
  RunSettings run;
  std::string acts = {};  // name of the scene whose acts go on (SceneActs); empty: none
  Signs signs = {};
};

// Writes the whole file or nothing. `progress` gets the share that is done, 0 to 1, on the calling thread.
Status write_world_file(const std::filesystem::path& path, const WorldDocument& document,
                        const std::function<void(double share)>& progress = {});

// Which planes an automaton can have, by its name.
using PlanesOfAutomaton = std::function<PlaneSet(std::string_view automaton)>;

// Any file is safe: fails with a sentence about what is wrong. Checks sides and planes. Does not check config and
// automaton; the session does. Planes that the automaton of the file cannot have are checked but not stored; without
// `planes_of` all are stored.
Status read_world_file(const std::filesystem::path& path, WorldDocument& document,
                       const PlanesOfAutomaton& planes_of = {});

// Checks the first bytes. False for a file that cannot be read.
bool is_world_file(const std::filesystem::path& path);

}  // namespace repose
