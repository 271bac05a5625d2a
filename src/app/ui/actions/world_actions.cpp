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

Backend other_backend(Desk& desk) { return desk.session().backend() == Backend::gpu ? Backend::cpu : Backend::gpu; }

}  // namespace

std::vector<ActionRow> simulation_actions(Desk& desk) {
  using command::Turn;
  const auto no_way_back =
      unless([&desk] { return desk.simulation.can_step_back(); }, text_id("Nothing earlier is kept."));
  const auto no_challenge =
      unless([&desk] { return running_challenge(desk) != nullptr; }, text_id("No challenge runs."));
  const auto turn_row = [&desk](std::string_view id, std::string_view title, std::vector<DefaultKey> keys, Turn turn) {
    return row(id, title, std::move(keys), {"Simulation/turn"}, {.other_words = text_id("rotate flip hourglass")},
               [&desk, turn] { desk.view.turn.turn(turn); });
  };
  return {
      row(action::play_pause, text_id("Play or pause"), {{SDLK_SPACE}, {pad(SDL_CONTROLLER_BUTTON_START)}},
          {"Simulation/time"}, {.label_now = [&desk] { return desk.simulation.playing() ? tr("Pause") : tr("Play"); }},
          [&desk] { desk.simulation.toggle_playing(); }),
      row(action::step, text_id("One step"),
          {{SDLK_PERIOD}, {SDLK_f}, {pad(SDL_CONTROLLER_BUTTON_DPAD_RIGHT), kWithWheel}}, {"Simulation/time"},
          [&desk] { desk.simulation.step_once(); }),
      row(action::step_back, text_id("One step back in time"),
          {{SDLK_COMMA}, {pad(SDL_CONTROLLER_BUTTON_DPAD_LEFT), kWithWheel}},
          {"Simulation/time", text_id("One step back")}, {.why_not = no_way_back},
          [&desk] { desk.simulation.go_back(1); }),
      row(action::rewind, text_id("Five seconds back in time"), {{SDLK_j}, {kPadLeftTrigger, kWithWheel}},
          {"Simulation/time", text_id("Five seconds back")},
          {.other_words = text_id("rewind undo history"), .why_not = no_way_back},
          [&desk] {
            const double steps = kRewindSeconds * desk.simulation.steps_per_second(Speed());
            desk.simulation.go_back(static_cast<std::uint64_t>(std::llround(steps)));
          }),
      row(action::slower, text_id("Slower"), {{SDLK_COMMA, kShift}, {SDLK_LESS, kNone, false}}, {"Simulation/time"},
          {.why_not = unless([&desk] { return desk.simulation.speed() != desk.simulation.speed().slower(); },
                             text_id("This is the slowest speed."))},
          [&desk] { desk.simulation.choose_speed(desk.simulation.speed().slower()); }),
      row(action::faster, text_id("Faster"), {{SDLK_PERIOD, kShift}, {SDLK_GREATER, kNone, false}}, {"Simulation/time"},
          {.why_not = unless([&desk] { return desk.simulation.speed() != desk.simulation.speed().faster(); },
                             text_id("This is the fastest speed."))},
          [&desk] { desk.simulation.choose_speed(desk.simulation.speed().faster()); }),
      row("unlimited", text_id("As fast as possible"), {}, {"Simulation/time"},
          {.is_on = [&desk] { return desk.simulation.speed().unlimited(); }},
          [&desk] {
            desk.simulation.choose_speed(desk.simulation.speed().unlimited() ? Speed() : Speed(Speed::kUnlimited));
          }),
      row("own_pace", text_id("The automaton's own pace"), {}, {}, [&desk] { desk.simulation.choose_speed(Speed()); }),
      // What hands do to the whole world.
      turn_row(action::turn_world_left, text_id("Turn the world left"), {{SDLK_LEFT, kAlt}}, Turn::left),
      turn_row(action::turn_world_right, text_id("Turn the world right"), {{SDLK_RIGHT, kAlt}}, Turn::right),
      turn_row(action::turn_world_over, text_id("Turn the world upside down"),
               {{SDLK_DOWN, kAlt}, {SDLK_UP, kAlt, false}}, Turn::half),
      row(action::shake, text_id("Shake the world"), {{SDLK_s, kAlt}}, {"Simulation/turn"},
          {.about = text_id("Everything loose is pushed to either side for a moment."),
           .why_not = [&desk] { return desk.simulation.why_no_push(); }},
          [&desk] { desk.shaker.shake(); }),
      !page::can_be_tilted()
          ? ActionRow()
          : row(action::tilt, text_id("Tilt to turn gravity"), {}, {"Simulation/turn"},
                {.about = text_id("The world keeps its place in the device that you turn, and what is loose falls."),
                 .other_words = text_id("phone sensor orientation"),
                 .is_on = [] { return page::feels_tilt(); }},
                [&desk] {
                  desk.view.turn.forget_tilt();
                  page::want_tilt(!page::feels_tilt());
                }),
      row(action::toggle_solver, text_id("Switch between GPU and CPU"), {{SDLK_g, kCtrl}}, {},
          {.why_not =
               [&desk] {
                 const Session& session = desk.session();
                 const SolverEntry* const other = session.registry().solver(session.automaton(), other_backend(desk));
                 return other == nullptr ? trf("{} has no other backend.", session.automaton()) : other->unavailable;
               }},
          [&desk] { desk.simulation.switch_solver(desk.session().automaton(), other_backend(desk)); }),
      row(action::reset, text_id("Reset to the scene as it was loaded"), {{SDLK_r, kCtrl}},
          {"Simulation/reset", text_id("Reset")}, [&desk] { desk.simulation.execute(command::Reset{}); }),
      row(action::clear, text_id("Clear the world"), {{SDLK_r}}, {"Simulation/reset", text_id("Clear")},
          {.other_words = text_id("delete erase empty")}, [&desk] { desk.simulation.execute(command::Clear{}); }),
      row("new_world", text_id("New world"), {{SDLK_n, kCtrl}}, {"Simulation/size", text_id("New world...")},
          [&desk] { desk.dialogs->new_world.open(false); }),
      row("resize", text_id("Resize the world"), {}, {"Simulation/size", text_id("Resize world...")},
          [&desk] { desk.dialogs->new_world.open(true); }),
      row(action::scene_gallery, text_id("Choose a scene"), {{SDLK_F3}},
          {"Scenes/gallery", text_id("All scenes, with pictures...")},
          {.other_words = text_id("scenes examples worlds")}, [&desk] { desk.dialogs->scenes.open(); }),
      row("make_land", text_id("Make a land"), {}, {"Scenes/gallery", text_id("Make a land...")},
          {.other_words = text_id("generate terrain landscape random hills lake caves world")},
          [&desk] { desk.dialogs->land.open(); }),
      row(action::challenge_gallery, text_id("Choose a challenge"), {{SDLK_F6}},
          {"Scenes/gallery", text_id("Challenges, with goals and medals...")},
          {.other_words = text_id("goals puzzles levels missions")}, [&desk] { desk.dialogs->challenges.open(); }),
      row("discoveries", text_id("Discoveries: what you have made happen"), {{SDLK_F6, kShift}},
          {"Scenes/gallery", text_id("Discoveries, by chapter...")},
          {.other_words = text_id("codex achievements collection reactions hints")},
          [&desk] { desk.dialogs->discoveries.open(); }),
      row("world_gallery", text_id("Look at worlds that people share"), {},
          {"Scenes/gallery", text_id("Gallery of shared worlds...")},
          {.other_words = text_id("community replays pictures index")}, [&desk] { desk.dialogs->gallery.open(); }),
      row(action::challenge_again, text_id("Begin the challenge again"), {{SDLK_F8}}, {},
          {.other_words = text_id("retry reset"), .why_not = no_challenge},
          [&desk] { desk.panels->challenge.again(); }),
      row(action::challenge_next, text_id("The next challenge"), {{SDLK_F8, kShift}}, {}, {.why_not = no_challenge},
          [&desk] { desk.panels->challenge.next(); }),
      row("config_gallery", text_id("Choose a config"), {{SDLK_F4}},
          {"Configs/gallery", text_id("All configs, with their contents...")},
          {.other_words = text_id("configs rules mods")}, [&desk] { desk.dialogs->configs.open(); }),
      row("pause_when_unfocused", text_id("Pause when another window is in front"), {}, {"Simulation/pause"},
          {.about = text_id("Off: the simulation keeps running."),
           .is_on = [&desk] { return desk.settings.window.pause_when_unfocused; }},
          [&desk] { desk.settings.window.pause_when_unfocused = !desk.settings.window.pause_when_unfocused; }),
  };
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
      row(action::undo, text_id("Undo"), {{SDLK_z, kCtrl}, {pad(SDL_CONTROLLER_BUTTON_B)}}, {"Edit/history"},
          {.left_to_text = true,
           .label_now =
               [&desk] {
                 const std::string& operation = desk.session().history().undo_title;
                 return operation.empty() ? tr("Undo") : trf("Undo {}", within_sentence(operation));
               },
           .why_not =
               unless([&desk] { return !desk.session().history().undo_title.empty(); }, text_id("Nothing to undo."))},
          [&desk] { desk.simulation.travel(command::Undo{}); }),
      row(action::redo, text_id("Redo"),
          {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift}, {pad(SDL_CONTROLLER_BUTTON_X), kWithWheel}}, {"Edit/history"},
          {.left_to_text = true,
           .label_now =
               [&desk] {
                 const std::string& operation = desk.session().history().redo_title;
                 return operation.empty() ? tr("Redo") : trf("Redo {}", within_sentence(operation));
               },
           .why_not =
               unless([&desk] { return !desk.session().history().redo_title.empty(); }, text_id("Nothing to redo."))},
          [&desk] { desk.simulation.travel(command::Redo{}); }),
      row("settings", text_id("Settings"), {{SDLK_COMMA, kCtrl}}, {"Edit/settings", text_id("Settings...")},
          {.other_words = text_id("preferences options text size memory autosave volume")},
          [&desk] { desk.dialogs->settings.open(); }),
  };
}

// The actions of the brush and what it paints.

namespace {

ActionRow tab_row(Desk& desk, std::string_view id, std::string_view title, DefaultKey key, int by) {
  return row(id, title, {key}, {"Edit/elements"},
             {.other_words = text_id("group"),
              .why_not = unless([&desk] { return desk.panels->elements.has_tabs(); },
                                text_id("The elements of this config have no tabs."))},
             [&desk, by] {
               desk.settings.window.panels_visible = true;
               desk.panels->elements.turn_tab(by);
             });
}

}  // namespace

std::vector<ActionRow> brush_actions(Desk& desk) {
  const auto no_pouring = unless([&desk] { return pour_of(desk.session(), desk.paint_box.brush()).has_value(); },
                                 text_id("The elements of this automaton have no rate."));
  std::vector<DefaultKey> number_keys;
  for (int number = 1; number <= 9; ++number) number_keys.push_back({SDLK_0 + number, kNone, false});
  return {
      row(action::brush_smaller, text_id("Smaller brush"),
          {{SDLK_LEFTBRACKET}, {pad(SDL_CONTROLLER_BUTTON_DPAD_DOWN), kWithWheel}}, {},
          {.other_words = text_id("size")}, [&desk] { desk.paint_box.change_brush_size(-1); }),
      row(action::brush_larger, text_id("Larger brush"),
          {{SDLK_RIGHTBRACKET}, {pad(SDL_CONTROLLER_BUTTON_DPAD_UP), kWithWheel}}, {}, {.other_words = text_id("size")},
          [&desk] { desk.paint_box.change_brush_size(+1); }),
      row(action::pour, text_id("Pour loose matter as grains, or fill"), {{SDLK_b, kShift}}, {},
          {.about = text_id(
               "A poured stream makes heaps and pools. What fills cells falls as one body. Walls, solids, fire, lines "
               "and rectangles always fill."),
           .other_words = text_id("spray stream scatter density"),
           .why_not = [&desk] { return why_no_stream(desk.session()); },
           .is_on = [&desk] { return desk.paint_box.brush().pour; }},
          [&desk] { desk.paint_box.switch_pouring(); }),
      row(action::pour_less, text_id("Pour less"), {{SDLK_LEFTBRACKET, kShift}}, {}, {.why_not = no_pouring},
          [&desk] { desk.paint_box.change_pour_rate(-1); }),
      row(action::pour_more, text_id("Pour more"), {{SDLK_RIGHTBRACKET, kShift}}, {}, {.why_not = no_pouring},
          [&desk] { desk.paint_box.change_pour_rate(+1); }),
      row(action::paint_over, text_id("Paint over all, empty or one element"), {{SDLK_SEMICOLON}}, {},
          {.label_now = [&desk] { return std::string(describe(desk.paint_box.brush().over)); },
           .why_not = unless([&desk] { return !desk.simulation.knows(Plane::height); },
                             text_id("Poured sand always adds to what is there."))},
          [&desk] {
            PaintOver& over = desk.paint_box.brush().over;
            over = next(over);
            desk.messages.say(std::string(describe(over)));
          }),
      row(action::search_element, text_id("Search for an element"), {{SDLK_e}, {SDLK_f, kCtrl}}, {"Edit/elements"},
          {.opens_field = true,
           .about = text_id("By name or description, in all tabs."),
           .other_words = text_id("find")},
          [&desk] {
            desk.settings.window.panels_visible = true;
            desk.panels->elements.focus_search();
          }),
      tab_row(desk, "next_tab", text_id("Next tab of elements"), {SDLK_PAGEDOWN, kCtrl}, +1),
      tab_row(desk, "previous_tab", text_id("Previous tab of elements"), {SDLK_PAGEUP, kCtrl}, -1),
      row("element_next", text_id("Next element"), {{pad(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER)}}, {},
          [&desk] { desk.paint_box.pick_next(+1); }),
      row("element_before", text_id("Element before"), {{pad(SDL_CONTROLLER_BUTTON_LEFTSHOULDER)}}, {},
          [&desk] { desk.paint_box.pick_next(-1); }),
      row(action::wheel, text_id("Wheel of elements and tools, while held"),
          {{SDLK_e, kShift}, {SDLK_BACKQUOTE, kNone, false}, {pad(SDL_CONTROLLER_BUTTON_Y)}}, {},
          {.other_words = text_id("radial ring pie"), .while_held = [&desk](double) { desk.panels->wheel.hold(); }},
          [&desk] { desk.panels->wheel.press(); }),
      row("element_by_number", text_id("Choose an element by its number"), number_keys, {},
          {.fixed_keys = text_id("1 to 9"),
           .in_palette = false,
           .perform_numbered = [&desk](int number) { desk.paint_box.pick_by_number(number); }},
          nullptr),
  };
}

// The actions of tools.

std::vector<ActionRow> tool_actions(Desk& desk) {
  const auto tool_row = [&desk](Tool tool, std::string_view title, DefaultKey key, std::string_view other_words,
                                std::function<std::string()> why_not = nullptr) {
    const ToolInfo& info = tool_info(tool);
    return row(info.action, title, {key}, {},
               {.about = info.summary,
                .other_words = other_words,
                .why_not = std::move(why_not),
                .is_on = [&desk, tool] { return desk.paint_box.tool() == tool; }},
               [&desk, tool] { desk.paint_box.choose_tool(tool); });
  };
  const auto why_no_body = [&desk] { return desk.simulation.why_no_body(); };
  std::vector<ActionRow> rows = {
      tool_row(Tool::brush, text_id("Brush; again: round or square"), {SDLK_b}, text_id("paint draw pencil erase")),
      tool_row(Tool::line, text_id("Line"), {SDLK_n}, text_id("straight draw")),
      tool_row(Tool::rectangle, text_id("Rectangle; again: filled or outline"), {SDLK_u}, text_id("box square draw")),
      tool_row(Tool::fill, text_id("Fill"), {SDLK_g}, text_id("flood bucket")),
      tool_row(Tool::pick, text_id("Pick"), {SDLK_i}, text_id("eyedropper element")),
      tool_row(Tool::select, text_id("Select"), {SDLK_m}, text_id("mark area")),
      tool_row(Tool::blow, text_id("Blow"), {SDLK_y}, text_id("wind air push fan breath"),
               [&desk] { return desk.simulation.why_no_push(); }),
      tool_row(Tool::sign, text_id("Sign"), {SDLK_n, kShift}, text_id("text label note write name"),
               unless([&desk] { return !desk.view.canvas.in_relief(); },
                      text_id("There are no signs in the view in three dimensions."))),
      row(action::mirror, text_id("Mirror: left and right, up and down, both"), {{SDLK_x}}, {},
          {.label_now =
               [&desk] {  // The state of the mirror, and how its axes are moved.
                 const Symmetry symmetry = desk.paint_box.mirror_axes().symmetry;
                 const char* const text = describe(symmetry);
                 return symmetry == Symmetry::none
                            ? std::string(text)
                            : trf("{} Drag the dots at the edge of the view to move the axes.", text);
               },
           .other_words = text_id("symmetry")},
          [&desk] {
            MirrorAxes& mirror = desk.paint_box.mirror_axes();
            mirror.symmetry = next(mirror.symmetry);
            if (mirror.symmetry == Symmetry::none) mirror = {};  // it starts in the middle again next time
            desk.messages.say(std::string(describe(mirror.symmetry)));
          }),
      row("mirror_here", text_id("Mirror around the cell under the mouse"), {{SDLK_x, kShift}}, {},
          {.in_palette = false}, [&desk] { desk.view.canvas.put_mirror_here(); }),
      // The bodies are chosen by the tool's key again and again, or by an action each.
      tool_row(Tool::body, text_id("Body; again: ball, wheel, foot, rake"), {SDLK_y, kShift},
               text_id("press print footprint collider"), why_no_body),
  };
  for (int i = 0; i < kBodyShapeCount; ++i) {
    const auto shape = static_cast<BodyShape>(i);
    const auto is_on = [&desk, shape] {
      return desk.paint_box.tool() == Tool::body && desk.paint_box.brush().body == shape;
    };
    rows.push_back(row(body_info(shape).action, body_info(shape).title, {}, {},
                       {.other_words = text_id("body press print collider"), .why_not = why_no_body, .is_on = is_on},
                       [&desk, shape] { desk.paint_box.choose_body(shape); }));
  }
  return rows;
}

// Actions on the selection, and on the clip that is being placed.

std::vector<ActionRow> selection_actions(Desk& desk) {
  const auto nothing_selected = [&desk]() -> std::string {
    if (desk.view.clipping.selection()) return "";
    if (is_narrow()) return tr("Nothing is selected. The tool Select and Select all are in the menu.");
    const ActionTable& actions = desk.actions;
    return trf("Nothing is selected. Press {} and drag to select, or press {} to select everything.",
               actions.way_to(action::tool_select), actions.way_to(action::select_all));
  };
  return {
      row(action::cut, text_id("Cut"), {{SDLK_x, kCtrl}}, {"Edit/selection"},
          {.left_to_text = true, .why_not = nothing_selected}, [&desk] { desk.view.clipping.cut(); }),
      row(action::copy, text_id("Copy"), {{SDLK_c, kCtrl}}, {"Edit/selection"},
          {.left_to_text = true, .why_not = nothing_selected}, [&desk] { desk.view.clipping.copy(); }),
      row(action::paste, text_id("Paste, pictures too"), {{SDLK_v, kCtrl}}, {"Edit/selection", text_id("Paste")},
          {.left_to_text = true}, [&desk] { desk.view.clipping.paste(); }),
      row(action::erase_selection, text_id("Clear the selection"), {{SDLK_DELETE}, {SDLK_BACKSPACE, kNone, false}},
          {"Edit/selection"}, {.why_not = nothing_selected}, [&desk] { desk.view.clipping.erase(); }),
      row(action::select_all, text_id("Select everything"), {{SDLK_a, kCtrl}},
          {"Edit/selection", text_id("Select all")}, {.left_to_text = true},
          [&desk] { desk.view.clipping.select_all(); }),
      row(action::stamps, text_id("Choose a stamp"), {{SDLK_k}}, {"Edit/stamps", text_id("Stamps...")},
          {.about = text_id("Stamps are parts of worlds to be placed.")},
          [&desk] {
            StampGallery& stamps = desk.dialogs->stamps;
            stamps.is_open() ? stamps.close() : stamps.open();
          }),
      row(action::save_stamp, text_id("Save the selection as a stamp"), {{SDLK_k, kShift}},
          {"Edit/stamps", text_id("Save as a stamp")}, {.why_not = nothing_selected},
          [&desk] {
            if (const auto file = desk.view.clipping.save_stamp()) desk.dialogs->stamps.open_to_name(*file);
          }),
  };
}

std::vector<ActionRow> placing_actions(Desk& desk) {
  Clipping& clip = desk.view.clipping;
  const auto clip_row = [&desk](std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                                std::function<void()> perform) {
    return row(
        id, title, std::move(keys), {},
        {.context = KeyContext::placing,
         .why_not = unless([&desk] { return desk.view.clipping.is_placing(); }, text_id("No clip is being placed."))},
        std::move(perform));
  };
  return {
      clip_row(action::turn_right, text_id("Turn clockwise"), {{SDLK_r}, {pad(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER)}},
               [&clip] { clip.transform(ClipTransform::clockwise); }),
      clip_row("turn_left", text_id("Turn counterclockwise"),
               {{SDLK_r, kShift}, {pad(SDL_CONTROLLER_BUTTON_LEFTSHOULDER)}},
               [&clip] { clip.transform(ClipTransform::counterclockwise); }),
      clip_row(action::mirror_sideways, text_id("Mirror left and right"), {{SDLK_m}, {pad(SDL_CONTROLLER_BUTTON_X)}},
               [&clip] { clip.transform(ClipTransform::left_right); }),
      clip_row("mirror_upright", text_id("Mirror above and below"), {{SDLK_m, kShift}},
               [&clip] { clip.transform(ClipTransform::up_down); }),
      clip_row("nudge_left", text_id("One cell to the left"), {{SDLK_LEFT}, {pad(SDL_CONTROLLER_BUTTON_DPAD_LEFT)}},
               [&clip] { clip.nudge(-1, 0); }),
      clip_row("nudge_right", text_id("One cell to the right"), {{SDLK_RIGHT}, {pad(SDL_CONTROLLER_BUTTON_DPAD_RIGHT)}},
               [&clip] { clip.nudge(1, 0); }),
      clip_row("nudge_up", text_id("One cell up"), {{SDLK_UP}, {pad(SDL_CONTROLLER_BUTTON_DPAD_UP)}},
               [&clip] { clip.nudge(0, -1); }),
      clip_row("nudge_down", text_id("One cell down"), {{SDLK_DOWN}, {pad(SDL_CONTROLLER_BUTTON_DPAD_DOWN)}},
               [&clip] { clip.nudge(0, 1); }),
      clip_row(action::with_background, text_id("With or without its background"), {{SDLK_b}},
               [&clip] { clip.toggle_background(); }),
      clip_row("put_down", text_id("Place it"), {{SDLK_RETURN}, {SDLK_KP_ENTER, kNone, false}},
               [&clip] { clip.put_down(false); }),
  };
}

}  // namespace repose
