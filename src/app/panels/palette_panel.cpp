#include "app/panels/palette_panel.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/frame/messages.hpp"
#include "app/input/paint_box.hpp"
#include "app/panels/element_facts.hpp"
#include "app/panels/palette.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/world_views.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kElementRow = 30;
constexpr float kColumn = 150;         // points, at least, of two columns in a narrow window
constexpr std::size_t kPageRows = 10;  // rows

bool key_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

}  // namespace

bool PalettePanel::cancel_search() {
  if (active_ || !search_.empty()) end_search();
  return active_;
}

// True when Return was pressed in the field.
bool PalettePanel::search_field() {
  if (end_search_) {
    if (active_) ImGui::ClearActiveID();  // the field would keep its text otherwise
    search_.clear();
  }
  end_search_ = false;
  if (focus_search_) ImGui::SetKeyboardFocusHere();
  focus_search_ = false;
  const float cross = ImGui::GetFrameHeight();
  ImGui::BeginGroup();
  ImGui::SetNextItemWidth(search_.empty() ? -1 : -cross - px(4));
  const bool entered =
      ImGui::InputTextWithHint("##search", "Search elements", &search_, ImGuiInputTextFlags_EnterReturnsTrue);
  const bool was_active = active_;
  active_ = ImGui::IsItemActive();
  tooltip("Type a part of a name or of a description. Up and Down choose, Return takes.",
          actions_.keys(action::search_element));
  if (!search_.empty()) {
    ImGui::SameLine(0, px(4));
    ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
    if (icon_button("search/end", Icon::cross, "Shows all elements again", "Escape", false, cross)) end_search();
    ImGui::PopStyleColor();
  }
  ImGui::EndGroup();
  landmarks().mark("search");
  if (active_ && !was_active) choice_ = paint_box_.brush().element;
  return entered;
}

// With a text: what it finds, in all tabs. Without: the tab.
std::vector<FoundElement> PalettePanel::listed() const {
  const Ruleset& rules = simulation_.session().ruleset();
  if (!search_.empty()) return find_elements(rules, search_);
  std::vector<FoundElement> list;
  for (const std::uint8_t index : palette_elements(rules, paint_box_.group())) list.push_back({index});
  return list;
}

void PalettePanel::move_choice(const std::vector<FoundElement>& list) {
  const auto holds = [&](std::uint8_t element) {
    return std::ranges::find(list, element, &FoundElement::index) != list.end();
  };
  if (search_ != searched_) choice_ = search_.empty() || list.empty() ? paint_box_.brush().element : list.front().index;
  searched_ = search_;
  if (!holds(choice_) && holds(paint_box_.brush().element)) choice_ = paint_box_.brush().element;
  if (!holds(choice_) && !list.empty()) choice_ = list.front().index;
}

void PalettePanel::answer_keys(const std::vector<FoundElement>& list) {
  if (search_.empty() && key_pressed(ImGuiKey_LeftArrow)) turn_tab(-1);
  if (search_.empty() && key_pressed(ImGuiKey_RightArrow)) turn_tab(+1);
  if (list.empty()) return;
  const auto found = std::ranges::find(list, choice_, &FoundElement::index);
  auto place = static_cast<std::size_t>(found - list.begin());
  const std::size_t last = list.size() - 1;
  if (key_pressed(ImGuiKey_DownArrow)) place = place >= last ? 0 : place + 1;
  if (key_pressed(ImGuiKey_UpArrow)) place = place == 0 ? last : place - 1;
  const bool turns_tab = ImGui::GetIO().KeyCtrl;
  if (!turns_tab && key_pressed(ImGuiKey_PageDown)) place = std::min(place + kPageRows, last);
  if (!turns_tab && key_pressed(ImGuiKey_PageUp)) place -= std::min(place, kPageRows);
  choice_ = list[std::min(place, last)].index;
}

// The choice goes to the left button, or with Shift to the right one; the search ends.
void PalettePanel::take(const std::vector<FoundElement>& list) {
  end_search();
  if (list.empty()) return;
  ImGui::GetIO().KeyShift ? put_on_right_button(choice_) : paint_box_.pick(choice_);
}

void PalettePanel::put_on_right_button(std::uint8_t element) {
  paint_box_.brush().second = element;
  messages_.say(
      fmt::format("The right button paints {}.", shown_name(simulation_.session().ruleset().elements[element])));
}

// Scrolls as little as possible.
void PalettePanel::keep_in_sight(ImVec2 low, ImVec2 high) {
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  if (low.y < top) ImGui::SetScrollY(ImGui::GetScrollY() - (top - low.y));
  if (high.y > bottom) ImGui::SetScrollY(ImGui::GetScrollY() + (high.y - bottom) + px(4));
}

void PalettePanel::row_text(const FoundElement& found, ImVec2 low, ImVec2 high, const std::string& hint) {
  const Element& element = simulation_.session().ruleset().elements[found.index];
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float side = px(18), inset = (high.y - low.y - side) / 2;
  colour_swatch(list, {low.x + px(6), low.y + inset}, {low.x + px(6) + side, low.y + inset + side},
                world_views_.color_of(found.index), element.glow);
  const bool on_right = paint_box_.brush().second == found.index && found.index != 0;
  const std::string& right = on_right ? "right" : hint;
  const ImVec2 size = ImGui::CalcTextSize(right.c_str());
  const ImVec2 right_at = {high.x - size.x - px(8), (low.y + high.y - size.y) / 2};
  list.PushClipRect(low, {right_at.x - px(6), high.y}, true);
  marked_text({low.x + px(34), (low.y + high.y - ImGui::GetTextLineHeight()) / 2}, shown_name(element), found.matched,
              theme().text);
  list.PopClipRect();
  list.AddText(right_at, to_u32(on_right ? theme().accent : theme().dim), right.c_str());
}

// `width` 0: as wide as the list.
void PalettePanel::draw_row(const FoundElement& found, const std::string& hint, float width) {
  const Ruleset& rules = simulation_.session().ruleset();
  const bool painted = paint_box_.brush().element == found.index, chosen = active_ && choice_ == found.index;
  ImGui::PushID(found.index);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##row", painted || chosen, 0, {width, px(kElementRow, kFinger)})) {
    paint_box_.pick(found.index);
    pressed_ = true;
    sight_.element = found.index;  // the list stays in its place under the mouse
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 high = {std::min(ImGui::GetItemRectMax().x, list.GetClipRectMax().x - 1), ImGui::GetItemRectMax().y};
  landmarks().mark("element/" + rules.elements[found.index].name);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) put_on_right_button(found.index);
  const char* const more = rules.elements.size() > 1 ? "\nRight click: paint it with the right button." : "";
  tooltip(element_description(rules.elements[found.index]) + '\n' + element_facts(rules, found.index) + more);
  if (painted)
    list.AddRectFilled({low.x - px(4), low.y + px(3)}, {low.x - px(1), high.y - px(3)}, to_u32(theme().accent), px(2));
  if (chosen) {
    list.AddRectFilled(low, high, to_u32(faint(theme().accent, 0.16f)), px(6));
    list.AddRect(low, high, to_u32(theme().accent), px(6));
    card_y_ = (low.y + high.y) / 2;
  }
  row_text(found, low, high, hint);
  if (reveal_frames_ > 0 && found.index == sight_.element) keep_in_sight(low, high);
  ImGui::PopID();
}

std::string PalettePanel::group_name(std::uint8_t element) const {
  const Ruleset& rules = simulation_.session().ruleset();
  const int group = group_of(rules, element);
  return group == kAllGroups || element == 0 ? "" : decoded_name(rules.groups[static_cast<std::size_t>(group)].name);
}

// Tabs number their first nine elements; found elements say from which tab they are.
void PalettePanel::draw_list(const std::vector<FoundElement>& list) {
  ImGui::BeginChild("elements", {0, 0}, false);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(2)});
  ImGui::Indent(px(6));
  if (reveal_frames_ > 0 && std::ranges::find(list, sight_.element, &FoundElement::index) == list.end())
    ImGui::SetScrollY(0);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, gap = px(8);
  const bool two_columns = is_narrow() && search_.empty() && room >= px(2 * kColumn);
  int number = 0;
  for (const FoundElement& found : list) {
    const bool numbered = search_.empty() && found.index != 0 && ++number <= 9 && !is_narrow();
    if (two_columns && &found != &list.front() && (&found - list.data()) % 2 != 0) ImGui::SameLine(0, gap);
    draw_row(found,
             !search_.empty() ? group_name(found.index)
             : numbered       ? std::to_string(number)
                              : "",
             two_columns ? (room - gap) / 2 : 0);
  }
  if (reveal_frames_ > 0) --reveal_frames_;
  if (list.empty()) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(theme().dim, "No element has these letters in its name, or this word in its description.");
    ImGui::PopTextWrapPos();
  }
  ImGui::Unindent(px(6));
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

void PalettePanel::draw() {
  if (!is_narrow()) section("Elements");
  card_y_ = 0;
  const bool entered = search_field();
  std::vector<FoundElement> list = listed();
  move_choice(list);
  if (active_) answer_keys(list);
  if (entered) take(list);
  draw_tabs();
  if (paint_box_.group() != sight_.group) {  // the keys or a click on a tab have changed it
    list = listed();
    move_choice(list);
  }
  const Sight sight = {active_ ? choice_ : paint_box_.brush().element, paint_box_.group(), search_};
  reveal_tab_ = reveal_tab_ || sight.group != sight_.group;
  // Two frames, because in the first one ImGui limits the scrolling by the length of the list before.
  if (sight != sight_) reveal_frames_ = 2;
  sight_ = sight;
  draw_list(list);
}

}  // namespace repose
