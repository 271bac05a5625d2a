#include "app/input/stroke.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/desk/desk.hpp"
#include "app/input/ignition.hpp"
#include "app/input/paint_box.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

namespace {
constexpr double kTapSeconds = 1.0 / 30;  // pouring time of a click that is shorter than a frame

std::int32_t amount_in(const Pour& pour, const Brush& brush, double seconds) {
  constexpr double kMost = 1 << 30;
  return static_cast<std::int32_t>(std::clamp(brush.*pour.rate * pour.units * seconds, -kMost, kMost));
}

int length(CellPoint from, CellPoint to) { return std::max(std::abs(to.x - from.x), std::abs(to.y - from.y)); }

AmountEdit amount_rectangle(CellPoint from, CellPoint to, Plane plane, std::int32_t amount, int width, int height) {
  const std::vector<Span> rows = rasterise(RectEdit{from, to, 0, {}}, width, height);
  if (rows.empty()) return {};
  const int columns = rows.front().x_end - rows.front().x_begin;
  return {plane,
          {rows.front().x_begin, rows.front().y},
          columns,
          static_cast<int>(rows.size()),
          std::make_shared<const std::vector<std::int32_t>>(static_cast<std::size_t>(columns) * rows.size(), amount)};
}
}  // namespace

std::optional<Pour> pour_of(const Session& session, const Brush& brush) {
  const auto left = pour_of(session, brush.element);
  return left ? left : pour_of(session, brush.second);
}

std::uint8_t Stroke::element(bool second) const {
  return second ? desk_.paint_box.brush().second : desk_.paint_box.brush().element;
}

const Brush& Stroke::brush() const { return desk_.paint_box.brush(); }

std::optional<std::uint8_t> Stroke::only_over(std::uint8_t element) const {
  switch (brush().over) {
    case PaintOver::everything:
      return element != 0 && is_airborne(element) ? std::optional<std::uint8_t>(0) : std::nullopt;
    // Erasing ignores this setting: with "only empty" it would do nothing.
    case PaintOver::empty: return element == 0 ? std::nullopt : std::optional<std::uint8_t>(0);
    case PaintOver::same: return pressed_on_;
  }
  return std::nullopt;
}

bool Stroke::is_airborne(std::uint8_t element) const {
  const auto& elements = desk_.simulation.session().ruleset().elements;
  return element < elements.size() && elements[element].airborne;
}

std::optional<Pour> Stroke::pour(std::uint8_t element) const {
  const auto pour = pour_of(desk_.simulation.session(), element);
  return pour && brush().*pour->rate > 0 ? pour : std::nullopt;
}

StrokeEdit Stroke::sweep(CellPoint from, CellPoint to, std::uint8_t element) const {
  return {from, to, brush().size, brush().shape, element, only_over(element)};
}

bool Stroke::depends_on_pressed(bool second) const {
  const auto poured = pour(element(second));
  return brush().over == PaintOver::same || (poured && poured->clears);
}

void Stroke::begin(CellPoint cell, bool second) {
  down_ = true;
  const auto poured = pour(element(second));
  lifts_ = poured && poured->clears && pressed_on_ && stands_on_sand(desk_.simulation.session(), *pressed_on_);
  second_ = second;
  way_ = {cell};
  worked_ = painted_ = false;
  moved_ = true;
  if (!works_by_time(element(second_))) paint(sweep(cell, cell, element(second_)));
}

void Stroke::move_to(CellPoint cell) {
  if (!down_ || way_.back() == cell) return;
  moved_ = true;
  if (works_by_time(element(second_))) {
    way_.push_back(cell);
    return;
  }
  paint(sweep(way_.back(), cell, element(second_)));
  way_ = {cell};
}

void Stroke::tick(double seconds) {
  if (!down_) return;
  const std::uint8_t painted = element(second_);
  if (works_by_time(painted)) {
    work_along_way(painted, seconds);
  } else if (!moved_) {
    paint(sweep(way_.back(), way_.back(), painted), false);  // what burns was lit when the brush came here
  }
  moved_ = false;
}

void Stroke::end() {
  const std::uint8_t painted = element(second_);
  if (down_ && works_by_time(painted) && !worked_) work_along_way(painted, kTapSeconds);
  down_ = false;
}

// Divides the time among the parts of the way by their lengths.
void Stroke::work_along_way(std::uint8_t element, double seconds) {
  if (seconds <= 0) return;
  const auto poured = pour(element);
  int whole = 0;
  for (std::size_t i = 1; i < way_.size(); ++i) whole += length(way_[i - 1], way_[i]);
  for (std::size_t i = 1; i < way_.size() || i == 1; ++i) {
    const CellPoint from = way_[i - 1], to = way_[std::min(i, way_.size() - 1)];
    const double part = seconds * (whole == 0 ? 1.0 : static_cast<double>(length(from, to)) / whole);
    poured ? pour_out(sweep(from, to, 0), *poured, part) : spray(sweep(from, to, element), part);
  }
  way_ = {way_.back()};
  worked_ = true;
}

void Stroke::pour_out(const StrokeEdit& sweep, const Pour& pour, double seconds) {
  const std::int32_t amount = amount_in(pour, brush(), seconds);
  AmountEdit edit =
      soft_stroke(sweep, pour.plane, amount, desk_.simulation.session().width(), desk_.simulation.session().height());
  paint(brush().spray ? scattered(std::move(edit), next_scatter(brush().spray_density)) : std::move(edit), pour);
}

// The same number of grains in the same time at any speed of the brush: a long sweep is thinner.
void Stroke::spray(const StrokeEdit& sweep, double seconds) {
  const double size = sweep.size, frames = seconds * 60;
  const Scatter scatter = next_scatter(brush().spray_density * frames * size / (size + length(sweep.from, sweep.to)));
  const StampEdit stamp =
      scattered_stroke(sweep, scatter, desk_.simulation.session().width(), desk_.simulation.session().height());
  if (stamp.cells != nullptr) paint(stamp);
}

Scatter Stroke::next_scatter(double share) {
  const double whole = std::clamp(share, 0.0, 1.0) * Scatter::kAll;
  return {static_cast<std::uint32_t>(std::lround(whole)), desk_.simulation.session().run_settings().seed, dab_++};
}

void Stroke::paint(AmountEdit edit, const Pour& pour) {
  if (edit.amounts == nullptr) return;
  edit.clears = pour.clears;
  if (lifts_) edit.plane = Plane::wall;
  paint(edit);
}

void Stroke::paint(const Edit& edit, bool lights) {
  paint_once(edit);
  const auto only_over = [](auto& any) -> std::optional<std::uint8_t>* {
    if constexpr (requires { any.only_over; }) return &any.only_over;
    return nullptr;
  };
  Edit other = edit;
  std::optional<std::uint8_t>* const over = std::visit(only_over, other);
  if (brush().over != PaintOver::everything || over == nullptr || !*over) return;
  const auto& elements = desk_.simulation.session().ruleset().elements;
  for (std::size_t i = 1; i < elements.size(); ++i) {
    if (!elements[i].airborne || elements[i].hidden) continue;
    *over = static_cast<std::uint8_t>(i);
    paint_once(other);
  }
  if (lights) light(edit);
}

void Stroke::light(const Edit& edit) {
  Edit lit = edit;
  std::visit(
      [this, &lit](auto& any) {
        if constexpr (requires {
                        any.only_over;
                        any.element;
                      }) {
          for (const Ignition& ignition : ignitions(desk_.simulation.session().ruleset(), any.element)) {
            any.only_over = ignition.over;
            any.element = ignition.into;
            paint_once(lit);
          }
        }
      },
      lit);
}

void Stroke::paint_once(const Edit& edit) {
  const bool sprayed = std::holds_alternative<StampEdit>(edit);
  desk_.paint_box.paint(edit, std::exchange(painted_, true), sprayed ? "Spray" : "");
}

void Stroke::line(CellPoint from, CellPoint to, bool second) {
  const StrokeEdit stroke = sweep(from, to, element(second));
  const auto poured = pour(stroke.element);
  lifts_ = false;
  const int width = desk_.simulation.session().width(), height = desk_.simulation.session().height();
  painted_ = false;
  if (poured) {
    const AmountEdit edit = amount_stroke(stroke, poured->plane, amount_in(*poured, brush(), 1), width, height);
    return paint(brush().spray ? scattered(edit, next_scatter(brush().spray_density)) : edit, *poured);
  }
  if (!brush().spray) return paint(stroke);
  const StampEdit stamp = scattered_stroke(stroke, next_scatter(brush().spray_density), width, height);
  if (stamp.cells != nullptr) paint(stamp);
}

std::vector<RectEdit> Stroke::rectangles(CellPoint from, CellPoint to, bool second) const {
  const RectEdit whole{from, to, element(second), only_over(element(second))};
  return brush().outline ? outline_of(whole, brush().size) : std::vector{whole};
}

void Stroke::rectangle(CellPoint from, CellPoint to, bool second) {
  const auto poured = pour(element(second));
  painted_ = lifts_ = false;
  for (const RectEdit& part : rectangles(from, to, second)) {
    if (!poured) {
      paint(part);
      continue;
    }
    const std::int32_t amount = amount_in(*poured, brush(), 1);
    paint(amount_rectangle(part.from, part.to, poured->plane, amount, desk_.simulation.session().width(),
                           desk_.simulation.session().height()),
          *poured);
  }
}

void Stroke::fill(CellPoint cell, bool second) {
  command::Fill fill;
  fill.from = with_images(cell, desk_.paint_box.mirror());
  fill.element = element(second);
  if (brush().over == PaintOver::empty) fill.only_over = only_over(fill.element);
  if (const auto poured = pour(fill.element)) {
    fill.amount = command::Fill::Amount{poured->plane, amount_in(*poured, brush(), 1), poured->clears};
  }
  desk_.simulation.execute(fill);
}

}  // namespace repose
