#include "app/ui/dialogs/dialogs.hpp"

#include <fmt/format.h>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "platform/desktop.hpp"

namespace repose {

void AboutDialog::draw() {
  if (!begin_dialog(fmt::format("{}###about", tr("About Repose")).c_str(), open_, 480)) return;
  wrapped_text(trf("Repose {}, a falling-sand laboratory.", REPOSE_VERSION));
  wrapped_text(tr("The angle of repose is the steepest slope at which sand stays put."));
  section(tr("Picture drawn by"));
  wrapped_text(desk_.screen->renderer_name());
  section(tr("World computed by"));
  wrapped_text(trf("{} on {}", desk_.session().automaton(), backend_name(desk_.session().backend())));
  if (const std::string& host = desk_.options.host_facts; !host.empty()) wrapped_text(host);
  section(tr("Licence"));
  wrapped_text(tr("MIT. Built with SDL2, Dear ImGui, glad, GLM, libpng, CLI11, fmt, nlohmann-json and xxHash."));
  ImGui::Dummy({0, px(4)});
  if (default_button(tr("Close"), px(110))) close();
  end_dialog();
}

void MessageLog::draw() {
  constexpr float kAgeWidth = 92;
  if (!begin_dialog(fmt::format("{}###messages", tr("Recent messages")).c_str(), open_, 640, 420)) return;
  const float buttons = ImGui::GetFrameHeightWithSpacing() + px(8);
  ImGui::BeginChild("messages", {0, -buttons}, false, ImGuiWindowFlags_NavFlattened);
  for (const Message& message : desk_.messages.all()) {
    const double age = desk_.messages.now() - message.shown_at;
    dim_text(age < 2 ? tr("now") : age < 60 ? trf("{:.0f} s ago", age) : trf("{:.0f} min ago", age / 60));
    ImGui::SameLine(px(kAgeWidth));
    wrapped_text(tone_colour(message.tone), message.text);
  }
  ImGui::EndChild();
  if (default_button(tr("Close"), px(110))) close();
  landmarks().mark("messages/close");
  ImGui::SameLine();
  if (button(tr("Copy"), "messages/copy", px(110))) {
    std::string all;
    for (const Message& message : desk_.messages.all()) all += message.text + '\n';
    ImGui::SetClipboardText(all.c_str());
  }
  end_dialog();
}

void ProblemReportDialog::open() {
  text_ = describe_for_report(desk_);
  folder_.clear();
  open_ = true;
}

void ProblemReportDialog::draw() {
  if (!begin_dialog(fmt::format("{}###report", tr("Report a problem")).c_str(), open_, 560)) return;
  if (folder_.empty()) {
    wrapped_text(
        page::exchanges_files()
            ? tr("Two files will be downloaded. Nothing is sent: attach the files to your report.")
            : tr("Two files will be written into a new folder. Nothing is sent: attach the files to your report."));
    section("last minutes.replay");
    wrapped_text(tr("Everything that was done in the last minutes: rules, worlds, strokes."));
    section("about.txt");
    if (ImGui::BeginChild("##about", {0, px(150)}, true)) wrapped_text(theme().dim, text_);
    ImGui::EndChild();
    ImGui::Dummy({0, px(4)});
    if (default_button(tr("Write report"), px(120))) {
      const std::filesystem::path usual = page::exchanges_files() ? page::outgoing_folder() : home_folder();
      const std::filesystem::path folder = problem_report_folder(parent_.empty() ? usual : parent_);
      const Status status = write_problem_report(desk_, folder);
      status ? desk_.messages.say(tr("The report has been written."), Tone::good)
             : desk_.messages.say(status.message(), Tone::error);
      if (status && page::exchanges_files()) close();
      if (status && !page::exchanges_files()) folder_ = folder;
    }
    ImGui::SameLine();
    if (button(tr("Cancel"), "report/Cancel", px(120))) close();
  } else {
    wrapped_text(tr("The report is in"));
    std::string path = folder_.string();
    ImGui::SetNextItemWidth(-1);
    ImGui::InputText("##folder", path.data(), path.size() + 1, ImGuiInputTextFlags_ReadOnly);
    ImGui::Dummy({0, px(4)});
    if (default_button(tr("Close"), px(120))) close();
    ImGui::SameLine();
    if (button(tr("Copy the path"), "report/Copy")) ImGui::SetClipboardText(path.c_str());
  }
  end_dialog();
}

namespace {

// Limits of the dialog; --size and pictures may go beyond them.
constexpr int kSideMin = 64;
constexpr int kSideMax = 8192;
constexpr int kUsualCells = 640 * 400;  // of a world in the shape of the window

// True in the frame in which Enter ends the editing of the last field.
bool ends_with_enter() {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); };
  return ImGui::IsItemDeactivated() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter));
}

}  // namespace

void NewWorldDialog::open(bool resize) {
  const Session& session = desk_.session();
  form_ = {session.width(), session.height(), resize, static_cast<int>(command::Anchor::bottom)};
  if (const auto view = desk_.simulation.extent_for_canvas(kUsualCells); view && !resize) {
    form_.width = view->width;
    form_.height = view->height;
  }
  open_ = true;
}

void NewWorldDialog::draw() {
  const std::string title = fmt::format("{}###new", form_.resize ? tr("Resize world") : tr("New world"));
  if (!begin_dialog(title.c_str(), open_, 540)) return;
  if (const auto view = desk_.simulation.extent_for_canvas(kUsualCells)) {
    if (button(tr("Fit the window"), "new/Fit the window")) {
      form_.width = view->width;
      form_.height = view->height;
    }
    tooltip(tr("The world fills the window without a margin."));
    if (!is_narrow()) ImGui::SameLine();
  }
  int place = 0;
  for (const auto& [width, height] : {std::pair{320, 200}, {640, 400}, {1280, 800}, {1920, 1080}}) {
    if (place++ % (is_narrow() ? 2 : 4) != 0) ImGui::SameLine();
    const std::string label = fmt::format("{} x {}", width, height);
    if (button(label.c_str(), "new/" + label, is_narrow() ? px(130) : 0)) {
      form_.width = width;
      form_.height = height;
    }
  }
  ImGui::SetNextItemWidth(px(150, 200));
  ImGui::InputInt(tr("wide"), &form_.width, 16, 128);
  bool entered = ends_with_enter();
  landmarks().mark("new/width");
  if (!is_narrow()) ImGui::SameLine(0, px(24));
  ImGui::SetNextItemWidth(px(150, 200));
  ImGui::InputInt(tr("high"), &form_.height, 16, 128);
  entered = ends_with_enter() || entered;
  landmarks().mark("new/height");
  form_.width = std::clamp(form_.width, 0, 99999);
  form_.height = std::clamp(form_.height, 0, 99999);
  if (form_.resize) {
    // Nine buttons: which place of the old world stays where it is.
    section(tr("Keep the content at"));
    for (int i = 0; i < 9; ++i) {
      if (i % 3 != 0) ImGui::SameLine(0, px(4));
      ImGui::PushID(i);
      const bool chosen = form_.anchor == i;
      if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent);
      if (ImGui::Button("##anchor", {px(30, kFinger), px(22, kFinger)})) form_.anchor = i;
      if (chosen) ImGui::PopStyleColor();
      ImGui::PopID();
      landmarks().mark(fmt::format("new/anchor{}", i));
    }
  }
  const bool possible =
      form_.width >= kSideMin && form_.width <= kSideMax && form_.height >= kSideMin && form_.height <= kSideMax;
  const std::string limits =
      form_.resize
          ? trf("From {0} x {0} to {1} x {1} cells. What does not fit is cut off.", kSideMin, kSideMax)
          : trf("From {0} x {0} to {1} x {1} cells. The world starts empty; the elements stay.", kSideMin, kSideMax);
  wrapped_text(possible ? theme().dim : theme().warning, limits);
  ImGui::BeginDisabled(!possible);
  const bool pressed = default_button(form_.resize ? tr("Resize") : tr("Create"), px(110));
  ImGui::EndDisabled();
  if (pressed || (entered && possible)) {
    const auto anchor = static_cast<command::Anchor>(form_.anchor);
    const CommandResult result = form_.resize
                                     ? desk_.simulation.execute(command::ResizeWorld{form_.width, form_.height, anchor})
                                     : desk_.simulation.execute(command::NewWorld{form_.width, form_.height});
    if (result.ok) {
      close();
      desk_.view.canvas.fit();
    }
  }
  ImGui::SameLine();
  if (ImGui::Button(tr("Cancel"), {px(110), 0})) close();
  end_dialog();
}

}  // namespace repose
