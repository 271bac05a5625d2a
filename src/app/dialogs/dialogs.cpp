// New world, resize and about.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/app.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

// What a person may ask for; --size and pictures may go below and above.
constexpr int kSideMin = 64;
constexpr int kSideMax = 8192;

struct SizePreset {
  const char* label;
  int width, height;
};

void size_presets(NewWorldForm& form) {
  constexpr std::array<SizePreset, 4> kPresets = {
      {{"320 x 200", 320, 200}, {"640 x 400", 640, 400}, {"1280 x 800", 1280, 800}, {"1920 x 1080", 1920, 1080}}};
  for (const SizePreset& preset : kPresets) {
    if (&preset != kPresets.data()) ImGui::SameLine();
    if (ImGui::Button(preset.label)) {
      form.width = preset.width;
      form.height = preset.height;
    }
    landmarks().mark(std::string("new/") + preset.label);
  }
}

void size_fields(NewWorldForm& form) {
  ImGui::SetNextItemWidth(px(150));
  ImGui::InputInt("wide", &form.width, 16, 128);
  landmarks().mark("new/width");
  ImGui::SameLine(0, px(24));
  ImGui::SetNextItemWidth(px(150));
  ImGui::InputInt("high", &form.height, 16, 128);
  landmarks().mark("new/height");
  form.width = std::clamp(form.width, 0, 99999);
  form.height = std::clamp(form.height, 0, 99999);
}

// Nine buttons: where the old world stays in the new one.
void anchor_buttons(NewWorldForm& form) {
  section("Keep the content at");
  for (int i = 0; i < 9; ++i) {
    if (i % 3 != 0) ImGui::SameLine(0, px(4));
    ImGui::PushID(i);
    const bool chosen = form.anchor == i;
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent);
    if (ImGui::Button("##anchor", {px(30), px(22)})) form.anchor = i;
    if (chosen) ImGui::PopStyleColor();
    ImGui::PopID();
    landmarks().mark(fmt::format("new/anchor{}", i));
  }
}

void draw_new_world(App& app) {
  NewWorldForm& form = app.ui().new_world;
  const char* title = form.resize ? "Resize world###new" : "New world###new";
  if (!begin_dialog(title, app.ui().show_new_world, 470)) return;
  size_presets(form);
  size_fields(form);
  if (form.resize) anchor_buttons(form);
  const bool fits =
      form.width >= kSideMin && form.width <= kSideMax && form.height >= kSideMin && form.height <= kSideMax;
  ImGui::PushStyleColor(ImGuiCol_Text, fits ? theme().dim : theme().warning);
  ImGui::TextWrapped("From %d x %d to %d x %d cells. %s", kSideMin, kSideMin, kSideMax, kSideMax,
                     form.resize ? "What does not fit is cut off." : "The world starts empty; the elements stay.");
  ImGui::PopStyleColor();
  ImGui::BeginDisabled(!fits);
  if (default_button(form.resize ? "Resize" : "Create", px(110))) {
    const CommandResult result =
        form.resize
            ? app.execute(command::ResizeWorld{form.width, form.height, static_cast<command::Anchor>(form.anchor)})
            : app.execute(command::NewWorld{form.width, form.height});
    if (result.ok) {
      app.ui().show_new_world = false;
      app.canvas().fit();
    }
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {px(110), 0})) app.ui().show_new_world = false;
  end_dialog();
}

void draw_about(App& app) {
  if (!begin_dialog("About Repose", app.ui().show_about, 480)) return;
  ImGui::TextWrapped("Repose %s, a falling-sand laboratory.", REPOSE_VERSION);
  ImGui::TextWrapped("The angle of repose is the steepest slope at which sand stays put.");
  section("Picture drawn by");
  ImGui::TextWrapped("%s", app.screen().renderer_name().c_str());
  section("World computed by");
  ImGui::TextWrapped("%s",
                     fmt::format("{} on {}", app.session().automaton(), backend_name(app.session().backend())).c_str());
  section("Licence");
  ImGui::TextWrapped("MIT. Built with SDL2, Dear ImGui, glad, GLM, libpng, CLI11, fmt, nlohmann-json and xxHash.");
  ImGui::Dummy({0, px(4)});
  if (default_button("Close", px(110))) app.ui().show_about = false;
  end_dialog();
}

}  // namespace

void draw_dialogs(App& app) {
  draw_new_world(app);
  draw_about(app);
}

}  // namespace repose
