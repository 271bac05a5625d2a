// Which reactions a solver notices, and when a session watches for them.
#include "repose/solver.hpp"

#include <chrono>
#include <thread>
#include <tuple>

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
  w.paint("sand", 300, 100);
  w.paint("water", 300, 190);
  w.step(100);
  for (const NoticedReaction& r : w.session.take_reactions()) CHECK(r.at.x > 200);
}

TEST_CASE("what was noticed is told while later steps are under way already, as on a slow machine") {
  Watched w;
  w.paint("lava", 40, 190, 20);
  w.paint("water", 40, 160, 20);
  REQUIRE(w.session.begin_steps(200));
  REQUIRE(w.session.begin_steps(400));  // waits for the first ones; these take longer than the next line
  CHECK(holds(w.session.take_reactions(), "lava", "water"));
}

TEST_CASE("twelve seconds after the last stroke a session notices nothing more") {
  Watched w;
  w.paint("cloud", 160, 20, 40);
  w.paint("dirt", 160, 195, 9);
  w.step(1450);
  CHECK(holds(w.session.take_reactions(), "water", "dirt"));
  w.step(200);
  static_cast<void>(w.session.take_reactions());
  w.step(500);
  CHECK(w.session.take_reactions().empty());
  w.paint("sand", 160, 180, 1);
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

namespace {

// A session on that backend "gpu".
struct Sampled : Watched {
  Sampled() : Watched(with_slow_solver()) { done(command::SwitchSolver{"conserving", Backend::gpu}); }
  static Registry with_slow_solver() {
    Registry registry = make_registry();
    const auto create = registry.solver("conserving", Backend::cpu)->create;
    registry.add({"conserving", Backend::gpu, "",
                  [create](const SolverOptions& options, std::string& error) -> std::unique_ptr<Solver> {
                    return std::make_unique<SlowSolver>(create(options, error));
                  }});
    return registry;
  }
  // Everything that is noticed, until there are so many or two seconds are over.
  std::vector<NoticedReaction> wait_for(std::size_t count) {
    std::vector<NoticedReaction> all;
    for (int i = 0; i < 1000 && all.size() < count; ++i) {
      std::ranges::copy(session.take_reactions(), std::back_inserter(all));
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return all;
  }
};

}  // namespace

TEST_CASE("a backend that cannot notice reactions is sampled, with the same places as cpu") {
  Sampled sampled;
  Watched cpu;
  for (Watched* w : {static_cast<Watched*>(&sampled), &cpu}) {
    w->paint("water", 40, 190, 20);
    w->paint("fire", 40, 175, 20);
    w->step(1);
  }
  const auto first = cpu.session.take_reactions();
  REQUIRE_FALSE(first.empty());
  CHECK(sampled.wait_for(first.size()) == first);
  // One sample tells of 32 steps; what is ahead of the world waits until the world is there.
  for (int i = 1; i < 32; ++i) sampled.step(1);
  std::vector<NoticedReaction> later;
  for (int i = 1; i < 32; ++i) {
    cpu.step(1);
    for (const NoticedReaction& reaction : cpu.session.take_reactions()) {
      const auto is_same_kind = [&](const NoticedReaction& known) {
        return std::tie(known.a, known.b, known.c, known.d) == std::tie(reaction.a, reaction.b, reaction.c, reaction.d);
      };
      if (std::ranges::none_of(first, is_same_kind) && std::ranges::none_of(later, is_same_kind))
        later.push_back(reaction);
    }
  }
  REQUIRE_FALSE(later.empty());
  CHECK(sampled.wait_for(later.size()) == later);
}

TEST_CASE("a sample tells nothing of a world that an edit has changed since") {
  Sampled w;
  w.paint("water", 40, 190, 20);
  w.paint("fire", 40, 165, 8);
  w.step(1);
  w.done(command::EraseRect{{0, 120}, {120, 185}});
  w.step(31);
  for (const NoticedReaction& reaction : w.wait_for(1000)) CHECK(reaction.step == 0);
}

}  // namespace repose::test::reactions_test
