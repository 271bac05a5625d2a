// The elements in the side panel: search, tabs, the list, and the card about the chosen one.
#include "app/ui/panels/panels.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <tuple>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "render/shading.hpp"

namespace repose {

namespace {

constexpr float kElementRow = 30;
constexpr float kColumn = 150;         // points, at least, of two columns in a narrow window
constexpr std::size_t kPageRows = 10;  // rows

// How the reader knows the kind of an element, and how to change it; empty if the file says it.
std::string guess_of_kind(const Ruleset& rules, const Element& element) {
  if (element.powder_guessed)
    return '\n' + trf("A powder, by its name; a line 'liquid {}' in the file changes that.", element.name);
  const bool guessed = rules.dialect == Dialect::sandjs && !rules.marks_liquids && element.liquid && !element.powder;
  if (!guessed) return {};
  return '\n' + trf("A liquid, by its density; a line 'powder {}' in the file changes that.", element.name);
}

std::string wxsand_facts(const Element& element) {
  const auto& [gravity, slip, density, conducts] =
      std::tie(element.gravity, element.slip, element.density, element.conductivity);
  if (gravity > 0) return trf("Falls {:g}, slips {:g}, density {:g}, conducts {:g}", gravity, slip, density, conducts);
  if (gravity < 0) return trf("Rises {:g}, slips {:g}, density {:g}, conducts {:g}", -gravity, slip, density, conducts);
  return trf("Does not fall, density {:g}, conducts {:g}", density, conducts);
}

// Its description; its name if there is none.
std::string element_description(const Element& element) {
  return element.description.empty() ? tr_in("element", shown_name(element))
                                     : without_marks(tr_in("element", element.description));
}

// How it moves, and whether it is the background. One or more lines.
std::string element_facts(const Ruleset& rules, std::uint8_t index) {
  const Element& element = rules.elements[index];
  const double density = element.density;
  const std::string facts = rules.dialect == Dialect::wxsand ? wxsand_facts(element)
                            : is_wall(element)               ? trf("Density {:g}, never moves", density)
                            : element.powder                 ? trf("Density {:g}, powder", density)
                            : element.liquid                 ? trf("Density {:g}, liquid", density)
                                                             : trf("Density {:g}", density);
  const std::string background = index == 0 ? tr("The background element.") + std::string("\n") : std::string();
  const std::string support =
      element.support ? std::string("\n") + tr("Falls where nothing holds it. A wall stays.") : std::string();
  return background + facts + guess_of_kind(rules, element) + support;
}

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
      ImGui::InputTextWithHint("##search", tr("Search elements"), &search_, ImGuiInputTextFlags_EnterReturnsTrue);
  const bool was_active = active_;
  active_ = ImGui::IsItemActive();
  tooltip(tr("Type a part of a name or of a description. Up and Down choose, Return takes."),
          desk_.actions.keys(action::search_element));
  if (!search_.empty()) {
    ImGui::SameLine(0, px(4));
    if (flat_icon_button("search/end", Icon::cross, tr("Shows all elements again"), tr("Escape"), cross)) end_search();
  }
  ImGui::EndGroup();
  landmarks().mark("search");
  if (active_ && !was_active) choice_ = desk_.paint_box.brush().element;
  return entered;
}

// With a text: what it finds, in all tabs. Without: the tab.
std::vector<FoundElement> PalettePanel::listed() const {
  std::vector<FoundElement> list;
  // A challenge allows few, so nothing is searched.
  if (!search_.empty() && !running_challenge(desk_)) return find_elements(desk_.session().ruleset(), search_);
  for (const std::uint8_t index : offered_elements(desk_.session(), desk_.paint_box.group())) list.push_back({index});
  return list;
}

void PalettePanel::move_choice(const std::vector<FoundElement>& list) {
  const auto holds = [&](std::uint8_t element) {
    return std::ranges::find(list, element, &FoundElement::index) != list.end();
  };
  if (search_ != searched_)
    choice_ = search_.empty() || list.empty() ? desk_.paint_box.brush().element : list.front().index;
  searched_ = search_;
  if (!holds(choice_) && holds(desk_.paint_box.brush().element)) choice_ = desk_.paint_box.brush().element;
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

void PalettePanel::put_on_right_button(std::uint8_t element) {
  desk_.paint_box.brush().second = element;
  desk_.messages.say(
      trf("The right button paints {}.", tr_in("element", shown_name(desk_.session().ruleset().elements[element]))));
}

// `width` 0: as wide as the list.
void PalettePanel::draw_row(const FoundElement& found, const std::string& hint, float width) {
  const Ruleset& rules = desk_.session().ruleset();
  const Element& element = rules.elements[found.index];
  const bool painted = desk_.paint_box.brush().element == found.index, chosen = active_ && choice_ == found.index;
  ImGui::PushID(found.index);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##row", painted || chosen, 0, {width, px(kElementRow, kFinger)})) {
    desk_.paint_box.pick(found.index);
    pressed_ = true;
    sight_.element = found.index;  // the list stays in its place under the mouse
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 high = {std::min(ImGui::GetItemRectMax().x, list.GetClipRectMax().x - 1), ImGui::GetItemRectMax().y};
  landmarks().mark("element/" + element.name);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) put_on_right_button(found.index);
  const std::string more = rules.elements.size() > 1
                               ? std::string("\n") + tr("Right click: paint it with the right button.")
                               : std::string();
  tooltip(element_description(element) + '\n' + element_facts(rules, found.index) + more);
  if (painted)
    list.AddRectFilled({low.x - px(4), low.y + px(3)}, {low.x - px(1), high.y - px(3)}, to_u32(theme().accent), px(2));
  if (chosen) {
    list.AddRectFilled(low, high, to_u32(faint(theme().accent, 0.16f)), px(6));
    list.AddRect(low, high, to_u32(theme().accent), px(6));
    card_y_ = (low.y + high.y) / 2;
  }
  const float side = px(22), inset = (high.y - low.y - side) / 2;
  element_picture(desk_, list, found.index, {low.x + px(6), low.y + inset},
                  {low.x + px(6) + side, low.y + inset + side});
  const bool on_right = desk_.paint_box.brush().second == found.index && found.index != 0;
  const std::string right = on_right ? tr("right") : hint;
  const ImVec2 size = ImGui::CalcTextSize(right.c_str());
  const ImVec2 right_at = {high.x - size.x - px(8), (low.y + high.y - size.y) / 2};
  list.PushClipRect(low, {right_at.x - px(6), high.y}, true);
  marked_text({low.x + px(36), (low.y + high.y - ImGui::GetTextLineHeight()) / 2},
              tr_in("element", shown_name(element)), found.matched, theme().text);
  list.PopClipRect();
  list.AddText(right_at, to_u32(on_right ? theme().accent : theme().dim), right.c_str());
  if (reveal_frames_ > 0 && found.index == sight_.element) {
    // Scrolls as little as possible.
    const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
    if (low.y < top) ImGui::SetScrollY(ImGui::GetScrollY() - (top - low.y));
    if (high.y > bottom) ImGui::SetScrollY(ImGui::GetScrollY() + (high.y - bottom) + px(4));
  }
  ImGui::PopID();
}

// Elements that a key chooses have its number; found elements say from which tab they are.
void PalettePanel::draw_list(const std::vector<FoundElement>& list, float below) {
  ImGui::BeginChild("elements", {0, -below}, false, ImGuiWindowFlags_NavFlattened);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(2)});
  ImGui::Indent(px(6));
  if (reveal_frames_ > 0 && std::ranges::find(list, sight_.element, &FoundElement::index) == list.end())
    ImGui::SetScrollY(0);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, gap = px(8);
  const bool two_columns = is_narrow() && search_.empty() && room >= px(2 * kColumn);
  const std::vector<std::uint8_t> numbered = numbered_elements(desk_.session());
  const Ruleset& rules = desk_.session().ruleset();
  for (const FoundElement& found : list) {
    const auto number = std::ranges::find(numbered, found.index);
    if (two_columns && &found != &list.front() && (&found - list.data()) % 2 != 0) ImGui::SameLine(0, gap);
    const int group = search_.empty() || found.index == 0 ? kAllGroups : group_of(rules, found.index);
    draw_row(found,
             group != kAllGroups ? tr_in("group", rules.groups[static_cast<std::size_t>(group)].name)
             : search_.empty() && number != numbered.end() && !is_narrow()
                 ? std::to_string(number - numbered.begin() + 1)
                 : "",
             two_columns ? (room - gap) / 2 : 0);
  }
  if (reveal_frames_ > 0) --reveal_frames_;
  if (list.empty()) {
    wrapped_text(theme().dim, tr("No element has these letters in its name, or this word in its description."));
  }
  ImGui::Unindent(px(6));
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

void PalettePanel::draw(float below) {
  if (!is_narrow() && !SetupPanel::is_folded()) section(tr("Elements"));
  card_y_ = 0;
  const bool entered = search_field();
  std::vector<FoundElement> list = listed();
  move_choice(list);
  if (active_) answer_keys(list);
  if (entered) {
    end_search();
    if (!list.empty()) ImGui::GetIO().KeyShift ? put_on_right_button(choice_) : desk_.paint_box.pick(choice_);
  }
  draw_tabs();
  if (desk_.paint_box.group() != sight_.group) {  // the keys or a click on a tab have changed it
    list = listed();
    move_choice(list);
  }
  const Sight sight = {active_ ? choice_ : desk_.paint_box.brush().element, desk_.paint_box.group(), search_};
  reveal_tab_ = reveal_tab_ || sight.group != sight_.group;
  // Two frames, because in the first one ImGui limits the scrolling by the length of the list before.
  if (sight != sight_) reveal_frames_ = 2;
  sight_ = sight;
  draw_list(list, below);
}

namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

bool begins_a_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (at == 0 || !is_letter_or_digit(text[at - 1])) return true;
  }
  return false;
}

bool fits_words(std::string_view text, std::string_view query) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find(' '), query.size());
    if (const std::string_view word = query.substr(0, end); !word.empty() && !begins_a_word(text, word)) return false;
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return true;
}

}  // namespace

std::vector<FoundElement> find_elements(const Ruleset& rules, std::string_view query) {
  constexpr int kShareOfBest = 3;  // names with scattered letters are dropped if another name has the letters together
  struct NameMatch {
    std::uint8_t index = 0;
    FuzzyMatch match;
    std::size_t length = 0;  // of the name
  };
  std::vector<NameMatch> matches;
  int best = 0;
  for (const std::uint8_t index : palette_elements(rules, kAllGroups)) {
    const std::string name = tr_in("element", shown_name(rules.elements[index]));
    auto match = fuzzy_match(query, name);
    if (!match) continue;
    best = std::max(best, match->score);
    matches.push_back({index, std::move(*match), name.size()});
  }
  std::erase_if(matches, [best](const NameMatch& found) { return found.match.score * kShareOfBest < best; });
  const bool ranked = query.find_first_not_of(' ') != std::string_view::npos;
  if (ranked)
    std::ranges::stable_sort(matches, {},
                             [](const NameMatch& found) { return std::tuple(-found.match.score, found.length); });
  std::vector<FoundElement> found;
  for (NameMatch& match : matches) found.push_back({match.index, std::move(match.match.matched)});
  const std::string words = in_small_letters(query);
  for (const std::uint8_t index : palette_elements(rules, kAllGroups)) {
    if (std::ranges::find(matches, index, &NameMatch::index) != matches.end()) continue;
    // Name, description and groups, also in English, in small letters.
    const Element& element = rules.elements[index];
    std::string text = fmt::format("{} {} {} {}", tr_in("element", shown_name(element)), shown_name(element),
                                   element_description(element), element.description);
    for (const Group& group : rules.groups) {
      if (group.hidden) continue;
      if (std::ranges::find(group.members, index) != group.members.end())
        text += fmt::format(" {} {}", tr_in("group", group.name), group.name);
    }
    if (fits_words(in_small_letters(text), words)) found.push_back({index});
  }
  return found;
}

namespace {

enum class Shape : unsigned char { block, heap, drop, cloud, flame };

Shape shape_of(const Ruleset& rules, std::uint8_t index) {
  const Element& element = rules.elements[index];
  const bool wxsand = rules.dialect == Dialect::wxsand;
  const bool rises = wxsand ? element.gravity < 0 : element.density < rules.elements[0].density;
  const bool floats = !wxsand && element.density == rules.elements[0].density;
  if ((rises || floats) && element.glow > 0) return Shape::flame;
  if (is_wall(element)) return Shape::block;
  if (rules.marks_liquids && element.liquid && !element.powder) return Shape::drop;
  if (!moves_through_background(rules, index)) return Shape::block;
  if (rises) return Shape::cloud;
  return element.liquid && !element.powder ? Shape::drop : Shape::heap;
}

}  // namespace

void element_picture(Desk& desk, ImDrawList& list, std::uint8_t index, ImVec2 low, ImVec2 high) {
  const Ruleset& rules = desk.session().ruleset();
  const Color color = desk.view.world_views.color_of(index);
  if (index == 0) return colour_swatch(list, low, high, color, rules.elements[0].glow);
  colour_swatch(list, low, high, desk.view.world_views.color_of(0), 0);
  const auto shade = [&](int by) {
    const auto part = [&](int value) { return std::clamp(value + by, 0, 255); };
    return IM_COL32(part(color.r), part(color.g), part(color.b), 255);
  };
  const ImU32 plain = shade(0), light = shade(34), dark = shade(-34);
  const float side = high.x - low.x;
  const auto at = [&](float x, float y) { return ImVec2{low.x + x * side, low.y + y * side}; };
  switch (shape_of(rules, index)) {
    case Shape::block:
      list.AddRectFilled(at(0.12f, 0.12f), at(0.88f, 0.88f), plain, px(2));
      list.AddRectFilled(at(0.12f, 0.12f), at(0.88f, 0.24f), light, px(2));
      list.AddRectFilled(at(0.12f, 0.76f), at(0.88f, 0.88f), dark, px(2));
      break;
    case Shape::heap:
      list.AddTriangleFilled(at(0.06f, 0.92f), at(0.5f, 0.34f), at(0.94f, 0.92f), plain);
      for (const ImVec2 grain : {ImVec2{0.36f, 0.72f}, {0.62f, 0.66f}, {0.5f, 0.84f}, {0.76f, 0.84f}})
        list.AddCircleFilled(at(grain.x, grain.y), side * 0.055f, grain.x < 0.55f ? light : dark);
      list.AddCircleFilled(at(0.5f, 0.16f), side * 0.08f, plain);
      break;
    case Shape::drop:
      list.AddTriangleFilled(at(0.5f, 0.06f), at(0.24f, 0.52f), at(0.76f, 0.52f), plain);
      list.AddCircleFilled(at(0.5f, 0.62f), side * 0.3f, plain);
      list.AddCircleFilled(at(0.4f, 0.66f), side * 0.09f, light);
      break;
    case Shape::cloud:
      list.AddCircleFilled(at(0.3f, 0.6f), side * 0.2f, plain);
      list.AddCircleFilled(at(0.7f, 0.62f), side * 0.19f, plain);
      list.AddRectFilled(at(0.3f, 0.6f), at(0.7f, 0.81f), plain);
      list.AddCircleFilled(at(0.5f, 0.44f), side * 0.25f, plain);
      list.AddCircleFilled(at(0.44f, 0.4f), side * 0.1f, light);
      break;
    case Shape::flame:
      list.AddTriangleFilled(at(0.55f, 0.04f), at(0.22f, 0.56f), at(0.78f, 0.62f), plain);
      list.AddCircleFilled(at(0.5f, 0.66f), side * 0.28f, plain);
      list.AddCircleFilled(at(0.5f, 0.74f), side * 0.14f, light);
      break;
  }
  // The texture, in a corner.
  const int texture = desk.view.world_views.texture_of(index);
  if (texture == 0) return;
  constexpr float kFrom = 0.55f, kCell = 0.11f;  // parts of the side
  list.AddRectFilled(at(kFrom, kFrom), high, dark);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      const ImVec2 corner = {kFrom + kCell * static_cast<float>(x), kFrom + kCell * static_cast<float>(y)};
      if (shading::texture_light(texture, x, y) > 1)
        list.AddRectFilled(at(corner.x, corner.y), at(corner.x + kCell, corner.y + kCell), light);
    }
  }
}

// The tabs of the palette: in as many rows as they need, at most kTabRows of them in view; in a narrow window in one
// row.

namespace {

constexpr float kBesideName = 8, kAboveName = 3, kTabGap = 4;  // points around a name, and between tabs
constexpr float kTightHeight = 190;  // points for tabs and list; with less space the tabs are in one row that scrolls
constexpr std::size_t kTabRows = 5;

float beside_name() { return px(kBesideName, 12); }
float above_name() { return is_narrow() ? (px(kFinger) - ImGui::GetTextLineHeight()) / 2 : px(kAboveName); }

}  // namespace

// A tab for every group, and one for all elements.
std::vector<PalettePanel::Tab> PalettePanel::tabs() const {
  const Ruleset& rules = desk_.session().ruleset();
  std::vector<Tab> all;
  for (const int group : palette_groups(rules)) {
    const std::string& name = rules.groups[static_cast<std::size_t>(group)].name;
    all.push_back({group, name, tr_in("group", name)});
  }
  if (!all.empty()) all.push_back({kAllGroups, text_id("All"), tr("All")});
  return all;
}

void PalettePanel::turn_tab(int by) {
  const std::vector<Tab> all = tabs();
  if (all.empty()) return;
  const auto now = std::ranges::find(all, desk_.paint_box.group(), &Tab::group);
  const auto count = static_cast<int>(all.size());
  const int place = now == all.end() ? 0 : static_cast<int>(now - all.begin()) + by;
  desk_.paint_box.set_group(all[static_cast<std::size_t>((place + count) % count)].group);
  if (search_.empty()) return;
  focus_search_ = active_;
  end_search();
}

void PalettePanel::draw_tabs() {
  std::vector<Tab> all = tabs();
  if (all.empty() || running_challenge(desk_)) return;
  const float room = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight() + 2 * above_name();
  const float beside_bar = room - ImGui::GetStyle().ScrollbarSize - px(kTabGap);
  for (Tab& tab : all) tab.width = std::min(ImGui::CalcTextSize(tab.title.c_str()).x + 2 * beside_name(), beside_bar);
  // The row of each tab, if rows are that wide.
  const auto rows_of_width = [&all](float width) {
    std::vector<std::size_t> rows;
    float x = 0;
    for (const Tab& tab : all) {
      const bool breaks = x > 0 && x + tab.width > width;
      x = (breaks ? 0 : x) + tab.width + px(kTabGap);
      rows.push_back((rows.empty() ? 0 : rows.back()) + (breaks ? 1 : 0));
    }
    return rows;
  };
  std::vector<std::size_t> rows = rows_of_width(room);
  const std::size_t most = ImGui::GetContentRegionAvail().y < px(kTightHeight) ? 1 : kTabRows;
  if (rows.back() >= most) rows = rows_of_width(beside_bar);
  if (is_narrow()) std::ranges::fill(rows, 0);  // a finger moves the row sideways
  const auto shown = static_cast<float>(std::min(rows.back() + 1, most));
  ImGui::BeginChild("tabs", {0, shown * height + (shown - 1) * px(kTabGap)}, false, ImGuiWindowFlags_NavFlattened);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {beside_name(), above_name()});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(kTabGap), px(kTabGap)});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && rows[i] == rows[i - 1]) ImGui::SameLine();
    const bool on = search_.empty() && desk_.paint_box.group() == all[i].group;
    ImGui::PushID(all[i].group);
    if (chip(all[i].title.c_str(), on, all[i].width)) {
      desk_.paint_box.set_group(all[i].group);
      end_search();
    }
    ImGui::PopID();
    landmarks().mark("group/" + all[i].name);
    if (on && reveal_tab_) is_narrow() ? ImGui::SetScrollHereX(0.5f) : ImGui::SetScrollHereY(0.5f);
  }
  reveal_tab_ = false;
  ImGui::PopStyleVar(2);
  ImGui::EndChild();
}

// The card about the element that the keys have chosen in the palette.

constexpr float kCardWidth = 320;

void PalettePanel::draw_card() {
  const Ruleset& rules = desk_.session().ruleset();
  if (is_narrow() || !active_ || choice_ >= rules.elements.size() || card_y_ <= 0) return;
  const ImVec4 canvas = desk_.layout.canvas();
  const float left = canvas.x + px(kCanvasMargin),
              width = std::min(px(kCardWidth), canvas.z - left - px(kCanvasMargin));
  const float top = desk_.layout.below_cards(left, left + width, card_y_ - px(24));
  begin_card("##element card", {left, std::min(top, canvas.w - px(150))}, {0, 0}, {px(16), px(14)}, width,
             ImGuiWindowFlags_NoInputs);
  // Name and colour.
  const Element& element = rules.elements[choice_];
  const float side = px(18), line = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  element_picture(desk_, *ImGui::GetWindowDrawList(), choice_, {at.x, at.y + (line - side) / 2},
                  {at.x + side, at.y + (line + side) / 2});
  ImGui::SetCursorScreenPos({at.x + side + px(10), at.y});
  heading_text(theme().text, tr_in("element", shown_name(element)));
  ImGui::PushTextWrapPos(0);
  if (!element.description.empty()) ImGui::TextUnformatted(breakable(element_description(element)).c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
  ImGui::TextUnformatted(element_facts(rules, choice_).c_str());
  ImGui::Separator();
  ImGui::TextUnformatted(
      breakable(tr("Return: left button. Shift+Return: right button. Escape: back to the world.")).c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  desk_.layout.cover_window();
  ImGui::End();
  landmarks().mark("card/" + rules.elements[choice_].name);
}

}  // namespace repose
