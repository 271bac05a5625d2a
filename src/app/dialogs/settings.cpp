// What the app remembers of a person's taste: looks, mouse, memory, keys.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/app.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kLabelWidth = 190;

void label(const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(px(kLabelWidth));
}

void theme_row(App& app) {
  label("Theme");
  for (const auto& [name, title] : {std::pair{ThemeName::dark, "Dark"}, std::pair{ThemeName::light, "Light"}}) {
    if (chip(title, app.settings().theme == name, px(84)) && app.settings().theme != name) {
      app.settings().theme = name;
      app.restyle();
    }
    landmarks().mark(fmt::format("settings/{}", title));
    ImGui::SameLine(0, px(6));
  }
  ImGui::NewLine();
}

void scale_row(App& app) {
  label("Text size");
  constexpr std::array<int, 9> kPercents = {0, 75, 100, 125, 150, 175, 200, 250, 300};  // 0: automatic
  const auto title = [](int percent) { return percent == 0 ? std::string("Automatic") : fmt::format("{} %", percent); };
  ImGui::SetNextItemWidth(px(174));
  if (ImGui::BeginCombo("##scale", title(app.settings().ui_scale_percent).c_str(), ImGuiComboFlags_HeightLargest)) {
    for (const int percent : kPercents) {
      if (!ImGui::Selectable(title(percent).c_str(), percent == app.settings().ui_scale_percent)) continue;
      app.settings().ui_scale_percent = percent;
      app.restyle();
    }
    ImGui::EndCombo();
  }
  landmarks().mark("settings/scale");
}

void switch_row(const char* id, const char* title, bool& value, const char* tip) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(4)});
  ImGui::Checkbox(title, &value);
  ImGui::PopStyleVar();
  landmarks().mark(fmt::format("settings/{}", id));
  tooltip(tip);
}

// True once a new value is to hold: when the mouse lets go, so that nothing is thrown away on the way.
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

void memory_rows(App& app) {
  section("Memory");
  Settings& settings = app.settings();
  const HistoryFacts history = app.session().history();
  const bool undo = memory_row("settings/undo", "Undo", settings.undo_mebibytes,
                               "What undo and redo may take. The oldest goes first.");
  const bool rewind = memory_row("settings/rewind", "Rewinding", settings.rewind_mebibytes,
                                 "What the time line may take. The oldest goes first.");
  if (undo || rewind) app.apply_history_limits();
  ImGui::TextColored(theme().dim, "%s",
                     fmt::format("Undo takes {:.1f} MiB now.", static_cast<double>(history.bytes) / (1 << 20)).c_str());
}

// True when the keys are in front.
bool tabs(App& app) {
  bool& keys = app.ui().settings_show_keys;
  for (const auto& [is_keys, title] : {std::pair{false, "General"}, std::pair{true, "Keys"}}) {
    if (chip(title, keys == is_keys, px(96))) is_keys ? app.key_settings().open() : static_cast<void>(keys = false);
    landmarks().mark(fmt::format("settings/{}", title));
    ImGui::SameLine(0, px(6));
  }
  ImGui::NewLine();
  return keys;
}

void general(App& app) {
  Settings& settings = app.settings();
  section("Looks");
  theme_row(app);
  scale_row(app);
  switch_row("animations", "Smooth zooming and moving", settings.animations,
             "Off: the view is at once where it is wanted.");
  switch_row("minimap", "Mini-map", settings.minimap,
             "The whole world in a corner, whenever a part of it is out of sight.");
  section("Use");
  switch_row("safe_colors", "Colours safe for colour-blind people", settings.safe_colors,
             "Elements in colours that everybody can tell apart. The config and exported pictures keep theirs.");
  switch_row("wheel_zooms", "Wheel zooms", settings.wheel_zooms,
             "The wheel zooms, and Ctrl+wheel sets the size of the brush. Off: the other way round.");
  switch_row("pause", "Pause when another window is in front", settings.pause_when_unfocused,
             "Off: the world goes on.");
  switch_row("autosave", "Keep the world every minute", settings.autosave,
             "If Repose ends unexpectedly, its next start offers to restore the world.");
  memory_rows(app);
  ImGui::Dummy({0, px(4)});
  if (primary_button("Done", px(110))) app.ui().show_settings = false;
}

}  // namespace

void draw_settings(App& app) {
  const bool keys = app.ui().settings_show_keys;
  if (!app.ui().show_settings || !keys) app.key_settings().cancel();
  if (!begin_dialog("Settings", app.ui().show_settings, keys ? 720 : 440, keys ? 640 : 0)) return;
  tabs(app) ? app.key_settings().draw() : general(app);
  end_dialog();
}

}  // namespace repose
