// The inspector: one cell, and why it does what it does.
#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "repose/explain.hpp"

namespace repose {

class ActionTable;
class FrameLoop;
class Layout;
class Messages;
class Screen;
class Simulation;
class WorldCanvas;

// What is known of the cell that is looked at, all of one moment.
struct Sight {
  CellPoint cell;
  WorldWindow window;  // around it
  // Of what: the step, the view, the parameters.
  struct Moment {
    std::uint64_t step = 0, generation = 0;
    std::vector<double> parameters;
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  Moment moment;
  std::optional<Explanation> explanation;  // of the next step; nothing where nobody can explain this automaton
  std::vector<std::string> lines;          // of the config, one for each reason; empty where no line says so
};

class Inspector {
 public:
  // `show_line` shows a line of the config in the editor.
  Inspector(Simulation& simulation, WorldCanvas& canvas, Screen& screen, Layout& layout, Messages& messages,
            FrameLoop& loop, const ActionTable& actions,
            std::function<void(int line, const std::string& text)> show_line)
      : simulation_(simulation),
        canvas_(canvas),
        screen_(screen),
        layout_(layout),
        messages_(messages),
        loop_(loop),
        actions_(actions),
        show_line_(std::move(show_line)) {}

  void toggle();
  bool on() const { return on_; }
  // It stays with this cell; with the cell where it is already, it lets go.
  void pin(CellPoint cell);
  void pin_under_mouse();
  std::optional<CellPoint> pinned() const { return pinned_; }
  // Lets go of the pinned cell, else closes. False when it is closed already.
  bool cancel();

  // Once a frame: looks at the pinned cell, or the one under the mouse. Does not wait for a GPU.
  void look();
  const std::optional<Sight>& sight() const { return sight_; }
  // The card, in a corner of the canvas, and marks around the cell and its partner.
  void draw(ImVec4 canvas);

 private:
  std::optional<CellPoint> wanted_cell() const;
  void follow_rules();
  CellBox wanted_box(CellPoint cell, std::uint64_t step) const;
  void take(CellPoint cell, const WorldWindow& window, const Sight::Moment& moment);
  void draw_marks() const;
  void draw_reasons(const Sight& sight) const;
  bool goes_right(ImVec4 canvas, float width) const;

  Simulation& simulation_;
  WorldCanvas& canvas_;
  Screen& screen_;
  Layout& layout_;
  Messages& messages_;
  FrameLoop& loop_;
  const ActionTable& actions_;
  std::function<void(int line, const std::string& text)> show_line_;
  bool on_ = false;
  std::optional<CellPoint> pinned_, cell_;
  std::optional<Sight> sight_;
  double looked_at_ = 0;
  // What explains, and what it was made for.
  std::unique_ptr<Explainer> explainer_;
  std::string automaton_, rules_text_, rules_source_;
};

}  // namespace repose
