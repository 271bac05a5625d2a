// The one list of keys. F1, menus and tooltips are generated from it.
#pragma once

#include <SDL.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

enum class Action : unsigned char {
  // file
  open, go_on, save_world, save_world_as, save_picture, save_replay, share, screenshot, record, reload_config, quit,
  // edit
  undo, redo, settings,
  // simulation
  play_pause, step, step_back, rewind, slower, faster, clear, reset, new_world, scene_gallery, config_gallery,
  // brush
  brush_smaller, brush_larger, pour_less, pour_more, paint_over, search_element, element_by_number,
  // tools
  tool_brush, tool_line, tool_rectangle, tool_fill, tool_pick, tool_select, mirror, mirror_here,
  // view
  zoom_in, zoom_out, zoom_fit, zoom_to_cells, minimap, pan_left, pan_right, pan_up, pan_down, heat, pressure, relief, ledger, panels, config_editor, fullscreen, toggle_solver,
  // selection
  select_all, copy, cut, paste, erase_selection, save_stamp, stamps,
  // while a clip hangs on the pointer
  turn_right, turn_left, mirror_sideways, mirror_upright, nudge_left, nudge_right, nudge_up, nudge_down, with_background, put_down,
  // config editor, while it has the focus
  editor_apply, editor_save, editor_undo, editor_redo,
  // help
  help, report_problem, cancel,
};

enum Modifier : unsigned char { kNone = 0, kCtrl = 1, kShift = 2, kAlt = 4 };

// Where a key holds.
enum class KeyContext : unsigned char {
  everywhere,
  editor,   // while the config editor has the focus
  placing,  // while a clip hangs on the pointer; its keys go before those that hold everywhere
};

struct Binding {
  Action action;
  SDL_Keycode key;
  unsigned char modifiers = kNone;
  bool shown = true;  // false: a second way, for other keyboards, left out of lists
  KeyContext context = KeyContext::everywhere;
};

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
  Bindings();

  std::optional<Action> find(SDL_Keycode key, unsigned char modifiers, KeyContext context = KeyContext::everywhere) const;
  // "Ctrl+Q", or "F or ." when there are several; empty when there is none.
  std::string keys(Action action) const;

  static const std::vector<ActionInfo>& actions();
  // `wheel_zooms`: the wheel zooms and Ctrl+wheel sets the brush, instead of the other way round.
  static std::vector<Gesture> gestures(bool wheel_zooms);

 private:
  std::vector<Binding> bindings_;
};

std::string key_name(SDL_Keycode key, unsigned char modifiers);
unsigned char modifiers_of(Uint16 sdl_modifiers);

}  // namespace repose
