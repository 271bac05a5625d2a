#include "app/ui/dialogs/dialogs.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "platform/desktop.hpp"
#include "repose/paths.hpp"

#include <cmath>
#include <random>

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

// "Make a land...": sliders for a land that is drawn behind them.

namespace {

constexpr double kMakeEvery = 0.2;  // seconds, while a slider is dragged: a land takes some hundredths of a second
constexpr const char* kLandScene = "land";

struct Amount {
  const char* name;
  int LandPlan::*value;
  const char* tip;
};
constexpr std::array<Amount, 5> kLandAmounts = {{
    {text_id("Hills"), &LandPlan::hills, text_id("From a plain to mountains")},
    {text_id("Water"), &LandPlan::water, text_id("How large the lake is")},
    {text_id("Caves"), &LandPlan::caves, text_id("How wide the caves are, and the hall under the lake")},
    {text_id("Wood"), &LandPlan::wood, text_id("Trees on one side of the lake, grass on the other")},
    {text_id("Ore"), &LandPlan::ore, text_id("Veins of metal, coal and salt")},
}};

}  // namespace

void LandDialog::open() {
  open_ = true;
  is_made_ = false;
  plan_.seed = std::random_device{}();
  make();
}

void LandDialog::close() {
  if (std::exchange(open_, false)) take_back();
}

void LandDialog::take_back() {
  if (std::exchange(is_made_, false) && desk_.session().history().undo_title == made_title_)
    desk_.simulation.travel(command::Undo{});
}

void LandDialog::make() {
  take_back();
  is_made_ = desk_.simulation.load_scene(kLandScene, pack_land(plan_));
  made_title_ = desk_.session().history().undo_title;
  made_ = plan_;
  made_at_ = desk_.loop.now();
}

void LandDialog::draw() {
  constexpr float kNearTop = 0.1f;  // over the sky of the land
  if (!begin_dialog(fmt::format("{}###land", tr("Make a land")).c_str(), open_, 420, 0, kNearTop)) return;
  for (std::size_t i = 0; i < kLandAmounts.size(); ++i) {
    const Amount& amount = kLandAmounts[i];
    int& value = plan_.*amount.value;
    float part = static_cast<float>(value) / LandPlan::kMost;
    const std::string id = fmt::format("land/{}", amount.name), shown = value == 0 ? tr("none") : std::to_string(value);
    if (share_slider(id.c_str(), part, shown.c_str(), px(40), tr(amount.name))) {
      value = static_cast<int>(std::lround(part * LandPlan::kMost));
      choice_ = static_cast<int>(i);
    }
    tooltip(tr(amount.tip));
    if (static_cast<int>(i) != choice_) continue;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRect(low, high, to_u32(theme().accent), px(4));
  }
  const int last = static_cast<int>(kLandAmounts.size()) - 1;
  choice_ = std::clamp(choice_ + key_pressed(ImGuiKey_DownArrow) - key_pressed(ImGuiKey_UpArrow), 0, last);
  int& chosen = plan_.*kLandAmounts[static_cast<std::size_t>(choice_)].value;
  chosen = std::clamp(chosen + key_pressed(ImGuiKey_RightArrow) - key_pressed(ImGuiKey_LeftArrow), 0, LandPlan::kMost);
  if (key_pressed(ImGuiKey_Space)) plan_.seed = std::random_device{}();
  ImGui::Dummy({0, px(4)});
  const bool keeps = default_button(tr("Keep"), px(110));
  ImGui::SameLine();
  if (button(tr("Another"), "land/Another", px(110))) plan_.seed = std::random_device{}();
  tooltip(tr("Another land with as much of everything"), tr("Space"));
  ImGui::SameLine();
  const bool cancels = button(tr("Cancel"), "land/Cancel", px(110)) || !open_;  // or by the cross
  const bool waits = ImGui::IsAnyItemActive() && desk_.loop.now() < made_at_ + kMakeEvery;
  if (cancels) {
    open_ = false;
    take_back();
  } else if (made_ != plan_ && (keeps || !waits)) {
    make();
  } else if (made_ != plan_) {
    desk_.loop.wake();
  }
  if (keeps) open_ = is_made_ = false;
  end_dialog();
}

// The dialogs for files: the app's own file browser, which needs no desktop, and the problems of a config.

namespace fs = std::filesystem;

void FileBrowser::set_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(folder, error);
  if (!error && fs::is_directory(canonical, error)) folder_ = canonical;
  warned_of_.clear();
  list();
}

void FileBrowser::open(FileRequest request) {
  if (page::exchanges_files() && !request.own) {
    return request.save ? request.chosen(page::outgoing_folder() / request.name)
                        : page::ask_for_file(request.extensions);
  }
  if (!request.begin_in.empty()) set_folder(request.begin_in);
  request_ = std::move(request);
  // The shipped folder is for reading, and is often not writable.
  if (folder_.empty() || (request_.save && is_shipped_folder(folder_))) set_folder(home_folder());
  open_ = true;
  warned_of_.clear();
  focus_name_ = true;  // a name can be typed at once
  disks_ = disks();
  list();
}

bool FileBrowser::shown(const fs::path& file) const {
  if (request_.extensions.empty()) return true;
  const std::string extension = in_small_letters(file.extension().string());
  return std::ranges::find(request_.extensions, extension) != request_.extensions.end();
}

void FileBrowser::list() {
  entries_.clear();
  problem_.clear();
  std::error_code error;
  for (auto it = fs::directory_iterator(folder_, fs::directory_options::skip_permission_denied, error);
       !error && it != fs::directory_iterator(); it.increment(error)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    const bool folder = it->is_directory(ignored);
    if (!is_hidden(it->path()) && (folder || shown(it->path()))) entries_.push_back({name, folder});
  }
  if (error) problem_ = trf("This folder cannot be read: {}", error.message());
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.folder != b.folder ? a.folder : in_small_letters(a.name) < in_small_letters(b.name);
  });
}

void FileBrowser::choose_beside(int by) {
  if (by == 0 || entries_.empty()) return;
  const auto now = std::ranges::find(entries_, request_.name, &Entry::name);
  const std::ptrdiff_t last = std::ssize(entries_) - 1, at = now - entries_.begin();
  const std::ptrdiff_t next =
      now == entries_.end() ? (by > 0 ? 0 : last) : std::clamp(at + by, std::ptrdiff_t{0}, last);
  request_.name = entries_[static_cast<std::size_t>(next)].name;
  ImGui::ClearActiveID();  // the field reads its text again
  focus_name_ = reveal_ = true;
}

void FileBrowser::choose() {
  std::error_code error;
  const bool takes_shown = request_.name.empty() || fs::is_regular_file(folder_ / request_.name, error);
  if (request_.folder && takes_shown) {
    open_ = false;
    used_folder_ = folder_;
    return request_.chosen(folder_);
  }
  if (request_.name.empty()) return;
  fs::path chosen = folder_ / request_.name;  // an absolute name replaces the folder
  if (fs::is_directory(chosen, error)) {
    request_.name.clear();
    return set_folder(chosen);
  }
  if (request_.save && !shown(chosen)) chosen += request_.extensions.front();  // the name that will be written
  const bool exists = fs::exists(chosen, error), replaces = request_.save && warned();
  if (exists == request_.save && !replaces) {
    warned_of_ = request_.name;
    focus_name_ = true;
    return;
  }
  open_ = false;
  used_folder_ = chosen.parent_path();
  request_.chosen(chosen);
}

void FileBrowser::draw() {
  const std::string title = request_.title + "###browser";
  if (!begin_dialog(title.c_str(), open_, 680, 520)) return;
  if (icon_button("browser/up", Icon::up, tr("Parent folder"))) set_folder(folder_.parent_path());
  ImGui::SameLine();
  if (icon_button("browser/home", Icon::home, tr("Home folder"))) set_folder(home_folder());
  ImGui::SameLine();
  const auto configs = find_data("configs");
  if (configs && icon_button("browser/configs", Icon::folder, tr("The configs that come with Repose")))
    set_folder(*configs);
  for (const fs::path& disk : disks_) {
    const std::string name = disk.root_name().string();
    ImGui::SameLine();
    if (button(name.c_str(), "browser/" + name)) set_folder(disk);
  }
  ImGui::SameLine();
  dim_label(folder_.string().c_str());
  const float footer = ImGui::GetFrameHeightWithSpacing() * 2 + px(12);
  ImGui::BeginChild("entries", {0, -footer}, true, ImGuiWindowFlags_NavFlattened);
  if (entries_.empty() && problem_.empty())
    ImGui::TextDisabled(
        "%s", request_.save ? tr("This folder holds no such file yet.") : tr("No file in this folder can be opened."));
  if (!problem_.empty()) wrapped_text(problem_);
  std::string enter;  // the name of the folder that was clicked
  {
    const FingerRows rows;
    for (const Entry& entry : entries_) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const std::string label = "       " + entry.name;
      if (ImGui::Selectable(label.c_str(), entry.name == request_.name, ImGuiSelectableFlags_AllowDoubleClick)) {
        if (entry.folder) {
          enter = entry.name;
        } else {
          request_.name = entry.name;
          focus_name_ = true;  // so that Enter opens the file
          if (ImGui::IsMouseDoubleClicked(0)) choose();
        }
      }
      landmarks().mark("browser/" + entry.name);
      if (entry.name == request_.name && std::exchange(reveal_, false)) ImGui::SetScrollHereY();
      const float line = ImGui::GetTextLineHeight();
      draw_icon(*ImGui::GetWindowDrawList(), entry.folder ? Icon::folder : Icon::file,
                {at.x + line * 0.6f, at.y + line * 0.5f}, line * 0.8f,
                to_u32(entry.folder ? theme().accent : theme().dim));
    }
  }
  ImGui::EndChild();
  if (!enter.empty()) set_folder(folder_ / enter);
  ImGui::SetNextItemWidth(-1);
  if (focus_name_) ImGui::SetKeyboardFocusHere();
  focus_name_ = false;
  constexpr ImGuiInputTextFlags kFlags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
  if (ImGui::InputTextWithHint("##name", request_.folder ? tr("Folder, or nothing for this one") : tr("File name"),
                               &request_.name, kFlags))
    choose();
  if (ImGui::IsItemActive()) choose_beside(key_pressed(ImGuiKey_DownArrow) - key_pressed(ImGuiKey_UpArrow));
  landmarks().mark("browser/name");
  const float width = px(110),
              buttons = ImGui::GetWindowContentRegionMax().x - 2 * width - ImGui::GetStyle().ItemSpacing.x;
  // Beside the buttons, so that nothing moves when it appears.
  if (warned()) {
    const std::string text = request_.save ? tr("This file exists. Press Replace to overwrite it.")
                                           : trf("There is no \"{}\" here.", warned_of_);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushClipRect(at, {ImGui::GetWindowPos().x + buttons - px(8), at.y + ImGui::GetFrameHeight()}, true);
    ImGui::AlignTextToFramePadding();
    coloured_text(theme().warning, text);
    ImGui::PopClipRect();
    landmarks().mark("browser/warning");
    ImGui::SameLine();
  }
  ImGui::SetCursorPosX(buttons);
  if (ImGui::Button(tr("Cancel"), {width, 0})) open_ = false;
  ImGui::SameLine();
  const char* label = request_.folder  ? tr("Choose folder")
                      : !request_.save ? tr("Open")
                      : warned()       ? tr("Replace")
                                       : tr("Save");
  if (primary_button(label, width)) choose();
  end_dialog();
}

void ConfigProblemsDialog::open(ConfigProblems problems) {
  problems_ = std::move(problems);
  open_ = true;
}

void ConfigProblemsDialog::draw() {
  const std::string title = trf("Problems in {}", problems_.title) + "###problems";
  if (!begin_dialog(title.c_str(), open_, 680, 480)) return;
  wrapped_text(problems_.of_challenge
                   ? tr("This challenge has errors and was not started. The running world is unchanged.")
               : problems_.accept ? tr("This config has errors and was not loaded. The running world is unchanged.")
                                  : tr("Problems in the config that is running."));
  ImGui::BeginChild("list", {0, -ImGui::GetFrameHeightWithSpacing() * (is_narrow() ? 2 : 1) - px(6)}, true);
  for (const Diagnostic& d : problems_.diagnostics) {
    const ImVec4 colour = severity_colour(d.severity);
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_icon(*ImGui::GetWindowDrawList(), severity_icon(d.severity), {at.x + line * 0.6f, at.y + line * 0.5f},
              line * 0.95f, to_u32(colour));
    ImGui::Indent(px(30));
    dim_text(place_of(d));
    wrapped_text(d.message);
    if (!d.excerpt.empty()) {
      ImGui::PushFont(mono_font());
      wrapped_text(theme().dim, d.excerpt);
      ImGui::PopFont();
    }
    if (!d.hint.empty()) wrapped_text(theme().accent, d.hint);
    ImGui::Unindent(px(30));
    ImGui::Dummy({0, px(4)});
  }
  ImGui::EndChild();
  if (default_button(tr("Close"), px(110))) close();
  if (problems_.accept) {
    same_line_if_fits(button_width(tr("Load without the errors")));
    if (ImGui::Button(tr("Load without the errors"))) {
      const Command command = *problems_.accept;
      close();
      desk_.files.opener.load_config(command, problems_.title);
    }
    tooltip(tr("Leaves out the lines with errors and loads the rest."));
  }
  if (!problems_.file.empty()) {
    same_line_if_fits(button_width(tr("Open in editor")));
    if (button(tr("Open in editor"), "problems/edit")) {
      const auto first = std::ranges::find(problems_.diagnostics, Severity::error, &Diagnostic::severity);
      close();
      desk_.editor->edit_file(problems_.file, first == problems_.diagnostics.end() ? 1 : first->line);
    }
  }
  end_dialog();
}

}  // namespace repose
