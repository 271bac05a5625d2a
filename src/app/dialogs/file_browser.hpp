// The app's own file browser, for opening and saving. Needs no desktop.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/dialogs/dialog_stack.hpp"

namespace repose {

// Where one can write.
std::filesystem::path home_folder();

class FileBrowser final : public Dialog {
 public:
  using Chosen = std::function<void(const std::filesystem::path&)>;

  struct Request {
    std::string title;
    bool save = false;
    std::vector<std::string> extensions;  // ".cfg"; empty shows every file
    std::string name;                     // proposed, when saving
    Chosen chosen;
  };

  void open(Request request);
  void draw() override;
  // The folder that it shows next; remembered while the app runs.
  void set_folder(const std::filesystem::path& folder);

 private:
  struct Entry {
    std::string name;
    bool folder = false;
  };

  void list();
  void draw_places();
  void draw_entries();
  // Of the file that is chosen now: another name or folder is another matter.
  bool warned() const { return !warned_of_.empty() && warned_of_ == request_.name; }
  void draw_warning(float right) const;
  void draw_footer();
  void choose();
  bool shown(const std::filesystem::path& file) const;

  Request request_;
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  std::string problem_;    // with the folder
  std::string warned_of_;  // the name of a file that is to be written and exists, or is to be opened and does not
  bool focus_name_ = false;
};

}  // namespace repose
