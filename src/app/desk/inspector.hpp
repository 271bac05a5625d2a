// The inspector: which cell is inspected, and the explanation of its next step.
#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "repose/explain.hpp"

namespace repose {

struct Desk;

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
  void pin(CellPoint cell);
  void pin_under_mouse();
  std::optional<CellPoint> pinned() const { return pinned_; }
  // Unpins the cell, else closes. False when it is closed already.
  bool cancel();

  // Call once a frame: reads the pinned cell, or the one under the mouse. Does not wait for a GPU.
  void tick();
  const std::optional<Sight>& sight() const { return sight_; }

 private:
  void follow_rules();
  CellBox wanted_box(CellPoint cell, std::uint64_t step) const;
  void adopt(CellPoint cell, const WorldWindow& window, const Sight::Moment& moment);

  Desk& desk_;
  bool on_ = false;
  std::optional<CellPoint> pinned_, cell_;
  std::optional<Sight> sight_;
  double adopted_at_ = 0;
  // The explainer, and the automaton and rules for which it was made.
  std::unique_ptr<Explainer> explainer_;
  std::string automaton_, rules_text_, rules_source_;
};

}  // namespace repose
