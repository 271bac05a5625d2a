// Game controllers: their events as the keys, the moves of the cursor and the moves of the view that they stand for.
#include <imgui_internal.h>

#include <cmath>

#include "app/shell/app.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr double kStartSeconds = 1;                     // looking for controllers would delay the first picture
constexpr double kRest = 0.2;                           // a stick that is tilted less is at rest
constexpr double kPress = 0.4, kLetGo = 0.25;           // of triggers, and of the left stick as a D-pad
constexpr double kCursorSpeed = 1.2, kViewSpeed = 1.2;  // heights a second, of a stick that is tilted most
constexpr float kScrollSpeed = 900;                     // points a second at 100 %
constexpr Uint32 kFromPad = 0x7fffffff;                 // in place of the window, in events of keys

PadKind kind_of(SDL_GameController* controller) {
  switch (SDL_GameControllerGetType(controller)) {
    case SDL_CONTROLLER_TYPE_PS3:
    case SDL_CONTROLLER_TYPE_PS4:
    case SDL_CONTROLLER_TYPE_PS5: return PadKind::playstation;
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_PRO:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_LEFT:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_RIGHT:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_PAIR: return PadKind::nintendo;
    default: return PadKind::xbox;
  }
}

// The key that a button is in panels and dialogs; SDLK_UNKNOWN: it does there what it does elsewhere.
KeyChord key_inside(SDL_Keycode button) {
  switch (button) {
    case pad(SDL_CONTROLLER_BUTTON_DPAD_LEFT): return {SDLK_LEFT};
    case pad(SDL_CONTROLLER_BUTTON_DPAD_RIGHT): return {SDLK_RIGHT};
    case pad(SDL_CONTROLLER_BUTTON_DPAD_UP): return {SDLK_UP};
    case pad(SDL_CONTROLLER_BUTTON_DPAD_DOWN): return {SDLK_DOWN};
    case pad(SDL_CONTROLLER_BUTTON_A): return {SDLK_RETURN};
    case pad(SDL_CONTROLLER_BUTTON_B):
    case pad(SDL_CONTROLLER_BUTTON_BACK): return {SDLK_ESCAPE};
    case pad(SDL_CONTROLLER_BUTTON_X): return {SDLK_SPACE};
    case pad(SDL_CONTROLLER_BUTTON_LEFTSHOULDER): return {SDLK_TAB, kShift};
    case pad(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER): return {SDLK_TAB};
    case kPadLeftTrigger: return {SDLK_PAGEUP};
    case kPadRightTrigger: return {SDLK_PAGEDOWN};
    default: return {};
  }
}

void push_key(KeyChord chord, bool down) {
  SDL_Event event{};
  event.type = down ? SDL_KEYDOWN : SDL_KEYUP;
  event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
  event.key.windowID = kFromPad;
  event.key.keysym.sym = chord.key;
  event.key.keysym.scancode = SDL_GetScancodeFromKey(chord.key);
  if (down && chord.modifiers == kShift) event.key.keysym.mod = KMOD_LSHIFT;
  SDL_PushEvent(&event);
}

}  // namespace

Controllers::~Controllers() {
  for (SDL_GameController* const controller : open_) SDL_GameControllerClose(controller);
}

bool Controllers::is_from_pad(const SDL_KeyboardEvent& key) { return key.windowID == kFromPad; }

bool Controllers::busy() const {
  const auto [x, y] = stick(SDL_CONTROLLER_AXIS_LEFTX, SDL_CONTROLLER_AXIS_LEFTY);
  const auto [right, down] = stick(SDL_CONTROLLER_AXIS_RIGHTX, SDL_CONTROLLER_AXIS_RIGHTY);
  return x != 0 || y != 0 || right != 0 || down != 0;
}

// Its tilt, squared, so that small tilts move slowly.
PixelPoint Controllers::stick(SDL_GameControllerAxis x, SDL_GameControllerAxis y) const {
  const double right = axes_[x], down = axes_[y], tilt = std::hypot(right, down);
  if (tilt < kRest) return {};
  const double part = std::min(1.0, (tilt - kRest) / (1 - kRest));
  return {right / tilt * part * part, down / tilt * part * part};
}

bool Controllers::is_inside() const {
  return !desk_.panels->wheel.is_open() &&
         (desk_.dialogs->any_open() || desk_.layout.popup_open() || desk_.panel_focus.on());
}

void Controllers::note_use(SDL_JoystickID which) {
  desk_.actions.bindings().use_pad(kind_of(SDL_GameControllerFromInstanceID(which)));
}

bool Controllers::handle(const SDL_Event& event) {
  switch (event.type) {
    case SDL_CONTROLLERDEVICEADDED:
      if (SDL_GameController* const controller = SDL_GameControllerOpen(event.cdevice.which))
        open_.push_back(controller);
      return false;
    case SDL_CONTROLLERDEVICEREMOVED:
      if (SDL_GameController* const controller = SDL_GameControllerFromInstanceID(event.cdevice.which)) {
        std::erase(open_, controller);
        SDL_GameControllerClose(controller);
      }
      release_all();
      if (!desk_.actions.bindings().uses_pad()) return false;
      desk_.actions.bindings().use_pad(std::nullopt);
      desk_.messages.say(tr("The controller is gone. Mouse and keyboard work as always."), Tone::warning);
      return true;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
      if (event.cbutton.button >= SDL_CONTROLLER_BUTTON_MAX) return false;
      if (event.type == SDL_CONTROLLERBUTTONDOWN) note_use(event.cbutton.which);
      press(kPad + event.cbutton.button, event.type == SDL_CONTROLLERBUTTONDOWN);
      return true;
    case SDL_CONTROLLERAXISMOTION: {
      if (event.caxis.axis >= SDL_CONTROLLER_AXIS_MAX) return false;
      const bool was_busy = busy();
      double& axis = axes_[event.caxis.axis];
      axis = event.caxis.value / 32767.0;
      const bool is_trigger = event.caxis.axis >= SDL_CONTROLLER_AXIS_TRIGGERLEFT;
      if (!is_trigger) {
        if (busy()) note_use(event.caxis.which);
        return busy() || was_busy;
      }
      const SDL_Keycode button =
          event.caxis.axis == SDL_CONTROLLER_AXIS_TRIGGERLEFT ? kPadLeftTrigger : kPadRightTrigger;
      bool& down = triggers_[button == kPadRightTrigger];
      if (axis > kLetGo && (down || axis <= kPress)) return false;
      if (axis <= kLetGo && !down) return false;
      down = !down;
      if (down) note_use(event.caxis.which);
      press(button, down);
      return true;
    }
    default: return false;
  }
}

void Controllers::press(SDL_Keycode button, bool down) {
  if (!down) {
    const auto found = inside_.find(button);
    if (found == inside_.end()) return keys_.release(button);
    push_key(found->second, false);
    inside_.erase(found);
    return;
  }
  if (desk_.dialogs->settings.keys().waits_for_key()) return desk_.dialogs->settings.keys().assign({button, kNone});
  const KeyChord chord = is_inside() ? key_inside(button) : KeyChord();
  const SDL_Keycode key = chord.key;
  if (key == SDLK_UNKNOWN) {
    const bool goes_back = Keys::typing() || desk_.panels->wheel.is_open() || desk_.view.canvas.drawing() ||
                           desk_.view.inspector.on() || desk_.view.clipping.is_placing() ||
                           desk_.view.clipping.selection() || desk_.panels->sheet.is_open();
    if (button == pad(SDL_CONTROLLER_BUTTON_B) && goes_back) return desk_.cancel();
    // Nothing else brings them back without a keyboard.
    if (button == pad(SDL_CONTROLLER_BUTTON_BACK) && !desk_.settings.window.panels_visible)
      return desk_.actions.perform(action::panels);
    return keys_.press({button, desk_.panels->wheel.is_held() ? kWithWheel : kNone}, false);
  }
  // A dialog that does not read the keys itself needs the focus first.
  const bool moves = key == SDLK_LEFT || key == SDLK_RIGHT || key == SDLK_UP || key == SDLK_DOWN;
  const bool listens = is_listened_to(ImGuiKey_DownArrow) || (!moves && is_listened_to(ImGuiKey_Enter));
  if ((moves || key == SDLK_RETURN) && !listens && !desk_.panel_focus.on()) {
    ImGui::ClearActiveID();  // a field would keep the keys
    return desk_.panel_focus.go(+1);
  }
  inside_[button] = chord;
  push_key(chord, true);
}

void Controllers::release_all() {
  axes_ = {};
  triggers_[0] = triggers_[1] = false;
  for (const auto& [button, chord] : std::exchange(inside_, {})) push_key(chord, false);
  keys_.release_all();
}

void Controllers::tick(double seconds) {
  if (!started_ && !desk_.options.scripted && desk_.loop.now() > kStartSeconds) {
    started_ = true;
    SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
  }
  const auto [x, y] = stick(SDL_CONTROLLER_AXIS_LEFTX, SDL_CONTROLLER_AXIS_LEFTY);
  const auto [right, down] = stick(SDL_CONTROLLER_AXIS_RIGHTX, SDL_CONTROLLER_AXIS_RIGHTY);
  const double across = axes_[SDL_CONTROLLER_AXIS_LEFTX], along = axes_[SDL_CONTROLLER_AXIS_LEFTY];
  const bool inside = is_inside();
  SDL_Keycode pushed = SDLK_UNKNOWN;
  if (inside && std::max(std::abs(across), std::abs(along)) > (pushed_ == SDLK_UNKNOWN ? kPress : kLetGo)) {
    pushed = std::abs(across) > std::abs(along)
                 ? pad(across < 0 ? SDL_CONTROLLER_BUTTON_DPAD_LEFT : SDL_CONTROLLER_BUTTON_DPAD_RIGHT)
                 : pad(along < 0 ? SDL_CONTROLLER_BUTTON_DPAD_UP : SDL_CONTROLLER_BUTTON_DPAD_DOWN);
  }
  if (const SDL_Keycode before = std::exchange(pushed_, pushed); before != pushed) {
    if (before != SDLK_UNKNOWN) press(before, false);
    if (pushed != SDLK_UNKNOWN) press(pushed, true);
  }
  if (desk_.actions.bindings().uses_pad() && !std::exchange(greeted_, true)) {
    const auto key = [this](std::string_view id) { return desk_.actions.keys(id); };
    desk_.messages.say(trf("The left stick moves the cursor, {} paints, {} erases. {} lists every button.",
                           key(action::cursor_paint), key(action::cursor_erase), key(action::help)));
  }
  if (!busy()) return;
  if (inside) {
    ImGuiWindow* const window = GImGui->NavWindow;
    if (window != nullptr && down != 0)
      ImGui::SetScrollY(window, window->Scroll.y + px(kScrollSpeed) * static_cast<float>(down * seconds));
    return;
  }
  if (desk_.panels->wheel.is_open()) {
    if (std::hypot(across, along) > kPress) desk_.panels->wheel.aim(across, along);
    return;
  }
  if (x != 0 || y != 0) desk_.cursor.glide(x * kCursorSpeed * seconds, y * kCursorSpeed * seconds);
  if (right == 0 && down == 0) return;
  const double way = kViewSpeed * seconds * desk_.view.canvas.camera().viewport().height;
  desk_.view.canvas.pan(-right * way, -down * way);
  if (desk_.cursor.active()) desk_.cursor.glide(0, 0);  // what is under it has changed
}

}  // namespace repose
