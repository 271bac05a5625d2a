// Which cells an edit covers, pushes or passes, for solvers that write cell by cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <variant>

#include "repose/edit.hpp"
#include "repose/rng.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose {

struct EditedCell {
  std::uint8_t element = 0;
  std::optional<std::uint8_t> only_over;
  // Values of further planes, two bytes for the velocity; null: those of a cell that is painted.
  const std::uint8_t* density = nullptr;
  const std::uint8_t* energy = nullptr;
  const std::uint8_t* velocity = nullptr;

  // Whether a cell that holds `present` accepts the element.
  bool changes(std::uint8_t present) const { return !only_over || present == *only_over; }
};

inline EditedCell stamped_cell(const StampEdit& stamp, std::size_t i) {
  EditedCell cell{(*stamp.cells)[i], stamp.only_over};
  if (stamp.density) cell.density = &(*stamp.density)[i];
  if (stamp.energy) cell.energy = &(*stamp.energy)[i];
  if (stamp.velocity) cell.velocity = &(*stamp.velocity)[2 * i];
  return cell;
}

// Calls visit(x, y, EditedCell) once for each cell of the world that the edit covers, row by row. An AmountEdit covers
// none: it has no elements.
template <class Visit>
void for_each_edited(const Edit& edit, int width, int height, Visit visit) {
  if (const auto* stamp = std::get_if<StampEdit>(&edit)) {
    for (int row = 0; row < stamp->height; ++row) {
      for (int column = 0; column < stamp->width; ++column) {
        const std::int64_t x = std::int64_t{stamp->at.x} + column, y = std::int64_t{stamp->at.y} + row;
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const std::size_t i =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(stamp->width) + static_cast<std::size_t>(column);
        const std::uint8_t element = (*stamp->cells)[i];
        if (element != stamp->transparent) visit(static_cast<int>(x), static_cast<int>(y), stamped_cell(*stamp, i));
      }
    }
    return;
  }
  const auto paint = [&](const auto& shape) {
    for (const Span& span : rasterise(shape, width, height)) {
      for (int x = span.x_begin; x < span.x_end; ++x) visit(x, span.y, EditedCell{shape.element, shape.only_over});
    }
  };
  if (const auto* stroke = std::get_if<StrokeEdit>(&edit)) paint(*stroke);
  if (const auto* rect = std::get_if<RectEdit>(&edit)) paint(*rect);
}

// Calls visit(x, y, amount) once for each cell of the world that gets an amount other than 0, row by row.
template <class Visit>
void for_each_amount(const AmountEdit& edit, int width, int height, Visit visit) {
  for (int row = 0; row < edit.height; ++row) {
    for (int column = 0; column < edit.width; ++column) {
      const std::int64_t x = std::int64_t{edit.at.x} + column, y = std::int64_t{edit.at.y} + row;
      const std::int32_t amount = (*edit.amounts)[static_cast<std::size_t>(row) * static_cast<std::size_t>(edit.width) +
                                                  static_cast<std::size_t>(column)];
      if (amount == 0 || x < 0 || y < 0 || x >= width || y >= height) continue;
      visit(static_cast<int>(x), static_cast<int>(y), amount);
    }
  }
}

// ---- Pushing: which pairs of cells a PushEdit swaps. The specification, in plain loops; the gpu backends do the same
// in shaders/common/push.glsl. ----

// How an element reacts to a push. A loose element is one that falls or rises through the background
// (moves_through_background); walls, and solids that stay where they are, are not.
enum class Looseness : std::uint8_t {
  fixed,
  background,
  gas,     // loose and lighter than the background; in wxSand: rises
  liquid,  // loose and marked as a liquid
  powder,  // any other loose element
};
using LooseTable = std::array<Looseness, kElementsMax>;  // by element; bytes outside the ruleset are background
LooseTable loose_table(const Ruleset& ruleset);

// Chances in units of 2^-16. Light things follow a draught at once; grains and drops mostly stay behind.
inline constexpr std::uint32_t kPushCertain = 1u << 16;
inline constexpr std::uint32_t kBlowGas = kPushCertain, kBlowLiquid = kPushCertain / 4, kBlowPowder = kPushCertain / 3;
inline constexpr std::uint32_t kShakeChance = kPushCertain / 2;  // to either side: half of the pairs

constexpr bool is_loose(Looseness kind) { return kind > Looseness::background; }

// One pass: its pairs and their draws.
struct Push {
  explicit Push(const PushEdit& edit)
      : dx(std::clamp(edit.dx, -1, 1)),
        dy(std::clamp(edit.dy, -1, 1)),
        shakes(dx == 0 && dy == 0),
        odd(edit.pass & 1),
        draws(random_base(edit.seed, edit.pass, static_cast<std::uint32_t>(Salt::push))) {
    if (shakes) dx = 1;
  }

  // Whether (x, y) is the first cell of a pair; otherwise it can only be the second cell of one.
  bool is_first(int x, int y) const { return (((dx != 0 ? x : y) ^ (odd ? 1 : 0)) & 1) == 0; }
  // The chance that the pair swaps. Matter is blown into the background and into gases, from the first cell to the
  // second. Shaking swaps whatever is loose or background.
  std::uint32_t chance(Looseness first, Looseness second) const {
    if (shakes) return first != Looseness::fixed && second != Looseness::fixed ? kShakeChance : 0;
    if (second != Looseness::background && second != Looseness::gas) return 0;
    if (first == Looseness::gas) return kBlowGas;
    return first == Looseness::liquid ? kBlowLiquid : first == Looseness::powder ? kBlowPowder : 0;
  }
  // (x, y): the first cell.
  bool happens(int x, int y, std::uint32_t chance) const {
    if (chance == 0 || chance == kPushCertain) return chance != 0;
    const std::uint32_t column = mix32(draws ^ static_cast<std::uint32_t>(x));
    return (mix32(column ^ static_cast<std::uint32_t>(y)) >> 16) < chance;
  }

  int dx, dy;  // from the first to the second cell of a pair
  bool shakes, odd;
  std::uint32_t draws;
};

// Calls swap(first, second) for every pair that the edit swaps: the first cell is covered by the edit, both are within
// `box` of the width x height world, and hold different elements. The pairs are disjoint. element_at(x, y) gives the
// element of a cell.
template <class ElementAt, class Swap>
void for_each_pushed(const PushEdit& edit, const LooseTable& loose, const CellBox& box, int width, int height,
                     ElementAt element_at, Swap swap) {
  const Push push(edit);
  for (const Span& span : rasterise(edit, width, height)) {
    for (int x = span.x_begin; x < span.x_end; ++x) {
      const CellPoint first{x, span.y}, second{x + push.dx, span.y + push.dy};
      if (!push.is_first(x, span.y) || !box.contains(first) || !box.contains(second)) continue;
      const std::uint8_t a = element_at(first.x, first.y), b = element_at(second.x, second.y);
      if (a != b && push.happens(first.x, first.y, push.chance(loose[a], loose[b]))) swap(first, second);
    }
  }
}

// ---- The points of a straight line from cell to cell ----

// A point farther out than this cannot reach the world with any brush or body. It is clamped, so that absurd
// coordinates take no time.
inline CellPoint clamp_point(CellPoint p) {
  constexpr int kFarAway = 1 << 16;
  return {std::clamp(p.x, -kFarAway, kFarAway), std::clamp(p.y, -kFarAway, kFarAway)};
}

// Calls visit(point) for each point of the Bresenham line, both ends included.
template <class Visit>
void for_each_on_line(CellPoint from, CellPoint to, Visit visit) {
  const int dx = std::abs(to.x - from.x), sx = from.x < to.x ? 1 : -1;
  const int dy = -std::abs(to.y - from.y), sy = from.y < to.y ? 1 : -1;
  int error = dx + dy;
  CellPoint p = from;
  for (;;) {
    visit(p);
    if (p == to) return;
    const int twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      p.x += sx;
    }
    if (twice <= dx) {
      error += dx;
      p.y += sy;
    }
  }
}

}  // namespace repose
