#include "app/panels/panels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/frame/layout.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/theme.hpp"

namespace repose {

Panels::Panels(Simulation& simulation, PaintBox& paint_box, View& view, Files& files, ConfigGallery& configs,
               ConfigEditor& editor, GpuTuner& gpu_tuner, Figures& figures, Settings& settings, Layout& layout,
               Messages& messages, FrameLoop& loop, const ActionTable& actions, std::function<void()> restyle)
    : parameters(simulation, settings),
      elements(simulation, paint_box, view.world_views, layout, messages, actions),
      side(simulation, paint_box, settings, actions, parameters, elements),
      toolbar(paint_box, view.inspector, files.recording, actions),
      menu(simulation, view.compare, files.opener, settings, actions, configs, std::move(restyle)),
      status(simulation, view.canvas, view.cells, files.worlds, gpu_tuner, figures, settings, messages),
      time(simulation, view.canvas, files.replays, settings, layout, loop, actions),
      recovery(files.worlds, layout),
      replay(files.replays, files.worlds, layout),
      ledger(simulation, view.world_views, layout),
      tour(settings, layout, actions),
      simulation_(simulation),
      view_(view),
      files_(files),
      editor_(editor),
      settings_(settings),
      layout_(layout) {}

void Panels::draw_around_canvas(const std::vector<KeyInput>& typed) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool visible = settings_.window.panels_visible;
  const float top = visible ? ImGui::GetFrameHeight() + px(2) : 0, below = visible ? px(30) : 0;
  const float panel = visible ? px(248) : 0, tools = visible ? px(44) : 0, left = panel + tools;
  const float editor = visible ? editor_.width(window.x, window.x - left) : 0;
  const float bottom = window.y - below - TimeBar::thin_height(), right = window.x - editor;
  layout_.set_canvas({left, top, right, bottom});
  const auto pixels = [this](float points) {
    return static_cast<int>(std::lround(points * layout_.pixels_per_point()));
  };
  view_.canvas.set_viewport(view_.compare.first_half(
      {pixels(left), pixels(top), pixels(std::max(1.0f, right - left)), pixels(bottom - top)}));
  const float height = window.y - top - below;
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
  view_.inspector.draw(below);
  if (simulation_.session().keeps_ledger()) ledger.draw(below);
  tour.draw(canvas);
  elements.draw_card();
  files_.recording.draw(middle, canvas.w);
}

}  // namespace repose
