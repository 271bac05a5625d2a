// A session for tests: small rules, a small world, and a gpu backend that fails on request.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "density_world.hpp"
#include "repose/session.hpp"
#include "small_rules.hpp"
#include "support.hpp"

namespace repose::test {

// How the wrapped backend behaves; shared with the test.
struct Faults {
  bool creates = true, loads = true, uploads = true, healthy = true;
  bool forgets = false;               // downloads nothing but background, as a lost GL context does
  std::function<void()> before_step;  // called on the thread that steps; may be empty
};

// The scalar backend behind a backend that can fail.
class BrittleSolver final : public Solver {
 public:
  BrittleSolver(std::unique_ptr<Solver> inner, std::shared_ptr<Faults> faults)
      : inner_(std::move(inner)), faults_(std::move(faults)) {}

  PlaneSet state_planes() const override { return inner_->state_planes(); }
  Status load(const Ruleset& ruleset) override {
    return faults_->loads ? inner_->load(ruleset) : Status::failure("These rules are too much.");
  }
  Status upload(const World& world) override {
    const bool fits = faults_->uploads || world.width() < 100;
    return fits ? inner_->upload(world) : Status::failure("This world is too large.");
  }
  void apply(const Edit& edit) override { inner_->apply(edit); }
  void step(const StepSpan& span) override {
    if (faults_->before_step) faults_->before_step();
    if (faults_->healthy) inner_->step(span);
  }
  void download(World& world) const override {
    inner_->download(world);
    if (faults_->forgets) world = World(world.width(), world.height());
  }
  SolverStats stats() const override { return inner_->stats(); }
  CellView view() const override { return inner_->view(); }
  std::span<const ParameterInfo> parameters() const override { return inner_->parameters(); }
  double parameter(std::string_view name) const override { return inner_->parameter(name); }
  bool set_parameter(std::string_view name, double value) override { return inner_->set_parameter(name, value); }
  Status health() const override { return faults_->healthy ? Status{} : Status::failure("The GPU went away."); }

 private:
  std::unique_ptr<Solver> inner_;
  std::shared_ptr<Faults> faults_;
};

inline Registry brittle_registry(const std::shared_ptr<Faults>& faults) {
  Registry registry = make_registry();
  const auto make_scalar = registry.solver("density", Backend::scalar)->create;
  registry.add({"density", Backend::gpu, "",
                [faults, make_scalar](const SolverOptions& options, std::string& error) -> std::unique_ptr<Solver> {
                  if (faults->creates) return std::make_unique<BrittleSolver>(make_scalar(options, error), faults);
                  error = "The shader step.frag does not compile.";
                  return nullptr;
                }});
  return registry;
}

// A session in which commands must succeed.
struct TestSession {
  Registry registry;
  Session session;

  explicit TestSession(LoadedRules rules = density_world(), const SessionOptions& options = {.threads = 2},
                       Registry solvers = make_registry())
      : registry(std::move(solvers)), session(registry, std::move(rules), options) {}

  CommandResult done(const Command& command) {
    CommandResult result = session.execute(command);
    INFO(result.message);
    REQUIRE(result.ok);
    return result;
  }
  void step(std::uint64_t count) { done(command::Step{count}); }
  std::uint8_t element(std::string_view name) const { return session.ruleset().find(name).value(); }
  std::int64_t count(std::string_view name) const {
    const World world = session.download();
    return std::ranges::count(world.cells(), element(name));
  }
};

struct SessionFixture : TestSession {
  std::shared_ptr<Faults> faults;

  explicit SessionFixture(const std::shared_ptr<Faults>& of_gpu = std::make_shared<Faults>())
      : TestSession(density_world(), {.seed = 7, .threads = 2}, brittle_registry(of_gpu)), faults(of_gpu) {
    done(command::LoadConfigText{kSmallRules, "small.cfg", command::KeepWorld::clear});
    done(command::LoadScene{"mixed", 40, 30, {}});
    step(5);
  }

  // Checks that a command is refused and changes nothing. Returns its message.
  std::string refused(const Command& command) {
    const std::uint64_t hash = session.hash(), step = session.step_count();
    const std::string text = session.ruleset().text, scene = session.scene();
    const Backend backend = session.backend();
    const int width = session.width(), height = session.height();
    const CommandResult result = session.execute(command);
    CHECK_FALSE(result.ok);
    CHECK_FALSE(result.message.empty());
    CHECK(session.hash() == hash);
    CHECK(session.step_count() == step);
    CHECK(session.ruleset().text == text);
    CHECK(session.scene() == scene);
    CHECK(session.backend() == backend);
    CHECK(session.width() == width);
    CHECK(session.height() == height);
    return result.message;
  }
};

}  // namespace repose::test
