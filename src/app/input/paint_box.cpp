#include "app/input/paint_box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/files/settings.hpp"
#include "app/input/palette.hpp"
#include "app/input/pressing.hpp"
#include "repose/scene.hpp"

namespace repose {

namespace {

// The first element to paint with: the first one that falls, as in sand.js.
std::uint8_t first_choice(const Ruleset& rules) {
  const bool wxsand = rules.dialect == Dialect::wxsand;
  std::uint8_t first = rules.elements.size() > 1 ? 1 : 0;
  for (std::size_t i = rules.elements.size(); i-- > 1;) {
    const Element& element = rules.elements[i];
    const bool falls = wxsand ? element.gravity > 0 : element.density > 0.5 && !is_wall(element);
    if (falls && !element.hidden) first = static_cast<std::uint8_t>(i);
  }
  return first;
}

}  // namespace

Mirror PaintBox::mirror() const {
  return mirror_in(mirror_, desk_.simulation.session().width(), desk_.simulation.session().height());
}

void PaintBox::choose_tool(Tool tool) {
  const bool again = tool_ == tool;
  tool_ = tool;
  if (again && tool == Tool::brush) change_brush_shape();
  if (again && tool == Tool::body)
    choose_body(static_cast<BodyShape>((static_cast<int>(brush_.body) + 1) % kBodyShapeCount));
  if (again && tool == Tool::rectangle) {
    brush_.outline = !brush_.outline;
    desk_.messages.say(brush_.outline ? "Rectangles: outline only." : "Rectangles: filled.");
  }
}

void PaintBox::choose_body(BodyShape shape) {
  tool_ = Tool::body;
  brush_.body = shape;
  desk_.messages.say(fmt::format("{}.", body_info(shape).title));
}

void PaintBox::change_brush_shape() {
  const bool square = brush_.shape == BrushShape::square;
  brush_.shape = brush_.spray || square ? BrushShape::round : BrushShape::square;
  brush_.spray = square && !brush_.spray;
  desk_.messages.say(brush_.spray ? "Spray." : brush_.shape == BrushShape::round ? "Round brush." : "Square brush.");
}

void PaintBox::change_brush_size(double clicks) {
  // Larger sizes change in larger steps, so that few clicks lead from one cell to a large brush.
  const double step = std::max(1.0, brush_.size * 0.15);
  const double size = brush_.size + clicks * step;
  const int rounded = static_cast<int>(clicks > 0 ? std::floor(size) : std::ceil(size));
  brush_.size = std::clamp(rounded, kBrushSizeMin, kBrushSizeMax);
}

bool PaintBox::change_pour_rate(double clicks) {
  const auto pour = pour_of(desk_.simulation.session(), brush_);
  if (!pour) return false;
  constexpr double kPerClick = 1.25;
  double& rate = brush_.*pour->rate;
  const double wanted = (rate > 0 ? rate : pour->most * kPerClick) * std::pow(kPerClick, clicks);
  rate = pour->at_once && wanted > pour->most ? 0 : std::clamp(wanted, pour->least, pour->most);
  desk_.messages.say(fmt::format("{} {}.", pour->title, describe_rate(*pour, rate)));
  return true;
}

void PaintBox::pick(std::uint8_t element) {
  const Ruleset& rules = desk_.simulation.session().ruleset();
  if (element >= rules.elements.size()) element = 0;
  put_on_brush(element);
  desk_.messages.say(fmt::format("Painting {}.", shown_name(rules.elements[element])));
}

void PaintBox::play_with(const Scene* scene) {
  const auto element = scene == nullptr ? std::nullopt : desk_.simulation.session().ruleset().find(scene->plays_with);
  if (element) put_on_brush(*element);
}

// Turns to a tab that offers the element.
void PaintBox::put_on_brush(std::uint8_t element) {
  const Ruleset& rules = desk_.simulation.session().ruleset();
  brush_.element = element;
  const auto offers = [&](int group) {
    const std::vector<std::uint8_t> offered = palette_elements(rules, group);
    return std::ranges::find(offered, element) != offered.end();
  };
  const int home = group_of(rules, element);
  if (!offers(group_) && offers(home)) group_ = home;  // no tab offers hidden elements
}

void PaintBox::pick_by_number(int number) {
  const std::vector<std::uint8_t> offered = palette_elements(desk_.simulation.session().ruleset(), group_);
  const auto index = static_cast<std::size_t>(number - 1);
  if (index + 1 < offered.size()) pick(offered[index]);  // the last one is the background
}

void PaintBox::paint(const Edit& edit, bool continues, const std::string& title) {
  for (Edit& image : with_images(edit, mirror())) {
    desk_.simulation.paint({std::move(image), continues, title});
    continues = true;
  }
}

void PaintBox::adopt_rules(const Ruleset* before) {
  const Ruleset& rules = desk_.simulation.session().ruleset();
  const auto carry = [&](std::uint8_t old, std::uint8_t fallback) {
    if (before == nullptr || old >= before->elements.size()) return fallback;
    return rules.find(before->elements[old].name).value_or(fallback);
  };
  const std::uint8_t first = first_choice(rules);
  const std::vector<int> groups = palette_groups(rules);
  brush_.element = carry(brush_.element, first);
  brush_.second = carry(brush_.second, 0);
  group_ = groups.empty() ? kAllGroups : groups.front();
  if (brush_.element == first && !groups.empty()) group_ = group_of(rules, first);
  if (rules.dialect == Dialect::wxsand && !groups.empty()) open_fullest_tab(groups, brush_.element == first);
}

// wxSand files often begin with a tab of one or two elements.
void PaintBox::open_fullest_tab(const std::vector<int>& groups, bool chooses_element) {
  const Ruleset& rules = desk_.simulation.session().ruleset();
  const auto size = [&](int group) { return palette_elements(rules, group).size(); };
  group_ = *std::ranges::max_element(groups, {}, size);
  const std::vector<std::uint8_t> offered = palette_elements(rules, group_);
  const bool shows = std::ranges::find(offered, brush_.element) != offered.end();
  if (chooses_element && !shows && !offered.empty()) brush_.element = offered.front();
}

void PaintBox::take_remembered(const Settings& settings) {
  tool_ = settings.drawing.tool;
  brush_ = settings.drawing.brush;
  mirror_.symmetry = settings.drawing.symmetry;
}

void PaintBox::remember(Settings& settings) const {
  settings.drawing.tool = tool_;
  settings.drawing.brush = brush_;
  settings.drawing.symmetry = mirror_.symmetry;
}

}  // namespace repose
