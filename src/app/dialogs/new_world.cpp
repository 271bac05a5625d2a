#include "app/dialogs/new_world.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

// Limits of the dialog; --size and pictures may go beyond them.
constexpr int kSideMin = 64;
constexpr int kSideMax = 8192;
constexpr int kUsualCells = 640 * 400;  // of a world in the shape of the window

struct SizePreset {
  const char* label;
  int width, height;
};

void size_presets(NewWorldForm& form, const std::optional<WorldExtent>& view) {
  if (view) {
    if (ImGui::Button("Fit the window")) {
      form.width = view->width;
      form.height = view->height;
    }
    landmarks().mark("new/Fit the window");
    tooltip("The world fills the window without a margin.");
    if (!is_narrow()) ImGui::SameLine();
  }
  constexpr std::array<SizePreset, 4> kPresets = {
      {{"320 x 200", 320, 200}, {"640 x 400", 640, 400}, {"1280 x 800", 1280, 800}, {"1920 x 1080", 1920, 1080}}};
  for (const SizePreset& preset : kPresets) {
    const bool begins_row = is_narrow() && (&preset - kPresets.data()) % 2 == 0;
    if (&preset != kPresets.data() && !begins_row) ImGui::SameLine();
    if (ImGui::Button(preset.label, {is_narrow() ? px(130) : 0, 0})) {
      form.width = preset.width;
      form.height = preset.height;
    }
    landmarks().mark(std::string("new/") + preset.label);
  }
}

// True in the frame in which Enter ends the editing of the last field.
bool ends_with_enter() {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); };
  return ImGui::IsItemDeactivated() && (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter));
}

// True if Enter was pressed in one of them.
bool size_fields(NewWorldForm& form) {
  ImGui::SetNextItemWidth(px(150, 200));
  ImGui::InputInt("wide", &form.width, 16, 128);
  bool entered = ends_with_enter();
  landmarks().mark("new/width");
  if (!is_narrow()) ImGui::SameLine(0, px(24));
  ImGui::SetNextItemWidth(px(150, 200));
  ImGui::InputInt("high", &form.height, 16, 128);
  entered = ends_with_enter() || entered;
  landmarks().mark("new/height");
  form.width = std::clamp(form.width, 0, 99999);
  form.height = std::clamp(form.height, 0, 99999);
  return entered;
}

// Nine buttons: which place of the old world stays where it is.
void anchor_buttons(NewWorldForm& form) {
  section("Keep the content at");
  for (int i = 0; i < 9; ++i) {
    if (i % 3 != 0) ImGui::SameLine(0, px(4));
    ImGui::PushID(i);
    const bool chosen = form.anchor == i;
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent);
    if (ImGui::Button("##anchor", {px(30, kFinger), px(22, kFinger)})) form.anchor = i;
    if (chosen) ImGui::PopStyleColor();
    ImGui::PopID();
    landmarks().mark(fmt::format("new/anchor{}", i));
  }
}

bool fits(const NewWorldForm& form) {
  return form.width >= kSideMin && form.width <= kSideMax && form.height >= kSideMin && form.height <= kSideMax;
}

}  // namespace

void NewWorldDialog::open(bool resize) {
  const Session& session = simulation_.session();
  form_ = {session.width(), session.height(), resize, static_cast<int>(command::Anchor::bottom)};
  if (const auto view = simulation_.extent_for_canvas(kUsualCells); view && !resize) {
    form_.width = view->width;
    form_.height = view->height;
  }
  open_ = true;
}

void NewWorldDialog::apply() {
  const auto anchor = static_cast<command::Anchor>(form_.anchor);
  const CommandResult result = form_.resize
                                   ? simulation_.execute(command::ResizeWorld{form_.width, form_.height, anchor})
                                   : simulation_.execute(command::NewWorld{form_.width, form_.height});
  if (!result.ok) return;
  close();
  canvas_.fit();
}

void NewWorldDialog::draw() {
  const char* title = form_.resize ? "Resize world###new" : "New world###new";
  if (!begin_dialog(title, open_, 540)) return;
  size_presets(form_, simulation_.extent_for_canvas(kUsualCells));
  const bool entered = size_fields(form_);
  if (form_.resize) anchor_buttons(form_);
  const bool possible = fits(form_);
  ImGui::PushStyleColor(ImGuiCol_Text, possible ? theme().dim : theme().warning);
  ImGui::TextWrapped("From %d x %d to %d x %d cells. %s", kSideMin, kSideMin, kSideMax, kSideMax,
                     form_.resize ? "What does not fit is cut off." : "The world starts empty; the elements stay.");
  ImGui::PopStyleColor();
  ImGui::BeginDisabled(!possible);
  if (default_button(form_.resize ? "Resize" : "Create", px(110)) || (entered && possible)) apply();
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {px(110), 0})) close();
  end_dialog();
}

}  // namespace repose
