// The first start of Repose: three small tasks in a card over the world. Each ends by itself when it is done, and can
// be skipped. Then the card offers scenes. The window can be used as always meanwhile.
#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "app/desk/readback.hpp"
#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose {

struct Desk;

class Tour {
 public:
  // The scene in which the tasks are possible. It needs configs/default.cfg, whose elements the tasks name.
  static constexpr std::string_view kScene = "valley";
  static constexpr std::size_t kTaskCount = 3;

  explicit Tour(Desk& desk) : desk_(desk) {}

  // Starts with the first task. Loads the scene unless it is open.
  void start();
  // Ends the task without having done it; after the last one the card offers scenes.
  void skip_task();
  void end() { task_.reset(); }
  bool is_running() const { return task_.has_value(); }
  // The number of the present task, from 0; kTaskCount: scenes are offered. Empty: no tour.
  std::optional<std::size_t> task() const { return task_; }
  bool done(std::size_t task) const { return done_[task]; }

  // Call in every frame: draws the card near `canvas` (min x, min y, max x, max y, in points), and ends tasks that are
  // done.
  void draw(ImVec4 canvas);

 private:
  void begin_task(std::size_t task);
  // Whether the person has done what the present task asks for.
  bool is_done();
  // Whether one of the elements is where the brush was, or up to `below` cells below that.
  bool shows_near_brush(std::initializer_list<std::string_view> elements, int below);
  void note_brush();
  void draw_tasks();
  void draw_task(std::size_t task);
  void draw_scenes();
  std::optional<ImVec2> ring_place() const;
  ImVec2 place_card(ImVec4 canvas, float width) const;
  void draw_ring(ImVec4 canvas);
  std::string text_of(std::size_t task) const;

  Desk& desk_;
  std::optional<std::size_t> task_;
  std::array<bool, kTaskCount> done_{};
  std::optional<double> done_at_;                   // of the present task, by the app's clock
  std::array<std::optional<CellPoint>, 2> target_;  // the foot of a tree, the surface of the lava
  std::optional<CellPoint> painted_;                // where the task's element was painted last
  WindowProbe probe_;
  float card_height_ = 0;  // in the last frame, in points
};

// Places in the first scene that the tasks of the tour point at.

// The foot of a tall tree, as near as possible to the middle; empty if there is none.
std::optional<CellPoint> tree_to_light(const World& world, const Ruleset& rules);
// The middle of the surface of the highest pool of lava; empty if there is none.
std::optional<CellPoint> lava_to_cool(const World& world, const Ruleset& rules);

}  // namespace repose
