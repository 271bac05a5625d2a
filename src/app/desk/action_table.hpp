// The one table of actions. Menus, the command palette, the key settings, F1, tooltips and buttons are made from its
// rows: adding an action is adding a row to one of the functions in ui/actions.cpp.
#pragma once

#include <SDL.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace repose {

// kWithWheel: while a controller's button holds the wheel open.
enum Modifier : unsigned char { kNone = 0, kCtrl = 1, kShift = 2, kAlt = 4, kWithWheel = 8 };

// The buttons of game controllers are keys too: kPad plus an SDL_GameControllerButton; the triggers follow.
inline constexpr SDL_Keycode kPad = 1 << 29;
inline constexpr SDL_Keycode kPadLeftTrigger = kPad + SDL_CONTROLLER_BUTTON_MAX, kPadRightTrigger = kPadLeftTrigger + 1;
constexpr SDL_Keycode pad(SDL_GameControllerButton button) { return kPad + button; }
constexpr bool is_pad(SDL_Keycode key) { return key >= kPad && key <= kPadRightTrigger; }
enum class PadKind : unsigned char { xbox, playstation, nintendo };  // whose names the buttons have

// Where a key has an effect.
enum class KeyContext : unsigned char {
  everywhere,
  editor,   // while the config editor has the focus
  placing,  // while a clip is being placed; its keys have priority over those that work everywhere
};

struct KeyChord {
  SDL_Keycode key = SDLK_UNKNOWN;
  unsigned char modifiers = kNone;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};

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

// Which keys belong to which action. The action table holds the defaults; people change them in the settings.
class Bindings {
 public:
  Bindings() = default;  // no keys
  explicit Bindings(std::vector<DefaultKeys> defaults);

  std::optional<std::string_view> find(SDL_Keycode key, unsigned char modifiers,
                                       KeyContext context = KeyContext::everywhere) const;
  // "Ctrl+Q", or "F or ." when there are several; empty when there is none. Buttons while a controller is in use.
  std::string keys(std::string_view action) const;
  std::string name(KeyChord chord) const;  // the name of a key on its keyboard or controller

  // What was used last: that controller, or, empty, keyboard, mouse or fingers.
  void use_pad(std::optional<PadKind> kind);
  bool uses_pad() const { return uses_pad_; }

  // ---- changing keys: a key that another action has in the same context is removed there ----

  // False for unknown actions and for fixed keys: numbers choose elements, Escape closes.
  bool can_change(std::string_view action) const;
  static bool can_take(KeyChord chord);  // false for those keys, and for modifiers without another key
  std::vector<KeyChord> chords(std::string_view action) const;  // the keys that lists show, in order
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

  const std::vector<DefaultKeys>& defaults() const { return defaults_; }

 private:
  const DefaultKeys* find_defaults(std::string_view action) const;
  KeyContext context_of(std::string_view action) const;
  void add(const Binding& binding);
  void take_away(KeyChord chord, KeyContext context);

  std::vector<DefaultKeys> defaults_;
  std::vector<Binding> bindings_;
  PadKind pad_kind_ = PadKind::xbox;  // of the last controller
  bool uses_pad_ = false;
};

// As stored in the settings; people see Bindings::name().
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

struct MenuPlace {
  std::string_view section = {};  // one of those that menu_bar.cpp draws: "File/save"; empty: in no menu
  std::string_view label = {};    // empty: the title of the action
};

// The texts are in English, marked with text_id(), and end with NUL: show them with tr(title.data()).
struct ActionRow {
  std::string_view id = {};     // never changes, even if the title does: settings and key bindings store it
  std::string_view group = {};  // heading under F1 and in the key settings; empty: that of its subject
  std::string_view title = {};

  // ---- keys: the defaults, which people can change ----
  std::vector<DefaultKey> keys = {};
  KeyContext context = KeyContext::everywhere;
  std::string_view fixed_keys = {};  // not empty: lists show this for keys that cannot be changed
  bool in_dialogs = false;           // the keys also work while a dialog is open
  bool left_to_text = false;         // while a text field has the focus, it gets the keys
  bool opens_field = false;          // a text field gets the focus, and all keys that follow

  // ---- menus, buttons, the command palette ----
  MenuPlace menu = {};
  std::string_view about = {};                       // tooltip in menus; on buttons it follows the title
  std::function<std::string()> label_now = nullptr;  // title for menus and buttons, if it depends on the state
  bool in_palette = true;
  std::string_view other_words = {};  // more words by which the command palette finds it: names from other programs

  // ---- what it does ----
  std::function<std::string()> why_not = nullptr;  // a sentence: why it is not possible now; empty: it is
  std::function<bool()> is_on = nullptr;           // of switches
  std::function<void()> perform = nullptr;
  std::function<void(int)> perform_numbered = nullptr;  // in place of perform: gets the number of the key, 1 to 9
  std::function<void(double)> while_held = nullptr;     // in each frame while its key is held, with the seconds passed
};

class ActionTable {
 public:
  // `refuse` is called with the sentence when an action is performed that is not possible now.
  explicit ActionTable(std::function<void(const std::string&)> refuse) : refuse_(std::move(refuse)) {}
  // Call once, before anything else is called. All keys are the default ones then.
  void set_rows(std::vector<ActionRow> rows);

  const std::vector<ActionRow>& rows() const { return rows_; }
  const ActionRow* find(std::string_view id) const;  // null when there is no such action

  // Precondition of the functions below: `id` is the id of a row.
  const ActionRow& row(std::string_view id) const;
  std::string why_not(std::string_view id) const;
  // False for actions that are not switches, and for switches that have no effect now.
  bool is_on(std::string_view id) const;
  // The label for menus in the present state: "Pause", "Undo paint sand".
  std::string label(std::string_view id) const;
  // For the tooltip of a button: why the action is not possible now, else what it does.
  std::string tip(std::string_view id) const;
  // "Ctrl+Q", or "F or ." when there are several; empty when there is none.
  std::string keys(std::string_view id) const;
  // For sentences: the keys; in a narrow window, and without a button of the controller in use, the button on screen or
  // "the menu"; "the command palette" for other actions, because it finds every action.
  std::string way_to(std::string_view id) const { return way(id, false); }
  // As way_to(), for the start of a sentence.
  std::string way_at_start(std::string_view id) const { return way(id, true); }
  // If the action is not possible now, shows the reason instead.
  void perform(std::string_view id, int number = 0) const;

  Bindings& bindings() { return bindings_; }
  const Bindings& bindings() const { return bindings_; }

 private:
  std::string way(std::string_view id, bool at_start) const;

  std::vector<ActionRow> rows_;
  std::function<void(const std::string&)> refuse_;
  Bindings bindings_;
};

}  // namespace repose

namespace repose::action {

// Ids of those actions that code outside the table names: buttons, and sentences that say which key to press. An action
// that is named only in its own row needs no constant here.

inline constexpr std::string_view brush_larger = "brush_larger", brush_smaller = "brush_smaller", cancel = "cancel",
                                  challenge_again = "challenge_again", challenge_gallery = "challenge_gallery",
                                  challenge_next = "challenge_next", clear = "clear", compare = "compare",
                                  config_editor = "config_editor", copy = "copy", copy_gif = "copy_gif",
                                  cursor_erase = "cursor_erase", cursor_paint = "cursor_paint", cut = "cut",
                                  editor_apply = "editor_apply", editor_redo = "editor_redo",
                                  editor_save = "editor_save", editor_undo = "editor_undo",
                                  erase_selection = "erase_selection", faster = "faster", help = "help",
                                  inspector = "inspector", messages = "messages", minimap = "minimap",
                                  mirror = "mirror", mirror_sideways = "mirror_sideways", mute = "mute",
                                  paint_over = "paint_over", panel_next = "panel_next", panels = "panels",
                                  paste = "paste", play_pause = "play_pause", pour = "pour", pour_less = "pour_less",
                                  pour_more = "pour_more", record = "record", redo = "redo", relief = "relief",
                                  reset = "reset", rewind = "rewind", save_stamp = "save_stamp",
                                  scene_gallery = "scene_gallery", search_element = "search_element",
                                  select_all = "select_all", shake = "shake", slower = "slower", stamps = "stamps",
                                  step = "step", step_back = "step_back", tilt = "tilt",
                                  toggle_solver = "toggle_solver", tool_blow = "tool_blow", tool_body = "tool_body",
                                  tool_brush = "tool_brush", tool_fill = "tool_fill", tool_line = "tool_line",
                                  tool_pick = "tool_pick", tool_rectangle = "tool_rectangle",
                                  tool_select = "tool_select", tool_sign = "tool_sign", turn_right = "turn_right",
                                  turn_world_left = "turn_world_left", turn_world_over = "turn_world_over",
                                  turn_world_right = "turn_world_right", undo = "undo", wheel = "wheel",
                                  with_background = "with_background";

}  // namespace repose::action
