#include "app/stroke.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/app.hpp"

namespace repose {

namespace {
constexpr double kTapSeconds = 1.0 / 30;  // what a click pours that is over before the frame is

std::int32_t amount_in(const Pour& pour, const Brush& brush, double seconds) {
  constexpr double kMost = 1 << 30;
  return static_cast<std::int32_t>(std::clamp(brush.*pour.rate * pour.units * seconds, -kMost, kMost));
}

int length(CellPoint from, CellPoint to) { return std::max(std::abs(to.x - from.x), std::abs(to.y - from.y)); }

AmountEdit amount_rectangle(CellPoint from, CellPoint to, Plane plane, std::int32_t amount, int width, int height) {
  const std::vector<Span> rows = rasterise(RectEdit{from, to, 0, {}}, width, height);
  if (rows.empty()) return {};
  const int columns = rows.front().x_end - rows.front().x_begin;
  return {plane, {rows.front().x_begin, rows.front().y}, columns, static_cast<int>(rows.size()),
          std::make_shared<const std::vector<std::int32_t>>(static_cast<std::size_t>(columns) * rows.size(), amount)};
}
}  // namespace

std::optional<Pour> pour_of(const Session& session, const Brush& brush) {
  const auto left = pour_of(session, brush.element);
  return left ? left : pour_of(session, brush.second);
}

std::uint8_t Stroke::element(bool second) const { return second ? app_.ui().brush.second : app_.ui().brush.element; }

std::optional<std::uint8_t> Stroke::only_over(std::uint8_t element) const {
  // Erasing is never held back: over "only empty" it would do nothing.
  if (!app_.ui().brush.only_over_empty || element == 0) return std::nullopt;
  return std::uint8_t{0};
}

std::optional<Pour> Stroke::pour(std::uint8_t element) const {
  const auto pour = pour_of(app_.session(), element);
  return pour && app_.ui().brush.*pour->rate > 0 ? pour : std::nullopt;
}

StrokeEdit Stroke::sweep(CellPoint from, CellPoint to, std::uint8_t element) const {
  const Brush& brush = app_.ui().brush;
  return {from, to, brush.size, brush.shape, element, only_over(element)};
}

void Stroke::begin(CellPoint cell, bool second) {
  down_ = true;
  second_ = second;
  way_ = {cell};
  poured_ = painted_ = false;
  moved_ = true;
  if (!pour(element(second_))) paint(sweep(cell, cell, element(second_)));
}

void Stroke::move_to(CellPoint cell) {
  if (!down_ || way_.back() == cell) return;
  moved_ = true;
  if (pour(element(second_))) {
    way_.push_back(cell);
    return;
  }
  paint(sweep(way_.back(), cell, element(second_)));
  way_ = {cell};
}

void Stroke::tick(double seconds) {
  if (!down_) return;
  const std::uint8_t painted = element(second_);
  if (const auto poured = pour(painted)) {
    pour_along_way(*poured, seconds);
  } else if (!moved_) {
    paint(sweep(way_.back(), way_.back(), painted));
  }
  moved_ = false;
}

void Stroke::end() {
  const auto poured = pour(element(second_));
  if (down_ && poured && !poured_) pour_along_way(*poured, kTapSeconds);
  down_ = false;
}

// Each part of the way gets its share of the time, by its length.
void Stroke::pour_along_way(const Pour& pour, double seconds) {
  if (seconds <= 0) return;
  int whole = 0;
  for (std::size_t i = 1; i < way_.size(); ++i) whole += length(way_[i - 1], way_[i]);
  for (std::size_t i = 1; i < way_.size() || i == 1; ++i) {
    const CellPoint from = way_[i - 1], to = way_[std::min(i, way_.size() - 1)];
    const double share = whole == 0 ? 1.0 : static_cast<double>(length(from, to)) / whole;
    const std::int32_t amount = amount_in(pour, app_.ui().brush, seconds * share);
    paint(soft_stroke(sweep(from, to, 0), pour.plane, amount, app_.session().width(), app_.session().height()), pour);
  }
  way_ = {way_.back()};
  poured_ = true;
}

void Stroke::paint(AmountEdit edit, const Pour& pour) {
  if (edit.amounts == nullptr) return;
  edit.clears = pour.clears;
  paint(edit);
}

void Stroke::paint(const Edit& edit) { app_.paint(edit, std::exchange(painted_, true)); }

void Stroke::line(CellPoint from, CellPoint to, bool second) {
  const StrokeEdit stroke = sweep(from, to, element(second));
  const auto poured = pour(stroke.element);
  painted_ = false;
  if (!poured) return paint(stroke);
  const std::int32_t amount = amount_in(*poured, app_.ui().brush, 1);
  paint(amount_stroke(stroke, poured->plane, amount, app_.session().width(), app_.session().height()), *poured);
}

void Stroke::rectangle(CellPoint from, CellPoint to, bool second) {
  const std::uint8_t painted = element(second);
  const auto poured = pour(painted);
  painted_ = false;
  if (!poured) return paint(RectEdit{from, to, painted, only_over(painted)});
  const std::int32_t amount = amount_in(*poured, app_.ui().brush, 1);
  paint(amount_rectangle(from, to, poured->plane, amount, app_.session().width(), app_.session().height()), *poured);
}

}  // namespace repose
