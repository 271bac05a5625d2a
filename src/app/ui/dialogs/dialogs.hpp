// Every dialog of the app, and the small ones: about, messages, problem report, new world.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include "app/desk/canvas.hpp"
#include "app/desk/desk.hpp"
#include "app/desk/messages.hpp"
#include "app/desk/problem_report.hpp"
#include "app/desk/screen.hpp"
#include "app/desk/simulation.hpp"
#include "app/ui/dialogs/command_palette.hpp"
#include "app/ui/dialogs/file_dialogs.hpp"
#include "app/ui/dialogs/galleries.hpp"
#include "app/ui/dialogs/settings.hpp"
#include "app/ui/editor/config_editor.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/session.hpp"

namespace repose {

struct Desk;

// The version, and what draws and computes.

class AboutDialog final : public Dialog {
 public:
  explicit AboutDialog(Desk& desk) : desk_(desk) {}

  void open() { open_ = true; }
  // One sentence about what the app runs in; empty: nothing to say.
  void set_host(std::string facts) { host_ = std::move(facts); }
  void draw() override;

 private:
  Desk& desk_;
  std::string host_;
};

// The last messages of the status bar, newest first.

class Messages;

class MessageLog final : public Dialog {
 public:
  explicit MessageLog(Desk& desk) : desk_(desk) {}

  void open() { open_ = true; }
  void draw() override;

 private:
  Desk& desk_;
};

// Asks for the size of a new world, or for another size of the running one.

struct NewWorldForm {
  int width = 640, height = 400;
  bool resize = false;  // keep the content instead of starting empty
  int anchor = static_cast<int>(command::Anchor::bottom);
};

class NewWorldDialog final : public Dialog {
 public:
  explicit NewWorldDialog(Desk& desk) : desk_(desk) {}

  // A new world has the shape of the window at first; resizing begins with the size of the running world.
  void open_for_new() { open(false); }
  void open_for_resize() { open(true); }
  NewWorldForm& form() { return form_; }
  void draw() override;

 private:
  void open(bool resize);
  void apply();

  Desk& desk_;
  NewWorldForm form_;
};

// "Report a problem": shows the content of a report, writes it, and shows where it is.

class ProblemReportDialog final : public Dialog {
 public:
  explicit ProblemReportDialog(Desk& desk) : desk_(desk) {}

  void open();
  // A report is written into a new folder inside this one. Empty: the home folder.
  void set_parent_folder(const std::filesystem::path& folder) { parent_ = folder; }
  // The folder of the report that was written; empty: none was written.
  const std::filesystem::path& folder() const { return folder_; }
  void draw() override;

 private:
  void offer();
  void show_where();

  Desk& desk_;
  std::string text_;
  std::filesystem::path parent_, folder_;
};

// The config editor's question whether to keep edits.
class EditorQuestion final : public Dialog {
 public:
  explicit EditorQuestion(Desk& desk) : desk_(desk) {}
  bool is_open() const override { return desk_.editor->asking(); }
  void close() override { desk_.editor->cancel(); }
  void draw() override { desk_.editor->draw_question(); }

 private:
  Desk& desk_;
};

class DialogStack {
 public:
  // Later dialogs are drawn over earlier ones. Each must outlive the stack.
  explicit DialogStack(std::vector<Dialog*> dialogs) : dialogs_(std::move(dialogs)) {}

  bool any_open() const;
  void close_all();
  void draw();

 private:
  std::vector<Dialog*> dialogs_;
};

class Dialogs {
 public:
  explicit Dialogs(Desk& desk);

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
  DialogStack stack;
};

}  // namespace repose
