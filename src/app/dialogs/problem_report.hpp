// "Report a problem": shows the content of a report, writes it, and shows where it is.
#pragma once

#include <filesystem>
#include <string>

#include "app/dialogs/dialog_stack.hpp"
#include "app/files/problem_report.hpp"
#include "app/frame/messages.hpp"

namespace repose {

class ProblemReportDialog final : public Dialog {
 public:
  ProblemReportDialog(ProblemReport& report, Messages& messages) : report_(report), messages_(messages) {}

  void open();
  // A report is written into a new folder inside this one. Empty: the home folder.
  void set_parent_folder(const std::filesystem::path& folder) { parent_ = folder; }
  // The folder of the report that was written; empty: none was written.
  const std::filesystem::path& folder() const { return folder_; }
  void draw() override;

 private:
  void offer();
  void show_where();

  ProblemReport& report_;
  Messages& messages_;
  std::string text_;
  std::filesystem::path parent_, folder_;
};

}  // namespace repose
