#include "app/input/bindings.hpp"

namespace repose {

namespace {

std::vector<Binding> make_default_bindings() {
  std::vector<Binding> list = {
      {Action::open, SDLK_o, kCtrl},
      {Action::go_on, SDLK_o, kCtrl | kShift},
      {Action::save_world, SDLK_s, kCtrl},
      {Action::save_world_as, SDLK_s, kCtrl | kShift},
      {Action::save_picture, SDLK_e, kCtrl | kShift},
      {Action::save_replay, SDLK_F10},
      {Action::share, SDLK_F10, kShift},
      {Action::report_problem, SDLK_F1, kShift},
      {Action::screenshot, SDLK_F2},
      {Action::record, SDLK_F9},
      {Action::reload_config, SDLK_F5},
      {Action::quit, SDLK_q, kCtrl},
      {Action::undo, SDLK_z, kCtrl},
      {Action::redo, SDLK_y, kCtrl},
      {Action::redo, SDLK_z, kCtrl | kShift},
      {Action::settings, SDLK_COMMA, kCtrl},
      {Action::play_pause, SDLK_SPACE},
      {Action::step, SDLK_PERIOD},
      {Action::step, SDLK_f},
      {Action::step_back, SDLK_COMMA},
      {Action::rewind, SDLK_j},
      {Action::slower, SDLK_COMMA, kShift},
      {Action::slower, SDLK_LESS, kNone, false},
      {Action::faster, SDLK_PERIOD, kShift},
      {Action::faster, SDLK_GREATER, kNone, false},
      {Action::clear, SDLK_r},
      {Action::reset, SDLK_r, kCtrl},
      {Action::new_world, SDLK_n, kCtrl},
      {Action::scene_gallery, SDLK_F3},
      {Action::config_gallery, SDLK_F4},
      {Action::brush_smaller, SDLK_LEFTBRACKET},
      {Action::brush_larger, SDLK_RIGHTBRACKET},
      {Action::pour_less, SDLK_LEFTBRACKET, kShift},
      {Action::pour_more, SDLK_RIGHTBRACKET, kShift},
      {Action::paint_over, SDLK_SEMICOLON},
      {Action::tool_brush, SDLK_b},
      {Action::tool_line, SDLK_n},
      {Action::tool_rectangle, SDLK_u},
      {Action::tool_fill, SDLK_g},
      {Action::tool_pick, SDLK_i},
      {Action::tool_select, SDLK_m},
      {Action::mirror, SDLK_x},
      {Action::mirror_here, SDLK_x, kShift},
      {Action::search_element, SDLK_e},
      {Action::zoom_in, SDLK_PLUS},
      {Action::zoom_in, SDLK_EQUALS, kNone, false},
      {Action::zoom_in, SDLK_EQUALS, kShift, false},
      {Action::zoom_in, SDLK_KP_PLUS, kNone, false},
      {Action::zoom_out, SDLK_MINUS},
      {Action::zoom_out, SDLK_KP_MINUS, kNone, false},
      {Action::zoom_fit, SDLK_0},
      {Action::zoom_fit, SDLK_HOME},
      {Action::zoom_to_cells, SDLK_0, kCtrl},
      {Action::zoom_to_cells, SDLK_z},
      {Action::minimap, SDLK_o},
      {Action::pan_left, SDLK_LEFT},
      {Action::pan_left, SDLK_a},
      {Action::pan_right, SDLK_RIGHT},
      {Action::pan_right, SDLK_d},
      {Action::pan_up, SDLK_UP},
      {Action::pan_up, SDLK_w},
      {Action::pan_down, SDLK_DOWN},
      {Action::pan_down, SDLK_s},
      {Action::heat, SDLK_h},
      {Action::next_view, SDLK_t},
      {Action::grid, SDLK_g, kShift},
      {Action::compare, SDLK_c},
      {Action::pressure, SDLK_p},
      {Action::relief, SDLK_v},
      {Action::ledger, SDLK_l},
      {Action::inspector, SDLK_q},
      {Action::panels, SDLK_TAB},
      {Action::config_editor, SDLK_e, kCtrl},
      {Action::fullscreen, SDLK_F11},
      {Action::toggle_solver, SDLK_g, kCtrl},
      {Action::select_all, SDLK_a, kCtrl},
      {Action::copy, SDLK_c, kCtrl},
      {Action::cut, SDLK_x, kCtrl},
      {Action::paste, SDLK_v, kCtrl},
      {Action::erase_selection, SDLK_DELETE},
      {Action::erase_selection, SDLK_BACKSPACE, kNone, false},
      {Action::save_stamp, SDLK_k, kShift},
      {Action::stamps, SDLK_k},
      {Action::turn_right, SDLK_r, kNone, true, KeyContext::placing},
      {Action::turn_left, SDLK_r, kShift, true, KeyContext::placing},
      {Action::mirror_sideways, SDLK_m, kNone, true, KeyContext::placing},
      {Action::mirror_upright, SDLK_m, kShift, true, KeyContext::placing},
      {Action::nudge_left, SDLK_LEFT, kNone, true, KeyContext::placing},
      {Action::nudge_right, SDLK_RIGHT, kNone, true, KeyContext::placing},
      {Action::nudge_up, SDLK_UP, kNone, true, KeyContext::placing},
      {Action::nudge_down, SDLK_DOWN, kNone, true, KeyContext::placing},
      {Action::with_background, SDLK_b, kNone, true, KeyContext::placing},
      {Action::put_down, SDLK_RETURN, kNone, true, KeyContext::placing},
      {Action::put_down, SDLK_KP_ENTER, kNone, false, KeyContext::placing},
      {Action::editor_apply, SDLK_RETURN, kCtrl, true, KeyContext::editor},
      {Action::editor_save, SDLK_s, kCtrl, true, KeyContext::editor},
      {Action::editor_undo, SDLK_z, kCtrl, true, KeyContext::editor},
      {Action::editor_redo, SDLK_y, kCtrl, true, KeyContext::editor},
      {Action::editor_redo, SDLK_z, kCtrl | kShift, false, KeyContext::editor},
      {Action::command_palette, SDLK_p, kCtrl},
      {Action::help, SDLK_F1},
      {Action::cancel, SDLK_ESCAPE},
  };
  for (int number = 1; number <= 9; ++number) {
    list.push_back({Action::element_by_number, SDLK_0 + number, kNone, false});
  }
  return list;
}

}  // namespace

const std::vector<Binding>& default_bindings() {
  static const std::vector<Binding> list = make_default_bindings();
  return list;
}

const std::vector<ActionInfo>& Bindings::actions() {
  static const std::vector<ActionInfo> list = {
      {Action::undo, "undo", "Edit", "Undo"},
      {Action::redo, "redo", "Edit", "Redo"},
      {Action::settings, "settings", "Edit", "Settings"},
      {Action::play_pause, "play_pause", "Simulation", "Play or pause"},
      {Action::step, "step", "Simulation", "One step"},
      {Action::step_back, "step_back", "Simulation", "One step back in time"},
      {Action::rewind, "rewind", "Simulation", "Five seconds back in time"},
      {Action::slower, "slower", "Simulation", "Slower"},
      {Action::faster, "faster", "Simulation", "Faster"},
      {Action::toggle_solver, "toggle_solver", "Simulation", "Switch between GPU and CPU"},
      {Action::reset, "reset", "Simulation", "Reset to the scene as it was loaded"},
      {Action::clear, "clear", "Simulation", "Clear the world"},
      {Action::new_world, "new_world", "Simulation", "New world"},
      {Action::scene_gallery, "scene_gallery", "Simulation", "Choose a scene"},
      {Action::config_gallery, "config_gallery", "Simulation", "Choose a config"},
      {Action::brush_smaller, "brush_smaller", "Brush", "Smaller brush"},
      {Action::brush_larger, "brush_larger", "Brush", "Larger brush"},
      {Action::pour_less, "pour_less", "Brush", "Pour less"},
      {Action::pour_more, "pour_more", "Brush", "Pour more"},
      {Action::paint_over, "paint_over", "Brush", "Over everything, empty or one element"},
      {Action::search_element, "search_element", "Brush", "Search an element"},
      {Action::element_by_number, "element_by_number", "Brush", "Choose one of the first nine elements"},
      {Action::tool_brush, "tool_brush", "Tools", "Brush; again: round, square, spray"},
      {Action::tool_line, "tool_line", "Tools", "Line"},
      {Action::tool_rectangle, "tool_rectangle", "Tools", "Rectangle; again: whole or outline"},
      {Action::tool_fill, "tool_fill", "Tools", "Fill"},
      {Action::tool_pick, "tool_pick", "Tools", "Pick"},
      {Action::tool_select, "tool_select", "Tools", "Select"},
      {Action::mirror, "mirror", "Tools", "Mirror: left and right, above and below, both"},
      {Action::mirror_here, "mirror_here", "Tools", "Mirror around the cell under the mouse"},
      {Action::zoom_in, "zoom_in", "View", "Zoom in"},
      {Action::zoom_out, "zoom_out", "View", "Zoom out"},
      {Action::zoom_fit, "zoom_fit", "View", "Fit the world into the window"},
      {Action::zoom_to_cells, "zoom_to_cells", "View", "One pixel a cell"},
      {Action::minimap, "minimap", "View", "Mini-map"},
      {Action::pan_left, "pan_left", "View", "Move the view left"},
      {Action::pan_right, "pan_right", "View", "Move the view right"},
      {Action::pan_up, "pan_up", "View", "Move the view up"},
      {Action::pan_down, "pan_down", "View", "Move the view down"},
      {Action::heat, "heat", "View", "Show heat in false colours"},
      {Action::next_view, "next_view", "View", "Next view: density, energy, active cells, activity"},
      {Action::grid, "grid", "View", "Grid between cells"},
      {Action::compare, "compare", "View", "Compare two solvers"},
      {Action::pressure, "pressure", "View", "Show pressure in false colours"},
      {Action::relief, "relief", "View", "Heights in three dimensions"},
      {Action::ledger, "ledger", "View", "Matter ledger"},
      {Action::inspector, "inspector", "View", "Inspect a cell: why it does what it does"},
      {Action::panels, "panels", "View", "Hide or show the panels"},
      {Action::config_editor, "config_editor", "View", "Config editor"},
      {Action::fullscreen, "fullscreen", "View", "Full screen"},
      {Action::open, "open", "File", "Open a world, config, picture or replay"},
      {Action::go_on, "go_on", "File", "Continue where you left off"},
      {Action::save_world, "save_world", "File", "Save the world"},
      {Action::save_world_as, "save_world_as", "File", "Save the world under another name"},
      {Action::reload_config, "reload_config", "File", "Reload the config"},
      {Action::save_picture, "save_picture", "File", "Export a picture of the world"},
      {Action::save_replay, "save_replay", "File", "Save the last minutes as a replay"},
      {Action::share, "share", "File", "Share a picture that carries its replay"},
      {Action::screenshot, "screenshot", "File", "Screenshot"},
      {Action::record, "record", "File", "Record a film; again: stop and save it"},
      {Action::quit, "quit", "File", "Quit"},
      {Action::select_all, "select_all", "Selection", "Select everything"},
      {Action::copy, "copy", "Selection", "Copy"},
      {Action::cut, "cut", "Selection", "Cut"},
      {Action::paste, "paste", "Selection", "Paste, pictures too"},
      {Action::erase_selection, "erase_selection", "Selection", "Clear what is selected"},
      {Action::save_stamp, "save_stamp", "Selection", "Save what is selected as a stamp"},
      {Action::stamps, "stamps", "Selection", "Choose a stamp"},
      {Action::turn_right, "turn_right", "Placing", "ClipTransform clockwise"},
      {Action::turn_left, "turn_left", "Placing", "ClipTransform the other way"},
      {Action::mirror_sideways, "mirror_sideways", "Placing", "Mirror left and right"},
      {Action::mirror_upright, "mirror_upright", "Placing", "Mirror above and below"},
      {Action::nudge_left, "nudge_left", "Placing", "A cell to the left"},
      {Action::nudge_right, "nudge_right", "Placing", "A cell to the right"},
      {Action::nudge_up, "nudge_up", "Placing", "A cell up"},
      {Action::nudge_down, "nudge_down", "Placing", "A cell down"},
      {Action::with_background, "with_background", "Placing", "With or without its background"},
      {Action::put_down, "put_down", "Placing", "Put down"},
      {Action::editor_apply, "editor_apply", "Config editor", "Apply the text to the running world"},
      {Action::editor_save, "editor_save", "Config editor", "Save the config"},
      {Action::editor_undo, "editor_undo", "Config editor", "Undo"},
      {Action::editor_redo, "editor_redo", "Config editor", "Redo"},
      {Action::command_palette, "command_palette", "Help", "Search everything there is to do"},
      {Action::help, "help", "Help", "This list"},
      {Action::report_problem, "report_problem", "Help", "Report a problem"},
      {Action::cancel, "cancel", "Help", "Close what is open"},
  };
  return list;
}

std::vector<Gesture> Bindings::gestures(bool wheel_zooms) {
  return {
      {"Paint", "Left button"},
      {"Erase, or paint the second element", "Right button"},
      {"Pick the element under the cursor", "Middle click, Alt+left"},
      {"Straight line", "Shift+drag"},
      {"Rectangle", "Ctrl+drag"},
      {"Fill what hangs together", "Ctrl+Shift+click"},
      {"Brush size", wheel_zooms ? "Ctrl+wheel" : "Wheel"},
      {"How much sand or water it pours", "Shift+wheel"},
      {"Zoom to the cursor", wheel_zooms ? "Wheel" : "Ctrl+wheel"},
      {"Move the view", "Space+drag, middle drag"},
      {"Put an element on the right button", "Right click in the list"},
      {"ClipTransform heights in three dimensions", "Right drag"},
      {"Open it, whatever it is", "Drop a file here"},
  };
}

std::optional<Action> Bindings::find(SDL_Keycode key, unsigned char modifiers, KeyContext context) const {
  for (const Binding& binding : bindings_) {
    if (binding.key == key && binding.modifiers == modifiers && binding.context == context) return binding.action;
  }
  return std::nullopt;
}

std::string Bindings::keys(Action action) const {
  if (action == Action::element_by_number) return "1 to 9";
  std::string text;
  for (const Binding& binding : bindings_) {
    if (binding.action != action || !binding.shown) continue;
    if (!text.empty()) text += " or ";
    text += key_name(binding.key, binding.modifiers);
  }
  return text;
}

std::string key_name(SDL_Keycode key, unsigned char modifiers) {
  std::string text;
  if (modifiers & kCtrl) text += "Ctrl+";
  if (modifiers & kAlt) text += "Alt+";
  if (modifiers & kShift) text += "Shift+";
  return text + SDL_GetKeyName(key);
}

unsigned char modifiers_of(Uint16 sdl) {
  return static_cast<unsigned char>(((sdl & (KMOD_CTRL | KMOD_GUI)) ? kCtrl : 0) | ((sdl & KMOD_SHIFT) ? kShift : 0) |
                                    ((sdl & KMOD_ALT) ? kAlt : 0));
}

}  // namespace repose
