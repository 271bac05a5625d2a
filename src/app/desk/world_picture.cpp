#include "app/desk/world_picture.hpp"

#include <filesystem>
#include <vector>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "platform/page.hpp"
#include "repose/session.hpp"

namespace repose {

bool WorldPicture::up_to_date() const {
  return valid_ && desk_.simulation.session().view().generation == shown_.generation &&
         desk_.simulation.session().view_step() == shown_step_;
}

bool WorldPicture::can_be_held() const { return valid_ && desk_.screen->renders_on_cpu(); }

void WorldPicture::draw(View& view, bool held, bool mouse_over_canvas) {
  if (!drawing_) {
    forget();  // the screen does not show the last computed frame
    return ImGui::EndFrame();
  }
  if (!held) {
    shown_ = desk_.simulation.session().view();
    shown_step_ = desk_.simulation.session().view_step();
    valid_ = true;
  }
  draw_world(view, mouse_over_canvas);
  if (screenshot_wanted_) take_screenshot();
  desk_.screen->present();
}

void WorldPicture::draw_world(View& view, bool mouse_over_canvas) {
  const WindowColors colors{theme().surround, to_color(theme().panel)};
  if (view.canvas.in_relief()) {
    desk_.screen->draw_relief(shown_, view.canvas.relief_scene(mouse_over_canvas), desk_.settings.view.looks, colors);
  } else {
    std::vector<Pane> panes = {{shown_, view.canvas.camera()}};
    if (view.compare.active()) panes.push_back({view.compare.comparison().twin().view(), view.compare.second_camera()});
    for (Pane& pane : panes) pane.camera.pan(view.shift.x, view.shift.y);
    desk_.screen->draw(panes, view.world_views.looks(), colors);
  }
}

void WorldPicture::take_screenshot() {
  screenshot_wanted_ = false;
  const std::filesystem::path path = new_picture_path("repose", ".png");
  const Status status = write_png(path, desk_.screen->read_pixels());
  desk_.messages.say(status ? "Screenshot saved as " + page::shown_path(path) : status.message(),
                     status ? Tone::good : Tone::error);
}

}  // namespace repose
