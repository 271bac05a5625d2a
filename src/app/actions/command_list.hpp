// The entries of the command palette: actions, elements, scenes, configs, stamps, solvers, parameters, files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {

class ActionTable;
class ConfigGallery;
class FileOpener;
class PaintBox;
class Simulation;
class StampGallery;
class WorldChoice;
struct Settings;

// The parts of the app that the entries act on.
struct CommandRooms {
  Simulation& simulation;
  PaintBox& paint_box;
  ConfigGallery& configs;
  WorldChoice& world_choice;
  StampGallery& stamps;
  FileOpener& files;
  Settings& settings;
  const ActionTable& actions;
};

struct CommandEntry {
  std::string id;  // the same in every run: "action/undo", "scene/falls"
  std::string title;
  std::string kind;              // "Scene", or the group of an action
  std::string_view other_words;  // names from other programs
  std::string state;             // of switches and parameters: "on", "0.5"; else empty
  std::string keys;              // may be empty
  std::string why_not;           // why it is not possible now; empty: it is possible
  std::optional<Color> color;    // of elements
  // Exactly one of the two is set: the function to run, or the parameter whose value is asked for.
  std::function<void()> run;
  std::optional<ParameterInfo> asks_for;
};

// The list for the current state. Reads the folders of configs and stamps.
std::vector<CommandEntry> command_list(const CommandRooms& rooms);

}  // namespace repose
