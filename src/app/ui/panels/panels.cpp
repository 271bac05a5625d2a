#include "app/ui/panels/panels.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

void action_items(const ActionTable& actions, std::string_view section) {
  for (const ActionRow& row : actions.rows()) {
    if (row.menu.section == section) {
      const std::string keys = is_narrow() ? "" : actions.keys(row.id), reason = actions.why_not(row.id),
                        label = actions.label(row.id);
      const std::string label_and_id = fmt::format("{}###{}", label, row.id);
      if (ImGui::MenuItem(label_and_id.c_str(), keys.c_str(), actions.is_on(row.id), reason.empty()))
        actions.perform(row.id);
      const std::string_view english = row.menu.label.empty() ? row.title : row.menu.label;
      landmarks().mark(fmt::format("menu/{}", row.label_now ? row.id : english));
      if (!reason.empty()) {
        tooltip(reason);
      } else if (!row.about.empty()) {
        tooltip(tr(row.about.data()));
      }
    }
  }
}

void action_button(const ActionTable& actions, std::string_view id, const ActionButton& button) {
  ImGui::BeginDisabled(!actions.why_not(id).empty());
  const bool flat = !button.frame && !button.lit;
  if (flat) ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  const bool pressed =
      icon_button(button.landmark, button.icon, actions.tip(id), actions.keys(id), button.lit, button.side);
  if (flat) ImGui::PopStyleColor();
  ImGui::EndDisabled();
  if (pressed) actions.perform(id);
}

std::string keys_for_both(const ActionTable& actions, std::string_view less, std::string_view more,
                          std::string before) {
  const std::string down = actions.keys(less), up = actions.keys(more);
  const std::string keys = down.empty() || up.empty() ? down + up : trf("{} and {}", down, up);
  return before.empty() || keys.empty() ? before + keys : trf("{}, {}", before, keys);
}

// A narrow window: its bar of buttons, and the sheet with elements, tools and the settings of the world.

bool Sheet::close() {
  const bool was_open = is_open();
  page_.reset();
  return was_open;
}

ImVec4 Sheet::place(ImVec4 room) {
  constexpr float kShareOfHeight = 0.62f, kShareOfWidth = 0.6f;
  constexpr float kHighest = 520, kWidest = 340;
  const ImVec2 size = {room.z - room.x, room.w - room.y};
  if (window_form() == WindowForm::sideways)
    return {std::round(room.z - std::min(px(kWidest), size.x * kShareOfWidth)), room.y, room.z, room.w};
  return {room.x, std::round(room.w - std::min(px(kHighest), size.y * kShareOfHeight)), room.z, room.w};
}

ImVec4 Sheet::beside(ImVec4 room) const {
  if (!is_open()) return room;
  const ImVec4 taken = place(room);
  return window_form() == WindowForm::sideways ? ImVec4{room.x, room.y, taken.x, room.w}
                                               : ImVec4{room.x, room.y, room.z, taken.y};
}

void Sheet::draw(ImVec4 room) {
  if (!is_open()) return;
  const ImVec4 at = place(room);
  desk_.layout.cover(at);
  ImGui::SetNextWindowPos({at.x, at.y});
  ImGui::SetNextWindowSize({at.z - at.x, at.w - at.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(12));
  ImGui::Begin("##sheet", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  struct Tab {
    Page page;
    const char *title, *landmark;
  };
  constexpr std::array<Tab, 3> kTabs = {{{Page::elements, text_id("Elements"), "sheet/elements"},
                                         {Page::tools, text_id("Tools"), "sheet/tools"},
                                         {Page::world, text_id("World"), "sheet/world"}}};
  const float cross = ImGui::GetFrameHeight(), gap = px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - cross - gap * 3) / 3);
  for (const Tab& tab : kTabs) {
    if (chip(tr(tab.title), page_ == tab.page, width)) page_ = tab.page;
    landmarks().mark(tab.landmark);
    ImGui::SameLine(0, gap);
  }
  if (flat_icon_button("sheet/close", Icon::cross, tr("Close"), tr("Escape"), cross)) close();
  if (page_ == Page::elements) {
    desk_.panels->elements.draw();
    if (desk_.panels->elements.was_pressed()) close();  // the next touch paints with it
  } else if (is_open()) {
    ImGui::BeginChild(page_ == Page::tools ? "tools" : "world", {}, false, ImGuiWindowFlags_NavFlattened);
    if (page_ == Page::tools) {
      draw_brush(desk_);
      draw_tool_rows(desk_);
    } else {
      // What runs; the buttons for time that the bar leaves out, the speed, the parameters of the automaton, figures.
      desk_.panels->setup.draw(desk_);
      section(tr("Time"));
      for (const auto& [id, landmark, icon] : {std::tuple{action::step_back, "step-back", Icon::step_back},
                                               {action::redo, "redo", Icon::redo},
                                               {action::reset, "reset", Icon::reset},
                                               {action::clear, "clear", Icon::clear}}) {
        action_button(desk_.actions, id, {landmark, icon, false, px(kFinger)});
        ImGui::SameLine(0, px(6));
      }
      draw_speaker(desk_, px(kFinger));
      section(tr("Speed"));
      draw_speed(desk_);
      draw_parameters(desk_);
      draw_figures(desk_);
    }
    ImGui::EndChild();
  }
  ImGui::End();
}

namespace {

constexpr float kThickness = 54, kBarGap = 4, kBarMargin = 7;
constexpr float kButtons = 6;           // of a bar at the right edge
constexpr float kSmallestText = 0.75f;  // of the usual size, for long names

// Colour and name of the chosen element; opens the list of elements.
void element_button(Desk& desk, ImVec2 size) {
  const std::uint8_t index = desk.paint_box.brush().element;
  const Element& element = desk.session().ruleset().elements[index];
  const ImVec2 low = ImGui::GetCursorScreenPos(), high = {low.x + size.x, low.y + size.y};
  if (ImGui::Button("##element", size)) desk.panels->sheet.toggle(Sheet::Page::elements);
  mark_item("narrow/element", tr("The chosen element. Press for all elements."));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (desk.panels->sheet.shows(Sheet::Page::elements))
    list.AddRect(low, high, to_u32(theme().accent), px(6), 0, px(1.5f));
  const float swatch = px(20), inset = (size.y - swatch) / 2, left = size.x > size.y * 1.5f ? px(10) : inset;
  element_picture(desk, list, index, {low.x + left, low.y + inset}, {low.x + left + swatch, low.y + inset + swatch});
  // The name: smaller, and if need be without its end.
  const float text = low.x + left + swatch + px(8), room = high.x - px(6) - text;
  if (text >= high.x - px(20)) return;
  const std::string name = tr_in("element", shown_name(element));
  const float width = std::max(1.0f, ImGui::CalcTextSize(name.c_str()).x);
  const float font = ImGui::GetFontSize() * std::clamp(room / width, kSmallestText, 1.0f);
  list.PushClipRect({text, low.y}, {text + room, high.y}, true);
  list.AddText(ImGui::GetFont(), font, {text, std::round((low.y + high.y - font) / 2)}, to_u32(theme().text),
               name.c_str());
  list.PopClipRect();
}

// Shape and size of the brush; opens the tools.
void brush_button(Desk& desk, float side) {
  const Brush& brush = desk.paint_box.brush();
  const ImVec2 low = ImGui::GetCursorScreenPos(), middle = {low.x + side / 2, low.y + side / 2};
  if (ImGui::Button("##brush", {side, side})) desk.panels->sheet.toggle(Sheet::Page::tools);
  mark_item("narrow/brush", tr("Size of the brush. Press for brush and tools."));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (desk.panels->sheet.shows(Sheet::Page::tools))
    list.AddRect(low, {low.x + side, low.y + side}, to_u32(theme().accent), px(6), 0, px(1.5f));
  const ImU32 colour = to_u32(theme().text);
  const std::string size = std::to_string(brush.size);
  const float font = ImGui::GetFontSize() * 0.8f, line = ImGui::GetFont()->CalcTextSizeA(font, side, 0, size.c_str()).x;
  const bool brushes = desk.paint_box.tool() == Tool::brush;
  const Icon icon = !brushes                           ? tool_info(desk.paint_box.tool()).icon
                    : brush.shape == BrushShape::round ? Icon::round_brush
                                                       : Icon::square_brush;
  draw_icon(list, icon, {middle.x, middle.y - side * 0.17f}, side * (brushes ? 0.34f : 0.42f), colour);
  list.AddText(ImGui::GetFont(), font, {middle.x - line / 2, low.y + side - font - px(3)}, colour, size.c_str());
}

// The bar of a narrow window: menus, the chosen element, the brush, undo, step and play. At the lower edge; on a window
// on its side, at the right edge.

// Its height, or its width if it is at the right edge, in points.
float narrow_bar_thickness() { return std::round(px(kThickness)); }

// The part of the window (min x, min y, max x, max y) that the bar leaves free.
ImVec4 beside_narrow_bar(ImVec2 window) {
  return window_form() == WindowForm::sideways ? ImVec4{0, 0, window.x - narrow_bar_thickness(), window.y}
                                               : ImVec4{0, 0, window.x, window.y - narrow_bar_thickness()};
}

void draw_narrow_bar(Desk& desk, ImVec2 window) {
  const bool stacked = window_form() == WindowForm::sideways;
  const float gap = px(kBarGap), margin = px(kBarMargin);
  const float even = (window.y - 2 * margin - (kButtons - 1) * gap) / kButtons;
  const float side = stacked ? std::min(px(kFinger), even) : px(kFinger);
  const ImVec2 low =
      stacked ? ImVec2{window.x - narrow_bar_thickness(), 0} : ImVec2{0, window.y - narrow_bar_thickness()};
  ImGui::SetNextWindowPos(low);
  ImGui::SetNextWindowSize({window.x - low.x, window.y - low.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {stacked ? (narrow_bar_thickness() - side) / 2 : margin, margin});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  ImGui::Begin("##narrow bar", nullptr, kDockedFlags);
  if (icon_button("narrow/menu", Icon::menu, tr("All menus"), {}, false, side)) {
    desk.panels->sheet.close();
    desk.panels->menu.open_list();
  }
  if (!stacked) ImGui::SameLine();
  const float others = 4 * (side + gap);
  element_button(desk, {stacked ? side : ImGui::GetContentRegionAvail().x - others, side});
  if (!stacked) ImGui::SameLine();
  brush_button(desk, side);
  if (!stacked) ImGui::SameLine();
  // Under the thumb of a window on its side.
  if (stacked) ImGui::SetCursorPosY(window.y - margin - 3 * side - 2 * gap);
  const auto next = [&] {
    if (!stacked) ImGui::SameLine(0, px(kBarGap));
  };
  action_button(desk.actions, action::undo, {"undo", Icon::undo, false, side});
  next();
  action_button(desk.actions, action::step, {"step", Icon::step, false, side});
  next();
  action_button(desk.actions, action::play_pause,
                {"play", desk.simulation.playing() ? Icon::pause : Icon::play, true, side});
  ImGui::End();
  ImGui::PopStyleVar(5);
}

}  // namespace

ImVec4 Panels::canvas_in(ImVec2 window) {
  if (!desk_.settings.window.panels_visible) return {0, 0, window.x, window.y - TimeBar::thin_height()};
  if (is_narrow()) {
    // The editor takes most of the height, or half of the width.
    constexpr float kWorldOfHeight = 0.3f, kWorldOfWidth = 0.5f;
    ImVec4 room = beside_narrow_bar(window);
    if (desk_.editor->visible() && window_form() == WindowForm::upright) room.w = std::round(room.w * kWorldOfHeight);
    if (desk_.editor->visible() && window_form() == WindowForm::sideways) {
      constexpr float kEditorLeast = 240;
      room.z = std::round(std::min(room.z * kWorldOfWidth, room.z - px(kEditorLeast)));
    }
    room.w -= TimeBar::thin_height();
    return room;
  }
  const float left = px(248) + px(44), top = std::max(ImGui::GetFrameHeight(), px(26)) + px(2);
  const float bottom = window.y - px(30) - TimeBar::thin_height();
  return {left, top, window.x - desk_.editor->width(window.x, window.x - left), bottom};
}

void Panels::fit_scenes(ImVec2 window) {
  const auto [left, top, right, bottom] = canvas_in(window);
  const float pixels = desk_.layout.pixels_per_point();
  if (right > left && bottom > top) desk_.simulation.fit_scenes((right - left) * pixels, (bottom - top) * pixels);
}

void Panels::draw_around_canvas(const std::vector<KeyInput>& typed) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool visible = desk_.settings.window.panels_visible;
  const auto [left, top, right, bottom] = canvas_in(window);
  const float editor = window.x - right, tools = visible ? px(44) : 0, panel = left - tools;
  desk_.layout.set_canvas({left, top, right, bottom});
  fit_scenes(window);
  if (std::exchange(window_, {window.x, window.y}) != std::pair{window.x, window.y}) desk_.simulation.window_changed();
  const auto pixels = [this](float points) {
    return static_cast<int>(std::lround(points * desk_.layout.pixels_per_point()));
  };
  desk_.view.canvas.set_viewport(desk_.view.compare.first_half(
      {pixels(left), pixels(top), pixels(std::max(1.0f, right - left)), pixels(bottom - top)}));
  if (desk_.view.compare.take_refit()) desk_.view.canvas.fit();
  if (is_narrow()) return draw_narrow(window, typed);
  sheet.close();  // else Escape would only close a sheet that nobody sees
  const float height = window.y - top - (visible ? px(30) : 0);
  if (visible) {
    menu.draw();
    draw_side_panel(desk_, {0, top}, {panel, height});
    draw_toolbar(desk_, {panel, top}, {tools, height});
    if (editor > 0) desk_.editor->draw({right, top}, {editor, height}, typed);
  }
  draw_status_bar(desk_, {0, window.y - px(30)}, {window.x, px(30)});
}

void Panels::draw_narrow(ImVec2 window, const std::vector<KeyInput>& typed) {
  if (!desk_.settings.window.panels_visible) {
    sheet.close();
    const float side = px(kFinger), margin = px(kBarMargin);
    ImGui::SetNextWindowPos({window.x - margin, margin}, ImGuiCond_Always, {1, 0});
    ImGui::SetNextWindowSize({side, side});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::Begin("##way back", nullptr, kCardFlags);
    action_button(desk_.actions, action::panels, {"narrow/show panels", Icon::menu, false, side});
    desk_.layout.cover_window();
    ImGui::End();
    ImGui::PopStyleVar(2);
    return;
  }
  if (elements.wants_focus()) sheet.open(Sheet::Page::elements);
  const ImVec4 room = beside_narrow_bar(window), canvas = desk_.layout.canvas();
  draw_narrow_bar(desk_, window);
  menu.draw_list(room);
  if (!desk_.editor->visible()) return;
  const ImVec2 low = window_form() == WindowForm::upright ? ImVec2{room.x, canvas.w + TimeBar::thin_height()}
                                                          : ImVec2{canvas.z, room.y};
  desk_.editor->draw(low, {room.z - low.x, room.w - low.y}, typed);
}

// Each card is placed beside the cards that were drawn before it.
void Panels::draw_over_canvas() {
  const ImVec4 canvas = desk_.layout.canvas();
  const float middle = (canvas.x + canvas.z) / 2;
  desk_.view.minimap.draw(desk_, canvas);
  time.draw(canvas);
  desk_.view.world_views.draw(canvas);
  desk_.view.compare.draw(canvas);
  desk_.view.signs.draw(canvas);
  unheld.draw();
  const ImVec4 below = desk_.view.below_header(canvas);
  draw_recovery_card(desk_, {middle, below.y});
  draw_replay_card(desk_, {middle, below.y});
  offer.draw({middle, below.y});
  challenge.draw(below);
  draw_inspector(desk_, below);
  if (desk_.session().keeps_ledger()) draw_ledger_card(desk_, below);
  if (!desk_.files.worlds.autosave().leftover()) tour.draw(canvas);
  elements.draw_card();
  draw_discovery_card(desk_, {middle, below.y});
  draw_recording_card(desk_, middle, canvas.w);
  wheel.draw();
  if (!is_narrow()) return;
  const ImVec4 room = beside_narrow_bar(ImGui::GetIO().DisplaySize);
  if (const bool films = desk_.files.recording.busy(); films != std::exchange(filmed_, films) && films) sheet.close();
  if (!menu.list_is_open()) draw_message_over(desk_, sheet.beside(room));
  sheet.draw(room);
}

// The line around what would fall while structures are painted.

void UnheldOutline::draw() {
  constexpr std::int64_t kCellsMax = 1 << 20;
  constexpr double kLookSeconds = 0.15;
  const Session& session = desk_.session();
  const AutomatonDefinition* const automaton = session.registry().automaton(session.automaton());
  const auto& elements = session.ruleset().elements;
  const std::uint8_t painted = desk_.paint_box.brush().element;
  const bool is_wanted = desk_.view.canvas.drawing() && automaton != nullptr && automaton->unheld != nullptr &&
                         painted < elements.size() && elements[painted].support && !desk_.view.canvas.in_relief() &&
                         std::int64_t{session.width()} * session.height() <= kCellsMax;
  if (!is_wanted) return sides_.clear();
  if (const double now = desk_.loop.now(); now < found_at_ || now > found_at_ + kLookSeconds) {
    const auto& seen = probe_.read(session.view(), {0, 0, session.width(), session.height()}, session.view_step());
    if (seen && seen->window.cells.width() == session.width() && seen->window.cells.height() == session.height()) {
      const Solver& solver = session.solver_facts();
      std::vector<std::pair<std::string_view, double>> parameters;
      for (const ParameterInfo& info : solver.parameters())
        parameters.emplace_back(info.name, solver.parameter(info.name));
      const World& world = seen->window.cells;
      const std::vector<std::uint8_t> plane = automaton->unheld(session.ruleset(), world, parameters);
      const auto is_unheld = [&](int x, int y) { return world.contains(x, y) && plane[world.index(x, y)] != 0; };
      sides_.clear();
      for (int y = 0; y < world.height() && !plane.empty(); ++y) {
        for (int x = 0; x < world.width(); ++x) {
          if (!is_unheld(x, y)) continue;
          if (!is_unheld(x, y - 1)) sides_.push_back({{x, y}, {x + 1, y}});
          if (!is_unheld(x, y + 1)) sides_.push_back({{x, y + 1}, {x + 1, y + 1}});
          if (!is_unheld(x - 1, y)) sides_.push_back({{x, y}, {x, y + 1}});
          if (!is_unheld(x + 1, y)) sides_.push_back({{x + 1, y}, {x + 1, y + 1}});
        }
      }
      found_at_ = now;
    }
  }
  const Camera& camera = desk_.view.canvas.camera();
  const float scale = desk_.layout.pixels_per_point();
  const auto point = [&](CellPoint corner) {
    const PixelPoint p = camera.to_pixel({static_cast<double>(corner.x), static_cast<double>(corner.y)});
    return ImVec2(static_cast<float>(p.x) / scale, static_cast<float>(p.y) / scale);
  };
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const Side& side : sides_) list.AddLine(point(side.from), point(side.to), to_u32(theme().accent), px(1.5f));
}

}  // namespace repose
