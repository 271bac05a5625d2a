// Which reactions a solver notices, and when a session watches for them.
#include "repose/reactions.hpp"

#include <chrono>
#include <thread>

#include "session_support.hpp"

namespace repose::test::reactions_test {

namespace {

const LoadedRules& rules() {
  static const LoadedRules loaded = default_rules();
  return loaded;
}

std::uint8_t element(std::string_view name) { return rules().ruleset->find(name).value(); }

std::vector<NoticedReaction> noticed_by(Backend backend, int threads, const World& world, const CellBox& cells,
                                        std::uint64_t steps) {
  const Registry registry = make_registry();
  std::string error;
  const auto solver = registry.solver("conserving", backend)->create({threads}, error);
  REQUIRE(solver->load(*rules().ruleset));
  REQUIRE(solver->upload(world));
  REQUIRE(solver->watch_reactions(cells));
  solver->step({0, steps, 7});
  return solver->take_reactions();
}

// A world of this size with fire and embers over water and wood.
World fires(int width, int height) {
  World world(width, height);
  for (int x = 0; x < width; ++x) {
    world.cell(x, height - 1) = element("wall");
    for (int y = height / 2; y < height - 1; ++y) world.cell(x, y) = element(x < width / 3 ? "water" : "wood");
    for (int y = height / 2 - 4; y < height / 2; ++y) world.cell(x, y) = element(x % 3 == 0 ? "ember" : "fire");
  }
  return world;
}

bool holds(const std::vector<NoticedReaction>& noticed, std::string_view a, std::string_view b) {
  return std::ranges::any_of(noticed, [&](const NoticedReaction& r) {
    return (r.a == element(a) && r.b == element(b)) || (r.a == element(b) && r.b == element(a));
  });
}

// A backend "gpu" that cannot notice reactions, and gives its world when it is asked for the second time.
class SlowSolver final : public Solver {
 public:
  explicit SlowSolver(std::unique_ptr<Solver> inner) : inner_(std::move(inner)) {}
  PlaneSet state_planes() const override { return inner_->state_planes(); }
  Status load(const Ruleset& ruleset) override { return inner_->load(ruleset); }
  Status upload(const World& world) override { return inner_->upload(world); }
  void apply(const Edit& edit) override { inner_->apply(edit); }
  void step(const StepSpan& span) override { inner_->step(span); }
  void download(World& world) const override { inner_->download(world); }
  SolverStats stats() const override { return inner_->stats(); }
  CellView view() const override { return inner_->view(); }
  std::unique_ptr<WorldCapture> begin_capture() const override {
    struct Capture final : WorldCapture {
      bool arrived() override { return asked++ > 0; }
      bool fetch() override { return true; }
      World world() const override { return held; }
      World held;
      int asked = 0;
    };
    auto capture = std::make_unique<Capture>();
    inner_->download(capture->held);
    return capture;
  }

 private:
  std::unique_ptr<Solver> inner_;
};

struct Watched : TestSession {
  explicit Watched(Registry solvers = make_registry()) : TestSession(rules(), {.threads = 1}, std::move(solvers)) {
    done(command::NewWorld{320, 200});
    session.keep_history(HistoryLimits{.keyframe_steps = 8});
    session.notice_reactions(true);
  }
  void paint(std::string_view name, int x, int y, int size = 8) {
    done(command::Paint{StrokeEdit{{x, y}, {x, y}, size, BrushShape::square, element(name), {}}, false, {}});
  }
};

}  // namespace

TEST_CASE("scalar and cpu notice the same reactions at the same places, whatever the number of threads") {
  const World world = fires(512, 300);
  const CellBox cells{40, 100, 400, 150};
  const auto scalar = noticed_by(Backend::scalar, 1, world, cells, 24);
  CHECK(scalar.size() > 12);
  CHECK(holds(scalar, "fire", "water"));
  CHECK(holds(scalar, "ember", "wood"));
  CHECK(scalar == noticed_by(Backend::cpu, 1, world, cells, 24));
  CHECK(scalar == noticed_by(Backend::cpu, 3, world, cells, 24));
  for (const NoticedReaction& r : scalar) CHECK(cells.contains(r.at));
}

TEST_CASE("swaps are not noticed, decays and what falls apart are") {
  World world(64, 64);
  for (int x = 0; x < 64; ++x) world.cell(x, 40) = element("water");
  for (int x = 0; x < 64; ++x) world.cell(x, 10) = element("sand");
  CHECK(noticed_by(Backend::cpu, 1, world, {0, 0, 64, 64}, 60).empty());
  world.cell(30, 30) = element("ember");
  for (int y = 12; y < 16; ++y) world.cell(50, y) = element("brick");  // nothing holds it
  const auto noticed = noticed_by(Backend::cpu, 1, world, {0, 0, 64, 64}, 200);
  CHECK(noticed == noticed_by(Backend::scalar, 1, world, {0, 0, 64, 64}, 200));
  const auto alone = [&](std::string_view from, std::string_view to) {
    return std::ranges::any_of(
        noticed, [&](const NoticedReaction& r) { return r.is_alone() && r.a == element(from) && r.c == element(to); });
  };
  CHECK(alone("brick", "fresh_rubble"));
  CHECK(holds(noticed, "ember", "water"));
}

TEST_CASE("a session notices what happens near a stroke, and nothing far from it") {
  Watched w;
  w.paint("water", 40, 190, 20);
  w.paint("fire", 40, 175);
  w.paint("fire", 250, 40);  // far from the next one
  w.step(2600);
  CHECK_FALSE(w.session.take_reactions().empty());
  w.done(command::Clear{});
  CHECK(w.session.take_reactions().empty());
  w.paint("lava", 40, 190, 20);
  w.step(2600);
  static_cast<void>(w.session.take_reactions());
  w.paint("sand", 300, 20);
  w.paint("water", 300, 190);
  w.step(100);
  for (const NoticedReaction& r : w.session.take_reactions()) CHECK(r.at.x > 200);
}

TEST_CASE("twenty seconds after the last stroke a session notices nothing more") {
  Watched w;
  w.paint("cloud", 160, 20, 40);
  w.paint("dirt", 160, 195, 9);
  w.step(2400);
  CHECK(holds(w.session.take_reactions(), "water", "dirt"));
  w.step(200);
  static_cast<void>(w.session.take_reactions());
  w.step(500);
  CHECK(w.session.take_reactions().empty());
  w.paint("sand", 160, 100, 1);
  w.step(500);
  CHECK_FALSE(w.session.take_reactions().empty());
}

TEST_CASE("what is computed again is not noticed again") {
  Watched w;
  w.paint("water", 40, 190, 20);
  w.paint("fire", 40, 178);
  w.step(60);
  CHECK_FALSE(w.session.take_reactions().empty());
  w.done(command::SeekTime{0});
  w.step(60);
  CHECK(w.session.take_reactions().empty());
  w.done(command::SeekTime{0});
  w.done(command::SeekTime{50});
  w.done(command::Undo{});
  CHECK(w.session.take_reactions().empty());
  w.session.notice_reactions(false);
  w.paint("fire", 40, 178);
  w.step(60);
  CHECK(w.session.take_reactions().empty());
}

TEST_CASE("steps in the background are noticed once they are done") {
  Watched w;
  w.paint("water", 40, 190, 20);
  w.paint("fire", 40, 178);
  REQUIRE(w.session.begin_steps(60));
  while (w.session.stepping()) std::this_thread::yield();
  CHECK(holds(w.session.take_reactions(), "fire", "water"));
}

TEST_CASE("a backend that cannot notice reactions is sampled, with the same places as cpu") {
  Registry registry = make_registry();
  const auto create = registry.solver("conserving", Backend::cpu)->create;
  registry.add({"conserving", Backend::gpu, "",
                [create](const SolverOptions& options, std::string& error) -> std::unique_ptr<Solver> {
                  return std::make_unique<SlowSolver>(create(options, error));
                }});
  Watched w(registry);
  w.done(command::SwitchSolver{"conserving", Backend::gpu});
  w.paint("water", 40, 190, 20);
  w.paint("fire", 40, 175, 20);
  std::vector<NoticedReaction> sampled;
  for (int i = 0; i < 1000 && sampled.empty(); ++i) {
    if (i < 4) w.step(1);
    sampled = w.session.take_reactions();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  REQUIRE_FALSE(sampled.empty());
  Watched cpu;
  cpu.paint("water", 40, 190, 20);
  cpu.paint("fire", 40, 175, 20);
  cpu.step(1);
  CHECK(sampled == cpu.session.take_reactions());
}

}  // namespace repose::test::reactions_test
