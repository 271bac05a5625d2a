#include "app/panels/panels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/desk/simulation.hpp"
#include "app/desk/window.hpp"
#include "app/widgets/theme.hpp"

namespace repose {

Panels::Panels(Simulation& simulation, PaintBox& paint_box, View& view, Files& files, Dialogs& dialogs,
               ConfigEditor& editor, Screen& screen, Figures& figures, Settings& settings, Layout& layout,
               Messages& messages, FrameLoop& loop, const ActionTable& actions, std::function<void()> restyle)
    : parameters(simulation, settings),
      elements(simulation, paint_box, view.world_views, layout, messages, actions),
      side(simulation, paint_box, settings, actions, parameters, elements),
      toolbar(paint_box, view.inspector, files.recording, actions),
      menu(simulation, view.compare, files.opener, settings, actions, dialogs.configs, dialogs.world_choice,
           std::move(restyle)),
      status(simulation, view.canvas, screen, files.worlds, figures, settings, layout, messages, actions),
      sheet(side, toolbar, parameters, elements, status, layout, actions),
      bar(simulation, paint_box, view.world_views, menu, sheet, actions),
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

// The editor takes most of the height, or half of the width.
ImVec4 Panels::narrow_canvas_in(ImVec2 window) {
  constexpr float kWorldOfHeight = 0.3f, kWorldOfWidth = 0.5f;
  ImVec4 room = NarrowBar::beside(window);
  if (editor_.visible() && window_form() == WindowForm::upright) room.w = std::round(room.w * kWorldOfHeight);
  if (editor_.visible() && window_form() == WindowForm::sideways) room.z = std::round(room.z * kWorldOfWidth);
  room.w -= TimeBar::thin_height();
  return room;
}

ImVec4 Panels::canvas_in(ImVec2 window) {
  if (!settings_.window.panels_visible) return {0, 0, window.x, window.y - TimeBar::thin_height()};
  if (is_narrow()) return narrow_canvas_in(window);
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
  if (is_narrow()) return draw_narrow(window, typed);
  sheet.close();  // else Escape would only close a sheet that nobody sees
  const float height = window.y - top - (visible ? px(30) : 0);
  if (visible) {
    menu.draw();
    side.draw({0, top}, {panel, height});
    toolbar.draw({panel, top}, {tools, height});
    if (editor > 0) editor_.draw({right, top}, {editor, height}, typed);
  }
  status.draw({0, window.y - px(30)}, {window.x, px(30)});
}

void Panels::draw_narrow(ImVec2 window, const std::vector<KeyInput>& typed) {
  if (!settings_.window.panels_visible) {
    sheet.close();
    layout_.cover(bar.draw_way_back(window));
    return;
  }
  if (elements.wants_focus()) sheet.open(Sheet::Page::elements);
  const ImVec4 room = NarrowBar::beside(window), canvas = layout_.canvas();
  bar.draw(window);
  menu.draw_list(room);
  if (!editor_.visible()) return;
  const ImVec2 low = window_form() == WindowForm::upright ? ImVec2{room.x, canvas.w + TimeBar::thin_height()}
                                                          : ImVec2{canvas.z, room.y};
  editor_.draw(low, {room.z - low.x, room.w - low.y}, typed);
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
  if (!is_narrow()) return;
  const ImVec4 room = NarrowBar::beside(ImGui::GetIO().DisplaySize);
  if (const bool films = files_.recording.busy(); films != std::exchange(filmed_, films) && films) sheet.close();
  if (!menu.list_is_open()) status.draw_over(sheet.beside(room));
  sheet.draw(room);
}

}  // namespace repose
