// The comparison: the world in two solvers side by side, the cells in which they differ, and the number of these cells.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/desk/screen.hpp"
#include "render/camera.hpp"
#include "render/overlays.hpp"
#include "session/comparison.hpp"

namespace repose {

struct Desk;

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
  // Precondition: active().
  const Comparison& comparison() const { return *comparison_; }
  // Why that solver cannot be compared with the running one; empty if it can.
  std::string why_not(const SolverEntry& solver);

  // Call once a frame, before the steps.
  void tick();
  // Whether steps of the twin, or a comparison of both worlds, are in progress.
  bool busy() const { return active() && comparison_->busy(); }
  bool stepping() const { return active() && comparison_->stepping(); }
  // Seconds per step of the twin.
  double step_cost() const;
  // Whether the twin records where things happen. Precondition: active().
  void keep_activity(bool on);
  // Whether the active cells of the twin will be needed. Precondition: active().
  void keep_active_cells(bool on) { comparison_->keep_active_cells(on); }
  // Begins steps of both, in the background. Precondition: active().
  void begin_steps(std::uint64_t count) { comparison_->begin_steps(count); }

  // The part of the canvas that shows the session; the twin's part is beside or below it. The whole canvas without a
  // comparison.
  PixelRect first_half(PixelRect canvas);
  // Converts a pixel of either half into the first half. `held`: the mouse is drawing, so it stays in the half where it
  // began.
  PixelPoint in_first_half(PixelPoint at, bool held);
  // Whether the mouse was last in the twin's half.
  bool mouse_in_second() const { return active() && mouse_in_second_; }
  // The camera of the twin's half, which shows the same part of the world.
  Camera second_camera() const;
  // Whether the camera has to fit the world into its viewport again, because a comparison has begun or ended while the
  // whole world was visible. True once.
  bool take_refit() { return std::exchange(refits_, false); }
  // Height of the header at the upper edge of the canvas, in points.
  float header_height() const;
  // Draws over the world: marks, names of the solvers, the count, the divider.
  void draw(ImVec4 canvas);

 private:
  struct Choice {
    std::string automaton;
    Backend backend = Backend::cpu;
  };
  std::optional<Choice> sensible_choice();
  void refresh_marks();
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

  // The inputs for which the marks were drawn.
  struct Marked {
    std::uint64_t generation = 0;
    PixelPoint origin;
    double zoom = 0;
    PixelRect port;
    friend bool operator==(const Marked&, const Marked&) = default;
  };
  Marked marked_;
  CellOverlay overlay_;
  ImTextureID texture_ = nullptr;

  // Which automata can run the rules, at the last check.
  struct Asked {
    std::string automaton, running, rules, answer;
  };
  std::vector<Asked> asked_;
};

}  // namespace repose
