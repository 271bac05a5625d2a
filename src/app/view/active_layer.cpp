#include "app/view/active_layer.hpp"

#include <cmath>
#include <utility>

#include "app/frame/screen.hpp"

namespace repose {

bool ActiveLayer::same(const Painted& a, const Painted& b) {
  return a.origin.x == b.origin.x && a.origin.y == b.origin.y && a.zoom == b.zoom && a.port.x == b.port.x &&
         a.port.y == b.port.y && a.port.width == b.port.width && a.port.height == b.port.height && a.width == b.width &&
         a.height == b.height && a.active == b.active;
}

void ActiveLayer::draw(Screen& screen, float pixels_per_point, const Session& session, const Camera& camera) {
  auto active = session.active_cells();
  if (!active) return;
  Painted now{std::move(*active), camera.origin(), camera.zoom(), camera.viewport(), session.width(), session.height()};
  if (!same(now, painted_)) {
    painted_ = std::move(now);
    paint_active_cells(painted_.active, painted_.width, painted_.height, camera, picture_.overlay());
    picture_.upload(screen);
  }
  picture_.draw(camera, pixels_per_point);
  if (painted_.active.unit == ActiveCells::Unit::chunk) outline_chunks(camera, pixels_per_point);
}

void ActiveLayer::outline_chunks(const Camera& camera, float pixels_per_point) const {
  constexpr double kLeastPixels = 8;  // smaller chunks would be outlines only, and very many
  const std::vector<CellBox>& boxes = painted_.active.boxes;
  if (boxes.empty() || boxes.front().height * camera.zoom() < kLeastPixels) return;
  const auto point = [&](int x, int y) {
    const PixelPoint p = camera.to_pixel({static_cast<double>(x), static_cast<double>(y)});
    return ImVec2{static_cast<float>(std::round(p.x)) / pixels_per_point,
                  static_cast<float>(std::round(p.y)) / pixels_per_point};
  };
  const PixelRect& port = camera.viewport();
  const float scale = pixels_per_point;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(
      {static_cast<float>(port.x) / scale, static_cast<float>(port.y) / scale},
      {static_cast<float>(port.x + port.width) / scale, static_cast<float>(port.y + port.height) / scale});
  for (const CellBox& box : boxes)
    list.AddRect(point(box.x, box.y), point(box.x + box.width, box.y + box.height),
                 IM_COL32(kActiveColor.r, kActiveColor.g, kActiveColor.b, 190));
  list.PopClipRect();
}

}  // namespace repose
