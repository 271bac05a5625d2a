#include "app/view/overlay_picture.hpp"

#include "app/frame/screen.hpp"

namespace repose {

void OverlayPicture::upload(Screen& screen) {
  if (!empty()) screen.write_cell_texture(texture_, overlay_.width, overlay_.height, overlay_.rgba);
}

void OverlayPicture::draw(const Camera& camera, float pixels_per_point) const {
  if (empty() || texture_ == nullptr) return;
  const auto point = [pixels_per_point](double x, double y) {
    return ImVec2{static_cast<float>(x) / pixels_per_point, static_cast<float>(y) / pixels_per_point};
  };
  const PixelRect& port = camera.viewport();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(point(port.x, port.y), point(port.x + port.width, port.y + port.height));
  list.AddImage(texture_, point(overlay_.low.x, overlay_.low.y), point(overlay_.high.x, overlay_.high.y));
  list.PopClipRect();
}

}  // namespace repose
