// Explains a cell of water: what flows out of it and into it in the next pass.
#include <fmt/format.h>

#include "automata/explain.hpp"
#include "automata/field/field_solver.hpp"
#include "automata/water/water.hpp"
#include "core/language.hpp"

namespace repose::water {
namespace {

std::string share(std::int32_t mass) { return fmt::format("{:.2f} %", 100.0 * mass / kFullCell); }

class WaterExplainer final : public FieldExplainer<WaterWorld> {
 public:
  using FieldExplainer::FieldExplainer;

  Explanation explain(CellPoint cell, const StepSpan& step, const Solver& solver,
                      const WorldWindow& window) const override {
    WaterWorld world = field_of(window.cells, solver);
    const int x = cell.x - window.box.x, y = cell.y - window.box.y;
    Explanation result;
    const std::int32_t before = world.field().at(x, y);
    world.run_faucets([](int, int) {});
    const std::int32_t mass = world.field().at(x, y);
    if (mass == kGround) {
      result.reasons = {{world.is_faucet(x, y) ? tr("A faucet: it pours into the cell below.")
                                               : tr("Ground: nothing flows through it.")}};
    } else if (mass == kDrain) {
      result.reasons = {{tr("A drain: it removes the water that flows in.")}};
    } else {
      if (mass > before)
        result.reasons.push_back(
            {trf("The faucet above pours in {}.", share(mass - before)), 0, CellPoint{cell.x, cell.y - 1}});
      const std::int32_t after = mass + note_flows(cell, world, x, y, result.reasons);
      if (world.passes() == 1 && !levels(world, step)) result.next_amount = after;
      if (result.reasons.empty())
        result.reasons = {{mass == 0 ? tr("No water comes here.") : tr("At rest: no water flows in or out.")}};
    }
    result.certain = world.passes() == 1 && !levels(world, step);
    return result;
  }

 private:
  static bool levels(const WaterWorld& world, const StepSpan& step) {
    const std::uint64_t rate = world.steps_per_levelling();
    return rate != 0 && step.first_step % rate == 0;
  }

  // What flows in, less what flows out.
  static std::int32_t note_flows(CellPoint cell, const WaterWorld& world, int x, int y, std::vector<Reason>& reasons) {
    std::int32_t change = 0;
    const auto flows_of = [&](int from_x, int from_y, const auto& give) {
      if (world.field().at(from_x, from_y) <= 0) return;
      give_flows(
          world.flows(), [&](int dx, int dy) { return world.field().at(from_x + dx, from_y + dy); }, give);
    };
    flows_of(x, y, [&](int dx, int dy, std::int32_t flow) {
      const CellPoint to = {cell.x + dx, cell.y + dy};
      change -= flow;
      if (flow > 0) reasons.push_back({trf("{} of a cell flows {}.", share(flow), explain::where(cell, to)), 0, to});
    });
    constexpr int kBeside[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    for (const auto& [dx, dy] : kBeside) {
      const bool inside = x + dx >= 0 && y + dy >= 0 && x + dx < world.width() && y + dy < world.height();
      if (!inside) continue;
      const CellPoint from = {cell.x + dx, cell.y + dy};
      flows_of(x + dx, y + dy, [&, back_x = -dx, back_y = -dy](int to_x, int to_y, std::int32_t flow) {
        if (to_x != back_x || to_y != back_y || flow == 0) return;
        change += flow;
        const std::string amount = share(flow);
        std::string text = from.y < cell.y   ? trf("{} comes from above.", amount)
                           : from.y > cell.y ? trf("{} comes from below.", amount)
                           : from.x < cell.x ? trf("{} comes from the left.", amount)
                                             : trf("{} comes from the right.", amount);
        reasons.push_back({std::move(text), 0, from});
      });
    }
    return change;
  }
};

}  // namespace

std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset) { return std::make_unique<WaterExplainer>(ruleset); }

}  // namespace repose::water
