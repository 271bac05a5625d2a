#include "automata/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/language.hpp"
#include "repose/explain.hpp"
#include "repose/registry.hpp"

namespace repose::explain {

std::string where(CellPoint from, CellPoint to) {
  static constexpr const char* kWords[3][3] = {
      {text_id("to the upper left"), text_id("above"), text_id("to the upper right")},
      {text_id("to the left"), text_id("here"), text_id("to the right")},
      {text_id("to the lower left"), text_id("below"), text_id("to the lower right")}};
  const int dx = to.x - from.x, dy = to.y - from.y;
  if (std::abs(dx) > 1 && std::abs(dy) == 1) {  // a stride
    const int columns = std::abs(dx);
    if (dx < 0) {
      return dy < 0 ? trf("{} columns to the left and one row higher", columns)
                    : trf("{} columns to the left and one row lower", columns);
    }
    return dy < 0 ? trf("{} columns to the right and one row higher", columns)
                  : trf("{} columns to the right and one row lower", columns);
  }
  if (std::abs(dx) > 1 || std::abs(dy) > 1) return tr("there");
  return tr(kWords[dy + 1][dx + 1]);
}

std::string percent(double probability) { return fmt::format("{:.3g} %", 100 * probability); }

Rulebook::Rulebook(const Ruleset& ruleset, bool anywhere)
    : ruleset_(ruleset), directed_(ruleset.dialect == Dialect::wxsand) {
  ruleset_.text.clear();
  for (const Reaction& r : ruleset.reactions) {
    if (anywhere || !r.anywhere) pairs_[pair(r.a, r.b)] = pairs_[pair(r.b, r.a)] = r.line;
  }
  for (const DirectedReaction& r : ruleset.directed) {
    if (anywhere) places_[pair(r.a, r.b) << 1 | (r.over ? 1u : 0u)] = r;
  }
  for (const Interaction& i : ruleset.interactions) pairs_[pair(i.a, i.b)] = i.line;
  for (const Decay& d : ruleset.decays) decays_[d.element] = d.line;
  for (const Dissolving& d : ruleset.dissolvings) dissolvings_[pair(d.dissolver, d.victim)] = d.line;
}

std::string Rulebook::name(std::uint8_t element) const {
  return element < ruleset_.elements.size() ? tr_in("element", shown_name(ruleset_.elements[element])) : tr("nothing");
}

std::string Rulebook::Name(std::uint8_t element) const { return with_capital(name(element)); }

int Rulebook::line_of(const std::unordered_map<std::uint32_t, int>& lines, std::uint32_t key) const {
  const auto found = lines.find(key);
  return found == lines.end() ? 0 : found->second;
}

int Rulebook::pair_line(std::uint8_t a, std::uint8_t b) const { return line_of(pairs_, pair(a, b)); }
int Rulebook::decay_line(std::uint8_t element) const { return line_of(decays_, element); }
int Rulebook::dissolving_line(std::uint8_t dissolver, std::uint8_t victim) const {
  return line_of(dissolvings_, pair(dissolver, victim));
}
int Rulebook::element_line(std::uint8_t element) const {
  return element < ruleset_.elements.size() ? ruleset_.elements[element].line : 0;
}

const DirectedReaction* Rulebook::directed(CellPoint at, const CellEvent& e) const {
  const bool over = at.x == e.with.x;
  if (!over && at.y != e.with.y) return nullptr;
  const bool is_first = over ? at.y < e.with.y : at.x < e.with.x;
  const auto found = places_.find((is_first ? pair(e.a, e.b) : pair(e.b, e.a)) << 1 | (over ? 1u : 0u));
  return found == places_.end() ? nullptr : &found->second;
}

int Rulebook::meeting_line(CellPoint at, const CellEvent& e) const {
  const DirectedReaction* const r = directed(at, e);
  if (r != nullptr && ((r->c == e.c && r->d == e.d) || (r->c == e.d && r->d == e.c))) return r->line;
  const int line = pair_line(e.a, e.b);
  return line != 0 || !directed_ ? line : pair_line(e.b, e.a);
}

Reason Rulebook::meeting(CellPoint at, const CellEvent& e) const {
  const std::string there = where(at, e.with);
  const int line = meeting_line(at, e);
  if (e.c == e.b && e.d == e.a) return {trf("{} swaps with {} {}.", Name(e.a), name(e.b), there), line, e.with};
  if (e.c == e.a)
    return {trf("{} meets {} {}, which becomes {}, and stays.", Name(e.a), name(e.b), there, name(e.d)), line, e.with};
  return {trf("{} meets {} {} and becomes {}.", Name(e.a), name(e.b), there, name(e.c)), line, e.with};
}

Reason Rulebook::trade(CellPoint at, const CellEvent& e) const {
  const std::string there = where(at, e.with);
  if (e.cause == Cause::gust && e.a == 0) return {trf("The air carries {} into this place.", name(e.b)), 0, e.with};
  if (e.cause == Cause::gust) return {trf("The air carries {} {}.", name(e.a), there), 0, e.with};
  if (e.a == 0) {
    const std::string text = e.cause == Cause::flight ? trf("{} flies here from {}.", Name(e.b), there)
                             : e.with.y < at.y        ? trf("{} falls here from {}.", Name(e.b), there)
                             : e.with.y > at.y        ? trf("{} rises here from {}.", Name(e.b), there)
                                                      : trf("{} slides here from {}.", Name(e.b), there);
    return {text, 0, e.with};
  }
  if (e.b == 0) {
    const bool straight = e.with.x == at.x && e.with.y != at.y;
    const std::string name = Name(e.a);
    std::string text;
    if (e.cause == Cause::flight) {
      text = straight ? trf("{} flies.", name) : trf("{} flies {}.", name, there);
    } else if (e.with.y > at.y) {
      text = straight ? trf("{} falls.", name) : trf("{} falls {}.", name, there);
    } else if (e.with.y < at.y) {
      text = straight ? trf("{} rises.", name) : trf("{} rises {}.", name, there);
    } else {
      text = trf("{} slides {}.", name, there);
    }
    return {std::move(text), 0, e.with};
  }
  const std::string text = e.cause == Cause::density
                               ? trf("{} swaps with {} {}, by density.", Name(e.a), name(e.b), there)
                               : trf("{} swaps with {} {}.", Name(e.a), name(e.b), there);
  return {text, 0, e.with};
}

Reason Rulebook::change(const CellEvent& e) const {
  switch (e.cause) {
    case Cause::source: return {trf("A source pours {} in.", name(e.c))};
    case Cause::disc:
    case Cause::late_disc: return {trf("An explosion beside it fills this cell with {}.", name(e.c))};
    case Cause::item: return {trf("An item draws its picture here: {}.", name(e.c))};
    case Cause::dissolving:
      return {trf("{} is dissolved by {}.", Name(e.a), name(e.b)), dissolving_line(e.b, e.a), e.with};
    case Cause::pressure:
      return {trf("The pressure of the air breaks {}: it becomes {}.", name(e.a), name(e.c)), element_line(e.a)};
    default: break;
  }
  if (name(e.a) == name(e.c)) return {trf("{} goes on to its next stage.", Name(e.a)), decay_line(e.a)};
  return {trf("{} becomes {} by itself.", Name(e.a), name(e.c)), decay_line(e.a)};
}

Reason Rulebook::miss(CellPoint at, const CellEvent& e) const {
  const std::string chance = percent(e.probability);
  switch (e.cause) {
    case Cause::decay:
      return {trf("{} changes by itself with a chance of {}, but not in this step.", Name(e.a), chance),
              decay_line(e.a)};
    case Cause::fall:
      return {trf("{} moves {} with a chance of {}, but not in this step.", Name(e.a), where(at, e.with), chance),
              element_line(e.a), e.with};
    default: break;
  }
  int line = pair_line(e.a, e.b) != 0 ? pair_line(e.a, e.b) : pair_line(e.b, e.a);
  if (const DirectedReaction* const r = directed(at, e); r != nullptr && line == 0) line = r->line;
  return {trf("{} reacts with {} {} with a chance of {}, but not in this step.", Name(e.a), name(e.b),
              where(at, e.with), chance),
          line, e.with};
}

Reason Rulebook::reason(CellPoint at, const CellEvent& event) const {
  switch (event.kind) {
    case CellEvent::Kind::meet: return meeting(at, event);
    case CellEvent::Kind::trade: return trade(at, event);
    case CellEvent::Kind::become: return change(event);
    case CellEvent::Kind::leave: return {trf("{} leaves the world over its edge.", Name(event.a))};
    case CellEvent::Kind::miss: break;
  }
  return miss(at, event);
}

std::vector<Reason> Rulebook::reasons(CellPoint at, const std::vector<CellEvent>& events) const {
  std::vector<Reason> reasons;
  for (const CellEvent& event : events) {
    Reason next = reason(at, event);
    if (reasons.empty() || reasons.back().sentence != next.sentence) reasons.push_back(std::move(next));
  }
  return reasons;
}

std::vector<std::uint8_t> other_neighbours(const WorldWindow& window, CellPoint cell, std::uint8_t self) {
  std::vector<std::uint8_t> others;
  for (int y = cell.y - 1; y <= cell.y + 1; ++y) {
    for (int x = cell.x - 1; x <= cell.x + 1; ++x) {
      if (!window.box.contains({x, y})) continue;
      const std::uint8_t element = window.cell({x, y});
      if (element != self && std::ranges::find(others, element) == others.end()) others.push_back(element);
    }
  }
  return others;
}

}  // namespace repose::explain

namespace repose {

CellBox box_around(CellPoint cell, int margin_x, int margin_y, int world_width, int world_height) {
  const int left = std::max(0, cell.x - margin_x), top = std::max(0, cell.y - margin_y);
  const int right = std::min(world_width, cell.x + margin_x + 1),
            bottom = std::min(world_height, cell.y + margin_y + 1);
  return {left, top, right - left, bottom - top};
}

WorldWindow window_of(const World& world, const CellBox& box) {
  WorldWindow window{world.width(), world.height(), box, World(box.width, box.height)};
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    if (!world.has(plane)) continue;
    window.cells.add(plane);
    const std::size_t bytes = plane_info(plane).bytes_per_cell, row_bytes = bytes * static_cast<std::size_t>(box.width);
    for (int y = 0; y < box.height; ++y) {
      std::memcpy(&window.cells.bytes(plane)[window.cells.index(0, y) * bytes],
                  &world.bytes(plane)[world.index(box.x, box.y + y) * bytes], row_bytes);
    }
  }
  return window;
}

std::unique_ptr<Explainer> make_explainer(std::string_view automaton, const Ruleset& ruleset) {
  const AutomatonDefinition* known = find_automaton(automaton);
  return known != nullptr && known->make_explainer != nullptr ? known->make_explainer(ruleset) : nullptr;
}

}  // namespace repose
