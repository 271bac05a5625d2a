// The desk: what the parts of the app share. App creates one; every part keeps a reference to it as its only one.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/actions/action_table.hpp"
#include "app/app_options.hpp"
#include "app/files/files.hpp"
#include "app/files/settings.hpp"
#include "app/files/settings_keeper.hpp"
#include "app/frame/frame_loop.hpp"
#include "app/frame/layout.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/frame/timing.hpp"
#include "app/frame/window_style.hpp"
#include "app/frame/world_picture.hpp"
#include "app/input/paint_box.hpp"
#include "app/input/pointer.hpp"
#include "app/simulation/session_steps.hpp"
#include "app/simulation/shaker.hpp"
#include "app/simulation/simulation.hpp"
#include "app/sound/sound_player.hpp"
#include "app/view/view.hpp"

namespace repose {

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
  // Shows a card with a sentence and a button for some seconds. An empty text takes the card away.
  std::function<void(std::string text, std::string button, std::function<void()> pressed)> offer;
};

// The settings file; empty: settings are not stored.
std::filesystem::path settings_file(const AppOptions& options);

}  // namespace repose
