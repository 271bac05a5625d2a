// Events: keys through the bindings, the mouse to the canvas or to ImGui, dropped files.
#include <backends/imgui_impl_sdl.h>
#include <imgui.h>

#include <algorithm>

#include "app/app.hpp"
#include "app/widgets/theme.hpp"

namespace repose {

namespace {

// A mouse event that SDL has made of a finger's, which is heard itself.
bool is_made_from_touch(const SDL_Event& event) {
  switch (event.type) {
    case SDL_MOUSEMOTION: return event.motion.which == SDL_TOUCH_MOUSEID;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: return event.button.which == SDL_TOUCH_MOUSEID;
    case SDL_MOUSEWHEEL: return event.wheel.which == SDL_TOUCH_MOUSEID;
    default: return false;
  }
}

// Types something: its text comes as an event of its own.
bool is_letter(SDL_Keycode key) { return key >= SDLK_SPACE && key < SDLK_DELETE; }

}  // namespace

void App::take_events() {
  SDL_Event event;
  for (bool& pressed : mouse_pressed_) pressed = false;
  typed_.clear();
  // One click or release a frame: on a slow frame, what follows it must not move the mouse away before ImGui has seen
  // it. A key that follows Escape is for what is there once the dialog has gone.
  const auto ends_frame = [&] {
    const bool escapes = event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE;
    return escapes || event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP ||
           event.type == SDL_FINGERDOWN || event.type == SDL_FINGERUP;
  };
  // Not SDL_PollEvent: when it is left early, its end mark stays in the queue and holds the next events back for a
  // frame.
  SDL_PumpEvents();
  // Widgets see keys only between frames: on a slow one, Return must not be released in the frame in which it was
  // pressed.
  const bool was_typing = typing();
  std::vector<SDL_Keycode> pressed;
  while (SDL_PeepEvents(&event, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0) {
    const SDL_Keycode key = event.key.keysym.sym;
    if (was_typing && event.type == SDL_KEYUP && std::ranges::find(pressed, key) != pressed.end()) return;
    if (was_typing && event.type == SDL_KEYDOWN && !is_letter(key)) pressed.push_back(key);
    SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
    handle(event);
    if (ends_frame()) return;
  }
}

void App::handle(const SDL_Event& event) {
  constexpr int kFramesAfterEvent = 4;  // hover, tooltips and popups settle over a few frames
  loop_.owe(kFramesAfterEvent);
  const bool by_finger = event.type >= SDL_FINGERDOWN && event.type <= SDL_FINGERMOTION;
  if (by_finger || (event.type >= SDL_KEYDOWN && event.type <= SDL_MOUSEWHEEL)) loop_.note_input();
  if (is_made_from_touch(event)) return;
  ImGui_ImplSDL2_ProcessEvent(&event);
  switch (event.type) {
    case SDL_QUIT: quit(); break;
    case SDL_KEYDOWN:
    case SDL_KEYUP: handle_key(event.key); break;
    case SDL_TEXTINPUT:
      if (!(SDL_GetModState() & KMOD_CTRL) || (SDL_GetModState() & KMOD_ALT))
        typed_.push_back({0, kNone, event.text.text});
      break;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL: handle_mouse(event); break;
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION: touch_.handle(event.tfinger); break;
    case SDL_DROPFILE:
      open_file(event.drop.file);
      SDL_free(event.drop.file);
      break;
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_GAINED) focused_ = true;
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
        focused_ = false;
        held_keys_.clear();
      }
      if (event.window.event == SDL_WINDOWEVENT_LEAVE) mouse_ = {-1e5f, -1e5f};
      break;
    default: break;
  }
}

// What ImGui wants is of the last frame: a field that has gone since takes no keys any more.
bool App::typing() const { return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive(); }

void App::handle_key(const SDL_KeyboardEvent& key) {
  const bool down = key.type == SDL_KEYDOWN;
  if (down && key_settings_.waits_for_key()) return key_settings_.take({key.keysym.sym, modifiers_of(key.keysym.mod)});
  if (down) typed_.push_back({key.keysym.sym, modifiers_of(key.keysym.mod), {}});
  if (down && !dialog_open() && config_editor_.takes_key(key.keysym.sym, modifiers_of(key.keysym.mod))) return;
  if (down && tour_takes(key.keysym.sym)) return;
  if (key.keysym.sym == SDLK_SPACE) return handle_space(key);
  if (!down) {
    std::erase_if(held_keys_, [&](const HeldKey& held) { return held.key == key.keysym.sym; });
    return;
  }
  const unsigned char modifiers = modifiers_of(key.keysym.mod);
  const Bindings& keys = actions_.bindings();
  const bool places = clipping_.is_placing() && !typing();
  auto id = places ? keys.find(key.keysym.sym, modifiers, KeyContext::placing) : std::nullopt;
  if (!id) id = keys.find(key.keysym.sym, modifiers);
  if (!id) return;
  const ActionRow& action = actions_.row(*id);
  if (!hears_key(action, modifiers)) return;
  if (action.while_held) {
    if (key.repeat != 0) return;
    held_keys_.push_back({key.keysym.sym, &action});
  }
  actions_.perform(*id, key.keysym.sym - SDLK_0);
}

void App::handle_space(const SDL_KeyboardEvent& key) {
  const bool down = key.type == SDL_KEYDOWN;
  if (down && key.repeat == 0 && !typing() && !dialog_open()) {
    space_held_ = true;
    space_used_ = false;
  } else if (!down && space_held_) {
    space_held_ = false;
    const auto id = actions_.bindings().find(SDLK_SPACE, modifiers_of(key.keysym.mod));
    if (!space_used_ && id) actions_.perform(*id);
  }
}

bool App::hears_key(const ActionRow& action, unsigned char modifiers) const {
  if (action.in_dialogs) return true;
  const bool taken_by_text = typing() && (action.left_to_text || !(modifiers & kCtrl));
  return !dialog_open() && !taken_by_text;
}

bool App::tour_takes(SDL_Keycode key) {
  const bool enter = key == SDLK_RETURN || key == SDLK_KP_ENTER;
  if (!enter || !tour_.is_running() || typing() || dialog_open() || clipping_.is_placing()) return false;
  tour_.next();
  return true;
}

void App::act_while_held(double elapsed) {
  for (const HeldKey& held : held_keys_) held.action->while_held(elapsed);
}

PixelPoint App::canvas_pixel(float x, float y) {
  const PixelPoint at = {x * static_cast<double>(layout_.pixels_per_point()),
                         y * static_cast<double>(layout_.pixels_per_point())};
  return compare_view_.in_first_half(at, canvas_.drawing());
}

bool App::inspects(MouseButton button, unsigned char modifiers) const {
  return inspector_.on() && button == MouseButton::left && modifiers == kNone && !space_held_ &&
         !clipping_.is_placing();
}

void App::point_at(PixelPoint at) {
  mouse_ = {static_cast<float>(at.x) / layout_.pixels_per_point(),
            static_cast<float>(at.y) / layout_.pixels_per_point()};
}

void App::hold_left_button(bool down) {
  mouse_down_[0] = down;
  mouse_pressed_[0] = mouse_pressed_[0] || down;
}

void App::handle_mouse(const SDL_Event& event) {
  const auto pixel = [&](int x, int y) { return canvas_pixel(static_cast<float>(x), static_cast<float>(y)); };
  const unsigned char modifiers = modifiers_of(static_cast<Uint16>(SDL_GetModState()));
  touch_.give_way();
  if (event.type == SDL_MOUSEMOTION) {
    mouse_ = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
    canvas_.move(pixel(event.motion.x, event.motion.y));
    return;
  }
  if (event.type == SDL_MOUSEWHEEL) {
    const double clicks = event.wheel.preciseY != 0 ? static_cast<double>(event.wheel.preciseY) : event.wheel.y;
    if (canvas_at(mouse_.x, mouse_.y)) canvas_.wheel(canvas_pixel(mouse_.x, mouse_.y), clicks, modifiers);
    return;
  }
  const SDL_MouseButtonEvent& b = event.button;
  if (b.button != SDL_BUTTON_LEFT && b.button != SDL_BUTTON_RIGHT && b.button != SDL_BUTTON_MIDDLE) return;
  const MouseButton button = b.button == SDL_BUTTON_LEFT    ? MouseButton::left
                             : b.button == SDL_BUTTON_RIGHT ? MouseButton::right
                                                            : MouseButton::middle;
  const bool down = event.type == SDL_MOUSEBUTTONDOWN;
  mouse_ = {static_cast<float>(b.x), static_cast<float>(b.y)};
  mouse_down_[static_cast<int>(button)] = down;
  if (down) mouse_pressed_[static_cast<int>(button)] = true;
  if (!down) return canvas_.release(button, pixel(b.x, b.y));
  if (!canvas_at(mouse_.x, mouse_.y)) return;
  if (space_held_) space_used_ = true;
  if (inspects(button, modifiers)) {
    canvas_.move(pixel(b.x, b.y));
    return inspector_.pin_under_mouse();
  }
  canvas_.press(button, pixel(b.x, b.y), modifiers, space_held_);
}

}  // namespace repose
