// The dialogs for files: the app's own file browser, which needs no desktop, and the problems of a config.
#include "app/ui/dialogs/dialogs.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "platform/desktop.hpp"
#include "repose/paths.hpp"

namespace repose {

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
