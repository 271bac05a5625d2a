#include "automata/tiles_support.hpp"

#include <filesystem>

#include "support.hpp"

namespace repose::test::tiles {

const Ruleset& tile_rules() {
  static const Ruleset rules =
      read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/tiles.cfg").ruleset.value();
  return rules;
}

std::unique_ptr<Solver> start(Backend backend, const World& world) {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver("tiles", backend), tile_rules(), world);
}

void check_steps(const Rows& before, std::uint64_t count, Bias first, const Rows& expected, int look_ahead) {
  for (Backend backend : {Backend::scalar, Backend::cpu}) {
    const auto solver = start(backend, world_from(before, kLegend));
    solver->set_parameter("look_ahead", look_ahead);
    solver->step(steps(0, count, first));
    INFO(backend_name(backend));
    CHECK(rows_of(world_of(*solver), kLegend) == expected);
  }
}

void check_both(const Rows& before, const Rows& expected) {
  check_steps(before, 1, Bias::left, expected);
  check_steps(before, 1, Bias::right, expected);
}

}  // namespace repose::test::tiles
