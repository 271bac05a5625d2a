// The parameters of the running automaton: sliders and switches made from its list.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/files/settings.hpp"
#include "app/panels/parameters.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/choose_value.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kPaletteLeast = 270;  // points that are left for the palette
constexpr float kListLeast = 60;      // points; with less room the list is not shown
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
  simulation_.execute(command::SetParameter{std::string(info.name), value});
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
    const bool on = simulation_.session().solver_facts().parameter(info.name) != 0;
    if (chip(info.title.data(), on, width)) set(info, on ? 0 : 1);
    landmarks().mark(landmark(info));
    tooltip(info.summary);
  }
}

void ParameterPanel::choices(const ParameterInfo& info) {
  const double now = simulation_.session().solver_facts().parameter(info.name);
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
  const double now = simulation_.session().solver_facts().parameter(info.name);
  const std::optional<double> chosen = choose_value(info, now, landmark(info), -1);
  if (chosen) set(info, *chosen);
}

std::string ParameterPanel::value_of(const ParameterInfo& info, bool with_unit) {
  const std::string number = fmt::format("{:.3g}", simulation_.session().solver_facts().parameter(info.name));
  return with_unit && !info.unit.empty() ? fmt::format("{} {}", number, info.unit) : number;
}

// Units are left out if there is no room for them.
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
  const double now = simulation_.session().solver_facts().parameter(info.name);
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
  const std::string text = simulation_.session().solver_facts().advice();
  if (text.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, theme().warning);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

void ParameterPanel::draw() {
  const auto list = simulation_.session().solver_facts().parameters();
  const AutomatonDefinition* automaton = simulation_.session().registry().automaton(simulation_.session().automaton());
  if (list.empty() || automaton == nullptr) return;
  heading(automaton->title.data(), automaton->summary, "parameters/heading", settings_.window.parameters_open);
  if (!settings_.window.parameters_open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3, 11)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(3)});
  // A long list scrolls if it would leave too little room for the palette.
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

}  // namespace repose
