#include "cli/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

#include "cli/failure.hpp"
#include "cli/stop_signals.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/scene.hpp"

namespace repose::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kSeed = 1;
// The rules of scenes that name none: those of the published figures.
constexpr std::string_view kRulesOfScenes = "density-world.cfg";
// Every solver is measured over the same steps of the same world, because steps get cheaper when a world comes to rest.
constexpr std::uint64_t kWarmUpSteps = 8;
constexpr std::uint64_t kWindowSteps = 64;
constexpr int kRoundsMin = 3, kRoundsMax = 9;
constexpr std::size_t kCopyBytes = std::size_t{256} << 20;  // far larger than any cache
constexpr int kVerifyWidth = 257, kVerifyHeight = 129;      // not a multiple of chunk or vector sizes
constexpr std::uint64_t kVerifySteps = 100, kVerifyPiece = 50;
constexpr std::uint64_t kChurnSteps = 256;  // the scene promises changes within this number of steps
constexpr int kChurnSide = 256;
constexpr double kPieceSeconds = 0.1;  // longest wait for Ctrl+C, unless a step takes longer

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

void check_stop() { StopSignals::check("before the benchmark was complete"); }

StepSpan span_of(std::uint64_t first, std::uint64_t count) {
  StepSpan span;
  span.first_step = first;
  span.count = count;
  span.seed = kSeed;
  return span;
}

// A scene with the rules that it runs on.
struct Setting {
  const Scene* scene;
  Ruleset ruleset;

  World world(int width, int height) const {
    World world(width, height);
    if (const Status filled = scene->fill(world, ruleset, kSeed); !filled) refuse(filled.message());
    return world;
  }
};

Ruleset read_rules(const Scene& scene) {
  if (const Ruleset* own = scene_ruleset(scene.name)) return *own;
  const std::string file = "configs/" + std::string(scene.config.empty() ? kRulesOfScenes : scene.config);
  const auto path = find_data(file);
  if (!path) refuse(fmt::format("{} is missing; the scene {} needs it", file, scene.name));
  ConfigResult config = read_config_file(*path);
  if (!config.ruleset) refuse(fmt::format("{} cannot be read", path->string()));
  return std::move(*config.ruleset);
}

Setting find_setting(const std::string& name) {
  const Scene* scene = find_scene(name);
  if (scene == nullptr) refuse(fmt::format("--scene: there is no scene '{}'", name));
  return {scene, read_rules(*scene)};
}

// One thread's memcpy.
class CopyMeter {
 public:
  CopyMeter() : from_(kCopyBytes, 1), to_(kCopyBytes) {}

  double bytes_per_s() {
    const auto start = Clock::now();
    std::memcpy(to_.data(), from_.data(), kCopyBytes);
    const double seconds = seconds_since(start);
    from_[0] = static_cast<std::uint8_t>(to_[kCopyBytes - 1] + 1);  // so that the compiler removes no copy
    all_.push_back(static_cast<double>(kCopyBytes) / seconds);
    return all_.back();
  }
  double median_bytes_per_s() const { return all_.empty() ? 0 : median(all_); }

 private:
  std::vector<std::uint8_t> from_, to_;
  std::vector<double> all_;
};

// One solver with one number of threads: a row of the result.
struct Contender {
  const SolverEntry* entry;
  int threads;
  bool skip_settled = true;

  SolverOptions options() const { return {threads, skip_settled}; }
};

std::unique_ptr<Solver> prepare(const Contender& contender, const Setting& setting, const World& world,
                                std::string& error) {
  std::unique_ptr<Solver> solver = contender.entry->create(contender.options(), error);
  if (!solver) return nullptr;
  Status status = solver->load(setting.ruleset);
  if (status) status = solver->upload(world);
  if (status) return solver;
  error = status.message();
  return nullptr;
}

// True if the automaton cannot run these rules.
bool refuses(const Setting& setting, const Contender& contender) {
  std::string error;
  const std::unique_ptr<Solver> solver = contender.entry->create(contender.options(), error);
  return solver && !solver->load(setting.ruleset).ok();
}

// The hash after the verified run; empty, with `error`, if the run failed.
std::optional<std::uint64_t> verified_hash(const Contender& contender, const Setting& setting, std::string& error) {
  const auto solver = prepare(contender, setting, setting.world(kVerifyWidth, kVerifyHeight), error);
  if (!solver) return std::nullopt;
  for (std::uint64_t step = 0; step < kVerifySteps; step += kVerifyPiece) {
    check_stop();
    solver->step(span_of(step, kVerifyPiece));
  }
  World world;
  solver->download(world);
  return hash_world(world, solver->state_planes());
}

// Seconds of one window of steps from a fresh world, and the cells that were active, on average.
struct Window {
  double seconds = 0, active_cells = 0;
};

// The densest element, poured from a place away from the middle.
Edit held_brush(const Ruleset& ruleset, const World& world) {
  constexpr int kBrush = 12;  // cells
  const auto densest =
      std::ranges::max_element(ruleset.elements, {}, [](const Element& e) { return is_wall(e) ? 0 : e.density_byte; });
  const CellPoint at{world.width() / 4, world.height() / 2};
  return StrokeEdit{at, at, kBrush, BrushShape::round, static_cast<std::uint8_t>(densest - ruleset.elements.begin()),
                    {}};
}

// Takes up to `piece` steps in a call, and looks for Ctrl+C between two calls.
void take_steps(Solver& solver, std::uint64_t first, std::uint64_t count, std::uint64_t piece,
                const std::optional<Edit>& brush) {
  if (brush) piece = 1;
  for (std::uint64_t k = 0; k < count; k += piece) {
    check_stop();
    if (brush) solver.apply(*brush);
    solver.step(span_of(first + k, std::min(piece, count - k)));
  }
}

Window measure_window(Solver& solver, Backend backend, const World& start_world, const std::optional<Edit>& brush) {
  World sink;
  [[maybe_unused]] const Status uploaded = solver.upload(start_world);  // it succeeded before
  const auto warm_up_start = Clock::now();
  take_steps(solver, 0, kWarmUpSteps, 1, {});
  if (backend == Backend::gpu) solver.download(sink);
  const double steps_in_piece = kPieceSeconds * kWarmUpSteps / seconds_since(warm_up_start);
  const auto piece = static_cast<std::uint64_t>(std::clamp<double>(steps_in_piece, 1, kWindowSteps));
  const auto active_before = static_cast<double>(solver.stats().active_cells);
  const auto start = Clock::now();
  take_steps(solver, kWarmUpSteps, kWindowSteps, piece, brush);
  if (backend == Backend::gpu) solver.download(sink);  // waits for queued steps; costs little compared with the steps
  const double seconds = seconds_since(start);
  return {seconds, (active_before + static_cast<double>(solver.stats().active_cells)) / 2};
}

struct Rounds {
  std::vector<double> cells_per_s, copies, active;
  std::uint64_t windows = 0;
};

// Measures as many windows as fit into `seconds`, uploads included. Returns how many seconds they took.
double measure_round(Solver& solver, Backend backend, const World& world, double seconds,
                     const std::optional<Edit>& brush, Rounds& rounds) {
  const auto start = Clock::now();
  double stepping = 0, active = 0, windows = 0;
  do {
    const Window window = measure_window(solver, backend, world, brush);
    stepping += window.seconds;
    active += window.active_cells;
    ++windows;
  } while (seconds_since(start) < seconds);
  rounds.cells_per_s.push_back(static_cast<double>(world.cell_count() * kWindowSteps) * windows / stepping);
  rounds.active.push_back(active / windows);
  rounds.windows += static_cast<std::uint64_t>(windows);
  return seconds_since(start);
}

// Each round measures a copy, then the solver, then the yardstick, if there is one.
Rounds measure_rounds(Solver& solver, Backend backend, const World& world, double seconds,
                      const std::optional<Edit>& brush, CopyMeter& copy, Solver* yardstick, Rounds& yardstick_rounds) {
  Rounds rounds;
  double total = 0;
  for (int round = 0; round < kRoundsMax && (round < kRoundsMin || total < kRoundsMax * seconds); ++round) {
    rounds.copies.push_back(copy.bytes_per_s());
    total += measure_round(solver, backend, world, seconds, brush, rounds);
    if (yardstick == nullptr) continue;
    yardstick_rounds.copies.push_back(rounds.copies.back());
    measure_round(*yardstick, backend, world, seconds, brush, yardstick_rounds);
  }
  return rounds;
}

BenchRow summarise(const Rounds& rounds, const World& world) {
  BenchRow row;
  const auto [least, most] = std::ranges::minmax(rounds.cells_per_s);
  row.width = world.width();
  row.height = world.height();
  row.steps = rounds.windows * kWindowSteps;
  row.cells_per_s = median(rounds.cells_per_s);
  row.spread = (most - least) / row.cells_per_s;
  row.ratio_to_copy = row.cells_per_s / median(rounds.copies);
  const double active = median(rounds.active);
  if (active > 0) row.ns_per_active_cell = 1e9 / row.cells_per_s * static_cast<double>(world.cell_count()) / active;
  return row;
}

std::vector<Contender> find_contenders(const Registry& registry, const BenchOptions& options) {
  if (!options.automaton.empty() && registry.automaton(options.automaton) == nullptr) {
    refuse(fmt::format("--automaton: there is no automaton '{}'", options.automaton));
  }
  std::vector<Contender> contenders;
  for (const SolverEntry& entry : registry.solvers()) {
    if (!options.automaton.empty() && entry.automaton != options.automaton) continue;
    if (options.backend && entry.backend != *options.backend) continue;
    if (!entry.available()) {
      if (!options.backend) continue;
      refuse(fmt::format("--backend: {} cannot run here: {}", backend_name(entry.backend), entry.unavailable));
    }
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const bool both = entry.backend == Backend::cpu && options.threads == 0 && cores > 1;
    if (entry.backend != Backend::cpu || options.threads == 0) contenders.push_back({&entry, 1});
    if (both) contenders.push_back({&entry, cores});
    if (entry.backend == Backend::cpu && options.threads > 0) contenders.push_back({&entry, options.threads});
    if (entry.backend != Backend::cpu || !options.without_skipping) continue;
    for (std::size_t i = 0, count = contenders.size(); i < count; ++i) {
      if (contenders[i].entry == &entry) contenders.push_back({&entry, contenders[i].threads, false});
    }
  }
  return contenders;
}

// The share of the cells of `churn` that change at least once in 256 steps.
double churn_changed_share(const Contender& contender) {
  const Setting setting = find_setting("churn");
  std::string error;
  const auto solver = prepare(contender, setting, setting.world(kChurnSide, kChurnSide), error);
  if (!solver) refuse(error);
  std::vector<bool> changed(std::size_t{kChurnSide} * kChurnSide);
  World before, after;
  solver->step(span_of(0, kChurnSteps));  // skips the start, in which everything moves
  solver->download(before);
  for (std::uint64_t k = 0; k < kChurnSteps; ++k) {
    check_stop();
    solver->step(span_of(kChurnSteps + k, 1));
    solver->download(after);
    for (std::size_t i = 0; i < changed.size(); ++i) changed[i] = changed[i] || after.cells()[i] != before.cells()[i];
    std::swap(before, after);
  }
  return static_cast<double>(std::ranges::count(changed, true)) / static_cast<double>(changed.size());
}

class Bench {
 public:
  Bench(const Registry& registry, const BenchOptions& options, const BenchProgress& progress)
      : registry_(registry), options_(options), progress_(progress) {}

  BenchReport run() {
    report_.machine = describe_machine();
    const std::vector<Contender> contenders = find_contenders(registry_, options_);
    std::vector<Setting> settings;
    for (const std::string& name : scene_names()) settings.push_back(find_setting(name));
    for (const Setting& setting : settings) run_scene(setting, contenders);
    report_.copy_bytes_per_s = copy_.median_bytes_per_s();
    return std::move(report_);
  }

 private:
  std::vector<std::string> scene_names() const {
    if (!options_.scene.empty()) return {options_.scene};
    return {"mixed", "churn", "settled"};
  }

  void run_scene(const Setting& setting, const std::vector<Contender>& contenders) {
    const World world = setting.world(options_.width, options_.height);
    bool any = false;
    for (const Contender& contender : contenders) {
      if (!setting.scene->automaton.empty() && setting.scene->automaton != contender.entry->automaton) continue;
      run_row(setting, world, contender);
      any = true;
    }
    if (any && setting.scene->name == "churn") report_.churn_changed_share = churn_changed_share(contenders.front());
  }

  void run_row(const Setting& setting, const World& world, const Contender& contender) {
    const std::string scene(setting.scene->name), automaton(contender.entry->automaton);
    const std::string backend(backend_name(contender.entry->backend));
    progress_(fmt::format("{}: {} on {}, threads: {}", scene, automaton, backend, contender.threads));
    std::string error;
    if (options_.automaton.empty() && refuses(setting, contender))
      return;  // rules of another dialect: nothing to measure
    const auto hash = verify(setting, contender, error);
    const auto solver = hash ? prepare(contender, setting, world, error) : nullptr;
    if (!solver) {
      report_.failures.push_back({scene, automaton, backend, error});
      return;
    }
    std::optional<Edit> brush;
    if (options_.with_brush) brush = held_brush(setting.ruleset, world);
    const auto yardstick = make_yardstick(setting, world, contender);
    Rounds yardstick_rounds;
    BenchRow row = summarise(measure_rounds(*solver, contender.entry->backend, world, options_.seconds, brush, copy_,
                                            yardstick.get(), yardstick_rounds),
                             world);
    row.scene = scene;
    row.automaton = automaton;
    row.backend = backend;
    row.threads = contender.threads;
    row.skip_settled = contender.skip_settled;
    row.hash = fmt::format("{:016x}", *hash);
    if (!yardstick) return report_.rows.push_back(std::move(row));
    BenchRow beside = summarise(yardstick_rounds, world);
    beside.scene = scene;
    beside.automaton = automaton;
    beside.backend = "yardstick";
    beside.hash = row.hash;
    row.ratio_to_yardstick = row.cells_per_s / beside.cells_per_s;
    report_.rows.push_back(std::move(row));
    report_.rows.push_back(std::move(beside));
  }

  // Null if the solver has no yardstick, or if the yardstick cannot be created or gives other results: then the report
  // leaves it out.
  std::unique_ptr<Solver> make_yardstick(const Setting& setting, const World& world, const Contender& contender) const {
    if (!options_.yardstick || options_.with_brush || contender.entry->backend != Backend::gpu ||
        contender.entry->automaton != options_.yardstick->automaton) {
      return nullptr;
    }
    const Contender yardstick{&*options_.yardstick, 1};
    std::string error;
    return verify(setting, yardstick, error) ? prepare(yardstick, setting, world, error) : nullptr;
  }

  std::optional<std::uint64_t> verify(const Setting& setting, const Contender& contender, std::string& error) const {
    const auto hash = verified_hash(contender, setting, error);
    const SolverEntry* scalar = registry_.solver(contender.entry->automaton, Backend::scalar);
    const bool exact = registry_.automaton(contender.entry->automaton)->determinism == Determinism::exact;
    if (!hash || !exact || contender.entry == scalar) return hash;
    const auto expected = verified_hash({scalar, 1}, setting, error);
    if (expected == hash) return hash;
    error = fmt::format("gives other results than scalar: hash {:016x}, expected {:016x}", *hash, expected.value_or(0));
    return std::nullopt;
  }

  const Registry& registry_;
  const BenchOptions& options_;
  const BenchProgress& progress_;
  CopyMeter copy_;
  BenchReport report_;
};

}  // namespace

BenchReport run_bench(const Registry& registry, const BenchOptions& options, const BenchProgress& progress) {
  return Bench(registry, options, progress).run();
}

}  // namespace repose::cli
