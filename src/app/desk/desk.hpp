// The desk: what the parts of the app share. App creates one; every part keeps a reference to it as its only one.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/desk/action_table.hpp"
#include "app/desk/discoveries.hpp"
#include "app/desk/files.hpp"
#include "app/desk/messages.hpp"
#include "app/desk/screen.hpp"
#include "app/desk/settings.hpp"
#include "app/desk/simulation.hpp"
#include "app/desk/sound.hpp"
#include "app/desk/time.hpp"
#include "app/desk/tools.hpp"
#include "app/desk/view.hpp"
#include "app/desk/window.hpp"
#include "platform/page.hpp"
#include "repose/solver.hpp"

namespace repose {

// The options of the app's command line.
struct AppOptions {
  std::optional<Backend> backend;  // empty: gpu on a hardware renderer, else cpu
  bool software = false;           // no GL at all: SDL's own renderer and the cpu backend
  bool go_on = false;              // begin with the world of the window that was closed last, if it was kept
  std::string first_message;       // shown at the start as a warning
  std::string host_facts;          // one sentence for About: what the app runs in
  bool silent = false;             // no sound, and the audio device is not touched
  bool time_startup = false;       // print how long the first moving frame took
  double time_frames = 0;          // measure frames for this many seconds, print the result and end; 0: no
  std::optional<std::filesystem::path> config;
  std::optional<std::filesystem::path> world;  // a world file or a picture
  std::string link;                            // a link that carries a config; empty: none
  int threads = 0;
  // For tests: no settings file is read or written, and the looks do not depend on the machine.
  bool scripted = false;
  bool sounds = false;                 // even if scripted, there is sound
  FrameClock* clock = nullptr;         // null: the system's; must outlive the app
  std::filesystem::path state_folder;  // where worlds are stored; empty: the user's folder; nowhere in scripted runs
  double autosave_seconds = page::autosave_seconds();
  int window_width = 0, window_height = 0;  // 0: as in the last run, else 1280x800
};

class ConfigEditor;
class Dialogs;
class Panels;

// The members are created in this order and destroyed in the opposite one. A part may use every other part, except in
// its constructor.
struct Desk {
  Desk(const AppOptions& options, std::unique_ptr<Screen> screen, Settings settings);
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  Session& session() { return simulation.session(); }

  AppOptions options;
  Settings settings;
  SettingsKeeper settings_keeper;
  FrameLoop loop;
  Messages messages{loop};
  Layout layout;
  std::unique_ptr<Screen> screen;  // never null
  WindowStyle style{*this};
  Registry registry;
  ActionTable actions;
  Simulation simulation;
  PaintBox paint_box{*this};
  Shaker shaker;
  View view{*this};
  SoundPlayer sound;
  Files files;
  Discoveries discoveries;
  Timing timing;
  Pointer pointer{*this};
  CanvasCursor cursor{*this};
  PanelFocus panel_focus{*this};
  StickyModifiers sticky;
  SessionSteps steps{*this};
  WorldPicture picture{*this};

  // The floors above. Null until App has created them, which is before anything can be pressed.
  ConfigEditor* editor = nullptr;
  Dialogs* dialogs = nullptr;
  Panels* panels = nullptr;

  // Requests to the floors above. App sets them.
  std::function<void()> quit;    // while the config editor has unsaved changes, only a second call ends the app
  std::function<void()> cancel;  // closes what is open, or cancels what was begun last
  std::function<void(int line, const std::string& text)> show_config_line;  // in the config editor
  std::function<void(FileRequest)> ask_for_file;
  std::function<void(ConfigProblems)> show_problems;  // without any diagnostics: closes what shows them
};

// The settings file; empty: settings are not stored.
std::filesystem::path settings_file(const AppOptions& options);

}  // namespace repose
