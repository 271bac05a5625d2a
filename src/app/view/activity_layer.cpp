#include "app/view/activity_layer.hpp"

#include <algorithm>
#include <cmath>

#include "app/app.hpp"

namespace repose {

namespace {

// A second, as fast as the world runs now; slow motion keeps something to see.
int fade_steps(const App& app) {
  constexpr double kLeast = 8;
  return static_cast<int>(
      std::lround(std::clamp(app.steps_per_second(app.ui().speed), kLeast, static_cast<double>(kActivitySteps))));
}

}  // namespace

void ActivityLayer::draw(App& app, const Session& session, const Camera& camera) {
  const CellView view = session.view();
  if (!view.activity.present()) return;
  const PixelRect& port = camera.viewport();
  const Painted now{view.generation, session.view_step(), camera.origin(), camera.zoom(),  port.x,
                    port.y,          port.width,          port.height,     fade_steps(app)};
  if (!(now == painted_)) {
    painted_ = now;
    paint_activity(view.activity, view.width, view.height, camera, now.fade_steps, overlay_);
    if (overlay_.width > 0 && overlay_.height > 0)
      app.screen().write_cell_texture(texture_, overlay_.width, overlay_.height, overlay_.rgba);
  }
  if (overlay_.width <= 0 || overlay_.height <= 0) return;
  const float scale = app.pixels_per_point();
  const auto point = [scale](double x, double y) {
    return ImVec2{static_cast<float>(x) / scale, static_cast<float>(y) / scale};
  };
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(point(port.x, port.y), point(port.x + port.width, port.y + port.height));
  list.AddImage(texture_, point(overlay_.low.x, overlay_.low.y), point(overlay_.high.x, overlay_.high.y));
  list.PopClipRect();
}

}  // namespace repose
