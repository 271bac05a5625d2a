// Every command, with every single allocation in it failing: the command is refused with a sentence, and the session is
// as it was.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>
#include <thread>

#include "repose/session.hpp"
#include "session/comparison.hpp"
#include "small_rules.hpp"
#include "support.hpp"

// ---- `new` that fails at a chosen call, in this whole program and on every thread ----

namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};
std::atomic<std::uint64_t> calls{0}, failures{0}, first_failing{kNever};
std::atomic<bool> fails_on{false};
std::atomic<std::size_t> least{0};

bool fails_now(std::size_t bytes) {
  const std::uint64_t first = first_failing.load(std::memory_order_relaxed);
  if (first == kNever || bytes < least.load()) return false;
  const std::uint64_t call = calls.fetch_add(1);
  if (call != first && !(fails_on.load() && call > first)) return false;
  ++failures;
  return true;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (!fails_now(bytes)) {
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* const memory = alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, rounded)
                                                               : std::malloc(bytes > 0 ? bytes : 1);
    if (memory != nullptr) return memory;
  }
  throw std::bad_alloc();
}

void* allocate_or_null(std::size_t bytes) noexcept {
  try {
    return allocate(bytes, 1);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate_or_null(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate_or_null(bytes); }
void* operator new(std::size_t bytes) { return allocate(bytes, 1); }
void* operator new[](std::size_t bytes) { return allocate(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
// GCC does not see that `new` above is malloc.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace repose::test {

namespace {

enum class Failing : std::uint8_t {
  once,         // one call fails, later ones succeed
  from_then_on  // that call and all later ones fail, until the object is destroyed
};

// While it exists, the call of `new` number `index` fails, counted from 0. Calls for fewer than `bytes_min` bytes do
// not count and do not fail.
class FailingAllocations {
 public:
  FailingAllocations(std::uint64_t index, Failing failing, std::size_t bytes_min) {
    calls = failures = 0;
    least = bytes_min;
    fails_on = failing == Failing::from_then_on;
    first_failing = index;
  }
  ~FailingAllocations() { first_failing = kNever; }
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;

  // How many calls have failed.
  std::uint64_t failed() const { return failures; }
};

// What must not change when a command is refused.
struct Seen {
  std::uint64_t hash = 0, step = 0;
  int width = 0, height = 0;
  std::string automaton, rules, scene, undo, redo;
  Backend backend = Backend::cpu;
  bool ledger = false;
  ParameterValues parameters;
  std::uint64_t oldest = 0, now = 0, newest = 0;

  bool operator==(const Seen&) const = default;
};

Seen look_at(const Session& session) {
  const TimelineFacts line = session.timeline();
  return {session.hash(),
          session.step_count(),
          session.width(),
          session.height(),
          std::string(session.automaton()),
          session.ruleset().text,
          session.scene(),
          session.history().undo_title,
          session.history().redo_title,
          session.backend(),
          session.ledger().has_value(),
          session.run_settings().parameters,
          line.oldest,
          line.now,
          line.newest};
}

using Prepare = std::function<void(Session&)>;

// A small world with a history: something can be undone, done again and rewound.
class Bench {
 public:
  Bench(std::string automaton, Backend backend) : automaton_(std::move(automaton)), backend_(backend) {
    rules_ = share_rules(
        *read_config_file(write_text(folder_ / "small.cfg", "automaton " + automaton_ + "\n" + kSmallRules)).ruleset);
  }

  std::filesystem::path file(std::string_view name) const { return folder_ / name; }

  std::unique_ptr<Session> make(const Prepare& prepare) const {
    auto session = std::make_unique<Session>(registry_, rules_, SessionOptions{.seed = 5, .threads = 1});
    REQUIRE(session->automaton() == automaton_);
    must(*session, command::LoadScene{"mixed", 24, 20, {}});
    must(*session, command::SwitchSolver{automaton_, backend_});
    session->keep_history(HistoryLimits{.keyframe_steps = 4});
    must(*session, command::Step{6});
    prepare(*session);
    return session;
  }

  static void must(Session& session, const Command& command) {
    const CommandResult result = session.execute(command);
    INFO(result.message);
    REQUIRE(result.ok);
  }

 private:
  TemporaryFolder folder_;
  Registry registry_ = make_registry();
  LoadedRules rules_;
  std::string automaton_;
  Backend backend_;
};

constexpr std::uint64_t kCallsMax = 100'000;

// Lets every call of `new` within the command fail in turn. Returns how many there are.
std::uint64_t sweep(const Bench& bench, const Prepare& prepare, const Command& command, Failing failing,
                    std::size_t bytes_min) {
  auto done = bench.make(prepare);
  const Seen before = look_at(*done);
  Bench::must(*done, command);
  const Seen after = look_at(*done);
  Bench::must(*done, command::Step{3});
  const std::uint64_t hash_later = done->hash();
  done.reset();

  auto session = bench.make(prepare);
  std::uint64_t call = 0;
  for (; call < kCallsMax; call += failing == Failing::once ? 1 : 5) {
    CommandResult result;
    std::uint64_t failed = 0;
    {
      const FailingAllocations failures(call, failing, bytes_min);
      result = session->execute(command);
      failed = failures.failed();
    }
    session->recover();
    INFO("call " << call << " of new failed: " << result.message);
    REQUIRE(look_at(*session) == (result.ok ? after : before));
    if (!result.ok) REQUIRE_FALSE(result.message.empty());
    if (failed == 0) break;
    if (!result.ok && call % 64 != 0) continue;
    if (!result.ok) Bench::must(*session, command);
    Bench::must(*session, command::Step{3});
    REQUIRE(session->hash() == hash_later);
    session = bench.make(prepare);
  }
  REQUIRE(call < kCallsMax);
  return call;
}

const Prepare kNothing = [](Session&) {};

StrokeEdit stroke(std::uint8_t element) { return {{3, 3}, {15, 8}, 4, BrushShape::round, element, {}}; }

void try_command(const Bench& bench, const Command& command, const Prepare& prepare = kNothing,
                 std::size_t bytes_min = 0) {
  sweep(bench, prepare, command, Failing::once, bytes_min);
  sweep(bench, prepare, command, Failing::from_then_on, bytes_min);
}

}  // namespace

TEST_CASE("a command that runs out of memory changes nothing") {
  const Bench bench("conserving", Backend::cpu);
  const auto after = [](std::vector<Command> commands) -> Prepare {
    return [=](Session& session) {
      for (const Command& command : commands) Bench::must(session, command);
    };
  };
  const Command paint = command::Paint{stroke(2)};
  const auto clip = std::make_shared<const Clip>(*bench.make(after({paint}))->copy({2, 2}, {16, 12}));
  const Prepare few_keyframes = [&](Session& session) {
    session.keep_history(HistoryLimits{.keyframe_steps = 1000});
    after({command::Step{10}, paint, command::Step{9}})(session);
  };
  struct Row {
    const char* name;
    Command command;
    Prepare prepare = kNothing;
  };
  const Row rows[] = {
      {"steps", command::Step{9}},
      {"steps in the past", command::Step{5},
       after({paint, command::NewWorld{20, 16}, command::Step{2}, command::SeekTime{3}})},
      {"a stroke", paint},
      {"a stroke that goes on", command::Paint{stroke(3), true}, after({paint})},
      {"a stroke in the past", command::Paint{stroke(3)}, after({command::SeekTime{3}})},
      {"a fill", command::Fill{{{1, 1}}, 2, {}, {}}},
      {"erasing a rectangle", command::EraseRect{{2, 2}, {12, 19}}},
      {"pasting", command::PasteClip{clip, {5, 7}, false, {}}},
      {"a new world", command::NewWorld{40, 30}},
      {"another size", command::ResizeWorld{40, 18}},
      {"a turn", command::TurnWorld{}},
      {"a shake", command::Shake{3}},
      {"a shake that goes on", command::Shake{3, 1, 2, true}, after({command::Shake{2}})},
      {"a scene", command::LoadScene{"hourglass", 40, 30, {}, true}},
      {"a given world", command::PutWorld{World(30, 12)}},
      {"an empty world", command::Clear{}},
      {"the start", command::Reset{}},
      {"undoing", command::Undo{}, after({paint})},
      {"doing again", command::Redo{}, after({paint, command::Undo{}})},
      {"going back in time", command::SeekTime{2}},
      {"going back through inputs", command::SeekTime{22}, few_keyframes},
      {"a parameter", command::SetParameter{"flow", 7}},
      {"a ledger", command::KeepLedger{true}},
      {"another config", command::LoadConfigText{kSmallRules, "small.cfg"}},
      {"the config again", command::ReloadConfig{}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    try_command(bench, row.command, row.prepare);
  }
}

TEST_CASE("steps in the background that run out of memory are taken or not begun") {
  const Bench bench("conserving", Backend::cpu);
  for (const Failing failing : {Failing::once, Failing::from_then_on}) {
    auto session = bench.make(kNothing);
    const Seen before = look_at(*session);
    Bench::must(*session, command::Step{9});
    const std::uint64_t hash_after = session->hash();
    for (std::uint64_t call = 0, failed = 1; failed > 0; ++call) {
      session = bench.make(kNothing);
      bool begun = false;
      {
        const FailingAllocations failures(call, failing, 0);
        begun = session->begin_steps(9);
        while (session->stepping()) std::this_thread::yield();
        failed = failures.failed();
      }
      session->recover();
      INFO("call " << call << " of new failed");
      if (begun) {
        REQUIRE(session->hash() == hash_after);
        Bench::must(*session, command::SeekTime{before.now});
      }
      REQUIRE(session->hash() == before.hash);
      REQUIRE(session->step_count() == before.step);
    }
  }
}

TEST_CASE("a twin that runs out of memory catches up or ends the comparison") {
  const Bench bench("conserving", Backend::cpu);
  std::uint64_t failed = 1;
  for (std::uint64_t call = 0; failed > 0; ++call) {
    auto session = bench.make(kNothing);
    std::string error;
    std::unique_ptr<Comparison> comparison;
    bool stepped = false;
    {
      const FailingAllocations failures(call, Failing::once, 0);
      try {
        comparison = Comparison::begin(*session, "conserving", Backend::scalar, 1, error);
      } catch (const std::bad_alloc&) {
      }
      stepped = session->execute(command::Step{4}).ok;
      failed = failures.failed();
    }
    INFO("call " << call << " of new failed");
    REQUIRE(session->step_count() == (stepped ? 10 : 6));
    if (!comparison) continue;
    REQUIRE(comparison->look_now());
    REQUIRE(comparison->differences()->cells == 0);
    REQUIRE(comparison->twin().step_count() == session->step_count());
  }
}

TEST_CASE("without a history, a step that runs out of memory leaves the start") {
  const Bench bench("tiles", Backend::cpu);
  auto session = bench.make(kNothing);
  Bench::must(*session, command::Reset{});
  session->keep_history(std::nullopt);
  const std::uint64_t start = session->hash();
  std::uint64_t failed = 1;
  for (std::uint64_t call = 0; failed > 0; ++call) {
    bool ok = false;
    {
      const FailingAllocations failures(call, Failing::once, 0);
      ok = session->execute(command::Step{4}).ok;
      failed = failures.failed();
    }
    if (!ok) {
      CHECK_FALSE(session->execute(command::Step{1}).ok);
      REQUIRE(session->recover());
    } else {
      Bench::must(*session, command::Reset{});
    }
    REQUIRE(session->hash() == start);
    REQUIRE(session->step_count() == 0);
  }
}

TEST_CASE("files and pictures that run out of memory change nothing") {
  // std::filesystem ends the program when there is no memory for a path.
  const auto try_file = [](const Bench& bench, const Command& command) { try_command(bench, command, kNothing, 512); };
  const Bench bench("conserving", Backend::cpu);
  const auto session = bench.make([](Session& s) { Bench::must(s, command::Paint{stroke(2)}); });
  SECTION("a world") {
    try_file(bench, command::SaveWorld{bench.file("a.repose")});
    Bench::must(*session, command::SaveWorld{bench.file("b.repose")});
    try_file(bench, command::LoadWorld{bench.file("b.repose"), {}, {}});
  }
  SECTION("a picture") {
    try_file(bench, command::SavePicture{bench.file("a.png")});
    Bench::must(*session, command::SavePicture{bench.file("b.png")});
    try_file(bench, command::LoadPicture{bench.file("b.png"), true});
  }
  SECTION("a replay") {
    try_file(bench, command::SaveReplay{bench.file("a.replay"), {}, false});
    Bench::must(*session, command::SaveReplay{bench.file("b.replay"), {}, false});
    try_file(bench, command::LoadReplay{bench.file("b.replay")});
  }
}

TEST_CASE("every solver that runs out of memory leaves its world as it was") {
  const Registry registry = make_registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    for (const Backend backend : {Backend::scalar, Backend::cpu}) {
      DYNAMIC_SECTION(automaton.name << " on " << backend_name(backend)) {
        const Bench bench(std::string(automaton.name), backend);
        const Backend other = backend == Backend::cpu ? Backend::scalar : Backend::cpu;
        try_command(bench, command::Step{3});
        try_command(bench, command::Paint{stroke(1)});
        try_command(bench, command::Undo{}, [](Session& s) { Bench::must(s, command::Paint{stroke(1)}); });
        try_command(bench, command::SwitchSolver{std::string(automaton.name), other});
        try_command(bench, command::KeepLedger{true});
      }
    }
  }
}

}  // namespace repose::test
