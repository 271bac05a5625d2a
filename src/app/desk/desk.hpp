// The desk: what the parts of the app share. App creates one; every part keeps a reference to it as its only one.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/desk/action_table.hpp"
#include "app/desk/app_options.hpp"
#include "app/desk/canvas.hpp"
#include "app/desk/clipping.hpp"
#include "app/desk/compare_view.hpp"
#include "app/desk/files.hpp"
#include "app/desk/inspector.hpp"
#include "app/desk/library.hpp"
#include "app/desk/messages.hpp"
#include "app/desk/minimap.hpp"
#include "app/desk/problem_report.hpp"
#include "app/desk/recording.hpp"
#include "app/desk/replays.hpp"
#include "app/desk/screen.hpp"
#include "app/desk/settings.hpp"
#include "app/desk/simulation.hpp"
#include "app/desk/sound.hpp"
#include "app/desk/time.hpp"
#include "app/desk/tool_preview.hpp"
#include "app/desk/tools.hpp"
#include "app/desk/window.hpp"
#include "app/desk/world_files.hpp"
#include "app/desk/world_picture.hpp"
#include "app/desk/world_turn.hpp"
#include "app/desk/world_views.hpp"

namespace repose {

// All parts of the app that read or write files, except the settings.

struct Desk;

class Files {
 public:
  // Worlds are stored in `autosave_folder` at intervals; empty: they are not.
  Files(Desk& desk, const std::filesystem::path& autosave_folder);

  bool busy() const { return worlds.busy() || recording.busy(); }

  StampLibrary stamps;
  Thumbnails thumbnails;
  Replays replays;
  WorldFiles worlds;
  Recording recording;
  FileOpener opener;
  HeightInjection injection;
};

// The canvas with everything that is drawn over it.
class View {
 public:
  explicit View(Desk& desk);

  // Whether something on the canvas moves without input, or has work in progress.
  bool busy() const { return canvas.busy() || clipping.busy() || compare.busy() || turn.busy(); }

  // The canvas without the names of the two solvers at its upper edge.
  ImVec4 below_header(ImVec4 canvas_rect) const {
    canvas_rect.y += compare.header_height();
    return canvas_rect;
  }

  CompareView compare;
  WorldViews world_views;
  ToolPreview preview;
  WorldCanvas canvas;
  Clipping clipping;
  Inspector inspector;
  Minimap minimap;
  WorldTurn turn;
  PixelPoint shift;  // the picture of the world is drawn this many pixels off its place
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

  AppOptions options;
  Settings settings;
  SettingsKeeper settings_keeper;
  FrameLoop loop;
  Messages messages;
  Layout layout;
  std::unique_ptr<Screen> screen;  // never null
  WindowStyle style;
  Registry registry;
  ActionTable actions;
  Simulation simulation;
  PaintBox paint_box;
  Shaker shaker;
  View view;
  SoundPlayer sound;
  Files files;
  Timing timing;
  Pointer pointer;
  SessionSteps steps;
  WorldPicture picture;

  // The floors above. Null until App has created them, which is before anything can be pressed.
  ConfigEditor* editor = nullptr;
  Dialogs* dialogs = nullptr;
  Panels* panels = nullptr;

  // Requests to the floors above. App sets them.
  std::function<void()>
      quit;  // while the config editor has changes that are not saved, only a second call ends the app
  std::function<void()> cancel;  // closes what is open, or cancels what was begun last
  std::function<void(int line, const std::string& text)> show_config_line;  // in the config editor
  std::function<void(FileRequest)> ask_for_file;
  std::function<void(ConfigProblems)> show_problems;  // without any diagnostics: closes what shows them
  // Shows a card with a sentence and a button for some seconds. An empty text takes the card away.
  std::function<void(std::string text, std::string button, std::function<void()> pressed)> offer;
};

// The settings file; empty: settings are not stored.
std::filesystem::path settings_file(const AppOptions& options);

}  // namespace repose
