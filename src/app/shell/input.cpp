// The keyboard: a key goes to a widget that waits for one, else to text that is being edited, else through the bindings
// to an action.
#include "app/shell/app.hpp"

#include <backends/imgui_impl_sdl.h>

#include "app/ui/dialogs/dialogs.hpp"

namespace repose {

namespace {

// Keys that type text, which arrives as an event of its own.
bool is_letter(SDL_Keycode key) { return key >= SDLK_SPACE && key < SDLK_DELETE; }

}  // namespace

void WindowInput::tick(double seconds) {
  controllers_.tick(seconds);
  keys_.act_while_held(seconds);
  desk_.cursor.tick();
  touch_.tick();
}

void WindowInput::take_events() {
  desk_.pointer.begin_frame();
  keys_.begin_frame();
  // Not SDL_PollEvent: if its loop is left early, its end mark stays in the queue and delays events by a frame.
  if (keys_.awaits_field()) return;
  SDL_PumpEvents();
  // Widgets read keys only once a frame, so on a slow frame a key changes only once: Return must not be released in the
  // frame in which it was pressed, and two presses of Down are two steps.
  const bool one_change = Keys::typing() || desk_.dialogs->any_open() || desk_.panel_focus.on();
  std::vector<SDL_Keycode> changed;
  SDL_Event event;
  while (SDL_PeepEvents(&event, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0) {
    if (one_change && (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) && !is_letter(event.key.keysym.sym) &&
        event.key.repeat == 0) {
      if (std::ranges::find(changed, event.key.keysym.sym) != changed.end()) return;
      changed.push_back(event.key.keysym.sym);
    }
    SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
    handle(event);
    if (keys_.awaits_field()) {
      // The letter of a key that was an action is not text for the field that the action has opened.
      const bool any = SDL_PeepEvents(&event, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0;
      if (any && event.type == SDL_TEXTINPUT) SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
      return;
    }
    // At most one click or release a frame: otherwise, on a slow frame, later events would move the mouse away before
    // ImGui has seen the click. Escape ends a frame too, because the keys after it are for what is there once the
    // dialog has closed.
    const bool escapes = event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE;
    if (escapes || event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP ||
        event.type == SDL_FINGERDOWN || event.type == SDL_FINGERUP)
      return;
  }
}

void WindowInput::handle(SDL_Event event) {
  if (event.type >= SDL_JOYAXISMOTION && event.type < SDL_CONTROLLERAXISMOTION) return;  // again as of a controller
  const bool of_pad = event.type >= SDL_CONTROLLERAXISMOTION && event.type <= SDL_CONTROLLERSENSORUPDATE;
  if (of_pad && !controllers_.handle(event)) return;
  constexpr int kFramesAfterEvent = 4;  // hover, tooltips and popups need some frames until they are final
  desk_.loop.owe(kFramesAfterEvent);
  const bool by_finger = event.type >= SDL_FINGERDOWN && event.type <= SDL_FINGERMOTION;
  const bool by_hand = by_finger || (event.type >= SDL_KEYDOWN && event.type <= SDL_MOUSEWHEEL);
  if (by_hand || of_pad) desk_.loop.note_input();
  // What SDL has made of a touch event, which is handled itself. All these events have `which` at the same place.
  const bool by_mouse = event.type >= SDL_MOUSEMOTION && event.type <= SDL_MOUSEWHEEL;
  if (by_mouse && event.motion.which == SDL_TOUCH_MOUSEID) return;
  const bool is_key = event.type == SDL_KEYDOWN || event.type == SDL_KEYUP;
  if (!is_key || !Controllers::is_from_pad(event.key)) {
    const bool moved = event.type != SDL_MOUSEMOTION || event.motion.xrel != 0 || event.motion.yrel != 0;
    if (by_hand && moved) desk_.actions.bindings().use_pad(std::nullopt);
    desk_.sticky.apply(desk_, event);
  }
  if (is_key) {
    // On a slow frame the modifiers may be up again by now: ImGui and actions see those of the event.
    const SDL_Keymod now = SDL_GetModState();
    SDL_SetModState(static_cast<SDL_Keymod>(event.key.keysym.mod));
    ImGui_ImplSDL2_ProcessEvent(&event);
    keys_.handle(event.key);
    return SDL_SetModState(now);
  }
  ImGui_ImplSDL2_ProcessEvent(&event);
  switch (event.type) {
    case SDL_QUIT: return desk_.quit();
    case SDL_TEXTINPUT: return keys_.handle(event.text);
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN: desk_.panel_focus.leave(); [[fallthrough]];
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL:
      touch_.give_way();
      desk_.cursor.give_way();
      return desk_.pointer.handle(event);
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION: desk_.cursor.give_way(); return touch_.handle(event.tfinger);
    case SDL_DROPFILE: desk_.files.opener.open(event.drop.file); return SDL_free(event.drop.file);
    case SDL_DROPTEXT: open_config_link(desk_, event.drop.file); return SDL_free(event.drop.file);
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_GAINED) focused_ = true;
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
        focused_ = false;
        controllers_.release_all();
      }
      if (event.window.event == SDL_WINDOWEVENT_LEAVE) desk_.pointer.leave();
      return;
    default: return;
  }
}

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
  const KeyChord chord = {key.keysym.sym, modifiers_of(key.keysym.mod)};
  if (down && desk_.dialogs->settings.keys().waits_for_key()) return desk_.dialogs->settings.keys().assign(chord);
  if (down) typed_.push_back({chord.key, chord.modifiers, {}});
  if (down && !desk_.dialogs->any_open() && desk_.editor->takes_key(chord.key, chord.modifiers)) return;
  if (chord.key == SDLK_SPACE && !desk_.panel_focus.on()) return handle_space(key);
  down ? press(chord, key.repeat != 0) : release(chord.key);
}

void Keys::release(SDL_Keycode key) {
  std::erase_if(held_, [&](const auto& held) { return held.first == key; });
}

void Keys::press(KeyChord chord, bool repeats) {
  if (desk_.panels->wheel.takes(chord)) return;
  if (desk_.panel_focus.takes(chord.key, chord.modifiers)) return;
  const Bindings& keys = desk_.actions.bindings();
  const bool places = desk_.view.clipping.is_placing() && !typing();
  auto id = places ? keys.find(chord.key, chord.modifiers, KeyContext::placing) : std::nullopt;
  if (!id) id = keys.find(chord.key, chord.modifiers);
  if (!id) return;
  const ActionRow& action = desk_.actions.row(*id);
  const bool taken_by_text = typing() && (action.left_to_text || !(chord.modifiers & kCtrl));
  const bool heard_in_dialogs = action.in_dialogs && !(action.left_to_text && typing());
  if (!heard_in_dialogs && (desk_.dialogs->any_open() || taken_by_text)) return;
  if (action.while_held) {
    if (repeats) return;
    held_.emplace_back(chord.key, &action);
  }
  constexpr int kFramesUntilFocus = 4;  // fields get the focus two frames later; a field that never comes ends the wait
  if (action.opens_field && desk_.actions.why_not(*id).empty()) frames_for_field_ = kFramesUntilFocus;
  desk_.actions.perform(*id, chord.key - SDLK_0);
}

void Keys::handle_space(const SDL_KeyboardEvent& key) {
  const bool down = key.type == SDL_KEYDOWN;
  if (down && key.repeat == 0 && !typing() && !desk_.dialogs->any_open()) {
    desk_.pointer.hold_space(true);
  } else if (!down && desk_.pointer.space_held()) {
    desk_.pointer.hold_space(false);
    const auto id = desk_.actions.bindings().find(SDLK_SPACE, modifiers_of(key.keysym.mod));
    if (!desk_.pointer.used_with_space() && id) desk_.actions.perform(*id);
  }
}

void Keys::act_while_held(double seconds) {
  for (const auto& [key, action] : held_) action->while_held(seconds);
}

}  // namespace repose
