// The split view: the world in two solvers side by side, the cells in which they differ, and how many that are.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/frame/screen.hpp"
#include "render/camera.hpp"
#include "render/cell_overlay.hpp"
#include "session/comparison.hpp"

namespace repose {

class ActionTable;
class Layout;
class Messages;
class Screen;
class Simulation;
class WorldCanvas;
class WorldViews;

class CompareView {
 public:
  CompareView(Simulation& simulation, Screen& screen, WorldViews& world_views, WorldCanvas& canvas, Layout& layout,
              Messages& messages, const ActionTable& actions)
      : simulation_(simulation),
        screen_(screen),
        world_views_(world_views),
        canvas_(canvas),
        layout_(layout),
        messages_(messages),
        actions_(actions) {}

  // Beside the running solver, that one. Says why not where it cannot be had.
  void start(std::string_view automaton, Backend backend);
  void stop();
  // With what was compared last where that makes sense, else with the nearest relative of what runs.
  void toggle();
  // False where there is nothing to compare with.
  // A sentence while toggle() would do nothing; else empty.
  std::string why_not_toggle();
  bool active() const { return comparison_ != nullptr; }
  // Precondition: active().
  const Comparison& comparison() const { return *comparison_; }
  // Empty where that solver can be compared with the one that runs.
  std::string why_not(const SolverEntry& solver);

  // Once a frame, before the steps.
  void tick();
  // Steps of the twin are under way, or a look at both.
  bool busy() const { return active() && comparison_->busy(); }
  bool stepping() const { return active() && comparison_->stepping(); }
  // Seconds that a step of the twin takes.
  double step_cost() const;
  // Whether the twin notes where things happen. Precondition: active().
  void keep_activity(bool on);
  // Whether the active cells of the twin will be asked for. Precondition: active().
  void keep_active_cells(bool on) { comparison_->keep_active_cells(on); }
  // Of both, in the background. Precondition: active().
  void begin_steps(std::uint64_t count) { comparison_->begin_steps(count); }

  // The part of the canvas that shows the session; the twin's is beside it. All of it when nothing is compared.
  PixelRect first_half(PixelRect canvas);
  // A pixel of either half as if it lay in the first. `held`: the mouse is drawing, and stays in the half where it
  // began.
  PixelPoint in_first_half(PixelPoint at, bool held);
  // Where the mouse was last.
  bool mouse_in_second() const { return active() && mouse_in_second_; }
  // The camera of the other half, which shows the same part of the world.
  Camera second_camera() const;
  // How much of the upper edge of the canvas is taken, in points.
  float header_height() const;
  // What stands over the world: marks, names of the solvers, the count, the divider.
  void draw(ImVec4 canvas);

 private:
  struct Choice {
    std::string automaton;
    Backend backend = Backend::cpu;
  };
  std::optional<Choice> sensible_choice();
  std::string why_not_rules(std::string_view automaton);
  void refresh_marks();
  void draw_marks() const;
  bool is_narrow() const;
  void draw_name(const Session& session, std::optional<double> speed, float x, float y, bool right) const;
  void draw_count(ImVec2 top_middle);
  void draw_elements(const Differences& found) const;
  void draw_divider(ImVec4 canvas);

  Simulation& simulation_;
  Screen& screen_;
  WorldViews& world_views_;
  WorldCanvas& canvas_;
  Layout& layout_;
  Messages& messages_;
  const ActionTable& actions_;
  std::unique_ptr<Comparison> comparison_;
  std::optional<Choice> last_;
  bool marks_ = true, by_element_ = true;
  float share_ = 0.5f;  // of the canvas that the first half has
  PixelRect first_, second_;
  bool mouse_in_second_ = false;
  float count_width_ = 0;  // of what stands in the middle, in the last frame

  // What the marks were drawn for.
  struct Marked {
    std::uint64_t generation = 0;
    PixelPoint origin;
    double zoom = 0;
    int x = 0, y = 0, width = 0, height = 0;
    bool operator==(const Marked& o) const {
      return generation == o.generation && origin.x == o.origin.x && origin.y == o.origin.y && zoom == o.zoom &&
             x == o.x && y == o.y && width == o.width && height == o.height;
    }
  };
  Marked marked_;
  CellOverlay overlay_;
  ImTextureID texture_ = nullptr;

  // Which automata can run the rules, as last asked.
  struct Asked {
    std::string automaton, running, rules, answer;
  };
  std::vector<Asked> asked_;
};

}  // namespace repose
