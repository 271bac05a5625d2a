// Asks which world to go on with: the present one, or another that suits what a person has just chosen. Used when other
// rules or another automaton are about to run.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "app/dialogs/dialog_stack.hpp"
#include "app/files/thumbnails.hpp"
#include "repose/session.hpp"

namespace repose {

class FileOpener;
class Simulation;

// A scene of the menu that needs this config; null if there is none.
const Scene* scene_of_config(const std::filesystem::path& file);

class WorldChoice final : public Dialog {
 public:
  WorldChoice(FileOpener& files, Simulation& simulation, Thumbnails& thumbnails)
      : files_(files), simulation_(simulation), thumbnails_(thumbnails) {}

  // Opens a config. Asks first, unless the present world is empty, the config has errors, or it runs already.
  void open_config(const std::filesystem::path& config);
  // Runs an automaton. Asks first if it is another one, unless the present world is empty, or an earlier world comes
  // back.
  void run_automaton(std::string_view automaton, Backend backend);
  void draw() override;

 private:
  // What is asked. The functions are called once, after the dialog is closed.
  struct Question {
    std::string title, text;
    const Scene* scene = nullptr;  // offered if there is one
    std::function<void()> open_scene;
    std::string keep_label, keep_text;
    std::function<void()> keep;
    std::function<void()> start_empty;  // may be null: not offered
    bool prefers_other = false;         // Enter takes the scene, or else the empty world
  };

  void ask(Question question);
  void scene_column(float width);
  void keep_column(float width);
  void answer(const std::function<void()>& chosen);

  FileOpener& files_;
  Simulation& simulation_;
  Thumbnails& thumbnails_;
  Question question_;
};

}  // namespace repose
