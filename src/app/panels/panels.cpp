#include "app/panels/panels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/frame/layout.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/theme.hpp"

namespace repose {

Panels::Panels(Simulation& simulation, PaintBox& paint_box, View& view, Files& files, Dialogs& dialogs,
               ConfigEditor& editor, GpuTuner& gpu_tuner, Figures& figures, Settings& settings, Layout& layout,
               Messages& messages, FrameLoop& loop, const ActionTable& actions, std::function<void()> restyle)
    : parameters(simulation, settings),
      elements(simulation, paint_box, view.world_views, layout, messages, actions),
      side(simulation, paint_box, settings, actions, parameters, elements),
      toolbar(paint_box, view.inspector, files.recording, actions),
      menu(simulation, view.compare, files.opener, settings, actions, dialogs.configs, dialogs.world_choice,
           std::move(restyle)),
      status(simulation, view.canvas, view.cells, files.worlds, gpu_tuner, figures, settings, layout, messages,
             actions),
      time(simulation, view.canvas, files.replays, settings, layout, loop, actions),
      recovery(files.worlds, layout),
      offer(loop, layout),
      replay(files.replays, files.worlds, layout),
      ledger(simulation, view.world_views, layout),
      tour(simulation, paint_box, view, settings, layout, loop, actions),
      simulation_(simulation),
      view_(view),
      files_(files),
      editor_(editor),
      settings_(settings),
      layout_(layout) {}

ImVec4 Panels::canvas_in(ImVec2 window) {
  if (!settings_.window.panels_visible) return {0, 0, window.x, window.y - TimeBar::thin_height()};
  const float left = px(248) + px(44), top = std::max(ImGui::GetFrameHeight(), px(26)) + px(2);
  const float bottom = window.y - px(30) - TimeBar::thin_height();
  return {left, top, window.x - editor_.width(window.x, window.x - left), bottom};
}

void Panels::fit_scenes(ImVec2 window) {
  const auto [left, top, right, bottom] = canvas_in(window);
  const float pixels = layout_.pixels_per_point();
  if (right > left && bottom > top) simulation_.fit_scenes((right - left) * pixels, (bottom - top) * pixels);
}

void Panels::draw_around_canvas(const std::vector<KeyInput>& typed) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool visible = settings_.window.panels_visible;
  const auto [left, top, right, bottom] = canvas_in(window);
  const float editor = window.x - right, tools = visible ? px(44) : 0, panel = left - tools;
  layout_.set_canvas({left, top, right, bottom});
  fit_scenes(window);
  const auto pixels = [this](float points) {
    return static_cast<int>(std::lround(points * layout_.pixels_per_point()));
  };
  view_.canvas.set_viewport(view_.compare.first_half(
      {pixels(left), pixels(top), pixels(std::max(1.0f, right - left)), pixels(bottom - top)}));
  if (view_.compare.take_refit()) view_.canvas.fit();
  const float height = window.y - top - (visible ? px(30) : 0);
  if (visible) {
    menu.draw();
    side.draw({0, top}, {panel, height});
    toolbar.draw({panel, top}, {tools, height});
    if (editor > 0) editor_.draw({right, top}, {editor, height}, typed);
  }
  status.draw({0, window.y - px(30)}, {window.x, px(30)});
}

// Each card is placed beside the cards that were drawn before it.
void Panels::draw_over_canvas() {
  const ImVec4 canvas = layout_.canvas();
  const float middle = (canvas.x + canvas.z) / 2;
  view_.minimap.draw(canvas);
  time.draw(canvas);
  view_.world_views.draw(canvas);
  view_.compare.draw(canvas);
  const ImVec4 below = view_.below_header(canvas);
  recovery.draw({middle, below.y});
  replay.draw({middle, below.y});
  offer.draw({middle, below.y});
  view_.inspector.draw(below);
  if (simulation_.session().keeps_ledger()) ledger.draw(below);
  if (!files_.worlds.leftover()) tour.draw(canvas);
  elements.draw_card();
  files_.recording.draw(middle, canvas.w);
}

}  // namespace repose
