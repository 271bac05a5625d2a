// Everything there is to do, as one list to be searched: actions, elements, scenes, configs, stamps, solvers,
// parameters, files.
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
class WorldViews;
struct Settings;

// What the entries act on.
struct CommandRooms {
  Simulation& simulation;
  PaintBox& paint_box;
  WorldViews& world_views;
  ConfigGallery& configs;
  StampGallery& stamps;
  FileOpener& files;
  Settings& settings;
  const ActionTable& actions;
};

struct CommandEntry {
  std::string id;  // the same in every run: "action/undo", "scene/falls"
  std::string title;
  std::string kind;              // "Scene", or the group of an action
  std::string_view other_words;  // what other programs call it
  std::string state;             // what is so now, for what is set; may be empty: "on", "0.5"
  std::string keys;              // may be empty
  std::string why_not;           // a sentence about why it cannot be done now; empty: it can
  std::optional<Color> color;    // of elements
  // One of the two: what is done, or the parameter that a number is asked for.
  std::function<void()> run;
  std::optional<ParameterInfo> asks_for;
};

// As things are now. Looks into the folders of configs and stamps.
std::vector<CommandEntry> command_list(const CommandRooms& rooms);

}  // namespace repose
