// What is drawn over the canvas, and the picture of the whole window: the inspector, the minimap, a turning world.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "film/world_shot.hpp"
#include "platform/speech.hpp"
#include "render/painter.hpp"
#include "session/run_state.hpp"

namespace repose {

namespace {

constexpr double kCalmSeconds = 0.2;  // while the world runs, the card is updated this often, so that it can be read
// Explanations of cells that need more cells than this are made this often.
constexpr int kSmallBox = 1 << 16;
constexpr double kBusySeconds = 0.1;

std::vector<double> parameters_of(const Solver& solver) {
  std::vector<double> values;
  for (const ParameterInfo& info : solver.parameters()) values.push_back(solver.parameter(info.name));
  return values;
}

StepSpan next_step(const Session& session, std::uint64_t step) {
  return {step, 1, session.run_settings().seed, session.run_settings().first_bias};
}

std::string line_of(std::string_view text, int line) {
  if (line <= 0) return {};
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find_first_of("\r\n"));
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == text.npos ? std::string() : std::string(text.substr(begin));
}

constexpr double kTurnSeconds = 0.3;
constexpr double kFrameSecondsMost = 0.06;  // so that several pictures are seen even where a frame takes long

// The picture is drawn in so many pieces a side: SDL's software renderer repeats parts of large turned pictures.
constexpr int kTiles = 8;

// Slow at both ends.
double eased(double part) { return part * part * (3 - 2 * part); }

}  // namespace

void Inspector::toggle() {
  on_ = !on_;
  pinned_.reset();
  cell_.reset();
  sight_.reset();
  const char* const how = is_narrow()
                              ? tr("Touch a cell to see what the next step does to it, and why. A tap pins it.")
                              : tr("Point at a cell to see what the next step does to it, and why. A click pins it.");
  desk_.messages.say(on_ ? how : is_narrow() ? tr("The finger paints again.") : tr("The mouse paints again."));
}

void Inspector::pin_under_mouse() {
  if (const auto cell = desk_.view.canvas.cell_under_mouse()) pin(*cell);
}

bool Inspector::cancel() {
  if (!on_) return false;
  pinned_ ? pinned_.reset() : toggle();
  return true;
}

CellBox Inspector::wanted_box(CellPoint cell, std::uint64_t step) const {
  const Session& session = desk_.session();
  if (!explainer_) return box_around(cell, 1, 1, session.width(), session.height());
  return explainer_->window(cell, next_step(session, step), session.solver_facts(), session.width(), session.height());
}

void Inspector::speak() {
  asked_to_speak_ = true;
  if (!on_) cell_.reset();
  desk_.loop.wake();
}

void Inspector::tick() {
  if (on_ || asked_to_speak_) look();
  if (!asked_to_speak_) return;
  const bool there_is_none = !cell_ || desk_.session().view().empty();
  if (there_is_none) {
    asked_to_speak_ = false;
    return desk_.messages.say(tr("Point at a cell of the world to hear what it is."));
  }
  if (!sight_ || sight_->cell != *cell_) return desk_.loop.wake();  // it comes from the GPU in one of the next frames
  asked_to_speak_ = false;
  const auto& elements = desk_.session().ruleset().elements;
  const std::uint8_t element = shown_element(desk_.session(), read_cell(sight_->window, sight_->cell));
  std::string sentence = trf("{}, column {}, row {}.", shown_name(elements[element < elements.size() ? element : 0]),
                             sight_->cell.x + 1, sight_->cell.y + 1);
  if (sight_->explanation && !sight_->explanation->reasons.empty())
    sentence += " " + sight_->explanation->reasons[0].sentence;
  if (!on_) sight_.reset();
  if (const Status spoken = repose::speak(sentence, current_language()); !spoken) sentence += " " + spoken.message();
  desk_.messages.say(sentence);
}

void Inspector::look() {
  if (const Ruleset& rules = desk_.session().ruleset();
      automaton_ != desk_.session().automaton() || rules_text_ != rules.text || rules_source_ != rules.source) {
    automaton_ = desk_.session().automaton();
    rules_text_ = rules.text;
    rules_source_ = rules.source;
    explainer_ = make_explainer(automaton_, rules);
    sight_.reset();
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto here = desk_.layout.canvas_at(mouse) ? desk_.view.canvas.cell_under_mouse() : std::nullopt;
  const auto wanted = pinned_ ? pinned_ : here ? here : cell_;  // outside the canvas the last cell stays
  const bool inside = wanted && wanted->x < desk_.session().width() && wanted->y < desk_.session().height();
  const auto cell = inside ? wanted : std::nullopt;
  if (!cell) {
    pinned_.reset();
    cell_.reset();
    sight_.reset();
    return;
  }
  const bool moved = cell_ != cell;
  cell_ = cell;
  if (!moved && desk_.simulation.playing() && desk_.loop.now() - adopted_at_ < kCalmSeconds) return;
  const Session& session = desk_.session();
  const CellView view = session.view();
  if (view.empty()) return;
  const CellBox box = wanted_box(*cell, session.view_step());
  if (box.width * box.height > kSmallBox && desk_.loop.now() - adopted_at_ < kBusySeconds) return desk_.loop.wake();
  const Sight::Moment now = {session.view_step(), view.generation, parameters_of(session.solver_facts())};
  if (sight_ && sight_->cell == *cell && sight_->moment == now) return;
  const auto& seen = probe_.read(view, wanted_box(*cell, now.step), now.step);
  const bool fits = seen && seen->window.world_width == session.width() &&
                    seen->window.world_height == session.height() && seen->window.box == wanted_box(*cell, seen->step);
  const Sight::Moment moment = fits ? Sight::Moment{seen->step, seen->generation, now.parameters} : now;
  if (fits && !(sight_ && sight_->cell == *cell && sight_->moment == moment)) {
    adopted_at_ = desk_.loop.now();
    sight_ = Sight{*cell, seen->window, moment, std::nullopt, {}};
    if (explainer_) {
      sight_->explanation =
          explainer_->explain(*cell, next_step(session, moment.step), session.solver_facts(), seen->window);
      for (const Reason& reason : sight_->explanation->reasons)
        sight_->lines.push_back(line_of(session.ruleset().text, reason.line));
    }
  }
  if (!fits || seen->generation != now.generation || seen->step != now.step) desk_.loop.wake();
}

// The whole world in a corner of the canvas, with a rectangle around the visible part: a click or a drag moves the view
// there. It is shown only while a part of the world is not visible.

constexpr float kWidestPoints = 200, kHighestPoints = 160, kThinnestPoints = 12;  // at 100 %
constexpr float kShareMax = 0.3f;       // of the canvas, in width and in height
constexpr double kFreshSeconds = 0.25;  // the world is drawn again this often while it changes

void Minimap::refresh(Desk& desk, ImVec2 size) {
  const CellView view = desk.session().view();
  const auto pixels = [&](float points) {
    return std::max(1, static_cast<int>(std::lround(points * desk.layout.pixels_per_point())));
  };
  const Drawn now{view.generation, pixels(size.x), pixels(size.y), desk.settings.view.looks, theme().surround};
  if (view.empty() || (now == drawn_ && next_part_ == 0)) return;
  Drawn same_world = now;
  same_world.generation = drawn_.generation;
  const bool only_moved = same_world == drawn_;  // else in parts, one a frame
  if (only_moved && next_part_ == 0 && desk.loop.now() - drawn_at_ < kFreshSeconds)
    return desk.loop.wake();  // nothing else would start the next frame
  if (!only_moved) next_part_ = 0;
  if (next_part_ == 0) {
    drawn_ = now;
    drawn_at_ = desk.loop.now();
  }
  const std::optional<int> part = only_moved ? std::optional(next_part_) : std::nullopt;
  picture_ = desk.screen->draw_overview(view, now.looks, now.surround, now.width, now.height, part);
  if (!only_moved) return;
  next_part_ = (next_part_ + 1) % Screen::kOverviewParts;
  desk.loop.wake();
}

void Minimap::draw_frame(Desk& desk, ImVec2 low, ImVec2 size) const {
  const Camera& camera = desk.view.canvas.camera();
  const PixelRect& port = camera.viewport();
  const auto on_map = [&](double x, double y) {
    const PixelPoint world = camera.to_world({x, y});
    return ImVec2{low.x + std::clamp(static_cast<float>(world.x / desk.session().width()), 0.0f, 1.0f) * size.x,
                  low.y + std::clamp(static_cast<float>(world.y / desk.session().height()), 0.0f, 1.0f) * size.y};
  };
  ImVec2 from = on_map(port.x, port.y), to = on_map(port.x + port.width, port.y + port.height);
  const float least = px(4);  // the rectangle has at least this size
  if (to.x - from.x < least) from.x = std::min(from.x, low.x + size.x - least), to.x = from.x + least;
  if (to.y - from.y < least) from.y = std::min(from.y, low.y + size.y - least), to.y = from.y + least;
  const ImVec2 high = {low.x + size.x, low.y + size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 veil = IM_COL32(0, 0, 0, 96);  // over the part that is not visible
  list.AddRectFilled(low, {high.x, from.y}, veil);
  list.AddRectFilled({low.x, to.y}, high, veil);
  list.AddRectFilled({low.x, from.y}, {from.x, to.y}, veil);
  list.AddRectFilled({to.x, from.y}, {high.x, to.y}, veil);
  list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, to_u32(theme().accent), px(2), 0, px(1.5f));
}

void Minimap::draw(Desk& desk, ImVec4 canvas) {
  if (!desk.settings.view.minimap || desk.view.canvas.in_relief() ||
      desk.view.canvas.camera().sees_whole(desk.session().width(), desk.session().height()))
    return;
  // The largest size allowed, in the world's proportions; the short side of a very long world stays visible.
  const float widest = std::min(px(kWidestPoints), (canvas.z - canvas.x) * kShareMax);
  const float highest = std::min(px(kHighestPoints), (canvas.w - canvas.y) * kShareMax);
  const float scale = std::min(widest / static_cast<float>(desk.session().width()),
                               highest / static_cast<float>(desk.session().height()));
  const ImVec2 size = {std::max(std::round(static_cast<float>(desk.session().width()) * scale), px(kThinnestPoints)),
                       std::max(std::round(static_cast<float>(desk.session().height()) * scale), px(kThinnestPoints))};
  refresh(desk, size);
  const ImVec2 low = {canvas.z - px(kCanvasMargin) - size.x, canvas.w - px(kAboveTimeBar) - size.y};
  const ImVec2 high = {low.x + size.x, low.y + size.y};
  if (picture_.texture == nullptr || low.x < canvas.x || low.y < canvas.y) return;  // there is no space for it
  desk.layout.cover({low.x, low.y, high.x, high.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  begin_docked("##minimap", low, size, kCardFlags | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar();
  ImGui::InvisibleButton("map", size);
  mark_item("minimap", tr("The whole world. Drag the frame to look elsewhere."), desk.actions.keys(action::minimap));
  if (ImGui::IsItemActive()) {
    const Camera& camera = desk.view.canvas.camera();
    const PixelRect& port = camera.viewport();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const PixelPoint at = {(mouse.x - low.x) / size.x * static_cast<double>(desk.session().width()),
                           (mouse.y - low.y) / size.y * static_cast<double>(desk.session().height())};
    if (ImGui::IsItemActivated()) {  // inside the rectangle, it moves from where it was pressed; outside, its middle
                                     // jumps to the mouse
      const PixelPoint pixel = camera.to_pixel(at);
      held_at_ = {static_cast<float>((pixel.x - port.x) / port.width),
                  static_cast<float>((pixel.y - port.y) / port.height)};
      const bool inside = held_at_.x > 0 && held_at_.x < 1 && held_at_.y > 0 && held_at_.y < 1;
      if (!inside) held_at_ = {0.5f, 0.5f};
    }
    desk.view.canvas.centre_on({at.x + (0.5 - held_at_.x) * port.width / camera.zoom(),
                                at.y + (0.5 - held_at_.y) * port.height / camera.zoom()});
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddImage(picture_.texture, low, high, {0, picture_.upwards ? 1.0f : 0.0f}, {1, picture_.upwards ? 0.0f : 1.0f});
  draw_frame(desk, low, size);
  list.AddRect(low, high, to_u32(theme().border), 0, 0, 1);
  ImGui::End();
}

// Turning the world, and the picture of the turn: the turned world, drawn once, swings from its old place to the new
// one. Meanwhile no steps are taken.

void WorldTurn::turn(command::Turn turn) {
  const Session& session = desk_.session();
  const int old_width = session.width(), old_height = session.height();
  const double swung = busy() ? angle_ * (1 - eased(1 - left_ / kTurnSeconds)) : 0;  // a turn that is not complete
  const bool turned = desk_.simulation.travel(command::TurnWorld{turn}).ok;
  if (!turned) return;
  desk_.view.canvas.fit();
  stop();
  if (!desk_.settings.view.animates() || desk_.view.compare.active() || desk_.view.canvas.in_relief() ||
      !paint_picture())
    return;
  Camera old = desk_.view.canvas.camera();
  old.fit(old_width, old_height);
  old_scale_ = old.zoom() / desk_.view.canvas.camera().zoom();
  angle_ = swung - (turn == command::Turn::left ? -1 : turn == command::Turn::right ? 1 : 2);
  left_ = kTurnSeconds;
}

void WorldTurn::tilt(double right, double down) {
  constexpr double kFlat = 0.4;           // g; a device that lies flatter than 24 degrees has no lowest edge
  constexpr double kEnoughTurned = 0.65;  // quarter turns from the last edge; 0.5 would flutter between two edges
  if (std::hypot(right, down) < kFlat) return;
  const double angle = std::atan2(right, down) / (std::numbers::pi / 2);
  const int edge = (static_cast<int>(std::lround(angle)) + 4) % 4;
  const int before = lowest_edge_.value_or(edge);
  if (lowest_edge_ && std::abs(std::remainder(angle - before, 4)) < kEnoughTurned) return;
  lowest_edge_ = edge;
  if (edge == before || !desk_.actions.why_not(action::turn_world_right).empty()) return;
  turn((edge - before + 4) % 4 == 1   ? command::Turn::right
       : (edge - before + 4) % 4 == 2 ? command::Turn::half
                                      : command::Turn::left);
}

void WorldTurn::tick(double seconds) {
  left_ = std::max(0.0, left_ - std::min(seconds, kFrameSecondsMost));
  if (left_ == 0) angle_ = 0;
}

bool WorldTurn::paint_picture() {
  const Session& session = desk_.session();
  CellView view = session.view();
  std::optional<WorldStage> stage;
  if (view.texture() != nullptr) {
    stage.emplace(session.registry(), std::string(session.automaton()), session.state().rules.ruleset);
    if (!stage->show(session.download())) return false;
    view = stage->view();
  }
  const double zoom = desk_.view.canvas.camera().zoom();
  width_ = std::max(1, static_cast<int>(std::lround(view.width * zoom)));
  height_ = std::max(1, static_cast<int>(std::lround(view.height * zoom)));
  Camera camera;
  camera.set_viewport({0, 0, width_, height_});
  camera.show_whole(view.width, view.height);
  const auto count = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  std::vector<std::uint32_t> pixels(count);
  paint_world(view, desk_.view.world_views.palette(), camera, desk_.view.world_views.looks(), theme().surround,
              pixels.data(), static_cast<std::size_t>(width_));
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * count);
  for (const std::uint32_t pixel : pixels) {
    for (const int shift : {16, 8, 0}) rgba.push_back(static_cast<std::uint8_t>(pixel >> shift));
    rgba.push_back(255);
  }
  desk_.screen->write_cell_texture(picture_, width_, height_, rgba);
  return picture_ != nullptr;
}

void WorldTurn::draw() const {
  if (!busy()) return;
  const Camera& camera = desk_.view.canvas.camera();
  const PixelRect& port = camera.viewport();
  const float scale = desk_.layout.pixels_per_point();
  const auto point = [scale](double x, double y) { return to_points({x, y}, scale); };
  const double part = eased(1 - left_ / kTurnSeconds), angle = angle_ * (1 - part) * 3.14159265358979 / 2;
  const double half = (old_scale_ + (1 - old_scale_) * part) / 2;
  const PixelPoint middle = camera.to_pixel({desk_.session().width() / 2.0, desk_.session().height() / 2.0});
  const auto corner = [&](double x, double y) {
    const double u = x * width_ * half, v = y * height_ * half;
    return point(middle.x + u * std::cos(angle) - v * std::sin(angle),
                 middle.y + u * std::sin(angle) + v * std::cos(angle));
  };
  const ImVec2 low = point(port.x, port.y), high = point(port.x + port.width, port.y + port.height);
  const Color around = theme().surround;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(low, high);
  list.AddRectFilled(low, high, IM_COL32(around.r, around.g, around.b, 255));
  for (int tile = 0; tile < kTiles * kTiles; ++tile) {
    const float u = static_cast<float>(tile % kTiles) / kTiles, v = static_cast<float>(tile / kTiles) / kTiles;
    const float u_end = u + 1.0f / kTiles, v_end = v + 1.0f / kTiles;
    const auto at = [&](float x, float y) { return corner(2.0 * x - 1, 2.0 * y - 1); };
    list.AddImageQuad(picture_, at(u, v), at(u_end, v), at(u_end, v_end), at(u, v_end), {u, v}, {u_end, v},
                      {u_end, v_end}, {u, v_end});
  }
  list.PopClipRect();
}

// The picture of the world in the window, and whether it is still valid.

bool WorldPicture::up_to_date() const {
  return valid_ && desk_.session().view().generation == shown_.generation && desk_.session().view_step() == shown_step_;
}

bool WorldPicture::can_be_held() const { return valid_ && desk_.screen->renders_on_cpu(); }

void WorldPicture::draw(bool held, bool mouse_over_canvas) {
  const View& view = desk_.view;
  if (!drawing_) {
    forget();  // the screen does not show the last computed frame
    return ImGui::EndFrame();
  }
  if (!held) {
    shown_ = desk_.session().view();
    shown_step_ = desk_.session().view_step();
    valid_ = true;
  }
  const WindowColors colors{theme().surround, to_color(theme().panel)};
  if (view.canvas.in_relief()) {
    desk_.screen->draw_relief(shown_, view.canvas.relief_scene(mouse_over_canvas), desk_.settings.view.looks, colors);
  } else {
    std::vector<Pane> panes = {{shown_, view.canvas.camera()}};
    if (view.compare.active()) panes.push_back({view.compare.comparison().twin().view(), view.compare.second_camera()});
    for (Pane& pane : panes) pane.camera.pan(view.shift.x, view.shift.y);
    desk_.screen->draw(panes, view.world_views.looks(), colors);
  }
  if (screenshot_wanted_) {
    screenshot_wanted_ = false;
    const std::filesystem::path path = new_picture_path("repose", ".png");
    const Status status = write_png(path, desk_.screen->read_pixels());
    desk_.messages.say(status ? trf("Screenshot saved as {}", page::shown_path(path)) : status.message(),
                       status ? Tone::good : Tone::error);
  }
  desk_.screen->present();
}

}  // namespace repose
