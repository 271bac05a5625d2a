// Buttons for time and settings of the brush, above the automaton's parameters and the palette.
#include "app/ui/panels/side_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/ui/panels/action_widgets.hpp"
#include "app/ui/panels/palette_panel.hpp"
#include "app/ui/panels/panels.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

void SidePanel::transport() {
  const auto button = [&](std::string_view id, const char* landmark, Icon icon, bool lit = false) {
    action_button(desk_.actions, id, {landmark, icon, lit, px(28)});
    ImGui::SameLine(0, px(4));
  };
  button(action::step_back, "step-back", Icon::step_back);
  button(action::play_pause, "play", desk_.simulation.playing() ? Icon::pause : Icon::play, true);
  button(action::step, "step", Icon::step);
  button(action::undo, "undo", Icon::undo);
  button(action::redo, "redo", Icon::redo);
  button(action::reset, "reset", Icon::reset);
  button(action::clear, "clear", Icon::clear);
  ImGui::NewLine();
}

// The right end of the slider is "unlimited".
void SidePanel::speed() {
  const Speed now = desk_.simulation.speed();
  auto value = static_cast<float>(now.notch());
  if (linear_slider("speed", value, Speed::kSlowest, Speed::kUnlimited, now.text().c_str(), px(66))) {
    const Speed wanted(static_cast<int>(std::lround(value)));
    if (wanted != now) desk_.simulation.choose_speed(wanted);
  }
  tooltip("Speed, relative to the automaton's own pace. At the right end: as fast as possible, with fewer pictures.",
          keys_for_both(desk_.actions, action::slower, action::faster));
}

// The slider of the pouring rate, if the automaton counts in amounts.
void SidePanel::pour_rate() {
  const auto pour = pour_of(desk_.simulation.session(), desk_.paint_box.brush());
  if (!pour) return;
  double& rate = desk_.paint_box.brush().*pour->rate;
  const auto notch = static_cast<float>(pour->at_once ? pour->most * 1.1 : pour->most);
  auto value = rate > 0 ? static_cast<float>(rate) : notch;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "%s", pour->title.data());
  ImGui::SameLine(0, px(8));
  const std::string label = describe_rate(*pour, rate);
  if (log_slider("brush/rate", value, static_cast<float>(pour->least), notch, label.c_str(), px(86))) {
    rate = pour->at_once && static_cast<double>(value) > pour->most ? 0 : static_cast<double>(value);
  }
  tooltip(pour->at_once ? "Amount in the middle of the brush. At the right end, cells are filled at once."
                        : "Amount in the middle of the brush; less towards its rim.",
          keys_for_both(desk_.actions, action::pour_less, action::pour_more, "Shift+wheel"));
}

// Round, square or spray.
void SidePanel::brush_shape() {
  const Brush& b = desk_.paint_box.brush();
  const Icon icon = b.spray ? Icon::spray : b.shape == BrushShape::round ? Icon::round_brush : Icon::square_brush;
  const char* const tip = b.spray                        ? "Spray. Click for round."
                          : b.shape == BrushShape::round ? "Round. Click for square."
                                                         : "Square. Click for spray.";
  if (icon_button("brush/shape", icon, tip, desk_.actions.keys(action::tool_brush), false, ImGui::GetFrameHeight()))
    desk_.paint_box.change_brush_shape();
}

void SidePanel::spray_density() {
  Brush& b = desk_.paint_box.brush();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "Density");
  ImGui::SameLine(0, px(8));
  auto value = static_cast<float>(b.spray_density);
  const std::string label = fmt::format("{:.{}f} %", b.spray_density * 100, b.spray_density < 0.1 ? 1 : 0);
  if (log_slider("brush/density", value, kSprayDensityMin, kSprayDensityMax, label.c_str(), px(62))) {
    b.spray_density = static_cast<double>(std::clamp(value, kSprayDensityMin, kSprayDensityMax));
  }
  tooltip("The share of the brush's cells that the spray fills, sixty times per second.");
}

void SidePanel::body_depth() {
  Brush& b = desk_.paint_box.brush();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "Depth");
  ImGui::SameLine(0, px(8));
  auto value = static_cast<float>(b.body_depth);
  const std::string label = fmt::format("{:.1f} cells", b.body_depth);
  if (log_slider("brush/depth", value, kBodyDepthMin, kBodyDepthMax, label.c_str(), px(86)))
    b.body_depth = static_cast<double>(std::clamp(value, kBodyDepthMin, kBodyDepthMax));
  tooltip("How deep the body goes into the sand around it. The right button goes twice as deep.");
}

void SidePanel::brush() {
  Brush& b = desk_.paint_box.brush();
  section("Brush");
  brush_shape();
  ImGui::SameLine();
  auto size = static_cast<float>(b.size);
  const std::string label = b.size == 1 ? std::string("1 cell") : fmt::format("{} cells", b.size);
  if (log_slider("brush/size", size, kBrushSizeMin, kBrushSizeMax, label.c_str(), px(62))) {
    b.size = std::clamp(static_cast<int>(std::lround(size)), kBrushSizeMin, kBrushSizeMax);
  }
  tooltip("Brush size", keys_for_both(desk_.actions, action::brush_smaller, action::brush_larger,
                                      desk_.settings.controls.wheel_zooms ? "Ctrl+wheel" : "Wheel"));
  if (desk_.paint_box.tool() == Tool::body) return body_depth();
  if (b.spray) spray_density();
  pour_rate();
}

void SidePanel::draw(ImVec2 position, ImVec2 size) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##side", nullptr, kDockedFlags);
  ImGui::PopStyleVar(2);
  transport();
  speed();
  brush();
  desk_.panels->parameters.draw();
  desk_.panels->elements.draw();
  ImGui::End();
}

// The parameters of the running automaton: sliders and switches made from its list.

namespace {

constexpr float kPaletteLeast = 270;  // points that are left for the palette
constexpr float kListLeast = 60;      // points; with less space the list is not shown
constexpr float kSliderLeast = 64;    // points; a title that leaves less stands in a line of its own

bool slides(const ParameterInfo& info) {
  return info.kind != ParameterInfo::Kind::boolean && info.choices.empty() &&
         info.role != ParameterInfo::Role::scripts_only;
}

std::string landmark(const ParameterInfo& info) { return fmt::format("parameter/{}", info.name); }

// A range of more than two powers of ten has a logarithmic slider, whose values are rounded to three digits.
bool is_logarithmic(const ParameterInfo& info) { return info.minimum > 0 && info.maximum >= 100 * info.minimum; }

double rounded(const ParameterInfo& info, double value) {
  if (info.kind == ParameterInfo::Kind::integer) return std::round(value);
  const double digit = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-9))) - 2);
  return std::round(value / digit) * digit;
}

}  // namespace

// The widths of the columns.
struct ParameterPanel::Columns {
  float title = 0, value = 0;
  bool units = true;
};

void ParameterPanel::set(const ParameterInfo& info, double value) {
  desk_.simulation.execute(command::SetParameter{std::string(info.name), value});
}

void ParameterPanel::heading(const char* title, std::string_view summary, const char* landmark, bool& open) {
  ImGui::Dummy({0, px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = is_narrow() ? px(kFinger) : ImGui::GetTextLineHeight(), width = ImGui::GetContentRegionAvail().x;
  if (ImGui::InvisibleButton(landmark, {width, height})) open = !open;
  landmarks().mark(landmark);
  const ImU32 colour = to_u32(ImGui::IsItemHovered() ? theme().text : theme().dim);
  tooltip(summary, open ? "Click to close" : "Click to open");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText({at.x, at.y + (height - ImGui::GetTextLineHeight()) / 2}, colour, title);
  const float line = ImGui::GetTextLineHeight();
  const float reach = line * 0.22f, x = at.x + width - line / 2, y = at.y + height / 2;
  if (open) {
    list.AddTriangleFilled({x - reach, y - reach * 0.6f}, {x + reach, y - reach * 0.6f}, {x, y + reach * 0.8f}, colour);
  } else {
    list.AddTriangleFilled({x - reach * 0.6f, y - reach}, {x + reach * 0.8f, y}, {x - reach * 0.6f, y + reach}, colour);
  }
}

// Switches are arranged in rows, in the order of the list: automata list important parameters first.
void ParameterPanel::switches(std::span<const ParameterInfo> list) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  bool first = true;
  for (const ParameterInfo& info : list) {
    if (info.kind != ParameterInfo::Kind::boolean) continue;
    const float width = ImGui::CalcTextSize(info.title.data()).x + px(20);
    if (!first && ImGui::GetItemRectMax().x + px(6) + width <= right) ImGui::SameLine(0, px(6));
    first = false;
    const bool on = desk_.simulation.session().solver_facts().parameter(info.name) != 0;
    if (chip(info.title.data(), on, width)) set(info, on ? 0 : 1);
    landmarks().mark(landmark(info));
    tooltip(info.summary);
  }
}

void ParameterPanel::choices(const ParameterInfo& info) {
  const double now = desk_.simulation.session().solver_facts().parameter(info.name);
  const auto count = static_cast<float>(info.choices.size());
  const float title = ImGui::CalcTextSize(info.title.data()).x + px(10);
  const float width = (ImGui::GetContentRegionAvail().x - title - px(4) * (count - 1)) / count;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "%s", info.title.data());
  tooltip(info.summary);
  ImGui::SameLine(0, px(10));
  for (const double choice : info.choices) {
    if (choice != info.choices.front()) ImGui::SameLine(0, px(4));
    ImGui::PushID(static_cast<int>(choice));
    if (chip(fmt::format("{:g}", choice).c_str(), now == choice, width)) set(info, choice);
    ImGui::PopID();
    landmarks().mark(fmt::format("{}/{:g}", landmark(info), choice));
    tooltip(info.summary);
  }
}

void ParameterPanel::named_choices(const ParameterInfo& info, const Columns& columns) {
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX();
  ImGui::TextColored(theme().dim, "%s", info.title.data());
  tooltip(info.summary);
  ImGui::SameLine(left + columns.title);
  const double now = desk_.simulation.session().solver_facts().parameter(info.name);
  const std::optional<double> chosen = choose_value(info, now, landmark(info), -1);
  if (chosen) set(info, *chosen);
}

std::string ParameterPanel::value_of(const ParameterInfo& info, bool with_unit) {
  const std::string number = fmt::format("{:.3g}", desk_.simulation.session().solver_facts().parameter(info.name));
  return with_unit && !info.unit.empty() ? fmt::format("{} {}", number, info.unit) : number;
}

// Units are left out if there is no space for them.
ParameterPanel::Columns ParameterPanel::columns_of(std::span<const ParameterInfo> list, bool units) {
  Columns columns{0, px(40), units};
  const float room = ImGui::GetContentRegionAvail().x;
  float widest = 0;
  for (const ParameterInfo& info : list) {
    if (slides(info)) columns.value = std::max(columns.value, ImGui::CalcTextSize(value_of(info, units).c_str()).x);
  }
  for (const ParameterInfo& info : list) {
    if (!slides(info) && info.choice_names.empty()) continue;
    const float title = ImGui::CalcTextSize(info.title.data()).x + px(6);
    widest = std::max(widest, title);
    if (title + columns.value + px(kSliderLeast) <= room) columns.title = std::max(columns.title, title);
  }
  const bool fits = widest + columns.value + px(kSliderLeast) <= room;
  return units && !fits ? columns_of(list, false) : columns;
}

void ParameterPanel::slider(const ParameterInfo& info, const Columns& columns) {
  const double now = desk_.simulation.session().solver_facts().parameter(info.name);
  const std::string value = value_of(info, columns.units);
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX();
  ImGui::TextColored(theme().dim, "%s", info.title.data());
  const std::string unit = info.unit.empty() ? std::string() : fmt::format(" In {}.", info.unit);
  const std::string tip = std::string(info.summary) + unit;
  tooltip(tip);
  const bool own_line = ImGui::CalcTextSize(info.title.data()).x > columns.title;
  if (!own_line) ImGui::SameLine(left + columns.title);
  auto chosen = static_cast<float>(now);
  const auto low = static_cast<float>(info.minimum), high = static_cast<float>(info.maximum);
  const bool moved = is_logarithmic(info)
                         ? log_slider(landmark(info).c_str(), chosen, low, high, value.c_str(), columns.value)
                         : linear_slider(landmark(info).c_str(), chosen, low, high, value.c_str(), columns.value);
  tooltip(tip);
  const double wanted = rounded(info, static_cast<double>(chosen));
  if (moved && wanted != now) set(info, wanted);
}

void ParameterPanel::sliders(std::span<const ParameterInfo> list, const Columns& columns) {
  for (const ParameterInfo& info : list) {
    if (slides(info)) slider(info, columns);
    if (!info.choices.empty() && info.choice_names.empty()) choices(info);
  }
}

void ParameterPanel::more(std::span<const ParameterInfo> list, const Columns& columns) {
  std::string titles;
  for (const ParameterInfo& info : list) {
    if (!info.choice_names.empty()) titles += (titles.empty() ? "" : ", ") + std::string(info.title);
  }
  if (titles.empty()) return;
  heading("More", titles, "parameters/more", more_open_);
  if (!more_open_) return;
  for (const ParameterInfo& info : list) {
    if (!info.choice_names.empty()) named_choices(info, columns);
  }
}

// Shows the solver's advice about the present values.
void ParameterPanel::advice() {
  const std::string text = desk_.simulation.session().solver_facts().advice();
  if (text.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

void ParameterPanel::draw() {
  const auto list = desk_.simulation.session().solver_facts().parameters();
  const AutomatonDefinition* automaton =
      desk_.simulation.session().registry().automaton(desk_.simulation.session().automaton());
  if (list.empty() || automaton == nullptr) return;
  heading(automaton->title.data(), automaton->summary, "parameters/heading", desk_.settings.window.parameters_open);
  if (!desk_.settings.window.parameters_open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3, 11)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(3)});
  // A long list scrolls if it would leave too little space for the palette.
  const float room = ImGui::GetContentRegionAvail().y - px(kPaletteLeast);
  const bool scrolls = !is_narrow() && height_ > room;
  if (scrolls && room < px(kListLeast)) return ImGui::PopStyleVar(2);
  if (scrolls) ImGui::BeginChild("parameters", {0, room});
  const float top = ImGui::GetCursorPosY();
  switches(list);
  const Columns columns = columns_of(list, true);
  sliders(list, columns);
  more(list, columns);
  advice();
  height_ = ImGui::GetCursorPosY() - top;
  if (scrolls) ImGui::EndChild();
  ImGui::PopStyleVar(2);
}

// The strip beside the canvas: tools, what they paint over, the mirror.

namespace {

constexpr float kToolButton = 32, kButtonGap = 4, kGapInRows = 6;

Icon icon_of(const ToolInfo& info, const Brush& brush) {
  return info.tool == Tool::rectangle && brush.outline ? Icon::outline : info.icon;
}

Icon icon_of(PaintOver over) {
  switch (over) {
    case PaintOver::everything: return Icon::over_everything;
    case PaintOver::empty: return Icon::over_empty;
    case PaintOver::same: break;
  }
  return Icon::over_same;
}

Icon icon_of(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::none: return Icon::no_mirror;
    case Symmetry::left_right: return Icon::mirror_left_right;
    case Symmetry::up_down: return Icon::mirror_up_down;
    case Symmetry::both: break;
  }
  return Icon::mirror_both;
}

void rule(float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({at.x + px(4), at.y + px(4)}, {at.x + side - px(4), at.y + px(4)},
                                      to_u32(theme().border));
  ImGui::Dummy({side, px(8)});
}

}  // namespace

// In rows: the place after the last button, if there is space for another one.
void Toolbar::next_place(float side) {
  if (!in_rows_) return;
  const float gap = px(kGapInRows), right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (!begins_row_ && ImGui::GetItemRectMax().x + gap + side <= right) ImGui::SameLine(0, gap);
  begins_row_ = false;
}

void Toolbar::button(std::string_view id, const char* landmark, Icon icon, bool lit, float side) {
  next_place(side);
  action_button(desk_.actions, id, {landmark, icon, lit, side, in_rows_});
}

void Toolbar::tool_buttons(float side) {
  for (const ToolInfo& info : tools()) {
    const std::string landmark = "tool/" + std::string(info.id);
    button(info.action, landmark.c_str(), icon_of(info, desk_.paint_box.brush()), desk_.paint_box.tool() == info.tool,
           side);
  }
  button(action::stamps, "stamps", Icon::stamp, false, side);
  // Lit while the left button pins cells for the inspector instead of painting.
  button(action::inspector, "inspector/toggle", Icon::inspect, desk_.view.inspector.on(), side);
}

// Buttons for what hands do to the whole world.
void Toolbar::hand_buttons(float side) {
  button(action::turn_world_over, "turn_world_over", Icon::hourglass, false, side);
  button(action::turn_world_right, "turn_world_right", Icon::turn_right, false, side);
  button(action::shake, "shake", Icon::shake, false, side);
}

// Buttons for settings of all tools; lit when a setting is not the default.
void Toolbar::manner_buttons(float side) {
  const PaintOver over = desk_.paint_box.brush().over;
  button(action::paint_over, "paint_over", icon_of(over), over != PaintOver::everything, side);
  const Symmetry symmetry = desk_.paint_box.mirror_axes().symmetry;
  button(action::mirror, "mirror", icon_of(symmetry), symmetry != Symmetry::none, side);
}

void Toolbar::draw_in_rows() {
  const float side = px(kFinger);
  in_rows_ = true;
  const auto row = [&](const char* title, auto buttons) {
    section(title);
    begins_row_ = true;
    buttons();
  };
  row("Tools", [&] { tool_buttons(side); });
  row("Where they paint", [&] { manner_buttons(side); });
  row("The whole world", [&] {
    hand_buttons(side);
    next_place(side);
    desk_.files.recording.draw_button(side);
  });
  in_rows_ = false;
}

void Toolbar::draw(ImVec2 position, ImVec2 size) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  const float padding = px(6), gap = px(kButtonGap);
  // In a low window with large text the buttons are smaller, so that all are visible.
  const auto count = static_cast<float>(tools().size() + 8);
  const float side = std::min(px(kToolButton), (size.y - 2 * padding - 3 * (px(8) + gap)) / count - gap);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {(size.x - side) / 2, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  ImGui::Begin("##tools", nullptr, kDockedFlags);
  ImGui::GetWindowDrawList()->AddLine(position, {position.x, position.y + size.y}, to_u32(theme().border));
  tool_buttons(side);
  rule(side);
  hand_buttons(side);
  rule(side);
  manner_buttons(side);
  rule(side);
  desk_.files.recording.draw_button(side);
  ImGui::End();
  ImGui::PopStyleVar(5);
}

}  // namespace repose
