#include "app/ui/panels/panels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace repose {

Panels::Panels(Desk& desk)
    : elements(desk), menu(desk), sheet(desk), time(desk), offer(desk), tour(desk), desk_(desk) {}

// The editor takes most of the height, or half of the width.
ImVec4 Panels::narrow_canvas_in(ImVec2 window) {
  constexpr float kWorldOfHeight = 0.3f, kWorldOfWidth = 0.5f;
  ImVec4 room = beside_narrow_bar(window);
  if (desk_.editor->visible() && window_form() == WindowForm::upright) room.w = std::round(room.w * kWorldOfHeight);
  if (desk_.editor->visible() && window_form() == WindowForm::sideways) room.z = std::round(room.z * kWorldOfWidth);
  room.w -= TimeBar::thin_height();
  return room;
}

ImVec4 Panels::canvas_in(ImVec2 window) {
  if (!desk_.settings.window.panels_visible) return {0, 0, window.x, window.y - TimeBar::thin_height()};
  if (is_narrow()) return narrow_canvas_in(window);
  const float left = px(248) + px(44), top = std::max(ImGui::GetFrameHeight(), px(26)) + px(2);
  const float bottom = window.y - px(30) - TimeBar::thin_height();
  return {left, top, window.x - desk_.editor->width(window.x, window.x - left), bottom};
}

void Panels::fit_scenes(ImVec2 window) {
  const auto [left, top, right, bottom] = canvas_in(window);
  const float pixels = desk_.layout.pixels_per_point();
  if (right > left && bottom > top) desk_.simulation.fit_scenes((right - left) * pixels, (bottom - top) * pixels);
}

void Panels::draw_around_canvas(const std::vector<KeyInput>& typed) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool visible = desk_.settings.window.panels_visible;
  const auto [left, top, right, bottom] = canvas_in(window);
  const float editor = window.x - right, tools = visible ? px(44) : 0, panel = left - tools;
  desk_.layout.set_canvas({left, top, right, bottom});
  fit_scenes(window);
  const auto pixels = [this](float points) {
    return static_cast<int>(std::lround(points * desk_.layout.pixels_per_point()));
  };
  desk_.view.canvas.set_viewport(desk_.view.compare.first_half(
      {pixels(left), pixels(top), pixels(std::max(1.0f, right - left)), pixels(bottom - top)}));
  if (desk_.view.compare.take_refit()) desk_.view.canvas.fit();
  if (is_narrow()) return draw_narrow(window, typed);
  sheet.close();  // else Escape would only close a sheet that nobody sees
  const float height = window.y - top - (visible ? px(30) : 0);
  if (visible) {
    menu.draw();
    draw_side_panel(desk_, {0, top}, {panel, height});
    draw_toolbar(desk_, {panel, top}, {tools, height});
    if (editor > 0) desk_.editor->draw({right, top}, {editor, height}, typed);
  }
  draw_status_bar(desk_, {0, window.y - px(30)}, {window.x, px(30)});
}

void Panels::draw_narrow(ImVec2 window, const std::vector<KeyInput>& typed) {
  if (!desk_.settings.window.panels_visible) {
    sheet.close();
    return draw_show_panels_button(desk_, window);
  }
  if (elements.wants_focus()) sheet.open(Sheet::Page::elements);
  const ImVec4 room = beside_narrow_bar(window), canvas = desk_.layout.canvas();
  draw_narrow_bar(desk_, window);
  menu.draw_list(room);
  if (!desk_.editor->visible()) return;
  const ImVec2 low = window_form() == WindowForm::upright ? ImVec2{room.x, canvas.w + TimeBar::thin_height()}
                                                          : ImVec2{canvas.z, room.y};
  desk_.editor->draw(low, {room.z - low.x, room.w - low.y}, typed);
}

// Each card is placed beside the cards that were drawn before it.
void Panels::draw_over_canvas() {
  const ImVec4 canvas = desk_.layout.canvas();
  const float middle = (canvas.x + canvas.z) / 2;
  desk_.view.minimap.draw(canvas);
  time.draw(canvas);
  desk_.view.world_views.draw(canvas);
  desk_.view.compare.draw(canvas);
  const ImVec4 below = desk_.view.below_header(canvas);
  draw_recovery_card(desk_, {middle, below.y});
  draw_replay_card(desk_, {middle, below.y});
  offer.draw({middle, below.y});
  draw_inspector(desk_, below);
  if (desk_.simulation.session().keeps_ledger()) draw_ledger_card(desk_, below);
  if (!desk_.files.worlds.leftover()) tour.draw(canvas);
  elements.draw_card();
  draw_recording_card(desk_, middle, canvas.w);
  if (!is_narrow()) return;
  const ImVec4 room = beside_narrow_bar(ImGui::GetIO().DisplaySize);
  if (const bool films = desk_.files.recording.busy(); films != std::exchange(filmed_, films) && films) sheet.close();
  if (!menu.list_is_open()) draw_message_over(desk_, sheet.beside(room));
  sheet.draw(room);
}

}  // namespace repose
