// Draws the card of the inspector (the cell, its planes and neighbours, the result of the next step), and the marks
// around the cell and its partner.
#include "app/view/inspector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/frame/frame_loop.hpp"
#include "app/frame/layout.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/panels/palette.hpp"
#include "app/simulation/amounts.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/canvas.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kWidth = 330;
constexpr std::size_t kReasonsShown = 4;

const Element& element_in(const Session& session, const WorldWindow& window, CellPoint cell) {
  const auto& elements = session.ruleset().elements;
  const std::uint8_t element = shown_element(session, read_cell(window, cell));
  return elements[element < elements.size() ? element : 0];
}

std::string speed_text(int x, int y) {
  if (x == 0 && y == 0) return "none";
  std::string text;
  if (x != 0) text = fmt::format("{} {}", std::abs(x), x > 0 ? "right" : "left");
  if (y != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", std::abs(y), y > 0 ? "down" : "up");
  return text;
}

struct Fact {
  std::string_view title;
  std::string value;
};

// The values of the planes, in units for people.
std::vector<Fact> facts_of(const Session& session, const Sight& sight) {
  const World& world = sight.window.cells;
  const std::size_t i = world.index(sight.cell.x - sight.window.box.x, sight.cell.y - sight.window.box.y);
  const CellReading reading = read_cell(sight.window, sight.cell);
  std::vector<Fact> facts;
  if (reading.mass) {
    const double full = static_cast<double>(std::max(0, *reading.mass)) / kFullCell;
    facts.push_back({"Water", fmt::format("{:.1f} %", 100 * full)});
    facts.push_back({"Pressure", fmt::format("{:.3f}", std::max(0.0, full - 1))});
  } else if (reading.height) {
    const bool obstacle = *reading.height >= kObstacleHeight;
    facts.push_back(
        {"Height", obstacle ? "obstacle" : fmt::format("{:.2f}", static_cast<double>(*reading.height) / kHeightOne)});
    facts.push_back({"Wet", fmt::format("{:.0f} %", 100.0 * reading.wetness / kWetnessMax)});
  } else {
    facts.push_back({"Density", fmt::format("{:.4g}", element_in(session, sight.window, sight.cell).density)});
  }
  if (reading.energy) facts.push_back({"Temperature", fmt::format("{} of {}", *reading.energy, kEnergyMax)});
  if (world.has(Plane::velocity)) {
    const auto velocity = world.bytes(Plane::velocity);
    facts.push_back({"Speed", speed_text(static_cast<std::int8_t>(velocity[2 * i]),
                                         static_cast<std::int8_t>(velocity[2 * i + 1]))});
  }
  return facts;
}

// True when the inspector must be closed; the tooltip of its button names `keys`.
bool header(const Session& session, const std::string& keys, const Sight& sight, bool pinned) {
  const Element& element = element_in(session, sight.window, sight.cell);
  const float side = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  colour_swatch(list, {at.x, at.y + px(2)}, {at.x + side - px(4), at.y + side - px(2)}, element.color, element.glow);
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const std::string place = fmt::format("{}, {}", sight.cell.x, sight.cell.y);
  const float place_at = right - side - px(8) - ImGui::CalcTextSize(place.c_str()).x;
  const float text_y = at.y + (side - ImGui::GetTextLineHeight()) / 2;
  ImGui::PushFont(heading_font());
  ImGui::PushClipRect(at, {place_at - px(8), at.y + side}, true);
  list.AddText({at.x + side + px(6), at.y + (side - ImGui::GetTextLineHeight()) / 2}, to_u32(theme().text),
               shown_name(element).c_str());
  ImGui::PopClipRect();
  ImGui::PopFont();
  list.AddText({place_at, text_y}, to_u32(pinned ? theme().accent : theme().dim), place.c_str());
  ImGui::SetCursorScreenPos({right - side, at.y});
  return icon_button("inspector/close", Icon::cross, "Close the inspector", keys, false, side);
}

void facts_column(const Session& session, const Sight& sight) {
  ImGui::BeginGroup();
  for (const Fact& fact : facts_of(session, sight)) {
    ImGui::TextColored(theme().dim, "%.*s", static_cast<int>(fact.title.size()), fact.title.data());
    ImGui::SameLine(px(104));
    ImGui::TextUnformatted(fact.value.c_str());
  }
  ImGui::EndGroup();
}

// The cell and its eight neighbours, arranged as in the world; the partner has a frame.
void neighbour_grid(const Session& session, const Sight& sight) {
  const float side = px(22), gap = px(2), all = 3 * side + 2 * gap;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - all);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const CellPoint* partner = nullptr;
  if (sight.explanation && !sight.explanation->reasons.empty()) {
    const auto& first = sight.explanation->reasons[0].partner;
    if (first) partner = &*first;
  }
  std::string hovered;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const CellPoint cell = {sight.cell.x + dx, sight.cell.y + dy};
      const ImVec2 low = {origin.x + static_cast<float>(dx + 1) * (side + gap),
                          origin.y + static_cast<float>(dy + 1) * (side + gap)};
      const ImVec2 high = {low.x + side, low.y + side};
      if (!sight.window.box.contains(cell)) {  // beyond the edge of the world
        list.AddRect(low, high, to_u32(theme().border), px(3));
        continue;
      }
      const Element& element = element_in(session, sight.window, cell);
      colour_swatch(list, low, high, element.color, element.glow);
      if (dx == 0 && dy == 0)
        list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, to_u32(theme().text), px(3), 0, px(1.5f));
      if (partner != nullptr && *partner == cell)
        list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, to_u32(theme().accent), px(3), 0, px(1.5f));
      if (ImGui::IsMouseHoveringRect(low, high)) hovered = shown_name(element);
    }
  }
  ImGui::Dummy({all, all});
  landmarks().mark("inspector/neighbours");
  if (!hovered.empty()) tooltip(hovered);
}

// The rule as it is written. True when the editor must show it; the tooltip names `keys`.
bool rule_line(const std::string& keys, int line, const std::string& text, std::size_t number) {
  const float height = ImGui::GetTextLineHeight() + px(10), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(number));
  const bool pressed = ImGui::InvisibleButton("rule", {width, height});
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  landmarks().mark(fmt::format("inspector/rule{}", number));
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tooltip("Show in editor", keys);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().raised), px(4));
  if (hovered) list.AddRect(at, {at.x + width, at.y + height}, to_u32(theme().accent), px(4));
  const std::string name = std::to_string(line);
  const float y = at.y + px(5);
  list.AddText({at.x + px(8), y}, to_u32(theme().accent), name.c_str());
  ImGui::PushFont(mono_font());
  list.PushClipRect(at, {at.x + width - px(6), at.y + height}, true);
  list.AddText({at.x + px(18) + ImGui::CalcTextSize("0000").x, y}, to_u32(theme().text), text.c_str());
  list.PopClipRect();
  ImGui::PopFont();
  return pressed;
}

void verdict(const Session& session, const Sight& sight) {
  const Explanation& said = *sight.explanation;
  const auto& elements = session.ruleset().elements;
  const std::uint8_t now = sight.window.cell(sight.cell);
  const bool holds_elements = !session.solver_facts().state_planes().has(Plane::height) &&
                              !session.solver_facts().state_planes().has(Plane::mass);
  section("Next step");
  if (!said.certain)
    tooltip(
        "Not certain: distant cells also decide, or updates that follow each other through the whole "
        "world.");
  if (!holds_elements || said.next == now || said.next >= elements.size()) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = ImGui::GetTextLineHeight() - px(2);
  colour_swatch(*ImGui::GetWindowDrawList(), {at.x, at.y + px(1)}, {at.x + side, at.y + px(1) + side},
                elements[said.next].color, elements[said.next].glow);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + px(8));
  ImGui::Text("%s holds this cell%s", shown_name(elements[said.next]).c_str(), said.certain ? "" : ", most likely");
  landmarks().mark("inspector/next");
}

}  // namespace

void Inspector::draw_reasons(const Sight& sight) const {
  const Session& session = simulation_.session();
  if (!sight.explanation)
    return ImGui::TextColored(theme().dim, "No explanation is available for %s.",
                              std::string(session.automaton()).c_str());
  verdict(session, sight);
  const auto& all = sight.explanation->reasons;
  for (std::size_t i = 0; i < std::min(all.size(), kReasonsShown); ++i) {
    ImGui::PushTextWrapPos(ImGui::GetContentRegionMax().x);
    ImGui::TextUnformatted(all[i].sentence.c_str());
    ImGui::PopTextWrapPos();
    landmarks().mark(fmt::format("inspector/reason{}", i));
    if (!sight.lines[i].empty() && rule_line(actions_.keys(action::config_editor), all[i].line, sight.lines[i], i))
      show_line_(all[i].line, sight.lines[i]);
  }
  if (all.size() > kReasonsShown) ImGui::TextColored(theme().dim, "and %zu more", all.size() - kReasonsShown);
}

// The card is on the left, unless the cell is there and the canvas has room for two cards.
bool Inspector::goes_right(ImVec4 canvas, float width) const {
  const float beside = width + 3 * px(kCanvasMargin);
  if (!sight_ || canvas.z - canvas.x < 2 * beside || simulation_.session().keeps_ledger())
    return false;  // the ledger is there
  const PixelPoint cell = canvas_.camera().to_pixel({sight_->cell.x + 0.5, sight_->cell.y + 0.5});
  return static_cast<float>(cell.x) / layout_.pixels_per_point() < canvas.x + beside;
}

// A square around the cell, large enough to be visible, and a thin line to its partner.
void Inspector::draw_marks() const {
  if (!sight_ || canvas_.in_relief()) return;
  const Camera& camera = canvas_.camera();
  const float scale = layout_.pixels_per_point();
  const auto point = [&](double x, double y) {
    const PixelPoint p = camera.to_pixel({x, y});
    return ImVec2(static_cast<float>(p.x) / scale, static_cast<float>(p.y) / scale);
  };
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const CellPoint cell = sight_->cell;
  const ImVec2 middle = point(cell.x + 0.5, cell.y + 0.5);
  const float half = std::max(px(5), static_cast<float>(camera.zoom()) / scale / 2 + px(1));
  const auto frame = [&](ImVec2 centre, ImU32 colour, float width) {
    list.AddRect({centre.x - half, centre.y - half}, {centre.x + half, centre.y + half}, IM_COL32(0, 0, 0, 150), px(2),
                 0, width + px(2));
    list.AddRect({centre.x - half, centre.y - half}, {centre.x + half, centre.y + half}, colour, px(2), 0, width);
  };
  frame(middle, to_u32(pinned_ ? theme().accent : ImVec4(1, 1, 1, 0.85f)), px(pinned_ ? 2.0f : 1.5f));
  if (!sight_->explanation || sight_->explanation->reasons.empty() || camera.zoom() < 4) return;
  if (const auto partner = sight_->explanation->reasons[0].partner) {
    list.AddLine(middle, point(partner->x + 0.5, partner->y + 0.5), to_u32(theme().accent), px(1.5f));
  }
}

void Inspector::draw(ImVec4 canvas) {
  if (!on_) return;
  draw_marks();
  const float width = std::min(px(kWidth), canvas.z - canvas.x - 2 * px(kCanvasMargin));
  const float left = goes_right(canvas, width) ? canvas.z - px(kCanvasMargin) - width : canvas.x + px(kCanvasMargin);
  const float top = layout_.below_cards(left, left + width, canvas.y + px(kCanvasMargin));
  ImGui::SetNextWindowPos({left, top});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(px(80), canvas.w - top - px(kCanvasMargin))});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), px(12)});
  ImGui::Begin("##inspector", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing);
  landmarks().mark("inspector");
  if (sight_) {
    const bool closes = header(simulation_.session(), actions_.keys(action::inspector), *sight_, pinned_.has_value());
    ImGui::Dummy({0, px(2)});
    facts_column(simulation_.session(), *sight_);
    neighbour_grid(simulation_.session(), *sight_);
    draw_reasons(*sight_);
    const char* const pin = is_narrow() ? "A tap pins the cell." : "A click pins the cell.";
    const char* const unpin = is_narrow() ? "Pinned. A tap on it unpins it." : "Pinned. Esc unpins it.";
    ImGui::TextColored(theme().dim, "%s", pinned_ ? unpin : pin);
    if (closes) toggle();
  } else {
    ImGui::TextColored(theme().dim, "%s", is_narrow() ? "Touch a cell of the world." : "Point at a cell of the world.");
  }
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  layout_.cover({low.x, low.y, low.x + size.x, low.y + size.y});
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace repose
