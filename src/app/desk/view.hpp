// Everything that is drawn over the canvas, and the canvas itself: the camera, the mouse and the fingers.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/desk/action_table.hpp"
#include "app/desk/screen.hpp"
#include "app/desk/tools.hpp"
#include "core/copies.hpp"
#include "core/flood.hpp"
#include "platform/picture_clipboard.hpp"
#include "render/camera.hpp"
#include "render/looks.hpp"
#include "render/overlays.hpp"
#include "render/relief_view.hpp"
#include "repose/clip.hpp"
#include "repose/command.hpp"
#include "repose/edit.hpp"
#include "repose/explain.hpp"
#include "repose/session.hpp"
#include "repose/solver.hpp"
#include "session/comparison.hpp"

struct ImGuiWindow;

namespace repose {

struct Desk;

// Where a pixel is in the window, in points. `scale`: pixels a point, here and below.
ImVec2 to_points(PixelPoint pixel, float scale);
// The same for a place in the world, in cells, rounded to whole pixels.
ImVec2 to_points(const Camera& camera, double x, double y, float scale);
// Call list.PopClipRect() later.
void clip_to_viewport(ImDrawList& list, const Camera& camera, float scale);

// A picture over the cells of the world.
class OverlayPicture {
 public:
  // Paints it anew if the camera or `inputs` have changed.
  void refresh(Screen& screen, const Camera& camera, std::vector<std::uint64_t> inputs,
               const std::function<void(CellOverlay&)>& paint);
  void forget() { inputs_.clear(); }  // from now on the inputs are other ones
  // Draws behind the windows of the UI, inside of the camera's viewport, `shift` pixels from where it was painted.
  void draw(const Camera& camera, float scale, PixelPoint shift = {}) const;

 private:
  CellOverlay overlay_;
  ImTextureID texture_ = nullptr;
  Camera camera_;
  std::vector<std::uint64_t> inputs_;
};

// The shape to which a tool will be applied, in cells.
struct ToolShape {
  Tool tool = Tool::brush;
  CellPoint from, to;        // equal while no button is held
  bool dragging = false;     // a line or rectangle is unfinished
  std::uint8_t element = 0;  // the element that is painted
  PixelPoint gust;           // where the blow tool blows
};

// The handle of an axis under a pixel of the window.
enum class MirrorGrip : unsigned char { none, column, row };
MirrorGrip grip_at(const Mirror& mirror, float pixels_per_point, const Camera& camera, PixelPoint at);

// What a click or release will change, and the axes of the mirror with their grips.
class ToolPreview {
 public:
  // Draws into ImGui's background list. Without a shape draws only the axes.
  void draw(Desk& desk, const Camera& camera, const std::optional<ToolShape>& shape);

 private:
  // The cells that a fill would change in the session's view. Computed again when its cell changes, and a few times a
  // second while the world changes; large regions are incomplete. Null if there are none, if the world is on a GPU,
  // because reading it there would delay the frame, and if it would take too long.
  const CellSet* region(Desk& desk, const ToolShape& shape);

  std::optional<CellSet> region_;
  std::vector<CellPoint> from_;  // of the region
  std::uint64_t generation_ = 0;
  double looked_at_ = 0;
};

enum class MouseButton : unsigned char { left, right, middle };

// The world in the window: mouse to cells, painting, panning, zooming, and what is drawn over the world.
class WorldCanvas {
 public:
  explicit WorldCanvas(Desk& desk) : desk_(desk), stroke_(desk), gust_(desk), pressing_(desk) {}

  Camera& camera() { return camera_; }
  const Camera& camera() const { return camera_; }

  // Sets the pixels for the world. The first call, and every new world, fits the view.
  void set_viewport(PixelRect viewport);
  void fit();
  void pan(double dx_pixels, double dy_pixels);  // at once, as the mouse drags it
  // These move the view smoothly, unless the settings turn that off.
  void glide(double dx_pixels, double dy_pixels);
  void glide_to_fit();
  void zoom(PixelPoint at, double clicks);
  void zoom_to_cells(PixelPoint at);
  void centre_on(PixelPoint world);
  void zoom_at_once(PixelPoint at, double factor);  // for fingers: the point that is at that pixel stays there

  // Positions are in pixels of the window. Call press() only where the canvas is; call the others for every position.
  void press(MouseButton button, PixelPoint at, unsigned char modifiers, bool space_held);
  void move(PixelPoint at);
  void release(MouseButton button, PixelPoint at);
  void wheel(PixelPoint at, double clicks, unsigned char modifiers);
  void cancel();  // drops the unfinished line or rectangle
  // Ends a press without finishing its effect. True when it has changed the world: one operation to undo.
  bool take_back_press();
  void pick_under_mouse();

  // Call once a frame with the seconds passed: pouring goes on, and a pick that waits for the GPU is completed.
  void tick(double seconds);
  // Draws the tool's preview and the axes into ImGui's background list. `inspects`: a press is for the inspector.
  void draw_overlay(bool mouse_over, bool inspects);

  bool in_relief() const;  // whether heights are shown in three dimensions
  ReliefScene relief_scene(bool mouse_over) const;

  bool drawing() const { return mode_ != Mode::none; }  // whether a button is in use for a tool
  bool busy() const { return mode_ != Mode::none || goal_.has_value(); }
  std::optional<CellPoint> cell_under_mouse() const;
  void put_mirror_here();  // moves the axes of the mirror through the cell under the mouse

 private:
  enum class Mode : unsigned char {
    none,
    paint,
    blow,
    press,
    line,
    rectangle,
    select,
    sign,
    done,
    pan,
    middle_undecided,
    relief_turn,
    relief_pan,
    mirror_column,
    mirror_row
  };

  const Camera& goal() const { return goal_ ? *goal_ : camera_; }  // the view at the end of its movement
  void glide_to(Camera goal);
  // The cell at a pixel. In three dimensions from a picture one or two frames ago; empty outside the sand.
  std::optional<CellPoint> cell_at(PixelPoint at) const;
  void begin_tool(Tool tool, CellPoint cell);
  void finish_tool();
  // Brushes that paint over one element only wait until that element is known: on a gpu solver one or two frames.
  bool knows_pressed_on();
  void pick(CellPoint cell);

  Desk& desk_;
  Camera camera_;
  std::optional<Camera> goal_;  // the target of a smooth movement
  OrbitCamera relief_;          // of the view in three dimensions: the right button turns it, the middle one moves it
  Stroke stroke_;
  Gust gust_;
  Pressing pressing_;
  Mode mode_ = Mode::none;
  MouseButton button_ = MouseButton::left;  // the button that started the mode
  PixelPoint mouse_, pressed_at_;
  CellPoint first_cell_, last_cell_;  // of the tool
  bool waiting_ = false;              // for the element in first_cell_
  bool released_ = false;             // while it waited
  bool fitted_ = true;                // the view is fitted to the window until a person moves it
  std::optional<CellPoint> pending_pick_;
};

// The mouse: its position, its buttons, and what they do over the canvas.
class Pointer {
 public:
  explicit Pointer(Desk& desk) : desk_(desk) {}

  void begin_frame();  // forgets the clicks of the last one
  // SDL_MOUSEMOTION, SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP or SDL_MOUSEWHEEL.
  void handle(const SDL_Event& event);
  void leave() { at_ = {kFarAway, kFarAway}; }  // call when the mouse has left the window
  void feed(ImGuiIO& io) const;                 // passes the position of the mouse to ImGui

  bool over_canvas() const;                     // true when a press would reach the canvas
  std::optional<PixelPoint> on_canvas() const;  // the position of the mouse, if a press would reach the canvas
  // Converts a position in the window, in points, into a pixel of the canvas; in a comparison, of its first half.
  PixelPoint canvas_pixel(ImVec2 at) const;
  // Whether a press of this button is for the inspector, not for the world.
  bool inspects(MouseButton button, unsigned char modifiers) const;

  // While Space is held the left button moves the view.
  void hold_space(bool held);
  bool space_held() const { return space_held_ || pans_; }
  void toggle_pan() { pans_ = !pans_; }                 // as if Space were held, until the next call
  bool used_with_space() const { return space_used_; }  // whether a button was pressed since Space went down

  void point_at(PixelPoint at);  // puts a finger or the cursor in place of the mouse; in pixels of the window
  PixelPoint at() const;
  void hold_left_button(bool down);
  // A button over the canvas, where the mouse is now.
  void press_canvas(MouseButton button, unsigned char modifiers);
  void release_canvas(MouseButton button);

 private:
  static constexpr float kFarAway = -1e5f;

  Desk& desk_;
  ImVec2 at_ = {kFarAway, kFarAway};
  bool down_[3] = {}, pressed_[3] = {};  // pressed: since the last frame
  bool space_held_ = false, space_used_ = false, pans_ = false;
};

// The cursor: keys move it over the canvas in place of the mouse, until the mouse moves.
class CanvasCursor {
 public:
  explicit CanvasCursor(Desk& desk) : desk_(desk) {}

  // Moves it by cells, at least by a pixel each. At the edge of the canvas the view moves with it.
  void step(int right, int down);
  void glide(double right, double down);  // moves it by fractions of the height of the view
  // Call in each frame in which a key is held that moves it, with the seconds passed: after a moment it glides, faster
  // and faster. step() begins anew.
  void travel(double right, double down, double seconds);
  // Holds that button until the end of the next frame in which this is not called. With a tool that draws from one
  // place to another, a press and release at one place hold it until the next release.
  void hold(MouseButton button);
  void toggle_hold();  // holds the button until the next call
  void tick();         // call once a frame, after the keys
  void give_way();     // call when a mouse or a finger is used
  bool active() const { return active_; }
  bool holds() const { return held_.has_value(); }
  void draw() const;  // draws a ring into ImGui's background list

 private:
  void appear();
  void move_to(PixelPoint at);
  void press(MouseButton button);
  void release();

  Desk& desk_;
  PixelPoint at_;  // in pixels of the window
  bool active_ = false, fresh_ = false, kept_ = false;
  double travelled_ = 0;  // seconds
  std::optional<MouseButton> held_;
  bool on_canvas_ = false;  // what is held
  PixelPoint pressed_at_;
};

// The focus of the keyboard in panels and dialogs: Tab goes from panel to panel, and in a dialog from one thing to the
// next; the arrows move inside, Return and Space press. Dear ImGui's navigation is on only meanwhile, so that the keys
// belong to the world at other times.
class PanelFocus {
 public:
  explicit PanelFocus(Desk& desk) : desk_(desk) {}

  // Goes to the next panel (+1) or the one before (-1), and past the last one back to the world.
  void go(int by);
  void leave();
  bool on() const { return on_; }
  // The rectangle of what has the focus: min x, min y, max x, max y in points; empty if nothing has.
  static std::optional<ImVec4> place();
  // Call when a menu closes without a choice: its bar keeps the focus.
  void stay_in_bar() { in_menu_ = false; }
  // Whether the key is for what has the focus, not for an action.
  bool takes(SDL_Keycode key, unsigned char modifiers) const;
  // Call before and after ImGui::NewFrame(), and when all widgets are drawn.
  void before_frame();
  void after_new_frame();
  void draw();

 private:
  void ask_for(const ImGuiWindow& window);
  void follow_popups();

  Desk& desk_;
  bool on_ = false;
  bool in_menu_ = false, dialog_ = false;  // in the last frame: a menu had the focus, a dialog was open
  int frames_to_focus_ = 0;                // until it is known whether a dialog that has opened gets the focus
  ImGuiID popup_ = 0;                      // the dialog or list that was open in the last frame
  bool stops_everywhere_ = false;          // Tab stops at every widget in this frame
  bool tabbed_ = false;                    // Tab was pressed in the last frame
  ImGuiID wanted_ = 0;                     // the window that gets the focus when the next frame has begun
};

// Shift, Ctrl and Alt for one hand, if the settings say so: pressed and released alone, a modifier stays down for the
// next key or click; pressed twice, until it is pressed a third time.
class StickyModifiers {
 public:
  // Call for each event before anything reads it or SDL_GetModState(): adds the modifiers to both.
  void apply(Desk& desk, SDL_Event& event);
  void press(Desk& desk, Modifier modifier);  // as a press of that modifier alone
  bool holds(Modifier modifier) const { return (held_ & modifier) != 0; }
  bool locks(Modifier modifier) const { return (locked_ & modifier) != 0; }
  bool any() const { return held_ != kNone; }
  // Call before ImGui::NewFrame() if the settings say so: ImGui learns of modifiers from keys only.
  static void feed(ImGuiIO& io);

 private:
  void hold(Desk& desk, unsigned char modifiers);

  unsigned char held_ = kNone, locked_ = kNone;  // locked_: those of held_ that stay
  unsigned char alone_ = kNone;                  // the modifier that went down, if nothing else has happened since
};

// Touch: over the world one finger paints, or pins a cell for the inspector; two fingers move and zoom the world; a
// finger that rests picks. Elsewhere one finger is a mouse, and scrolls lists.
class Touch {
 public:
  explicit Touch(Desk& desk) : desk_(desk) {}

  void handle(const SDL_TouchFingerEvent& event);  // SDL_FINGERDOWN, SDL_FINGERMOTION or SDL_FINGERUP
  void tick();  // call once a frame, after the events: a finger that has rested long enough picks
  // Whether the time of a resting finger is being measured.
  bool busy() const { return mode_ == Mode::undecided || mode_ == Mode::on_list; }
  bool lifted() const { return lifted_; }  // whether all fingers are lifted: then nothing hovers over the world
  bool in_use() const { return lifted_ || !fingers_.empty(); }  // whether fingers were used last, and no mouse since
  void give_way() { lifted_ = false; }                          // call when a mouse is used

 private:
  enum class Mode : unsigned char {
    none,
    mouse,    // over panels
    on_list,  // over a list that scrolls: not moved, not lifted, only for a short time yet
    scroll,
    undecided,  // on the canvas: like on_list
    press,      // on the canvas: the tool is in use
    pinch,
    over,  // ignored until all fingers are lifted
  };
  struct Finger {
    SDL_FingerID id;
    PixelPoint at;
  };

  void down(SDL_FingerID id, PixelPoint at);
  void moved();
  void up(SDL_FingerID id);
  void begin_press(PixelPoint at);
  void begin_mouse();  // from now on it is a mouse; its button was pressed where the finger came down
  // Whether a finger over the world controls the inspector: it shows the cell there, and pins it when lifted.
  bool inspects() const;
  bool rests() const;
  bool rested() const;
  PixelPoint on_canvas(PixelPoint at) const;  // converts a pixel of the window into one of the canvas
  PixelPoint middle() const;                  // between both fingers
  double distance() const;

  Desk& desk_;
  Mode mode_ = Mode::none;
  std::vector<Finger> fingers_;  // in the order in which they came down
  PixelPoint began_at_;
  double began_ = 0;  // seconds of the app's clock
  bool lifted_ = false;
  bool pressed_ = false;         // as a mouse button, since the last frame
  int frames_to_leave_ = 0;      // after so many frames the pointer leaves the panel from which a finger was lifted
  ImGuiWindow* list_ = nullptr;  // the list under the finger
  PixelPoint list_from_, scroll_from_;  // when scrolling began: the scroll position in points, and the finger
  PixelPoint middle_;
  double distance_ = 1;
};

class Clipping {
 public:
  explicit Clipping(Desk& desk) : desk_(desk), clipboard_(PictureClipboard::running_system()) {}

  // ---- selecting ----

  // Selects with a rubber band between two cells; cells outside the world are cut off. end() with both in the same cell
  // drops the selection. In a comparison, cells are copied from the solver in whose half the selection was made.
  void begin(CellPoint cell);
  void drag_to(CellPoint cell);
  void end();
  void select_all();
  // A selection, clipped to the present world.
  struct Selection {
    CellPoint from, to;  // both inclusive
    int width() const { return to.x - from.x + 1; }
    int height() const { return to.y - from.y + 1; }
  };
  std::optional<Selection> selection() const;

  // Each function does nothing if nothing is selected.
  bool copy();
  void cut();
  void erase();
  // Pastes what was copied last, here or in another program, whose answer may take a moment.
  void paste();
  // Saves the selection as a stamp in the user's folder; returns its path.
  std::optional<std::filesystem::path> save_stamp();

  // ---- placing ----

  // Attaches a clip to the pointer. Shows a message instead if the running automaton cannot use it.
  void place(std::shared_ptr<const Clip> clip);
  bool is_placing() const { return clip_ != nullptr; }
  bool with_background() const { return with_background_; }
  void put_down(bool again);  // pastes the clip where it is; `again`: keeps it attached to the pointer
  // Change how the clip will be placed.
  void transform(ClipTransform transform);
  void nudge(int right, int down);  // by cells
  void toggle_background();

  // Escape: drops the clip that is being placed, otherwise the selection. False if there was neither.
  bool cancel();
  void point_at(CellPoint cell) { pointer_ = cell; }

  void tick();  // call once a frame: takes the answers of the clipboard
  // Whether a request is in progress that ends without the user.
  bool busy() const { return clipboard_.asking() || reading_.valid(); }

  // Draws selection, clip and their buttons over the world, in both halves of a comparison. `canvas`: in points.
  void draw(ImVec4 canvas);

 private:
  // A picture from another program, as a clip.
  struct Reading {
    Clip clip;
    std::string message;  // to be shown after reading
    bool ok = false;
  };

  std::optional<Clip> selected() const;
  CellPoint corner() const;  // the cell of the clip's top left corner
  void make_preview();
  const Session& source() const;  // the solver whose cells are selected
  void draw_over(const Camera& camera, bool labelled);
  void draw_hint(ImVec4 canvas) const;

  Desk& desk_;
  PictureClipboard clipboard_;
  std::shared_ptr<const Clip> own_;  // the clip that was copied here last
  std::future<Reading> reading_;

  bool selecting_ = false, of_twin_ = false;
  std::optional<Selection> selection_;  // with its corners as they were dragged

  std::shared_ptr<const Clip> clip_;  // attached to the pointer
  CellPoint pointer_, nudge_;
  bool with_background_ = false;
  ImTextureID preview_ = nullptr;
  std::string previewed_rules_, previewed_automaton_;  // for which the preview was made
};

class CompareView {
 public:
  explicit CompareView(Desk& desk) : desk_(desk) {}

  // Starts a comparison with that solver. If that is not possible, shows a message that says why.
  void start(std::string_view automaton, Backend backend);
  void stop();
  // Starts a comparison with the last compared solver if possible, else with the most similar one; or ends it.
  void toggle();
  // Why toggle() would do nothing, as a sentence: for example, because there is no solver to compare with. Else empty.
  std::string why_not_toggle();
  bool active() const { return comparison_ != nullptr; }
  Comparison& comparison() const { return *comparison_; }  // precondition: active()
  // Why that solver cannot be compared with the running one; empty if it can.
  std::string why_not(const SolverEntry& solver);

  void tick();  // call once a frame, before the steps
  // Whether steps of the twin, or a comparison of both worlds, are in progress.
  bool busy() const { return active() && comparison_->busy(); }
  bool stepping() const { return active() && comparison_->stepping(); }
  double step_cost() const;  // seconds per step of the twin

  // The part of the canvas that shows the session; the twin's is beside or below it. All of it without a comparison.
  PixelRect first_half(PixelRect canvas);
  // Converts a pixel of either half into the first. `held`: the mouse draws, so it stays in the half where it began.
  PixelPoint in_first_half(PixelPoint at, bool held);
  bool mouse_in_second() const { return active() && mouse_in_second_; }  // whether it was last in the twin's half
  Camera second_camera() const;  // of the twin's half, which shows the same part of the world
  // Whether the camera has to fit the world into its viewport again, because a comparison has begun or ended while the
  // whole world was visible. True once.
  bool take_refit() { return std::exchange(refits_, false); }
  float header_height() const;  // height of the header at the upper edge of the canvas, in points
  void draw(ImVec4 canvas);     // over the world: marks, names of the solvers, the count, the divider

 private:
  struct Choice {
    std::string automaton;
    Backend backend = Backend::cpu;
  };
  std::optional<Choice> sensible_choice();
  PixelPoint shift() const;
  void draw_name(const Session& session, std::optional<double> speed, float x, float y, bool right) const;
  void draw_count(ImVec2 top_middle);
  void draw_elements(const Differences& found) const;
  void draw_divider(ImVec4 halves);

  Desk& desk_;
  std::unique_ptr<Comparison> comparison_;
  std::optional<Choice> last_;
  bool marks_ = true, by_element_ = true;
  float share_ = 0.5f;  // share of the canvas for the first half
  PixelRect first_, second_;
  bool stacked_ = false;  // the second half is below the first one, not beside it
  bool narrow_ = false;   // the canvas is
  bool refits_ = false;   // the camera has to fit the world into its new part of the canvas
  bool mouse_in_second_ = false;
  float count_width_ = 0;  // width of the count in the middle, in the last frame

  OverlayPicture mark_picture_;

  // Which automata can run the rules, at the last check.
  struct Asked {
    std::string automaton, running, rules, answer;
    std::uint64_t language = 0;  // language_changes() at that time
  };
  std::vector<Asked> asked_;
};

// The content and the explanation of a cell, all at one step.
struct Sight {
  CellPoint cell;
  WorldWindow window;  // the cell and its surroundings
  // Identifies the step, the view and the parameters.
  struct Moment {
    std::uint64_t step = 0, generation = 0;
    std::vector<double> parameters;
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  Moment moment;
  std::optional<Explanation> explanation;  // of the next step; empty if this automaton has no explanations
  std::vector<std::string> lines;          // of the config, one for each reason; empty if the reason has no line
};

class Inspector {
 public:
  explicit Inspector(Desk& desk) : desk_(desk) {}

  void toggle();
  bool on() const { return on_; }
  // Pins the inspector to this cell; unpins it if the cell is pinned already.
  void pin(CellPoint cell) { pinned_ = pinned_ == cell ? std::nullopt : std::optional(cell); }
  void pin_under_mouse();
  std::optional<CellPoint> pinned() const { return pinned_; }
  bool cancel();  // Unpins the cell, else closes. False when it is closed already.

  // Says aloud what the pinned cell is, or the one under the mouse, and what the next step does to it; also shown as a
  // message. On a gpu backend one or two frames later.
  void speak();

  // Call once a frame: reads the pinned cell, or the one under the mouse. Does not wait for a GPU.
  void tick();
  const std::optional<Sight>& sight() const { return sight_; }

 private:
  void look();
  CellBox wanted_box(CellPoint cell, std::uint64_t step) const;

  Desk& desk_;
  bool on_ = false, asked_to_speak_ = false;
  std::optional<CellPoint> pinned_, cell_;
  WindowProbe probe_;
  std::optional<Sight> sight_;
  double adopted_at_ = 0;
  // The explainer, and the automaton and rules for which it was made.
  std::unique_ptr<Explainer> explainer_;
  std::string automaton_, rules_text_, rules_source_;
};

class Minimap {
 public:
  void draw(Desk& desk, ImVec4 canvas);  // `canvas` (min x, min y, max x, max y) in points

 private:
  // All inputs of the picture.
  struct Drawn {
    std::uint64_t generation = 0;
    int width = 0, height = 0;
    Looks looks;
    Color surround;
    friend bool operator==(const Drawn&, const Drawn&) = default;
  };

  void refresh(Desk& desk, ImVec2 size);
  void draw_frame(Desk& desk, ImVec2 low, ImVec2 size) const;

  LivePicture picture_;
  Drawn drawn_;
  int next_part_ = 0;              // of the picture that is being drawn
  double drawn_at_ = 0;            // seconds of the app's clock
  ImVec2 held_at_ = {0.5f, 0.5f};  // where in the rectangle the mouse holds it, 0..1
};

class WorldTurn {
 public:
  explicit WorldTurn(Desk& desk) : desk_(desk) {}

  void turn(command::Turn turn);  // turns the world and fits the view to it
  // Turns the world so that it keeps its place in a device that is turned by hand. Arguments: page::Listener::tilted.
  // The first call only finds out how the device is held.
  void tilt(double right, double down);
  void forget_tilt() { lowest_edge_.reset(); }  // the next call of tilt() is the first one again
  void tick(double seconds);                    // call once a frame
  bool busy() const { return left_ > 0; }
  void stop() { left_ = angle_ = 0; }  // shows the world as it is
  void draw() const;                   // draws over the world, behind the windows of the UI

 private:
  bool paint_picture();  // false if there is no picture

  Desk& desk_;
  ImTextureID picture_ = nullptr;
  int width_ = 0, height_ = 0;      // of the picture, in pixels
  double old_scale_ = 1;            // of the picture, at the beginning
  double angle_ = 0;                // at the beginning: clockwise, in quarter turns
  double left_ = 0;                 // seconds
  std::optional<int> lowest_edge_;  // of the device, as tilt() has acted on it: 0 lower, 1 right, 2 upper, 3 left
};

// What the picture of the world shows; its colours, a grid and legends.
enum class WorldShow : unsigned char { natural, density, energy, active_cells, activity, air };
const char* title_of(WorldShow what);  // in English: show it with tr()

class WorldViews {
 public:
  explicit WorldViews(Desk& desk) : desk_(desk) {}

  WorldShow shown() const;
  void show(WorldShow what);
  void show_next();  // shows the next view that is available
  // Why the running solver cannot be shown in that view; empty if it can.
  std::string why_not(WorldShow what) const;
  void toggle_grid();

  // Call once a frame, before the picture: updates the palette, and what the solvers record for the view.
  void tick();
  void refresh_palette() { palette_stale_ = true; }  // call when other rules run
  Palette palette() const;                           // the colours of the picture
  // The colour and the texture of an element everywhere in the window.
  Color color_of(std::uint8_t element) const;
  int texture_of(std::uint8_t element) const { return safe_ ? (*safe_)[element].texture : 0; }
  // The looks of the settings, without those that would hide what the view shows.
  Looks looks() const;
  void draw(ImVec4 canvas);  // draws over the world; `canvas` is in points

 private:
  // One half of the canvas, or all of it.
  struct Half {
    OverlayPicture picture;
    ActiveCells active;
    // The air of views in textures, which is read back asynchronously and may lag a frame or two.
    std::unique_ptr<WorldCapture> arriving;
    std::uint64_t asked = 0, arrived = 0;  // generations of the view
    AirCopy arrived_air;
  };
  void draw_active_cells(Half& half, const Session& session, const Camera& camera) const;
  // How long activity is shown depends on the present speed.
  void draw_activity(Half& half, const Session& session, const Camera& camera) const;
  void draw_air(Half& half, const Session& session, const Camera& camera) const;
  void draw_legend(ImVec4 canvas) const;

  Desk& desk_;
  WorldShow wanted_ = WorldShow::natural;  // except energy, which is in Looks::heat
  bool palette_stale_ = true;
  std::pair<WorldShow, bool> palette_key_;  // what was shown; with safe colours
  std::optional<Palette> safe_;             // none: the colours of the config
  std::array<Half, kPanesMax> halves_;      // of the session, of the twin
};

// Signs over the world: their labels with live values, and the tool that writes, moves and removes them.
class SignLayer {
 public:
  explicit SignLayer(Desk& desk) : desk_(desk) {}

  // ---- the tool; positions are in pixels of the window and in cells. `removes`: takes the sign there away ----

  void press(PixelPoint at, CellPoint cell, bool removes);
  void drag_to(PixelPoint at, CellPoint cell);
  // Moves a sign that was dragged; else opens the field for its text, or for that of a new one.
  void release();
  void drop() { pressed_.reset(); }

  // ---- the field; both are false if it is closed ----

  // Takes the text. Without a text the sign is removed.
  bool accept();
  bool cancel() { return std::exchange(written_, std::nullopt).has_value(); }

  void draw(ImVec4 canvas);  // `canvas` is in points
  // The label of that sign in the last frame, in points: min x, min y, max x, max y; all 0 if it was not drawn.
  ImVec4 box_of(CellPoint at) const;
  // The text with the values of now in place of {element}, {temperature}, {pressure}, {height} and {step}. Names that
  // are unknown, or that the running automaton does not have, stay as they are.
  std::string shown_text(const Sign& sign);

 private:
  struct Press {
    PixelPoint pixel;
    CellPoint cell;
    std::optional<CellPoint> sign;  // the one that was pressed
    CellPoint to;                   // where it is now, or where a new one will be
    bool moved = false;
  };
  struct Label {
    CellPoint at;
    ImVec2 place;
    ImVec4 box;
  };
  struct Reading {
    CellPoint at;
    CellReading value;
  };

  std::optional<CellPoint> sign_at(PixelPoint at, CellPoint cell) const;
  std::optional<CellReading> reading(CellPoint at);
  std::string value(std::string_view name, CellPoint at);
  void draw_label(ImVec4 canvas, CellPoint at, const std::string& text, bool small);
  void draw_field(ImVec4 canvas);

  Desk& desk_;
  std::optional<Press> pressed_;
  std::optional<CellPoint> written_;  // the sign whose text is in the field
  std::string text_;
  bool focuses_ = false;
  std::vector<Label> labels_;  // in the last frame
  CellProbe probe_;
  std::vector<Reading> readings_;  // of cells of a GPU
  int turn_ = 0, asked_ = 0;       // the number of the cell that is read next; of cells asked for in this frame
  bool answered_ = false;
};

class WorldPicture {
 public:
  explicit WorldPicture(Desk& desk) : desk_(desk) {}

  void forget() { valid_ = false; }  // call when the solver may have changed: its old view is not valid any more
  bool up_to_date() const;           // whether the world has not changed since the last drawing
  // Whether the picture is expensive and can be drawn again from the view of the last frame.
  bool can_be_held() const;
  // false: frames are computed but not drawn.
  void set_drawing(bool drawing) { drawing_ = drawing; }
  // Draws and presents the frame. `held`: with the world as in the last frame.
  void draw(bool held, bool mouse_over_canvas);
  void ask_for_screenshot() { screenshot_wanted_ = true; }  // the next picture is also saved as a file

 private:
  Desk& desk_;
  CellView shown_;      // the view that is on screen
  bool valid_ = false;  // and is still valid
  std::uint64_t shown_step_ = 0;
  bool screenshot_wanted_ = false, drawing_ = true;
};

// The canvas with everything that is drawn over it.
struct View {
  explicit View(Desk& desk)
      : compare(desk), world_views(desk), canvas(desk), clipping(desk), inspector(desk), turn(desk), signs(desk) {}

  // Whether something moves without input, or has work in progress.
  bool busy() const { return canvas.busy() || clipping.busy() || compare.busy() || turn.busy(); }

  // The canvas without the names of the two solvers at its upper edge.
  ImVec4 below_header(ImVec4 canvas_rect) const {
    canvas_rect.y += compare.header_height();
    return canvas_rect;
  }

  CompareView compare;
  WorldViews world_views;
  ToolPreview preview;
  WorldCanvas canvas;
  Clipping clipping;
  Inspector inspector;
  Minimap minimap;
  WorldTurn turn;
  SignLayer signs;
  CellProbe probe;   // for single cells under the mouse
  PixelPoint shift;  // the picture of the world is drawn this many pixels off its place
};

}  // namespace repose
