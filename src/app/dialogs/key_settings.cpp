#include "app/dialogs/key_settings.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/actions/action_table.hpp"
#include "app/widgets/contains.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kTitleWidth = 300, kFooterHeight = 46;

std::string name_of(KeyChord chord) { return key_name(chord.key, chord.modifiers); }

bool is_modifier(SDL_Keycode key) { return key >= SDLK_LCTRL && key <= SDLK_RGUI; }

bool small_button(const char* label, const char* mark) {
  const bool pressed = ImGui::Button(label);
  landmarks().mark(mark);
  if (!is_narrow()) ImGui::SameLine(0, px(6));
  return pressed;
}

}  // namespace

void KeySettings::begin() {
  search_.clear();
  focus_ = true;
}

void KeySettings::cancel() {
  asked_.reset();
  problem_.clear();
  sure_ = false;
}

bool KeySettings::is_asked(std::string_view action, std::optional<KeyChord> old) const {
  return asked_ && asked_->action == action && asked_->old == old;
}

void KeySettings::put(KeyChord chord) {
  asked_->old ? actions_.bindings().replace(asked_->action, *asked_->old, chord)
              : actions_.bindings().add(asked_->action, chord);
  cancel();
}

void KeySettings::take(KeyChord chord) {
  if (is_modifier(chord.key)) return;  // the main key follows
  if (chord.key == SDLK_ESCAPE) return cancel();
  if (!Bindings::can_take(chord)) {
    problem_ = fmt::format("{} always chooses an element. Press another key, or Escape.", name_of(chord));
    return;
  }
  problem_.clear();
  if (!actions_.bindings().rival(asked_->action, chord)) return put(chord);
  asked_->wanted = chord;
}

bool KeySettings::is_found(const ActionRow& action) const {
  return actions_.bindings().can_change(action.id) &&
         (contains(action.title, search_) || contains(action.group, search_) ||
          contains(actions_.bindings().keys(action.id), search_));
}

// A key, or the sign for adding one: a click waits for another key.
void KeySettings::chip_of(const ActionRow& action, std::optional<KeyChord> chord, const std::string& label,
                          const std::string& mark) {
  const bool asked = is_asked(action.id, chord);
  ImGui::PushID(mark.c_str());
  if (chip(asked ? (asked_->wanted ? name_of(*asked_->wanted).c_str() : "Press a key") : label.c_str(), asked)) {
    cancel();
    if (!asked) asked_ = Asked{action.id, chord, std::nullopt};
  }
  ImGui::PopID();
  landmarks().mark(mark);
  tooltip(chord ? "Click, then press the new key." : "Add another key.");
  ImGui::SameLine(0, px(4));
}

void KeySettings::chips(const ActionRow& action) {
  const std::vector<KeyChord> chords = actions_.bindings().chords(action.id);
  const std::string mark = fmt::format("keys/{}", action.id);
  for (std::size_t i = 0; i < chords.size(); ++i)
    chip_of(action, chords[i], name_of(chords[i]), fmt::format("{}/{}", mark, i));
  chip_of(action, std::nullopt, "+", mark + "/add");
  if (asked_ && asked_->action == action.id && asked_->old && !asked_->wanted) {
    if (small_button("Remove", "keys/remove")) {
      actions_.bindings().remove(action.id, *asked_->old);
      cancel();
    }
    tooltip("Removes this key.");
  }
  if (!actions_.bindings().changed(action.id)) return ImGui::NewLine();
  if (icon_button((mark + "/reset").c_str(), Icon::reset, "Reset to the default keys", "", false,
                  ImGui::GetFrameHeight())) {
    cancel();
    actions_.bindings().reset(action.id);
  }
}

// Shows which action has the pressed key, and asks what to do.
void KeySettings::conflict() {
  const KeyChord wanted = *asked_->wanted;
  const auto rival = actions_.bindings().rival(asked_->action, wanted);
  if (!rival) return put(wanted);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
  ImGui::TextWrapped(
      "%s", fmt::format("{} is already used for \"{}\".", name_of(wanted), actions_.row(*rival).title).c_str());
  ImGui::PopStyleColor();
  if (small_button("Use it here instead", "keys/take")) return put(wanted);
  if (asked_->old && small_button(fmt::format("Swap with {}", name_of(*asked_->old)).c_str(), "keys/swap")) {
    actions_.bindings().swap(asked_->action, *asked_->old, wanted);
    return cancel();
  }
  if (small_button("Keep both as they are", "keys/leave")) return cancel();
  ImGui::NewLine();
}

void KeySettings::row(const ActionRow& action) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(action.title.data(), action.title.data() + action.title.size());
  if (!is_narrow()) ImGui::SameLine(px(kTitleWidth));
  chips(action);
  if (!asked_ || asked_->action != action.id) return;
  if (!problem_.empty()) ImGui::TextColored(theme().warning, "%s", problem_.c_str());
  if (asked_->wanted) conflict();
}

void KeySettings::footer() {
  ImGui::Dummy({0, px(2)});
  if (primary_button("Done", px(110))) close_();
  ImGui::SameLine(0, px(8));
  ImGui::BeginDisabled(actions_.bindings().changes().empty());
  const bool pressed = ImGui::Button(sure_ ? "Yes, reset all" : "Reset all keys");
  ImGui::EndDisabled();
  landmarks().mark("keys/reset_all");
  tooltip("Sets all keys to their defaults.");
  if (pressed && sure_) actions_.bindings().reset_all();
  if (pressed) sure_ = !sure_;
}

void KeySettings::draw() {
  if (focus_ || ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  focus_ = false;
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##search", "Search actions and keys", &search_);
  landmarks().mark("keys/search");
  if (ImGui::IsItemActivated()) cancel();
  ImGui::BeginChild("list", {0, -px(kFooterHeight)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(4)});
  std::string_view group;
  for (const ActionRow& action : actions_.rows()) {
    if (!is_found(action)) continue;
    if (group != action.group) section(std::string(action.group).c_str());
    group = action.group;
    row(action);
  }
  if (group.empty()) ImGui::TextColored(theme().dim, "Nothing found.");
  ImGui::PopStyleVar(2);
  ImGui::EndChild();
  footer();
}

}  // namespace repose
