// The settings of the app: looks, mouse, memory, keys.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/dialogs/settings.hpp"
#include "app/files/settings.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "platform/page.hpp"
#include "repose/session.hpp"

namespace repose {

namespace {

constexpr float kLabelWidth = 190;
constexpr std::array<int, 9> kScalePercents = {0, 75, 100, 125, 150, 175, 200, 250, 300};  // 0: automatic

std::string scale_title(int percent) { return percent == 0 ? std::string("Automatic") : fmt::format("{} %", percent); }

void label(const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  if (!is_narrow()) ImGui::SameLine(px(kLabelWidth));  // else what it names is in the next line
}

// True when it was clicked.
bool switch_row(std::string_view id, std::string_view title, bool& value, std::string_view tip) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(4, 6)});
  if (is_narrow()) ImGui::GetStyle().TouchExtraPadding = {0, px(6)};
  const bool clicked = ImGui::Checkbox(std::string(title).c_str(), &value);
  ImGui::GetStyle().TouchExtraPadding = {0, 0};
  ImGui::PopStyleVar();
  landmarks().mark(fmt::format("settings/{}", id));
  tooltip(tip);
  if (is_narrow()) ImGui::Dummy({0, px(1)});
  return clicked;
}

// A switch for an action, with the texts of its row.
void action_row(const ActionTable& actions, std::string_view id) {
  const ActionRow& row = actions.row(id);
  bool on = actions.is_on(id);
  if (switch_row(id, row.title, on, row.about)) actions.perform(id);
}

// True when the new value must be applied: on release of the mouse, because smaller values on the way would delete
// history.
bool memory_row(const char* id, const char* title, int& mebibytes, const char* tip) {
  constexpr float kLeast = 16, kMost = 16384;
  label(title);
  auto value = static_cast<float>(std::max(mebibytes, static_cast<int>(kLeast)));
  const std::string text =
      mebibytes < 1024 ? fmt::format("{} MiB", mebibytes) : fmt::format("{:.1f} GiB", mebibytes / 1024.0);
  if (log_slider(id, value, kLeast, kMost, text.c_str(), px(70)))
    mebibytes = static_cast<int>(std::exp2(std::round(std::log2(value) * 2) / 2));
  const bool let_go = ImGui::IsItemDeactivated();
  tooltip(tip);
  return let_go;
}

}  // namespace

SettingsDialog::SettingsDialog(Settings& settings, Session& session, ActionTable& actions,
                               std::function<void()> restyle)
    : settings_(settings), session_(session), actions_(actions), restyle_(std::move(restyle)), keys_(actions, [this] {
        close();
      }) {}

void SettingsDialog::open_keys() {
  open_ = shows_keys_ = true;
  keys_.begin();
}

void SettingsDialog::theme_row() {
  label("Theme");
  for (const auto& [name, title] : {std::pair{ThemeName::dark, "Dark"}, std::pair{ThemeName::light, "Light"}}) {
    if (chip(title, settings_.window.theme == name, px(84)) && settings_.window.theme != name) {
      settings_.window.theme = name;
      restyle_();
    }
    landmarks().mark(fmt::format("settings/{}", title));
    ImGui::SameLine(0, px(6));
  }
  ImGui::NewLine();
}

void SettingsDialog::scale_choices() {
  const FingerRows rows;
  for (const int percent : kScalePercents) {
    if (!ImGui::Selectable(scale_title(percent).c_str(), percent == settings_.window.ui_scale_percent)) continue;
    settings_.window.ui_scale_percent = percent;
    restyle_();
  }
}

void SettingsDialog::scale_row() {
  label("Text size");
  ImGui::SetNextItemWidth(px(174));
  if (ImGui::BeginCombo("##scale", scale_title(settings_.window.ui_scale_percent).c_str(),
                        ImGuiComboFlags_HeightLargest)) {
    scale_choices();
    ImGui::EndCombo();
  }
  landmarks().mark("settings/scale");
}

void SettingsDialog::sound_rows() {
  section("Sound");
  label("Volume");
  auto volume = static_cast<float>(settings_.sound.volume_percent);
  if (linear_slider("settings/volume", volume, 0, 100, fmt::format("{:.0f} %", volume).c_str(), px(70)))
    settings_.sound.volume_percent = static_cast<int>(std::lround(volume));
  tooltip("How loud the world is: falling sand, water, fire, explosions.");
  action_row(actions_, action::mute);
  const std::string problem = actions_.why_not(action::mute);
  if (problem.empty()) return;
  ImGui::PushTextWrapPos();
  ImGui::TextColored(theme().dim, "%s", problem.c_str());
  ImGui::PopTextWrapPos();
  landmarks().mark("settings/no sound");
}

void SettingsDialog::memory_rows() {
  section("Memory");
  Settings& settings = settings_;
  const HistoryFacts history = session_.history();
  const bool undo = memory_row("settings/undo", "Undo", settings.history.undo_mebibytes,
                               "Memory for undo and redo. When it is full, the oldest operations are dropped.");
  const bool rewind = memory_row("settings/rewind", "Rewinding", settings.history.rewind_mebibytes,
                                 "Memory for the time line. When it is full, the oldest steps are dropped.");
  if (undo || rewind) session_.keep_history(history_limits(settings_));
  ImGui::TextColored(theme().dim, "%s",
                     fmt::format("Undo uses {:.1f} MiB now.", static_cast<double>(history.bytes) / (1 << 20)).c_str());
}

// True when the tab of keys is shown.
bool SettingsDialog::tabs() {
  bool& keys = shows_keys_;
  for (const auto& [is_keys, title] : {std::pair{false, "General"}, std::pair{true, "Keys"}}) {
    if (chip(title, keys == is_keys, px(96))) is_keys ? open_keys() : static_cast<void>(keys = false);
    landmarks().mark(fmt::format("settings/{}", title));
    ImGui::SameLine(0, px(6));
  }
  ImGui::NewLine();
  return keys;
}

void SettingsDialog::general() {
  Settings& settings = settings_;
  section("Looks");
  theme_row();
  scale_row();
  switch_row("animations", "Smooth zooming and moving", settings.view.animations, "Off: the view changes at once.");
  action_row(actions_, "minimap");
  section("Use");
  for (const char* id : {"safe_colors", "wheel_zooms", "pause_when_unfocused"}) action_row(actions_, id);
  switch_row("autosave",
             page::autosave_seconds() < 60 ? "Save a copy of the world every few seconds"
                                           : "Save a copy of the world every minute",
             settings.autosave, "If Repose ends unexpectedly, its next start offers to restore the world.");
  memory_rows();
  sound_rows();
  ImGui::Dummy({0, px(4)});
  if (primary_button("Done", px(110))) open_ = false;
}

void SettingsDialog::draw() {
  const bool keys = shows_keys_;
  if (!open_ || !keys) keys_.cancel();
  if (!begin_dialog("Settings", open_, keys ? 720 : 440, keys ? 640 : 0)) return;
  tabs() ? keys_.draw() : general();
  end_dialog();
}

}  // namespace repose
