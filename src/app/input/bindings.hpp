// The one list of keys. F1, menus, tooltips and the command palette are generated from it; people change it in the
// settings.
#pragma once

#include <SDL.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

enum class Action : unsigned char {
  // file
  open,
  go_on,
  save_world,
  save_world_as,
  save_picture,
  save_replay,
  share,
  screenshot,
  record,
  reload_config,
  quit,
  // edit
  undo,
  redo,
  settings,
  // simulation
  play_pause,
  step,
  step_back,
  rewind,
  slower,
  faster,
  clear,
  reset,
  new_world,
  scene_gallery,
  config_gallery,
  // brush
  brush_smaller,
  brush_larger,
  pour_less,
  pour_more,
  paint_over,
  search_element,
  element_by_number,
  // tools
  tool_brush,
  tool_line,
  tool_rectangle,
  tool_fill,
  tool_pick,
  tool_select,
  mirror,
  mirror_here,
  // view
  zoom_in,
  zoom_out,
  zoom_fit,
  zoom_to_cells,
  minimap,
  pan_left,
  pan_right,
  pan_up,
  pan_down,
  heat,
  next_view,
  grid,
  compare,
  pressure,
  relief,
  ledger,
  inspector,
  panels,
  config_editor,
  fullscreen,
  toggle_solver,
  // selection
  select_all,
  copy,
  cut,
  paste,
  erase_selection,
  save_stamp,
  stamps,
  // while a clip hangs on the pointer
  turn_right,
  turn_left,
  mirror_sideways,
  mirror_upright,
  nudge_left,
  nudge_right,
  nudge_up,
  nudge_down,
  with_background,
  put_down,
  // config editor, while it has the focus
  editor_apply,
  editor_save,
  editor_undo,
  editor_redo,
  // help
  command_palette,
  help,
  report_problem,
  cancel,
};

enum Modifier : unsigned char { kNone = 0, kCtrl = 1, kShift = 2, kAlt = 4 };

// Where a key holds.
enum class KeyContext : unsigned char {
  everywhere,
  editor,   // while the config editor has the focus
  placing,  // while a clip hangs on the pointer; its keys go before those that hold everywhere
};

// A key and what is held with it.
struct KeyChord {
  SDL_Keycode key = SDLK_UNKNOWN;
  unsigned char modifiers = kNone;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};

struct Binding {
  Action action;
  SDL_Keycode key;
  unsigned char modifiers = kNone;
  bool shown = true;  // false: a second way, for other keyboards, left out of lists
  KeyContext context = KeyContext::everywhere;

  KeyChord chord() const { return {key, modifiers}; }
};
// As they are before anybody changes them.
const std::vector<Binding>& default_bindings();

// What differs from the defaults, as the settings hold it: the id of an action and the names of all its keys.
using KeyChanges = std::map<std::string, std::vector<std::string>>;

struct ActionInfo {
  Action action;
  std::string_view id;  // in settings: the enumerator's name, which stays when titles change
  std::string_view group;
  std::string_view title;
};

// A thing done with the mouse, for the list under F1.
struct Gesture {
  std::string_view title;
  std::string_view how;
};

class Bindings {
 public:
  Bindings() : bindings_(default_bindings()) {}

  std::optional<Action> find(SDL_Keycode key, unsigned char modifiers,
                             KeyContext context = KeyContext::everywhere) const;
  // "Ctrl+Q", or "F or ." when there are several; empty when there is none.
  std::string keys(Action action) const;

  // --- What people change (rebinding.cpp). A key that another action has in the same context is taken away from it.
  // ---

  // False for those that are always where they are: numbers choose elements, Escape closes.
  static bool can_change(Action action);
  // Neither those keys nor modifiers alone.
  static bool can_take(KeyChord chord);
  // The keys that lists show, in their order.
  std::vector<KeyChord> chords(Action action) const;
  // Another action that has that key where this one would have it.
  std::optional<Action> rival(Action action, KeyChord chord) const;
  void add(Action action, KeyChord chord);
  void replace(Action action, KeyChord old, KeyChord chord);
  // The action that had the new key gets the old one.
  void swap(Action action, KeyChord old, KeyChord chord);
  void remove(Action action, KeyChord chord);
  // The defaults are taken back from whoever has them.
  void reset(Action action);
  void reset_all();
  bool changed(Action action) const;
  KeyChanges changes() const;
  // What the settings hold. Unknown names are left out; the sentence says which, and is empty when there were none.
  std::string apply(const KeyChanges& changes);

  static const std::vector<ActionInfo>& actions();
  // `wheel_zooms`: the wheel zooms and Ctrl+wheel sets the brush, instead of the other way round.
  static std::vector<Gesture> gestures(bool wheel_zooms);

 private:
  void take_away(KeyChord chord, KeyContext context);

  std::vector<Binding> bindings_;
};

std::string key_name(SDL_Keycode key, unsigned char modifiers);
// The other way round; nothing for names of no key and for keys that cannot be taken.
std::optional<KeyChord> find_chord(std::string_view name);
unsigned char modifiers_of(Uint16 sdl_modifiers);

}  // namespace repose
