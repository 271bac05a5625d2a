// The config editor's forms: one element at a time, and all pairs as a matrix. Every change edits the text.
#include "app/ui/editor/config_editor.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "repose/config_words.hpp"

namespace repose {

namespace {

constexpr const char* kMendFirst = text_id("The form cannot change this line. Fix it in the text first.");

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

// The next check box, with that label, is beside the last one, if there is space.
void next_box(const char* label) {
  if (!is_narrow()) return ImGui::SameLine(0, px(18));
  same_line_if_fits(ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x);
}

}  // namespace

// ---- text ----

void ConfigForms::follow_draft() {
  const std::size_t count = rules().elements.size();
  if (adoption_ != draft().adoption()) {
    element_ = count > 1 ? 1 : 0;
    partner_ = 0;
    renamed_element_ = -1;
  }
  adoption_ = draft().adoption();
  if (element_ >= count) element_ = 0;
  if (partner_ >= count) partner_ = 0;
}

ConfigDraft& ConfigForms::draft() const { return desk_.editor->draft(); }
const std::string& ConfigForms::text() const { return draft().text().text(); }
const Ruleset& ConfigForms::rules() const { return draft().analysis().rules(); }

void ConfigForms::change_once(const std::string& text, std::string_view problem) {
  draft().begin_undo_step();
  change(text, problem);
}

void ConfigForms::change(const std::string& text, std::string_view problem) {
  if (draft().change(text)) return follow_draft();
  if (!problem.empty()) desk_.messages.say(std::string(problem), Tone::warning);
}

// Why a mark cannot be taken away: a line about a group of the element makes it. `otherwise` if there is none.
std::string ConfigForms::about_its_group(std::string_view word, std::string_view otherwise) const {
  const auto line = config_edit::line_about_its_group(text(), rules(), element_, word);
  if (!line) return std::string(otherwise);
  return trf("Line {} says so for a group that has this element. Take it out of that group first.", *line);
}

// A thin slider from 0 to 1 between its name and its value. True while it is changed; all of that is one undo step.
bool ConfigForms::slider(const std::string& landmark, const char* name, float& value, const std::string& shown,
                         std::string_view tip) {
  const bool changed = share_slider(landmark.c_str(), value, shown.c_str(), px(74), name);
  if (ImGui::IsItemActivated()) draft().begin_undo_step();
  if (!tip.empty()) tooltip(tip);
  return changed;
}

// ---- choosing ----

void ConfigForms::draw_add_element() {
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##new", tr("New element"), &new_name_, ImGuiInputTextFlags_EnterReturnsTrue);
  mark_item("editor/new_element", tr("Type a name of one word and press Return."));
  if (!entered || new_name_.empty()) return;
  if (draft().analysis().element(new_name_) != nullptr) {
    return desk_.messages.say(trf("An element named {} exists already.", new_name_), Tone::warning);
  }
  constexpr Color kNewColor = {200, 120, 200};
  constexpr double kNewDensity = 0.6;
  change_once(config_edit::add_element(text(), new_name_, kNewColor, kNewDensity),
              tr("A name is one word that does not begin with #."));
  if (rules().elements.empty() || rules().elements.back().name != new_name_) return;
  element_ = static_cast<std::uint8_t>(rules().elements.size() - 1);
  reveal_element_ = true;
  new_name_.clear();
}

bool ConfigForms::choose_element(const char* id, const std::string& landmark, float width, std::uint8_t& chosen,
                                 bool none) {
  const auto& elements = rules().elements;
  bool changed = false;
  const ImVec2 low = ImGui::GetCursorScreenPos(), high = {low.x + width, low.y + ImGui::GetFrameHeight()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::SetNextItemWidth(width);
  ImGui::SetNextWindowSizeConstraints({px(150), 0}, {px(260), px(320)});
  const bool open =
      ImGui::BeginCombo(id, none ? tr("not set") : "", ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);
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
  mark_item("editor/name", tr("The name. Return renames it everywhere in the text."));
  if (entered && renamed_ != element.name) {
    change_once(config_edit::rename_element(text(), rules(), element_, renamed_),
                tr("A name is one word that no other element has."));
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
    draft().begin_undo_step();  // each press is one undo step; the picker's window is an item of its own
  if (!changed) return;
  change(
      config_edit::set_cell_color(text(), element.line, {to_byte(colour[0]), to_byte(colour[1]), to_byte(colour[2])}),
      tr(kMendFirst));
}

void ConfigForms::draw_density(const Element& element) {
  constexpr float kNotch = 0.01f;
  auto density = static_cast<float>(element.density);
  const bool changed =
      slider("editor/density", tr("Density"), density, fmt::format("{:g} ({})", element.density, element.density_byte),
             is_wall(element)
                 ? trf("0 is the lightest, 1 never moves. Stored as a byte, here {}: a wall; elements whose bytes "
                       "are equal never meet.",
                       element.density_byte)
                 : trf("0 is the lightest, 1 never moves. Stored as a byte, here {}; elements whose bytes are "
                       "equal never meet.",
                       element.density_byte));
  if (!changed) return;
  const double snapped = std::round(static_cast<double>(density / kNotch)) * 0.01;
  change(config_edit::set_cell_density(text(), element.line, snapped),
         std::abs(snapped - element.density) > 1e-6 ? tr(kMendFirst) : "");
}

void ConfigForms::draw_kinds(const Element& element) {
  bool liquid = element.liquid;
  if (ImGui::Checkbox(tr("Liquid"), &liquid)) {
    return change_once(config_edit::set_liquid(text(), rules(), element_, liquid),
                       about_its_group("liquid", tr("While no element is marked as a liquid, the density decides.")));
  }
  mark_item(
      "editor/liquid",
      tr("Changes how the element is drawn, and how far it flows in some automata. While no element is marked, the "
         "density decides."));
  struct Flag {
    const char *label, *word, *tip;
    bool is_set;
  };
  for (const Flag& flag :
       {Flag{text_id("Hidden"), "hidden", text_id("Not offered in the palette."), element.hidden},
        Flag{text_id("Airborne"), "airborne",
             text_id("The brush paints it beside what is there, not over it: for fire, sparks and gases."),
             element.airborne}}) {
    next_box(tr(flag.label));
    bool is_set = flag.is_set;
    if (ImGui::Checkbox(tr(flag.label), &is_set)) {
      return change_once(config_edit::set_flag(text(), rules(), element_, flag.word, is_set),
                         about_its_group(flag.word));
    }
    mark_item(fmt::format("editor/{}", flag.word), tr(flag.tip));
  }
  float glow = element.glow;
  const std::string shown = glow > 0 ? fmt::format("{:g}", static_cast<double>(glow)) : tr("none");
  const bool changed = slider("editor/glow", tr("Glow"), glow, shown, tr("How much light it gives off on the screen."));
  constexpr double kNotches = 20;
  if (changed) {
    change(config_edit::set_share(text(), rules(), element_, "glow",
                                  std::round(static_cast<double>(glow) * kNotches) / kNotches, 0));
  }
}

// ---- reactions ----

void ConfigForms::draw_products(std::uint8_t a, std::uint8_t b, float width) {
  const auto outcome = draft().analysis().outcome(a, b);
  std::uint8_t c = outcome ? outcome->c : a, d = outcome ? outcome->d : b;
  const std::string pair = rules().elements[a].name + "/" + rules().elements[b].name;
  ImGui::PushID(b);
  bool changed = choose_element("##c", "editor/first/" + pair, width, c, !outcome);
  tooltip(trf("What {} becomes when it meets {}.", rules().elements[a].name, rules().elements[b].name));
  ImGui::SameLine(0, px(4));
  changed |= choose_element("##d", "editor/second/" + pair, width, d, !outcome);
  tooltip(trf("What {} becomes when it meets {}.", rules().elements[b].name, rules().elements[a].name));
  ImGui::PopID();
  if (!changed) return;
  change_once(config_edit::set_rule(text(), rules(), a, b, c, d),
              tr("A later element has the same name, so the rule cannot be written."));
}

void ConfigForms::draw_reactions() {
  std::vector<std::uint8_t> partners;
  std::size_t undefined = 0;
  for (std::size_t i = 0; i < rules().elements.size(); ++i) {
    const auto other = static_cast<std::uint8_t>(i);
    const PairKind kind = draft().analysis().kind(element_, other);
    if (kind != PairKind::never_meet) partners.push_back(other);
    if (kind == PairKind::undefined) ++undefined;
  }
  const std::string title = trf("When {} meets", rules().elements[element_].name);
  section(title.c_str());
  if (undefined > 0) {
    const std::string label = trf_n("Define {} missing rule", "Define {} missing rules", undefined);
    if (ImGui::Button(label.c_str(), {-1, 0})) {
      return change_once(config_edit::leave_undefined_alone(text(), rules(), element_));
    }
    mark_item("editor/leave_alone",
              tr("Without a rule, both elements vanish when they meet. This adds rules that leave both unchanged."));
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(4), px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(4)});
  const float width = (ImGui::GetContentRegionAvail().x - 2 * px(4)) / 3;
  dim_text(tr("the other"));
  ImGui::SameLine(width + px(4));
  dim_text(trf("{} becomes", rules().elements[element_].name));
  ImGui::SameLine(2 * (width + px(4)));
  dim_text(tr("it becomes"));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(partners.size()), ImGui::GetFrameHeight() + px(4));
  const std::uint64_t version = draft().text().version();
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      if (draft().text().version() != version) continue;
      const std::uint8_t other = partners[static_cast<std::size_t>(i)];
      ImGui::Dummy({width, ImGui::GetFrameHeight()});
      draw_label_over_item(rules().elements[other]);
      ImGui::SameLine(0, px(4));
      draw_products(element_, other, width);
    }
  }
  ImGui::PopStyleVar(2);
}

void ConfigForms::draw_elements() {
  follow_draft();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  const float list = std::clamp(size.x * 0.3f, px(90), px(170));
  ImGui::BeginChild("choose", {list, size.y}, false, ImGuiWindowFlags_NavFlattened);
  const auto& elements = rules().elements;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(4), px(4)});
  ImGui::BeginChild("list", {0, -ImGui::GetFrameHeightWithSpacing()}, true, ImGuiWindowFlags_NavFlattened);
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
  draw_add_element();
  ImGui::EndChild();
  ImGui::SameLine();
  if (rules().elements.empty()) {
    wrapped_text(tr("No element yet. Type a name below the list."));
    return;
  }
  ImGui::BeginChild("element", {0, size.y}, false, ImGuiWindowFlags_NavFlattened);
  ImGui::PushID(element_);
  // A change parses the text again, so each widget looks up its element again.
  const auto element = [this]() -> const Element& { return rules().elements[element_]; };
  draw_name(element());
  draw_colour(element());
  draw_density(element());
  draw_kinds(element());
  draw_more();
  draw_reactions();
  ImGui::PopID();
  ImGui::EndChild();
}

// ---- our own words ----

namespace {

constexpr double kNotches = 100;  // of a slider from 0 to 1

double to_notch(float share) { return std::round(static_cast<double>(share) * kNotches) / kNotches; }

bool covers(const std::string& word, const Element& element, std::uint8_t index, const Ruleset& rules) {
  if (word == element.name || word == "all") return true;
  const auto group = std::ranges::find(rules.groups, word, &Group::name);
  return group != rules.groups.end() && std::ranges::find(group->members, index) != group->members.end();
}

double allowed(const ParameterInfo& info, double value) {
  if (!info.choices.empty()) {
    return *std::ranges::min_element(info.choices, {}, [&](double choice) { return std::abs(choice - value); });
  }
  return info.kind == ParameterInfo::Kind::real ? std::round(value * kNotches) / kNotches : std::round(value);
}

}  // namespace

void ConfigForms::draw_more() {
  if (chip(more_ ? tr("Less") : tr("More"), more_, ImGui::GetContentRegionAvail().x)) more_ = !more_;
  mark_item("editor/more",
            tr("Powders, clones, bursts, groups, what happens in all directions, and parameters of the automaton."));
  if (!more_) return;
  const std::uint64_t version = draft().text().version();
  const Element& element = rules().elements[element_];
  if (!draw_marks(element) && !draw_shares(element) && !draw_burst()) draw_groups();
  if (draft().text().version() == version) draw_whens();
  const auto automaton = std::ranges::find(automata(), std::string_view(rules().automaton), &AutomatonDefinition::name);
  if (draft().text().version() != version || automaton == automata().end() || automaton->parameters.empty()) return;
  section(trf("This file sets in {}", rules().automaton).c_str());
  for (const ParameterInfo& info : automaton->parameters) {
    if (draw_parameter(info)) return;
  }
}

// The words without a value. True after a change: `element` is not valid any more.
bool ConfigForms::draw_marks(const Element& element) {
  const auto mark = [&](std::string_view word, bool set) {
    const ConfigWord& row = *config_word(word);
    const bool clicked = ImGui::Checkbox(tr(row.form_title.data()), &set);
    mark_item(fmt::format("editor/{}", word), tr(row.form_tip.data()));
    if (clicked) draft().begin_undo_step();
    return clicked;
  };
  if (mark("powder", element.powder)) {
    change(config_edit::set_powder(text(), rules(), element_, !element.powder),
           about_its_group("powder", tr("Its name says that it is a powder; mark it as a liquid to change that.")));
    return true;
  }
  next_box(tr("Clone"));
  if (mark("clone", element.clone)) {
    change(config_edit::set_flag(text(), rules(), element_, "clone", !element.clone), about_its_group("clone"));
    return true;
  }
  next_box(tr("React"));
  if (mark("react", element.reacts_anywhere)) {
    change(config_edit::set_flag(text(), rules(), element_, "react", !element.reacts_anywhere),
           about_its_group("react"));
    return true;
  }
  return false;
}

bool ConfigForms::draw_shares(const Element& element) {
  for (const ConfigWord& share : config_words()) {
    if (share.value == nullptr || share.form_title.empty()) continue;
    auto value = static_cast<float>(share.value(element));
    const bool changed = slider(fmt::format("editor/{}", share.word), tr(share.form_title.data()), value,
                                fmt::format("{:g}", share.value(element)), tr(share.form_tip.data()));
    if (!changed || to_notch(value) == share.value(element)) continue;
    change(config_edit::set_share(text(), rules(), element_, share.word, to_notch(value), share.value(Element{})));
    return true;
  }
  return false;
}

bool ConfigForms::draw_burst() {
  const auto found = std::ranges::find(rules().bursts, element_, &Burst::element);
  const Burst* const burst = found == rules().bursts.end() ? nullptr : &*found;
  Burst wish = burst != nullptr ? *burst : Burst{element_, 3, 0, 1.0, 0};
  bool bursts = burst != nullptr, changed = ImGui::Checkbox(tr("Burst"), &bursts);
  mark_item("editor/burst", tr(config_word("burst")->form_tip.data()));
  if (changed) draft().begin_undo_step();
  if (burst != nullptr) {
    ImGui::SameLine(0, px(10));
    const bool chosen = choose_element("##into", "editor/burst_into", px(120), wish.into, false);
    if (chosen) draft().begin_undo_step();
    auto radius = static_cast<float>(wish.radius) / kBurstRadiusMax, chance = static_cast<float>(wish.probability);
    const bool resized = slider("editor/burst_radius", tr("Radius"), radius, std::to_string(wish.radius));
    const bool less = slider("editor/burst_chance", tr("Chance"), chance, fmt::format("{:g}", wish.probability),
                             tr("The chance in each step."));
    if (resized) wish.radius = static_cast<int>(std::lround(radius * kBurstRadiusMax));
    if (less) wish.probability = to_notch(chance);
    changed = changed || chosen || resized || less;
  }
  if (!changed) return false;
  std::string values;
  if (bursts) values = fmt::format("{} {}", wish.radius, rules().elements[wish.into].name);
  if (bursts && wish.probability < 1) values += fmt::format(" {:g}", wish.probability);
  change(config_edit::set_values(text(), rules(), element_, "burst", values));
  return true;
}

// A chip for every group that is a tab, or for every set, lit if the element is in it. True after a change.
bool ConfigForms::draw_group_chips(bool sets) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  bool first = true;
  for (const Group& group : rules().groups) {
    if (group.hidden != sets || group.name == "Misc") continue;  // Misc: what is in no group
    if (first && sets) dim_text(tr("Sets"));
    const bool member = std::ranges::find(group.members, element_) != group.members.end();
    const float width = ImGui::CalcTextSize(group.name.c_str()).x + px(20);
    if (!first && ImGui::GetItemRectMax().x + px(4) + width <= right) ImGui::SameLine(0, px(4));
    first = false;
    const bool clicked = chip(group.name.c_str(), member, width);
    mark_item("editor/group/" + group.name,
              sets ? tr("Only a name for lines of the text, no tab. Click: puts the element in, or takes it out.")
                   : tr("A tab of the palette. Click: puts the element in, or takes it out."));
    if (!clicked) continue;
    change_once(config_edit::set_member(text(), rules(), element_, group.name, !member),
                tr("It belongs to another group, which is a member of this one. Take it out of that group."));
    return true;
  }
  return false;
}

// The groups of the element, and a field for a new one.
void ConfigForms::draw_groups() {
  if (draw_group_chips(false) || draw_group_chips(true)) return;
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##group", tr("Add to a new group"), &new_group_, ImGuiInputTextFlags_EnterReturnsTrue);
  mark_item("editor/new_group", tr("Type a name of one word and press Return."));
  if (!entered || new_group_.empty()) return;
  change_once(config_edit::set_member(text(), rules(), element_, new_group_, true),
              tr("A name is one word that does not begin with #."));
  new_group_.clear();
}

// ---- when ----

// A choice of elements, groups and all; "##place": of touches and the words that may stand in its place.
bool ConfigForms::choose_word(const char* id, const std::string& landmark, float width, std::string& chosen) {
  const bool is_place = id == std::string_view("##place");
  bool changed = false;
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo(id, chosen.c_str(),
                                      (is_place ? 0 : ImGuiComboFlags_HeightLarge) | ImGuiComboFlags_NoArrowButton);
  if (!open) landmarks().mark(landmark);
  if (!open && is_place) tooltip(tr("Where the first lies."));
  if (!open) return false;
  const auto offer = [&](std::string_view word) {
    if (ImGui::Selectable(std::string(word).c_str(), word == chosen)) {
      chosen = word;
      changed = true;
    }
    landmarks().mark(fmt::format("{}/{}", landmark, word));
  };
  if (is_place) {
    const ConfigOperand& place = config_word("when")->operands[1];
    offer(place.name);
    for (const std::string_view word : place.instead) offer(word);
  } else {
    const FingerRows rows;
    for (const Element& element : rules().elements) offer(element.name);
    for (const Group& group : rules().groups) {
      if (group.name != "Misc") offer(group.name);
    }
    offer("all");
  }
  ImGui::EndCombo();
  return changed;
}

// True after a change.
bool ConfigForms::draw_when(const config_edit::WhenText& when) {
  config_edit::WhenText wish = when;
  const std::string place = fmt::format("editor/when/{}", when.line);
  const float button = ImGui::GetFrameHeight(), room = ImGui::GetContentRegionAvail().x, gap = px(4);
  const float third = (room - 2 * gap) / 3;
  bool changed = choose_word("##a", place + "/a", third, wish.a);
  ImGui::SameLine(0, gap);
  changed |= choose_word("##place", place + "/place", third, wish.place);
  ImGui::SameLine(0, gap);
  changed |= choose_word("##b", place + "/b", third, wish.b);
  ImGui::AlignTextToFramePadding();
  dim_text(tr("become"));
  ImGui::SameLine(third + gap);
  const float product = (room - third - button - 3 * gap) / 2;
  changed |= choose_word("##c", place + "/c", product, wish.c);
  tooltip(tr("What the first becomes. The word of a side means: stays what it is."));
  ImGui::SameLine(0, gap);
  changed |= choose_word("##d", place + "/d", product, wish.d);
  tooltip(tr("What the second becomes. The word of a side means: stays what it is."));
  ImGui::SameLine(0, gap);
  const bool removed = ImGui::Button("x", {button, button});
  mark_item(place + "/remove", tr("Removes this line."));
  if (changed || removed) draft().begin_undo_step();
  auto chance = static_cast<float>(when.probability);
  const bool slid = slider(place + "/chance", tr("Chance"), chance, fmt::format("{:g}", when.probability));
  if (slid) wish.probability = to_notch(chance);
  if (removed) change(config_edit::remove_line(text(), "when", when.line));
  if (!removed && (changed || slid)) change(config_edit::set_when(text(), wish));
  return removed || changed || slid;
}

// The lines that are about the chosen element, also those that name a group of it or all.
void ConfigForms::draw_whens() {
  const Element& element = rules().elements[element_];
  if (whens_version_ != draft().text().version()) {
    whens_ = config_edit::when_lines(text());
    whens_version_ = draft().text().version();
  }
  section(tr("When A touches B, they become C and D"));
  for (const config_edit::WhenText& when : whens_) {
    if (!covers(when.a, element, element_, rules()) && !covers(when.b, element, element_, rules())) continue;
    ImGui::PushID(when.line);
    const bool changed = draw_when(when);
    ImGui::PopID();
    if (changed) return;
  }
  const bool added = button(tr("Add a line"), "editor/add_when", -1);
  tooltip(tr("The new line changes nothing until you choose what becomes of the two."));
  if (!added) return;
  change_once(config_edit::set_when(text(), {0, element.name, "all", element.name, "all"}));
}

// ---- parameters of the automaton ----

bool ConfigForms::draw_parameter(const ParameterInfo& info) {
  const auto& set = rules().parameters;
  const auto found = std::ranges::find(set, info.name, [](const auto& value) { return std::string_view(value.first); });
  const std::string place = fmt::format("editor/parameter/{}", info.name);
  bool is_set = found != set.end();
  const bool clicked = ImGui::Checkbox(tr(info.title.data()), &is_set);
  mark_item(place, tr(info.summary.data()));
  if (clicked) {
    change_once(
        config_edit::set_parameter(text(), info.name, is_set ? std::optional(info.default_value) : std::nullopt));
    return true;
  }
  if (!is_set) return false;
  const double before = found->second;
  if (!info.choice_names.empty()) {
    ImGui::SameLine(0, px(10));
    const std::optional<double> chosen = choose_value(info, before, place + "/value", -1);
    if (!chosen) return false;
    change_once(config_edit::set_parameter(text(), info.name, *chosen));
    return true;
  }
  auto value = static_cast<float>(before);
  const bool moved = linear_slider((place + "/value").c_str(), value, static_cast<float>(info.minimum),
                                   static_cast<float>(info.maximum), fmt::format("{:g}", before).c_str(), px(60));
  if (ImGui::IsItemActivated()) draft().begin_undo_step();
  const double wanted = allowed(info, static_cast<double>(value));
  if (!moved || wanted == before) return false;
  change(config_edit::set_parameter(text(), info.name, wanted));
  return true;
}

// ---- the matrix: a square for every pair of elements, coloured by what happens when they meet ----

namespace {

constexpr float kSquareMin = 9, kSquareMax = 24;  // points at 100 %
constexpr int kNamedSquaresMax = 1024;            // above this, squares are too small to be landmarks

ImVec4 kind_colour(PairKind kind) {
  switch (kind) {
    case PairKind::swap: return faint(theme().good, 0.55f);
    case PairKind::reaction: return faint(theme().accent, 0.8f);
    case PairKind::unchanged: return faint(theme().text, 0.16f);
    case PairKind::undefined: return theme().error;
    case PairKind::never_meet: break;
  }
  return faint(theme().text, 0.04f);
}

const char* kind_title(PairKind kind) {
  switch (kind) {
    case PairKind::swap: return tr("change places");
    case PairKind::reaction: return tr("react");
    case PairKind::unchanged: return tr("nothing happens");
    case PairKind::undefined: return tr("no rule: both vanish");
    case PairKind::never_meet: break;
  }
  return tr("never meet: equal density");
}

std::string pair_summary(const ConfigAnalysis& analysis, std::uint8_t a, std::uint8_t b) {
  const auto& elements = analysis.rules().elements;
  const PairKind kind = analysis.kind(a, b);
  const auto outcome = analysis.outcome(a, b);
  const std::string text = outcome && kind == PairKind::reaction
                               ? trf("{} and {}: react to {} and {}", elements[a].name, elements[b].name,
                                     elements[outcome->c].name, elements[outcome->d].name)
                               : trf("{} and {}: {}", elements[a].name, elements[b].name, kind_title(kind));
  return outcome ? trf("{} (line {})", text, outcome->line) : text;
}

struct Grid {
  ImVec2 origin;  // of the first square
  float square = 0;
  int count = 0;

  ImVec2 low(int column, int row) const {
    return {origin.x + static_cast<float>(column) * square, origin.y + static_cast<float>(row) * square};
  }
  int index(float from, float at) const { return static_cast<int>(std::floor((at - from) / square)); }
  int first(float from, float edge) const { return std::clamp(index(from, edge), 0, count); }
  int last(float from, float edge) const { return std::clamp(index(from, edge) + 1, 0, count); }

  bool small() const { return square <= px(12); }  // too small to draw round corners, which are slow
  float gap() const { return small() ? px(1) : px(1.5f); }
};

void fill(const Grid& grid, ImVec2 at, ImU32 colour) {
  const float side = grid.square - grid.gap();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + side, at.y + side}, colour, grid.small() ? 0 : px(3));
}

void outline(const Grid& grid, int column, int row, float thickness) {
  const ImVec2 at = grid.low(column, row);
  const float side = grid.square - grid.gap() + px(1);
  ImGui::GetWindowDrawList()->AddRect({at.x - px(1), at.y - px(1)}, {at.x + side, at.y + side}, to_u32(theme().text),
                                      px(2), 0, thickness);
}

// The visible elements and pairs, beginning at `corner`.
void draw_squares(const Grid& grid, ImVec2 corner, const ConfigAnalysis& analysis) {
  const auto& elements = analysis.rules().elements;
  const ImVec2 low = ImGui::GetWindowPos(), high = {low.x + ImGui::GetWindowWidth(), low.y + ImGui::GetWindowHeight()};
  const int left = grid.first(grid.origin.x, low.x), right = grid.last(grid.origin.x, high.x);
  const int top = grid.first(grid.origin.y, low.y), bottom = grid.last(grid.origin.y, high.y);
  const auto solid = [&](int i) {
    const Color c = elements[static_cast<std::size_t>(i)].color;
    return IM_COL32(c.r, c.g, c.b, 255);
  };
  std::array<ImU32, 5> colours{};
  for (std::size_t kind = 0; kind < colours.size(); ++kind) {
    colours[kind] = to_u32(kind_colour(static_cast<PairKind>(kind)));
  }
  for (int column = left; column < right; ++column) fill(grid, {grid.low(column, 0).x, corner.y}, solid(column));
  for (int row = top; row < bottom; ++row) {
    fill(grid, {corner.x, grid.low(0, row).y}, solid(row));
    for (int column = left; column < right; ++column) {
      const auto a = static_cast<std::uint8_t>(row), b = static_cast<std::uint8_t>(column);
      const ImVec2 at = grid.low(column, row);
      fill(grid, at, colours[static_cast<std::size_t>(analysis.kind(a, b))]);
      if (grid.count * grid.count > kNamedSquaresMax) continue;
      // Registers a rectangle as a landmark although it is not a widget.
      const ImRect whole = GImGui->LastItemData.Rect;
      GImGui->LastItemData.Rect = {at, {at.x + grid.square, at.y + grid.square}};
      landmarks().mark("editor/cell/" + elements[a].name + "/" + elements[b].name);
      GImGui->LastItemData.Rect = whole;
    }
  }
}

}  // namespace

void ConfigForms::draw_matrix_grid(ImVec2 size) {
  const int count = static_cast<int>(rules().elements.size());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  ImGui::BeginChild("grid", size, true, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PopStyleVar();
  const float room = ImGui::GetContentRegionAvail().x - px(2);
  const float square = std::floor(std::clamp(room / static_cast<float>(count + 1), px(kSquareMin), px(kSquareMax)));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  // The first row and column show the elements.
  const Grid grid = {{corner.x + square + px(3), corner.y + square + px(3)}, square, count};
  const float side = square * static_cast<float>(count + 1) + px(3);
  ImGui::InvisibleButton("pairs", {side, side});
  landmarks().mark("editor/matrix");
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int column = grid.index(grid.origin.x, mouse.x), row = grid.index(grid.origin.y, mouse.y);
  const bool over = ImGui::IsItemHovered() && column >= 0 && row >= 0 && column < count && row < count;
  if (over && ImGui::IsItemActivated()) {
    element_ = static_cast<std::uint8_t>(row);
    partner_ = static_cast<std::uint8_t>(column);
    reveal_element_ = true;
  }
  draw_squares(grid, corner, draft().analysis());
  outline(grid, partner_, element_, px(2));
  if (over) {
    outline(grid, column, row, px(1));
    ImGui::SetTooltip(
        "%s",
        pair_summary(draft().analysis(), static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)).c_str());
  }
  ImGui::EndChild();
}

void ConfigForms::draw_matrix() {
  follow_draft();
  if (rules().elements.empty()) {
    wrapped_text(tr("No element yet. The Elements tab adds one."));
    return;
  }
  const float pair = 2 * ImGui::GetTextLineHeightWithSpacing() + ImGui::GetFrameHeightWithSpacing();
  const bool narrow = ImGui::GetContentRegionAvail().x < px(390);
  const float legend = (narrow ? 3 : 1) * ImGui::GetTextLineHeightWithSpacing();
  draw_matrix_grid({0, std::max(px(80), ImGui::GetContentRegionAvail().y - pair - legend)});
  bool first = true;
  for (const PairKind kind : {PairKind::swap, PairKind::reaction, PairKind::unchanged, PairKind::undefined}) {
    const float side = std::round(ImGui::GetTextLineHeight() * 0.7f);
    const char* title = kind == PairKind::undefined ? tr("no rule") : kind_title(kind);
    const float width = side + px(6) + ImGui::CalcTextSize(title).x;
    if (!first && ImGui::GetItemRectMax().x + px(14) + width < ImGui::GetWindowPos().x + ImGui::GetWindowWidth()) {
      ImGui::SameLine(0, px(14));
    }
    first = false;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float inset = (ImGui::GetTextLineHeight() - side) / 2;
    ImGui::Dummy({width, ImGui::GetTextLineHeight()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, at.y + inset}, {at.x + side, at.y + inset + side}, to_u32(kind_colour(kind)), px(2));
    list.AddText({at.x + side + px(6), at.y}, to_u32(theme().dim), title);
  }
  wrapped_text(trf("{}.", pair_summary(draft().analysis(), element_, partner_)));
  if (draft().analysis().kind(element_, partner_) == PairKind::never_meet) return;
  const auto& elements = rules().elements;
  const float width = (ImGui::GetContentRegionAvail().x - px(4)) / 2;
  dim_text(trf("{} becomes", elements[element_].name));
  ImGui::SameLine(width + px(4));
  dim_text(trf("{} becomes", elements[partner_].name));
  draw_products(element_, partner_, width);
}

}  // namespace repose
