#include "app/editor/config_forms.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/editor/config_draft.hpp"
#include "app/editor/unit_slider.hpp"
#include "app/frame/messages.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/config_edit.hpp"

namespace repose {

namespace {

constexpr const char* kMendFirst = "The form cannot change this line. Fix it in the text first.";

// Colour and name of an element.
void draw_label(ImDrawList& list, ImVec2 low, ImVec2 high, const Element& element) {
  const float side = std::round((high.y - low.y) * 0.55f), inset = (high.y - low.y - side) / 2;
  list.PushClipRect(low, {high.x - px(4), high.y}, true);
  colour_swatch(list, {low.x + px(6), low.y + inset}, {low.x + px(6) + side, low.y + inset + side}, element.color, 0);
  list.AddText({low.x + side + px(14), (low.y + high.y - ImGui::GetTextLineHeight()) / 2}, to_u32(theme().text),
               element.name.c_str());
  list.PopClipRect();
}

void draw_label_over_item(const Element& element) {
  draw_label(*ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), element);
}

std::uint8_t to_byte(float part) { return static_cast<std::uint8_t>(std::lround(std::clamp(part, 0.0f, 1.0f) * 255)); }

}  // namespace

void next_box(const char* label) {
  if (!is_narrow()) return ImGui::SameLine(0, px(18));
  same_line_if_fits(ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x);
}

// ---- text ----

void ConfigForms::follow_draft() {
  const std::size_t count = draft_.analysis().rules().elements.size();
  if (adoption_ != draft_.adoption()) {
    element_ = count > 1 ? 1 : 0;
    partner_ = 0;
    renamed_element_ = -1;
  }
  adoption_ = draft_.adoption();
  if (element_ >= count) element_ = 0;
  if (partner_ >= count) partner_ = 0;
}

void ConfigForms::change(const std::string& text, std::string_view problem) {
  if (draft_.change(text)) return follow_draft();
  if (!problem.empty()) messages_.say(std::string(problem), Tone::warning);
}

// Why a mark cannot be taken away: a line about a group of the element makes it. `otherwise` if there is none.
std::string ConfigForms::about_its_group(std::string_view word, std::string_view otherwise) const {
  const auto line = config_edit::line_about_its_group(draft_.text().text(), draft_.analysis().rules(), element_, word);
  if (!line) return std::string(otherwise);
  return fmt::format("Line {} says so for a group that has this element. Take it out of that group first.", *line);
}

void ConfigForms::note_activation() {
  if (ImGui::IsItemActivated()) draft_.begin_undo_step();
}

// ---- choosing ----

void ConfigForms::draw_element_list(ImVec2 size) {
  const auto& elements = draft_.analysis().rules().elements;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(4), px(4)});
  ImGui::BeginChild("list", size, true);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, px(1)});
  for (std::size_t i = 0; i < elements.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable("##element", element_ == i, 0, {0, px(26)})) {
      element_ = static_cast<std::uint8_t>(i);
      renamed_element_ = -1;
    }
    landmarks().mark("editor/element/" + elements[i].name);
    if (reveal_element_ && element_ == i) ImGui::SetScrollHereY();
    if (ImGui::IsItemVisible()) draw_label_over_item(elements[i]);
    ImGui::PopID();
  }
  reveal_element_ = false;
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

void ConfigForms::draw_add_element() {
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##new", "New element", &new_name_, ImGuiInputTextFlags_EnterReturnsTrue);
  landmarks().mark("editor/new_element");
  tooltip("Type a name of one word and press Return.");
  if (!entered || new_name_.empty()) return;
  if (draft_.analysis().element(new_name_) != nullptr) {
    return messages_.say(fmt::format("An element named {} exists already.", new_name_), Tone::warning);
  }
  constexpr Color kNewColor = {200, 120, 200};
  constexpr double kNewDensity = 0.6;
  draft_.begin_undo_step();
  change(config_edit::add_element(draft_.text().text(), new_name_, kNewColor, kNewDensity),
         "A name is one word that does not begin with #.");
  if (draft_.analysis().rules().elements.empty() || draft_.analysis().rules().elements.back().name != new_name_) return;
  element_ = static_cast<std::uint8_t>(draft_.analysis().rules().elements.size() - 1);
  reveal_element_ = true;
  new_name_.clear();
}

bool ConfigForms::choose_element(const char* id, const std::string& landmark, float width, std::uint8_t& chosen,
                                 bool none) {
  const auto& elements = draft_.analysis().rules().elements;
  bool changed = false;
  const ImVec2 low = ImGui::GetCursorScreenPos(), high = {low.x + width, low.y + ImGui::GetFrameHeight()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::SetNextItemWidth(width);
  ImGui::SetNextWindowSizeConstraints({px(150), 0}, {px(260), px(320)});
  const bool open =
      ImGui::BeginCombo(id, none ? "not set" : "", ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);
  if (!none) draw_label(list, low, high, elements[chosen]);
  if (!open) landmarks().mark(landmark);
  if (!open) return false;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const bool current = !none && chosen == i;
    if (ImGui::Selectable("##choice", current, 0, {0, px(24)})) {
      chosen = static_cast<std::uint8_t>(i);
      changed = true;
    }
    if (current && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
    landmarks().mark(landmark + "/" + elements[i].name);
    if (ImGui::IsItemVisible()) draw_label_over_item(elements[i]);
    ImGui::PopID();
  }
  ImGui::EndCombo();
  return changed;
}

// ---- one element ----

void ConfigForms::draw_name(const Element& element) {
  if (renamed_element_ != element_) renamed_ = element.name;
  renamed_element_ = element_;
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputText("##name", &renamed_, ImGuiInputTextFlags_EnterReturnsTrue);
  landmarks().mark("editor/name");
  tooltip("The name. Return renames it everywhere in the text.");
  if (entered && renamed_ != element.name) {
    draft_.begin_undo_step();
    change(config_edit::rename_element(draft_.text().text(), draft_.analysis().rules(), element_, renamed_),
           "A name is one word that no other element has.");
  }
  if (entered || ImGui::IsItemDeactivated()) renamed_element_ = -1;
}

void ConfigForms::draw_colour(const Element& element) {
  float colour[3] = {static_cast<float>(element.color.r) / 255, static_cast<float>(element.color.g) / 255,
                     static_cast<float>(element.color.b) / 255};
  ImGui::SetNextItemWidth(-1);
  const bool changed = ImGui::ColorEdit3("##colour", colour, ImGuiColorEditFlags_Uint8 | ImGuiColorEditFlags_InputRGB);
  landmarks().mark("editor/color");
  if (ImGui::IsMouseClicked(0))
    draft_.begin_undo_step();  // each press is one undo step; the picker's window is an item of its own
  if (!changed) return;
  change(config_edit::set_cell_color(draft_.text().text(), element.line,
                                     {to_byte(colour[0]), to_byte(colour[1]), to_byte(colour[2])}),
         kMendFirst);
}

void ConfigForms::draw_density(const Element& element) {
  constexpr float kNotch = 0.01f;
  auto density = static_cast<float>(element.density);
  const bool changed =
      unit_slider("density", "Density", density, fmt::format("{:g} ({})", element.density, element.density_byte));
  landmarks().mark("editor/density");
  note_activation();
  tooltip(fmt::format(
      "0 is the lightest, 1 never moves. Stored as a byte, here {}{}; elements whose bytes are equal never meet.",
      element.density_byte, is_wall(element) ? ": a wall" : ""));
  if (!changed) return;
  const double snapped = std::round(static_cast<double>(density / kNotch)) * 0.01;
  change(config_edit::set_cell_density(draft_.text().text(), element.line, snapped),
         std::abs(snapped - element.density) > 1e-6 ? kMendFirst : "");
}

void ConfigForms::draw_kinds(const Element& element) {
  bool liquid = element.liquid, hidden = element.hidden, airborne = element.airborne;
  const Ruleset& rules = draft_.analysis().rules();
  if (ImGui::Checkbox("Liquid", &liquid)) {
    draft_.begin_undo_step();
    return change(config_edit::set_liquid(draft_.text().text(), rules, element_, liquid),
                  about_its_group("liquid", "While no element is marked as a liquid, the density decides."));
  }
  landmarks().mark("editor/liquid");
  tooltip(
      "Changes how the element is drawn, and how far it flows in some automata. While no element is marked, the "
      "density decides.");
  next_box("Hidden");
  if (ImGui::Checkbox("Hidden", &hidden)) {
    draft_.begin_undo_step();
    return change(config_edit::set_hidden(draft_.text().text(), rules, element_, hidden), about_its_group("hidden"));
  }
  landmarks().mark("editor/hidden");
  tooltip("Not offered in the palette.");
  next_box("Airborne");
  if (ImGui::Checkbox("Airborne", &airborne)) {
    draft_.begin_undo_step();
    return change(config_edit::set_flag(draft_.text().text(), rules, element_, "airborne", airborne),
                  about_its_group("airborne"));
  }
  landmarks().mark("editor/airborne");
  tooltip("The brush paints it beside what is there, not over it: for fire, sparks and gases.");
  float glow = element.glow;
  const bool changed =
      unit_slider("glow", "Glow", glow, glow > 0 ? fmt::format("{:g}", static_cast<double>(glow)) : "none");
  landmarks().mark("editor/glow");
  note_activation();
  tooltip("How much light it gives off on the screen.");
  constexpr double kNotches = 20;
  if (changed) {
    change(config_edit::set_glow(draft_.text().text(), rules, element_,
                                 std::round(static_cast<double>(glow) * kNotches) / kNotches));
  }
}

// ---- reactions ----

void ConfigForms::draw_products(std::uint8_t a, std::uint8_t b, float width) {
  const Ruleset& rules = draft_.analysis().rules();
  const auto outcome = draft_.analysis().outcome(a, b);
  std::uint8_t c = outcome ? outcome->c : a, d = outcome ? outcome->d : b;
  const std::string pair = rules.elements[a].name + "/" + rules.elements[b].name;
  ImGui::PushID(b);
  bool changed = choose_element("##c", "editor/first/" + pair, width, c, !outcome);
  tooltip(fmt::format("What {} becomes when it meets {}.", rules.elements[a].name, rules.elements[b].name));
  ImGui::SameLine(0, px(4));
  changed |= choose_element("##d", "editor/second/" + pair, width, d, !outcome);
  tooltip(fmt::format("What {} becomes when it meets {}.", rules.elements[b].name, rules.elements[a].name));
  ImGui::PopID();
  if (!changed) return;
  draft_.begin_undo_step();
  change(config_edit::set_rule(draft_.text().text(), rules, a, b, c, d),
         "A later element has the same name, so the rule cannot be written.");
}

void ConfigForms::draw_reaction_row(std::uint8_t other, float width) {
  const Element& element = draft_.analysis().rules().elements[other];
  const float height = ImGui::GetFrameHeight();
  ImGui::Dummy({width, height});
  draw_label_over_item(element);
  ImGui::SameLine(0, px(4));
  draw_products(element_, other, width);
}

void ConfigForms::draw_reactions() {
  const Ruleset& rules = draft_.analysis().rules();
  std::vector<std::uint8_t> partners;
  std::size_t undefined = 0;
  for (std::size_t i = 0; i < rules.elements.size(); ++i) {
    const auto other = static_cast<std::uint8_t>(i);
    const PairKind kind = draft_.analysis().kind(element_, other);
    if (kind != PairKind::never_meet) partners.push_back(other);
    if (kind == PairKind::undefined) ++undefined;
  }
  const std::string title = fmt::format("When {} meets", rules.elements[element_].name);
  section(title.c_str());
  if (undefined > 0) {
    const std::string label = fmt::format("Define {} missing rules", undefined);
    if (ImGui::Button(label.c_str(), {-1, 0})) {
      draft_.begin_undo_step();
      return change(config_edit::leave_undefined_alone(draft_.text().text(), rules, element_));
    }
    landmarks().mark("editor/leave_alone");
    tooltip("Without a rule, both elements vanish when they meet. This adds rules that leave both unchanged.");
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(4), px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(4)});
  const float width = (ImGui::GetContentRegionAvail().x - 2 * px(4)) / 3;
  ImGui::TextColored(theme().dim, "the other");
  ImGui::SameLine(width + px(4));
  ImGui::TextColored(theme().dim, "%s becomes", rules.elements[element_].name.c_str());
  ImGui::SameLine(2 * (width + px(4)));
  ImGui::TextColored(theme().dim, "it becomes");
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(partners.size()), ImGui::GetFrameHeight() + px(4));
  const std::uint64_t version = draft_.text().version();
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      if (draft_.text().version() == version) draw_reaction_row(partners[static_cast<std::size_t>(i)], width);
    }
  }
  ImGui::PopStyleVar(2);
}

void ConfigForms::draw_element(ImVec2 size) {
  ImGui::BeginChild("element", size);
  ImGui::PushID(element_);
  // A change parses the text again, so each widget looks up its element again.
  const auto element = [this]() -> const Element& { return draft_.analysis().rules().elements[element_]; };
  draw_name(element());
  draw_colour(element());
  draw_density(element());
  draw_kinds(element());
  draw_more();
  draw_reactions();
  ImGui::PopID();
  ImGui::EndChild();
}

void ConfigForms::draw_elements() {
  follow_draft();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  const float list = std::clamp(size.x * 0.3f, px(90), px(170));
  ImGui::BeginChild("choose", {list, size.y});
  draw_element_list({0, -ImGui::GetFrameHeightWithSpacing()});
  draw_add_element();
  ImGui::EndChild();
  ImGui::SameLine();
  if (draft_.analysis().rules().elements.empty()) {
    ImGui::TextWrapped("No element yet. Type a name below the list.");
    return;
  }
  draw_element({0, size.y});
}

}  // namespace repose
