#include "app/desk/minimap.hpp"

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kWidestPoints = 200, kHighestPoints = 160, kThinnestPoints = 12;  // at 100 %
constexpr float kShareMax = 0.3f;       // of the canvas, in width and in height
constexpr double kFreshSeconds = 0.25;  // the world is drawn again this often while it changes

}  // namespace

bool Minimap::wanted() const {
  if (!desk_.settings.view.minimap || desk_.view.canvas.in_relief()) return false;
  return !desk_.view.canvas.camera().sees_whole(desk_.simulation.session().width(),
                                                desk_.simulation.session().height());
}

void Minimap::refresh(ImVec2 size) {
  const CellView view = desk_.simulation.session().view();
  const auto pixels = [&](float points) {
    return std::max(1, static_cast<int>(std::lround(points * desk_.layout.pixels_per_point())));
  };
  const Drawn now{view.generation, pixels(size.x), pixels(size.y), desk_.settings.view.looks, theme().surround};
  if (view.empty() || (now == drawn_ && next_part_ == 0)) return;
  Drawn same_world = now;
  same_world.generation = drawn_.generation;
  const bool only_moved = same_world == drawn_;  // else in parts, one a frame
  if (only_moved && next_part_ == 0 && desk_.loop.now() - drawn_at_ < kFreshSeconds)
    return desk_.loop.wake();  // nothing else would start the next frame
  if (!only_moved) next_part_ = 0;
  if (next_part_ == 0) {
    drawn_ = now;
    drawn_at_ = desk_.loop.now();
  }
  const std::optional<int> part = only_moved ? std::optional(next_part_) : std::nullopt;
  picture_ = desk_.screen->draw_overview(view, now.looks, now.surround, now.width, now.height, part);
  if (!only_moved) return;
  next_part_ = (next_part_ + 1) % Screen::kOverviewParts;
  desk_.loop.wake();
}

void Minimap::draw_frame(ImVec2 low, ImVec2 size) const {
  const Camera& camera = desk_.view.canvas.camera();
  const PixelRect& port = camera.viewport();
  const auto on_map = [&](double x, double y) {
    const PixelPoint world = camera.to_world({x, y});
    return ImVec2{
        low.x + std::clamp(static_cast<float>(world.x / desk_.simulation.session().width()), 0.0f, 1.0f) * size.x,
        low.y + std::clamp(static_cast<float>(world.y / desk_.simulation.session().height()), 0.0f, 1.0f) * size.y};
  };
  ImVec2 from = on_map(port.x, port.y), to = on_map(port.x + port.width, port.y + port.height);
  const float least = px(4);  // the rectangle has at least this size
  if (to.x - from.x < least) from.x = std::min(from.x, low.x + size.x - least), to.x = from.x + least;
  if (to.y - from.y < least) from.y = std::min(from.y, low.y + size.y - least), to.y = from.y + least;
  const ImVec2 high = {low.x + size.x, low.y + size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 veil = IM_COL32(0, 0, 0, 96);  // over the part that is not visible
  list.AddRectFilled(low, {high.x, from.y}, veil);
  list.AddRectFilled({low.x, to.y}, high, veil);
  list.AddRectFilled({low.x, from.y}, {from.x, to.y}, veil);
  list.AddRectFilled({to.x, from.y}, {high.x, to.y}, veil);
  list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, to_u32(theme().accent), px(2), 0, px(1.5f));
}

void Minimap::draw(ImVec4 canvas) {
  if (!wanted()) return;
  // The largest size allowed, in the world's proportions; the short side of a very long world stays visible.
  const float widest = std::min(px(kWidestPoints), (canvas.z - canvas.x) * kShareMax);
  const float highest = std::min(px(kHighestPoints), (canvas.w - canvas.y) * kShareMax);
  const float scale = std::min(widest / static_cast<float>(desk_.simulation.session().width()),
                               highest / static_cast<float>(desk_.simulation.session().height()));
  const ImVec2 size = {
      std::max(std::round(static_cast<float>(desk_.simulation.session().width()) * scale), px(kThinnestPoints)),
      std::max(std::round(static_cast<float>(desk_.simulation.session().height()) * scale), px(kThinnestPoints))};
  refresh(size);
  const ImVec2 low = {canvas.z - px(kCanvasMargin) - size.x, canvas.w - px(kAboveTimeBar) - size.y};
  const ImVec2 high = {low.x + size.x, low.y + size.y};
  if (picture_.texture == nullptr || low.x < canvas.x || low.y < canvas.y) return;  // there is no space for it
  desk_.layout.cover({low.x, low.y, high.x, high.y});
  ImGui::SetNextWindowPos(low);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##minimap", nullptr, kCardFlags | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar(3);
  ImGui::InvisibleButton("map", size);
  landmarks().mark("minimap");
  tooltip("The whole world. Drag the frame to look elsewhere.", desk_.actions.keys(action::minimap));
  if (ImGui::IsItemActive()) {
    const Camera& camera = desk_.view.canvas.camera();
    const PixelRect& port = camera.viewport();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const PixelPoint at = {(mouse.x - low.x) / size.x * static_cast<double>(desk_.simulation.session().width()),
                           (mouse.y - low.y) / size.y * static_cast<double>(desk_.simulation.session().height())};
    if (ImGui::IsItemActivated()) {  // inside the rectangle, it moves from where it was pressed; outside, its middle
                                     // jumps to the mouse
      const PixelPoint pixel = camera.to_pixel(at);
      held_at_ = {static_cast<float>((pixel.x - port.x) / port.width),
                  static_cast<float>((pixel.y - port.y) / port.height)};
      const bool inside = held_at_.x > 0 && held_at_.x < 1 && held_at_.y > 0 && held_at_.y < 1;
      if (!inside) held_at_ = {0.5f, 0.5f};
    }
    desk_.view.canvas.centre_on({at.x + (0.5 - held_at_.x) * port.width / camera.zoom(),
                                 at.y + (0.5 - held_at_.y) * port.height / camera.zoom()});
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddImage(picture_.texture, low, high, {0, picture_.upwards ? 1.0f : 0.0f}, {1, picture_.upwards ? 0.0f : 1.0f});
  draw_frame(low, size);
  list.AddRect(low, high, to_u32(theme().border), 0, 0, 1);
  ImGui::End();
}

}  // namespace repose
