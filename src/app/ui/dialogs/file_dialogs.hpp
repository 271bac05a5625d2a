// The dialogs for files: the app's own file browser, which needs no desktop, and the problems of a config.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/desk/files.hpp"
#include "app/ui/dialogs/dialog.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/session.hpp"

namespace repose {

struct Desk;

class FileBrowser final : public Dialog {
 public:
  using Dialog::Dialog;

  // In a page the browser asks for files to open, and what is saved is downloaded under the proposed name.
  void open(FileRequest request);
  void draw() override;
  // The folder that is shown next; stored while the app runs.
  void set_folder(const std::filesystem::path& folder);
  // The folder in which a file was chosen last; empty if none was.
  const std::filesystem::path& used_folder() const { return used_folder_; }

 private:
  struct Entry {
    std::string name;
    bool folder = false;
  };

  void list();
  void draw_places();
  std::string entry_rows();
  void draw_entries();
  // Whether the file that is chosen now has been warned about. A changed name or folder needs another warning.
  bool warned() const { return !warned_of_.empty() && warned_of_ == request_.name; }
  void draw_footer();
  void choose();
  bool shown(const std::filesystem::path& file) const;

  FileRequest request_;
  std::filesystem::path folder_, used_folder_;
  std::vector<std::filesystem::path> disks_;  // only on Windows
  std::vector<Entry> entries_;
  std::string problem_;    // about the folder
  std::string warned_of_;  // a name that was warned about: the file exists and would be overwritten, or does not exist
                           // and cannot be opened
  bool focus_name_ = false;
};

// The problems that the reader found in a config. The running world continues behind the dialog.
class ConfigProblemsDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void open(ConfigProblems problems);
  const ConfigProblems& problems() const { return problems_; }
  void draw() override;

 private:
  ConfigProblems problems_;
};

}  // namespace repose
