// What keys do in place of the mouse: the cursor on the canvas, the focus in panels, modifiers that stay down.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

// The windows that have something to press, from the top to the bottom of the screen.
std::vector<ImGuiWindow*> panels_in_order() {
  constexpr ImGuiWindowFlags kOthers = ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_Tooltip |
                                       ImGuiWindowFlags_Popup | ImGuiWindowFlags_NoNavInputs |
                                       ImGuiWindowFlags_NoMouseInputs;
  std::vector<ImGuiWindow*> panels;
  for (ImGuiWindow* const window : GImGui->Windows) {
    if (window->WasActive && (window->Flags & kOthers) == 0 && window->DC.NavLayersActiveMaskNext != 0)
      panels.push_back(window);
  }
  std::ranges::sort(panels, {}, [](const ImGuiWindow* window) { return std::pair(window->Pos.y, window->Pos.x); });
  return panels;
}

struct ModifierKeys {
  unsigned char modifier;
  Uint16 state;  // in SDL's state of the keyboard
  SDL_Keycode left, right;
};
constexpr ModifierKeys kModifierKeys[] = {{kShift, KMOD_LSHIFT, SDLK_LSHIFT, SDLK_RSHIFT},
                                          {kCtrl, KMOD_LCTRL, SDLK_LCTRL, SDLK_RCTRL},
                                          {kAlt, KMOD_LALT, SDLK_LALT, SDLK_LALT}};

Uint16 sdl_modifiers(unsigned char modifiers) {
  int state = KMOD_NONE;
  for (const ModifierKeys& keys : kModifierKeys) state |= (modifiers & keys.modifier) != 0 ? keys.state : 0;
  return static_cast<Uint16>(state);
}

unsigned char modifier_of(SDL_Keycode key) {
  for (const ModifierKeys& keys : kModifierKeys)
    if (key == keys.left || key == keys.right) return keys.modifier;
  return kNone;
}

}  // namespace

void CanvasCursor::appear() {
  if (std::exchange(active_, true)) return;
  const ImVec4 canvas = desk_.layout.canvas();
  const auto scale = static_cast<double>(desk_.layout.pixels_per_point());
  at_ = desk_.pointer.over_canvas() ? desk_.pointer.at()
                                    : PixelPoint{(canvas.x + canvas.z) / 2 * scale, (canvas.y + canvas.w) / 2 * scale};
  move_to(at_);
}

void CanvasCursor::move_to(PixelPoint at) {
  constexpr double kMarginShare = 0.06;  // of the height: the view moves before the cursor is at its edge
  const ImVec4 rect = desk_.layout.canvas();
  WorldCanvas& canvas = desk_.view.canvas;
  const auto scale = static_cast<double>(desk_.layout.pixels_per_point());
  const PixelPoint low = {rect.x * scale, rect.y * scale}, high = {rect.z * scale - 1, rect.w * scale - 1};
  if (!canvas.in_relief()) {
    const double margin = kMarginShare * (high.y - low.y);
    const PixelPoint world_low = canvas.camera().to_pixel({0, 0});
    const PixelPoint world_high = canvas.camera().to_pixel(
        {static_cast<double>(desk_.session().width()), static_cast<double>(desk_.session().height())});
    // How far the view moves along an axis: only while more of the world is there.
    const auto beyond = [margin](double place, double first, double last, double world_first, double world_last) {
      if (place > last - margin) return std::clamp(place - last + margin, 0.0, std::max(0.0, world_last - last));
      return -std::clamp(first + margin - place, 0.0, std::max(0.0, first - world_first));
    };
    const double right = beyond(at.x, low.x, high.x, world_low.x, world_high.x);
    const double down = beyond(at.y, low.y, high.y, world_low.y, world_high.y);
    if (right != 0 || down != 0) canvas.pan(-right, -down);
    at = {at.x - right, at.y - down};
  }
  at_ = {std::clamp(at.x, low.x, high.x), std::clamp(at.y, low.y, high.y)};
  desk_.pointer.point_at(at_);
  canvas.move(desk_.pointer.canvas_pixel(to_points(at_, desk_.layout.pixels_per_point())));
  desk_.loop.wake();
}

void CanvasCursor::step(int right, int down) {
  appear();
  travelled_ = 0;
  const Camera& camera = desk_.view.canvas.camera();
  const double side = std::max(1.0, camera.zoom());
  PixelPoint to = {at_.x + right * side, at_.y + down * side};
  if (!desk_.view.canvas.in_relief() && camera.zoom() >= 2) {  // to the middle of a cell
    const PixelPoint cell = camera.to_world(to);
    to = camera.to_pixel({std::floor(cell.x) + 0.5, std::floor(cell.y) + 0.5});
  }
  move_to(to);
}

void CanvasCursor::glide(double right, double down) {
  appear();
  const double height = desk_.view.canvas.camera().viewport().height;
  move_to({at_.x + right * height, at_.y + down * height});
}

void CanvasCursor::travel(double right, double down, double seconds) {
  constexpr double kRest = 0.2, kSlow = 0.2, kFaster = 0.4, kFast = 1.0;  // seconds, heights a second
  travelled_ += seconds;
  if (travelled_ < kRest) return;
  const double way = std::min(kFast, kSlow + kFaster * (travelled_ - kRest)) * seconds;
  glide(right * way, down * way);
}

void CanvasCursor::press(MouseButton button) {
  appear();
  held_ = button;
  pressed_at_ = at_;
  on_canvas_ = desk_.pointer.over_canvas();
  on_canvas_ ? desk_.pointer.press_canvas(button, kNone) : desk_.pointer.hold_left_button(true);
}

void CanvasCursor::release() {
  if (!held_) return;
  const MouseButton button = *held_;
  held_.reset();
  kept_ = false;
  on_canvas_ ? desk_.pointer.release_canvas(button) : desk_.pointer.hold_left_button(false);
}

void CanvasCursor::hold(MouseButton button) {
  kept_ = false;
  if (!held_) press(button);
  fresh_ = true;
  desk_.loop.wake();
}

void CanvasCursor::toggle_hold() {
  if (held_) return release();
  press(MouseButton::left);
  kept_ = true;
}

void CanvasCursor::tick() {
  const bool ends = held_ && !fresh_ && !kept_;
  fresh_ = false;
  if (!ends) return;
  const Tool tool = desk_.paint_box.tool();
  const bool draws_a_span = tool == Tool::select || tool == Tool::line || tool == Tool::rectangle;
  kept_ = draws_a_span && on_canvas_ && at_.x == pressed_at_.x && at_.y == pressed_at_.y;
  if (!kept_) release();
}

void CanvasCursor::give_way() {
  release();
  active_ = false;
}

void CanvasCursor::draw() const {
  if (!active_) return;
  const float points = 1 / desk_.layout.pixels_per_point();
  const ImVec2 at = to_points(at_, desk_.layout.pixels_per_point());
  const float brush = static_cast<float>(desk_.view.canvas.camera().zoom()) * points *
                      static_cast<float>(desk_.paint_box.brush().size) / 2;
  // The tools that act on one place show no brush; a wider ring would hide the label of a sign.
  const float radius = desk_.paint_box.tool() == Tool::sign ? px(7) : std::max(px(7), brush + px(3));
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddCircle(at, radius, IM_COL32(0, 0, 0, 140), 0, px(4));
  list.AddCircle(at, radius, to_u32(theme().accent), 0, px(2));
}

// ---- the focus in panels ----

void PanelFocus::ask_for(const ImGuiWindow& window) {
  on_ = true;
  wanted_ = window.ID;
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  desk_.loop.wake();
}

void PanelFocus::go(int by) {
  if (desk_.layout.popup_open()) {  // inside, Tab belongs to ImGui
    ImGuiWindow* const dialog = ImGui::GetTopMostPopupModal();
    if (!on_ && dialog != nullptr) ask_for(*dialog);
    return;
  }
  const std::vector<ImGuiWindow*> panels = panels_in_order();
  const ImGuiWindow* const now = on_ && GImGui->NavWindow != nullptr ? GImGui->NavWindow->RootWindow : nullptr;
  const auto found = std::ranges::find(panels, now);
  const int count = static_cast<int>(panels.size()), world = count;
  const int from = found == panels.end() ? world : static_cast<int>(found - panels.begin());
  const int to = (from + by + count + 1) % (count + 1);
  to == world ? leave() : ask_for(*panels[static_cast<std::size_t>(to)]);
}

void PanelFocus::leave() {
  if (!std::exchange(on_, false)) return;
  ImGuiContext& g = *GImGui;
  g.IO.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  g.NavDisableHighlight = true;
  g.NavDisableMouseHover = false;
  desk_.loop.wake();
}

bool PanelFocus::takes(SDL_Keycode key, unsigned char modifiers) const {
  if (!on_ || (modifiers & ~kShift) != 0) return false;
  constexpr SDL_Keycode kTaken[] = {SDLK_LEFT,  SDLK_RIGHT,  SDLK_UP,       SDLK_DOWN, SDLK_RETURN, SDLK_KP_ENTER,
                                    SDLK_SPACE, SDLK_PAGEUP, SDLK_PAGEDOWN, SDLK_HOME, SDLK_END};
  return std::ranges::find(kTaken, key) != std::end(kTaken);
}

// A dialog that opens gets the focus if keys are in use, unless it reads the arrows or text itself. Once it has closed,
// or a menu, the keys belong to the world again.
void PanelFocus::follow_popups() {
  const ImGuiContext& g = *GImGui;
  const bool open = desk_.layout.popup_open();
  ImGuiWindow* const dialog = open ? ImGui::GetTopMostPopupModal() : nullptr;
  const ImGuiID popup = !open || g.OpenPopupStack.empty() ? 0 : g.OpenPopupStack.back().PopupId;
  const bool was_dialog = std::exchange(dialog_, dialog != nullptr);
  const ImGuiID before = std::exchange(popup_, popup);
  const bool was_in_menu = std::exchange(
      in_menu_, on_ && g.NavWindow != nullptr && std::string_view(g.NavWindow->Name).starts_with("##Menu_"));
  constexpr int kFramesToField = 2;  // a field gets the focus in the second frame
  if (popup != before) frames_to_focus_ = popup != 0 && !was_dialog ? kFramesToField : 0;
  if (popup != before && popup == 0 && (was_dialog || was_in_menu)) return leave();
  if (frames_to_focus_ == 0 || --frames_to_focus_ > 0) return;
  const bool reads_keys = is_listened_to(ImGuiKey_DownArrow) || g.ActiveId != 0 || g.IO.WantTextInput;
  if (dialog == nullptr) return;
  if (reads_keys) return leave();
  if (on_ || desk_.cursor.active()) ask_for(*dialog);
}

void PanelFocus::before_frame() {
  follow_popups();
  if (!on_) return;
  ImGuiIO& io = ImGui::GetIO();
  // ImGui 1.86 presses buttons with Space only.
  if (io.KeysDown[io.KeyMap[ImGuiKey_Enter]] || io.KeysDown[io.KeyMap[ImGuiKey_KeyPadEnter]])
    io.NavInputs[ImGuiNavInput_Activate] = 1;
}

void PanelFocus::after_new_frame() {
  stops_everywhere_ = on_;
  if (!on_) return;
  ImGuiContext& g = *GImGui;
  const bool tabs = g.NavMoveSubmitted && (g.NavMoveFlags & ImGuiNavMoveFlags_Tabbing) != 0;
  if (std::exchange(tabbed_, false)) {  // only text fields begin at once
    g.NavActivateInputId = 0;
    g.NavDisableHighlight = false;
    g.NavDisableMouseHover = true;
  }
  if (ImGuiWindow* const window = wanted_ == 0 ? nullptr : ImGui::FindWindowByID(wanted_)) {
    ImGui::FocusWindow(window);
    const bool is_menu = (window->DC.NavLayersActiveMaskNext & (1 << ImGuiNavLayer_Main)) == 0;
    g.NavLayer = is_menu ? ImGuiNavLayer_Menu : ImGuiNavLayer_Main;
    if (const ImGuiID last = window->NavLastIds[g.NavLayer]; last != 0) {
      ImGui::SetNavID(last, g.NavLayer, 0, window->NavRectRel[g.NavLayer]);
    } else {
      ImGui::NavInitWindow(window, true);
    }
    g.NavDisableHighlight = false;
    g.NavDisableMouseHover = true;
  }
  wanted_ = 0;
  const bool typing = g.ActiveId != 0;
  if (tabs && !desk_.layout.popup_open()) {  // it goes to the next panel
    g.NavMoveSubmitted = g.NavMoveScoringItems = false;
    g.NavAnyRequest = g.NavInitRequest;
  } else if (tabs && !typing) {
    if (g.NavTabbingDir == 0 && g.NavId != 0) g.NavTabbingDir = +1;
    tabbed_ = true;
  }
  // Tab stops at every widget.
  ImGui::PushItemFlag(ImGuiItemFlags_Inputable, true);
}

std::optional<ImVec4> PanelFocus::place() {
  const ImGuiContext& g = *GImGui;
  if (g.NavWindow == nullptr || g.NavId == 0 || g.NavDisableHighlight) return std::nullopt;
  return ImGui::WindowRectRelToAbs(g.NavWindow, g.NavWindow->NavRectRel[g.NavLayer]).ToVec4();
}

void PanelFocus::draw() {
  // Not on_: an action may have changed that since the frame began.
  if (!std::exchange(stops_everywhere_, false)) return;
  ImGui::PopItemFlag();
  const auto at = place();
  if (!at) return;
  const float around = px(2);
  const ImVec2 low = {at->x - around, at->y - around}, high = {at->z + around, at->w + around};
  ImGui::GetForegroundDrawList()->AddRect(low, high, to_u32(theme().panel), px(6), 0, px(4));
  ImGui::GetForegroundDrawList()->AddRect(low, high, to_u32(theme().accent), px(6), 0, px(2));
}

// ---- modifiers that stay down ----

void StickyModifiers::hold(Desk& desk, unsigned char modifiers) {
  const int ended = sdl_modifiers(static_cast<unsigned char>(held_ & ~modifiers));
  held_ = modifiers;
  locked_ &= modifiers;
  SDL_SetModState(static_cast<SDL_Keymod>((SDL_GetModState() & ~ended) | sdl_modifiers(held_)));
  desk.loop.wake();
}

void StickyModifiers::press(Desk& desk, Modifier modifier) {
  if (locks(modifier)) return hold(desk, static_cast<unsigned char>(held_ & ~modifier));
  if (holds(modifier)) locked_ |= modifier;
  hold(desk, held_ | modifier);
}

void StickyModifiers::apply(Desk& desk, SDL_Event& event) {
  if (!desk.settings.controls.sticky_modifiers) return any() ? hold(desk, kNone) : void();
  const bool down = event.type == SDL_KEYDOWN, up = event.type == SDL_KEYUP;
  const unsigned char own = modifier_of(down || up ? event.key.keysym.sym : SDLK_UNKNOWN);
  if (up && own != kNone && own == std::exchange(alone_, kNone)) return press(desk, static_cast<Modifier>(own));
  if (down && event.key.repeat == 0) alone_ = own;
  if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEWHEEL) alone_ = kNone;
  // The marks in the status bar are pressed with the mouse.
  const bool clicked =
      event.type == SDL_MOUSEBUTTONUP &&
      !landmarks().at({static_cast<float>(event.button.x), static_cast<float>(event.button.y)}).starts_with("sticky/");
  if ((up && own == kNone) || clicked) hold(desk, locked_);
  if (!any()) return;
  hold(desk, held_);
  if (down || up) event.key.keysym.mod |= sdl_modifiers(held_);
}

void StickyModifiers::feed(ImGuiIO& io) {
  const unsigned char held = modifiers_of(static_cast<Uint16>(SDL_GetModState()));
  io.KeyShift = (held & kShift) != 0;
  io.KeyCtrl = (held & kCtrl) != 0;
  io.KeyAlt = (held & kAlt) != 0;
}

}  // namespace repose
