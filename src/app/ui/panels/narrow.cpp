#include "app/ui/panels/narrow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/desk/palette.hpp"
#include "app/ui/panels/action_widgets.hpp"
#include "app/ui/panels/panels.hpp"
#include "app/widgets/landmarks.hpp"

namespace repose {

void Sheet::toggle(Page page) { page_ = page_ == page ? std::nullopt : std::optional(page); }

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
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  struct Tab {
    Page page;
    const char *title, *landmark;
  };
  constexpr std::array<Tab, 3> kTabs = {{{Page::elements, "Elements", "sheet/elements"},
                                         {Page::tools, "Tools", "sheet/tools"},
                                         {Page::world, "World", "sheet/world"}}};
  const float cross = ImGui::GetFrameHeight(), gap = px(4);
  const float width = std::floor((ImGui::GetContentRegionAvail().x - cross - gap * 3) / 3);
  for (const Tab& tab : kTabs) {
    if (chip(tab.title, page_ == tab.page, width)) page_ = tab.page;
    landmarks().mark(tab.landmark);
    ImGui::SameLine(0, gap);
  }
  if (flat_icon_button("sheet/close", Icon::cross, "Close", "Escape", cross)) close();
  if (page_ == Page::elements) {
    desk_.panels->elements.draw();
    if (desk_.panels->elements.was_pressed()) close();  // the next touch paints with it
  } else if (is_open()) {
    ImGui::BeginChild(page_ == Page::tools ? "tools" : "world");
    if (page_ == Page::tools) {
      draw_brush(desk_);
      draw_tool_rows(desk_);
    } else {
      // The buttons for time that the bar leaves out, the speed, the parameters of the automaton, and the figures.
      section("Time");
      for (const auto& [id, landmark, icon] : {std::tuple{action::step_back, "step-back", Icon::step_back},
                                               {action::redo, "redo", Icon::redo},
                                               {action::reset, "reset", Icon::reset},
                                               {action::clear, "clear", Icon::clear}}) {
        action_button(desk_.actions, id, {landmark, icon, false, px(kFinger)});
        ImGui::SameLine(0, px(6));
      }
      draw_speaker(desk_, px(kFinger));
      section("Speed");
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

// A text inside a width: smaller, and if need be without its end.
void fitting_text(ImDrawList& list, ImVec2 low, ImVec2 high, const std::string& text, ImU32 colour) {
  const float size = ImGui::GetFontSize(), room = high.x - low.x, width = ImGui::CalcTextSize(text.c_str()).x;
  const float share = std::clamp(room / std::max(1.0f, width), kSmallestText, 1.0f);
  const ImVec2 at = {low.x, std::round((low.y + high.y - size * share) / 2)};
  list.PushClipRect(low, high, true);
  list.AddText(ImGui::GetFont(), size * share, at, colour, text.c_str());
  list.PopClipRect();
}

// Colour and name of the chosen element; opens the list of elements.
void element_button(Desk& desk, ImVec2 size) {
  const std::uint8_t index = desk.paint_box.brush().element;
  const Element& element = desk.simulation.session().ruleset().elements[index];
  const ImVec2 low = ImGui::GetCursorScreenPos(), high = {low.x + size.x, low.y + size.y};
  if (ImGui::Button("##element", size)) desk.panels->sheet.toggle(Sheet::Page::elements);
  landmarks().mark("narrow/element");
  tooltip("The chosen element. Press for all elements.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (desk.panels->sheet.shows(Sheet::Page::elements))
    list.AddRect(low, high, to_u32(theme().accent), px(6), 0, px(1.5f));
  const float swatch = px(20), inset = (size.y - swatch) / 2, left = size.x > size.y * 1.5f ? px(10) : inset;
  colour_swatch(list, {low.x + left, low.y + inset}, {low.x + left + swatch, low.y + inset + swatch},
                desk.view.world_views.color_of(index), element.glow);
  const float text = low.x + left + swatch + px(8);
  if (text < high.x - px(20))
    fitting_text(list, {text, low.y}, {high.x - px(6), high.y}, shown_name(element), to_u32(theme().text));
}

// Shape and size of the brush; opens the tools.
void brush_button(Desk& desk, float side) {
  const Brush& brush = desk.paint_box.brush();
  const ImVec2 low = ImGui::GetCursorScreenPos(), middle = {low.x + side / 2, low.y + side / 2};
  if (ImGui::Button("##brush", {side, side})) desk.panels->sheet.toggle(Sheet::Page::tools);
  landmarks().mark("narrow/brush");
  tooltip("Size of the brush. Press for brush and tools.");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (desk.panels->sheet.shows(Sheet::Page::tools))
    list.AddRect(low, {low.x + side, low.y + side}, to_u32(theme().accent), px(6), 0, px(1.5f));
  const ImU32 colour = to_u32(theme().text);
  const std::string size = std::to_string(brush.size);
  const float font = ImGui::GetFontSize() * 0.8f, line = ImGui::GetFont()->CalcTextSizeA(font, side, 0, size.c_str()).x;
  const bool brushes = desk.paint_box.tool() == Tool::brush;
  const Icon icon = !brushes                           ? tool_info(desk.paint_box.tool()).icon
                    : brush.spray                      ? Icon::spray
                    : brush.shape == BrushShape::round ? Icon::round_brush
                                                       : Icon::square_brush;
  draw_icon(list, icon, {middle.x, middle.y - side * 0.17f}, side * (brushes ? 0.34f : 0.42f), colour);
  list.AddText(ImGui::GetFont(), font, {middle.x - line / 2, low.y + side - font - px(3)}, colour, size.c_str());
}

}  // namespace

float narrow_bar_thickness() { return std::round(px(kThickness)); }

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
  if (icon_button("narrow/menu", Icon::menu, "All menus", {}, false, side)) {
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

void draw_show_panels_button(Desk& desk, ImVec2 window) {
  const float side = px(kFinger), margin = px(kBarMargin);
  ImGui::SetNextWindowPos({window.x - margin, margin}, ImGuiCond_Always, {1, 0});
  ImGui::SetNextWindowSize({side, side});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##way back", nullptr, kCardFlags);
  action_button(desk.actions, action::panels, {"narrow/show panels", Icon::menu, false, side});
  desk.layout.cover_window();
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace repose
