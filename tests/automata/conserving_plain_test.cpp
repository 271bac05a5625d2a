// The sub-steps of conserving written a second time, from the words of docs/automata.md, and compared with the scalar
// backend cell by cell.
#include "automata/automaton_support.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_plain_test {

namespace {

class Plain {
 public:
  Plain(const Ruleset& ruleset, const World& world)
      : rules_(ruleset), cells_(world), width_(world.width()), height_(world.height()) {}
  const World& cells() const { return cells_; }

  void step(std::uint64_t t, int flow_passes) {
    const conserving::StepDraws draws(1, t, flow_passes);
    fallen_.assign(cells_.cell_count(), false);
    for (std::size_t i = 0; i < cells_.cell_count(); ++i) {
      const conserving::Decaying& decay = rules_.decay(cells_.cells()[i]);
      const int x = static_cast<int>(i) % width_, y = static_cast<int>(i) / width_;
      if (draws.decays(x, y, decay.probability)) cells_.cells()[i] = decay.into;
    }
    for (int x = 0; x < width_; ++x) fall(draws, x);
    for (int y = 0; y + 1 < height_; ++y) {
      for (int x = draws.block_column(y); (y + static_cast<int>(t)) % 2 == 0 && x + 1 < width_; x += 2)
        slide(draws, x, y);
    }
    for (int i = 0; i < flow_passes; ++i) flow(draws, i);
    wander(draws);
  }

 private:
  using Kind = conserving::Meeting::Kind;
  const conserving::Meeting& rule(CellPoint a, CellPoint b) const { return rules_.meeting(at(a), at(b)); }
  std::uint8_t at(CellPoint p) const { return cells_.cell(p.x, p.y); }
  std::vector<bool>::reference fallen(CellPoint p) { return fallen_[cells_.index(p.x, p.y)]; }
  bool denser(CellPoint a, CellPoint b) const { return rules_.density(at(a)) > rules_.density(at(b)); }
  bool would_sink(const World& world, CellPoint upper, CellPoint lower) const {
    return rules_.sinks(world.cell(upper.x, upper.y), world.cell(lower.x, lower.y));
  }

  void act(CellPoint a, CellPoint b) {
    const bool swaps = rule(a, b).kind == Kind::swap, a_fallen = fallen(a), b_fallen = fallen(b);
    const std::uint8_t c = rule(a, b).result, d = rule(b, a).result;
    cells_.cell(a.x, a.y) = c;
    cells_.cell(b.x, b.y) = d;
    fallen(a) = swaps && b_fallen;
    fallen(b) = swaps && a_fallen;
  }

  void fall(const conserving::StepDraws& draws, int x) {
    bool below_has_acted = false;
    for (int y = height_ - 2; y >= 0; --y) {
      const CellPoint upper{x, y}, lower{x, y + 1};
      const conserving::Meeting& pair = rule(upper, lower);
      bool acts = pair.kind != Kind::inert && (denser(upper, lower) || pair.anywhere);
      if (below_has_acted)
        acts = acts && pair.kind == Kind::swap && denser(upper, lower) && (at(lower) == 0 || !rules_.flows(at(upper)));
      below_has_acted = acts && draws.falls(x, y, pair.probability);
      if (!below_has_acted) continue;
      const bool swaps = pair.kind == Kind::swap;
      act(upper, lower);
      fallen(lower) = swaps;
    }
  }

  void slide(const conserving::StepDraws& draws, int x, int y) {
    const CellPoint a{x, y}, b{x + 1, y}, c{x, y + 1}, d{x + 1, y + 1};
    const bool a_column_falls = would_sink(cells_, a, c) || would_sink(cells_, b, d);
    const auto slides = [&](CellPoint upper, CellPoint lower, CellPoint beside, CellPoint below, bool to_left) {
      const conserving::Meeting& pair = rule(upper, lower);
      if (pair.kind == Kind::inert || !draws.slides(x, y, to_left, pair.probability)) return false;
      if (pair.anywhere) return true;
      const bool corner_is_closed = rules_.is_fixed(at(beside)) && rules_.is_fixed(at(below));
      return denser(upper, lower) && !a_column_falls && !corner_is_closed &&
             !(pair.kind == Kind::swap && fallen(upper));
    };
    const bool right = slides(a, d, b, c, false), left = slides(b, c, a, d, true);
    if (right) act(a, d);
    if (left) act(b, c);
  }

  void flow(const conserving::StepDraws& draws, int i) {
    const World before = cells_;
    for (int y = 0; y < height_; ++y) {
      for (int x = draws.flow_column(y, i); x + 1 < width_; x += 2) {
        const CellPoint left{x, y}, right{x + 1, y};
        const conserving::Meeting& pair = rule(left, right);
        if (pair.kind == Kind::inert) continue;
        if (pair.kind == Kind::reaction) {
          if (i == 0 && pair.anywhere && draws.reacts(x, y, pair.probability)) act(left, right);
          continue;
        }
        if (!rules_.flows(at(left)) || !rules_.flows(at(right))) continue;
        if (rules_.density(at(left)) == rules_.density(at(right))) continue;
        const CellPoint heavy = denser(left, right) ? left : right, light = denser(left, right) ? right : left;
        if (fallen(heavy) || (y + 1 < height_ && would_sink(before, heavy, {heavy.x, y + 1}))) continue;
        const bool light_could_rise = y > 0 && would_sink(before, {light.x, y - 1}, light);
        const std::uint32_t coins = conserving::StepDraws::coins(draws.coin_row(y, i), x);
        if (light_could_rise && (coins >> (x / 2 % 32) & 1) == 0) continue;
        const std::uint32_t more_viscous = std::min(rules_.fluidity(at(left)), rules_.fluidity(at(right)));
        if (draws.runs(x, y, i, more_viscous)) act(left, right);
      }
    }
  }

  void wander(const conserving::StepDraws& draws) {
    const int dx = draws.wanders_sideways() ? 1 : 0, dy = 1 - dx;
    for (int y = 0; y + dy < height_; ++y) {
      for (int x = 0; x + dx < width_; ++x) {
        if ((dx == 1 ? x : y) % 2 != draws.wander_from()) continue;
        const CellPoint a{x, y}, b{x + dx, y + dy};
        const std::uint32_t chance = std::max(rules_.wander(at(a)), rules_.wander(at(b)));
        if (rule(a, b).kind == Kind::swap && chance > 0 && draws.wanders(x, y, chance)) act(a, b);
      }
    }
  }

  conserving::Rules rules_;
  World cells_;
  int width_, height_;
  std::vector<bool> fallen_;
};

void check_plain(const Ruleset& rules, const World& world, int flow_passes) {
  Plain plain(rules, world);
  static const Registry registry = make_registry();
  const auto solver = make_solver(*registry.solver("conserving", Backend::scalar), rules, world);
  REQUIRE(solver->set_parameter("flow", flow_passes));
  for (std::uint64_t t = 0; t < 12; ++t) {
    plain.step(t, flow_passes);
    solver->step(steps(t, 1));
    INFO("after step " << t);
    REQUIRE(std::ranges::equal(world_of(*solver).cells(), plain.cells().cells()));
  }
}

}  // namespace

TEST_CASE("conserving: fall, slide, flow and wandering are what docs/automata.md says, pair by pair") {
  check_plain(swapping_ruleset(), random_world(31, 23, 5, 1), 3);
  check_plain(powder_rules(), random_world(31, 23, 5, 2, 2), 3);
  check_plain(reacting_ruleset(), random_world(31, 23, 5, 3), 2);
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    Ruleset rules = random_conserving_rules(7, seed);
    rules.bursts.clear();
    INFO("random rules " << seed);
    check_plain(rules, random_world(24, 19, 7, seed), static_cast<int>(seed % 5));
  }
}

}  // namespace repose::test::conserving_plain_test
