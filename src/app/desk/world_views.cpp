// What is shown of the world besides its cells: heat, pressure, activity, active cells, and the key to their colours.

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/chunks.hpp"
#include "core/language.hpp"
#include "render/looks.hpp"
#include "render/shading.hpp"

namespace repose {

ImVec2 to_points(PixelPoint pixel, float scale) {
  return {static_cast<float>(pixel.x) / scale, static_cast<float>(pixel.y) / scale};
}

ImVec2 to_points(const Camera& camera, double x, double y, float scale) {
  const PixelPoint pixel = camera.to_pixel({x, y});
  return to_points({std::round(pixel.x), std::round(pixel.y)}, scale);
}

void clip_to_viewport(ImDrawList& list, const Camera& camera, float scale) {
  const auto [x, y, width, height] = camera.viewport();
  const PixelPoint low = {double(x), double(y)}, high = {double(x) + width, double(y) + height};
  list.PushClipRect(to_points(low, scale), to_points(high, scale), true);
}

namespace {

// In the order of WorldShow: the title, and what a message says.
constexpr const char* kViews[][2] = {
    {text_id("Natural"), text_id("Elements in their colours.")},
    {text_id("Density"), text_id("Density in false colours: dark is light, yellow is dense.")},
    {text_id("Energy"), text_id("Heat in false colours: violet is cool, red is warm, yellow is hot.")},
    {text_id("Active cells"), text_id("Active cells: what the next step looks at.")},
    {text_id("Activity"), text_id("Activity: where things are made, destroyed or converted.")},
    {text_id("Air"), text_id("Air: its pressure, orange above and blue below that of still air, and where it flows.")}};
constexpr double kGridZoomLeast = 6;  // pixels a cell; with smaller cells the lines would hide them
constexpr std::uint64_t kActivityCellsMost = 2048 * 2048;  // activity is stored for every cell: not in larger worlds

ImU32 opaque(Color c) { return IM_COL32(c.r, c.g, c.b, 255); }

Color color_of_light(shading::Light light) {
  const auto byte = [](float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255));
  };
  return {byte(light.r), byte(light.g), byte(light.b)};
}

void draw_grid(const Session& session, const Camera& camera, float scale) {
  if (camera.zoom() < kGridZoomLeast) return;
  const PixelRect& port = camera.viewport();
  const int width = session.width(), height = session.height();
  const CellPoint first = camera.cell_at({static_cast<double>(port.x), static_cast<double>(port.y)});
  const CellPoint last =
      camera.cell_at({static_cast<double>(port.x + port.width), static_cast<double>(port.y + port.height)});
  const int x_begin = std::max(first.x, 0), x_end = std::min(last.x + 1, width), y_begin = std::max(first.y, 0),
            y_end = std::min(last.y + 1, height);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  clip_to_viewport(list, camera, scale);
  const auto at = [&](int x, int y) { return to_points(camera, x, y, scale); };
  constexpr int kEmphasis = 10;  // every tenth line is stronger
  const auto colour = [](int i) {
    return i % kEmphasis == 0 ? IM_COL32(150, 150, 150, 130) : IM_COL32(128, 128, 128, 62);
  };
  const float thick = 1 / scale;
  for (int x = x_begin; x <= x_end; ++x) {
    const ImVec2 top = at(x, y_begin), bottom = at(x, y_end);
    list.AddRectFilled(top, {bottom.x + thick, bottom.y}, colour(x));
  }
  for (int y = y_begin; y <= y_end; ++y) {
    const ImVec2 left = at(x_begin, y), right = at(x_end, y);
    list.AddRectFilled(left, {right.x, right.y + thick}, colour(y));
  }
  list.PopClipRect();
}

// Draws the background and the title of a legend. Returns where the rest of it begins; `size` is the size of the rest.
ImVec2 begin_legend(ImVec4 canvas, std::string_view title, ImVec2 size) {
  const float line = ImGui::GetTextLineHeight(), pad = px(10), gap = px(4);
  const ImVec2 high = {canvas.x + px(kCanvasMargin) + size.x + 2 * pad, canvas.w - px(kAboveTimeBar)};
  const ImVec2 low = {canvas.x + px(kCanvasMargin), high.y - (line + gap + size.y + 2 * pad)};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(low, high, to_u32(faint(theme().panel, 0.92f)), px(6));
  list.AddText({low.x + pad, low.y + pad}, to_u32(theme().text), title.data(), title.data() + title.size());
  return {low.x + pad, low.y + pad + line + gap};
}

struct LegendRow {
  ImU32 colour;  // 0: no square
  const char* name;
};

// Squares of colour with their names, in columns of so many rows.
void draw_rows(ImVec4 canvas, WorldShow what, std::span<const LegendRow> all, std::size_t rows) {
  const float line = ImGui::GetTextLineHeight(), side = px(10), gap = px(14), row = line + px(3);
  const auto indent = [side](const LegendRow& entry) { return entry.colour != 0 ? side + px(6) : 0; };
  float widest = 0;
  for (const LegendRow& entry : all) widest = std::max(widest, indent(entry) + ImGui::CalcTextSize(tr(entry.name)).x);
  const auto columns = static_cast<float>((all.size() + rows - 1) / rows);
  const ImVec2 size = {columns * (widest + gap) - gap, static_cast<float>(rows) * row};
  const ImVec2 at = begin_legend(canvas, tr(title_of(what)), size);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const float x = at.x + static_cast<float>(i / rows) * (widest + gap);
    const float y = at.y + static_cast<float>(i % rows) * row + px(2), top = y + (line - side) / 2;
    if (all[i].colour != 0) list.AddRectFilled({x, top}, {x + side, top + side}, all[i].colour, px(2));
    list.AddText({x + indent(all[i]), y}, to_u32(theme().dim), tr(all[i].name));
  }
}

// Strokes along the flow of the air.
void draw_flow(const AirView& air, float scale, const Camera& camera) {
  constexpr double kSpacing = 20;              // points between strokes, at least
  constexpr double kLeast = 60, kMost = 6000;  // flows: nothing is drawn; the longest stroke
  const double tile = kAirTile * camera.zoom() / scale;
  const int every = std::max(1, static_cast<int>(std::ceil(kSpacing / tile)));
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  clip_to_viewport(list, camera, scale);
  for (int row = every / 2; row < air.rows; row += every) {
    for (int column = every / 2; column < air.columns; column += every) {
      const AirTile own = air.at(column, row);
      const int from_left = column > 0 ? air.at(column - 1, row).right : 0;
      const int from_above = row > 0 ? air.at(column, row - 1).down : 0;
      const double right = own.right + from_left, down = own.down + from_above, speed = std::hypot(right, down);
      if (speed < kLeast) continue;
      const double half = 0.5 * every * tile * std::clamp(std::sqrt(speed / kMost), 0.12, 1.0) / speed;
      const PixelPoint middle = camera.to_pixel({kAirTile * (column + 0.5), kAirTile * (row + 0.5)});
      const auto at = [&](double along) {
        return ImVec2{static_cast<float>(middle.x / scale + along * half * right),
                      static_cast<float>(middle.y / scale + along * half * down)};
      };
      list.AddLine(at(-1), at(1), IM_COL32(255, 255, 255, 120), px(1));
      list.AddCircleFilled(at(1), px(1.5f), IM_COL32(255, 255, 255, 190), 6);
    }
  }
  list.PopClipRect();
}

}  // namespace

const char* title_of(WorldShow what) { return kViews[static_cast<std::size_t>(what)][0]; }

// ---- which view ----

WorldShow WorldViews::shown() const {
  if (desk_.settings.view.looks.heat && desk_.simulation.knows(Plane::energy)) return WorldShow::energy;
  return why_not(wanted_).empty() ? wanted_ : WorldShow::natural;
}

std::string WorldViews::why_not(WorldShow what) const {
  const std::string running(desk_.session().automaton());
  const bool amounts = desk_.simulation.knows(Plane::height) || desk_.simulation.knows(Plane::mass);
  switch (what) {
    case WorldShow::natural: return {};
    case WorldShow::density: return amounts ? trf("{} counts in amounts, which have no density.", running) : "";
    case WorldShow::energy: return why_no_plane(desk_.session(), Plane::energy);
    case WorldShow::activity:
      return static_cast<std::uint64_t>(desk_.session().width()) *
                         static_cast<std::uint64_t>(desk_.session().height()) >
                     kActivityCellsMost
                 ? tr("This world is too large to be followed cell by cell.")
                 : "";
    case WorldShow::air: return why_no_plane(desk_.session(), Plane::air);
    case WorldShow::active_cells: break;
  }
  return {};
}

void WorldViews::show(WorldShow what) {
  if (const std::string reason = why_not(what); !reason.empty()) return desk_.messages.say(reason, Tone::warning);
  desk_.settings.view.looks.heat = what == WorldShow::energy;
  wanted_ = what == WorldShow::energy ? WorldShow::natural : what;
  desk_.messages.say(tr(kViews[static_cast<std::size_t>(what)][1]));
}

void WorldViews::show_next() {
  WorldShow next = shown();
  do {
    next = static_cast<WorldShow>((static_cast<std::size_t>(next) + 1) % std::size(kViews));
  } while (!why_not(next).empty());
  show(next);
}

void WorldViews::toggle_grid() {
  bool& grid = desk_.settings.view.grid;
  grid = !grid;
  desk_.messages.say(!grid                                                ? tr("No grid.")
                     : desk_.view.canvas.camera().zoom() < kGridZoomLeast ? tr("Grid: zoom in to see it.")
                                                                          : tr("Grid."));
}

// ---- colours ----

Palette WorldViews::palette() const {
  const Ruleset& rules = desk_.session().ruleset();
  if (shown() == WorldShow::density) return density_palette(rules);
  return safe_ ? *safe_ : make_palette(rules);
}

void WorldViews::tick() {
  const std::pair key{shown(), desk_.settings.view.safe_colors};
  if (palette_stale_ || key != palette_key_) {
    palette_stale_ = false;
    palette_key_ = key;
    const Ruleset& rules = desk_.session().ruleset();
    safe_ = key.second ? std::optional(safe_palette(rules)) : std::nullopt;
    desk_.screen->set_palette(palette());
    desk_.loop.wake();
  }
  const bool wanted = shown() == WorldShow::active_cells;
  desk_.session().keep_active_cells(wanted);
  if (desk_.view.compare.active()) desk_.view.compare.comparison().keep_active_cells(wanted);
  // Activity is recorded only while it is shown.
  Session& session = desk_.session();
  const bool follows = shown() == WorldShow::activity;
  if (session.keeps_activity() != follows) session.keep_activity(follows);
  const CompareView& compare = desk_.view.compare;
  if (compare.active() && compare.comparison().twin().keeps_activity() != follows)
    compare.comparison().keep_activity(follows);
  if (!follows || session.view().activity.present()) return;
  session.keep_activity(false);
  wanted_ = WorldShow::natural;
  desk_.messages.say(
      trf("{} on {} cannot record where things happen.", session.automaton(), backend_title(session.backend())),
      Tone::warning);
}

Color WorldViews::color_of(std::uint8_t element) const {
  return safe_ ? (*safe_)[element].color : desk_.session().ruleset().elements[element].color;
}

Looks WorldViews::looks() const {
  Looks looks = desk_.settings.view.looks_in(desk_.session());
  if (shown() == WorldShow::density) looks.grain = looks.depth_tint = looks.glow = looks.motion = false;
  return looks;
}

// ---- over the world ----

void WorldViews::draw_legend(ImVec4 canvas) const {
  const WorldShow what = shown();
  if (what == WorldShow::natural) return;
  if (what == WorldShow::activity) {
    const auto& [made, destroyed, converted, moved] = kActivityColors;
    const LegendRow rows[] = {{opaque(made), text_id("made")},
                              {opaque(destroyed), text_id("destroyed")},
                              {opaque(converted), text_id("converted")},
                              {IM_COL32(moved.r, moved.g, moved.b, 110), text_id("moved")}};  // as in the picture
    return draw_rows(canvas, what, rows, 2);
  }
  if (what == WorldShow::air) {
    const LegendRow rows[] = {{opaque(kHighPressure), text_id("more pressure")},
                              {opaque(kLowPressure), text_id("less pressure")},
                              {0, text_id("strokes: where it flows")}};
    return draw_rows(canvas, what, rows, 3);
  }
  if (what == WorldShow::active_cells) {
    const ActiveCells& active = halves_[0].active;
    const Session& session = desk_.session();
    const auto cells = static_cast<std::uint64_t>(session.width()) * static_cast<std::uint64_t>(session.height());
    const bool all = active.unit == ActiveCells::Unit::every_cell, chunks = active.unit == ActiveCells::Unit::chunk;
    const std::string looks =
        all ? trf("{} on {}:\nevery step looks at every cell", session.automaton(), backend_title(session.backend()))
        : chunks ? trf("Lit: chunks of {} x {} cells\nthat the next step looks at", kChunkWidth, kChunkHeight)
                 : tr("Lit: cells that\nthe next step looks at");
    const double share = static_cast<double>(all ? cells : active.count()) / static_cast<double>(cells);
    const std::string text = looks + '\n' + trf("{:.1f} % of all cells", 100.0 * share);
    const ImVec2 at = begin_legend(canvas, tr(title_of(what)), ImGui::CalcTextSize(text.c_str()));
    return ImGui::GetBackgroundDrawList()->AddText(at, to_u32(theme().dim), text.c_str());
  }
  constexpr float kBar = 150;
  constexpr int kSteps = 24;
  const auto [low_end, high_end] =
      what == WorldShow::density ? std::array{tr("light"), tr("dense")} : std::array{tr("cool"), tr("hot")};
  const float line = ImGui::GetTextLineHeight(), bar = px(10);
  const float ends = ImGui::CalcTextSize(low_end).x + ImGui::CalcTextSize(high_end).x + px(16);
  const float width = std::max(px(kBar), ends);
  const ImVec2 at = begin_legend(canvas, tr(title_of(what)), {width, bar + px(4) + line});
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (int i = 0; i < kSteps; ++i) {
    const float share = static_cast<float>(i) / (kSteps - 1), from = at.x + width * static_cast<float>(i) / kSteps;
    const ImU32 colour =
        opaque(what == WorldShow::density ? density_color(share) : color_of_light(shading::heat_light(share)));
    list.AddRectFilled({from, at.y}, {at.x + width * static_cast<float>(i + 1) / kSteps, at.y + bar}, colour);
  }
  const float below = at.y + bar + px(4);
  list.AddText({at.x, below}, to_u32(theme().dim), low_end);
  list.AddText({at.x + width - ImGui::CalcTextSize(high_end).x, below}, to_u32(theme().dim), high_end);
}

void WorldViews::draw(ImVec4 canvas) {
  if (desk_.view.canvas.in_relief()) return;
  const float scale = desk_.layout.pixels_per_point();
  const CompareView& compare = desk_.view.compare;
  for (std::size_t half = 0; half < (compare.active() ? 2 : 1); ++half) {
    const Session& session = half == 0 ? desk_.session() : compare.comparison().twin();
    const Camera camera = half == 0 ? desk_.view.canvas.camera() : compare.second_camera();
    if (shown() == WorldShow::active_cells) draw_active_cells(halves_[half], session, camera);
    if (shown() == WorldShow::activity) draw_activity(halves_[half], session, camera);
    if (shown() == WorldShow::air) draw_air(halves_[half], session, camera);
    if (desk_.settings.view.grid) draw_grid(session, camera, scale);
  }
  draw_legend(canvas);
}

void WorldViews::draw_active_cells(Half& half, const Session& session, const Camera& camera) const {
  auto active = session.active_cells();
  if (!active) return;
  if (*active != half.active) {
    half.active = std::move(*active);
    half.picture.forget();
  }
  const float scale = desk_.layout.pixels_per_point();
  const int width = session.width(), height = session.height();
  half.picture.refresh(*desk_.screen, camera, {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)},
                       [&](CellOverlay& into) { paint_active_cells(half.active, width, height, camera, into); });
  half.picture.draw(camera, scale);
  constexpr double kLeastPixels = 8;  // smaller chunks would be outlines only, and very many
  const std::vector<CellBox>& boxes = half.active.boxes;
  if (half.active.unit != ActiveCells::Unit::chunk || boxes.empty() || boxes[0].height * camera.zoom() < kLeastPixels)
    return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  clip_to_viewport(list, camera, scale);
  for (const CellBox& box : boxes)
    list.AddRect(to_points(camera, box.x, box.y, scale),
                 to_points(camera, box.x + box.width, box.y + box.height, scale),
                 IM_COL32(kActiveColor.r, kActiveColor.g, kActiveColor.b, 190));
  list.PopClipRect();
}

void WorldViews::draw_activity(Half& half, const Session& session, const Camera& camera) const {
  const CellView view = session.view();
  if (!view.activity.present()) return;
  // One second at the present speed of the world; longer in slow motion, so that there is something to see.
  constexpr double kLeast = 8;
  const double pace = desk_.simulation.steps_per_second(desk_.simulation.speed());
  const auto fade_steps = std::lround(std::clamp(pace, kLeast, static_cast<double>(kActivitySteps)));
  half.picture.refresh(
      *desk_.screen, camera, {view.generation, session.view_step(), static_cast<std::uint64_t>(fade_steps)},
      [&](CellOverlay& into) {
        paint_activity(view.activity, view.width, view.height, camera, static_cast<int>(fade_steps), into);
      });
  half.picture.draw(camera, desk_.layout.pixels_per_point());
}

void WorldViews::draw_air(Half& half, const Session& session, const Camera& camera) const {
  const float scale = desk_.layout.pixels_per_point();
  const CellView view = session.view();
  const bool in_memory = view.memory() != nullptr;
  if (!in_memory) {
    if (half.arriving && half.arriving->arrived()) {
      const std::unique_ptr<WorldCapture> capture = std::move(half.arriving);
      if (capture->fetch()) half.arrived_air.take(capture->world());
      half.arrived = half.asked;
    }
    if (!half.arriving && view.generation != half.asked) {
      half.arriving = session.solver_facts().begin_capture();
      half.asked = view.generation;
    }
  }
  const AirView air = in_memory ? view.air : half.arrived_air.view();
  half.picture.refresh(*desk_.screen, camera, {in_memory ? view.generation : half.arrived},
                       [&](CellOverlay& into) { paint_air(air, view.width, view.height, camera, into); });
  half.picture.draw(camera, scale);
  if (!air.is_still()) draw_flow(air, scale, camera);
  if (!in_memory && (half.arriving != nullptr || half.asked != view.generation)) desk_.loop.wake();
}

void OverlayPicture::refresh(Screen& screen, const Camera& camera, std::vector<std::uint64_t> inputs,
                             const std::function<void(CellOverlay&)>& paint) {
  if (camera == camera_ && inputs == inputs_) return;
  camera_ = camera;
  inputs_ = std::move(inputs);
  paint(overlay_);
  if (overlay_.width > 0 && overlay_.height > 0)
    screen.write_cell_texture(texture_, overlay_.width, overlay_.height, overlay_.rgba);
}

void OverlayPicture::draw(const Camera& camera, float scale, PixelPoint shift) const {
  if (overlay_.width <= 0 || overlay_.height <= 0 || texture_ == nullptr) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  clip_to_viewport(list, camera, scale);
  list.AddImage(texture_, to_points({overlay_.low.x + shift.x, overlay_.low.y + shift.y}, scale),
                to_points({overlay_.high.x + shift.x, overlay_.high.y + shift.y}, scale));
  list.PopClipRect();
}

}  // namespace repose
