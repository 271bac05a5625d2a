#include "app/input/pressing.hpp"

#include <cmath>
#include <cstdlib>
#include <iterator>
#include <string>
#include <utility>

#include "app/desk/desk.hpp"
#include "app/input/paint_box.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

namespace {
constexpr int kTurnCells = 3;  // a way of this many cells turns the body
}  // namespace

const BodyInfo& body_info(BodyShape shape) {
  static constexpr BodyInfo kInfos[] = {{"ball", "Roll a ball over the sand", action::body_ball},
                                        {"wheel", "Roll a wheel over the sand", action::body_wheel},
                                        {"foot", "Press a foot into the sand", action::body_foot},
                                        {"rake", "Drag a rake over the sand", action::body_rake}};
  static_assert(std::size(kInfos) == kBodyShapeCount);
  return kInfos[static_cast<std::size_t>(shape)];
}

void Pressing::begin(CellPoint cell, int heading, bool deep) {
  down_ = true;
  deep_ = deep;
  pressed_ = false;
  heading_ = heading;
  here_ = turned_at_ = cell;
  left_foot_ = !left_foot_;
  press(cell, cell);
}

void Pressing::move_to(CellPoint cell) {
  if (!down_ || cell == here_) return;
  const int dx = cell.x - turned_at_.x, dy = cell.y - turned_at_.y;
  if (std::abs(dx) + std::abs(dy) >= kTurnCells) {
    heading_ = heading_of(dx, dy, heading_);
    turned_at_ = cell;
  }
  press(here_, cell);
  here_ = cell;
}

void Pressing::tick() {
  if (down_ && desk_.simulation.session().step_count() != step_) press(here_, here_);
}

void Pressing::press(CellPoint from, CellPoint to) {
  const Brush& brush = desk_.paint_box.brush();
  const double depth = brush.body_depth * (deep_ ? 2 : 1) * kHeightOne;
  const BodyEdit edit{from,
                      to,
                      brush.body,
                      brush.size,
                      static_cast<std::int32_t>(std::lround(depth)),
                      heading_,
                      brush.body == BodyShape::foot && left_foot_};
  desk_.paint_box.paint(edit, std::exchange(pressed_, true), "Press a " + std::string(body_info(brush.body).name));
  step_ = desk_.simulation.session().step_count();
}

}  // namespace repose
