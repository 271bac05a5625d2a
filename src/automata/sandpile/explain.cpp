// Explains a stack of sand: to which neighbour it gives, and which ones give to it.
#include <fmt/format.h>

#include "automata/explain.hpp"
#include "automata/field/field_solver.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "core/language.hpp"

namespace repose::sandpile {
namespace {

struct Direction {
  Tag tag, back;
  int dx, dy;
};
constexpr Direction kDirections[] = {{Tag::up, Tag::down, 0, -1},
                                     {Tag::down, Tag::up, 0, 1},
                                     {Tag::left, Tag::right, -1, 0},
                                     {Tag::right, Tag::left, 1, 0}};

std::string cells(std::int32_t height) { return fmt::format("{:.2f}", static_cast<double>(height) / kHeightOne); }

class SandpileExplainer final : public FieldExplainer<SandpileWorld> {
 public:
  using FieldExplainer::FieldExplainer;

  Explanation explain(CellPoint cell, const StepSpan& step, const Solver& solver,
                      const WorldWindow& window) const override {
    SandpileWorld world = field_of(window.cells, solver);
    const int x = cell.x - window.box.x, y = cell.y - window.box.y;
    const std::int32_t before = world.field().at(x, y);
    world.run_springs([](int, int, std::int32_t) {});
    Explanation result;
    std::int32_t height = world.field().at(x, y);
    if (height == kBlocked) {
      result.reasons = {{tr("An obstacle: no sand goes here.")}};
      return result;
    }
    if (height > before) result.reasons.push_back({trf("A spring raises it by {}.", cells(height - before))});
    if (height < before) result.reasons.push_back({trf("A drain takes {} away.", cells(before - height))});
    const CellPoint origin = {window.box.x, window.box.y};
    height += give(cell, world, x, y, tag_of(world, x, y, origin, step.seed, step.first_step), result.reasons);
    for (const Direction& d : kDirections) {
      const int from_x = x + d.dx, from_y = y + d.dy;
      if (from_x < 0 || from_y < 0 || from_x >= world.width() || from_y >= world.height()) continue;
      if (tag_of(world, from_x, from_y, origin, step.seed, step.first_step) != d.back) continue;
      const std::int32_t amount = world.slope().amount_at(world.wetness().at(from_x, from_y));
      const CellPoint from = {cell.x + d.dx, cell.y + d.dy};
      height += amount;
      result.reasons.push_back(
          {trf("It takes {} from the stack {}.", cells(amount), explain::where(cell, from)), 0, from});
    }
    result.next_amount = height;
    return result;
  }

 private:
  // What it gives, below 0, with the reason.
  static std::int32_t give(CellPoint cell, const SandpileWorld& world, int x, int y, Tag tag,
                           std::vector<Reason>& reasons) {
    const std::int32_t wetness = world.wetness().at(x, y), threshold = world.slope().threshold_at(wetness);
    std::int32_t steepest = -kBlocked;
    CellPoint lowest = cell;
    for (const Direction& d : kDirections) {
      const std::int32_t drop = world.field().at(x, y) - world.field().at(x + d.dx, y + d.dy);
      if (tag == Tag::stable ? drop > steepest : tag == d.tag) {
        steepest = drop;
        lowest = {cell.x + d.dx, cell.y + d.dy};
      }
    }
    const std::string place = explain::where(cell, lowest);
    if (tag == Tag::stable) {
      reasons.push_back({steepest <= 0
                             ? std::string(tr("It is stable: no neighbour is lower."))
                             : trf("It is stable: the lowest neighbour, {}, is lower by {}, and it takes {} to slip.",
                                   place, cells(steepest), cells(threshold))});
      return 0;
    }
    const std::int32_t amount = world.slope().amount_at(wetness);
    const std::uint32_t count = candidates_of(world, x, y).count;
    reasons.push_back(
        {count > 1 ? trf("It gives {} to the stack {}, which is lower by {}: it takes {} to slip, and a random draw "
                         "chose this one of {} such neighbours.",
                         cells(amount), place, cells(steepest), cells(threshold), count)
                   : trf("It gives {} to the stack {}, which is lower by {}: it takes {} to slip.", cells(amount),
                         place, cells(steepest), cells(threshold)),
         0, lowest});
    return -amount;
  }
};

}  // namespace

std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset) {
  return std::make_unique<SandpileExplainer>(ruleset);
}

}  // namespace repose::sandpile
