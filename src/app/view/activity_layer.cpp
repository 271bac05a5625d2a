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
    paint_activity(view.activity, view.width, view.height, camera, now.fade_steps, picture_.overlay());
    picture_.upload(app.screen());
  }
  picture_.draw(camera, app.pixels_per_point());
}

}  // namespace repose
