#include "app/input/bindings.hpp"

#include <utility>

namespace repose {

Bindings::Bindings(std::vector<DefaultKeys> defaults) : defaults_(std::move(defaults)) { reset_all(); }

std::optional<std::string_view> Bindings::find(SDL_Keycode key, unsigned char modifiers, KeyContext context) const {
  for (const Binding& binding : bindings_) {
    if (binding.chord == KeyChord{key, modifiers} && binding.context == context) return binding.action;
  }
  return std::nullopt;
}

std::string Bindings::keys(std::string_view action) const {
  std::string text;
  for (const KeyChord& chord : chords(action)) {
    if (!text.empty()) text += " or ";
    text += key_name(chord.key, chord.modifiers);
  }
  return text;
}

std::string key_name(SDL_Keycode key, unsigned char modifiers) {
  std::string text;
  if (modifiers & kCtrl) text += "Ctrl+";
  if (modifiers & kAlt) text += "Alt+";
  if (modifiers & kShift) text += "Shift+";
  return text + SDL_GetKeyName(key);
}

unsigned char modifiers_of(Uint16 sdl) {
  return static_cast<unsigned char>(((sdl & (KMOD_CTRL | KMOD_GUI)) ? kCtrl : 0) | ((sdl & KMOD_SHIFT) ? kShift : 0) |
                                    ((sdl & KMOD_ALT) ? kAlt : 0));
}

}  // namespace repose
