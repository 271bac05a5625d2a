// The parameters of the running automaton, as it describes them.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/app.hpp"
#include "app/landmarks.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace repose {

namespace {

// A parameter of this name says how many steps make a frame: frames keep their pace when it changes.
constexpr std::string_view kStepsOfFrame = "frame_steps";

void set(App& app, const ParameterInfo& info, double value) {
  if (!app.execute(command::SetParameter{std::string(info.name), value}).ok || info.name != kStepsOfFrame) return;
  const AutomatonInfo& automaton = *app.session().registry().automaton(app.session().automaton());
  app.set_speed(automaton.steps_per_second * app.session().solver_facts().parameter(info.name) / info.default_value);
}

std::string landmark(const ParameterInfo& info) { return fmt::format("parameter/{}", info.name); }

// The heading folds what is below it. True when it is open.
bool heading(App& app, const char* title, std::string_view summary) {
  bool& open = app.settings().parameters_open;
  ImGui::Dummy({0, px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight(), width = ImGui::GetContentRegionAvail().x;
  if (ImGui::InvisibleButton("##parameters", {width, height})) open = !open;
  landmarks().mark("parameters/heading");
  const ImU32 colour = to_u32(ImGui::IsItemHovered() ? theme().text : theme().dim);
  tooltip(summary, open ? "Click to fold" : "Click to open");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(at, colour, title);
  const float reach = height * 0.22f, x = at.x + width - height / 2, y = at.y + height / 2;
  if (open) {
    list.AddTriangleFilled({x - reach, y - reach * 0.6f}, {x + reach, y - reach * 0.6f}, {x, y + reach * 0.8f}, colour);
  } else {
    list.AddTriangleFilled({x - reach * 0.6f, y - reach}, {x + reach * 0.8f, y}, {x - reach * 0.6f, y + reach}, colour);
  }
  return open;
}

// Switches fill rows, those of the list's beginning first: automata put what matters most there.
void switches(App& app, std::span<const ParameterInfo> list) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  bool first = true;
  for (const ParameterInfo& info : list) {
    if (info.kind != ParameterInfo::Kind::boolean) continue;
    const float width = ImGui::CalcTextSize(info.title.data()).x + px(20);
    if (!first && ImGui::GetItemRectMax().x + px(6) + width <= right) ImGui::SameLine(0, px(6));
    first = false;
    const bool on = app.session().solver_facts().parameter(info.name) != 0;
    if (chip(info.title.data(), on, width)) set(app, info, on ? 0 : 1);
    landmarks().mark(landmark(info));
    tooltip(info.summary);
  }
}

void choices(App& app, const ParameterInfo& info) {
  const double now = app.session().solver_facts().parameter(info.name);
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
    if (chip(fmt::format("{:g}", choice).c_str(), now == choice, width)) set(app, info, choice);
    ImGui::PopID();
    landmarks().mark(fmt::format("{}/{:g}", landmark(info), choice));
    tooltip(info.summary);
  }
}

void slider(App& app, const ParameterInfo& info) {
  const double now = app.session().solver_facts().parameter(info.name);
  const std::string value = fmt::format("{:g}{}{}", now, info.unit.empty() ? "" : " ", info.unit);
  ImGui::TextColored(theme().dim, "%s", info.title.data());
  tooltip(info.summary);
  auto chosen = static_cast<float>(now);
  const bool moved = linear_slider(landmark(info).c_str(), chosen, static_cast<float>(info.minimum),
                                   static_cast<float>(info.maximum), value.c_str(), px(52));
  tooltip(info.summary);
  const double wanted = info.kind == ParameterInfo::Kind::integer ? std::round(static_cast<double>(chosen)) : chosen;
  if (moved && wanted != now) set(app, info, wanted);
}

}  // namespace

void draw_parameters(App& app) {
  const auto list = app.session().solver_facts().parameters();
  const AutomatonInfo* automaton = app.session().registry().automaton(app.session().automaton());
  if (list.empty() || automaton == nullptr || !heading(app, automaton->title.data(), automaton->summary)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(5)});
  switches(app, list);
  for (const ParameterInfo& info : list) {
    if (info.kind == ParameterInfo::Kind::boolean) continue;
    info.choices.empty() ? slider(app, info) : choices(app, info);
  }
  ImGui::PopStyleVar(2);
}

}  // namespace repose
