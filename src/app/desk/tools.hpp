// What the buttons of the mouse do to the world: the tools, the brush, strokes, and what each tool does while a button
// is held.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/desk/action_table.hpp"
#include "app/desk/screen.hpp"
#include "app/desk/simulation.hpp"
#include "app/widgets/icons.hpp"
#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/shapes.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Brush;
struct Desk;
struct Scene;
struct Settings;

// How an element is poured.
struct Pour {
  Plane plane = Plane::height;
  double Brush::*rate = nullptr;
  double units = 0;     // units of the plane for 1 of the rate; negative removes
  bool clears = false;  // as in AmountEdit
  // The title and unit of the slider for the rate, in English: show them with tr().
  std::string_view title, unit;
  double least = 0, most = 0;
  bool at_once = false;  // the slider's right end is rate 0: the brush fills cells at once, as in other automata
};
// Empty if the element is painted cell by cell.
std::optional<Pour> pour_of(const Session& session, std::uint8_t element);

// Why the running automaton has no streams; empty if its rules say which elements are loose.
std::string why_no_stream(const Session& session);

std::string describe_rate(const Pour& pour, double rate);  // "40 cells/s", "at once"

// The element to display for a cell: in sandpiles the sand, or the first element whose painting makes that ground; in
// water the element for its mass.
std::uint8_t shown_element(const Session& session, const CellReading& reading);

// As shown_element(), for all cells of a view of water in memory, row by row.
std::vector<std::uint8_t> shown_water(const Session& session, const CellView& view);

// "temperature 40    ", "height 12.50    wet 40 %    ", "pressure 0.020    ", or nothing.
std::string describe_amounts(const CellReading& reading);

// The sum of all heights or masses of a view in memory, in cells; nothing for other views.
std::optional<double> total_amount(const CellView& view);

enum class Tool : unsigned char { brush, line, rectangle, fill, pick, select, blow, body, sign };

struct ToolInfo {
  Tool tool;
  std::string_view action;  // the action that chooses it
  Icon icon;
  std::string_view id;  // of its landmark: "tool/" and this
  // In English: show them with tr().
  std::string_view title;
  std::string_view summary;  // tooltip
};

// In the order of the toolbar.
const std::vector<ToolInfo>& tools();
const ToolInfo& tool_info(Tool tool);

// The tool that a press uses while these modifiers are held.
Tool tool_with(Tool chosen, unsigned char modifiers);

// Which cells of the world a tool may change.
enum class PaintOver : unsigned char {
  everything,
  empty,  // the background only
  same,   // only the element that was under the mouse when the button was pressed
};
PaintOver next(PaintOver over);
const char* describe(PaintOver over);  // "Painting over everything."

// The axes at which the tools mirror.
struct MirrorAxes {
  Symmetry symmetry = Symmetry::none;
  std::optional<int> sum_x, sum_y;  // as in Mirror; empty: the middle of the world
};
Symmetry next(Symmetry symmetry);
const char* describe(Symmetry symmetry);

// The settings of painting with the mouse.
struct Brush {
  int size = 12;  // cells across
  BrushShape shape = BrushShape::round;
  bool pour = true;          // false: loose matter fills cells too, and falls as one body
  std::uint8_t element = 1;  // left button
  std::uint8_t second = 0;   // right button; the background erases
  // Amounts per second in the middle of the brush.
  double sand_rate = 40;    // heights, in cells' sides
  double wetting_rate = 4;  // 1: wet through
  double water_rate = 0;    // full cells; 0: fills cells at once
  PaintOver over = PaintOver::everything;
  bool outline = false;  // rectangles: only their edges, as wide as the brush
  BodyShape body = BodyShape::foot;
  double body_depth = 4;  // of the body tool, in cells
};
inline constexpr float kBodyDepthMin = 0.5f, kBodyDepthMax = 64;

// What the brush pours with the left button; if that pours nothing, with the right one.
std::optional<Pour> pour_of(const Session& session, const Brush& brush);

// What the brush does from the press of a button to its release, in cells. It paints elements, or pours them as a
// stream of grains; in automata that count in amounts it pours amounts (heights of sand, water, wetness) at a rate.
class Stroke {
 public:
  explicit Stroke(Desk& desk) : desk_(desk) {}

  // The element under the mouse when it is pressed. begin() needs it if depends_on_pressed() says so.
  void set_pressed_on(std::optional<std::uint8_t> element) { pressed_on_ = element; }
  // True for brushes that paint over that element only, that take sand away (see lifts_), or that press a switch.
  bool depends_on_pressed(bool second) const;
  void begin(CellPoint cell, bool second);  // `second`: with the element of the right button
  void move_to(CellPoint cell);
  // Call once a frame: a brush that is held down continues painting. Streams flow with the steps of the simulation.
  void tick(double seconds);
  void end();
  void drop() { down_ = false; }  // ends it without the amount that a short click would still pour
  bool has_painted() const { return painted_; }
  bool is_down() const { return down_; }

  // These add to every cell the amount that the middle of a brush pours in a second.
  void line(CellPoint from, CellPoint to, bool second);
  void rectangle(CellPoint from, CellPoint to, bool second);
  void fill(CellPoint cell, bool second);
  // The rectangles that rectangle() covers: one, or the four sides of an outline.
  std::vector<RectEdit> rectangles(CellPoint from, CellPoint to, bool second) const;

 private:
  std::uint8_t element(bool second) const;
  // Whether a click with that element presses what can be pressed. All but the background and other solids do: with
  // these a person removes or replaces it.
  bool can_press(std::uint8_t element) const;
  std::optional<std::uint8_t> only_over(std::uint8_t element) const;
  std::optional<Pour> pour(std::uint8_t element) const;  // empty if it fills cells at once
  StrokeEdit sweep(CellPoint from, CellPoint to, std::uint8_t element) const;
  // Whether the stroke scatters grains. In a paused world nothing flows, so the brush fills cells.
  bool streams();
  // True for streams and pours, which act once a frame along the whole path since the last. False: on every move.
  bool works_by_time() { return streams() || pour(element(second_)); }
  const Brush& brush() const;
  void work_along_way(double seconds);
  void scatter(const StrokeEdit& sweep, double share);
  void paint(AmountEdit edit, const Pour& pour);
  // What is airborne is painted over the background and over what else is airborne and in the palette. (Stages that are
  // hidden are left alone: they live for moments only.) `lights`: it also lights what burns.
  void paint(const Edit& edit, bool lights = true);

  Desk& desk_;
  bool down_ = false, second_ = false;
  bool moved_ = false;                     // since the last tick
  bool worked_ = false, painted_ = false;  // since the press; the first of them by time
  std::optional<std::uint8_t> streamed_;   // the element that stream_ is of
  double stream_ = 0;                      // see stream_of()
  std::uint64_t step_ = 0;                 // of the simulation, up to which the stream has flowed
  // The press was on an obstacle, a spring or a drain: the stroke takes away only such things, and no sand. So it
  // leaves the floor on which an obstacle stood, and does not dig into it while the button is held.
  bool lifts_ = false;
  // The press was on something that can be pressed: nothing is painted until the mouse has left it.
  bool presses_ = false;
  std::uint32_t dab_ = 0;  // of the grains: each has its own random draws
  std::optional<std::uint8_t> pressed_on_;
  std::vector<CellPoint> way_;  // the points since the last tick, beginning with the position at that time
};

// The tool, the brush, the mirror, and the tab of the palette.
class PaintBox {
 public:
  explicit PaintBox(Desk& desk) : desk_(desk) {}

  Brush& brush() { return brush_; }
  const Brush& brush() const { return brush_; }
  Tool tool() const { return tool_; }
  void set_tool(Tool tool) { tool_ = tool; }
  MirrorAxes& mirror_axes() { return mirror_; }
  Mirror mirror() const;
  // The palette's tab: an index into Ruleset::groups, or kAllGroups.
  int group() const { return group_; }
  void set_group(int group) { group_ = group; }

  // Choosing the chosen tool again changes its shape.
  void choose_tool(Tool tool);
  void choose_body(BodyShape shape);
  void change_brush_shape();
  void switch_pouring();
  // A notch of the wheel is one click; negative values make the brush smaller.
  void change_brush_size(double clicks);
  bool change_pour_rate(double clicks);  // false if the brush does not pour
  void pick(std::uint8_t element);       // chooses that element to paint with
  // Chooses the element with that number, from 1: see numbered_elements().
  void pick_by_number(int number);
  void pick_next(int by);  // chooses the next element of the tab (`by` 1) or the one before (-1)

  // Chooses the element with which a scene is played; null, or a scene without one: leaves the brush as it is.
  void play_with(const Scene* scene);
  // Call when other rules run: elements are matched by name. `before`: null if there are no rules to match with.
  void adopt_rules(const Ruleset* before);
  void apply_remembered(const Settings& settings);
  void remember(Settings& settings) const;

 private:
  void put_on_brush(std::uint8_t element);

  Desk& desk_;
  Brush brush_;
  Tool tool_ = Tool::brush;
  MirrorAxes mirror_;
  int group_ = -1;
};

// The blow tool from the press of a button to its release: pushes what is loose under the brush, in the direction in
// which the mouse moved last.
class Gust {
 public:
  explicit Gust(Desk& desk) : desk_(desk) {}

  // The mouse has moved by that many pixels, whether a button is held or not.
  void aim(double dx, double dy);
  PixelPoint direction() const;                // of length 1
  void begin(CellPoint cell, bool backwards);  // `backwards`: against the direction
  void move_to(CellPoint cell) { here_ = cell; }
  void tick(double seconds);  // call once a frame
  void end() { down_ = false; }
  bool has_blown() const { return blown_; }

 private:
  void blow(CellPoint from);

  Desk& desk_;
  double x_ = 1, y_ = 0;  // the direction, smoothed
  bool down_ = false, backwards_ = false, blown_ = false;
  CellPoint here_, before_;  // now, and at the last tick
  double due_ = 0;           // passes
  double turn_ = 0;          // the share of a diagonal pass that is due
  std::uint32_t gusts_ = 0, pass_ = 0;
};

// The body tool from the press of a button to its release: a ball, wheel, foot or rake that is dragged over the sand.
struct BodyInfo {
  // In English: show them with tr().
  std::string_view title;      // of its action: "Roll a ball over the sand"
  std::string_view operation;  // for the menu: "Press a ball"
  std::string_view action;
};
const BodyInfo& body_info(BodyShape shape);

class Pressing {
 public:
  explicit Pressing(Desk& desk) : desk_(desk) {}

  // `heading`: its front, until it is dragged. `deep`: it goes twice as deep.
  void begin(CellPoint cell, int heading, bool deep);
  void move_to(CellPoint cell);
  void tick();  // call once a frame: sand that has flowed under the body is pushed out again
  void end() { down_ = false; }
  bool has_pressed() const { return pressed_; }

 private:
  void press(CellPoint from, CellPoint to);

  Desk& desk_;
  bool down_ = false, deep_ = false, pressed_ = false;
  bool left_foot_ = false;  // feet alternate
  int heading_ = 0;
  CellPoint here_, turned_at_;  // the place now, and where the heading was taken last
  std::uint64_t step_ = 0;      // of the simulation, when it pressed last
};

inline constexpr int kAllGroups = -1;

// The groups that have something to offer besides the background, as indices into Ruleset::groups.
std::vector<int> palette_groups(const Ruleset& ruleset);
// The elements of a group (or of all) that the palette offers, in order; the background comes last.
std::vector<std::uint8_t> palette_elements(const Ruleset& ruleset, int group);
// The tab with which a config opens: the first, and of wxSand files, which often begin with one of one or two elements,
// the largest. kAllGroups when there is none.
int first_tab(const Ruleset& ruleset);
// The elements that the keys 1 to 9 choose, whatever the tab: the first of first_tab(), and if that has fewer than
// nine, the first of all others. In a challenge: the elements that it allows.
std::vector<std::uint8_t> numbered_elements(const Session& session);
// What an empty search lists: the elements of a group; in a challenge, those that it allows.
std::vector<std::uint8_t> offered_elements(const Session& session, int group);
// The first group with that element; kAllGroups when there is none.
int group_of(const Ruleset& ruleset, std::uint8_t element);

}  // namespace repose
