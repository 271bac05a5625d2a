// What is chosen by its picture: scenes, configs and stamps, and the question which world to go on with.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/desk/library.hpp"
#include "app/desk/simulation.hpp"
#include "app/desk/time.hpp"
#include "app/ui/dialogs/dialog.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/session.hpp"

namespace repose {

struct Desk;

class SceneGallery final : public Dialog {
 public:
  using Dialog::Dialog;

  void draw() override;

 private:
  bool card(const Scene& scene, float width);
};

// Asks which world to go on with: the present one, or another that suits what a person has just chosen. Used when other
// rules or another automaton are about to run.

// A scene of the menu that needs this config; null if there is none.
const Scene* scene_of_config(const std::filesystem::path& file);

class WorldChoice final : public Dialog {
 public:
  using Dialog::Dialog;

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

  Question question_;
};

// The configs with their contents.
class ConfigGallery final : public Dialog {
 public:
  using Dialog::Dialog;

  // Opens with the configs that exist now.
  void open();
  // Closes the gallery and opens the config; asks which world to go on with.
  void choose(const std::filesystem::path& config);
  void draw() override;
  ConfigLibrary& library() { return library_; }

 private:
  void cards(bool shipped);
  bool card(const ConfigEntry& entry, float width);

  ConfigLibrary library_;
};

// The stamps as pictures: choose, rename, delete.
class StampGallery final : public Dialog {
 public:
  using Dialog::Dialog;

  void open();
  // Opens with the name of that stamp ready to be typed.
  void open_to_name(const std::filesystem::path& file);
  void draw() override;

  // Places a stamp that was not chosen from its card. If that is not possible, shows a message that says why.
  void place(const StampEntry& entry);

 private:
  // A stamp in the form in which the running world would get it.
  struct Shown {
    std::shared_ptr<const Clip> clip;  // null when it cannot be read
    ImTextureID picture = nullptr;
    std::string problem;
  };

  void forget_pictures();
  const Shown& read(const StampEntry& entry);
  // Reads one stamp that has not been read yet; false when all have been. One a frame, so that the window stays
  // responsive.
  bool read_next();
  void cards(bool shipped);
  void card(const StampEntry& entry);
  void picture(const Shown& shown, ImVec2 low, ImVec2 high) const;
  void name_field(const StampEntry& entry);
  void choose(const StampEntry& entry);
  void report(const Status& status);

  std::map<std::filesystem::path, Shown> shown_;
  std::filesystem::path naming_;  // the stamp whose name is being typed; empty: none
  std::string name_;
  bool focus_name_ = false;
};

}  // namespace repose
