// The actions on the world: running, undo, brush, tools, selection, clips.
#include <fmt/format.h>

#include <cmath>

#include "app/ui/actions/action_rows.hpp"
#include "app/ui/panels/panels.hpp"
#include "core/language.hpp"
#include "platform/page.hpp"

namespace repose {

namespace {

constexpr double kRewindSeconds = 5;  // at the automaton's own pace

std::string why_no_way_back(Desk& desk) {
  return unless(desk.simulation.can_step_back(), tr("Nothing earlier is kept."));
}

void rewind(Desk& desk) {
  desk.simulation.go_back(
      static_cast<std::uint64_t>(std::llround(kRewindSeconds * desk.simulation.steps_per_second(Speed()))));
}

std::string why_no_challenge(Desk& desk) {
  return unless(running_challenge(desk) != nullptr, tr("No challenge runs."));
}

Backend other_backend(Desk& desk) { return desk.session().backend() == Backend::gpu ? Backend::cpu : Backend::gpu; }

}  // namespace

std::vector<ActionRow> time_actions(Desk& desk) {
  return {
      {.id = action::play_pause,
       .title = text_id("Play or pause"),
       .keys = {{SDLK_SPACE}, {pad(SDL_CONTROLLER_BUTTON_START)}},
       .menu = {"Simulation/time"},
       .label_now = [&desk] { return desk.simulation.playing() ? tr("Pause") : tr("Play"); },
       .perform = [&desk] { desk.simulation.toggle_playing(); }},
      {.id = action::step,
       .title = text_id("One step"),
       .keys = {{SDLK_PERIOD}, {SDLK_f}, {pad(SDL_CONTROLLER_BUTTON_DPAD_RIGHT), kWithWheel}},
       .menu = {"Simulation/time"},
       .perform = [&desk] { desk.simulation.step_once(); }},
      {.id = action::step_back,
       .title = text_id("One step back in time"),
       .keys = {{SDLK_COMMA}, {pad(SDL_CONTROLLER_BUTTON_DPAD_LEFT), kWithWheel}},
       .menu = {"Simulation/time", text_id("One step back")},
       .why_not = [&desk] { return why_no_way_back(desk); },
       .perform = [&desk] { desk.simulation.go_back(1); }},
      {.id = action::rewind,
       .title = text_id("Five seconds back in time"),
       .keys = {{SDLK_j}, {kPadLeftTrigger, kWithWheel}},
       .menu = {"Simulation/time", text_id("Five seconds back")},
       .other_words = text_id("rewind undo history"),
       .why_not = [&desk] { return why_no_way_back(desk); },
       .perform = [&desk] { rewind(desk); }},
  };
}

std::vector<ActionRow> speed_actions(Desk& desk) {
  return {
      {.id = action::slower,
       .title = text_id("Slower"),
       .keys = {{SDLK_COMMA, kShift}, {SDLK_LESS, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not =
           [&desk] {
             return unless(desk.simulation.speed() != desk.simulation.speed().slower(),
                           tr("This is the slowest speed."));
           },
       .perform = [&desk] { desk.simulation.choose_speed(desk.simulation.speed().slower()); }},
      {.id = action::faster,
       .title = text_id("Faster"),
       .keys = {{SDLK_PERIOD, kShift}, {SDLK_GREATER, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not =
           [&desk] {
             return unless(desk.simulation.speed() != desk.simulation.speed().faster(),
                           tr("This is the fastest speed."));
           },
       .perform = [&desk] { desk.simulation.choose_speed(desk.simulation.speed().faster()); }},
      {.id = "unlimited",
       .title = text_id("As fast as possible"),
       .menu = {"Simulation/time"},
       .is_on = [&desk] { return desk.simulation.speed().unlimited(); },
       .perform =
           [&desk] {
             desk.simulation.choose_speed(desk.simulation.speed().unlimited() ? Speed() : Speed(Speed::kUnlimited));
           }},
      {.id = "own_pace",
       .title = text_id("The automaton's own pace"),
       .perform = [&desk] { desk.simulation.choose_speed(Speed()); }},
  };
}

std::vector<ActionRow> world_actions(Desk& desk) {
  return {
      {.id = action::toggle_solver,
       .title = text_id("Switch between GPU and CPU"),
       .keys = {{SDLK_g, kCtrl}},
       .why_not =
           [&desk] {
             const Session& session = desk.session();
             const SolverEntry* const other = session.registry().solver(session.automaton(), other_backend(desk));
             return other == nullptr ? trf("{} has no other backend.", session.automaton()) : other->unavailable;
           },
       .perform = [&desk] { desk.simulation.switch_solver(desk.session().automaton(), other_backend(desk)); }},
      {.id = action::reset,
       .title = text_id("Reset to the scene as it was loaded"),
       .keys = {{SDLK_r, kCtrl}},
       .menu = {"Simulation/reset", text_id("Reset")},
       .perform = [&desk] { desk.simulation.execute(command::Reset{}); }},
      {.id = action::clear,
       .title = text_id("Clear the world"),
       .keys = {{SDLK_r}},
       .menu = {"Simulation/reset", text_id("Clear")},
       .other_words = text_id("delete erase empty"),
       .perform = [&desk] { desk.simulation.execute(command::Clear{}); }},
      {.id = action::new_world,
       .title = text_id("New world"),
       .keys = {{SDLK_n, kCtrl}},
       .menu = {"Simulation/size", text_id("New world...")},
       .perform = [&desk] { desk.dialogs->new_world.open_for_new(); }},
      {.id = "resize",
       .title = text_id("Resize the world"),
       .menu = {"Simulation/size", text_id("Resize world...")},
       .perform = [&desk] { desk.dialogs->new_world.open_for_resize(); }},
      {.id = action::scene_gallery,
       .title = text_id("Choose a scene"),
       .keys = {{SDLK_F3}},
       .menu = {"Scenes/gallery", text_id("All scenes, with pictures...")},
       .other_words = text_id("scenes examples worlds"),
       .perform = [&desk] { desk.dialogs->scenes.open(); }},
      {.id = action::make_land,
       .title = text_id("Make a land"),
       .menu = {"Scenes/gallery", text_id("Make a land...")},
       .other_words = text_id("generate terrain landscape random hills lake caves world"),
       .perform = [&desk] { desk.dialogs->land.open(); }},
      {.id = action::challenge_gallery,
       .title = text_id("Choose a challenge"),
       .keys = {{SDLK_F6}},
       .menu = {"Scenes/gallery", text_id("Challenges, with goals and medals...")},
       .other_words = text_id("goals puzzles levels missions"),
       .perform = [&desk] { desk.dialogs->challenges.open(); }},
      {.id = action::discoveries,
       .title = text_id("Discoveries: what you have made happen"),
       .keys = {{SDLK_F6, kShift}},
       .menu = {"Scenes/gallery", text_id("Discoveries, by chapter...")},
       .other_words = text_id("codex achievements collection reactions hints"),
       .perform = [&desk] { desk.dialogs->discoveries.open(); }},
      {.id = "world_gallery",
       .title = text_id("Look at worlds that people share"),
       .menu = {"Scenes/gallery", text_id("Gallery of shared worlds...")},
       .other_words = text_id("community replays pictures index"),
       .perform = [&desk] { desk.dialogs->gallery.open(); }},
      {.id = action::challenge_again,
       .title = text_id("Begin the challenge again"),
       .keys = {{SDLK_F8}},
       .other_words = text_id("retry reset"),
       .why_not = [&desk] { return why_no_challenge(desk); },
       .perform = [&desk] { desk.panels->challenge.again(); }},
      {.id = action::challenge_next,
       .title = text_id("The next challenge"),
       .keys = {{SDLK_F8, kShift}},
       .why_not = [&desk] { return why_no_challenge(desk); },
       .perform = [&desk] { desk.panels->challenge.next(); }},
      {.id = action::config_gallery,
       .title = text_id("Choose a config"),
       .keys = {{SDLK_F4}},
       .menu = {"Configs/gallery", text_id("All configs, with their contents...")},
       .other_words = text_id("configs rules mods"),
       .perform = [&desk] { desk.dialogs->configs.open(); }},
      {.id = "pause_when_unfocused",
       .title = text_id("Pause when another window is in front"),
       .menu = {"Simulation/pause"},
       .about = text_id("Off: the simulation keeps running."),
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
          .other_words = text_id("rotate flip hourglass"),
          .perform = [&desk, turn] { desk.view.turn.turn(turn); }};
}

}  // namespace

// What hands do to the whole world.
std::vector<ActionRow> hand_actions(Desk& desk) {
  using command::Turn;
  std::vector<ActionRow> rows = {
      {turn_row(desk, action::turn_world_left, text_id("Turn the world left"), {{SDLK_LEFT, kAlt}}, Turn::left)},
      {turn_row(desk, action::turn_world_right, text_id("Turn the world right"), {{SDLK_RIGHT, kAlt}}, Turn::right)},
      {turn_row(desk, action::turn_world_over, text_id("Turn the world upside down"),
                {{SDLK_DOWN, kAlt}, {SDLK_UP, kAlt, false}}, Turn::half)},
      {.id = action::shake,
       .title = text_id("Shake the world"),
       .keys = {{SDLK_s, kAlt}},
       .menu = {"Simulation/turn"},
       .about = text_id("Everything loose is pushed to either side for a moment."),
       .why_not = [&desk] { return desk.simulation.why_no_push(); },
       .perform = [&desk] { desk.shaker.shake(); }},
  };
  if (page::can_be_tilted())
    rows.push_back({.id = action::tilt,
                    .title = text_id("Tilt to turn gravity"),
                    .menu = {"Simulation/turn"},
                    .about = text_id("The world keeps its place in the device that you turn, and what is loose falls."),
                    .other_words = text_id("phone sensor orientation"),
                    .is_on = [] { return page::feels_tilt(); },
                    .perform =
                        [&desk] {
                          desk.view.turn.forget_tilt();
                          page::want_tilt(!page::feels_tilt());
                        }});
  return rows;
}

// The actions of editing: undo, redo, clear, fill.

namespace {

// "paint sand". Titles of operations begin with a capital letter, which English has not within a sentence.
std::string within_sentence(std::string operation) {
  const bool is_word = operation.size() > 1 && std::islower(static_cast<unsigned char>(operation[1])) != 0;
  if (is_word && current_language() == "en")
    operation[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(operation[0])));
  return operation;
}

}  // namespace

std::vector<ActionRow> edit_actions(Desk& desk) {
  return {
      {.id = action::undo,
       .title = text_id("Undo"),
       .keys = {{SDLK_z, kCtrl}, {pad(SDL_CONTROLLER_BUTTON_B)}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now =
           [&desk] {
             const std::string& operation = desk.session().history().undo_title;
             return operation.empty() ? tr("Undo") : trf("Undo {}", within_sentence(operation));
           },
       .why_not = [&desk] { return unless(!desk.session().history().undo_title.empty(), tr("Nothing to undo.")); },
       .perform = [&desk] { desk.simulation.travel(command::Undo{}); }},
      {.id = action::redo,
       .title = text_id("Redo"),
       .keys = {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift}, {pad(SDL_CONTROLLER_BUTTON_X), kWithWheel}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now =
           [&desk] {
             const std::string& operation = desk.session().history().redo_title;
             return operation.empty() ? tr("Redo") : trf("Redo {}", within_sentence(operation));
           },
       .why_not = [&desk] { return unless(!desk.session().history().redo_title.empty(), tr("Nothing to redo.")); },
       .perform = [&desk] { desk.simulation.travel(command::Redo{}); }},
      {.id = "settings",
       .title = text_id("Settings"),
       .keys = {{SDLK_COMMA, kCtrl}},
       .menu = {"Edit/settings", text_id("Settings...")},
       .other_words = text_id("preferences options text size memory autosave volume"),
       .perform = [&desk] { desk.dialogs->settings.open(); }},
  };
}

// The actions of the brush and what it paints.

namespace {

std::string why_no_pouring(Desk& desk) {
  return unless(pour_of(desk.session(), desk.paint_box.brush()).has_value(),
                tr("The elements of this automaton have no rate."));
}

ActionRow tab_row(Desk& desk, std::string_view id, std::string_view title, DefaultKey key, int by) {
  return {
      .id = id,
      .title = title,
      .keys = {key},
      .menu = {"Edit/elements"},
      .other_words = text_id("group"),
      .why_not =
          [&desk] { return unless(desk.panels->elements.has_tabs(), tr("The elements of this config have no tabs.")); },
      .perform =
          [&desk, by] {
            desk.settings.window.panels_visible = true;
            desk.panels->elements.turn_tab(by);
          }};
}

ActionRow element_row(Desk& desk, std::string_view id, std::string_view title, SDL_GameControllerButton button,
                      int by) {
  return {.id = id, .title = title, .keys = {{pad(button)}}, .perform = [&desk, by] { desk.paint_box.pick_next(by); }};
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
       .title = text_id("Smaller brush"),
       .keys = {{SDLK_LEFTBRACKET}, {pad(SDL_CONTROLLER_BUTTON_DPAD_DOWN), kWithWheel}},
       .other_words = text_id("size"),
       .perform = [&desk] { desk.paint_box.change_brush_size(-1); }},
      {.id = action::brush_larger,
       .title = text_id("Larger brush"),
       .keys = {{SDLK_RIGHTBRACKET}, {pad(SDL_CONTROLLER_BUTTON_DPAD_UP), kWithWheel}},
       .other_words = text_id("size"),
       .perform = [&desk] { desk.paint_box.change_brush_size(+1); }},
      {.id = action::pour,
       .title = text_id("Pour loose matter as grains, or fill"),
       .keys = {{SDLK_b, kShift}},
       .about = text_id(
           "A poured stream makes heaps and pools. What fills cells falls as one body. Walls, solids, fire, lines "
           "and rectangles always fill."),
       .other_words = text_id("spray stream scatter density"),
       .why_not = [&desk] { return why_no_stream(desk.session()); },
       .is_on = [&desk] { return desk.paint_box.brush().pour; },
       .perform = [&desk] { desk.paint_box.switch_pouring(); }},
      {.id = action::pour_less,
       .title = text_id("Pour less"),
       .keys = {{SDLK_LEFTBRACKET, kShift}},
       .why_not = [&desk] { return why_no_pouring(desk); },
       .perform = [&desk] { desk.paint_box.change_pour_rate(-1); }},
      {.id = action::pour_more,
       .title = text_id("Pour more"),
       .keys = {{SDLK_RIGHTBRACKET, kShift}},
       .why_not = [&desk] { return why_no_pouring(desk); },
       .perform = [&desk] { desk.paint_box.change_pour_rate(+1); }},
      {.id = action::paint_over,
       .title = text_id("Paint over all, empty or one element"),
       .keys = {{SDLK_SEMICOLON}},
       .label_now = [&desk] { return std::string(describe(desk.paint_box.brush().over)); },
       .why_not =
           [&desk] {
             return unless(!desk.simulation.knows(Plane::height), tr("Poured sand always adds to what is there."));
           },
       .perform =
           [&desk] {
             PaintOver& over = desk.paint_box.brush().over;
             over = next(over);
             desk.messages.say(std::string(describe(over)));
           }},
      {.id = action::search_element,
       .title = text_id("Search for an element"),
       .keys = {{SDLK_e}, {SDLK_f, kCtrl}},
       .opens_field = true,
       .menu = {"Edit/elements"},
       .about = text_id("By name or description, in all tabs."),
       .other_words = text_id("find"),
       .perform =
           [&desk] {
             desk.settings.window.panels_visible = true;
             desk.panels->elements.focus_search();
           }},
      tab_row(desk, "next_tab", text_id("Next tab of elements"), {SDLK_PAGEDOWN, kCtrl}, +1),
      tab_row(desk, "previous_tab", text_id("Previous tab of elements"), {SDLK_PAGEUP, kCtrl}, -1),
      element_row(desk, action::element_next, text_id("Next element"), SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, +1),
      element_row(desk, action::element_before, text_id("Element before"), SDL_CONTROLLER_BUTTON_LEFTSHOULDER, -1),
      {.id = action::wheel,
       .title = text_id("Wheel of elements and tools, while held"),
       .keys = {{SDLK_e, kShift}, {SDLK_BACKQUOTE, kNone, false}, {pad(SDL_CONTROLLER_BUTTON_Y)}},
       .other_words = text_id("radial ring pie"),
       .perform = [&desk] { desk.panels->wheel.press(); },
       .while_held = [&desk](double) { desk.panels->wheel.hold(); }},
      {.id = "element_by_number",
       .title = text_id("Choose an element by its number"),
       .keys = number_keys(),
       .fixed_keys = text_id("1 to 9"),
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
  ActionRow row = tool_row(desk, Tool::blow, text_id("Blow"), SDLK_y, text_id("wind air push fan breath"));
  row.why_not = [&desk] { return desk.simulation.why_no_push(); };
  return row;
}

ActionRow sign_row(Desk& desk) {
  ActionRow row = tool_row(desk, Tool::sign, text_id("Sign"), SDLK_n, text_id("text label note write name"));
  row.keys = {{SDLK_n, kShift}};
  row.why_not = [&desk] {
    return unless(!desk.view.canvas.in_relief(), tr("There are no signs in the view in three dimensions."));
  };
  return row;
}

// The bodies are chosen by the tool's key again and again, or by an action each.
std::vector<ActionRow> body_rows(Desk& desk) {
  const auto why_not = [&desk] { return desk.simulation.why_no_body(); };
  ActionRow tool = tool_row(desk, Tool::body, text_id("Body; again: ball, wheel, foot, rake"), SDLK_y,
                            text_id("press print footprint collider"));
  tool.keys = {{SDLK_y, kShift}};
  tool.why_not = why_not;
  std::vector<ActionRow> rows = {std::move(tool)};
  for (int i = 0; i < kBodyShapeCount; ++i) {
    const auto shape = static_cast<BodyShape>(i);
    rows.push_back(
        {.id = body_info(shape).action,
         .title = body_info(shape).title,
         .other_words = text_id("body press print collider"),
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
      {tool_row(desk, Tool::brush, text_id("Brush; again: round or square"), SDLK_b,
                text_id("paint draw pencil erase"))},
      {tool_row(desk, Tool::line, text_id("Line"), SDLK_n, text_id("straight draw"))},
      {tool_row(desk, Tool::rectangle, text_id("Rectangle; again: filled or outline"), SDLK_u,
                text_id("box square draw"))},
      {tool_row(desk, Tool::fill, text_id("Fill"), SDLK_g, text_id("flood bucket"))},
      {tool_row(desk, Tool::pick, text_id("Pick"), SDLK_i, text_id("eyedropper element"))},
      {tool_row(desk, Tool::select, text_id("Select"), SDLK_m, text_id("mark area"))},
      {blow_row(desk)},
      {sign_row(desk)},
      {.id = action::mirror,
       .title = text_id("Mirror: left and right, up and down, both"),
       .keys = {{SDLK_x}},
       .label_now =
           [&desk] {  // The state of the mirror, and how its axes are moved.
             const Symmetry symmetry = desk.paint_box.mirror_axes().symmetry;
             const char* const text = describe(symmetry);
             return symmetry == Symmetry::none
                        ? std::string(text)
                        : trf("{} Drag the dots at the edge of the view to move the axes.", text);
           },
       .other_words = text_id("symmetry"),
       .perform =
           [&desk] {
             MirrorAxes& mirror = desk.paint_box.mirror_axes();
             mirror.symmetry = next(mirror.symmetry);
             if (mirror.symmetry == Symmetry::none) mirror = {};  // it starts in the middle again next time
             desk.messages.say(std::string(describe(mirror.symmetry)));
           }},
      {.id = action::mirror_here,
       .title = text_id("Mirror around the cell under the mouse"),
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
    if (is_narrow()) return tr("Nothing is selected. The tool Select and Select all are in the menu.");
    const ActionTable& actions = desk.actions;
    return trf("Nothing is selected. Press {} and drag to select, or press {} to select everything.",
               actions.way_to(action::tool_select), actions.way_to(action::select_all));
  };
  return {
      {.id = action::cut,
       .title = text_id("Cut"),
       .keys = {{SDLK_x, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.cut(); }},
      {.id = action::copy,
       .title = text_id("Copy"),
       .keys = {{SDLK_c, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.copy(); }},
      {.id = action::paste,
       .title = text_id("Paste, pictures too"),
       .keys = {{SDLK_v, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection", text_id("Paste")},
       .perform = [&desk] { desk.view.clipping.paste(); }},
      {.id = action::erase_selection,
       .title = text_id("Clear the selection"),
       .keys = {{SDLK_DELETE}, {SDLK_BACKSPACE, kNone, false}},
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.erase(); }},
      {.id = action::select_all,
       .title = text_id("Select everything"),
       .keys = {{SDLK_a, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection", text_id("Select all")},
       .perform = [&desk] { desk.view.clipping.select_all(); }},
      {.id = action::stamps,
       .title = text_id("Choose a stamp"),
       .keys = {{SDLK_k}},
       .menu = {"Edit/stamps", text_id("Stamps...")},
       .about = text_id("Stamps are parts of worlds to be placed."),
       .perform =
           [&desk] {
             StampGallery& stamps = desk.dialogs->stamps;
             stamps.is_open() ? stamps.close() : stamps.open();
           }},
      {.id = action::save_stamp,
       .title = text_id("Save the selection as a stamp"),
       .keys = {{SDLK_k, kShift}},
       .menu = {"Edit/stamps", text_id("Save as a stamp")},
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
            .why_not = [&desk] { return unless(desk.view.clipping.is_placing(), tr("No clip is being placed.")); },
            .perform = std::move(perform)};
  };
  return {
      row(action::turn_right, text_id("Turn clockwise"), {{SDLK_r}, {pad(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER)}},
          [&clip] { clip.transform(ClipTransform::clockwise); }),
      row("turn_left", text_id("Turn counterclockwise"), {{SDLK_r, kShift}, {pad(SDL_CONTROLLER_BUTTON_LEFTSHOULDER)}},
          [&clip] { clip.transform(ClipTransform::counterclockwise); }),
      row(action::mirror_sideways, text_id("Mirror left and right"), {{SDLK_m}, {pad(SDL_CONTROLLER_BUTTON_X)}},
          [&clip] { clip.transform(ClipTransform::left_right); }),
      row("mirror_upright", text_id("Mirror above and below"), {{SDLK_m, kShift}},
          [&clip] { clip.transform(ClipTransform::up_down); }),
      row("nudge_left", text_id("One cell to the left"), {{SDLK_LEFT}, {pad(SDL_CONTROLLER_BUTTON_DPAD_LEFT)}},
          [&clip] { clip.nudge(-1, 0); }),
      row("nudge_right", text_id("One cell to the right"), {{SDLK_RIGHT}, {pad(SDL_CONTROLLER_BUTTON_DPAD_RIGHT)}},
          [&clip] { clip.nudge(1, 0); }),
      row("nudge_up", text_id("One cell up"), {{SDLK_UP}, {pad(SDL_CONTROLLER_BUTTON_DPAD_UP)}},
          [&clip] { clip.nudge(0, -1); }),
      row("nudge_down", text_id("One cell down"), {{SDLK_DOWN}, {pad(SDL_CONTROLLER_BUTTON_DPAD_DOWN)}},
          [&clip] { clip.nudge(0, 1); }),
      row(action::with_background, text_id("With or without its background"), {{SDLK_b}},
          [&clip] { clip.toggle_background(); }),
      row("put_down", text_id("Place it"), {{SDLK_RETURN}, {SDLK_KP_ENTER, kNone, false}},
          [&clip] { clip.put_down(false); }),
  };
}

}  // namespace repose
