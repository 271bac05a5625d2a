// Every dialog of the app, and the small ones: about, messages, problem report, new world.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include "app/desk/desk.hpp"
#include "app/ui/dialogs/command_palette.hpp"
#include "app/ui/dialogs/dialog.hpp"
#include "app/ui/dialogs/file_dialogs.hpp"
#include "app/ui/dialogs/galleries.hpp"
#include "app/ui/dialogs/settings.hpp"
#include "app/ui/editor/config_editor.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/session.hpp"

namespace repose {

// The version, and what draws and computes.
class AboutDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void draw() override;
};

// The last messages of the status bar, newest first.
class MessageLog final : public Dialog {
 public:
  using Dialog::Dialog;

  void draw() override;
};

// Asks for the size of a new world, or for another size of the running one.
struct NewWorldForm {
  int width = 640, height = 400;
  bool resize = false;  // keep the content instead of starting empty
  int anchor = static_cast<int>(command::Anchor::bottom);
};

class NewWorldDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  // A new world has the shape of the window at first; resizing begins with the size of the running world.
  void open_for_new() { open(false); }
  void open_for_resize() { open(true); }
  NewWorldForm& form() { return form_; }
  void draw() override;

 private:
  void open(bool resize);

  NewWorldForm form_;
};

// "Report a problem": shows the content of a report, writes it, and shows where it is.
class ProblemReportDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void open();
  // A report is written into a new folder inside this one. Empty: the home folder.
  void set_parent_folder(const std::filesystem::path& folder) { parent_ = folder; }
  // The folder of the report that was written; empty: none was written.
  const std::filesystem::path& folder() const { return folder_; }
  void draw() override;

 private:
  std::string text_;
  std::filesystem::path parent_, folder_;
};

// The config editor's question whether to keep edits.
class EditorQuestion final : public Dialog {
 public:
  using Dialog::Dialog;

  bool is_open() const override { return desk_.editor->asking(); }
  void close() override { desk_.editor->cancel(); }
  void draw() override { desk_.editor->draw_question(); }
};

class Dialogs {
 public:
  explicit Dialogs(Desk& desk);

  bool any_open() const;
  void close_all();
  void draw();

  FileBrowser browser;
  ConfigProblemsDialog problems;
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

 private:
  std::vector<Dialog*> all_;  // later dialogs are drawn over earlier ones
};

}  // namespace repose
