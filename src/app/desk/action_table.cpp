#include "app/desk/action_table.hpp"

#include <algorithm>
#include <cassert>

#include "app/widgets/theme.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

std::string reason_of(const ActionRow& row) { return row.why_not ? row.why_not() : std::string(); }

// In the order of SDL_GameControllerButton, with the triggers at the end; by kind.
constexpr const char* kPadNames[][3] = {{"A", text_id("Cross"), "A"},
                                        {"B", text_id("Circle"), "B"},
                                        {"X", text_id("Square"), "X"},
                                        {"Y", text_id("Triangle"), "Y"},
                                        {text_id("View"), text_id("Share"), "-"},
                                        {"Guide", "PS", "Home"},
                                        {text_id("Menu"), text_id("Options"), "+"},
                                        {"L3", "L3", "L3"},
                                        {"R3", "R3", "R3"},
                                        {"LB", "L1", "L"},
                                        {"RB", "R1", "R"},
                                        {text_id("D-pad up"), text_id("D-pad up"), text_id("D-pad up")},
                                        {text_id("D-pad down"), text_id("D-pad down"), text_id("D-pad down")},
                                        {text_id("D-pad left"), text_id("D-pad left"), text_id("D-pad left")},
                                        {text_id("D-pad right"), text_id("D-pad right"), text_id("D-pad right")},
                                        {"Misc", "Misc", "Misc"},
                                        {"P1", "P1", "P1"},
                                        {"P2", "P2", "P2"},
                                        {"P3", "P3", "P3"},
                                        {"P4", "P4", "P4"},
                                        {text_id("Touchpad"), text_id("Touchpad"), text_id("Touchpad")},
                                        {"LT", "L2", "ZL"},
                                        {"RT", "R2", "ZR"}};
// SDL's names that differ by language. The settings keep them in English.
constexpr const char* kKeyNames[] = {
    text_id_in("key", "Space"),  text_id_in("key", "Return"),   text_id_in("key", "Escape"),
    text_id_in("key", "Insert"), text_id_in("key", "Delete"),   text_id_in("key", "Home"),
    text_id_in("key", "End"),    text_id_in("key", "PageUp"),   text_id_in("key", "PageDown"),
    text_id_in("key", "Left"),   text_id_in("key", "Right"),    text_id_in("key", "Up"),
    text_id_in("key", "Down"),   text_id_in("key", "Backspace")};
constexpr std::string_view kWheelPrefix = "Wheel+", kPadPrefix = "Controller ";
static_assert(std::size(kPadNames) == kPadRightTrigger - kPad + 1);

// Ctrl and Alt have these names in every language.
std::string modifier_names(unsigned char modifiers, std::string_view shift) {
  return fmt::format("{}{}{}{}", (modifiers & kCtrl) ? "Ctrl+" : "", (modifiers & kAlt) ? "Alt+" : "",
                     (modifiers & kShift) ? shift : "", (modifiers & kShift) ? "+" : "");
}

}  // namespace

void ActionTable::set_rows(std::vector<ActionRow> rows) {
  rows_ = std::move(rows);
  std::vector<DefaultKeys> keys;
  for (const ActionRow& row : rows_) keys.push_back({row.id, row.keys, row.context, !row.fixed_keys.empty()});
  bindings_ = Bindings(std::move(keys));
}

const ActionRow* ActionTable::find(std::string_view id) const {
  const auto found = std::ranges::find(rows_, id, &ActionRow::id);
  return found == rows_.end() ? nullptr : &*found;
}

const ActionRow& ActionTable::row(std::string_view id) const {
  const ActionRow* const found = find(id);
  assert(found != nullptr);
  return *found;
}

std::string ActionTable::why_not(std::string_view id) const { return reason_of(row(id)); }

bool ActionTable::is_on(std::string_view id) const {
  const ActionRow& action = row(id);
  return action.is_on && action.is_on() && reason_of(action).empty();
}

std::string ActionTable::label(std::string_view id) const {
  const ActionRow& action = row(id);
  if (action.label_now) return action.label_now();
  return tr(action.menu.label.empty() ? action.title.data() : action.menu.label.data());
}

std::string ActionTable::tip(std::string_view id) const {
  const ActionRow& action = row(id);
  if (std::string reason = reason_of(action); !reason.empty())
    return action.label_now ? reason : trf("{}. {}", tr(action.title.data()), reason);
  const std::string text = action.label_now ? action.label_now() : std::string(tr(action.title.data()));
  return action.about.empty() ? text : trf("{}. {}", text, tr(action.about.data()));
}

std::string ActionTable::keys(std::string_view id) const {
  const ActionRow& action = row(id);
  if (action.fixed_keys.empty()) return bindings_.keys(id);
  if (!bindings_.uses_pad()) return tr(action.fixed_keys.data());
  return id == action::cancel ? bindings_.name({pad(SDL_CONTROLLER_BUTTON_B)}) : "";
}

std::string ActionTable::way(std::string_view id, bool at_start) const {
  const bool pad = bindings_.uses_pad();
  if (std::string text = is_narrow() && !pad ? "" : keys(id); !text.empty()) return text;
  if (is_narrow() && id == action::play_pause) return at_start ? tr("The play button") : tr("the play button");
  if (is_narrow() && id == action::cancel) return at_start ? tr("The stop button") : tr("the stop button");
  if ((is_narrow() || pad) && !row(id).menu.section.empty()) return at_start ? tr("The menu") : tr("the menu");
  return at_start ? tr("The command palette") : tr("the command palette");
}

void ActionTable::perform(std::string_view id, int number) const {
  const ActionRow& action = row(id);
  if (const std::string reason = reason_of(action); !reason.empty()) return refuse_(reason);
  action.perform_numbered ? action.perform_numbered(number) : action.perform();
}

Bindings::Bindings(std::vector<DefaultKeys> defaults) : defaults_(std::move(defaults)) { reset_all(); }

std::optional<std::string_view> Bindings::find(SDL_Keycode key, unsigned char modifiers, KeyContext context) const {
  for (const Binding& binding : bindings_) {
    if (binding.chord == KeyChord{key, modifiers} && binding.context == context) return binding.action;
  }
  return std::nullopt;
}

std::string Bindings::keys(std::string_view action) const {
  std::string text;
  for (const KeyChord& chord : chords(action)) {
    if (is_pad(chord.key) != uses_pad_) continue;
    const std::string key = name(chord);
    text = text.empty() ? key : trf("{} or {}", text, key);
  }
  return text;
}

void Bindings::use_pad(std::optional<PadKind> kind) {
  uses_pad_ = kind.has_value();
  pad_kind_ = kind.value_or(pad_kind_);
}

std::string Bindings::name(KeyChord chord) const {
  if (!is_pad(chord.key)) {
    const std::string shift = tr_in("key", "Shift");
    const std::string_view english = SDL_GetKeyName(chord.key);
    const std::string key =
        std::ranges::find(kKeyNames, english) == std::end(kKeyNames) ? std::string(english) : tr_in("key", english);
    return modifier_names(chord.modifiers, shift) + key;
  }
  const std::string button = tr(kPadNames[chord.key - kPad][static_cast<int>(pad_kind_)]);
  if ((chord.modifiers & kWithWheel) == 0) return button;
  for (const KeyChord& wheel : chords(action::wheel)) {
    if (is_pad(wheel.key)) return name(wheel) + "+" + button;
  }
  return button;
}

std::string key_name(SDL_Keycode key, unsigned char modifiers) {
  std::string text = modifier_names(modifiers, "Shift");
  if (!is_pad(key)) return text + SDL_GetKeyName(key);
  if (modifiers & kWithWheel) text += kWheelPrefix;
  return text.append(kPadPrefix) + kPadNames[key - kPad][0];
}

unsigned char modifiers_of(Uint16 sdl) {
  return static_cast<unsigned char>(((sdl & (KMOD_CTRL | KMOD_GUI)) ? kCtrl : 0) | ((sdl & KMOD_SHIFT) ? kShift : 0) |
                                    ((sdl & KMOD_ALT) ? kAlt : 0));
}

// Changing keys: moves them between actions, and converts them for the settings.

const DefaultKeys* Bindings::find_defaults(std::string_view action) const {
  const auto found = std::ranges::find(defaults_, action, &DefaultKeys::action);
  return found == defaults_.end() ? nullptr : &*found;
}

KeyContext Bindings::context_of(std::string_view action) const {
  const DefaultKeys* const defaults = find_defaults(action);
  return defaults != nullptr ? defaults->context : KeyContext::everywhere;
}

bool Bindings::can_change(std::string_view action) const {
  const DefaultKeys* const defaults = find_defaults(action);
  return defaults != nullptr && !defaults->fixed;
}

std::vector<KeyChord> Bindings::chords(std::string_view action) const {
  std::vector<KeyChord> chords;
  for (const Binding& binding : bindings_) {
    if (binding.action == action && binding.shown) chords.push_back(binding.chord);
  }
  return chords;
}

std::optional<std::string_view> Bindings::rival(std::string_view action, KeyChord chord) const {
  const auto other = find(chord.key, chord.modifiers, context_of(action));
  return other == action ? std::nullopt : other;
}

void Bindings::take_away(KeyChord chord, KeyContext context) {
  std::erase_if(bindings_,
                [&](const Binding& binding) { return binding.chord == chord && binding.context == context; });
}

void Bindings::add(const Binding& binding) {
  take_away(binding.chord, binding.context);
  bindings_.push_back(binding);
}

void Bindings::add(std::string_view action, KeyChord chord) {
  if (const DefaultKeys* const known = find_defaults(action)) add({known->action, chord, known->context});
}

void Bindings::replace(std::string_view action, KeyChord old, KeyChord chord) {
  if (old == chord) return;
  take_away(chord, context_of(action));
  for (Binding& binding : bindings_) {
    if (binding.action == action && binding.chord == old) binding = {binding.action, chord, binding.context};
  }
}

void Bindings::swap(std::string_view action, KeyChord old, KeyChord chord) {
  const auto other = rival(action, chord);
  replace(action, old, chord);
  if (other) add(*other, old);
}

void Bindings::remove(std::string_view action, KeyChord chord) {
  std::erase_if(bindings_, [&](const Binding& binding) { return binding.action == action && binding.chord == chord; });
}

void Bindings::reset(std::string_view action) {
  std::erase_if(bindings_, [&](const Binding& binding) { return binding.action == action; });
  const DefaultKeys* const defaults = find_defaults(action);
  if (defaults == nullptr) return;
  for (const DefaultKey& key : defaults->keys)
    add({defaults->action, {key.key, key.modifiers}, defaults->context, key.shown});
}

void Bindings::reset_all() {
  bindings_.clear();
  for (const DefaultKeys& defaults : defaults_) reset(defaults.action);
}

bool Bindings::changed(std::string_view action) const {
  std::vector<KeyChord> shown;
  if (const DefaultKeys* const defaults = find_defaults(action)) {
    for (const DefaultKey& key : defaults->keys) {
      if (key.shown) shown.push_back({key.key, key.modifiers});
    }
  }
  return chords(action) != shown;
}

KeyChanges Bindings::changes() const {
  KeyChanges changes;
  for (const DefaultKeys& defaults : defaults_) {
    if (!changed(defaults.action)) continue;
    std::vector<std::string>& names = changes[std::string(defaults.action)];
    for (const KeyChord& chord : chords(defaults.action)) names.push_back(key_name(chord.key, chord.modifiers));
  }
  return changes;
}

std::string Bindings::apply(const KeyChanges& changes) {
  std::string unknown;
  const auto leave_out = [&](const std::string& name) { unknown += (unknown.empty() ? "" : ", ") + name; };
  std::vector<std::pair<std::string_view, KeyChord>> wanted;
  for (const auto& [id, names] : changes) {
    if (!can_change(id)) {
      leave_out(id);
      continue;
    }
    // First removes the keys of all changed actions, then sets the new ones, because two actions may have swapped keys.
    std::erase_if(bindings_, [&id = id](const Binding& binding) { return binding.action == id && binding.shown; });
    for (const std::string& name : names) {
      const auto chord = find_chord(name);
      if (chord) wanted.emplace_back(id, *chord);
      if (!chord) leave_out(name);
    }
  }
  for (const auto& [action, chord] : wanted) add(action, chord);
  if (unknown.empty()) return "";
  return trf("The settings name unknown keys or actions, which were left out: {}.", unknown);
}

bool Bindings::can_take(KeyChord chord) {
  const bool modifier = chord.key >= SDLK_LCTRL && chord.key <= SDLK_RGUI;
  const bool number = chord.modifiers == kNone && chord.key >= SDLK_1 && chord.key <= SDLK_9;
  return chord.key != SDLK_UNKNOWN && chord.key != SDLK_ESCAPE && !modifier && !number;
}

std::optional<KeyChord> find_chord(std::string_view name) {
  KeyChord chord;
  constexpr std::pair<std::string_view, Modifier> kPrefixes[] = {
      {"Ctrl+", kCtrl}, {"Alt+", kAlt}, {"Shift+", kShift}, {kWheelPrefix, kWithWheel}};  // the order of key_name()
  for (const auto& [prefix, modifier] : kPrefixes) {
    if (!name.starts_with(prefix)) continue;
    chord.modifiers = static_cast<unsigned char>(chord.modifiers | modifier);
    name.remove_prefix(prefix.size());
  }
  if (name.starts_with(kPadPrefix)) {
    const auto* const found = std::ranges::find(kPadNames, name.substr(kPadPrefix.size()),
                                                [](const auto& names) { return std::string_view(names[0]); });
    if (found != std::end(kPadNames)) chord.key = kPad + static_cast<SDL_Keycode>(found - std::begin(kPadNames));
  } else {
    chord.key = SDL_GetKeyFromName(std::string(name).c_str());
  }
  return Bindings::can_take(chord) ? std::optional(chord) : std::nullopt;
}

}  // namespace repose
