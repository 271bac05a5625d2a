// The menus. Most items are made from the table of actions.
#pragma once

#include <imgui.h>

#include <functional>
#include <utility>

namespace repose {

class ActionTable;
class CompareView;
class ConfigGallery;
class FileOpener;
class Simulation;
struct Settings;

class MenuBar {
 public:
  MenuBar(Simulation& simulation, CompareView& compare_view, FileOpener& files, Settings& settings,
          const ActionTable& actions, ConfigGallery& configs, std::function<void()> restyle)
      : simulation_(simulation),
        compare_view_(compare_view),
        files_(files),
        settings_(settings),
        actions_(actions),
        configs_(configs),
        restyle_(std::move(restyle)) {}

  void draw();

 private:
  void recent_files();
  void file_menu();
  void edit_menu();
  void solver_menu();
  void solver_items(const AutomatonDefinition& automaton);
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
  std::function<void()> restyle_;
};

}  // namespace repose
