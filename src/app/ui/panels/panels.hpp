// The panels around the canvas, and the cards over it.
#pragma once

#include "app/desk/desk.hpp"
#include "app/ui/dialogs/dialogs.hpp"
#include "repose/automaton.hpp"
#include "repose/world.hpp"
#include "session/challenge.hpp"

namespace repose {

// All rows of the action table, in the order of the lists under F1 and in the key settings. Their functions use the
// desk's pointers to the floors above, so nothing may be performed before these are set.
std::vector<ActionRow> action_rows(Desk& desk);

// Draws the bar. Without panels: only the message, over the world.
void draw_status_bar(Desk& desk, ImVec2 position, ImVec2 size);
// In a narrow window: the message in a card in `room` (min x, min y, max x, max y): below the cards
// that are there already, or, while a dialog is open, at the lower edge.
void draw_message_over(Desk& desk, ImVec4 room);
// The figures of the bar, in the current window.
void draw_figures(Desk& desk);
// A button of this size that shows whether there is sound, and mutes.
void draw_speaker(Desk& desk, float side);

// The time line: a thin line under the canvas that opens under the mouse. Dragging rewinds the recorded steps one by
// one; play continues from the chosen position.

class TimeBar {
 public:
  explicit TimeBar(Desk& desk) : desk_(desk) {}

  // Height that the canvas must leave free for it, in points.
  static float thin_height();
  // Draws below `canvas` (min x, min y, max x, max y, in points); when open, over its lower edge.
  void draw(ImVec4 canvas);

 private:
  void open_or_close(ImVec4 canvas);
  void controls(float width);
  void track(const TimelineFacts& line, ImVec2 low, ImVec2 high);
  void seek_by_keys(const TimelineFacts& line);

  Desk& desk_;
  float openness_ = 0;
  double opened_at_ = 0;  // by the app's clock
  bool scrubbing_ = false;
};

class OfferCard {
 public:
  explicit OfferCard(Desk& desk) : desk_(desk) {}

  static constexpr double kSeconds = 20;  // long enough to read and to decide

  // Replaces the present offer, for so many seconds. `accept` is called when the button is pressed.
  void show(std::string text, std::string label, std::function<void()> accept, double seconds = kSeconds);
  void dismiss() { text_.clear(); }
  bool is_shown() const { return !text_.empty(); }
  void draw(ImVec2 top_middle);

 private:
  Desk& desk_;
  std::string text_, label_;  // no text: nothing is offered
  std::function<void()> accept_;
  double ends_at_ = 0;  // seconds of the app's clock
};

// Each of these draws a card over the canvas while there is something to show. `top_middle`: below which point.

void draw_recovery_card(Desk& desk, ImVec2 top_middle);  // the world of a window that ended unexpectedly
void draw_replay_card(Desk& desk, ImVec2 top_middle);
void draw_ledger_card(Desk& desk, ImVec4 canvas);  // precondition: the session keeps a ledger
// The last discovery, for some seconds. Clicks go through it. Below all cards that were drawn before.
void draw_discovery_card(Desk& desk, ImVec2 top_middle);
void draw_recording_card(Desk& desk, float middle_x, float bottom);
// With marks around the inspected cell and its partner.
void draw_inspector(Desk& desk, ImVec4 canvas);

// While structures are painted: a line around what nothing holds. It falls when the stroke ends.
class UnheldOutline {
 public:
  explicit UnheldOutline(Desk& desk) : desk_(desk) {}
  // Looks at the world some times a second. Draws nothing over worlds of more than a million cells.
  void draw();

 private:
  // A side of a cell, from corner to corner, in cells.
  struct Side {
    CellPoint from, to;
  };

  Desk& desk_;
  WindowProbe probe_;
  std::vector<Side> sides_;
  double found_at_ = 0;  // seconds of the app's clock
};

// The button that begins and ends a film, and its popup of options.
void draw_record_button(Desk& desk, float side);

class MenuBar {
 public:
  explicit MenuBar(Desk& desk) : desk_(desk) {}

  void draw();
  // Opens the menus as a list for narrow windows: first their names, then the items of the chosen one.
  void open_list();
  bool list_is_open() const { return list_is_open_; }
  // Draws the list, if it is open, beside its button in this part of the window (min x, min y, max x, max y).
  void draw_list(ImVec4 room);

 private:
  bool begin_menu(const char* label, bool enabled = true);
  void end_menu();
  static bool list_row(const char* label, Icon icon);
  void separator() const;
  void menus();
  void solver_menu();
  void backend_item(Backend backend);
  void config_items(bool shipped);
  void configs_menu();
  void compare_items();
  void sun_items();

  Desk& desk_;
  bool opens_list_ = false, list_is_open_ = false, in_list_ = false;
  std::string chosen_;        // the menu whose items the list shows; empty: it shows the menus
  bool just_chosen_ = false;  // in the frame before
  std::string unfolded_;      // the menu inside it that is open
  int depth_ = 0;             // of the menu that is being drawn
};

class Sheet {
 public:
  enum class Page : unsigned char { elements, tools, world };

  explicit Sheet(Desk& desk) : desk_(desk) {}

  bool is_open() const { return page_.has_value(); }
  bool shows(Page page) const { return page_ == page; }
  void open(Page page) { page_ = page; }
  // Opens the page; closes the sheet if the page is shown already.
  void toggle(Page page) { page_ = page_ == page ? std::nullopt : std::optional(page); }
  // False if it was not open.
  bool close();

  // The part of `room` (min x, min y, max x, max y) that the sheet does not cover.
  ImVec4 beside(ImVec4 room) const;
  // Draws at the lower edge of `room`, or, on a window on its side, at the right edge.
  void draw(ImVec4 room);

 private:
  // The part of `room` that an open sheet covers.
  static ImVec4 place(ImVec4 room);

  Desk& desk_;
  std::optional<Page> page_;
};

// Finds elements by what a person types.
struct FoundElement {
  std::uint8_t index = 0;
  std::vector<std::size_t> matched = {};  // positions of the matched bytes in the name as shown, ascending
};

// The elements of the palette that fit the query, the best first: those that match by name (fuzzy_match), then those in
// whose name, description or groups each word of the query begins a word. A query without words finds every element.
std::vector<FoundElement> find_elements(const Ruleset& rules, std::string_view query);

// The search field takes keys while it has the focus: letters search in all tabs, Up, Down and pages move the choice,
// Left and Right turn the tab while the field is empty, Return takes the choice for the left button and Shift+Return
// for the right one.
class PalettePanel {
 public:
  explicit PalettePanel(Desk& desk) : desk_(desk) {}

  // Draws in the current window, down to so many pixels above its end.
  void draw(float below = 0);
  // Draws the card about the chosen element, over the canvas, while the search field has the focus.
  void draw_card();
  // The search field gets the focus.
  void focus_search() { focus_search_ = true; }
  bool wants_focus() const { return focus_search_; }
  // Ends the search. True if the field had the focus; the keyboard belongs to the world again then.
  bool cancel_search();
  const std::string& search() const { return search_; }
  // Whether an element of the list was pressed since the last call.
  bool was_pressed() { return std::exchange(pressed_, false); }
  // The element that Return takes; empty while the field does not have the focus.
  std::optional<std::uint8_t> choice() const { return active_ ? std::optional(choice_) : std::nullopt; }
  // Shows the next tab (`by` 1) or the one before (-1), and ends the search. Without groups nothing happens.
  void turn_tab(int by);
  bool has_tabs() const { return !palette_groups(desk_.session().ruleset()).empty(); }

 private:
  struct Tab {
    int group = 0;
    std::string name, title;  // in English, and as shown
    float width = 0;
  };
  // What decides which row must be in view.
  struct Sight {
    std::uint8_t element = 0;
    int group = 0;
    std::string search;
    friend bool operator==(const Sight&, const Sight&) = default;
  };

  void end_search() { end_search_ = true; }
  bool search_field();
  std::vector<FoundElement> listed() const;
  void move_choice(const std::vector<FoundElement>& list);
  void answer_keys(const std::vector<FoundElement>& list);
  void put_on_right_button(std::uint8_t element);

  std::vector<Tab> tabs() const;
  void draw_tabs();
  void draw_list(const std::vector<FoundElement>& list, float below);
  void draw_row(const FoundElement& found, const std::string& hint, float width);

  Desk& desk_;
  std::string search_, searched_;  // the text now, and the text for which the choice was made
  bool focus_search_ = false, end_search_ = false;
  bool active_ = false;  // the search field has the focus
  bool pressed_ = false;
  std::uint8_t choice_ = 0;
  Sight sight_;
  int reveal_frames_ = 0;    // for so many frames the row of sight_.element is scrolled into view
  bool reveal_tab_ = false;  // the same for the tab
  float card_y_ = 0;         // the middle of the choice's row
};

// Its colour in the shape of what it is, before the background: a block, a heap, a drop, a cloud or a flame.
void element_picture(Desk& desk, ImDrawList& list, std::uint8_t index, ImVec2 low, ImVec2 high);

// Elements and tools in a ring around the cursor: open while its key or button is held, and after a tap until something
// is chosen. The mouse or a stick points at an entry, arrows go from one to the next.
class Wheel {
 public:
  explicit Wheel(Desk& desk) : desk_(desk) {}

  // Opens it; if it is open, takes the choice.
  void press();
  // Call in each frame in which its key is held.
  void hold() { fresh_ = true; }
  bool is_open() const { return open_; }
  bool is_held() const { return open_ && (held_ || fresh_); }
  // True if the key was for the wheel.
  bool takes(KeyChord chord);
  // Points in that direction; each part is -1..1.
  void aim(double right, double down);
  // False if it was not open.
  bool close() { return std::exchange(open_, false); }
  void draw();

 private:
  struct Entry {
    const ToolInfo* tool = nullptr;  // null: the element
    std::uint8_t element = 0;
  };
  struct Page {
    std::string title;
    int group = kAllGroups;
    std::vector<Entry> entries;
  };

  std::vector<Page> pages() const;
  bool is_used(const Entry& entry) const;
  void turn(int by);
  void step(int by);
  void take();
  void draw_page(const Page& page, std::size_t count, float shown) const;

  Desk& desk_;
  bool open_ = false, held_ = false, fresh_ = false;
  double opened_at_ = 0;  // by the app's clock
  PixelPoint middle_, pointer_;
  std::size_t page_ = 0;
  std::optional<std::size_t> choice_;  // of the page
};

void draw_side_panel(Desk& desk, ImVec2 position, ImVec2 size);
// Parts of it, inside the current window.
void draw_speed(Desk& desk);
void draw_brush(Desk& desk);
// Of the running automaton. A list that is longer than its place scrolls, if it may.
void draw_parameters(Desk& desk, bool may_scroll = true);

// Which rules run, in which automaton, computed by what; and how to change each.
class SetupPanel {
 public:
  // In a window of less than 1100 points one button holds it all, and the parameters.
  static bool is_folded();
  // Inside the current window.
  void draw(Desk& desk);
  // Opens the list of automata in the next frame.
  void open_solvers() { asked_ = true; }

 private:
  bool asked_ = false;
};

// The strip beside the canvas: tools, what they paint over, the mirror.
void draw_toolbar(Desk& desk, ImVec2 position, ImVec2 size);
// Its buttons in rows, inside the current window.
void draw_tool_rows(Desk& desk);

class Tour {
 public:
  // The scene in which the tasks are possible. It needs configs/default.cfg, whose elements the tasks name.
  static constexpr std::string_view kScene = "valley";
  static constexpr std::size_t kTaskCount = 3;

  explicit Tour(Desk& desk) : desk_(desk) {}

  // Starts with the first task. Loads the scene unless it is open.
  void start();
  void end() { task_.reset(); }
  bool is_running() const { return task_.has_value(); }
  // The number of the present task, from 0; kTaskCount: scenes are offered. Empty: no tour.
  std::optional<std::size_t> task() const { return task_; }
  bool done(std::size_t task) const { return done_[task]; }

  // Call in every frame: draws the card near `canvas` (min x, min y, max x, max y, in points), and ends tasks that are
  // done.
  void draw(ImVec4 canvas);
  // What a task asks for, in words of the device in use.
  std::string text_of(std::size_t task) const;

 private:
  void find_targets();
  void begin_task(std::size_t task);
  // Whether one of the elements is where the brush was, or up to `below` cells below that.
  bool shows_near_brush(std::initializer_list<std::string_view> elements, int below);
  void draw_task(std::size_t task);
  void draw_scenes();
  std::optional<ImVec2> ring_place() const;
  ImVec2 place_card(ImVec4 canvas, float width) const;
  void draw_ring(ImVec4 canvas);

  Desk& desk_;
  std::optional<std::size_t> task_;
  std::array<bool, kTaskCount> done_{};
  std::optional<double> done_at_;                   // of the present task, by the app's clock
  std::array<std::optional<CellPoint>, 2> target_;  // the foot of a tree, the surface of the lava
  std::pair<int, int> extent_;                      // of the world in which they are
  std::optional<CellPoint> painted_;                // where the task's element was painted last
  WindowProbe probe_;
  float card_height_ = 0;  // in the last frame, in points
};

// Places in the first scene that the tasks of the tour point at.

// The foot of a tall tree, as near as possible to the middle; empty if there is none.
std::optional<CellPoint> tree_to_light(const World& world, const Ruleset& rules);
// The middle of the surface of the highest pool of lava; empty if there is none.
std::optional<CellPoint> lava_to_cool(const World& world, const Ruleset& rules);

// The challenge that runs; null: none.
std::shared_ptr<const Challenge> running_challenge(Desk& desk);

// The card of the running challenge: goals, what may be used, and what can be done when it is over.
class ChallengePanel {
 public:
  explicit ChallengePanel(Desk& desk) : desk_(desk) {}

  // The shipped challenges, by row. Reads their files in the first call.
  const std::vector<std::shared_ptr<const Challenge>>& list();
  // The world of the day, by the clock of the system in UTC. Null if the clock has a date that has none.
  std::shared_ptr<const Challenge> today();
  void start(const std::shared_ptr<const Challenge>& challenge);
  void again();
  void next();   // starts the next one; after the last one opens the gallery
  bool leave();  // false if none runs
  void draw(ImVec4 canvas);

 private:
  void draw_goals(const Challenge& challenge, const ChallengePlay& play, std::uint64_t step);
  void draw_uses(const Challenge& challenge, const ChallengePlay& play);
  void celebrate(ImVec2 from, Medal medal);
  void save_solution();

  Desk& desk_;
  std::vector<std::shared_ptr<const Challenge>> list_;
  std::shared_ptr<const Challenge> today_;
  bool was_solved_ = false;       // in the last frame
  std::optional<double> won_at_;  // by the app's clock, while paper falls
  bool shows_hint_ = false;
};

class Panels {
  Desk& desk_;

 public:
  explicit Panels(Desk& desk) : desk_(desk) {}

  // Draws the panels around the canvas; the canvas gets the rest of the window. `typed`: keys and text since the last
  // frame.
  void draw_around_canvas(const std::vector<KeyInput>& typed);
  void draw_over_canvas();
  // Tells the simulation the shape of the canvas in a window of that size, in points.
  void fit_scenes(ImVec2 window);

  std::pair<float, float> window_;  // its size in the last frame, in points
  float parameters_height = 0;      // of their list in the last frame
  SetupPanel setup;
  PalettePanel elements{desk_};
  MenuBar menu{desk_};
  Sheet sheet{desk_};
  TimeBar time{desk_};
  OfferCard offer{desk_};
  Tour tour{desk_};
  UnheldOutline unheld{desk_};
  ChallengePanel challenge{desk_};
  Wheel wheel{desk_};

 private:
  // The part of the window that the panels leave free: min x, min y, max x, max y.
  ImVec4 canvas_in(ImVec2 window);
  void draw_narrow(ImVec2 window, const std::vector<KeyInput>& typed);

  bool filmed_ = false;  // a film was being made in the last frame
};

// Menu items and buttons that are made from rows of the action table.

// The items of a section of the menu bar, in the order of the table. Items that are not possible now are grey and have
// the reason as tooltip. Landmarks: "menu/" and the label; or the id if the label changes.
void action_items(const ActionTable& actions, std::string_view section);

struct ActionButton {
  const char* landmark;
  Icon icon;
  bool lit = false;   // in the accent colour
  float side = 0;     // 0: the size of icon_button()
  bool frame = true;  // false: a frame only when lit or under the mouse
};
// Performs the action when it is pressed. Tooltip and keys come from the table.
void action_button(const ActionTable& actions, std::string_view id, const ActionButton& button);

// For tooltips of sliders: "[ and ]", "Wheel, [ and ]". `before` comes first, then the keys of the two actions, if any.
std::string keys_for_both(const ActionTable& actions, std::string_view less, std::string_view more,
                          std::string before = "");

}  // namespace repose
