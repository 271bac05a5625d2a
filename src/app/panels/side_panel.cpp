// Transport, brush and the palette of elements.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/app.hpp"
#include "app/landmarks.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace repose {

namespace {

void transport(App& app) {
  const Bindings& keys = app.bindings();
  Ui& ui = app.ui();
  if (icon_button("play", ui.playing ? Icon::pause : Icon::play, ui.playing ? "Pause" : "Play", keys.keys(Action::play_pause), true)) {
    app.perform(Action::play_pause);
  }
  ImGui::SameLine();
  if (icon_button("step", Icon::step, "One step", keys.keys(Action::step))) app.perform(Action::step);
  ImGui::SameLine();
  if (icon_button("reset", Icon::reset, "Back to the scene as it was loaded", keys.keys(Action::reset))) app.perform(Action::reset);
  ImGui::SameLine();
  if (icon_button("clear", Icon::clear, "Clear the world", keys.keys(Action::clear))) app.perform(Action::clear);
}

// The right end of the slider is "unlimited".
void speed(App& app) {
  constexpr float kUnlimitedNotch = 2100;
  const double now = app.ui().steps_per_second;
  const bool unlimited = now == Pacer::kUnlimited;
  float value = unlimited ? kUnlimitedNotch : static_cast<float>(now);
  const std::string label = unlimited ? std::string("unlimited") : fmt::format("{:.0f} steps/s", now);
  if (log_slider("speed", value, 1, kUnlimitedNotch, label.c_str(), px(86))) {
    app.ui().steps_per_second = value > 2000 ? Pacer::kUnlimited : std::max(1.0, std::round(static_cast<double>(value)));
  }
  tooltip("Steps per second. The right end runs as fast as it can.",
          app.bindings().keys(Action::slower) + ", " + app.bindings().keys(Action::faster));
}

void brush(App& app) {
  Brush& b = app.ui().brush;
  section("Brush");
  const bool round = b.shape == BrushShape::round;
  const float side = ImGui::GetFrameHeight();
  if (icon_button("brush/shape", round ? Icon::round_brush : Icon::square_brush, round ? "Round; click for square" : "Square; click for round",
                  app.bindings().keys(Action::brush_shape), false, side)) {
    app.perform(Action::brush_shape);
  }
  ImGui::SameLine();
  auto size = static_cast<float>(b.size);
  const std::string label = b.size == 1 ? std::string("1 cell") : fmt::format("{} cells", b.size);
  if (log_slider("brush/size", size, kBrushSizeMin, kBrushSizeMax, label.c_str(), px(62))) {
    b.size = std::clamp(static_cast<int>(std::lround(size)), kBrushSizeMin, kBrushSizeMax);
  }
  tooltip("Brush size", "Wheel, " + app.bindings().keys(Action::brush_smaller) + " and " + app.bindings().keys(Action::brush_larger));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, theme().raised);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(4)});
  ImGui::Checkbox("Only over empty", &b.only_over_empty);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  landmarks().mark("brush/only_over_empty");
  tooltip("Leaves what is there already alone.", app.bindings().keys(Action::only_over_empty));
}

bool contains_folded(const std::string& text, const std::string& part) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

void search_field(App& app) {
  Ui& ui = app.ui();
  if (ui.focus_search) ImGui::SetKeyboardFocusHere();
  ui.focus_search = false;
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##search", "Search elements", &ui.search, ImGuiInputTextFlags_EnterReturnsTrue);
  landmarks().mark("search");
  tooltip("Type a part of a name; Enter takes the first.", app.bindings().keys(Action::search_element));
  if (!entered) return;
  const auto& elements = app.session().ruleset().elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].hidden && contains_folded(elements[i].name, ui.search)) {
      app.pick(static_cast<std::uint8_t>(i));
      break;
    }
  }
  ui.search.clear();
}

// Dim text at the right end of a row.
void row_hint(ImVec2 row_low, ImVec2 row_high, const std::string& text, const ImVec4& colour) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  ImGui::GetWindowDrawList()->AddText({row_high.x - size.x - px(8), (row_low.y + row_high.y - size.y) / 2}, to_u32(colour), text.c_str());
}

std::string element_tip(const Ruleset& rules, const Element& element, std::uint8_t index) {
  std::string text = element.description.empty() ? element.name : element.description;
  if (index == 0) text += "\nThe background: what stands where nothing is.";
  return text + fmt::format("\nDensity {:g}{}", element.density, is_wall(element) ? ", never moves" : element.liquid ? ", liquid" : "") +
         (rules.elements.size() > 1 ? "\nRight click: put it on the right button." : "");
}

void element_row(App& app, std::uint8_t index, int number) {
  const Ruleset& rules = app.session().ruleset();
  const Element& element = rules.elements[index];
  Brush& b = app.ui().brush;
  const float height = px(30);
  const bool selected = b.element == index;
  ImGui::PushID(index);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##row", selected, 0, {0, height})) app.pick(index);
  const ImVec2 high = ImGui::GetItemRectMax();
  landmarks().mark("element/" + element.name);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
    b.second = index;
    app.say(fmt::format("The right button paints {}.", element.name));
  }
  tooltip(element_tip(rules, element, index));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (selected) list.AddRectFilled({low.x - px(4), low.y + px(3)}, {low.x - px(1), low.y + height - px(3)}, to_u32(theme().accent), px(2));
  const float side = px(18), inset = (height - side) / 2;
  colour_swatch(list, {low.x + px(6), low.y + inset}, {low.x + px(6) + side, low.y + inset + side}, element.color, element.glow);
  const ImVec2 text_at = {low.x + px(34), low.y + (height - ImGui::GetTextLineHeight()) / 2};
  list.PushClipRect(low, {high.x - px(30), high.y}, true);
  list.AddText(text_at, to_u32(theme().text), element.name.c_str());
  list.PopClipRect();
  if (b.second == index && index != 0) {
    row_hint(low, high, "right", theme().accent);
  } else if (number >= 1 && number <= 9) {
    row_hint(low, high, std::to_string(number), theme().dim);
  }
  ImGui::PopID();
}

void palette(App& app) {
  section("Elements");
  search_field(app);
  ImGui::BeginChild("elements", {0, 0}, false);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(2)});
  ImGui::Indent(px(6));
  const auto& elements = app.session().ruleset().elements;
  int number = 0, found = 0;
  for (std::size_t i = 1; i <= elements.size(); ++i) {
    const std::size_t index = i % elements.size();  // the background comes last
    if (elements[index].hidden) continue;
    if (index != 0) ++number;
    if (!contains_folded(elements[index].name, app.ui().search)) continue;
    element_row(app, static_cast<std::uint8_t>(index), index == 0 ? 0 : number);
    ++found;
  }
  if (found == 0) ImGui::TextDisabled("No element has that in its name.");
  ImGui::Unindent(px(6));
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace

void draw_side_panel(App& app, ImVec2 position, ImVec2 size) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##side", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  transport(app);
  speed(app);
  brush(app);
  palette(app);
  ImGui::End();
}

}  // namespace repose
