// The rows of the action table by subject. Each function takes the parts of the app that its actions need; nothing is
// called before the app has been built.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/actions/action_table.hpp"

namespace repose {

class AboutDialog;
class ActionTable;
class Clipping;
class ConfigLinks;
class CommandPalette;
class CompareView;
class ConfigEditor;
class ConfigGallery;
class DialogStack;
class FileOpener;
class HelpDialog;
class Inspector;
class MessageLog;
class Messages;
class NewWorldDialog;
class PaintBox;
class PalettePanel;
class Pointer;
class ProblemReportDialog;
class HeightInjection;
class Recording;
class Replays;
class SceneGallery;
class Screen;
class SettingsDialog;
class Shaker;
class Simulation;
class SoundPlayer;
class StampGallery;
class Tour;
class WindowStyle;
class WorldCanvas;
class WorldFiles;
class WorldTurn;
class WorldViews;
struct Settings;

// Actions on the window itself.
class WindowCommands {
 public:
  virtual ~WindowCommands() = default;
  // Ends the app. While the config editor has changes that are not saved, only a second call ends it.
  virtual void quit() = 0;
  // Saves the next frame as a picture.
  virtual void ask_for_screenshot() = 0;
  // Closes what is open, or cancels what was begun last.
  virtual void cancel() = 0;
};

struct EditRooms {
  Simulation& simulation;
  SettingsDialog& settings_dialog;
};

struct SimulationRooms {
  Simulation& simulation;
  Settings& settings;
  NewWorldDialog& new_world;
  SceneGallery& scenes;
  ConfigGallery& configs;
  WorldTurn& turn;
  Shaker& shaker;
};

struct BrushRooms {
  Simulation& simulation;
  PaintBox& paint_box;
  Settings& settings;
  Messages& messages;
  PalettePanel& elements;
};

struct ToolRooms {
  const Simulation& simulation;
  PaintBox& paint_box;
  WorldCanvas& canvas;
  Messages& messages;
};

struct ViewRooms {
  Simulation& simulation;
  WorldCanvas& canvas;
  WorldViews& world_views;
  CompareView& compare_view;
  Inspector& inspector;
  ConfigEditor& config_editor;
  Pointer& pointer;
  Screen& screen;
  Settings& settings;
  Messages& messages;
  const ActionTable& actions;
  WindowStyle& window;
};

struct SoundRooms {
  SoundPlayer& player;
  Settings& settings;
  Messages& messages;
};

struct FileRooms {
  Simulation& simulation;
  FileOpener& files;
  ConfigLinks& links;
  WorldFiles& world_files;
  Replays& replays;
  Recording& recording;
  HeightInjection& injection;
  WindowCommands& window;
};

struct ClipRooms {
  Clipping& clipping;
  StampGallery& stamps;
  const ActionTable& actions;
};

struct EditorRooms {
  ConfigEditor& config_editor;
};

struct HelpRooms {
  CommandPalette& command_palette;
  DialogStack& dialogs;
  HelpDialog& help;
  SettingsDialog& settings_dialog;
  ProblemReportDialog& report;
  AboutDialog& about;
  MessageLog& message_log;
  Tour& tour;
  WindowCommands& window;
};

std::vector<ActionRow> edit_actions(const EditRooms& rooms);
std::vector<ActionRow> simulation_actions(const SimulationRooms& rooms);
std::vector<ActionRow> brush_actions(const BrushRooms& rooms);
std::vector<ActionRow> tool_actions(const ToolRooms& rooms);
std::vector<ActionRow> view_actions(const ViewRooms& rooms);
std::vector<ActionRow> sound_actions(const SoundRooms& rooms);
std::vector<ActionRow> file_actions(const FileRooms& rooms);
std::vector<ActionRow> selection_actions(const ClipRooms& rooms);
std::vector<ActionRow> placing_actions(const ClipRooms& rooms);
std::vector<ActionRow> editor_actions(const EditorRooms& rooms);
std::vector<ActionRow> help_actions(const HelpRooms& rooms);

// For `why_not`: empty when the action is possible, else the sentence.
inline std::string unless(bool possible, std::string_view sentence) {
  return possible ? std::string() : std::string(sentence);
}

}  // namespace repose
