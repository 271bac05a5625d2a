// Keys that a person has changed: who has a key, who gets it, and how that is kept in the settings.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/input/bindings.hpp"

namespace repose {

namespace {

const ActionInfo* find_info(std::string_view id) {
  const auto found = std::ranges::find(Bindings::actions(), id, &ActionInfo::id);
  return found == Bindings::actions().end() ? nullptr : &*found;
}

const Binding* default_of(Action action) {
  const auto found = std::ranges::find(default_bindings(), action, &Binding::action);
  return found == default_bindings().end() ? nullptr : &*found;
}

KeyContext context_of(Action action) {
  return default_of(action) ? default_of(action)->context : KeyContext::everywhere;
}

std::vector<KeyChord> shown_chords(const std::vector<Binding>& bindings, Action action) {
  std::vector<KeyChord> chords;
  for (const Binding& binding : bindings) {
    if (binding.action == action && binding.shown) chords.push_back(binding.chord());
  }
  return chords;
}

}  // namespace

bool Bindings::can_change(Action action) { return action != Action::element_by_number && action != Action::cancel; }

std::vector<KeyChord> Bindings::chords(Action action) const { return shown_chords(bindings_, action); }

std::optional<Action> Bindings::rival(Action action, KeyChord chord) const {
  const auto other = find(chord.key, chord.modifiers, context_of(action));
  return other == action ? std::nullopt : other;
}

void Bindings::take_away(KeyChord chord, KeyContext context) {
  std::erase_if(bindings_,
                [&](const Binding& binding) { return binding.chord() == chord && binding.context == context; });
}

void Bindings::add(Action action, KeyChord chord) {
  take_away(chord, context_of(action));
  bindings_.push_back({action, chord.key, chord.modifiers, true, context_of(action)});
}

void Bindings::replace(Action action, KeyChord old, KeyChord chord) {
  if (old == chord) return;
  take_away(chord, context_of(action));
  for (Binding& binding : bindings_) {
    if (binding.action == action && binding.chord() == old)
      binding = {action, chord.key, chord.modifiers, true, binding.context};
  }
}

void Bindings::swap(Action action, KeyChord old, KeyChord chord) {
  const auto other = rival(action, chord);
  replace(action, old, chord);
  if (other) add(*other, old);
}

void Bindings::remove(Action action, KeyChord chord) {
  std::erase_if(bindings_,
                [&](const Binding& binding) { return binding.action == action && binding.chord() == chord; });
}

void Bindings::reset(Action action) {
  std::erase_if(bindings_, [&](const Binding& binding) { return binding.action == action; });
  for (const Binding& binding : default_bindings()) {
    if (binding.action != action) continue;
    take_away(binding.chord(), binding.context);
    bindings_.push_back(binding);
  }
}

void Bindings::reset_all() { bindings_ = default_bindings(); }

bool Bindings::changed(Action action) const { return chords(action) != shown_chords(default_bindings(), action); }

KeyChanges Bindings::changes() const {
  KeyChanges changes;
  for (const ActionInfo& info : actions()) {
    if (!changed(info.action)) continue;
    std::vector<std::string>& names = changes[std::string(info.id)];
    for (const KeyChord& chord : chords(info.action)) names.push_back(key_name(chord.key, chord.modifiers));
  }
  return changes;
}

std::string Bindings::apply(const KeyChanges& changes) {
  std::string unknown;
  const auto leave_out = [&](const std::string& name) { unknown += (unknown.empty() ? "" : ", ") + name; };
  std::vector<std::pair<Action, KeyChord>> wanted;
  for (const auto& [id, names] : changes) {
    const ActionInfo* const info = find_info(id);
    if (info == nullptr || !can_change(info->action)) {
      leave_out(id);
      continue;
    }
    // All of them give up what they had before any gets something: two may have changed places.
    std::erase_if(bindings_, [&](const Binding& binding) { return binding.action == info->action && binding.shown; });
    for (const std::string& name : names) {
      const auto chord = find_chord(name);
      if (chord) wanted.emplace_back(info->action, *chord);
      if (!chord) leave_out(name);
    }
  }
  for (const auto& [action, chord] : wanted) add(action, chord);
  if (unknown.empty()) return "";
  return fmt::format("The settings name keys or actions that are not known here, which were left out: {}.", unknown);
}

bool Bindings::can_take(KeyChord chord) {
  const bool modifier = chord.key >= SDLK_LCTRL && chord.key <= SDLK_RGUI;
  const bool number = chord.modifiers == kNone && chord.key >= SDLK_1 && chord.key <= SDLK_9;
  return chord.key != SDLK_UNKNOWN && chord.key != SDLK_ESCAPE && !modifier && !number;
}

std::optional<KeyChord> find_chord(std::string_view name) {
  KeyChord chord;
  constexpr std::pair<std::string_view, Modifier> kPrefixes[] = {
      {"Ctrl+", kCtrl}, {"Alt+", kAlt}, {"Shift+", kShift}};  // as key_name() has them
  for (const auto& [prefix, modifier] : kPrefixes) {
    if (!name.starts_with(prefix)) continue;
    chord.modifiers = static_cast<unsigned char>(chord.modifiers | modifier);
    name.remove_prefix(prefix.size());
  }
  chord.key = SDL_GetKeyFromName(std::string(name).c_str());
  return Bindings::can_take(chord) ? std::optional(chord) : std::nullopt;
}

}  // namespace repose
