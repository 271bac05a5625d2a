// Steps on a thread of their own give the result of the same steps and edits in the foreground.
#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "density_world.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

StrokeEdit stroke_at(int x, int y) { return {{x, y}, {x + 5, y + 3}, 9, BrushShape::round, 1, {}}; }

Session mixed_session(const Registry& registry, Backend backend, int width, int height) {
  Session session(registry, density_world(), {});
  REQUIRE(session.execute(command::LoadScene{"mixed", width, height, 3}).ok);
  REQUIRE(session.execute(command::SwitchSolver{"density", backend}).ok);
  return session;
}

// Holds steps until it is opened, so that a test looks at a session while they are under way, however fast the machine.
class Gate {
 public:
  void open() { set(true); }
  void close() { set(false); }
  void pass() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }

 private:
  void set(bool open) {
    const std::lock_guard lock(mutex_);
    open_ = open;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
};

// Makes density's cpu backend a scalar one that passes the gate before each call of step().
Registry gated_registry(const std::shared_ptr<Gate>& gate) {
  Registry registry = make_registry();
  const auto make_scalar = registry.solver("density", Backend::scalar)->create;
  registry.add({"density", Backend::cpu, "", [gate, make_scalar](const SolverOptions& options, std::string& error) {
                  const auto faults = std::make_shared<Faults>();
                  faults->before_step = [gate] { gate->pass(); };
                  return std::make_unique<BrittleSolver>(make_scalar(options, error), faults);
                }});
  return registry;
}

}  // namespace

TEST_CASE("steps in the background with paint between them give the same world as steps in the foreground") {
  const Registry registry = make_registry();
  for (const Backend backend : {Backend::scalar, Backend::cpu}) {
    Session behind = mixed_session(registry, backend, 300, 200), at_once = mixed_session(registry, backend, 300, 200);
    for (int i = 0; i < 20; ++i) {
      REQUIRE(behind.begin_steps(3));
      REQUIRE(behind.execute(command::Paint{stroke_at(10 * i, 5 * i)}).ok);
      REQUIRE(behind.execute(command::Paint{stroke_at(200 - 7 * i, 4 * i)}).ok);
      at_once.execute(command::Step{3});
      at_once.execute(command::Paint{stroke_at(10 * i, 5 * i)});
      at_once.execute(command::Paint{stroke_at(200 - 7 * i, 4 * i)});
      REQUIRE(behind.step_count() == at_once.step_count());
    }
    CHECK(behind.hash() == at_once.hash());
    CHECK(behind.stats().steps == at_once.stats().steps);
  }
}

TEST_CASE("while steps are under way the view shows the world before them, and paint at once") {
  const auto gate = std::make_shared<Gate>();
  const Registry registry = gated_registry(gate);
  Session session = mixed_session(registry, Backend::cpu, 60, 40);
  const World before = session.download();
  gate->close();
  REQUIRE(session.begin_steps(2));
  REQUIRE(session.stepping());
  const CellView view = session.view();
  REQUIRE(view.memory() != nullptr);
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 60; ++x) REQUIRE(view.memory()->cells.at(x, y) == before.cell(x, y));
  const std::uint64_t generation = view.generation;
  REQUIRE(session.execute(command::Paint{RectEdit{{0, 0}, {10, 10}, 2, {}}}).ok);
  REQUIRE(session.stepping());
  CHECK(session.view().memory()->cells.at(5, 5) == 2);
  CHECK(session.view().generation != generation);
  gate->open();
  CHECK_FALSE(std::ranges::equal(session.download().cells(), before.cells()));  // waits
  CHECK_FALSE(session.stepping());
  CHECK(session.step_count() == 2);
}

TEST_CASE("activity is in the view while steps are under way, from the first of them on") {
  const Registry registry = make_registry();
  Session session = mixed_session(registry, Backend::cpu, 700, 700);
  for (const bool wanted : {false, true, true, false, true}) {
    if (session.keeps_activity() != wanted) REQUIRE(session.keep_activity(wanted));
    for (int i = 0; i < 2; ++i) {
      REQUIRE(session.begin_steps(2));
      CHECK(session.view().activity.present() == wanted);
      session.hash();  // waits
      CHECK(session.view().activity.present() == wanted);
    }
  }
}

TEST_CASE("every command but Paint waits for the steps under way") {
  const Registry registry = make_registry();
  Session session = mixed_session(registry, Backend::cpu, 400, 400);
  const auto hash_after = [&](const Command& command) {
    session.execute(command::Reset{});
    REQUIRE(session.begin_steps(10));
    session.execute(command);
    CHECK_FALSE(session.stepping());
    return session.hash();
  };
  Session reference = mixed_session(registry, Backend::cpu, 400, 400);
  reference.execute(command::Step{10});
  CHECK(hash_after(command::SwitchSolver{"density", Backend::scalar}) == reference.hash());
  reference.execute(command::ResizeWorld{300, 350});
  CHECK(hash_after(command::ResizeWorld{300, 350}) == reference.hash());
}

TEST_CASE("an impossible edit is refused while steps are under way too") {
  const Registry registry = make_registry();
  Session session = mixed_session(registry, Backend::cpu, 100, 100);
  REQUIRE(session.begin_steps(1));
  CHECK_FALSE(session.execute(command::Paint{RectEdit{{0, 0}, {1, 1}, 255, {}}}).ok);
}

TEST_CASE("amounts that are painted while water steps in the background are not lost") {
  const Registry registry = make_registry();
  Session behind(registry, density_world(), {}), at_once(registry, density_world(), {});
  for (Session* session : {&behind, &at_once}) {
    REQUIRE(session->execute(command::LoadScene{"dam-break", 200, 100, 1}).ok);
    REQUIRE(session->automaton() == "water");
  }
  const AmountEdit edit = amount_stroke(stroke_at(150, 20), Plane::mass, kFullCell, 200, 100);
  for (int i = 0; i < 5; ++i) {
    REQUIRE(behind.begin_steps(4));
    behind.execute(command::Paint{edit});
    at_once.execute(command::Step{4});
    at_once.execute(command::Paint{edit});
  }
  CHECK(behind.hash() == at_once.hash());
}

TEST_CASE("a session can end while steps are under way") {
  const Registry registry = make_registry();
  Session session = mixed_session(registry, Backend::cpu, 2000, 1000);
  REQUIRE(session.begin_steps(3));
}

}  // namespace repose::test
