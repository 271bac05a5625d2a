#include "app/view/activity_layer.hpp"

#include <algorithm>
#include <cmath>

#include "app/frame/screen.hpp"

namespace repose {

namespace {

// One second at the present speed of the world; longer in slow motion, so that there is something to see.
int fade_steps(double steps_per_second) {
  constexpr double kLeast = 8;
  return static_cast<int>(std::lround(std::clamp(steps_per_second, kLeast, static_cast<double>(kActivitySteps))));
}

}  // namespace

void ActivityLayer::draw(Screen& screen, float pixels_per_point, const Session& session, const Camera& camera,
                         double steps_per_second) {
  const CellView view = session.view();
  if (!view.activity.present()) return;
  const PixelRect& port = camera.viewport();
  const Painted now{
      view.generation, session.view_step(),         camera.origin(), camera.zoom(), port.x, port.y, port.width,
      port.height,     fade_steps(steps_per_second)};
  if (!(now == painted_)) {
    painted_ = now;
    paint_activity(view.activity, view.width, view.height, camera, now.fade_steps, picture_.overlay());
    picture_.upload(screen);
  }
  picture_.draw(camera, pixels_per_point);
}

}  // namespace repose
