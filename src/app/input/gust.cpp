#include "app/input/gust.hpp"

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/input/paint_box.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

namespace {
constexpr double kAimPixels = 12;         // a way of some times this many pixels turns the direction
constexpr double kPassesPerSecond = 150;  // smoke moves so many cells a second, about as fast as it rises
constexpr double kPassesMost = 8;         // in a frame
}  // namespace

void Gust::aim(double dx, double dy) {
  const double way = std::hypot(dx, dy);
  if (way == 0) return;
  const double share = way / (way + kAimPixels);
  x_ += (dx / way - x_) * share;
  y_ += (dy / way - y_) * share;
}

GustDirection Gust::direction() const {
  const double length = std::hypot(x_, y_);
  return length < 1e-3 ? GustDirection{} : GustDirection{x_ / length, y_ / length};
}

void Gust::begin(CellPoint cell, bool backwards) {
  down_ = true;
  backwards_ = backwards;
  blown_ = false;
  here_ = before_ = cell;
  due_ = turn_ = 0;
  pass_ = 0;
  ++gusts_;
  blow(cell);
}

void Gust::tick(double seconds) {
  if (!down_) return;
  due_ = std::min(due_ + seconds * kPassesPerSecond, kPassesMost);
  for (; due_ >= 1; --due_) blow(before_);
  before_ = here_;
}

// A direction between two of the eight is made of passes in both.
PushEdit Gust::next_push(CellPoint from) {
  const GustDirection to = direction();
  const double sign = backwards_ ? -1 : 1, x = sign * to.x, y = sign * to.y;
  const double wide = std::abs(x), high = std::abs(y);
  turn_ += std::min(wide, high) / std::max(wide, high);
  const bool diagonal = turn_ >= 1;
  if (diagonal) --turn_;
  const Brush& brush = desk_.paint_box.brush();
  PushEdit push{from, here_, brush.size, brush.shape};
  if (wide >= high || diagonal) push.dx = x < 0 ? -1 : 1;
  if (high > wide || diagonal) push.dy = y < 0 ? -1 : 1;
  push.seed = static_cast<std::uint32_t>(desk_.simulation.session().run_settings().seed) + gusts_;
  push.pass = pass_++;
  return push;
}

void Gust::blow(CellPoint from) {
  desk_.paint_box.paint(next_push(from), blown_, "Blow");
  blown_ = true;
}

}  // namespace repose
