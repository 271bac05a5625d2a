// Every dialog of the app.
#pragma once

#include <functional>

#include "app/dialogs/about.hpp"
#include "app/dialogs/command_palette.hpp"
#include "app/dialogs/config_gallery.hpp"
#include "app/dialogs/dialog_stack.hpp"
#include "app/dialogs/help.hpp"
#include "app/dialogs/message_log.hpp"
#include "app/dialogs/new_world.hpp"
#include "app/dialogs/problem_report.hpp"
#include "app/dialogs/scene_gallery.hpp"
#include "app/dialogs/settings.hpp"
#include "app/dialogs/stamp_gallery.hpp"
#include "app/dialogs/way.hpp"
#include "app/dialogs/world_choice.hpp"
#include "app/editor/config_editor.hpp"
#include "app/files/files.hpp"
#include "app/view/view.hpp"

namespace repose {

// The config editor's question whether to keep edits.
class EditorQuestion final : public Dialog {
 public:
  explicit EditorQuestion(ConfigEditor& editor) : editor_(editor) {}
  bool is_open() const override { return editor_.asking(); }
  void close() override { editor_.cancel(); }
  void draw() override { editor_.draw_question(); }

 private:
  ConfigEditor& editor_;
};

class Dialogs {
 public:
  Dialogs(Simulation& simulation, PaintBox& paint_box, View& view, Files& files, ConfigEditor& editor, Screen& screen,
          Settings& settings, Messages& messages, FrameLoop& loop, ActionTable& actions, std::function<void()> restyle);

  AboutDialog about;
  MessageLog message_log;
  NewWorldDialog new_world;
  SettingsDialog settings;
  HelpDialog help;
  SceneGallery scenes;
  WorldChoice world_choice;
  ConfigGallery configs;
  StampGallery stamps;
  ProblemReportDialog report;
  EditorQuestion editor_question;
  CommandPalette command_palette;
  WayDialog way;
  DialogStack stack;
};

}  // namespace repose
