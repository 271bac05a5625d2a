// The app: creates its parts, connects them, and says what a frame does.
#pragma once

#include "app/desk/desk.hpp"
#include "app/ui/panels/panels.hpp"

namespace repose {

class Keys {
 public:
  explicit Keys(Desk& desk) : desk_(desk) {}

  void begin_frame();  // forgets the text that was typed before
  void handle(const SDL_KeyboardEvent& key);
  void handle(const SDL_TextInputEvent& text);
  // Keys and text since the last frame, for the app's own text fields.
  const std::vector<KeyInput>& typed() const { return typed_; }
  // Whether a text field has the focus. ImGui's request for the keyboard is from the last frame: a field that has gone
  // since needs no keys any more.
  static bool typing() { return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive(); }

  // True for some frames after an action with `opens_field`, until the field has the focus: keys that follow wait.
  bool awaits_field() const { return frames_for_field_ > 0; }

  void press(KeyChord chord, bool repeats);  // a key or a button of a controller, in place of an event
  void release(SDL_Keycode key);

  // Call once a frame: performs actions that continue while their keys are held.
  void act_while_held(double seconds);
  bool any_held() const { return !held_.empty(); }
  // Call when the window has lost the focus: releases of keys are not reported then.
  void release_all() { held_.clear(); }

 private:
  void handle_space(const SDL_KeyboardEvent& key);  // a tap is an action; while Space is held the mouse moves the view

  Desk& desk_;
  std::vector<KeyInput> typed_;
  std::vector<std::pair<SDL_Keycode, const ActionRow*>> held_;  // rows that have while_held
  int frames_for_field_ = 0;
};

// Game controllers: their sticks move the cursor and the view; their buttons are keys, which the bindings turn into
// actions. While a panel, a menu or a dialog has the focus, buttons and the left stick are the keys that move inside
// it.
class Controllers {
 public:
  Controllers(Desk& desk, Keys& keys) : desk_(desk), keys_(keys) {}
  ~Controllers();
  Controllers(const Controllers&) = delete;
  Controllers& operator=(const Controllers&) = delete;

  // An event of a controller. False if it changes nothing: a stick at rest sends many.
  bool handle(const SDL_Event& event);
  static bool is_from_pad(const SDL_KeyboardEvent& key);  // whether it stands for a button of a controller
  void tick(double seconds);                              // call once a frame, before the keys that are held
  bool busy() const;                                      // whether a stick is tilted
  void release_all();  // call when no releases are reported any more: releases all keys too

 private:
  bool is_inside() const;
  void note_use(SDL_JoystickID which);
  void press(SDL_Keycode button, bool down);
  PixelPoint stick(SDL_GameControllerAxis x, SDL_GameControllerAxis y) const;  // -1..1; 0 near the middle

  Desk& desk_;
  Keys& keys_;
  bool started_ = false, greeted_ = false;
  std::vector<SDL_GameController*> open_;
  std::array<double, SDL_CONTROLLER_AXIS_MAX> axes_{};  // -1..1
  bool triggers_[2] = {};                               // left, right: pressed
  std::map<SDL_Keycode, KeyChord> inside_;              // buttons that are down as other keys
  SDL_Keycode pushed_ = SDLK_UNKNOWN;                   // the button of the D-pad that the left stick is inside
};

// Takes the events of a frame and passes each to the part that handles it.
class WindowInput {
 public:
  explicit WindowInput(Desk& desk) : desk_(desk), keys_(desk), controllers_(desk, keys_), touch_(desk) {}

  const Keys& keys() const { return keys_; }
  // Whether a button, a key, a stick or a finger is held down.
  bool busy() const { return is_used() || desk_.cursor.holds() || touch_.busy(); }
  bool is_used() const { return keys_.any_held() || controllers_.busy(); }
  bool uses_fingers() const { return touch_.in_use(); }  // whether fingers were used last, and no mouse since
  // Whether fingers were used last, and all are lifted.
  bool finger_lifted() const { return touch_.lifted() && !desk_.cursor.active(); }
  // Whether a mouse points to the canvas, so that a press would reach it.
  bool points_at_canvas() const { return !finger_lifted() && desk_.pointer.over_canvas(); }

  // Handles the events up to the next click or release; the others stay for the next frame.
  void take_events();
  void tick(double seconds);  // call once a frame, after the events: handles keys and fingers that are held
  bool focused() const { return focused_; }  // whether the window has the keyboard focus

 private:
  void handle(SDL_Event event);

  Desk& desk_;
  Keys keys_;
  Controllers controllers_;
  Touch touch_;
  bool focused_ = true;
};

class App final : FrameParts {
 public:
  // Null, with a sentence in `error`, when no window can be opened.
  static std::unique_ptr<App> create(const AppOptions& options, std::string& error);
  ~App() override;
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  bool running() const { return running_; }
  // Never throws for a lack of memory: then it says so and goes on with the next frame.
  void frame();
  void quit();
  // Call when the graphics context is lost: a world on the GPU is computed again on the processor, from the history.
  // After this nothing can be drawn; destroy the app, which stores the world.
  void lose_graphics();
  // A sentence if OpenGL was wanted and cannot be used here, otherwise empty.
  std::string why_no_gl() const;

  // For scripts that need only some frames: the others are computed but not drawn.
  void set_drawing(bool drawing) { desk_.picture.set_drawing(drawing); }
  Desk& desk() { return desk_; }

 private:
  App(const AppOptions& options, std::unique_ptr<Screen> screen, std::string settings_problem, Settings settings);

  void start();
  void greet();
  void remember();  // writes size, tools and keys into the settings

  bool moves() const override;
  bool is_used() const override { return desk_.view.canvas.busy() || input_.is_used(); }
  bool wants_more_steps() const override { return desk_.simulation.playing() && desk_.simulation.speed().notch() > 0; }
  bool can_hold_picture() const override { return desk_.picture.can_be_held(); }
  bool steps_in_background() const override { return desk_.simulation.session().stepping(); }
  void take_events() override { input_.take_events(); }
  void advance(double seconds) override;
  void draw() override;
  void note_work(double seconds, double budget) override { desk_.steps.note_frame(seconds, budget); }

  void cancel();

  // Ends SDL and ImGui. Destroyed after everything that uses them.
  struct WindowSystem {
    ~WindowSystem();
  } window_system_;
  Desk desk_;
  ConfigEditor config_editor_{desk_};
  Dialogs dialogs_{desk_};
  Panels panels_{desk_};
  WindowInput input_{desk_};

  bool running_ = true;
  int failed_frames_ = 0;  // in a row, for a lack of memory
  double quit_asked_at_ = -1e9;
};

// Arguments may come in any order. Returns the exit code when the program should end at once (help, usage error).
std::optional<int> parse_app_options(int argc, char** argv, AppOptions& options);

// Prints the sentence on stderr. Who started the app with a double click on Windows sees no stderr; for them it is in a
// small window, and this returns when they have closed it.
void complain(const std::string& sentence);

// From now on Module.facts() of the page returns an object: automaton, backend, width, height, steps, hash (16 hex
// digits), playing, message (the last one), history_bytes (of undo and rewinding), used_bytes (of all memory); and
// Module.place(NAME) the middle of a widget in points ([x, y], names: see Landmarks), or null if it is not on the
// screen. Both change nothing. `app` must live until the next call; null: both return null.
void offer_facts(App* app);

}  // namespace repose
