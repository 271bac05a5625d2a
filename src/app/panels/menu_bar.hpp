// The menus. Most items are made from the table of actions.
#pragma once

#include <imgui.h>

#include <functional>
#include <utility>

#include "repose/automaton.hpp"

namespace repose {

class ActionTable;
class CompareView;
class ConfigGallery;
class FileOpener;
class Simulation;
class WorldChoice;
struct Settings;

class MenuBar {
 public:
  MenuBar(Simulation& simulation, CompareView& compare_view, FileOpener& files, Settings& settings,
          const ActionTable& actions, ConfigGallery& configs, WorldChoice& world_choice, std::function<void()> restyle)
      : simulation_(simulation),
        compare_view_(compare_view),
        files_(files),
        settings_(settings),
        actions_(actions),
        configs_(configs),
        world_choice_(world_choice),
        restyle_(std::move(restyle)) {}

  void draw();

 private:
  void recent_files();
  void file_menu();
  void edit_menu();
  void solver_menu();
  void automaton_item(const AutomatonDefinition& automaton);
  void backend_item(Backend backend);
  void parameter_items();
  void simulation_menu();
  void config_items(bool shipped);
  void own_configs();
  void configs_menu();
  void scenes_menu();
  void show_items();
  void compare_items();
  void sun_items();
  void text_size_items();
  void view_menu();
  void help_menu();

  Simulation& simulation_;
  CompareView& compare_view_;
  FileOpener& files_;
  Settings& settings_;
  const ActionTable& actions_;
  ConfigGallery& configs_;
  WorldChoice& world_choice_;
  std::function<void()> restyle_;
};

}  // namespace repose
