#include "app/input/keys.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/desk/desk.hpp"
#include "app/dialogs/dialogs.hpp"
#include "app/editor/config_editor.hpp"

namespace repose {

// ImGui's request for the keyboard is from the last frame: a field that has gone since needs no keys any more.
bool Keys::typing() { return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive(); }

void Keys::begin_frame() {
  typed_.clear();
  frames_for_field_ = typing() ? 0 : std::max(0, frames_for_field_ - 1);
}

void Keys::handle(const SDL_TextInputEvent& text) {
  const SDL_Keymod held = SDL_GetModState();
  if (!(held & KMOD_CTRL) || (held & KMOD_ALT)) typed_.push_back({0, kNone, text.text});
}

void Keys::handle(const SDL_KeyboardEvent& key) {
  const bool down = key.type == SDL_KEYDOWN;
  const unsigned char modifiers = modifiers_of(key.keysym.mod);
  if (down && desk_.dialogs->settings.keys().waits_for_key())
    return desk_.dialogs->settings.keys().take({key.keysym.sym, modifiers});
  if (down) typed_.push_back({key.keysym.sym, modifiers, {}});
  if (down && !desk_.dialogs->stack.any_open() && desk_.editor->takes_key(key.keysym.sym, modifiers)) return;
  if (key.keysym.sym == SDLK_SPACE) return handle_space(key);
  if (down) return press(key);
  std::erase_if(held_, [&](const HeldKey& held) { return held.key == key.keysym.sym; });
}

void Keys::press(const SDL_KeyboardEvent& key) {
  const unsigned char modifiers = modifiers_of(key.keysym.mod);
  const Bindings& keys = desk_.actions.bindings();
  const bool places = desk_.view.clipping.is_placing() && !typing();
  auto id = places ? keys.find(key.keysym.sym, modifiers, KeyContext::placing) : std::nullopt;
  if (!id) id = keys.find(key.keysym.sym, modifiers);
  if (!id) return;
  const ActionRow& action = desk_.actions.row(*id);
  if (!hears_key(action, modifiers)) return;
  if (action.while_held) {
    if (key.repeat != 0) return;
    held_.push_back({key.keysym.sym, &action});
  }
  constexpr int kFramesUntilFocus = 4;  // fields get the focus two frames later; a field that never comes ends the wait
  if (action.opens_field && desk_.actions.why_not(*id).empty()) frames_for_field_ = kFramesUntilFocus;
  desk_.actions.perform(*id, key.keysym.sym - SDLK_0);
}

void Keys::handle_space(const SDL_KeyboardEvent& key) {
  const bool down = key.type == SDL_KEYDOWN;
  if (down && key.repeat == 0 && !typing() && !desk_.dialogs->stack.any_open()) {
    desk_.pointer.hold_space(true);
  } else if (!down && desk_.pointer.space_held()) {
    desk_.pointer.hold_space(false);
    const auto id = desk_.actions.bindings().find(SDLK_SPACE, modifiers_of(key.keysym.mod));
    if (!desk_.pointer.used_with_space() && id) desk_.actions.perform(*id);
  }
}

bool Keys::hears_key(const ActionRow& action, unsigned char modifiers) const {
  if (action.in_dialogs) return true;
  const bool taken_by_text = typing() && (action.left_to_text || !(modifiers & kCtrl));
  return !desk_.dialogs->stack.any_open() && !taken_by_text;
}

void Keys::act_while_held(double seconds) {
  for (const HeldKey& held : held_) held.action->while_held(seconds);
}

}  // namespace repose
