// The canvas: how the world is shown, and what the mouse and the fingers do there.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"

namespace repose {

namespace {

constexpr double kDragPixels = 4;  // a middle press that moves farther pans instead of picking
constexpr double kZoomPerClick = 1.25;

bool is_inside(const Session& session, CellPoint cell) {
  return cell.x >= 0 && cell.y >= 0 && cell.x < session.width() && cell.y < session.height();
}

unsigned char held_modifiers() { return modifiers_of(static_cast<Uint16>(SDL_GetModState())); }

ImVec2 point(int x, int y) { return {static_cast<float>(x), static_cast<float>(y)}; }

constexpr double kRestSeconds = 0.5;    // how long a finger must rest to pick
constexpr double kRestPoints = 8;       // a finger that moves less than this rests
constexpr double kPinchPointsMin = 16;  // fingers that are nearer do not zoom, which would become too fast
constexpr PixelPoint kNowhere = {-1e5, -1e5};

PixelPoint operator-(PixelPoint a, PixelPoint b) { return {a.x - b.x, a.y - b.y}; }

// The window that scrolls at a point; null if none does, and on scroll bars.
ImGuiWindow* list_at(ImVec2 point) {
  ImGui::GetIO().MousePos = point;
  ImGui::UpdateHoveredWindowAndCaptureFlags();
  ImGuiWindow* window = GImGui->HoveredWindow;
  if (window == nullptr) return nullptr;
  const bool on_bar = window->ScrollbarY && ImGui::GetWindowScrollbarRect(window, ImGuiAxis_Y).Contains(point);
  const auto scrolls = [](const ImGuiWindow& w) {
    return (w.ScrollMax.x > 0 || w.ScrollMax.y > 0) && (w.Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0;
  };
  while (window != nullptr && !scrolls(*window))
    window = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? window->ParentWindow : nullptr;
  return on_bar ? nullptr : window;
}

}  // namespace

void WorldCanvas::set_viewport(PixelRect viewport) {
  if (viewport == camera_.viewport()) return;
  camera_ = goal();
  goal_.reset();
  camera_.set_viewport(viewport);
  relief_.set_viewport(viewport);
  if (fitted_) fit();
  camera_.keep_in_reach(desk_.session().width(), desk_.session().height());
}

void WorldCanvas::fit() {
  fitted_ = true;
  goal_.reset();
  camera_.fit(desk_.session().width(), desk_.session().height());
  relief_.fit(desk_.session().width(), desk_.session().height());
}

void WorldCanvas::pan(double dx_pixels, double dy_pixels) {
  fitted_ = false;
  if (in_relief()) return relief_.pan(dx_pixels, dy_pixels);
  goal_.reset();
  camera_.pan(dx_pixels, dy_pixels);
  camera_.keep_in_reach(desk_.session().width(), desk_.session().height());
}

void WorldCanvas::glide_to(Camera goal) {
  fitted_ = false;
  goal.keep_in_reach(desk_.session().width(), desk_.session().height());
  const bool glides = desk_.settings.view.animates();
  goal_ = glides ? std::optional(goal) : std::nullopt;
  if (!glides) camera_ = goal;
}

void WorldCanvas::glide(double dx_pixels, double dy_pixels) {
  if (in_relief()) return pan(dx_pixels, dy_pixels);
  Camera wanted = goal();
  wanted.pan(dx_pixels, dy_pixels);
  glide_to(wanted);
}

void WorldCanvas::glide_to_fit() {
  if (in_relief()) return fit();
  Camera wanted = camera_;
  wanted.fit(desk_.session().width(), desk_.session().height());
  glide_to(wanted);
  fitted_ = true;
}

void WorldCanvas::zoom(PixelPoint at, double clicks) {
  const double factor = std::pow(kZoomPerClick, clicks);
  if (in_relief()) {
    fitted_ = false;
    return relief_.zoom_at(at, factor);
  }
  Camera wanted = camera_;  // the point that is at that pixel now stays there
  wanted.zoom_at(at, goal().zoom() * factor / camera_.zoom());
  glide_to(wanted);
}

void WorldCanvas::zoom_at_once(PixelPoint at, double factor) {
  fitted_ = false;
  if (in_relief()) return relief_.zoom_at(at, factor);
  goal_.reset();
  camera_.zoom_at(at, factor);
  camera_.keep_in_reach(desk_.session().width(), desk_.session().height());
}

void WorldCanvas::zoom_to_cells(PixelPoint at) {
  if (in_relief()) return;
  Camera wanted = camera_;
  wanted.zoom_to_cells(at);
  glide_to(wanted);
}

void WorldCanvas::centre_on(PixelPoint world) {
  Camera wanted = goal();
  wanted.centre_on(world);
  glide_to(wanted);
}

bool WorldCanvas::in_relief() const {
  return desk_.settings.view.looks.relief && !desk_.view.compare.active() && desk_.simulation.knows(Plane::height) &&
         desk_.screen->can_draw_relief();
}

ReliefScene WorldCanvas::relief_scene(bool mouse_over) const {
  ReliefScene scene{relief_, std::nullopt, static_cast<float>(desk_.paint_box.brush().size) / 2};
  if (mode_ == Mode::paint || (mouse_over && mode_ == Mode::none)) scene.pointer = mouse_;
  return scene;
}

std::optional<CellPoint> WorldCanvas::cell_at(PixelPoint at) const {
  if (in_relief()) return desk_.screen->cell_in_relief();
  return camera_.cell_at(at);
}

void WorldCanvas::press(MouseButton button, PixelPoint at, unsigned char modifiers, bool space_held) {
  if (mode_ != Mode::none) return;  // a second button does not interrupt the first one
  mouse_ = pressed_at_ = at;
  button_ = button;
  if (in_relief()) {
    if (button != MouseButton::left || space_held) {
      mode_ = button == MouseButton::right ? Mode::relief_turn : Mode::relief_pan;
    } else if (const auto cell = cell_at(mouse_)) {
      const Tool tool = tool_with(desk_.paint_box.tool(), modifiers);
      if (tool == Tool::sign) return desk_.messages.say(desk_.actions.why_not(action::tool_sign));
      begin_tool(tool == Tool::pick || tool == Tool::fill || tool == Tool::body ? tool : Tool::brush, *cell);
    }
    return;
  }
  const MirrorGrip grip = grip_at(desk_.paint_box.mirror(), desk_.layout.pixels_per_point(), camera_, at);
  if (button == MouseButton::middle) {
    mode_ = Mode::middle_undecided;
  } else if (button == MouseButton::left && space_held) {
    mode_ = Mode::pan;
  } else if (desk_.view.clipping.is_placing()) {
    mode_ = Mode::done;
    button == MouseButton::left ? desk_.view.clipping.put_down((modifiers & kShift) != 0)
                                : static_cast<void>(desk_.view.clipping.cancel());
  } else if (grip != MirrorGrip::none) {
    mode_ = grip == MirrorGrip::column ? Mode::mirror_column : Mode::mirror_row;
  } else {
    begin_tool(tool_with(desk_.paint_box.tool(), button == MouseButton::left ? modifiers : modifiers & ~kAlt),
               camera_.cell_at(at));
  }
}

void WorldCanvas::begin_tool(Tool tool, CellPoint cell) {
  first_cell_ = last_cell_ = cell;
  released_ = false;
  const bool second = button_ == MouseButton::right;
  const bool draws = tool == Tool::brush || tool == Tool::line || tool == Tool::rectangle;
  waiting_ = draws && stroke_.depends_on_pressed(second);
  switch (tool) {
    case Tool::brush: mode_ = Mode::paint; break;
    case Tool::line: mode_ = Mode::line; break;
    case Tool::rectangle: mode_ = Mode::rectangle; break;
    case Tool::fill:  // it covers cells of one element in any case
      mode_ = Mode::done;
      stroke_.set_pressed_on(std::nullopt);
      stroke_.fill(cell, second);
      break;
    case Tool::pick:
      mode_ = Mode::done;
      pick(cell);
      break;
    case Tool::blow:
      mode_ = Mode::blow;
      if (desk_.simulation.why_no_push().empty()) return gust_.begin(cell, second);
      mode_ = Mode::done;
      desk_.simulation.execute(command::Paint{PushEdit{}});  // it says why nothing can be blown
      break;
    case Tool::body: {
      constexpr double kFine = 1000;
      const PixelPoint way = gust_.direction();
      const int heading =
          heading_of(static_cast<int>(std::lround(kFine * way.x)), static_cast<int>(std::lround(kFine * way.y)));
      mode_ = Mode::press;
      if (desk_.simulation.why_no_body().empty()) return pressing_.begin(cell, heading, second);
      mode_ = Mode::done;
      desk_.simulation.execute(command::Paint{BodyEdit{}});  // it says why nothing can be pressed
      break;
    }
    case Tool::select:
      mode_ = Mode::select;
      desk_.view.clipping.begin(cell);
      break;
    case Tool::sign:
      mode_ = Mode::sign;
      desk_.view.signs.press(mouse_, cell, second);
      break;
  }
  if (mode_ == Mode::paint && knows_pressed_on()) stroke_.begin(cell, second);
}

bool WorldCanvas::knows_pressed_on() {
  if (!waiting_) return true;
  const auto element = is_inside(desk_.session(), first_cell_) ? element_at(desk_, first_cell_) : std::uint8_t{0};
  if (!element) return false;
  stroke_.set_pressed_on(element);
  waiting_ = false;
  return true;
}

void WorldCanvas::move(PixelPoint at) {
  const PixelPoint before = mouse_;
  mouse_ = at;
  if (mode_ == Mode::middle_undecided &&
      std::hypot(at.x - pressed_at_.x, at.y - pressed_at_.y) > kDragPixels * desk_.layout.pixels_per_point()) {
    mode_ = Mode::pan;
  }
  if (mode_ == Mode::pan) pan(at.x - before.x, at.y - before.y);
  if (mode_ == Mode::relief_turn) relief_.orbit(at.x - before.x, at.y - before.y);
  if (mode_ == Mode::relief_pan) relief_.pan(at.x - before.x, at.y - before.y);
  if (mode_ == Mode::none || mode_ == Mode::blow) gust_.aim(at.x - before.x, at.y - before.y);
  if (mode_ == Mode::mirror_column || mode_ == Mode::mirror_row) {
    // The axis goes between two cells or through the middle of one, whichever is nearer.
    MirrorAxes& axes = desk_.paint_box.mirror_axes();
    const auto [x, y] = camera_.to_world(at);
    const auto sum = [](double place, int size) {
      return std::clamp(static_cast<int>(std::lround(2 * place)) - 1, 0, 2 * (size - 1));
    };
    if (mode_ == Mode::mirror_column) axes.sum_x = sum(x, desk_.session().width());
    if (mode_ == Mode::mirror_row) axes.sum_y = sum(y, desk_.session().height());
  }
  if (in_relief() || released_) return;
  last_cell_ = camera_.cell_at(at);
  desk_.view.clipping.point_at(last_cell_);
  if (mode_ == Mode::select) desk_.view.clipping.drag_to(last_cell_);
  if (mode_ == Mode::sign) desk_.view.signs.drag_to(at, last_cell_);
  if (mode_ == Mode::paint && !waiting_) stroke_.move_to(last_cell_);
  if (mode_ == Mode::blow) gust_.move_to(last_cell_);
  if (mode_ == Mode::press) pressing_.move_to(last_cell_);
}

void WorldCanvas::release(MouseButton button, PixelPoint at) {
  move(at);
  if (mode_ == Mode::none || button != button_) return;
  const bool draws = mode_ == Mode::paint || mode_ == Mode::line || mode_ == Mode::rectangle;
  if (draws && !knows_pressed_on()) {
    released_ = true;
    return;
  }
  if (draws) finish_tool();
  if (mode_ == Mode::select) desk_.view.clipping.end();
  if (mode_ == Mode::sign) desk_.view.signs.release();
  if (mode_ == Mode::blow) gust_.end();
  if (mode_ == Mode::press) pressing_.end();
  if (mode_ == Mode::middle_undecided) pick(camera_.cell_at(at));
  mode_ = Mode::none;
}

void WorldCanvas::finish_tool() {
  const bool second = button_ == MouseButton::right;
  if (mode_ == Mode::line) stroke_.line(first_cell_, last_cell_, second);
  if (mode_ == Mode::rectangle) stroke_.rectangle(first_cell_, last_cell_, second);
  if (mode_ != Mode::paint) return;
  if (!stroke_.is_down()) {  // it had to wait, so all of it is painted now
    stroke_.begin(first_cell_, second);
    stroke_.move_to(last_cell_);
  }
  stroke_.end();
}

void WorldCanvas::put_mirror_here() {
  const auto cell = cell_under_mouse();
  if (!cell) return;
  MirrorAxes& axes = desk_.paint_box.mirror_axes();
  if (axes.symmetry == Symmetry::none) axes.symmetry = Symmetry::left_right;
  axes.sum_x = 2 * cell->x;
  axes.sum_y = 2 * cell->y;
}

void WorldCanvas::wheel(PixelPoint at, double clicks, unsigned char modifiers) {
  if ((modifiers & kShift) != 0 && desk_.paint_box.change_pour_rate(clicks)) return;
  const bool zooms = ((modifiers & kCtrl) != 0) != desk_.settings.controls.wheel_zooms;
  zooms ? zoom(at, clicks) : desk_.paint_box.change_brush_size(clicks);
}

void WorldCanvas::cancel() {
  if (mode_ == Mode::select) desk_.view.clipping.cancel();
  desk_.view.signs.drop();
  stroke_.end();
  gust_.end();
  pressing_.end();
  mode_ = Mode::none;
  waiting_ = released_ = false;
}

bool WorldCanvas::take_back_press() {
  const bool changed = (mode_ == Mode::paint && stroke_.has_painted()) || (mode_ == Mode::blow && gust_.has_blown()) ||
                       (mode_ == Mode::press && pressing_.has_pressed());
  stroke_.drop();
  cancel();
  return changed;
}

void WorldCanvas::pick_under_mouse() {
  if (const auto cell = cell_under_mouse()) pick(*cell);
}

void WorldCanvas::tick(double seconds) {
  if (goal_) {                              // by time, not by frames, and never beyond the target
    constexpr double kGlideSeconds = 0.05;  // after it a third of the distance is left: quick, but the eye can follow
    constexpr double kThereZoom = 0.001;    // differences too small to be seen: a thousandth of the zoom ...
    constexpr double kTherePixels = 0.4;    // ... and less than half a pixel
    camera_.approach(*goal_, 1 - std::exp(-seconds / kGlideSeconds));
    const bool there = std::abs(std::log(goal_->zoom() / camera_.zoom())) < kThereZoom &&
                       std::abs(goal_->origin().x - camera_.origin().x) < kTherePixels &&
                       std::abs(goal_->origin().y - camera_.origin().y) < kTherePixels;
    if (there) camera_.approach(*std::exchange(goal_, std::nullopt), 1);
  }
  if (mode_ == Mode::paint && in_relief()) {  // the cell under the mouse may become known between two mouse events
    if (const auto cell = cell_at(mouse_)) stroke_.move_to(*cell);
  }
  if (mode_ == Mode::press && in_relief()) {
    if (const auto cell = cell_at(mouse_)) pressing_.move_to(*cell);
  }
  if (waiting_ && mode_ != Mode::none && knows_pressed_on()) {
    if (released_) {
      finish_tool();
      mode_ = Mode::none;
      released_ = false;
    } else if (mode_ == Mode::paint) {
      stroke_.begin(first_cell_, button_ == MouseButton::right);
      stroke_.move_to(last_cell_);
    }
  }
  stroke_.tick(seconds);
  gust_.tick(seconds);
  pressing_.tick();
  if (pending_pick_) pick(*pending_pick_);
}

void WorldCanvas::pick(CellPoint cell) {
  pending_pick_.reset();
  if (!is_inside(desk_.session(), cell)) return;
  if (const auto element = element_at(desk_, cell)) {
    desk_.paint_box.pick(*element);
  } else {
    pending_pick_ = cell;  // a gpu solver answers a frame later
  }
}

std::optional<CellPoint> WorldCanvas::cell_under_mouse() const {
  const auto cell = cell_at(mouse_);
  return cell && is_inside(desk_.session(), *cell) ? cell : std::nullopt;
}

void WorldCanvas::draw_overlay(bool mouse_over, bool inspects) {
  if (in_relief()) return;
  const bool shaping = mode_ == Mode::line || mode_ == Mode::rectangle;
  const bool clipping = mode_ == Mode::select || desk_.view.clipping.is_placing();
  const bool shows_tool = !clipping && !(inspects && mode_ == Mode::none) && mode_ != Mode::pan &&
                          mode_ != Mode::mirror_column && mode_ != Mode::mirror_row && (mouse_over || shaping);
  const Tool tool = mode_ == Mode::line        ? Tool::line
                    : mode_ == Mode::rectangle ? Tool::rectangle
                    : mode_ == Mode::blow      ? Tool::blow
                    : mode_ == Mode::press     ? Tool::body
                    : mode_ == Mode::paint     ? Tool::brush
                                               : tool_with(desk_.paint_box.tool(), held_modifiers());
  const CellPoint here = released_ ? last_cell_ : camera_.cell_at(mouse_);
  const Brush& brush = desk_.paint_box.brush();
  const bool second = mode_ != Mode::none && button_ == MouseButton::right;
  const auto [x, y] = gust_.direction();
  std::optional<ToolShape> shape;
  if (shows_tool)
    shape = {tool,    shaping ? first_cell_ : here,          here,
             shaping, second ? brush.second : brush.element, second ? PixelPoint{-x, -y} : PixelPoint{x, y}};
  desk_.view.preview.draw(desk_, camera_, shape);
  if (desk_.view.compare.active()) desk_.view.preview.draw(desk_, desk_.view.compare.second_camera(), shape);
}

void Pointer::begin_frame() {
  for (bool& pressed : pressed_) pressed = false;
}

void Pointer::feed(ImGuiIO& io) const {
  // ImGui 1.86's SDL backend asks the system for the mouse, which lags behind the events and ignores synthetic ones.
  // The cursor of the canvas lights nothing in a dialog.
  const bool shows = !desk_.cursor.active() || !desk_.layout.popup_open();
  io.MousePos = shows ? at_ : ImVec2(-FLT_MAX, -FLT_MAX);
  for (int i = 0; i < 3; ++i) io.MouseDown[i] = down_[i] || pressed_[i];
}

bool Pointer::over_canvas() const { return desk_.layout.canvas_at(at_); }

std::optional<PixelPoint> Pointer::on_canvas() const {
  if (!over_canvas()) return std::nullopt;
  return canvas_pixel(at_);
}

PixelPoint Pointer::canvas_pixel(ImVec2 at) const {
  const auto scale = static_cast<double>(desk_.layout.pixels_per_point());
  return desk_.view.compare.in_first_half({at.x * scale, at.y * scale}, desk_.view.canvas.drawing());
}

bool Pointer::inspects(MouseButton button, unsigned char modifiers) const {
  return desk_.view.inspector.on() && button == MouseButton::left && modifiers == kNone && !space_held() &&
         !desk_.view.clipping.is_placing();
}

void Pointer::hold_space(bool held) {
  space_held_ = held;
  if (held) space_used_ = false;
}

void Pointer::point_at(PixelPoint at) { at_ = to_points(at, desk_.layout.pixels_per_point()); }

PixelPoint Pointer::at() const {
  const auto scale = static_cast<double>(desk_.layout.pixels_per_point());
  return {at_.x * scale, at_.y * scale};
}

void Pointer::hold_left_button(bool down) {
  down_[0] = down;
  pressed_[0] = pressed_[0] || down;
}

void Pointer::handle(const SDL_Event& event) {
  if (event.type == SDL_MOUSEMOTION) {
    at_ = point(event.motion.x, event.motion.y);
    return desk_.view.canvas.move(canvas_pixel(at_));
  }
  if (event.type == SDL_MOUSEWHEEL) {
    const double clicks = event.wheel.preciseY != 0 ? static_cast<double>(event.wheel.preciseY) : event.wheel.y;
    if (const auto at = on_canvas()) desk_.view.canvas.wheel(*at, clicks, held_modifiers());
    return;
  }
  static_assert(SDL_BUTTON_LEFT == 1 && SDL_BUTTON_MIDDLE == 2 && SDL_BUTTON_RIGHT == 3);
  if (event.button.button < SDL_BUTTON_LEFT || event.button.button > SDL_BUTTON_RIGHT) return;
  constexpr MouseButton kButtons[] = {MouseButton::left, MouseButton::middle, MouseButton::right};
  const MouseButton button = kButtons[event.button.button - 1];
  const bool down = event.type == SDL_MOUSEBUTTONDOWN;
  at_ = point(event.button.x, event.button.y);
  down_[static_cast<int>(button)] = down;
  if (!down) return release_canvas(button);
  pressed_[static_cast<int>(button)] = true;
  if (over_canvas()) press_canvas(button, held_modifiers());
}

void Pointer::press_canvas(MouseButton button, unsigned char modifiers) {
  if (space_held_) space_used_ = true;
  if (inspects(button, modifiers)) {
    desk_.view.canvas.move(canvas_pixel(at_));
    return desk_.view.inspector.pin_under_mouse();
  }
  desk_.view.canvas.press(button, canvas_pixel(at_), modifiers, space_held());
}

void Pointer::release_canvas(MouseButton button) { desk_.view.canvas.release(button, canvas_pixel(at_)); }

PixelPoint Touch::on_canvas(PixelPoint at) const {
  return desk_.pointer.canvas_pixel(to_points(at, desk_.layout.pixels_per_point()));
}

PixelPoint Touch::middle() const {
  return {(fingers_[0].at.x + fingers_[1].at.x) / 2, (fingers_[0].at.y + fingers_[1].at.y) / 2};
}

double Touch::distance() const {
  const PixelPoint between = fingers_[1].at - fingers_[0].at;
  return std::max(std::hypot(between.x, between.y),
                  kPinchPointsMin * static_cast<double>(desk_.layout.pixels_per_point()));
}

void Touch::handle(const SDL_TouchFingerEvent& event) {
  const SDL_TouchDeviceType device = SDL_GetTouchDeviceType(event.touchId);
  const bool touch_pad = device == SDL_TOUCH_DEVICE_INDIRECT_ABSOLUTE || device == SDL_TOUCH_DEVICE_INDIRECT_RELATIVE;
  if (touch_pad || event.touchId == SDL_MOUSE_TOUCHID) return;  // these devices move the mouse
  int width = 0, height = 0;
  desk_.screen->drawable_size(width, height);
  const PixelPoint at = {static_cast<double>(event.x) * width, static_cast<double>(event.y) * height};
  if (event.type == SDL_FINGERDOWN) return down(event.fingerId, at);
  const auto finger = std::ranges::find(fingers_, event.fingerId, &Finger::id);
  if (finger == fingers_.end()) return;
  finger->at = at;
  moved();
  if (event.type == SDL_FINGERUP) up(event.fingerId);
}

void Touch::down(SDL_FingerID id, PixelPoint at) {
  std::erase_if(fingers_, [id](const Finger& finger) { return finger.id == id; });  // the event of its end was missed
  fingers_.push_back({id, at});
  lifted_ = false;
  frames_to_leave_ = 0;
  if (fingers_.size() == 1) {
    began_at_ = at;
    began_ = desk_.loop.now();
    desk_.pointer.point_at(at);
    const ImVec2 point = to_points(at, desk_.layout.pixels_per_point());
    if (desk_.layout.canvas_at(point)) {
      mode_ = Mode::undecided;
    } else if ((list_ = list_at(point)) != nullptr) {
      mode_ = Mode::on_list;
    } else {
      begin_mouse();
    }
  } else if (fingers_.size() == 2 && (mode_ == Mode::undecided || mode_ == Mode::press)) {
    if (mode_ == Mode::press && desk_.view.canvas.take_back_press()) desk_.actions.perform(action::undo);
    mode_ = Mode::pinch;
    middle_ = middle();
    distance_ = distance();
  }
}

bool Touch::inspects() const { return desk_.pointer.inspects(MouseButton::left, kNone); }

bool Touch::rests() const {
  const PixelPoint way = fingers_[0].at - began_at_;
  return std::hypot(way.x, way.y) <= kRestPoints * static_cast<double>(desk_.layout.pixels_per_point());
}

bool Touch::rested() const { return rests() && desk_.loop.now() - began_ >= kRestSeconds; }

void Touch::begin_press(PixelPoint at) {
  desk_.view.canvas.move(on_canvas(at));
  desk_.view.canvas.press(MouseButton::left, on_canvas(at), kNone, false);
  mode_ = Mode::press;
}

void Touch::begin_mouse() {
  mode_ = Mode::mouse;
  pressed_ = true;
  desk_.pointer.point_at(began_at_);
  desk_.pointer.hold_left_button(true);
}

void Touch::moved() {
  const PixelPoint at = fingers_[0].at;
  if (mode_ == Mode::on_list && !rests()) {
    // Moves along the list scroll it; moves across it go to the widget under the finger, for example a slider.
    if (const PixelPoint way = at - began_at_; std::abs(way.x) > std::abs(way.y) && list_->ScrollMax.x <= 0) {
      begin_mouse();
    } else {
      mode_ = Mode::scroll;
      list_from_ = {static_cast<double>(list_->Scroll.x), static_cast<double>(list_->Scroll.y)};
      scroll_from_ = at;
    }
  }
  if (mode_ == Mode::scroll) {
    const double scale = static_cast<double>(desk_.layout.pixels_per_point());
    const PixelPoint way = fingers_[0].at - scroll_from_;
    const auto place = [scale](double from, double moved) {
      return std::max(0.0f, static_cast<float>(from - moved / scale));
    };
    if (list_->ScrollMax.x > 0) ImGui::SetScrollX(list_, place(list_from_.x, way.x));
    ImGui::SetScrollY(list_, place(list_from_.y, way.y));
    desk_.pointer.point_at(kNowhere);  // so that nothing is highlighted while it passes under the finger
    return;
  }
  if (!pressed_) desk_.pointer.point_at(at);  // a press must be seen at its own position
  // Whether the tool acts while the finger moves. False: it acts once, when the finger is lifted.
  const Tool tool = desk_.paint_box.tool();
  const bool drags = !inspects() && !desk_.view.clipping.is_placing() && tool != Tool::fill && tool != Tool::pick;
  if (mode_ == Mode::undecided && drags && !rests()) begin_press(began_at_);
  if (mode_ == Mode::undecided) desk_.view.canvas.move(on_canvas(at));
  if (mode_ == Mode::press) desk_.view.canvas.move(on_canvas(at));
  if (mode_ != Mode::pinch) return;
  const PixelPoint way = middle() - middle_;
  desk_.view.canvas.pan(way.x, way.y);
  desk_.view.canvas.zoom_at_once(on_canvas(middle()), distance() / distance_);
  middle_ = middle();
  distance_ = distance();
}

void Touch::up(SDL_FingerID id) {
  const bool first = fingers_[0].id == id;
  const PixelPoint at = fingers_[0].at;
  if (first && mode_ == Mode::undecided && inspects()) {  // a tap
    desk_.view.canvas.move(on_canvas(at));
    desk_.view.inspector.pin_under_mouse();
  } else if (first && mode_ == Mode::undecided) {
    begin_press(at);
  }
  if (first && mode_ == Mode::on_list) begin_mouse();  // a tap, too
  if (first && mode_ == Mode::press) desk_.view.canvas.release(MouseButton::left, on_canvas(at));
  if (first && mode_ == Mode::mouse) {
    desk_.pointer.hold_left_button(false);
    frames_to_leave_ = 3;  // in the first two, widgets see the press and the release
  }
  if (first || mode_ == Mode::pinch) mode_ = Mode::over;
  std::erase_if(fingers_, [id](const Finger& finger) { return finger.id == id; });
  if (!fingers_.empty()) return;
  mode_ = Mode::none;
  lifted_ = true;
}

void Touch::tick() {
  if (mode_ == Mode::mouse && !pressed_) desk_.pointer.point_at(fingers_[0].at);
  pressed_ = false;
  if (fingers_.empty() && frames_to_leave_ > 0 && --frames_to_leave_ == 0) desk_.pointer.leave();
  if (mode_ == Mode::on_list && rested()) begin_mouse();
  if (mode_ != Mode::undecided || inspects() || !rested()) return;
  mode_ = Mode::over;
  desk_.view.canvas.move(on_canvas(began_at_));
  desk_.view.canvas.pick_under_mouse();
}

}  // namespace repose
