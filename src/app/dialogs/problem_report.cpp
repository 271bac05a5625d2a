// "Report a problem": says what a report holds, writes it, and shows where it is.
#include <fmt/format.h>
#include <imgui.h>

#include "app/app.hpp"
#include "app/dialogs/file_browser.hpp"
#include "app/files/problem_report.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

void offer(App& app, ReportForm& form) {
  ImGui::TextWrapped(
      "Two files will be written into a folder of their own. They go nowhere by themselves: attach them to your "
      "report.");
  section("last minutes.replay");
  ImGui::TextWrapped("What was done in the last minutes: rules, worlds, strokes.");
  section("about.txt");
  if (ImGui::BeginChild("##about", {0, px(150)}, true)) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(form.text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
  }
  ImGui::EndChild();
  ImGui::Dummy({0, px(4)});
  if (default_button("Write it", px(120))) {
    const std::filesystem::path folder = problem_report_folder(form.in.empty() ? home_folder() : form.in);
    const Status status = write_problem_report(app, folder);
    status ? app.say("The report is written.", Tone::good) : app.say(status.message(), Tone::error);
    if (status) form.folder = folder;
  }
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {px(120), 0})) app.ui().show_report = false;
  landmarks().mark("report/Cancel");
}

void show_where(App& app, ReportForm& form) {
  ImGui::TextWrapped("The report is in");
  std::string path = form.folder.string();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##folder", path.data(), path.size() + 1, ImGuiInputTextFlags_ReadOnly);
  ImGui::Dummy({0, px(4)});
  if (default_button("Close", px(120))) app.ui().show_report = false;
  ImGui::SameLine();
  if (ImGui::Button("Copy the path")) ImGui::SetClipboardText(path.c_str());
  landmarks().mark("report/Copy");
}

}  // namespace

void draw_problem_report(App& app) {
  if (!begin_dialog("Report a problem", app.ui().show_report, 560)) return;
  ReportForm& form = app.ui().report;
  form.folder.empty() ? offer(app, form) : show_where(app, form);
  end_dialog();
}

}  // namespace repose
