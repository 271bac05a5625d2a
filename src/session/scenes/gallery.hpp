// The lists of scenes, and Sketch, with which scenes of the menu are drawn.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"
#include "repose/scene.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// Shapes in the coordinates of a 640x400 picture, scaled to any world. Integers: a seed gives the same everywhere.

inline constexpr int kSketchWidth = 640, kSketchHeight = 400;

// Calls visit(x, y) for the cells of a rectangle, row by row; `x1` and `y1` are beyond it.
template <class Visit>
void visit_cells(int x0, int y0, int x1, int y1, const Visit& visit) {
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) visit(x, y);
}

// An element, by its number or by its name.
struct Ink {
  Ink(int element) : number(element) {}
  Ink(const char* of) : name(of) {}
  Ink(std::string_view of) : name(of) {}

  int number = 0;
  std::string_view name = {};  // empty: the number counts
};

class Sketch {
 public:
  Sketch(World& world, const Ruleset& ruleset, std::uint64_t seed) : world_(world), ruleset_(ruleset), seed_(seed) {}

  // If there is no element of that name: the background, and status() fails.
  std::uint8_t element(Ink ink);
  bool has(std::string_view name) const { return ruleset_.find(name).has_value(); }
  // Springs, torches and flames are chains: "spring", "spring2", "spring3".
  std::uint8_t stage_of(std::string_view name, int stage);
  // Fails if an element was missing, and names the first such element.
  Status status() const;

  // From picture coordinates to cells and back.
  int cell_x(int u) const { return scale(u, world_.width(), kSketchWidth); }
  int cell_y(int v) const { return scale(v, world_.height(), kSketchHeight); }
  int picture_u(int x) const { return scale(x, kSketchWidth, world_.width()); }
  int picture_v(int y) const { return scale(y, kSketchHeight, world_.height()); }
  // Picture lengths in cells, at least one.
  int cells(int length) const;

  World& world() const { return world_; }
  int width() const { return world_.width(); }
  int height() const { return world_.height(); }
  std::uint8_t at(int x, int y) const { return world_.contains(x, y) ? world_.cell(x, y) : 0; }
  // Draws nothing outside the world.
  void put(int x, int y, std::uint8_t element) {
    if (world_.contains(x, y)) world_.cell(x, y) = element;
  }
  void put(int x, int y, Ink ink) { put(x, y, element(ink)); }
  bool empty(int x, int y) const { return world_.contains(x, y) && world_.cell(x, y) == 0; }

  // A random number 0..n-1: a pure function of the seed, the position and `use`.
  int random(int x, int y, int n, int use) const;
  // Smooth noise, 0..255, in picture coordinates. `period`: the distance between hills.
  int noise(int u, int period, int use) const { return noise(u, 0, period, use); }
  int noise(int u, int v, int period, int use) const;

  // Shapes, all in picture coordinates, both corners inclusive.
  void rect(int u0, int v0, int u1, int v1, Ink ink);
  // An ellipse whose rim varies by up to `roughness` percent of the radius.
  void blob(int u, int v, int radius_u, int radius_v, Ink ink, int roughness = 0);
  // Ground from the height `top(u)` down to the lower edge. Its upper `crust` cells are `surface`.
  template <class Top>
  void ground(int u0, int u1, Ink body, Ink surface, int crust, Top top);
  template <class Top>
  void ground(int u0, int u1, Ink body, Top top) {
    ground(u0, u1, body, body, 1, top);
  }
  // A shelf in the air: flat on top, thick in the middle, ragged below.
  void ledge(int u0, int u1, int v, int thickness, Ink body, Ink surface, int crust);
  // Rock from the upper edge of the world down to `bottom(u)`.
  template <class Bottom>
  void roof(int u0, int u1, Ink body, Bottom bottom);
  // Bands of `vein` inside all `body`, away from its surface.
  void strata(Ink body, Ink vein, int period, int share_percent);
  // Springs side by side, each in a random stage of its cycle, so that the stream is even.
  void spring(int x, int y, std::string_view name, int stages);  // in cells
  void springs(int u0, int u1, int v, std::string_view name, int stages);
  // Thin streams from springs with space below them down to the first obstacle, as if they had poured for a while.
  void start_streams();
  void stream(int x, int y, std::uint8_t element, int one_in);  // in cells
  // A fire that never goes out: torches in the shape of a flame of the given height.
  void bonfire(int u, int v, int radius, int tongue);

  // A heap of loose matter at its angle of repose, `half` wide on each side.
  void heap(int u, int v, int half, Ink ink);
  void cherry(int u, int v, int size, int use);  // a tree in bloom, which does not grow in rain
  void tree(int u, int v, int size, int use);
  void conifer(int u, int v, int size, int use, Ink dark, bool has_gaps);
  // Grass and some flowers on every free surface of `on` between u0 and u1.
  void meadow(int u0, int u1, Ink on, int grass, int flowers_percent);
  // Plants that hang from `share_percent` of the ceilings of `on`, up to `length` long.
  void vines(int u0, int u1, Ink on, int share_percent, int length);
  void cloud(int u, int v, int radius, int use);
  // Caves between v0 and v1: noise of which `open_percent` is air, smoothed until the rock is connected.
  void caves(int v0, int v1, int open_percent);
  // The first cell at or below v that is not empty in the column of u, as a picture height.
  int floor_v(int u, int v) const;
  // The last cell at or above v that is not empty in the column of u, as a picture height.
  int ceiling_v(int u, int v) const;

 private:
  // The elements of a crown between two heights, from top to bottom.
  struct Shades {
    std::array<std::uint8_t, 3> elements;
    int top_v, bottom_v;
  };
  void leaves(int u, int v, int radius_u, int radius_v, Shades shades);
  static int scale(int value, int to, int from) {
    const auto scaled = static_cast<std::int64_t>(value) * to;
    return static_cast<int>(scaled >= 0 ? scaled / from : -((-scaled + from - 1) / from));
  }

  World& world_;
  const Ruleset& ruleset_;
  std::uint64_t seed_;
  std::string missing_;
};

template <class Top>
void Sketch::ground(int u0, int u1, Ink body, Ink surface, int crust, Top top) {
  const std::uint8_t inside = element(body), outside = element(surface);
  for (int x = cell_x(u0); x <= cell_x(u1 + 1) - 1; ++x) {
    const int y0 = cell_y(top(picture_u(x)));
    for (int y = y0; y < height(); ++y) put(x, y, y < y0 + cells(crust) ? outside : inside);
  }
}

template <class Bottom>
void Sketch::roof(int u0, int u1, Ink body, Bottom bottom) {
  const std::uint8_t rock = element(body);
  for (int x = cell_x(u0); x <= cell_x(u1 + 1) - 1; ++x) {
    const int y1 = cell_y(bottom(picture_u(x)));
    for (int y = 0; y <= y1; ++y) put(x, y, rock);
  }
}

// A function for Scene::fill. Fails if the rules lack an element that `draw` asks for.
decltype(Scene::fill) drawn_by(std::function<void(Sketch&)> draw);

// What the scenes of one automaton have in common.
struct SceneKind {
  std::string_view automaton, config;
  int width = kSketchWidth, height = kSketchHeight;
  bool in_menu = true;
};

// As in Scene.
struct ScenePlay {
  std::string_view plays_with = {};
  decltype(Scene::parameters) parameters = {};
  SceneActs acts = {};
};

// It suits any shape of the world.
Scene drawn_scene(const SceneKind& kind, std::string_view name, std::string_view title, void (*draw)(Sketch&),
                  ScenePlay play, std::string_view description);

// A broad tree: a trunk with roots, boughs, and a crown of balls of leaves. `use`: another number, another tree.
void draw_oak(Sketch& s, int u, int v, int size, int use);

// Turf on every free surface of soil between u0 and u1, with some seeds of flowers on mud.
void draw_turf(Sketch& s, int u0, int u1, int seeds_percent);

// A funnel of `wall`, full of `content`.
void draw_vat(Sketch& s, CellPoint top, int half, Ink wall, Ink content);

// ---- the lists of scenes ----

std::vector<Scene> world_scenes();     // of the default world
std::vector<Scene> gallery_scenes();   // of the app's menu
std::vector<Scene> elements_scenes();  // of the menu, on *elements*, each with its own config
std::vector<Scene> water_scenes();
std::vector<Scene> sandpile_scenes();
std::vector<Scene> fastsab_scenes();
std::vector<Scene> tiles_scenes();
std::vector<Scene> sorting_scenes();  // and an hourglass for any automaton

// The worlds in which the speed of wxSand was measured, to compare *elements* with it. They bring their own rules.
std::vector<Scene> elements_bench_scenes();
const Ruleset& elements_bench_ruleset();

// The scenes for scripts, tests and benchmarks. Their content must not change: recorded hashes depend on it.
std::vector<Scene> script_scenes();
// The rules of `churn` and its variants.
const Ruleset* churn_ruleset(std::string_view name);  // null for other scenes

}  // namespace repose
