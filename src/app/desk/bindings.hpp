// Which keys belong to which action. The action table holds the defaults; people change them in the settings.
#pragma once

#include <SDL.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

enum Modifier : unsigned char { kNone = 0, kCtrl = 1, kShift = 2, kAlt = 4 };

// Where a key has an effect.
enum class KeyContext : unsigned char {
  everywhere,
  editor,   // while the config editor has the focus
  placing,  // while a clip is being placed; its keys have priority over those that work everywhere
};

// A key with its modifiers.
struct KeyChord {
  SDL_Keycode key = SDLK_UNKNOWN;
  unsigned char modifiers = kNone;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};

// A default key of an action.
struct DefaultKey {
  SDL_Keycode key;
  unsigned char modifiers = kNone;
  bool shown = true;  // false: an alternative for other keyboards; lists do not show it
};

// All default keys of an action, which is named by its id in the action table.
struct DefaultKeys {
  std::string_view action;
  std::vector<DefaultKey> keys;
  KeyContext context = KeyContext::everywhere;
  bool fixed = false;  // people cannot change them
};

struct Binding {
  std::string_view action;
  KeyChord chord;
  KeyContext context = KeyContext::everywhere;
  bool shown = true;
};

// The actions whose keys differ from the defaults: id of the action, names of all its keys. Stored in the settings.
using KeyChanges = std::map<std::string, std::vector<std::string>>;

class Bindings {
 public:
  Bindings() = default;  // no keys
  explicit Bindings(std::vector<DefaultKeys> defaults);

  // The action that has this key.
  std::optional<std::string_view> find(SDL_Keycode key, unsigned char modifiers,
                                       KeyContext context = KeyContext::everywhere) const;
  // "Ctrl+Q", or "F or ." when there are several; empty when there is none.
  std::string keys(std::string_view action) const;

  // ---- changing keys: a key that another action has in the same context is removed there ----

  // False for unknown actions and for fixed keys: numbers choose elements, Escape closes.
  bool can_change(std::string_view action) const;
  // False for those keys, and for modifiers without another key.
  static bool can_take(KeyChord chord);
  // The keys that lists show, in order.
  std::vector<KeyChord> chords(std::string_view action) const;
  // The other action that has that key in the context of this one, if any.
  std::optional<std::string_view> rival(std::string_view action, KeyChord chord) const;
  void add(std::string_view action, KeyChord chord);
  void replace(std::string_view action, KeyChord old, KeyChord chord);
  // The action that had the new key gets the old one.
  void swap(std::string_view action, KeyChord old, KeyChord chord);
  void remove(std::string_view action, KeyChord chord);
  // Restores the default keys of the action; other actions that have them now lose them.
  void reset(std::string_view action);
  void reset_all();
  bool changed(std::string_view action) const;
  KeyChanges changes() const;
  // Applies the stored changes. Unknown names are skipped; returns a sentence that lists them, or an empty string.
  std::string apply(const KeyChanges& changes);

  // The default keys of all actions.
  const std::vector<DefaultKeys>& defaults() const { return defaults_; }

 private:
  const DefaultKeys* find_defaults(std::string_view action) const;
  KeyContext context_of(std::string_view action) const;
  void add(const Binding& binding);
  void take_away(KeyChord chord, KeyContext context);

  std::vector<DefaultKeys> defaults_;
  std::vector<Binding> bindings_;
};

std::string key_name(SDL_Keycode key, unsigned char modifiers);
// The inverse of key_name(); empty for unknown names and for keys that can_take() refuses.
std::optional<KeyChord> find_chord(std::string_view name);
unsigned char modifiers_of(Uint16 sdl_modifiers);

// A key that was pressed, or text that was typed, in the order of the events. ImGui 1.86 only has the keys that are
// down at the end of a frame, so it would miss a quick tap.
struct KeyInput {
  SDL_Keycode key = 0;
  unsigned char modifiers = kNone;
  std::string text;  // not empty: text was typed, and `key` is unused
};

}  // namespace repose
