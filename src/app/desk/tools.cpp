#include "app/desk/tools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "app/desk/desk.hpp"
#include "automata/field/field_world.hpp"
#include "core/language.hpp"
#include "session/run_state.hpp"

namespace repose {

const std::vector<ToolInfo>& tools() {
  static const std::vector<ToolInfo> list = {
      {Tool::brush, action::tool_brush, Icon::brush, "brush", text_id("Brush"),
       text_id("Paints while the button is held.")},
      {Tool::line, action::tool_line, Icon::line, "line", text_id("Line"),
       text_id("A straight line, as wide as the brush. Shift+drag with any tool.")},
      {Tool::rectangle, action::tool_rectangle, Icon::rectangle, "rectangle", text_id("Rectangle"),
       text_id("Ctrl+drag with any tool. An outline is as wide as the brush.")},
      {Tool::fill, action::tool_fill, Icon::fill, "fill", text_id("Fill"),
       text_id("Fills connected cells. Ctrl+Shift+click with any tool.")},
      {Tool::pick, action::tool_pick, Icon::pick, "pick", text_id("Pick"),
       text_id("Takes the element under the mouse. Middle click or Alt+click with any tool.")},
      {Tool::select, action::tool_select, Icon::select, "select", text_id("Select"),
       text_id("Drag to select a part of the world, to copy, cut, clear or save it.")},
      {Tool::blow, action::tool_blow, Icon::blow, "blow", text_id("Blow"),
       text_id(
           "Blows what is loose along the way of the mouse; fire and smoke lean. The right button blows backwards.")},
      {Tool::body, action::tool_body, Icon::body, "body", text_id("Body"),
       text_id(
           "Presses a foot into the sand, or drags a ball, a wheel or a rake over it. The right button goes twice as "
           "deep.")},
      {Tool::sign, action::tool_sign, Icon::sign, "sign", text_id("Sign"),
       text_id("A click writes a sign, or changes it; a drag moves it; the right button removes it.")},
  };
  return list;
}

const ToolInfo& tool_info(Tool tool) { return tools()[static_cast<std::size_t>(tool)]; }

Tool tool_with(Tool chosen, unsigned char modifiers) {
  if (modifiers & kAlt) return Tool::pick;
  if ((modifiers & kCtrl) && (modifiers & kShift)) return Tool::fill;
  if (modifiers & kShift) return Tool::line;
  if (modifiers & kCtrl) return Tool::rectangle;
  return chosen;
}

PaintOver next(PaintOver over) { return static_cast<PaintOver>((static_cast<int>(over) + 1) % 3); }

const char* describe(PaintOver over) {
  constexpr const char* kTexts[] = {
      text_id("Painting over everything. Fire, sparks and gases fill only empty cells, and light what burns."),
      text_id("Painting only over empty cells."),
      text_id("Painting only over the element that was under the mouse when the button was pressed.")};
  return tr(kTexts[static_cast<std::size_t>(over)]);
}

Symmetry next(Symmetry symmetry) { return static_cast<Symmetry>((static_cast<int>(symmetry) + 1) % 4); }

const char* describe(Symmetry symmetry) {
  constexpr const char* kTexts[] = {text_id("No mirror."), text_id("Mirrors left and right."),
                                    text_id("Mirrors above and below."), text_id("Mirrors in all four corners.")};
  return tr(kTexts[static_cast<std::size_t>(symmetry)]);
}

Mirror PaintBox::mirror() const {
  const int width = desk_.session().width(), height = desk_.session().height();
  const Mirror middle = middle_of(width, height, mirror_.symmetry);
  return {mirror_.symmetry, std::clamp(mirror_.sum_x.value_or(middle.sum_x), 0, 2 * (width - 1)),
          std::clamp(mirror_.sum_y.value_or(middle.sum_y), 0, 2 * (height - 1))};
}

void PaintBox::choose_tool(Tool tool) {
  const bool again = tool_ == tool;
  tool_ = tool;
  if (again && tool == Tool::brush) change_brush_shape();
  if (again && tool == Tool::body)
    choose_body(static_cast<BodyShape>((static_cast<int>(brush_.body) + 1) % kBodyShapeCount));
  if (again && tool == Tool::rectangle) {
    brush_.outline = !brush_.outline;
    desk_.messages.say(brush_.outline ? tr("Rectangles: outline only.") : tr("Rectangles: filled."));
  }
}

void PaintBox::choose_body(BodyShape shape) {
  tool_ = Tool::body;
  brush_.body = shape;
  desk_.messages.say(trf("{}.", tr(body_info(shape).title.data())));
}

void PaintBox::change_brush_shape() {
  const bool square = brush_.shape == BrushShape::square;
  brush_.shape = square ? BrushShape::round : BrushShape::square;
  desk_.messages.say(square ? tr("Round brush.") : tr("Square brush."));
}

void PaintBox::switch_pouring() {
  brush_.pour = !brush_.pour;
  desk_.messages.say(brush_.pour ? tr("The brush pours powders, liquids and gases as grains.")
                                 : tr("The brush fills cells."));
}

void PaintBox::change_brush_size(double clicks) {
  // Larger sizes change in larger steps, so that few clicks lead from one cell to a large brush.
  const double step = std::max(1.0, brush_.size * 0.15);
  const double size = brush_.size + clicks * step;
  const int rounded = static_cast<int>(clicks > 0 ? std::floor(size) : std::ceil(size));
  brush_.size = std::clamp(rounded, kBrushSizeMin, kBrushSizeMax);
}

bool PaintBox::change_pour_rate(double clicks) {
  const auto pour = pour_of(desk_.session(), brush_);
  if (!pour) return false;
  constexpr double kPerClick = 1.25;
  double& rate = brush_.*pour->rate;
  const double wanted = (rate > 0 ? rate : pour->most * kPerClick) * std::pow(kPerClick, clicks);
  rate = pour->at_once && wanted > pour->most ? 0 : std::clamp(wanted, pour->least, pour->most);
  desk_.messages.say(trf("{} {}.", tr(pour->title.data()), describe_rate(*pour, rate)));
  return true;
}

void PaintBox::pick(std::uint8_t element) {
  const Ruleset& rules = desk_.session().ruleset();
  if (element >= rules.elements.size()) element = 0;
  put_on_brush(element);
  desk_.messages.say(trf("Painting {}.", tr_in("element", shown_name(rules.elements[element]))));
}

void PaintBox::play_with(const Scene* scene) {
  const auto element = scene == nullptr ? std::nullopt : desk_.session().ruleset().find(scene->plays_with);
  if (element) put_on_brush(*element);
}

// Turns to a tab that offers the element.
void PaintBox::put_on_brush(std::uint8_t element) {
  const Ruleset& rules = desk_.session().ruleset();
  brush_.element = element;
  const auto offers = [&](int group) {
    const std::vector<std::uint8_t> offered = palette_elements(rules, group);
    return std::ranges::find(offered, element) != offered.end();
  };
  const int home = group_of(rules, element);
  if (!offers(group_) && offers(home)) group_ = home;  // no tab offers hidden elements
}

void PaintBox::pick_by_number(int number) {
  const std::vector<std::uint8_t> numbered = numbered_elements(desk_.session());
  const auto index = static_cast<std::size_t>(number - 1);
  if (index < numbered.size()) pick(numbered[index]);
}

void PaintBox::pick_next(int by) {
  const std::vector<std::uint8_t> offered = offered_elements(desk_.session(), group_);
  if (offered.empty()) return;
  const auto now = std::ranges::find(offered, brush_.element);
  const auto count = static_cast<int>(offered.size());
  const int place = now == offered.end() ? 0 : static_cast<int>(now - offered.begin()) + by;
  pick(offered[static_cast<std::size_t>((place + count) % count)]);
}

void PaintBox::adopt_rules(const Ruleset* before) {
  const Ruleset& rules = desk_.session().ruleset();
  const auto carry = [&](std::uint8_t old, std::uint8_t fallback) {
    if (before == nullptr || old >= before->elements.size()) return fallback;
    return rules.find(before->elements[old].name).value_or(fallback);
  };
  // The first element to paint with: the first one that falls, as in sand.js.
  const bool wxsand = rules.dialect == Dialect::wxsand;
  std::uint8_t first = rules.elements.size() > 1 ? 1 : 0;
  for (std::size_t i = rules.elements.size(); i-- > 1;) {
    const Element& element = rules.elements[i];
    const bool falls = wxsand ? element.gravity > 0 : element.density > 0.5 && !is_wall(element);
    if (falls && !element.hidden) first = static_cast<std::uint8_t>(i);
  }
  brush_.element = carry(brush_.element, first);
  brush_.second = carry(brush_.second, 0);
  group_ = first_tab(rules);
  if (brush_.element == first && group_ != kAllGroups && !wxsand) group_ = group_of(rules, first);
  if (wxsand && group_ != kAllGroups) {
    const std::vector<std::uint8_t> offered = palette_elements(rules, group_);
    const bool shows = std::ranges::find(offered, brush_.element) != offered.end();
    if (brush_.element == first && !shows && !offered.empty()) brush_.element = offered.front();
  }
}

void PaintBox::apply_remembered(const Settings& settings) {
  tool_ = settings.drawing.tool;
  brush_ = settings.drawing.brush;
  mirror_.symmetry = settings.drawing.symmetry;
}

void PaintBox::remember(Settings& settings) const {
  settings.drawing.tool = tool_;
  settings.drawing.brush = brush_;
  settings.drawing.symmetry = mirror_.symmetry;
}

namespace {
constexpr double kTapSeconds = 1.0 / 30;  // pouring time of a click that is shorter than a frame

// The share of a stream's brush that is filled where it is pressed down or has just come to: so that a click is seen.
// Brushes of few cells fill all of them.
double first_share(int size) {
  constexpr int kFewCells = 3;
  return size <= kFewCells ? 1.0 : 0.5;
}

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

std::uint8_t first_with(const Session& session, FieldRole role) {
  const FieldRoles roles = read_field_roles(session.ruleset());
  for (std::size_t i = 0; i < session.ruleset().elements.size(); ++i) {
    if (roles.of[i] == role) return static_cast<std::uint8_t>(i);
  }
  return 0;
}

// Cells of water with at most this mass are shown as empty.
double least_mass(const Solver& solver) {
  const ParameterInfo* least = find_parameter(solver, ParameterInfo::Role::least_amount);
  return least != nullptr ? solver.parameter(least->name) * kFullCell : 0;
}

// The share of cells that hold grains in a stream of that element: so few that a heap or a pool does not become steep
// while it grows. 0 if the brush fills cells instead: with walls, solids, fire and sparks.
double stream_of(const Session& session, std::uint8_t element) {
  // By trial with a brush 13 cells wide that is held for 3 s, 380 cells above the floor. With 0.14 a heap of sand is
  // never more than 1.9 times as high as half its width, with 0.2 up to 2.6 times. Gases spread as they rise.
  constexpr double kPiles = 0.14, kRuns = 0.5, kSpreads = 1;
  const AutomatonDefinition& automaton = *session.registry().automaton(session.automaton());
  const Ruleset& rules = session.ruleset();
  if (element == 0 || element >= rules.elements.size() || automaton.rule_facts == nullptr) return 0;
  if (rules.elements[element].airborne && rules.elements[element].glow > 0) return 0;  // fire and sparks
  const auto facts = automaton.rule_facts(rules);
  if (!facts) return 0;
  switch (facts->kinds[element]) {
    case MatterKind::wall:
    case MatterKind::solid: return 0;
    case MatterKind::powder:
    case MatterKind::thick_liquid: return kPiles;
    case MatterKind::liquid: return kRuns;
    case MatterKind::gas: break;
  }
  return kSpreads;
}

// What a brush lights: painted fire makes oil burn and a bomb explode, although it does not replace them.
struct Ignition {
  std::uint8_t over = 0;  // the element that is lit
  std::uint8_t into = 0;  // what it becomes
};

// For a sand.js ruleset: the elements that `painted` lights, and what its reaction makes of each: something that glows,
// that bursts, or that a press makes of it too. Without elements that are airborne, because the brush replaces these.
// Empty for wxSand rulesets.
std::vector<Ignition> ignitions(const Ruleset& rules, std::uint8_t painted) {
  std::vector<std::uint8_t> becomes(rules.elements.size());
  for (std::size_t i = 0; i < becomes.size(); ++i) becomes[i] = static_cast<std::uint8_t>(i);
  for (const Reaction& reaction : rules.reactions) {  // later ones count
    if (reaction.is_swap()) continue;
    if (reaction.a == painted) becomes[reaction.b] = reaction.d;
    if (reaction.b == painted) becomes[reaction.a] = reaction.c;
  }
  std::vector<Ignition> lit;
  for (std::size_t i = 1; i < becomes.size(); ++i) {
    const bool changes = becomes[i] != i && becomes[i] != 0;
    if (!changes || rules.elements[i].airborne || rules.elements[i].glow > 0) continue;
    const std::uint8_t element = becomes[i];
    const bool bursts = std::ranges::find(rules.bursts, element, &Burst::element) != rules.bursts.end();
    if (bursts || rules.elements[element].glow > 0 || rules.elements[i].pressed == element)
      lit.push_back({static_cast<std::uint8_t>(i), element});
  }
  return lit;
}

}  // namespace

std::string why_no_stream(const Session& session) {
  const AutomatonDefinition& automaton = *session.registry().automaton(session.automaton());
  if (automaton.rule_facts != nullptr) return {};
  return trf("In {} the brush always fills cells.", automaton.name);
}

std::optional<Pour> pour_of(const Session& session, const Brush& brush) {
  const auto left = pour_of(session, brush.element);
  return left ? left : pour_of(session, brush.second);
}

std::uint8_t Stroke::element(bool second) const {
  return second ? desk_.paint_box.brush().second : desk_.paint_box.brush().element;
}

const Brush& Stroke::brush() const { return desk_.paint_box.brush(); }

std::optional<std::uint8_t> Stroke::only_over(std::uint8_t element) const {
  const auto& elements = desk_.session().ruleset().elements;
  switch (brush().over) {
    case PaintOver::everything:
      return element != 0 && element < elements.size() && elements[element].airborne ? std::optional<std::uint8_t>(0)
                                                                                     : std::nullopt;
    // Erasing ignores this setting: with "only empty" it would do nothing.
    case PaintOver::empty: return element == 0 ? std::nullopt : std::optional<std::uint8_t>(0);
    case PaintOver::same: return pressed_on_;
  }
  return std::nullopt;
}

std::optional<Pour> Stroke::pour(std::uint8_t element) const {
  const auto pour = pour_of(desk_.session(), element);
  return pour && brush().*pour->rate > 0 ? pour : std::nullopt;
}

StrokeEdit Stroke::sweep(CellPoint from, CellPoint to, std::uint8_t element) const {
  return {from, to, brush().size, brush().shape, element, only_over(element)};
}

bool Stroke::depends_on_pressed(bool second) const {
  const auto poured = pour(element(second));
  return brush().over == PaintOver::same || (poured && poured->clears) || can_press(element(second));
}

bool Stroke::can_press(std::uint8_t element) const {
  const Ruleset& rules = desk_.session().ruleset();
  if (element == 0 || element >= rules.elements.size()) return false;
  const bool any = std::ranges::any_of(rules.elements, [](const Element& e) { return e.pressed.has_value(); });
  const bool is_pressed_itself = rules.elements[element].pressed.has_value();
  return any && (is_pressed_itself || rules.elements[element].airborne || moves_through_background(rules, element));
}

bool Stroke::streams() {
  const std::uint8_t painted = element(second_);
  if (streamed_ != painted) stream_ = stream_of(desk_.session(), painted);
  streamed_ = painted;
  return brush().pour && stream_ > 0 && desk_.simulation.playing();
}

void Stroke::begin(CellPoint cell, bool second) {
  desk_.simulation.begin_clock();
  down_ = true;
  const auto poured = pour(element(second));
  lifts_ = false;
  if (poured && poured->clears && pressed_on_) {
    const FieldRole role = read_field_roles(desk_.session().ruleset()).of[*pressed_on_];
    lifts_ = role == FieldRole::ground || role == FieldRole::faucet || role == FieldRole::drain;
  }
  second_ = second;
  way_ = {cell};
  worked_ = painted_ = false;
  moved_ = true;
  streamed_.reset();  // other rules may run than before
  step_ = desk_.session().step_count();
  const auto& elements = desk_.session().ruleset().elements;
  presses_ =
      can_press(element(second)) && pressed_on_ && *pressed_on_ < elements.size() && elements[*pressed_on_].pressed;
  if (presses_) {
    command::Fill press;
    press.from = with_images(cell, desk_.paint_box.mirror());
    press.element = *elements[*pressed_on_].pressed;
    press.only_over = pressed_on_;
    desk_.simulation.execute(press);
  } else if (streams()) {
    scatter(sweep(cell, cell, element(second_)), first_share(brush().size));
  } else if (!poured) {
    paint(sweep(cell, cell, element(second_)));
  }
}

void Stroke::move_to(CellPoint cell) {
  if (!down_ || way_.back() == cell) return;
  if (presses_) {
    constexpr int kDragCells = 4;  // a hand that clicks may shake
    if (length(way_.back(), cell) <= std::max(kDragCells, brush().size)) return;
    presses_ = false;
    way_ = {cell};
  }
  moved_ = true;
  if (works_by_time()) {
    way_.push_back(cell);
    return;
  }
  paint(sweep(way_.back(), cell, element(second_)));
  way_ = {cell};
}

void Stroke::tick(double seconds) {
  if (!down_ || presses_) return;
  if (works_by_time()) {
    work_along_way(seconds);
  } else if (!moved_) {
    // What burns was lit when the brush came here.
    paint(sweep(way_.back(), way_.back(), element(second_)), false);
  }
  moved_ = false;
}

void Stroke::end() {
  if (down_ && !presses_ && works_by_time()) work_along_way(worked_ ? 0 : kTapSeconds);
  down_ = false;
}

// Divides the time and the steps among the parts of the path by their lengths.
void Stroke::work_along_way(double seconds) {
  const std::uint8_t painted = element(second_);
  const auto poured = pour(painted);
  if (poured && seconds <= 0) return;
  const std::uint64_t now = desk_.session().step_count();
  const auto steps = static_cast<double>(now - std::min(step_, now));  // none after going back in time
  step_ = now;
  int whole = 0;
  for (std::size_t i = 1; i < way_.size(); ++i) whole += length(way_[i - 1], way_[i]);
  for (std::size_t i = 1; i < way_.size() || i == 1; ++i) {
    const CellPoint from = way_[i - 1], to = way_[std::min(i, way_.size() - 1)];
    const int way = length(from, to), size = brush().size;
    const double part = whole == 0 ? 1.0 : static_cast<double>(way) / whole;
    if (poured) {
      const std::int32_t amount = amount_in(*poured, brush(), seconds * part);
      const int width = desk_.session().width(), height = desk_.session().height();
      paint(soft_stroke(sweep(from, to, 0), poured->plane, amount, width, height), *poured);
    } else {
      // A sweep covers way + size rows or columns, of which `way` are new. A grain falls by a cell in a step.
      scatter(sweep(from, to, painted), (first_share(size) * way + stream_ * steps * part) / (way + size));
    }
  }
  way_ = {way_.back()};
  worked_ = true;
}

void Stroke::scatter(const StrokeEdit& sweep, double share) {
  if (share <= 0) return;
  const double whole = std::min(share, 1.0) * Scatter::kAll;
  const Scatter scatter{static_cast<std::uint32_t>(std::lround(whole)), desk_.session().run_settings().seed, dab_++};
  const StampEdit grains = scattered_stroke(sweep, scatter, desk_.session().width(), desk_.session().height());
  if (grains.cells != nullptr) paint(grains);
}

void Stroke::paint(AmountEdit edit, const Pour& pour) {
  if (edit.amounts == nullptr) return;
  edit.clears = pour.clears;
  if (lifts_) edit.plane = Plane::wall;
  paint(edit);
}

void Stroke::paint(const Edit& edit, bool lights) {
  const auto apply = [this](const Edit& part) {
    const auto& elements = desk_.session().ruleset().elements;
    const bool grains = std::holds_alternative<StampEdit>(part);
    desk_.simulation.paint(part, std::exchange(painted_, true),
                           grains ? trf("Pour {}", tr_in("element", shown_name(elements[element(second_)]))) : "");
  };
  apply(edit);
  Edit other = edit;
  std::optional<std::uint8_t>* over = nullptr;
  std::uint8_t* element = nullptr;
  std::visit(
      [&](auto& any) {
        if constexpr (requires { any.only_over; }) over = &any.only_over;
        if constexpr (requires { any.element; }) element = &any.element;
      },
      other);
  if (brush().over != PaintOver::everything || over == nullptr || !*over) return;
  const Ruleset& rules = desk_.session().ruleset();
  for (std::size_t i = 1; i < rules.elements.size(); ++i) {
    if (!rules.elements[i].airborne || rules.elements[i].hidden) continue;
    *over = static_cast<std::uint8_t>(i);
    apply(other);
  }
  const bool in_challenge =
      desk_.session().state().origin.challenge != nullptr;  // there only what is allowed is painted
  if (!lights || element == nullptr || in_challenge) return;
  for (const Ignition& ignition : ignitions(rules, *element)) {
    *over = ignition.over;
    *element = ignition.into;
    apply(other);
  }
}

void Stroke::line(CellPoint from, CellPoint to, bool second) {
  const StrokeEdit stroke = sweep(from, to, element(second));
  const auto poured = pour(stroke.element);
  lifts_ = false;
  const int width = desk_.session().width(), height = desk_.session().height();
  painted_ = false;
  if (poured) {
    return paint(amount_stroke(stroke, poured->plane, amount_in(*poured, brush(), 1), width, height), *poured);
  }
  paint(stroke);
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
    paint(
        amount_rectangle(part.from, part.to, poured->plane, amount, desk_.session().width(), desk_.session().height()),
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

constexpr double kAimPixels = 12;         // a path of some times this many pixels turns the direction
constexpr double kPassesPerSecond = 150;  // smoke moves so many cells a second, about as fast as it rises
constexpr double kPassesMost = 8;         // in a frame

void Gust::aim(double dx, double dy) {
  const double way = std::hypot(dx, dy);
  if (way == 0) return;
  const double share = way / (way + kAimPixels);
  x_ += (dx / way - x_) * share;
  y_ += (dy / way - y_) * share;
}

PixelPoint Gust::direction() const {
  const double length = std::hypot(x_, y_);
  return length < 1e-3 ? PixelPoint{1, 0} : PixelPoint{x_ / length, y_ / length};
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

void Gust::blow(CellPoint from) {
  // A direction between two of the eight is made of passes in both.
  const PixelPoint to = direction();
  const double sign = backwards_ ? -1 : 1, x = sign * to.x, y = sign * to.y;
  const double wide = std::abs(x), high = std::abs(y);
  turn_ += std::min(wide, high) / std::max(wide, high);
  const bool diagonal = turn_ >= 1;
  if (diagonal) --turn_;
  const Brush& brush = desk_.paint_box.brush();
  PushEdit push{from, here_, brush.size, brush.shape};
  if (wide >= high || diagonal) push.dx = x < 0 ? -1 : 1;
  if (high > wide || diagonal) push.dy = y < 0 ? -1 : 1;
  push.seed = static_cast<std::uint32_t>(desk_.session().run_settings().seed) + gusts_;
  push.pass = pass_++;
  desk_.simulation.paint(push, blown_, tr("Blow"));
  blown_ = true;
}

constexpr int kTurnCells = 3;  // a path of this many cells turns the body

const BodyInfo& body_info(BodyShape shape) {
  static constexpr BodyInfo kInfos[] = {{text_id("Roll a ball over the sand"), text_id("Press a ball"), "body_ball"},
                                        {text_id("Roll a wheel over the sand"), text_id("Press a wheel"), "body_wheel"},
                                        {text_id("Press a foot into the sand"), text_id("Press a foot"), "body_foot"},
                                        {text_id("Drag a rake over the sand"), text_id("Press a rake"), "body_rake"}};
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
  if (down_ && desk_.session().step_count() != step_) press(here_, here_);
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
  desk_.simulation.paint(edit, std::exchange(pressed_, true), tr(body_info(brush.body).operation.data()));
  step_ = desk_.session().step_count();
}

// Automata that count in amounts, for the app: how elements are poured, and how amounts are displayed.

std::optional<Pour> pour_of(const Session& session, std::uint8_t element) {
  const PlaneSet planes = session.solver_facts().state_planes();
  const bool heights = planes.has(Plane::height), masses = planes.has(Plane::mass);
  if (!heights && !masses) return std::nullopt;
  const FieldRole role = read_field_roles(session.ruleset()).of[element];
  if (masses) {
    if (role != FieldRole::liquid) return std::nullopt;
    return Pour{Plane::mass, &Brush::water_rate, kFullCell, false, text_id("Pours"), text_id("cells/s"), 0.5, 100,
                true};
  }
  switch (role) {
    case FieldRole::liquid:
      return Pour{Plane::wetness,  &Brush::wetting_rate, kWetnessMax, false,
                  text_id("Wets"), text_id("times/s"),   0.1,         20};
    case FieldRole::powder:
      return Pour{Plane::height, &Brush::sand_rate, kHeightOne, false, text_id("Raises"), text_id("cells/s"), 1, 1000};
    case FieldRole::air:
      return Pour{Plane::height, &Brush::sand_rate, -kHeightOne, true, text_id("Lowers"), text_id("cells/s"), 1, 1000};
    default: return std::nullopt;
  }
}

std::string describe_rate(const Pour& pour, double rate) {
  return rate > 0 ? fmt::format("{:.{}f} {}", rate, rate < 10 ? 1 : 0, tr(pour.unit.data())) : tr("at once");
}

std::uint8_t shown_element(const Session& session, const CellReading& reading) {
  if (reading.wall) {
    constexpr FieldRole kStanding[] = {FieldRole::powder, FieldRole::ground, FieldRole::faucet, FieldRole::drain};
    return first_with(session, kStanding[std::min<std::size_t>(*reading.wall, std::size(kStanding) - 1)]);
  }
  const bool wet = reading.mass && *reading.mass > least_mass(session.solver_facts());
  return wet ? first_with(session, FieldRole::liquid) : reading.element;
}

std::vector<std::uint8_t> shown_water(const Session& session, const CellView& view) {
  const std::uint8_t liquid = read_field_roles(session.ruleset()).liquid;
  const double least = least_mass(session.solver_facts());
  std::vector<std::uint8_t> elements;
  elements.reserve(static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height));
  for (int y = 0; y < view.height; ++y) {
    const std::int32_t* const masses = view.memory()->mass.row(y);
    const std::uint8_t* const cells = view.memory()->cells.row(y);
    for (int x = 0; x < view.width; ++x) elements.push_back(masses[x] > least ? liquid : cells[x]);
  }
  return elements;
}

std::string describe_amounts(const CellReading& reading) {
  constexpr const char* kGap = "    ";
  if (reading.energy) return trf("temperature {}", *reading.energy) + kGap;
  if (reading.mass && *reading.mass > 0) {
    const double full = static_cast<double>(*reading.mass) / kFullCell;
    return (full > 1 ? trf("pressure {:.3f}", full - 1) : trf("{:.0f} % full", 100 * full)) + kGap;
  }
  if (!reading.height || *reading.height >= kObstacleHeight) return {};
  const std::string wet = reading.wetness > 0 ? trf("wet {:.0f} %", 100.0 * reading.wetness / kWetnessMax) + kGap : "";
  const std::string packed =
      reading.packed > 0 ? trf("packed {:.2f}", static_cast<double>(reading.packed) / kHeightOne) + kGap : "";
  return trf("height {:.2f}", static_cast<double>(*reading.height) / kHeightOne) + kGap + packed + wet;
}

std::optional<double> total_amount(const CellView& view) {
  const MemoryCells* const shown = view.memory();
  if (shown == nullptr || (!shown->height.present() && !shown->mass.present())) return std::nullopt;
  const bool heights = shown->height.present();
  const PlaneRows<std::int32_t>& amounts = heights ? shown->height : shown->mass;
  std::int64_t sum = 0;
  for (int y = 0; y < view.height; ++y) {
    const std::int32_t* const row = amounts.row(y);
    // Masses below 0 are ground and drains; heights below 0 are heights.
    for (int x = 0; x < view.width && shown->packed.present(); ++x) sum += shown->packed.at(x, y);
    for (int x = 0; x < view.width; ++x) sum += heights ? (row[x] < kObstacleHeight ? row[x] : 0) : std::max(row[x], 0);
  }
  return static_cast<double>(sum) / plane_info(heights ? Plane::height : Plane::mass).unit;
}

// The palette of elements: which ones it offers.

std::vector<int> palette_groups(const Ruleset& ruleset) {
  std::vector<int> groups;
  for (std::size_t i = 0; i < ruleset.groups.size(); ++i) {
    const auto offered = [&](std::uint8_t member) { return member != 0 && !ruleset.elements[member].hidden; };
    const Group& group = ruleset.groups[i];
    if (!group.hidden && std::ranges::any_of(group.members, offered)) groups.push_back(static_cast<int>(i));
  }
  return groups;
}

std::vector<std::uint8_t> palette_elements(const Ruleset& ruleset, int group) {
  std::vector<std::uint8_t> offered;
  const auto offer = [&](std::size_t element) {
    if (!ruleset.elements[element].hidden) offered.push_back(static_cast<std::uint8_t>(element));
  };
  if (group >= 0 && static_cast<std::size_t>(group) < ruleset.groups.size()) {
    for (const std::uint8_t member : ruleset.groups[static_cast<std::size_t>(group)].members) {
      if (member != 0) offer(member);
    }
  } else {
    for (std::size_t i = 1; i < ruleset.elements.size(); ++i) offer(i);
  }
  offered.push_back(0);  // offered even if a config hides it, because it is needed for erasing
  return offered;
}

int first_tab(const Ruleset& ruleset) {
  const std::vector<int> groups = palette_groups(ruleset);
  if (groups.empty()) return kAllGroups;
  const auto size = [&](int group) { return palette_elements(ruleset, group).size(); };
  return ruleset.dialect == Dialect::wxsand ? *std::ranges::max_element(groups, {}, size) : groups.front();
}

std::vector<std::uint8_t> numbered_elements(const Session& session) {
  constexpr std::size_t kKeys = 9;
  std::vector<std::uint8_t> numbered;
  if (const auto& challenge = session.state().origin.challenge) {
    for (const ChallengeAllowance& allowance : challenge->allowed) numbered.push_back(allowance.element);
    return numbered;
  }
  const Ruleset& ruleset = session.ruleset();
  for (const int group : {first_tab(ruleset), kAllGroups}) {
    for (const std::uint8_t element : palette_elements(ruleset, group)) {
      if (element == 0 || numbered.size() == kKeys) break;  // the background is the last one
      if (std::ranges::find(numbered, element) == numbered.end()) numbered.push_back(element);
    }
  }
  return numbered;
}

std::vector<std::uint8_t> offered_elements(const Session& session, int group) {
  return session.state().origin.challenge ? numbered_elements(session) : palette_elements(session.ruleset(), group);
}

int group_of(const Ruleset& ruleset, std::uint8_t element) {
  for (std::size_t i = 0; i < ruleset.groups.size(); ++i) {
    const auto& members = ruleset.groups[i].members;
    if (!ruleset.groups[i].hidden && std::ranges::find(members, element) != members.end()) return static_cast<int>(i);
  }
  return kAllGroups;
}

}  // namespace repose
