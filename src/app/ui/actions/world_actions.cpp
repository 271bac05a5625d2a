// The actions on the world: running, undo, brush, tools, selection, clips.
#include <fmt/format.h>

#include <cmath>

#include "app/ui/actions/action_rows.hpp"
#include "app/ui/panels/panels.hpp"

namespace repose {

namespace {

constexpr double kRewindSeconds = 5;  // at the automaton's own pace

std::string why_no_way_back(Desk& desk) { return unless(desk.simulation.can_step_back(), "Nothing earlier is kept."); }

void rewind(Desk& desk) {
  desk.simulation.go_back(
      static_cast<std::uint64_t>(std::llround(kRewindSeconds * desk.simulation.steps_per_second(Speed()))));
}

std::string why_no_challenge(Desk& desk) { return unless(running_challenge(desk) != nullptr, "No challenge runs."); }

Backend other_backend(Desk& desk) { return desk.session().backend() == Backend::gpu ? Backend::cpu : Backend::gpu; }

}  // namespace

std::vector<ActionRow> time_actions(Desk& desk) {
  return {
      {.id = action::play_pause,
       .title = "Play or pause",
       .keys = {{SDLK_SPACE}},
       .menu = {"Simulation/time"},
       .label_now = [&desk] { return desk.simulation.playing() ? "Pause" : "Play"; },
       .perform = [&desk] { desk.simulation.toggle_playing(); }},
      {.id = action::step,
       .title = "One step",
       .keys = {{SDLK_PERIOD}, {SDLK_f}},
       .menu = {"Simulation/time"},
       .perform = [&desk] { desk.simulation.step_once(); }},
      {.id = action::step_back,
       .title = "One step back in time",
       .keys = {{SDLK_COMMA}},
       .menu = {"Simulation/time", "One step back"},
       .why_not = [&desk] { return why_no_way_back(desk); },
       .perform = [&desk] { desk.simulation.go_back(1); }},
      {.id = action::rewind,
       .title = "Five seconds back in time",
       .keys = {{SDLK_j}},
       .menu = {"Simulation/time", "Five seconds back"},
       .other_words = "rewind undo history",
       .why_not = [&desk] { return why_no_way_back(desk); },
       .perform = [&desk] { rewind(desk); }},
  };
}

std::vector<ActionRow> speed_actions(Desk& desk) {
  return {
      {.id = action::slower,
       .title = "Slower",
       .keys = {{SDLK_COMMA, kShift}, {SDLK_LESS, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not =
           [&desk] {
             return unless(desk.simulation.speed() != desk.simulation.speed().slower(), "This is the slowest speed.");
           },
       .perform = [&desk] { desk.simulation.choose_speed(desk.simulation.speed().slower()); }},
      {.id = action::faster,
       .title = "Faster",
       .keys = {{SDLK_PERIOD, kShift}, {SDLK_GREATER, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not =
           [&desk] {
             return unless(desk.simulation.speed() != desk.simulation.speed().faster(), "This is the fastest speed.");
           },
       .perform = [&desk] { desk.simulation.choose_speed(desk.simulation.speed().faster()); }},
      {.id = "unlimited",
       .title = "As fast as possible",
       .menu = {"Simulation/time"},
       .is_on = [&desk] { return desk.simulation.speed().unlimited(); },
       .perform =
           [&desk] {
             desk.simulation.choose_speed(desk.simulation.speed().unlimited() ? Speed() : Speed(Speed::kUnlimited));
           }},
      {.id = "own_pace",
       .title = "The automaton's own pace",
       .perform = [&desk] { desk.simulation.choose_speed(Speed()); }},
  };
}

std::vector<ActionRow> world_actions(Desk& desk) {
  return {
      {.id = action::toggle_solver,
       .title = "Switch between GPU and CPU",
       .keys = {{SDLK_g, kCtrl}},
       .why_not =
           [&desk] {
             const Session& session = desk.session();
             const SolverEntry* const other = session.registry().solver(session.automaton(), other_backend(desk));
             return other == nullptr ? fmt::format("{} has no other backend.", session.automaton())
                                     : other->unavailable;
           },
       .perform = [&desk] { desk.simulation.switch_solver(desk.session().automaton(), other_backend(desk)); }},
      {.id = action::reset,
       .title = "Reset to the scene as it was loaded",
       .keys = {{SDLK_r, kCtrl}},
       .menu = {"Simulation/reset", "Reset"},
       .perform = [&desk] { desk.simulation.execute(command::Reset{}); }},
      {.id = action::clear,
       .title = "Clear the world",
       .keys = {{SDLK_r}},
       .menu = {"Simulation/reset", "Clear"},
       .other_words = "delete erase empty",
       .perform = [&desk] { desk.simulation.execute(command::Clear{}); }},
      {.id = action::new_world,
       .title = "New world",
       .keys = {{SDLK_n, kCtrl}},
       .menu = {"Simulation/size", "New world..."},
       .perform = [&desk] { desk.dialogs->new_world.open_for_new(); }},
      {.id = "resize",
       .title = "Resize the world",
       .menu = {"Simulation/size", "Resize world..."},
       .perform = [&desk] { desk.dialogs->new_world.open_for_resize(); }},
      {.id = action::scene_gallery,
       .title = "Choose a scene",
       .keys = {{SDLK_F3}},
       .menu = {"Scenes/gallery", "All scenes, with pictures..."},
       .other_words = "scenes examples worlds",
       .perform = [&desk] { desk.dialogs->scenes.open(); }},
      {.id = action::make_land,
       .title = "Make a land",
       .menu = {"Scenes/gallery", "Make a land..."},
       .other_words = "generate terrain landscape random hills lake caves world",
       .perform = [&desk] { desk.dialogs->land.open(); }},
      {.id = action::challenge_gallery,
       .title = "Choose a challenge",
       .keys = {{SDLK_F6}},
       .menu = {"Scenes/gallery", "Challenges, with goals and medals..."},
       .other_words = "goals puzzles levels missions",
       .perform = [&desk] { desk.dialogs->challenges.open(); }},
      {.id = action::discoveries,
       .title = "Discoveries: what you have made happen",
       .keys = {{SDLK_F6, kShift}},
       .menu = {"Scenes/gallery", "Discoveries, by chapter..."},
       .other_words = "codex achievements collection reactions hints",
       .perform = [&desk] { desk.dialogs->discoveries.open(); }},
      {.id = "world_gallery",
       .title = "Look at worlds that people share",
       .menu = {"Scenes/gallery", "Gallery of shared worlds..."},
       .other_words = "community replays pictures index",
       .perform = [&desk] { desk.dialogs->gallery.open(); }},
      {.id = action::challenge_again,
       .title = "Begin the challenge again",
       .keys = {{SDLK_F8}},
       .other_words = "retry reset",
       .why_not = [&desk] { return why_no_challenge(desk); },
       .perform = [&desk] { desk.panels->challenge.again(); }},
      {.id = action::challenge_next,
       .title = "The next challenge",
       .keys = {{SDLK_F8, kShift}},
       .why_not = [&desk] { return why_no_challenge(desk); },
       .perform = [&desk] { desk.panels->challenge.next(); }},
      {.id = action::config_gallery,
       .title = "Choose a config",
       .keys = {{SDLK_F4}},
       .menu = {"Configs/gallery", "All configs, with their contents..."},
       .other_words = "configs rules mods",
       .perform = [&desk] { desk.dialogs->configs.open(); }},
      {.id = "pause_when_unfocused",
       .title = "Pause when another window is in front",
       .menu = {"Simulation/pause"},
       .about = "Off: the simulation keeps running.",
       .is_on = [&desk] { return desk.settings.window.pause_when_unfocused; },
       .perform = [&desk] { desk.settings.window.pause_when_unfocused = !desk.settings.window.pause_when_unfocused; }},
  };
}

namespace {

ActionRow turn_row(Desk& desk, std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                   command::Turn turn) {
  return {.id = id,
          .title = title,
          .keys = std::move(keys),
          .menu = {"Simulation/turn"},
          .other_words = "rotate flip hourglass",
          .perform = [&desk, turn] { desk.view.turn.turn(turn); }};
}

}  // namespace

// What hands do to the whole world.
std::vector<ActionRow> hand_actions(Desk& desk) {
  using command::Turn;
  return {
      {turn_row(desk, action::turn_world_left, "Turn the world left", {{SDLK_LEFT, kAlt}}, Turn::left)},
      {turn_row(desk, action::turn_world_right, "Turn the world right", {{SDLK_RIGHT, kAlt}}, Turn::right)},
      {turn_row(desk, action::turn_world_over, "Turn the world upside down",
                {{SDLK_DOWN, kAlt}, {SDLK_UP, kAlt, false}}, Turn::half)},
      {.id = action::shake,
       .title = "Shake the world",
       .keys = {{SDLK_s, kAlt}},
       .menu = {"Simulation/turn"},
       .about = "Everything loose is pushed to either side for a moment.",
       .why_not = [&desk] { return desk.simulation.why_no_push(); },
       .perform = [&desk] { desk.shaker.shake(); }},
  };
}

// The actions of editing: undo, redo, clear, fill.

namespace {

// "Undo paint sand". Titles of operations begin with a capital letter.
std::string with_operation(std::string_view verb, std::string operation) {
  if (operation.empty()) return std::string(verb);
  const bool is_word = operation.size() > 1 && std::islower(static_cast<unsigned char>(operation[1])) != 0;
  if (is_word) operation[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(operation[0])));
  return fmt::format("{} {}", verb, operation);
}

}  // namespace

std::vector<ActionRow> edit_actions(Desk& desk) {
  return {
      {.id = action::undo,
       .title = "Undo",
       .keys = {{SDLK_z, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now = [&desk] { return with_operation("Undo", desk.session().history().undo_title); },
       .why_not = [&desk] { return unless(!desk.session().history().undo_title.empty(), "Nothing to undo."); },
       .perform = [&desk] { desk.simulation.travel(command::Undo{}); }},
      {.id = action::redo,
       .title = "Redo",
       .keys = {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now = [&desk] { return with_operation("Redo", desk.session().history().redo_title); },
       .why_not = [&desk] { return unless(!desk.session().history().redo_title.empty(), "Nothing to redo."); },
       .perform = [&desk] { desk.simulation.travel(command::Redo{}); }},
      {.id = "settings",
       .title = "Settings",
       .keys = {{SDLK_COMMA, kCtrl}},
       .menu = {"Edit/settings", "Settings..."},
       .other_words = "preferences options text size memory autosave volume",
       .perform = [&desk] { desk.dialogs->settings.open(); }},
  };
}

// The actions of the brush and what it paints.

namespace {

std::string why_no_pouring(Desk& desk) {
  return unless(pour_of(desk.session(), desk.paint_box.brush()).has_value(),
                "The elements of this automaton have no rate.");
}

ActionRow tab_row(Desk& desk, std::string_view id, std::string_view title, DefaultKey key, int by) {
  return {.id = id,
          .title = title,
          .keys = {key},
          .menu = {"Edit/elements"},
          .other_words = "group",
          .why_not =
              [&desk] { return unless(desk.panels->elements.has_tabs(), "The elements of this config have no tabs."); },
          .perform =
              [&desk, by] {
                desk.settings.window.panels_visible = true;
                desk.panels->elements.turn_tab(by);
              }};
}

std::vector<DefaultKey> number_keys() {
  std::vector<DefaultKey> keys;
  for (int number = 1; number <= 9; ++number) keys.push_back({SDLK_0 + number, kNone, false});
  return keys;
}

}  // namespace

std::vector<ActionRow> brush_actions(Desk& desk) {
  return {
      {.id = action::brush_smaller,
       .title = "Smaller brush",
       .keys = {{SDLK_LEFTBRACKET}},
       .other_words = "size",
       .perform = [&desk] { desk.paint_box.change_brush_size(-1); }},
      {.id = action::brush_larger,
       .title = "Larger brush",
       .keys = {{SDLK_RIGHTBRACKET}},
       .other_words = "size",
       .perform = [&desk] { desk.paint_box.change_brush_size(+1); }},
      {.id = action::pour,
       .title = "Pour loose matter as grains, or fill",
       .keys = {{SDLK_b, kShift}},
       .about = "A poured stream makes heaps and pools. What fills cells falls as one body. Walls, solids, fire, lines "
                "and rectangles always fill.",
       .other_words = "spray stream scatter density",
       .why_not = [&desk] { return why_no_stream(desk.session()); },
       .is_on = [&desk] { return desk.paint_box.brush().pour; },
       .perform = [&desk] { desk.paint_box.switch_pouring(); }},
      {.id = action::pour_less,
       .title = "Pour less",
       .keys = {{SDLK_LEFTBRACKET, kShift}},
       .why_not = [&desk] { return why_no_pouring(desk); },
       .perform = [&desk] { desk.paint_box.change_pour_rate(-1); }},
      {.id = action::pour_more,
       .title = "Pour more",
       .keys = {{SDLK_RIGHTBRACKET, kShift}},
       .why_not = [&desk] { return why_no_pouring(desk); },
       .perform = [&desk] { desk.paint_box.change_pour_rate(+1); }},
      {.id = action::paint_over,
       .title = "Paint over all, empty or one element",
       .keys = {{SDLK_SEMICOLON}},
       .label_now = [&desk] { return std::string(describe(desk.paint_box.brush().over)); },
       .why_not =
           [&desk] {
             return unless(!desk.simulation.knows(Plane::height), "Poured sand always adds to what is there.");
           },
       .perform =
           [&desk] {
             PaintOver& over = desk.paint_box.brush().over;
             over = next(over);
             desk.messages.say(std::string(describe(over)));
           }},
      {.id = action::search_element,
       .title = "Search for an element",
       .keys = {{SDLK_e}, {SDLK_f, kCtrl}},
       .opens_field = true,
       .menu = {"Edit/elements"},
       .about = "By name or description, in all tabs.",
       .other_words = "find",
       .perform =
           [&desk] {
             desk.settings.window.panels_visible = true;
             desk.panels->elements.focus_search();
           }},
      tab_row(desk, "next_tab", "Next tab of elements", {SDLK_PAGEDOWN, kCtrl}, +1),
      tab_row(desk, "previous_tab", "Previous tab of elements", {SDLK_PAGEUP, kCtrl}, -1),
      {.id = "element_by_number",
       .title = "Choose an element by its number",
       .keys = number_keys(),
       .fixed_keys = "1 to 9",
       .in_palette = false,
       .perform_numbered = [&desk](int number) { desk.paint_box.pick_by_number(number); }},
  };
}

// The actions of tools.

namespace {

ActionRow tool_row(Desk& desk, Tool tool, std::string_view title, SDL_Keycode key, std::string_view other_words) {
  const ToolInfo& info = tool_info(tool);
  return {.id = info.action,
          .title = title,
          .keys = {{key}},
          .about = info.summary,
          .other_words = other_words,
          .is_on = [&desk, tool] { return desk.paint_box.tool() == tool; },
          .perform = [&desk, tool] { desk.paint_box.choose_tool(tool); }};
}

ActionRow blow_row(Desk& desk) {
  ActionRow row = tool_row(desk, Tool::blow, "Blow", SDLK_y, "wind air push fan breath");
  row.why_not = [&desk] { return desk.simulation.why_no_push(); };
  return row;
}

// The bodies are chosen by the tool's key again and again, or by an action each.
std::vector<ActionRow> body_rows(Desk& desk) {
  const auto why_not = [&desk] { return desk.simulation.why_no_body(); };
  ActionRow tool =
      tool_row(desk, Tool::body, "Body; again: ball, wheel, foot, rake", SDLK_y, "press print footprint collider");
  tool.keys = {{SDLK_y, kShift}};
  tool.why_not = why_not;
  std::vector<ActionRow> rows = {std::move(tool)};
  for (int i = 0; i < kBodyShapeCount; ++i) {
    const auto shape = static_cast<BodyShape>(i);
    rows.push_back(
        {.id = body_info(shape).action,
         .title = body_info(shape).title,
         .other_words = "body press print collider",
         .why_not = why_not,
         .is_on = [&desk,
                   shape] { return desk.paint_box.tool() == Tool::body && desk.paint_box.brush().body == shape; },
         .perform = [&desk, shape] { desk.paint_box.choose_body(shape); }});
  }
  return rows;
}

}  // namespace

std::vector<ActionRow> tool_actions(Desk& desk) {
  std::vector<ActionRow> rows = {
      {tool_row(desk, Tool::brush, "Brush; again: round or square", SDLK_b, "paint draw pencil erase")},
      {tool_row(desk, Tool::line, "Line", SDLK_n, "straight draw")},
      {tool_row(desk, Tool::rectangle, "Rectangle; again: filled or outline", SDLK_u, "box square draw")},
      {tool_row(desk, Tool::fill, "Fill", SDLK_g, "flood bucket")},
      {tool_row(desk, Tool::pick, "Pick", SDLK_i, "eyedropper element")},
      {tool_row(desk, Tool::select, "Select", SDLK_m, "mark area")},
      {blow_row(desk)},
      {.id = action::mirror,
       .title = "Mirror: left and right, up and down, both",
       .keys = {{SDLK_x}},
       .label_now =
           [&desk] {  // The state of the mirror, and how its axes are moved.
             const Symmetry symmetry = desk.paint_box.mirror_axes().symmetry;
             std::string text(describe(symmetry));
             return symmetry == Symmetry::none ? text
                                               : text + " Drag the dots at the edge of the view to move the axes.";
           },
       .other_words = "symmetry",
       .perform =
           [&desk] {
             MirrorAxes& mirror = desk.paint_box.mirror_axes();
             mirror.symmetry = next(mirror.symmetry);
             if (mirror.symmetry == Symmetry::none) mirror = {};  // it starts in the middle again next time
             desk.messages.say(std::string(describe(mirror.symmetry)));
           }},
      {.id = action::mirror_here,
       .title = "Mirror around the cell under the mouse",
       .keys = {{SDLK_x, kShift}},
       .in_palette = false,
       .perform = [&desk] { desk.view.canvas.put_mirror_here(); }},
  };
  const std::vector<ActionRow> bodies = body_rows(desk);
  rows.insert(rows.end(), bodies.begin(), bodies.end());
  return rows;
}

// Actions on the selection, and on the clip that is being placed.

namespace {

void save_stamp(Desk& desk) {
  if (const auto file = desk.view.clipping.save_stamp()) desk.dialogs->stamps.open_to_name(*file);
}

}  // namespace

std::vector<ActionRow> selection_actions(Desk& desk) {
  const auto nothing_selected = [&desk]() -> std::string {
    if (desk.view.clipping.selection()) return "";
    if (is_narrow()) return "Nothing is selected. The tool Select and Select all are in the menu.";
    const ActionTable& actions = desk.actions;
    return fmt::format("Nothing is selected. Press {} and drag to select, or press {} to select everything.",
                       actions.way_to(action::tool_select), actions.way_to(action::select_all));
  };
  return {
      {.id = action::cut,
       .title = "Cut",
       .keys = {{SDLK_x, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.cut(); }},
      {.id = action::copy,
       .title = "Copy",
       .keys = {{SDLK_c, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.copy(); }},
      {.id = action::paste,
       .title = "Paste, pictures too",
       .keys = {{SDLK_v, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection", "Paste"},
       .perform = [&desk] { desk.view.clipping.paste(); }},
      {.id = action::erase_selection,
       .title = "Clear the selection",
       .keys = {{SDLK_DELETE}, {SDLK_BACKSPACE, kNone, false}},
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.erase(); }},
      {.id = action::select_all,
       .title = "Select everything",
       .keys = {{SDLK_a, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection", "Select all"},
       .perform = [&desk] { desk.view.clipping.select_all(); }},
      {.id = action::stamps,
       .title = "Choose a stamp",
       .keys = {{SDLK_k}},
       .menu = {"Edit/stamps", "Stamps..."},
       .about = "Stamps are parts of worlds to be placed.",
       .perform =
           [&desk] {
             StampGallery& stamps = desk.dialogs->stamps;
             stamps.is_open() ? stamps.close() : stamps.open();
           }},
      {.id = action::save_stamp,
       .title = "Save the selection as a stamp",
       .keys = {{SDLK_k, kShift}},
       .menu = {"Edit/stamps", "Save as a stamp"},
       .why_not = nothing_selected,
       .perform = [&desk] { save_stamp(desk); }},
  };
}

std::vector<ActionRow> placing_actions(Desk& desk) {
  Clipping& clip = desk.view.clipping;
  const auto row = [&desk](std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                           std::function<void()> perform) -> ActionRow {
    return {.id = id,
            .title = title,
            .keys = std::move(keys),
            .context = KeyContext::placing,
            .why_not = [&desk] { return unless(desk.view.clipping.is_placing(), "No clip is being placed."); },
            .perform = std::move(perform)};
  };
  return {
      row(action::turn_right, "Turn clockwise", {{SDLK_r}}, [&clip] { clip.transform(ClipTransform::clockwise); }),
      row("turn_left", "Turn counterclockwise", {{SDLK_r, kShift}},
          [&clip] { clip.transform(ClipTransform::counterclockwise); }),
      row(action::mirror_sideways, "Mirror left and right", {{SDLK_m}},
          [&clip] { clip.transform(ClipTransform::left_right); }),
      row("mirror_upright", "Mirror above and below", {{SDLK_m, kShift}},
          [&clip] { clip.transform(ClipTransform::up_down); }),
      row("nudge_left", "One cell to the left", {{SDLK_LEFT}}, [&clip] { clip.nudge(-1, 0); }),
      row("nudge_right", "One cell to the right", {{SDLK_RIGHT}}, [&clip] { clip.nudge(1, 0); }),
      row("nudge_up", "One cell up", {{SDLK_UP}}, [&clip] { clip.nudge(0, -1); }),
      row("nudge_down", "One cell down", {{SDLK_DOWN}}, [&clip] { clip.nudge(0, 1); }),
      row(action::with_background, "With or without its background", {{SDLK_b}}, [&clip] { clip.toggle_background(); }),
      row("put_down", "Place it", {{SDLK_RETURN}, {SDLK_KP_ENTER, kNone, false}}, [&clip] { clip.put_down(false); }),
  };
}

}  // namespace repose
