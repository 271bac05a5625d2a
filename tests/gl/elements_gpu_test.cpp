// The gpu backend of elements gives the bytes of the scalar one: rules at the limits, whole files, very large worlds.
#include "automata/automaton_support.hpp"
#include "automata/elements_support.hpp"
#include "gl_support.hpp"
#include "reference_files.hpp"
#include "repose/config.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/rng.hpp"
#include "repose/scene.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::elements_gpu_test {

namespace {

constexpr double kBlocks[] = {32, 16, 8};

// The paths that the driver supports.
std::vector<GlPath> paths() {
  if (GLAD_GL_VERSION_4_3 == 0) return {GlPath::fragment};
  return {GlPath::compute, GlPath::fragment};
}

// scalar, and gpu on every path that the driver supports.
SolverGroup all_ways(const Ruleset& rules, const World& world) {
  SolverGroup solvers;
  solvers.add(make_solver(*make_registry().solver("elements", Backend::scalar), rules, world));
  for (const GlPath path : paths()) {
    Registry registry = make_registry();
    add_gpu_solvers(registry, "", path);
    solvers.add(make_solver(*registry.solver("elements", Backend::gpu), rules, world));
  }
  return solvers;
}

}  // namespace

TEST_CASE("elements on gpu takes blocks of 32 instead of block 0") {
  REPOSE_NEEDS_GL();
  const Ruleset rules = random_elements_ruleset(4);
  SolverGroup solvers = all_ways(rules, random_elements_world(70, 50, rules, 4));
  solvers.set("block", 0);
  CHECK(solvers[0].parameter("block") == 0);
  CHECK(solvers[1].parameter("block") == 32);
  REQUIRE(solvers[0].set_parameter("block", 32));
  solvers.step_equally(4);
}

TEST_CASE("a capture of elements on gpu is the world as it was when it began") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  const Ruleset rules = random_elements_ruleset(5);
  const auto solver =
      make_solver(*registry.solver("elements", Backend::gpu), rules, random_elements_world(70, 40, rules, 5));
  solver->step(steps(0, 3));
  const World before = world_of(*solver);
  const auto capture = solver->begin_capture();
  REQUIRE(capture);
  solver->step(steps(3, 3));
  REQUIRE(capture->fetch());
  CHECK(capture->world() == before);
}

namespace {

// The result of a run, as its hash.
struct Runs {
  const Ruleset& rules;
  int width, height;
  std::uint64_t count;
  double block;

  std::uint64_t operator()(const SolverEntry& entry, int threads = 1) const {
    World world(width, height);
    REQUIRE(find_scene("elements-grid")->fill(world, rules, 1).ok());
    const auto solver = make_solver(entry, rules, world, threads);
    REQUIRE(solver->set_parameter("block", block));
    solver->step(steps(0, count));
    return hash_of(*solver);
  }
};

void runs_the_same_everywhere(const Runs& run, const std::vector<GlPath>& on_paths) {
  INFO("block " << run.block);
  const Registry plain = make_registry();
  const std::uint64_t expected = run(*plain.solver("elements", Backend::scalar));
  for (int threads : {1, 2, 3}) CHECK(run(*plain.solver("elements", Backend::cpu), threads) == expected);
  for (const GlPath path : on_paths) {
    Registry registry = make_registry();
    add_gpu_solvers(registry, "", path);
    INFO((path == GlPath::fragment ? "fragment" : "compute"));
    CHECK(run(*registry.solver("elements", Backend::gpu)) == expected);
  }
}

Ruleset rules_of(const std::filesystem::path& file) { return read_config_file(file).ruleset.value(); }

std::vector<std::filesystem::path> own_files() {
  std::vector<std::filesystem::path> files;
  for (const char* const name : {"chemistry.txt", "fireworks.txt", "pond.txt", "volcano.txt"})
    files.push_back(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs" / name);
  return files;
}

void runs_the_same_in_fragments(const std::vector<std::filesystem::path>& files, int width, int height,
                                std::uint64_t frames) {
  for (const auto& file : files) {
    INFO(file.filename());
    const Ruleset rules = rules_of(file);
    for (const double block : kBlocks)
      runs_the_same_everywhere({rules, width, height, frames, block}, {GlPath::fragment});
  }
}

}  // namespace

// Fragment shaders take every turn four times, so here each file runs with only one block size on them.
TEST_CASE("community files run the same on scalar, cpu and gpu", "[.long]") {
  REPOSE_NEEDS_GL();
  REPOSE_NEEDS_COMMUNITY_FILES();
  const auto files = community_files();
  for (std::size_t file = 0; file < files.size(); ++file) {
    INFO(files[file].filename());
    const Ruleset rules = rules_of(files[file]);
    for (std::size_t i = 0; i < std::size(kBlocks); ++i) {
      const bool in_fragments = i == file % std::size(kBlocks);
      runs_the_same_everywhere({rules, 160, 120, 200, kBlocks[i]},
                               in_fragments ? paths() : std::vector{paths().front()});
    }
  }
}

TEST_CASE("our configs of elements run the same on scalar, cpu and gpu in a larger world", "[.long]") {
  REPOSE_NEEDS_GL();
  for (const auto& file : own_files()) {
    INFO(file.filename());
    const Ruleset rules = rules_of(file);
    for (const double block : kBlocks) {
      runs_the_same_everywhere({rules, 513, 257, 500, block}, {paths().front()});
      runs_the_same_everywhere({rules, 513, 257, 20, block}, {GlPath::fragment});
    }
  }
}

// The remaining combinations, which take a software renderer most of an hour.
TEST_CASE("community files run the same in fragment shaders with every block", "[.whole]") {
  REPOSE_NEEDS_GL();
  REPOSE_NEEDS_COMMUNITY_FILES();
  runs_the_same_in_fragments(community_files(), 160, 120, 200);
}

TEST_CASE("our configs of elements run the same in fragment shaders in a larger world", "[.whole]") {
  REPOSE_NEEDS_GL();
  runs_the_same_in_fragments(own_files(), 513, 257, 500);
}

// A driver may limit a dispatch to 65535 work groups along an axis.
TEST_CASE("a world of half a million blocks runs the same on cpu and gpu", "[.long]") {
  REPOSE_NEEDS_GL();
  const Ruleset rules = random_elements_ruleset(5);
  World world(16384, 2100);
  const World piece = random_elements_world(200, 200, rules, 5);
  for (int y = 0; y < piece.height(); ++y) {
    for (int x = 0; x < piece.width(); ++x) world.cell(16000 + x, 1850 + y) = piece.cell(x, y);
  }
  Registry registry = make_registry();
  add_gpu_solvers(registry, "", paths().front());
  std::vector<std::uint64_t> hashes;
  for (const Backend backend : {Backend::cpu, Backend::gpu}) {
    const auto solver = make_solver(*registry.solver("elements", backend), rules, world);
    REQUIRE(solver->set_parameter("block", 8));
    solver->step(steps(0, 2));
    CHECK(solver->health().ok());
    hashes.push_back(hash_of(*solver));
  }
  CHECK(hashes.front() == hashes.back());
}

namespace {

// Random rules, with extreme cases that files allow: 255 elements, discs and pictures larger than any world, thresholds
// that no energy reaches, more sources than fit.
Ruleset extreme_ruleset(std::uint64_t seed) {
  std::uint32_t drawn = 0;
  const auto below_n = [&](int n) {
    return static_cast<int>(below(random_u32(seed, 0, drawn++, 0, 99), static_cast<std::uint32_t>(n)));
  };
  Ruleset rules = random_elements_ruleset(seed);
  if (seed % 2 == 0) rules.elements.resize(255, rules.elements.back());
  const int count = static_cast<int>(rules.elements.size());
  const auto any = [&] { return static_cast<std::uint8_t>(below_n(count)); };
  const auto some = [&] { return static_cast<std::uint8_t>(1 + below_n(count - 1)); };
  const auto products = [&] {
    return std::vector<Product>{{static_cast<std::uint8_t>(1 + below_n(kProductSlots)), any(), any()}};
  };
  constexpr int kDiameters[] = {3, 4, 50, 1000, kDiscDiameterMax};
  for (const int diameter : kDiameters) rules.discs.push_back({some(), any(), diameter, any(), 0});
  constexpr int kThresholds[] = {-1'000'000, -100, -2, -1, 0, 98, 99, 100, 198, 5'000'000};
  for (const int threshold : kThresholds) {
    rules.decays.push_back({some(), 0.1, threshold, products(), 0});
    rules.interactions.push_back({some(), any(), 1.0, threshold, products(), 255, 128, 0});
  }
  for (const int side : {1, 256})
    rules.items.push_back(
        {some(), side, side, std::vector<std::uint8_t>(static_cast<std::size_t>(side * side), any())});
  for (int i = 0; i < 200; ++i) rules.sources.push_back(any());
  return rules;
}

}  // namespace

TEST_CASE("elements on gpu gives the bytes of scalar for rules at the limits of what files can say", "[slow]") {
  REPOSE_NEEDS_GL();
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Ruleset rules = extreme_ruleset(seed);
    SolverGroup solvers = all_ways(rules, random_elements_world(66, 47, rules, seed));
    INFO("seed " << seed);
    solvers.set("block", kBlocks[seed % 3]);
    solvers.set("walls", static_cast<double>(seed / 2 % 2));
    for (std::uint64_t count : {1, 3}) solvers.step_equally(count);
  }
}

}  // namespace repose::test::elements_gpu_test
