#include "cli/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "cli/bench_rounds.hpp"
#include "cli/failure.hpp"
#include "platform/terminal.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/scene.hpp"

namespace repose::cli {

namespace {

// The rules of scenes that name none: those of the published figures.
constexpr std::string_view kRulesOfScenes = "density-world.cfg";
constexpr int kVerifyWidth = 257, kVerifyHeight = 129;  // not a multiple of chunk or vector sizes
constexpr std::uint64_t kVerifySteps = 100, kVerifyPiece = 50;
constexpr std::uint64_t kChurnSteps = 256;  // the scene promises changes within this number of steps
constexpr int kChurnSide = 256;

// A scene with the rules that it runs on.
struct Setting {
  const Scene* scene;
  Ruleset ruleset;

  World world(int width, int height) const {
    World world(width, height);
    if (const Status filled = scene->fill(world, ruleset, kBenchSeed); !filled) refuse(filled.message());
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
    check_bench_stop();
    solver->step(bench_span(step, kVerifyPiece));
  }
  World world;
  solver->download(world);
  return hash_world(world, solver->state_planes());
}

// The densest element, poured from a place away from the middle.
Edit held_brush(const Ruleset& ruleset, const World& world) {
  constexpr int kBrush = 12;  // cells
  const auto densest =
      std::ranges::max_element(ruleset.elements, {}, [](const Element& e) { return is_wall(e) ? 0 : e.density_byte; });
  const CellPoint at{world.width() / 4, world.height() / 2};
  return StrokeEdit{at, at, kBrush, BrushShape::round, static_cast<std::uint8_t>(densest - ruleset.elements.begin()),
                    {}};
}

BenchRow summarise(const Rounds& rounds, const World& world) {
  BenchRow row;
  const auto [least, most] = std::ranges::minmax(rounds.cells_per_s);
  row.width = world.width();
  row.height = world.height();
  row.steps = rounds.steps;
  row.cells_per_s = median(rounds.cells_per_s);
  row.spread = (most - least) / row.cells_per_s;
  row.ratio_to_copy = row.cells_per_s / median(rounds.copies);
  if (!rounds.gpu_copies.empty()) row.ratio_to_gpu_copy = row.cells_per_s / median(rounds.gpu_copies);
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
  solver->step(bench_span(0, kChurnSteps));  // skips the start, in which everything moves
  solver->download(before);
  for (std::uint64_t k = 0; k < kChurnSteps; ++k) {
    check_bench_stop();
    solver->step(bench_span(kChurnSteps + k, 1));
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
    const auto yardstick = make_yardstick(setting, world, contender);
    for (const std::uint64_t steps : options_.steps_per_call) {
      RoundPlan plan{.seconds = options_.seconds, .steps = options_.steps, .steps_per_call = steps, .copy = &copy_};
      if (options_.with_brush) plan.brush = held_brush(setting.ruleset, world);
      if (contender.entry->backend == Backend::gpu) plan.gpu = options_.gpu;
      plan.yardstick = yardstick.get();
      const MeasuredRounds rounds = measure_rounds(*solver, world, plan);
      BenchRow row = summarise(rounds.solver, world);
      if (!rounds.solver.gpu_copies.empty()) report_.gpu_copy_bytes_per_s = median(rounds.solver.gpu_copies);
      row.scene = scene;
      row.automaton = automaton;
      row.backend = backend;
      row.threads = contender.threads;
      row.skip_settled = contender.skip_settled;
      row.steps_per_call = steps;
      row.hash = fmt::format("{:016x}", *hash);
      add_rows(std::move(row), yardstick ? &rounds.yardstick : nullptr, world);
    }
  }

  // The row, and one for the yardstick if it was measured.
  void add_rows(BenchRow row, const Rounds* yardstick_rounds, const World& world) {
    if (yardstick_rounds == nullptr) return report_.rows.push_back(std::move(row));
    BenchRow beside = summarise(*yardstick_rounds, world);
    beside.scene = row.scene;
    beside.automaton = row.automaton;
    beside.backend = "yardstick";
    beside.steps_per_call = row.steps_per_call;
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
