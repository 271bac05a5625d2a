// The palette: search, a tab for every group, and the elements.
#include "app/panels/palette.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/frame/messages.hpp"
#include "app/input/paint_box.hpp"
#include "app/panels/palette_panel.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/world_views.hpp"
#include "app/widgets/contains.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "config/html.hpp"

namespace repose {

namespace {

std::string decoded(const std::string& name) {
  return name.find('&') == std::string::npos ? name : config::decode_entities(name);
}

// Dim text at the right end of a row.
void row_hint(ImVec2 row_low, ImVec2 row_high, const std::string& text, const ImVec4& colour) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  ImGui::GetWindowDrawList()->AddText({row_high.x - size.x - px(8), (row_low.y + row_high.y - size.y) / 2},
                                      to_u32(colour), text.c_str());
}

std::string sandjs_facts(const Element& element) {
  return fmt::format("Density {:g}{}", element.density,
                     is_wall(element) ? ", never moves"
                     : element.powder ? ", powder"
                     : element.liquid ? ", liquid"
                                      : "");
}

// How the reader knows the kind of an element, and how to change it; empty if the file says it.
std::string guess_of_kind(const Ruleset& rules, const Element& element) {
  if (element.powder_guessed)
    return fmt::format("\nA powder, by its name; a line 'liquid {}' in the file changes that.", element.name);
  const bool guessed = rules.dialect == Dialect::sandjs && !rules.marks_liquids && element.liquid && !element.powder;
  if (!guessed) return {};
  return fmt::format("\nA liquid, by its density; a line 'powder {}' in the file changes that.", element.name);
}

std::string wxsand_facts(const Element& element) {
  const std::string way = element.gravity > 0   ? fmt::format("Falls {:g}", element.gravity)
                          : element.gravity < 0 ? fmt::format("Rises {:g}", -element.gravity)
                                                : std::string("Does not fall");
  const std::string slip = element.gravity != 0 ? fmt::format(", slips {:g}", element.slip) : std::string();
  return way + slip + fmt::format(", density {:g}, conducts {:g}", element.density, element.conductivity);
}

std::string element_tip(const Ruleset& rules, const Element& element, std::uint8_t index) {
  std::string text = element.description.empty() ? shown_name(element) : element.description;
  if (index == 0) text += "\nThe background element.";
  text += fmt::format("\n{}", rules.dialect == Dialect::wxsand ? wxsand_facts(element) : sandjs_facts(element));
  text += guess_of_kind(rules, element);
  if (rules.elements.size() > 1) text += "\nRight click: paint it with the right button.";
  return text;
}

}  // namespace

void PalettePanel::search_field() {
  if (focus_search_) ImGui::SetKeyboardFocusHere();
  focus_search_ = false;
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##search", "Search elements", &search_, ImGuiInputTextFlags_EnterReturnsTrue);
  landmarks().mark("search");
  tooltip("Type a part of a name; Enter takes the first.", actions_.keys(action::search_element));
  if (!entered) return;
  const auto& elements = simulation_.session().ruleset().elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].hidden && contains(shown_name(elements[i]), search_)) {
      paint_box_.pick(static_cast<std::uint8_t>(i));
      break;
    }
  }
  search_.clear();
}

void PalettePanel::element_row(std::uint8_t index, int number) {
  const Ruleset& rules = simulation_.session().ruleset();
  const Element& element = rules.elements[index];
  Brush& b = paint_box_.brush();
  const float height = px(30);
  const bool selected = b.element == index;
  ImGui::PushID(index);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##row", selected, 0, {0, height})) paint_box_.pick(index);
  const ImVec2 high = ImGui::GetItemRectMax();
  landmarks().mark("element/" + element.name);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
    b.second = index;
    messages_.say(fmt::format("The right button paints {}.", shown_name(element)));
  }
  tooltip(element_tip(rules, element, index));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (selected)
    list.AddRectFilled({low.x - px(4), low.y + px(3)}, {low.x - px(1), low.y + height - px(3)}, to_u32(theme().accent),
                       px(2));
  const float side = px(18), inset = (height - side) / 2;
  colour_swatch(list, {low.x + px(6), low.y + inset}, {low.x + px(6) + side, low.y + inset + side},
                world_views_.color_of(index), element.glow);
  const ImVec2 text_at = {low.x + px(34), low.y + (height - ImGui::GetTextLineHeight()) / 2};
  list.PushClipRect(low, {high.x - px(30), high.y}, true);
  list.AddText(text_at, to_u32(theme().text), shown_name(element).c_str());
  list.PopClipRect();
  if (b.second == index && index != 0) {
    row_hint(low, high, "right", theme().accent);
  } else if (number >= 1 && number <= 9) {
    row_hint(low, high, std::to_string(number), theme().dim);
  }
  ImGui::PopID();
}

// A tab for every group, in as many rows as they need, and one for all elements.
void PalettePanel::group_tabs() {
  const Ruleset& rules = simulation_.session().ruleset();
  const std::vector<int> groups = palette_groups(rules);
  if (groups.empty()) return;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(4), px(4)});
  const auto tab = [&](int group, const std::string& name, bool first) {
    const float width = ImGui::CalcTextSize(name.c_str()).x + px(16);
    if (!first && ImGui::GetItemRectMax().x + px(4) + width <= right) ImGui::SameLine();
    ImGui::PushID(group);
    if (chip(name.c_str(), paint_box_.group() == group)) {
      paint_box_.set_group(group);
      ImGui::SetScrollY(0);
    }
    ImGui::PopID();
    landmarks().mark("group/" + name);
  };
  for (const int group : groups)
    tab(group, decoded(rules.groups[static_cast<std::size_t>(group)].name), group == groups.front());
  tab(kAllGroups, "All", false);
  ImGui::PopStyleVar(2);
}

std::string shown_name(const Element& element) { return decoded(element.title.empty() ? element.name : element.title); }

std::vector<int> palette_groups(const Ruleset& ruleset) {
  std::vector<int> groups;
  for (std::size_t i = 0; i < ruleset.groups.size(); ++i) {
    const auto offered = [&](std::uint8_t member) { return !ruleset.elements[member].hidden; };
    const Group& group = ruleset.groups[i];
    if (!group.hidden && std::ranges::any_of(group.members, offered)) groups.push_back(static_cast<int>(i));
  }
  return groups;
}

std::vector<std::uint8_t> palette_elements(const Ruleset& ruleset, int group) {
  std::vector<std::uint8_t> offered;
  const auto offer = [&](std::size_t element) {
    if (!ruleset.elements[element].hidden) offered.push_back(static_cast<std::uint8_t>(element));
  };
  if (group >= 0 && static_cast<std::size_t>(group) < ruleset.groups.size()) {
    for (const std::uint8_t member : ruleset.groups[static_cast<std::size_t>(group)].members) {
      if (member != 0) offer(member);
    }
  } else {
    for (std::size_t i = 1; i < ruleset.elements.size(); ++i) offer(i);
  }
  offered.push_back(0);  // offered even if a config hides it, because it is needed for erasing
  return offered;
}

int group_of(const Ruleset& ruleset, std::uint8_t element) {
  for (std::size_t i = 0; i < ruleset.groups.size(); ++i) {
    const auto& members = ruleset.groups[i].members;
    if (!ruleset.groups[i].hidden && std::ranges::find(members, element) != members.end()) return static_cast<int>(i);
  }
  return kAllGroups;
}

void PalettePanel::draw() {
  section("Elements");
  search_field();
  const std::string& search = search_;
  ImGui::BeginChild("elements", {0, 0}, false);
  if (search.empty()) group_tabs();  // the tabs scroll with the elements, because some configs have many
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(2)});
  ImGui::Indent(px(6));
  const Ruleset& rules = simulation_.session().ruleset();
  int number = 0, found = 0;
  for (const std::uint8_t index : palette_elements(rules, search.empty() ? paint_box_.group() : kAllGroups)) {
    if (index != 0) ++number;
    if (!contains(shown_name(rules.elements[index]), search)) continue;
    element_row(index, index == 0 ? 0 : number);
    ++found;
  }
  if (found == 0) ImGui::TextDisabled("No element name contains this text.");
  ImGui::Unindent(px(6));
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace repose
