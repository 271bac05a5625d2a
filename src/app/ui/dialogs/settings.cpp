// The settings of the app: looks, mouse, memory, keys.
#include "app/ui/dialogs/dialogs.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <cmath>
#include <tuple>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr float kLabelWidth = 190;

void label(const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  if (!is_narrow()) ImGui::SameLine(px(kLabelWidth));  // else what it names is in the next line
}

// True when it was clicked.
bool switch_row(std::string_view id, std::string_view title, bool& value, std::string_view tip) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(4, 6)});
  if (is_narrow()) ImGui::GetStyle().TouchExtraPadding = {0, px(6)};
  const bool clicked = ImGui::Checkbox(std::string(title).c_str(), &value);
  ImGui::GetStyle().TouchExtraPadding = {0, 0};
  ImGui::PopStyleVar();
  mark_item(fmt::format("settings/{}", id), tip);
  if (is_narrow()) ImGui::Dummy({0, px(1)});
  return clicked;
}

// A switch for an action, with the texts of its row.
void action_row(const ActionTable& actions, std::string_view id) {
  const ActionRow& row = actions.row(id);
  bool on = actions.is_on(id);
  const char* const about = row.about.empty() ? "" : tr(row.about.data());
  if (switch_row(id, tr(row.title.data()), on, about)) actions.perform(id);
}

// True when the new value must be applied: on release of the mouse, because smaller values in between would delete
// history.
bool memory_row(const char* id, const char* title, int& mebibytes, const char* tip) {
  constexpr float kLeast = 16, kMost = 16384;
  label(title);
  auto value = static_cast<float>(std::max(mebibytes, static_cast<int>(kLeast)));
  const std::string text = mebibytes < 1024 ? trf("{} MiB", mebibytes) : trf("{:.1f} GiB", mebibytes / 1024.0);
  if (log_slider(id, value, kLeast, kMost, text.c_str(), px(70)))
    mebibytes = static_cast<int>(std::exp2(std::round(std::log2(value) * 2) / 2));
  const bool let_go = ImGui::IsItemDeactivated();
  tooltip(tip);
  return let_go;
}

}  // namespace

std::string text_size_title(int percent) { return percent == 0 ? std::string(tr("Automatic")) : trf("{} %", percent); }

void SettingsDialog::open_keys() {
  open_ = shows_keys_ = true;
  keys_.begin();
}

void SettingsDialog::general() {
  Settings& settings = desk_.settings;
  section(tr("Looks"));
  const auto chosen = std::ranges::find(languages(), settings.language, &Language::code);
  const std::string as_system = tr("As the system");
  label(tr("Language"));
  ImGui::SetNextItemWidth(px(174));
  if (ImGui::BeginCombo("##language", chosen == languages().end() ? as_system.c_str() : chosen->name.c_str(),
                        ImGuiComboFlags_HeightLargest)) {
    {
      const FingerRows rows;
      const auto choice = [&](const std::string& code, const std::string& name) {
        if (ImGui::Selectable(name.c_str(), code == settings.language)) {
          settings.language = code;
          if (const Status applied = apply_language(code); !applied)
            desk_.messages.say(applied.message(), Tone::warning);
        }
        landmarks().mark(fmt::format("settings/language/{}", code));
      };
      choice("", as_system);
      for (const Language& language : languages()) choice(language.code, language.name);
    }
    ImGui::EndCombo();
  }
  landmarks().mark("settings/language");
  label(tr("Theme"));
  for (const auto& [name, title] :
       {std::pair{ThemeName::dark, text_id("Dark")}, std::pair{ThemeName::light, text_id("Light")},
        std::pair{ThemeName::contrast, text_id("Contrast")}}) {
    if (chip(tr(title), settings.window.theme == name) && settings.window.theme != name) {
      settings.window.theme = name;
      desk_.style.restyle();
    }
    landmarks().mark(fmt::format("settings/{}", title));
    ImGui::SameLine(0, px(6));
  }
  ImGui::NewLine();
  label(tr("Text size"));
  ImGui::SetNextItemWidth(px(174));
  if (ImGui::BeginCombo("##scale", text_size_title(settings.window.ui_scale_percent).c_str(),
                        ImGuiComboFlags_HeightLargest)) {
    {
      const FingerRows rows;
      for (const int percent : kTextSizes) {
        if (!ImGui::Selectable(text_size_title(percent).c_str(), percent == settings.window.ui_scale_percent)) continue;
        settings.window.ui_scale_percent = percent;
        desk_.style.restyle();
      }
    }
    ImGui::EndCombo();
  }
  landmarks().mark("settings/scale");
  label(tr("Reduced motion"));
  for (const auto& [choice, id, title] :
       {std::tuple{ReducedMotion::system, "system", text_id("As the system")},
        std::tuple{ReducedMotion::on, "on", text_id("On")}, std::tuple{ReducedMotion::off, "off", text_id("Off")}}) {
    if (chip(fmt::format("{}##motion", tr(title)).c_str(), settings.view.reduced_motion == choice))
      settings.view.reduced_motion = choice;
    mark_item(fmt::format("settings/motion/{}", id),
              tr("On: nothing glides, trembles, swings or turns but the world itself. The view changes at once."));
    ImGui::SameLine(0, px(6));
  }
  ImGui::NewLine();
  action_row(desk_.actions, "minimap");
  section(tr("Use"));
  for (const char* id : {"safe_colors", "wheel_zooms", "sticky_modifiers", "pause_when_unfocused"})
    action_row(desk_.actions, id);
  switch_row("autosave",
             page::autosave_seconds() < 60 ? tr("Save a copy of the world every few seconds")
                                           : tr("Save a copy of the world every minute"),
             settings.autosave, tr("If Repose ends unexpectedly, its next start offers to restore the world."));
  switch_row(
      "discoveries", tr("Tell of discoveries"), settings.tells_discoveries,
      tr("A card over the world when you make something happen for the first time. The list is kept in any case."));
  section(tr("Memory"));
  const HistoryFacts history = desk_.session().history();
  ImGui::SameLine(0, px(12));
  dim_text(trf("Undo uses {:.1f} MiB now.", static_cast<double>(history.bytes) / (1 << 20)));
  const bool undo_moved =
      memory_row("settings/undo", tr("Undo"), settings.history.undo_mebibytes,
                 tr("Memory for undo and redo. When it is full, the oldest operations are dropped."));
  const bool rewind_moved = memory_row("settings/rewind", tr("Rewinding"), settings.history.rewind_mebibytes,
                                       tr("Memory for the time line. When it is full, the oldest steps are dropped."));
  if (undo_moved || rewind_moved) desk_.session().keep_history(history_limits(desk_.settings));
  section(tr("Sound"));
  label(tr("Volume"));
  auto volume = static_cast<float>(desk_.settings.sound.volume_percent);
  if (linear_slider("settings/volume", volume, 0, 100, trf("{:.0f} %", volume).c_str(), px(70)))
    desk_.settings.sound.volume_percent = static_cast<int>(std::lround(volume));
  tooltip(tr("How loud the world is: falling sand, water, fire, explosions."));
  action_row(desk_.actions, action::mute);
  const std::string problem = desk_.actions.why_not(action::mute);
  if (!problem.empty()) {
    wrapped_text(theme().dim, problem);
    landmarks().mark("settings/no sound");
  }
  ImGui::Dummy({0, px(4)});
  if (primary_button(tr("Done"), px(110))) open_ = false;
}

void SettingsDialog::draw() {
  const bool keys = shows_keys_;
  if (!open_ || !keys) keys_.cancel();
  if (!begin_dialog(fmt::format("{}###settings", tr("Settings")).c_str(), open_, keys ? 720 : 440, keys ? 640 : 0))
    return;
  for (const auto& [is_keys, title] : {std::pair{false, text_id("General")}, std::pair{true, text_id("Keys")}}) {
    if (chip(tr(title), shows_keys_ == is_keys, px(96))) is_keys ? open_keys() : static_cast<void>(shows_keys_ = false);
    landmarks().mark(fmt::format("settings/{}", title));
    ImGui::SameLine(0, px(6));
  }
  ImGui::NewLine();
  shows_keys_ ? keys_.draw() : general();
  end_dialog();
}

namespace {

constexpr float kTitleWidth = 300, kFooterHeight = 46;

std::string name_of(const Bindings& bindings, KeyChord chord) {
  return is_pad(chord.key) ? trf("Controller {}", bindings.name(chord)) : bindings.name(chord);
}

// Whether a text of a table contains the searched text, in English or translated.
bool says(std::string_view english, std::string_view search) {
  return contains(english, search) || contains(tr(english.data()), search);
}

bool small_button(const char* label, const char* mark) {
  const bool pressed = button(label, mark);
  if (!is_narrow()) ImGui::SameLine(0, px(6));
  return pressed;
}

}  // namespace

void KeySettings::begin() {
  search_.clear();
  focus_ = true;
}

void KeySettings::cancel() {
  asked_.reset();
  problem_.clear();
  sure_ = false;
}

void KeySettings::put(KeyChord chord) {
  asked_->old ? desk_.actions.bindings().replace(asked_->action, *asked_->old, chord)
              : desk_.actions.bindings().add(asked_->action, chord);
  cancel();
}

void KeySettings::assign(KeyChord chord) {
  if (chord.key >= SDLK_LCTRL && chord.key <= SDLK_RGUI) return;  // the main key follows
  if (chord.key == SDLK_ESCAPE || chord.key == pad(SDL_CONTROLLER_BUTTON_B)) return cancel();
  if (!Bindings::can_take(chord)) {
    problem_ =
        trf("{} always chooses an element. Press another key, or Escape.", name_of(desk_.actions.bindings(), chord));
    return;
  }
  problem_.clear();
  if (!desk_.actions.bindings().rival(asked_->action, chord)) return put(chord);
  asked_->wanted = chord;
}

// A key, or the sign for adding one: a click waits for another key.
void KeySettings::chip_of(const ActionRow& action, std::optional<KeyChord> chord, const std::string& label,
                          const std::string& mark) {
  const bool asked = asked_ && asked_->action == action.id && asked_->old == chord;
  std::string text = label;
  if (asked) text = asked_->wanted ? name_of(desk_.actions.bindings(), *asked_->wanted) : tr("Press a key");
  if (ImGui::GetContentRegionAvail().x < button_width(text.c_str())) ImGui::NewLine();
  ImGui::PushID(mark.c_str());
  if (chip(text.c_str(), asked)) {
    cancel();
    if (!asked) asked_ = Asked{action.id, chord, std::nullopt};
  }
  ImGui::PopID();
  mark_item(mark, chord ? tr("Click, then press the new key.") : tr("Add another key."));
  ImGui::SameLine(0, px(4));
}

void KeySettings::chips(const ActionRow& action) {
  const std::vector<KeyChord> chords = desk_.actions.bindings().chords(action.id);
  const std::string mark = fmt::format("keys/{}", action.id);
  for (std::size_t i = 0; i < chords.size(); ++i)
    chip_of(action, chords[i], name_of(desk_.actions.bindings(), chords[i]), fmt::format("{}/{}", mark, i));
  chip_of(action, std::nullopt, "+", mark + "/add");
  if (asked_ && asked_->action == action.id && asked_->old && !asked_->wanted) {
    if (ImGui::GetContentRegionAvail().x < button_width(tr("Remove"))) ImGui::NewLine();
    if (small_button(tr("Remove"), "keys/remove")) {
      desk_.actions.bindings().remove(action.id, *asked_->old);
      cancel();
    }
    tooltip(tr("Removes this key."));
  }
  if (!desk_.actions.bindings().changed(action.id)) return ImGui::NewLine();
  if (ImGui::GetContentRegionAvail().x < ImGui::GetFrameHeight()) ImGui::NewLine();
  if (icon_button((mark + "/reset").c_str(), Icon::reset, tr("Reset to the default keys"), "", false,
                  ImGui::GetFrameHeight())) {
    cancel();
    desk_.actions.bindings().reset(action.id);
  }
}

// Shows which action has the pressed key, and asks what to do.
void KeySettings::conflict() {
  const KeyChord wanted = *asked_->wanted;
  const auto rival = desk_.actions.bindings().rival(asked_->action, wanted);
  if (!rival) return put(wanted);
  wrapped_text(theme().warning, trf("{} is already used for \"{}\".", name_of(desk_.actions.bindings(), wanted),
                                    tr(desk_.actions.row(*rival).title.data())));
  if (small_button(tr("Use it here instead"), "keys/take")) return put(wanted);
  if (asked_->old &&
      small_button(trf("Swap with {}", name_of(desk_.actions.bindings(), *asked_->old)).c_str(), "keys/swap")) {
    desk_.actions.bindings().swap(asked_->action, *asked_->old, wanted);
    return cancel();
  }
  if (small_button(tr("Keep both as they are"), "keys/leave")) return cancel();
  ImGui::NewLine();
}

void KeySettings::draw() {
  if (focus_ || ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  focus_ = false;
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##search", tr("Search actions and keys"), &search_);
  landmarks().mark("keys/search");
  if (ImGui::IsItemActivated()) cancel();
  ImGui::BeginChild("list", {0, -px(kFooterHeight)}, false, ImGuiWindowFlags_NavFlattened);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(4)});
  std::string_view group;
  for (const ActionRow& action : desk_.actions.rows()) {
    const bool found =
        says(action.title, search_) || says(action.group, search_) || contains(desk_.actions.keys(action.id), search_);
    if (!found || !desk_.actions.bindings().can_change(action.id)) continue;
    if (group != action.group) section(tr(action.group.data()));
    group = action.group;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(tr(action.title.data()));
    if (!is_narrow() && ImGui::GetItemRectSize().x < px(kTitleWidth)) ImGui::SameLine(px(kTitleWidth));
    ImGui::BeginGroup();  // chips that do not fit come under the others
    chips(action);
    ImGui::EndGroup();
    if (!asked_ || asked_->action != action.id) continue;
    if (!problem_.empty()) coloured_text(theme().warning, problem_);
    if (asked_->wanted) conflict();
  }
  if (group.empty()) dim_text(tr("Nothing found."));
  ImGui::PopStyleVar(2);
  ImGui::EndChild();
  ImGui::Dummy({0, px(2)});
  if (primary_button(tr("Done"), px(110))) desk_.dialogs->settings.close();
  ImGui::SameLine(0, px(8));
  ImGui::BeginDisabled(desk_.actions.bindings().changes().empty());
  const bool pressed = ImGui::Button(sure_ ? tr("Yes, reset all") : tr("Reset all keys"));
  ImGui::EndDisabled();
  mark_item("keys/reset_all", tr("Sets all keys to their defaults."));
  if (pressed && sure_) desk_.actions.bindings().reset_all();
  if (pressed) sure_ = !sure_;
}

// F1: every mouse gesture, and every action that has keys.

namespace {

// A heading and the rows under it.
struct KeyGroup {
  std::string_view title;                                      // in English
  std::vector<std::pair<std::string, std::string_view>> rows;  // keys or gesture, effect in English
};

// Gestures, then the actions that have keys, in the order of the table.
std::vector<KeyGroup> groups(const ActionTable& actions, bool wheel_zooms) {
  std::vector<KeyGroup> all;
  if (is_narrow())
    all.push_back({text_id("Fingers"),
                   {{tr("One finger"), text_id("Paint; in lists, scroll")},
                    {tr("Two fingers"), text_id("Move the view and zoom")},
                    {tr("A finger that rests"), text_id("Pick the element under it, or explain a button")},
                    {tr("A tap on the line"), text_id("Open the time line; a drag goes back in time")}}});
  const Bindings& bindings = actions.bindings();
  if (bindings.uses_pad()) {
    const auto both = [&](SDL_Keycode one, SDL_Keycode other) {
      return trf("{} and {}", bindings.name({one}), bindings.name({other}));
    };
    all.push_back(
        {text_id("Controller"),
         {{tr("Left stick"), text_id("Move the cursor, slowly or fast; choose in the wheel")},
          {tr("Right stick"), text_id("Move the view; scroll a list")},
          {actions.keys(action::cancel), text_id("Back; if there is nothing to close, undo")},
          {both(pad(SDL_CONTROLLER_BUTTON_LEFTSHOULDER), pad(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER)),
           text_id("In panels and dialogs: the thing before, the next one; in the wheel: pages")},
          {bindings.name({pad(SDL_CONTROLLER_BUTTON_A)}), text_id("In panels and dialogs: press; on the world: paint")},
          {both(kPadLeftTrigger, kPadRightTrigger), text_id("In lists: a page up, a page down")}}});
  } else {
    all.push_back(KeyGroup{text_id("Mouse"),
                           {{tr("Left button"), text_id("Paint")},
                            {tr("Right button"), text_id("Erase, or paint the second element")},
                            {tr("Middle click, Alt+left"), text_id("Pick the element under the cursor")},
                            {tr("Shift+drag"), text_id("Straight line")},
                            {tr("Ctrl+drag"), text_id("Rectangle")},
                            {tr("Ctrl+Shift+click"), text_id("Fill connected cells")},
                            {wheel_zooms ? tr("Ctrl+wheel") : tr("Wheel"), text_id("Brush size")},
                            {tr("Shift+wheel"), text_id("How much sand or water is poured")},
                            {wheel_zooms ? tr("Wheel") : tr("Ctrl+wheel"), text_id("Zoom to the cursor")},
                            {tr("Space+drag, middle drag"), text_id("Move the view")},
                            {tr("Right click in the list"), text_id("Put an element on the right button")},
                            {tr("Right drag"), text_id("Turn heights in three dimensions")},
                            {tr("Drop a file here"), text_id("Open a file of any kind")}}});
  }
  for (const ActionRow& row : actions.rows()) {
    std::string keys = actions.keys(row.id);
    if (keys.empty()) continue;
    auto group = std::ranges::find(all, row.group, &KeyGroup::title);
    if (group == all.end()) group = all.insert(all.end(), {row.group, {}});
    group->rows.emplace_back(std::move(keys), row.title);
  }
  return all;
}

float height_of(const KeyGroup& group) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float row = ImGui::GetTextLineHeight() + 2 * style.CellPadding.y;
  return ImGui::GetTextLineHeight() + px(2) + 3 * style.ItemSpacing.y + static_cast<float>(group.rows.size()) * row;
}

void draw_group(const KeyGroup& group) {
  section(tr(group.title.data()));
  float keys_width = px(96);
  for (const auto& [keys, title] : group.rows)
    keys_width = std::max(keys_width, ImGui::CalcTextSize(keys.c_str()).x + px(4));
  if (is_narrow()) keys_width = std::min(keys_width, ImGui::GetContentRegionAvail().x * 0.45f);
  if (!ImGui::BeginTable(group.title.data(), 2, ImGuiTableFlags_SizingFixedFit)) return;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, keys_width);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  for (const auto& [keys, title] : group.rows) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    is_narrow() ? wrapped_text(theme().accent, keys) : coloured_text(theme().accent, keys);
    ImGui::TableNextColumn();
    wrapped_text(tr(title.data()));
    landmarks().mark(fmt::format("help/{}", title));
  }
  ImGui::EndTable();
}

using Column = std::vector<const KeyGroup*>;

// Gives each group, in this order, to the first column with space for all of it; empty if one fits into none.
std::optional<std::vector<Column>> first_fit(const Column& groups, std::size_t columns, float room) {
  std::vector<Column> shared(columns);
  std::vector<float> taken(columns, 0.0f);
  for (const KeyGroup* group : groups) {
    const float height = height_of(*group);
    const auto free = std::ranges::find_if(taken, [&](float used) { return used + height <= room; });
    if (free == taken.end()) return std::nullopt;
    *free += height;
    shared[static_cast<std::size_t>(free - taken.begin())].push_back(group);
  }
  return shared;
}

// Divides whole groups among columns, in their order or with the longest first; empty if they do not fit.
std::optional<std::vector<Column>> shared_out(const std::vector<KeyGroup>& all, std::size_t columns, float room) {
  Column groups;
  for (const KeyGroup& group : all) groups.push_back(&group);
  if (auto shared = first_fit(groups, columns, room)) return shared;
  std::ranges::stable_sort(groups, std::greater(), [](const KeyGroup* group) { return height_of(*group); });
  return first_fit(groups, columns, room);
}

// As many columns as are readable. Divides the groups so that none is longer than the window, if possible.
void draw_columns(const std::vector<KeyGroup>& all) {
  constexpr float kColumn = 370;
  if (all.empty()) return dim_text(tr("Nothing found."));
  const ImVec2 room = ImGui::GetContentRegionAvail(), spacing = ImGui::GetStyle().ItemSpacing;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, spacing.y / 2});
  const std::size_t columns = std::clamp<std::size_t>(static_cast<std::size_t>(room.x / px(kColumn)), 1, 3);
  auto shared = shared_out(all, columns, room.y);
  for (float longer = room.y; !shared; longer += ImGui::GetTextLineHeight()) shared = shared_out(all, columns, longer);
  if (ImGui::BeginTable("columns", static_cast<int>(columns), ImGuiTableFlags_SizingStretchSame)) {
    for (const Column& column : *shared) {
      ImGui::TableNextColumn();
      for (const KeyGroup* group : column) draw_group(*group);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

}  // namespace

void HelpDialog::draw() {
  const std::string title = tr("Keys and mouse");
  if (!begin_dialog((title + "###help").c_str(), open_, 1240, 776)) return;
  // In the same line as the dialog's title, to leave more space for the list.
  constexpr float kTitle = 150, kCross = 26, kGap = 16;
  const float change = button_width(tr("Change keys"));
  const float right = ImGui::GetWindowContentRegionMax().x - px(kCross + kGap, 0);
  if (!is_narrow()) {
    ImGui::PushFont(heading_font());
    const float width = std::max(px(kTitle), ImGui::CalcTextSize(title.c_str()).x + px(kGap));
    ImGui::PopFont();
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + width, ImGui::GetWindowContentRegionMin().y});
  }
  if (ImGui::IsWindowAppearing()) {
    search_.clear();
    if (!is_narrow()) ImGui::SetKeyboardFocusHere();  // a screen keyboard would cover the list
  }
  ImGui::SetNextItemWidth(std::max(px(80), right - change - ImGui::GetStyle().ItemSpacing.x - ImGui::GetCursorPosX()));
  ImGui::InputTextWithHint("##search", tr("Search keys and what they do"), &search_);
  landmarks().mark("help/search");
  ImGui::SameLine();
  if (button(tr("Change keys"), "help/change", change)) {
    close();
    desk_.dialogs->settings.open_keys();
  }
  ImGui::BeginChild("list", {}, false, ImGuiWindowFlags_NavFlattened);
  // Scrolls the list with Page Up and Page Down.
  const float page = ImGui::GetWindowHeight() * 0.9f;
  if (key_pressed(ImGuiKey_PageDown)) ImGui::SetScrollY(ImGui::GetScrollY() + page);
  if (key_pressed(ImGuiKey_PageUp)) ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() - page));
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(8), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(1)});
  // The rows in which the searched text is found: in keys, in effects, or in headings.
  std::vector<KeyGroup> found = groups(desk_.actions, desk_.settings.controls.wheel_zooms);
  for (KeyGroup& group : found) {
    if (says(group.title, search_)) continue;
    std::erase_if(group.rows,
                  [&](const auto& row) { return !contains(row.first, search_) && !says(row.second, search_); });
  }
  std::erase_if(found, [](const KeyGroup& group) { return group.rows.empty(); });
  draw_columns(found);
  ImGui::PopStyleVar(2);
  ImGui::EndChild();
  end_dialog();
}

}  // namespace repose
