// The part of the form of a config that is about our own words.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/editor/config_draft.hpp"
#include "app/editor/config_forms.hpp"
#include "app/editor/unit_slider.hpp"
#include "app/frame/messages.hpp"
#include "app/widgets/choose_value.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/config_edit.hpp"
#include "repose/registry.hpp"

namespace repose {

namespace {

constexpr double kNotches = 100;  // of a slider from 0 to 1

double to_notch(float share) { return std::round(static_cast<double>(share) * kNotches) / kNotches; }

// A property from 0 to 1.
struct Share {
  const char *word, *title, *tip;
  double usual;
  double (*get)(const Element& element);
};

constexpr Share kShares[] = {
    {"shimmer", "Shimmer", "How much its colour flickers on the screen.", 0,
     [](const Element& e) { return static_cast<double>(e.shimmer); }},
    {"viscosity", "Flow", "Word: viscosity. The chance that it flows in a pass: water 1, honey little.", 1,
     [](const Element& e) { return e.viscosity; }},
    {"wander", "Wander", "The chance in a step that it changes places with a neighbour.", 0,
     [](const Element& e) { return e.wander; }},
    {"resistance", "Resistance", "The chance that it withstands a burst. Walls always do.", 0,
     [](const Element& e) { return e.resistance; }},
};

const Burst* burst_of(const Ruleset& rules, std::uint8_t element) {
  const auto found = std::ranges::find(rules.bursts, element, &Burst::element);
  return found == rules.bursts.end() ? nullptr : &*found;
}

std::string burst_values(const Ruleset& rules, const Burst& burst) {
  const std::string& into = rules.elements[burst.into].name;
  if (burst.probability >= 1) return fmt::format("{} {}", burst.radius, into);
  return fmt::format("{} {} {:g}", burst.radius, into, burst.probability);
}

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
  if (chip(more_ ? "Less" : "More", more_, ImGui::GetContentRegionAvail().x)) more_ = !more_;
  landmarks().mark("editor/more");
  tooltip("Powders, clones, bursts, groups, what happens in all directions, and parameters of the automaton.");
  if (!more_) return;
  const std::uint64_t version = draft_.text().version();
  draw_words(draft_.analysis().rules().elements[element_]);
  if (draft_.text().version() == version) draw_whens();
  if (draft_.text().version() == version) draw_parameters();
}

void ConfigForms::draw_words(const Element& element) {
  if (draw_marks(element) || draw_shares(element) || draw_burst(element)) return;
  draw_groups(element);
}

// The words without a value. True after a change: `element` is not valid any more.
bool ConfigForms::draw_marks(const Element& element) {
  const Ruleset& rules = draft_.analysis().rules();
  const std::string& text = draft_.text().text();
  const auto mark = [&](const char* title, const char* landmark, bool set, const char* tip) {
    const bool clicked = ImGui::Checkbox(title, &set);
    landmarks().mark(landmark);
    tooltip(tip);
    if (clicked) draft_.begin_undo_step();
    return clicked;
  };
  if (mark("Powder", "editor/powder", element.powder,
           "Heaps up. In a file that marks neither powders nor liquids, English names such as sand are powders.")) {
    change(config_edit::set_powder(text, rules, element_, !element.powder),
           about_its_group("powder", "Its name says that it is a powder; mark it as a liquid to change that."));
    return true;
  }
  next_box("Clone");
  if (mark("Clone", "editor/clone", element.clone,
           "Takes on the first liquid or powder that touches it, and pours it.")) {
    change(config_edit::set_flag(text, rules, element_, "clone", !element.clone));
    return true;
  }
  next_box("React");
  if (mark("React", "editor/react", element.reacts_anywhere,
           "Its rules act in all directions, whatever the densities.")) {
    change(config_edit::set_flag(text, rules, element_, "react", !element.reacts_anywhere), about_its_group("react"));
    return true;
  }
  return false;
}

bool ConfigForms::draw_shares(const Element& element) {
  for (const Share& share : kShares) {
    auto value = static_cast<float>(share.get(element));
    const bool changed = unit_slider(share.word, share.title, value, fmt::format("{:g}", share.get(element)));
    landmarks().mark(fmt::format("editor/{}", share.word));
    note_activation();
    tooltip(share.tip);
    if (!changed || to_notch(value) == share.get(element)) continue;
    change(config_edit::set_share(draft_.text().text(), draft_.analysis().rules(), element_, share.word,
                                  to_notch(value), share.usual));
    return true;
  }
  return false;
}

bool ConfigForms::draw_burst(const Element&) {
  const Ruleset& rules = draft_.analysis().rules();
  const Burst* const burst = burst_of(rules, element_);
  Burst wish = burst != nullptr ? *burst : Burst{element_, 3, 0, 1.0, 0};
  bool bursts = burst != nullptr, changed = ImGui::Checkbox("Burst", &bursts);
  landmarks().mark("editor/burst");
  tooltip("Explodes by itself: the cells around it become another element.");
  if (changed) draft_.begin_undo_step();
  if (burst != nullptr) {
    ImGui::SameLine(0, px(10));
    const bool chosen = choose_element("##into", "editor/burst_into", px(120), wish.into, false);
    if (chosen) draft_.begin_undo_step();
    auto radius = static_cast<float>(wish.radius) / kBurstRadiusMax, chance = static_cast<float>(wish.probability);
    const bool resized = unit_slider("radius", "Radius", radius, std::to_string(wish.radius));
    landmarks().mark("editor/burst_radius");
    note_activation();
    const bool less = unit_slider("chance", "Chance", chance, fmt::format("{:g}", wish.probability));
    landmarks().mark("editor/burst_chance");
    note_activation();
    tooltip("The chance in each step.");
    if (resized) wish.radius = static_cast<int>(std::lround(radius * kBurstRadiusMax));
    if (less) wish.probability = to_notch(chance);
    changed = changed || chosen || resized || less;
  }
  if (!changed) return false;
  const std::string values = bursts ? burst_values(rules, wish) : std::string();
  change(config_edit::set_values(draft_.text().text(), rules, element_, "burst", values));
  return true;
}

// A chip for every group that is a tab, or for every set, lit if the element is in it. True after a change.
bool ConfigForms::draw_group_chips(bool sets) {
  const Ruleset& rules = draft_.analysis().rules();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  bool first = true;
  for (const Group& group : rules.groups) {
    if (group.hidden != sets || group.name == "Misc") continue;  // Misc: what is in no group
    if (first && sets) ImGui::TextColored(theme().dim, "Sets");
    const bool member = std::ranges::find(group.members, element_) != group.members.end();
    const float width = ImGui::CalcTextSize(group.name.c_str()).x + px(20);
    if (!first && ImGui::GetItemRectMax().x + px(4) + width <= right) ImGui::SameLine(0, px(4));
    first = false;
    const bool clicked = chip(group.name.c_str(), member, width);
    landmarks().mark("editor/group/" + group.name);
    tooltip(sets ? "Only a name for lines of the text, no tab. Click: puts the element in, or takes it out."
                 : "A tab of the palette. Click: puts the element in, or takes it out.");
    if (!clicked) continue;
    draft_.begin_undo_step();
    change(config_edit::set_member(draft_.text().text(), rules, element_, group.name, !member),
           "It belongs to another group, which is a member of this one. Take it out of that group.");
    return true;
  }
  return false;
}

// The groups of the element, and a field for a new one.
void ConfigForms::draw_groups(const Element&) {
  if (draw_group_chips(false) || draw_group_chips(true)) return;
  const Ruleset& rules = draft_.analysis().rules();
  const std::string& text = draft_.text().text();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##group", "Add to a new group", &new_group_, ImGuiInputTextFlags_EnterReturnsTrue);
  landmarks().mark("editor/new_group");
  tooltip("Type a name of one word and press Return.");
  if (!entered || new_group_.empty()) return;
  draft_.begin_undo_step();
  change(config_edit::set_member(text, rules, element_, new_group_, true),
         "A name is one word that does not begin with #.");
  new_group_.clear();
}

// ---- when ----

// A choice of elements, groups and all.
bool ConfigForms::choose_word(const char* id, const std::string& landmark, float width, std::string& chosen) {
  const Ruleset& rules = draft_.analysis().rules();
  bool changed = false;
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo(id, chosen.c_str(), ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);
  if (!open) landmarks().mark(landmark);
  if (!open) return false;
  const auto offer = [&](const std::string& word) {
    if (ImGui::Selectable(word.c_str(), word == chosen)) {
      chosen = word;
      changed = true;
    }
    landmarks().mark(landmark + "/" + word);
  };
  {
    const FingerRows rows;
    for (const Element& element : rules.elements) offer(element.name);
    for (const Group& group : rules.groups) {
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
  const float button = ImGui::GetFrameHeight();
  const float width = (ImGui::GetContentRegionAvail().x - button - 4 * px(4)) / 4;
  bool changed = choose_word("##a", place + "/a", width, wish.a);
  ImGui::SameLine(0, px(4));
  changed |= choose_word("##b", place + "/b", width, wish.b);
  ImGui::SameLine(0, px(4));
  changed |= choose_word("##c", place + "/c", width, wish.c);
  tooltip("What the first becomes. The word of a side means: stays what it is.");
  ImGui::SameLine(0, px(4));
  changed |= choose_word("##d", place + "/d", width, wish.d);
  tooltip("What the second becomes. The word of a side means: stays what it is.");
  ImGui::SameLine(0, px(4));
  const bool removed = ImGui::Button("x", {button, button});
  landmarks().mark(place + "/remove");
  tooltip("Removes this line.");
  if (changed || removed) draft_.begin_undo_step();
  auto chance = static_cast<float>(when.probability);
  const bool slid = unit_slider("chance", "Chance", chance, fmt::format("{:g}", when.probability));
  landmarks().mark(place + "/chance");
  note_activation();
  if (slid) wish.probability = to_notch(chance);
  const std::string& text = draft_.text().text();
  if (removed) change(config_edit::remove_line(text, "when", when.line));
  if (!removed && (changed || slid)) change(config_edit::set_when(text, wish));
  return removed || changed || slid;
}

// The lines that are about the chosen element, also those that name a group of it or all.
void ConfigForms::draw_whens() {
  const Ruleset& rules = draft_.analysis().rules();
  const Element& element = rules.elements[element_];
  if (whens_version_ != draft_.text().version()) {
    whens_ = config_edit::when_lines(draft_.text().text());
    whens_version_ = draft_.text().version();
  }
  section("When A touches B, they become C and D");
  for (const config_edit::WhenText& when : whens_) {
    if (!covers(when.a, element, element_, rules) && !covers(when.b, element, element_, rules)) continue;
    ImGui::PushID(when.line);
    const bool changed = draw_when(when);
    ImGui::PopID();
    if (changed) return;
  }
  const bool added = ImGui::Button("Add a line", {-1, 0});
  landmarks().mark("editor/add_when");
  tooltip("The new line changes nothing until you choose what becomes of the two.");
  if (!added) return;
  draft_.begin_undo_step();
  change(config_edit::set_when(draft_.text().text(), {0, element.name, "all", element.name, "all", 1.0}));
}

// ---- parameters of the automaton ----

bool ConfigForms::draw_parameter(const ParameterInfo& info) {
  const auto& set = draft_.analysis().rules().parameters;
  const auto found = std::ranges::find(set, info.name, [](const auto& value) { return std::string_view(value.first); });
  const std::string& text = draft_.text().text();
  const std::string place = fmt::format("editor/parameter/{}", info.name);
  bool is_set = found != set.end();
  const bool clicked = ImGui::Checkbox(info.title.data(), &is_set);
  landmarks().mark(place);
  tooltip(info.summary);
  if (clicked) {
    draft_.begin_undo_step();
    change(config_edit::set_parameter(text, info.name, is_set ? std::optional(info.default_value) : std::nullopt));
    return true;
  }
  if (!is_set) return false;
  const double before = found->second;
  if (!info.choice_names.empty()) {
    ImGui::SameLine(0, px(10));
    const std::optional<double> chosen = choose_value(info, before, place + "/value", -1);
    if (!chosen) return false;
    draft_.begin_undo_step();
    change(config_edit::set_parameter(text, info.name, *chosen));
    return true;
  }
  auto value = static_cast<float>(before);
  const bool moved = linear_slider((place + "/value").c_str(), value, static_cast<float>(info.minimum),
                                   static_cast<float>(info.maximum), fmt::format("{:g}", before).c_str(), px(60));
  note_activation();
  const double wanted = allowed(info, static_cast<double>(value));
  if (!moved || wanted == before) return false;
  change(config_edit::set_parameter(text, info.name, wanted));
  return true;
}

// Of the whole file, not of one element.
void ConfigForms::draw_parameters() {
  const std::string& name = draft_.analysis().rules().automaton;
  const auto automaton = std::ranges::find(automata(), std::string_view(name), &AutomatonDefinition::name);
  if (automaton == automata().end() || automaton->parameters.empty()) return;
  section(fmt::format("This file sets in {}", name).c_str());
  for (const ParameterInfo& info : automaton->parameters) {
    if (draw_parameter(info)) return;
  }
}

}  // namespace repose
