#include "app/desk/world_turn.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/desk/desk.hpp"
#include "film/world_shot.hpp"
#include "render/painter.hpp"
#include "session/run_state.hpp"

namespace repose {

namespace {

constexpr double kTurnSeconds = 0.3;
constexpr double kFrameSecondsMost = 0.06;  // so that several pictures are seen even where a frame takes long

// The picture is drawn in so many pieces a side: SDL's software renderer repeats parts of large turned pictures.
constexpr int kTiles = 8;

// Slow at both ends.
double eased(double part) { return part * part * (3 - 2 * part); }

}  // namespace

void WorldTurn::turn(command::Turn turn) {
  const Session& session = desk_.simulation.session();
  const int old_width = session.width(), old_height = session.height();
  const double swung = busy() ? angle_ * (1 - eased(1 - left_ / kTurnSeconds)) : 0;  // a turn that is not complete
  const bool turned = desk_.simulation.travel(command::TurnWorld{turn}).ok;
  if (!turned) return;
  desk_.view.canvas.fit();
  stop();
  if (!desk_.settings.view.animations || desk_.view.compare.active() || desk_.view.canvas.in_relief() ||
      !paint_picture())
    return;
  Camera old = desk_.view.canvas.camera();
  old.fit(old_width, old_height);
  old_scale_ = old.zoom() / desk_.view.canvas.camera().zoom();
  angle_ = swung - (turn == command::Turn::left ? -1 : turn == command::Turn::right ? 1 : 2);
  left_ = kTurnSeconds;
}

void WorldTurn::tick(double seconds) {
  left_ = std::max(0.0, left_ - std::min(seconds, kFrameSecondsMost));
  if (left_ == 0) angle_ = 0;
}

bool WorldTurn::paint_picture() {
  const Session& session = desk_.simulation.session();
  CellView view = session.view();
  std::optional<WorldStage> stage;
  if (view.texture() != nullptr) {
    stage.emplace(session.registry(), std::string(session.automaton()), session.state().rules.ruleset);
    if (!stage->show(session.download())) return false;
    view = stage->view();
  }
  const double zoom = desk_.view.canvas.camera().zoom();
  width_ = std::max(1, static_cast<int>(std::lround(view.width * zoom)));
  height_ = std::max(1, static_cast<int>(std::lround(view.height * zoom)));
  Camera camera;
  camera.set_viewport({0, 0, width_, height_});
  camera.show_whole(view.width, view.height);
  const auto count = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  std::vector<std::uint32_t> pixels(count);
  paint_world(view, desk_.view.world_views.palette(), camera, desk_.view.world_views.looks(), theme().surround,
              pixels.data(), static_cast<std::size_t>(width_));
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * count);
  for (const std::uint32_t pixel : pixels) {
    for (const int shift : {16, 8, 0}) rgba.push_back(static_cast<std::uint8_t>(pixel >> shift));
    rgba.push_back(255);
  }
  desk_.screen->write_cell_texture(picture_, width_, height_, rgba);
  return picture_ != nullptr;
}

void WorldTurn::draw(float pixels_per_point) const {
  if (!busy()) return;
  const Camera& camera = desk_.view.canvas.camera();
  const PixelRect& port = camera.viewport();
  const auto point = [pixels_per_point](double x, double y) {
    return ImVec2{static_cast<float>(x) / pixels_per_point, static_cast<float>(y) / pixels_per_point};
  };
  const double part = eased(1 - left_ / kTurnSeconds), angle = angle_ * (1 - part) * 3.14159265358979 / 2;
  const double scale = (old_scale_ + (1 - old_scale_) * part) / 2;
  const PixelPoint middle =
      camera.to_pixel({desk_.simulation.session().width() / 2.0, desk_.simulation.session().height() / 2.0});
  const auto corner = [&](double x, double y) {
    const double u = x * width_ * scale, v = y * height_ * scale;
    return point(middle.x + u * std::cos(angle) - v * std::sin(angle),
                 middle.y + u * std::sin(angle) + v * std::cos(angle));
  };
  const ImVec2 low = point(port.x, port.y), high = point(port.x + port.width, port.y + port.height);
  const Color around = theme().surround;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(low, high);
  list.AddRectFilled(low, high, IM_COL32(around.r, around.g, around.b, 255));
  for (int tile = 0; tile < kTiles * kTiles; ++tile) {
    const float u = static_cast<float>(tile % kTiles) / kTiles, v = static_cast<float>(tile / kTiles) / kTiles;
    const float u_end = u + 1.0f / kTiles, v_end = v + 1.0f / kTiles;
    const auto at = [&](float x, float y) { return corner(2.0 * x - 1, 2.0 * y - 1); };
    list.AddImageQuad(picture_, at(u, v), at(u_end, v), at(u_end, v_end), at(u, v_end), {u, v}, {u_end, v},
                      {u_end, v_end}, {u, v_end});
  }
  list.PopClipRect();
}

}  // namespace repose
