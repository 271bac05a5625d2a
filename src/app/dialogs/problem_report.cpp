#include "app/dialogs/problem_report.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/files/problem_report.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "platform/desktop.hpp"
#include "platform/page.hpp"

namespace repose {

void ProblemReportDialog::open() {
  text_ = report_.describe();
  folder_.clear();
  open_ = true;
}

void ProblemReportDialog::offer() {
  ImGui::TextWrapped("Two files will be %s. Nothing is sent: attach the files to your report.",
                     page::exchanges_files() ? "downloaded" : "written into a new folder");
  section("last minutes.replay");
  ImGui::TextWrapped("Everything that was done in the last minutes: rules, worlds, strokes.");
  section("about.txt");
  if (ImGui::BeginChild("##about", {0, px(150)}, true)) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text_.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
  }
  ImGui::EndChild();
  ImGui::Dummy({0, px(4)});
  if (default_button("Write report", px(120))) {
    const std::filesystem::path usual = page::exchanges_files() ? page::outgoing_folder() : home_folder();
    const std::filesystem::path folder = problem_report_folder(parent_.empty() ? usual : parent_);
    const Status status = report_.write(folder);
    status ? messages_.say("The report has been written.", Tone::good) : messages_.say(status.message(), Tone::error);
    if (status && page::exchanges_files()) return close();
    if (status) folder_ = folder;
  }
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {px(120), 0})) close();
  landmarks().mark("report/Cancel");
}

void ProblemReportDialog::show_where() {
  ImGui::TextWrapped("The report is in");
  std::string path = folder_.string();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##folder", path.data(), path.size() + 1, ImGuiInputTextFlags_ReadOnly);
  ImGui::Dummy({0, px(4)});
  if (default_button("Close", px(120))) close();
  ImGui::SameLine();
  if (ImGui::Button("Copy the path")) ImGui::SetClipboardText(path.c_str());
  landmarks().mark("report/Copy");
}

void ProblemReportDialog::draw() {
  if (!begin_dialog("Report a problem", open_, 560)) return;
  folder_.empty() ? offer() : show_where();
  end_dialog();
}

}  // namespace repose
