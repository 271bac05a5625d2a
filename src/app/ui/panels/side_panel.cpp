// Buttons for time and settings of the brush, above the automaton's parameters and the palette.
#include "app/ui/panels/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

// The right end of the slider is "unlimited".
void draw_speed(Desk& desk) {
  const Speed now = desk.simulation.speed();
  auto value = static_cast<float>(now.notch());
  if (linear_slider("speed", value, Speed::kSlowest, Speed::kUnlimited, now.text().c_str(), px(66))) {
    const Speed wanted(static_cast<int>(std::lround(value)));
    if (wanted != now) desk.simulation.choose_speed(wanted);
  }
  tooltip(
      tr("Speed, relative to the automaton's own pace. At the right end: as fast as possible, with fewer pictures."),
      keys_for_both(desk.actions, action::slower, action::faster));
}

namespace {

// The slider of the pouring rate, if the automaton counts in amounts.
void draw_pour_rate(Desk& desk) {
  const auto pour = pour_of(desk.session(), desk.paint_box.brush());
  if (!pour) return;
  double& rate = desk.paint_box.brush().*pour->rate;
  const auto notch = static_cast<float>(pour->at_once ? pour->most * 1.1 : pour->most);
  auto value = rate > 0 ? static_cast<float>(rate) : notch;
  dim_label(tr(pour->title.data()));
  ImGui::SameLine(0, px(8));
  const std::string label = describe_rate(*pour, rate);
  if (log_slider("brush/rate", value, static_cast<float>(pour->least), notch, label.c_str(), px(86))) {
    rate = pour->at_once && static_cast<double>(value) > pour->most ? 0 : static_cast<double>(value);
  }
  tooltip(pour->at_once ? tr("Amount in the middle of the brush. At the right end, cells are filled at once.")
                        : tr("Amount in the middle of the brush; less towards its rim."),
          keys_for_both(desk.actions, action::pour_less, action::pour_more, tr("Shift+wheel")));
}

}  // namespace

void draw_brush(Desk& desk) {
  Brush& b = desk.paint_box.brush();
  section(tr("Brush"));
  if (desk.actions.why_not(action::pour).empty()) {  // in the line of the heading, at its right end
    const float width = ImGui::CalcTextSize(tr("Pour")).x + px(20);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    if (!is_narrow()) ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(1)});
    if (chip(tr("Pour"), b.pour, width)) desk.paint_box.switch_pouring();
    mark_item(
        "brush/pour",
        b.pour
            ? tr("Powders, liquids and gases are poured as a stream of grains; solids fill cells. Click to fill cells "
                 "with everything.")
            : tr("Everything fills cells. Click to pour powders, liquids and gases as a stream of grains."),
        desk.actions.keys(action::pour));
    if (!is_narrow()) ImGui::PopStyleVar();
  }
  const bool round = b.shape == BrushShape::round;
  const Icon icon = round ? Icon::round_brush : Icon::square_brush;
  const char* const tip = round ? tr("Round. Click for square.") : tr("Square. Click for round.");
  if (icon_button("brush/shape", icon, tip, desk.actions.keys(action::tool_brush), false, ImGui::GetFrameHeight()))
    desk.paint_box.change_brush_shape();
  ImGui::SameLine();
  auto size = static_cast<float>(b.size);
  const std::string label = trf_n("{} cell", "{} cells", b.size);
  if (log_slider("brush/size", size, kBrushSizeMin, kBrushSizeMax, label.c_str(), px(62))) {
    b.size = std::clamp(static_cast<int>(std::lround(size)), kBrushSizeMin, kBrushSizeMax);
  }
  tooltip(tr("Brush size"), keys_for_both(desk.actions, action::brush_smaller, action::brush_larger,
                                          desk.settings.controls.wheel_zooms ? tr("Ctrl+wheel") : tr("Wheel")));
  if (desk.paint_box.tool() == Tool::body) {
    dim_label(tr("Depth"));
    ImGui::SameLine(0, px(8));
    auto value = static_cast<float>(b.body_depth);
    const std::string depth = trf("{:.1f} cells", b.body_depth);
    if (log_slider("brush/depth", value, kBodyDepthMin, kBodyDepthMax, depth.c_str(), px(86)))
      b.body_depth = static_cast<double>(std::clamp(value, kBodyDepthMin, kBodyDepthMax));
    tooltip(tr("How deep the body goes into the sand around it. The right button goes twice as deep."));
    return;
  }
  draw_pour_rate(desk);
}

// How much of the panel below the brush the parameters take, in pixels: a line, or up to two fifths of it when they are
// open.
static float parameters_height(Desk& desk) {
  if (desk.session().solver_facts().parameters().empty()) return 0;
  const float gap = ImGui::GetStyle().ItemSpacing.y, line = px(2) + ImGui::GetTextLineHeight() + 3 * gap;
  if (!desk.settings.window.parameters_open) return line;
  return line + std::min(desk.panels->parameters_height + gap, ImGui::GetContentRegionAvail().y * 2 / 5);
}

void draw_side_panel(Desk& desk, ImVec2 position, ImVec2 size) {
  begin_docked("##side", position, size);
  const auto button = [&](std::string_view id, const char* landmark, Icon icon, bool lit = false) {
    action_button(desk.actions, id, {landmark, icon, lit, px(28)});
    ImGui::SameLine(0, px(4));
  };
  button(action::step_back, "step-back", Icon::step_back);
  button(action::play_pause, "play", desk.simulation.playing() ? Icon::pause : Icon::play, true);
  button(action::step, "step", Icon::step);
  button(action::undo, "undo", Icon::undo);
  button(action::redo, "redo", Icon::redo);
  button(action::reset, "reset", Icon::reset);
  button(action::clear, "clear", Icon::clear);
  ImGui::NewLine();
  draw_speed(desk);
  desk.panels->setup.draw(desk);
  draw_brush(desk);
  const bool folded = SetupPanel::is_folded();  // then the list of the solver holds the parameters
  desk.panels->elements.draw(folded ? 0 : parameters_height(desk));
  if (!folded) draw_parameters(desk);
  ImGui::End();
}

// The parameters of the running automaton: sliders and switches made from its list.

namespace {

constexpr float kSliderLeast = 64;  // points; a title that leaves less stands in a line of its own

bool slides(const ParameterInfo& info) {
  return info.kind != ParameterInfo::Kind::boolean && info.choices.empty() &&
         info.role != ParameterInfo::Role::scripts_only;
}

std::string landmark(const ParameterInfo& info) { return fmt::format("parameter/{}", info.name); }

double rounded(const ParameterInfo& info, double value) {
  if (info.kind == ParameterInfo::Kind::integer) return std::round(value);
  const double digit = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-9))) - 2);
  return std::round(value / digit) * digit;
}

// The widths of the columns.
struct Columns {
  float title = 0, value = 0;
  bool units = true;
};

void set(Desk& desk, const ParameterInfo& info, double value) {
  desk.simulation.execute(command::SetParameter{std::string(info.name), value});
}

// A heading that opens and closes the part below it.
void heading(const char* title, std::string_view summary, const char* landmark, bool& open) {
  ImGui::Dummy({0, px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = is_narrow() ? px(kFinger) : ImGui::GetTextLineHeight(), width = ImGui::GetContentRegionAvail().x;
  if (ImGui::InvisibleButton(landmark, {width, height})) open = !open;
  landmarks().mark(landmark);
  const ImU32 colour = to_u32(ImGui::IsItemHovered() ? theme().text : theme().dim);
  tooltip(summary, open ? tr("Click to close") : tr("Click to open"));
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
void switches(Desk& desk, std::span<const ParameterInfo> list) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  bool first = true;
  for (const ParameterInfo& info : list) {
    if (info.kind != ParameterInfo::Kind::boolean) continue;
    const float width = ImGui::CalcTextSize(tr(info.title.data())).x + px(20);
    if (!first && ImGui::GetItemRectMax().x + px(6) + width <= right) ImGui::SameLine(0, px(6));
    first = false;
    const bool on = desk.session().solver_facts().parameter(info.name) != 0;
    if (chip(fmt::format("{}##{}", tr(info.title.data()), info.name).c_str(), on, width)) set(desk, info, on ? 0 : 1);
    mark_item(landmark(info), tr(info.summary.data()));
  }
}

void choices(Desk& desk, const ParameterInfo& info) {
  const double now = desk.session().solver_facts().parameter(info.name);
  const auto count = static_cast<float>(info.choices.size());
  const float title = ImGui::CalcTextSize(tr(info.title.data())).x + px(10);
  const float width = (ImGui::GetContentRegionAvail().x - title - px(4) * (count - 1)) / count;
  dim_label(tr(info.title.data()));
  tooltip(tr(info.summary.data()));
  ImGui::SameLine(0, px(10));
  for (const double choice : info.choices) {
    if (choice != info.choices.front()) ImGui::SameLine(0, px(4));
    ImGui::PushID(static_cast<int>(choice));
    if (chip(fmt::format("{:g}", choice).c_str(), now == choice, width)) set(desk, info, choice);
    ImGui::PopID();
    mark_item(fmt::format("{}/{:g}", landmark(info), choice), tr(info.summary.data()));
  }
}

std::string value_of(Desk& desk, const ParameterInfo& info, bool with_unit) {
  const std::string number = fmt::format("{:.3g}", desk.session().solver_facts().parameter(info.name));
  return with_unit && !info.unit.empty() ? fmt::format("{} {}", number, tr(info.unit.data())) : number;
}

// Units are left out if there is no space for them.
Columns columns_of(Desk& desk, std::span<const ParameterInfo> list, bool units) {
  Columns columns{0, px(40), units};
  const float room = ImGui::GetContentRegionAvail().x;
  float widest = 0;
  for (const ParameterInfo& info : list) {
    if (slides(info))
      columns.value = std::max(columns.value, ImGui::CalcTextSize(value_of(desk, info, units).c_str()).x);
  }
  for (const ParameterInfo& info : list) {
    if (!slides(info) && info.choice_names.empty()) continue;
    const float title = ImGui::CalcTextSize(tr(info.title.data())).x + px(6);
    widest = std::max(widest, title);
    if (title + columns.value + px(kSliderLeast) <= room) columns.title = std::max(columns.title, title);
  }
  const bool fits = widest + columns.value + px(kSliderLeast) <= room;
  return units && !fits ? columns_of(desk, list, false) : columns;
}

void slider(Desk& desk, const ParameterInfo& info, const Columns& columns) {
  const double now = desk.session().solver_facts().parameter(info.name);
  const std::string value = value_of(desk, info, columns.units);
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX();
  dim_text(tr(info.title.data()));
  const std::string tip = info.unit.empty() ? std::string(tr(info.summary.data()))
                                            : trf("{} In {}.", tr(info.summary.data()), tr(info.unit.data()));
  tooltip(tip);
  const bool own_line = ImGui::CalcTextSize(tr(info.title.data())).x > columns.title;
  if (!own_line) ImGui::SameLine(left + columns.title);
  auto chosen = static_cast<float>(now);
  const auto low = static_cast<float>(info.minimum), high = static_cast<float>(info.maximum);
  // A range of more than two powers of ten has a logarithmic slider, whose values are rounded to three digits.
  const bool moved = (info.minimum > 0 && info.maximum >= 100 * info.minimum)
                         ? log_slider(landmark(info).c_str(), chosen, low, high, value.c_str(), columns.value)
                         : linear_slider(landmark(info).c_str(), chosen, low, high, value.c_str(), columns.value);
  tooltip(tip);
  const double wanted = rounded(info, static_cast<double>(chosen));
  if (moved && wanted != now) set(desk, info, wanted);
}

}  // namespace

void draw_parameters(Desk& desk, bool may_scroll) {
  float& height = desk.panels->parameters_height;
  const auto list = desk.session().solver_facts().parameters();
  if (list.empty()) return;
  std::string titles;
  for (const ParameterInfo& info : list) titles += (titles.empty() ? "" : ", ") + std::string(tr(info.title.data()));
  heading(tr("More"), titles, "parameters/heading", desk.settings.window.parameters_open);
  if (!desk.settings.window.parameters_open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3, 11)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(3)});
  const float room = ImGui::GetContentRegionAvail().y;
  const bool scrolls = may_scroll && !is_narrow() && height > room;
  if (scrolls) ImGui::BeginChild("parameters", {0, room}, false, ImGuiWindowFlags_NavFlattened);
  const float top = ImGui::GetCursorPosY();
  switches(desk, list);
  const Columns columns = columns_of(desk, list, true);
  for (const ParameterInfo& info : list) {
    if (slides(info)) slider(desk, info, columns);
    if (!info.choices.empty() && info.choice_names.empty()) choices(desk, info);
  }
  for (const ParameterInfo& info : list) {
    if (info.choice_names.empty()) continue;
    ImGui::AlignTextToFramePadding();
    const float left = ImGui::GetCursorPosX();
    dim_text(tr(info.title.data()));
    tooltip(tr(info.summary.data()));
    ImGui::SameLine(left + columns.title);
    const double now = desk.session().solver_facts().parameter(info.name);
    if (const auto chosen = choose_value(info, now, landmark(info), -1)) set(desk, info, *chosen);
  }
  const std::string text = desk.session().solver_facts().advice();
  if (!text.empty()) wrapped_text(theme().warning, text);
  height = ImGui::GetCursorPosY() - top;
  if (scrolls) ImGui::EndChild();
  ImGui::PopStyleVar(2);
}

// The strip beside the canvas: tools, what they paint over, the mirror.

namespace {

constexpr float kToolButton = 32, kButtonGap = 4, kLowGap = 2, kGapInRows = 6;

// In the order of PaintOver and of Symmetry.
constexpr Icon kOverIcons[] = {Icon::over_everything, Icon::over_empty, Icon::over_same};
constexpr Icon kMirrorIcons[] = {Icon::no_mirror, Icon::mirror_left_right, Icon::mirror_up_down, Icon::mirror_both};

void rule(float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({at.x + px(4), at.y + px(4)}, {at.x + side - px(4), at.y + px(4)},
                                      to_u32(theme().border));
  ImGui::Dummy({side, px(8)});
}

// Buttons in a column, or in rows.
struct ToolButtons {
  Desk& desk;
  float side;
  bool in_rows = false, begins_row = false;

  // In rows: the place after the last button, if there is space for another one.
  void next_place() {
    if (!in_rows) return;
    const float gap = px(kGapInRows), right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    if (!begins_row && ImGui::GetItemRectMax().x + gap + side <= right) ImGui::SameLine(0, gap);
    begins_row = false;
  }

  void button(std::string_view id, const char* landmark, Icon icon, bool lit) {
    next_place();
    action_button(desk.actions, id, {landmark, icon, lit, side, in_rows});
  }

  void tools_and_stamps() {
    for (const ToolInfo& info : tools()) {
      const Icon icon = info.tool == Tool::rectangle && desk.paint_box.brush().outline ? Icon::outline : info.icon;
      button(info.action, ("tool/" + std::string(info.id)).c_str(), icon, desk.paint_box.tool() == info.tool);
    }
    button(action::stamps, "stamps", Icon::stamp, false);
    // Lit while the left button pins cells for the inspector instead of painting.
    button(action::inspector, "inspector/toggle", Icon::inspect, desk.view.inspector.on());
  }

  // What hands do to the whole world.
  void hands() {
    button(action::turn_world_over, "turn_world_over", Icon::hourglass, false);
    button(action::turn_world_right, "turn_world_right", Icon::turn_right, false);
    button(action::shake, "shake", Icon::shake, false);
  }

  // Settings of all tools; lit when a setting is not the default.
  void settings() {
    const PaintOver over = desk.paint_box.brush().over;
    button(action::paint_over, "paint_over", kOverIcons[static_cast<int>(over)], over != PaintOver::everything);
    const Symmetry symmetry = desk.paint_box.mirror_axes().symmetry;
    button(action::mirror, "mirror", kMirrorIcons[static_cast<int>(symmetry)], symmetry != Symmetry::none);
  }
};

}  // namespace

void draw_tool_rows(Desk& desk) {
  ToolButtons buttons{desk, px(kFinger), true};
  const auto begin_row = [&](const char* title) {
    section(title);
    buttons.begins_row = true;
  };
  begin_row(tr("Tools"));
  buttons.tools_and_stamps();
  begin_row(tr("Where they paint"));
  buttons.settings();
  begin_row(tr("The whole world"));
  buttons.hands();
  buttons.next_place();
  draw_record_button(desk, buttons.side);
}

void draw_toolbar(Desk& desk, ImVec2 position, ImVec2 size) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  const float padding = px(6);
  // In a low window with large text the gaps and the buttons are smaller, so that all are visible.
  const auto count = static_cast<float>(tools().size() + 8);
  const auto side_beside = [&](float gap) { return (size.y - 2 * padding - 3 * (px(8) + gap)) / count - gap; };
  const float gap = px(side_beside(px(kButtonGap)) < px(kToolButton) ? kLowGap : kButtonGap);
  const float side = std::min(px(kToolButton), side_beside(gap));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {(size.x - side) / 2, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  ImGui::Begin("##tools", nullptr, kDockedFlags);
  ImGui::GetWindowDrawList()->AddLine(position, {position.x, position.y + size.y}, to_u32(theme().border));
  ToolButtons buttons{desk, side};
  buttons.tools_and_stamps();
  rule(side);
  buttons.hands();
  rule(side);
  buttons.settings();
  rule(side);
  draw_record_button(desk, side);
  ImGui::End();
  ImGui::PopStyleVar(5);
}

// The upper part of the side panel: which rules run, in which automaton, computed by what; and how to change each.

namespace {

constexpr float kFoldedBelow = 1100;  // points; in a narrower window one button shows both lists
constexpr std::size_t kRecentShown = 5;
constexpr const char* kWorldList = "setup/world list";
constexpr const char* kSolverList = "setup/solver list";
constexpr const char* kFoldedList = "setup/list";

// A button as wide as the panel that opens a list: a text, and after it a grey one if there is space.
bool list_button(const std::string& landmark, const std::string& text, std::string_view more) {
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
  const ImVec2 low = ImGui::GetCursorScreenPos(), high = {low.x + width, low.y + height};
  const bool pressed = ImGui::Button(("##" + landmark).c_str(), {width, height});
  landmarks().mark(landmark);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float arrow = px(4), right = high.x - px(12), y = (low.y + high.y) / 2;
  list.AddTriangleFilled({right - 2 * arrow, y - arrow * 0.6f}, {right, y - arrow * 0.6f},
                         {right - arrow, y + arrow * 0.7f}, to_u32(theme().dim));
  const float from = low.x + px(10), to = right - 2 * arrow - px(8),
              at = (low.y + high.y - ImGui::GetTextLineHeight()) / 2;
  list.PushClipRect(low, {to, high.y}, true);
  list.AddText({from, at}, to_u32(theme().text), words_that_fit(text, to - from).c_str());
  const float after = from + ImGui::CalcTextSize(text.c_str()).x + px(8);
  list.AddText({after, at}, to_u32(theme().dim), words_that_fit(std::string(more), std::max(0.0f, to - after)).c_str());
  list.PopClipRect();
  return pressed;
}

std::string world_name(Desk& desk) {
  const std::string& title = desk.session().ruleset().title;
  return title.empty() ? tr("own rules") : title;
}

// "Density", without the source in brackets.
std::string short_title(const AutomatonDefinition& automaton) {
  const std::string title = tr(automaton.title.data());
  return title.substr(0, title.find(" ("));
}

const AutomatonDefinition& running_automaton(Desk& desk) {
  const Session& session = desk.session();
  return *session.registry().automaton(session.automaton());
}

void world_items(Desk& desk) {
  action_items(desk.actions, "File/open");
  const std::vector<std::string> recent = desk.settings.recent.files;
  std::size_t shown = 0;
  for (const std::string& file : recent) {
    std::error_code error;
    if (shown == kRecentShown || !std::filesystem::exists(file, error)) continue;
    if (shown++ == 0) section(tr("Recent"));
    const std::filesystem::path path = file;
    if (ImGui::MenuItem((path.filename().string() + "##" + file).c_str())) desk.files.opener.open(path);
    mark_item("setup/recent/" + file, file);
  }
  ImGui::Separator();
  action_items(desk.actions, "Configs/gallery");
  action_items(desk.actions, "Scenes/gallery");
  ImGui::Separator();
  dim_text(tr("Or drop a config, a picture or a world on the window."));
}

// GPU, CPU or Reference, of equal width. One that cannot be chosen is grey and says why.
void backend_switch(Desk& desk) {
  struct Choice {
    Backend backend;
    const char *label, *tip;
  };
  constexpr std::array<Choice, 3> kChoices = {{
      {Backend::gpu, text_id("GPU"), text_id("The graphics card computes, by OpenGL.")},
      {Backend::cpu, text_id("CPU"), text_id("All cores compute; what rests is skipped.")},
      {Backend::scalar, text_id("Reference"), text_id("Plain loops, which define what the others compute. Slow.")},
  }};
  const Session& session = desk.session();
  const float gap = px(4), pad = px(6);
  float text = 0;
  for (const Choice& choice : kChoices) text += ImGui::CalcTextSize(tr(choice.label)).x;
  const float rest = std::max(0.0f, ImGui::GetContentRegionAvail().x - 2 * gap - text) / 3;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {std::min(pad, rest / 2), ImGui::GetStyle().FramePadding.y});
  for (const Choice& choice : kChoices) {
    const SolverEntry* const entry = session.registry().solver(session.automaton(), choice.backend);
    const bool possible = entry != nullptr && entry->available();
    if (&choice != kChoices.data()) ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(!possible);
    const float width = std::floor(ImGui::CalcTextSize(tr(choice.label)).x + rest);
    if (chip(tr(choice.label), session.backend() == choice.backend, width) && session.backend() != choice.backend)
      desk.simulation.switch_solver(std::string(session.automaton()), choice.backend);
    ImGui::EndDisabled();
    landmarks().mark(fmt::format("setup/backend/{}", backend_name(choice.backend)));
    tooltip(possible || entry == nullptr ? std::string(tr(choice.tip))
                                         : trf("{}: {}.", tr(choice.label), entry->unavailable),
            possible && choice.backend != Backend::scalar ? desk.actions.keys(action::toggle_solver) : "");
  }
  ImGui::PopStyleVar();
}

// For rules that run in density only because no line of them says otherwise.
void conserving_hint(Desk& desk) {
  const Session& session = desk.session();
  const Ruleset& rules = session.ruleset();
  const AutomatonDefinition& automaton = running_automaton(desk);
  const bool by_default = rules.automaton.empty() && automaton.default_for == Dialect::sandjs &&
                          rules.dialect == Dialect::sandjs && session.scene().empty();
  if (!by_default) return;
  wrapped_text(theme().dim, tr("As in sand.js. In conserving nothing gets lost, and heaps look fuller."));
  const std::string other(automaton.compared_with);
  if (button(tr("Run in conserving"), "setup/run in conserving"))
    desk.simulation.switch_solver(other, desk.simulation.backend_for(other));
}

void world_part(Desk& desk) {
  section(tr("World"));
  const Scene* const scene = find_scene(desk.session().scene());
  if (list_button("setup/world", world_name(desk), scene != nullptr && scene->in_menu ? tr(scene->title.data()) : ""))
    ImGui::OpenPopup(kWorldList);
  tooltip(tr("The rules that run. Click to open others; or drop a file on the window."));
  const float gap = px(4), half = (ImGui::GetContentRegionAvail().x - gap) / 2;
  const auto gallery = [&](const char* title, const char* mark, std::string_view id) {
    if (chip(title, false, half)) desk.actions.perform(id);
    mark_item(mark, desk.actions.tip(id), desk.actions.keys(id));
  };
  gallery(tr("Challenges"), "setup/challenges", action::challenge_gallery);
  ImGui::SameLine(0, gap);
  gallery(tr("Scenes"), "setup/scenes", action::scene_gallery);
  if (!ImGui::BeginPopup(kWorldList)) return;
  world_items(desk);
  ImGui::EndPopup();
}

void solver_part(Desk& desk, bool asked) {
  section(tr("Solver"));
  const std::string pace =
      desk.simulation.playing() ? trf("{:.0f} steps/s", desk.timing.steps_per_second()) : tr("paused");
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(pace.c_str()).x);
  dim_text(pace);
  const AutomatonDefinition& automaton = running_automaton(desk);
  if (list_button("setup/solver", short_title(automaton), tr(automaton.source.data())) || asked)
    ImGui::OpenPopup(kSolverList);
  tooltip(tr(automaton.summary.data()), tr("click: the other automata"));
  if (ImGui::BeginPopup(kSolverList)) {
    for (const AutomatonDefinition& other : desk.session().registry().automata()) {
      const bool current = desk.session().automaton() == other.name;
      if (ImGui::MenuItem(short_title(other).c_str(), tr(other.source.data()), current))
        desk.dialogs->world_choice.run_automaton(other.name, desk.simulation.backend_for(other.name));
      mark_item(fmt::format("setup/solver/{}", other.name), tr(other.summary.data()));
    }
    ImGui::EndPopup();
  }
  backend_switch(desk);
  conserving_hint(desk);
}

}  // namespace

bool SetupPanel::is_folded() { return !is_narrow() && ImGui::GetIO().DisplaySize.x < px(kFoldedBelow); }

void SetupPanel::draw(Desk& desk) {
  const bool asked = std::exchange(asked_, false);
  if (!is_folded()) {
    world_part(desk);
    return solver_part(desk, asked);
  }
  const std::string solver =
      trf("{}, {}", short_title(running_automaton(desk)), backend_title(desk.session().backend()));
  if (list_button("setup", world_name(desk), solver) || asked) ImGui::OpenPopup(kFoldedList);
  tooltip(trf("Rules: {}. Solver: {}.", world_name(desk), solver), tr("click: change them"));
  ImGui::SetNextWindowSize({px(248), 0});
  if (!ImGui::BeginPopup(kFoldedList)) return;
  world_part(desk);
  solver_part(desk, false);
  draw_parameters(desk, false);
  ImGui::EndPopup();
}

}  // namespace repose
