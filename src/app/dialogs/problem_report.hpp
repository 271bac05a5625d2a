// "Report a problem": shows what a report holds, writes it, and shows where it is.
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
  // Reports are written into a new folder in this one. Empty: at home.
  void set_parent_folder(const std::filesystem::path& folder) { parent_ = folder; }
  // Of the report that was written; empty: it has not been written.
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
