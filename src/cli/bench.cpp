// `repose-cli bench`: scenes x solvers on one machine. Compares each solver with scalar before it is measured, leaves
// out the warm-up, and measures a plain memory copy alternately with each row, so that ratios are usable on a busy
// machine.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>
#include <tuple>

#include "cli/verbs.hpp"
#include "platform/machine.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/scene.hpp"

namespace repose::cli {

namespace {

// A scene with what it is measured with.
struct BenchWorld {
  std::string scene;
  WorldSize size{1024, 1024};          // cells
  std::string config = {};             // path of the rules; empty = those of the scene, else of kRulesOfScenes
  std::optional<WorldSize> tile = {};  // the scene, made at `size`, is repeated until it fills this
  bool bursts = true;                  // false: background in place of explosives
};

struct BenchPlan {
  std::optional<BenchWorld> world;  // empty = the standard worlds
  std::optional<WorldSize> size;    // of the standard worlds; empty = their own
  std::string automaton;            // empty = all
  std::optional<Backend> backend;   // empty = all that run here
  int threads = 0;                  // of the cpu backend; 0 = a row for one thread and a row for one per core
  bool without_skipping = false;    // a second row for the cpu backend, with SolverOptions::skip_settled off
  bool with_brush = false;          // one step at a time, with a dab of the brush before each
  double seconds = 0.2;             // of each repetition
  std::uint64_t steps = 64;         // of each window, after the warm-up
  // A row for each: how many steps a call takes. 0 = as many as take a tenth of a second, at most 64.
  std::vector<std::uint64_t> steps_per_call = {0};
  bench::GpuMeter* gpu = nullptr;        // not null when there is a GL context
  std::optional<SolverEntry> yardstick;  // the gpu backend of its automaton is measured against it
};

struct BenchRow {
  std::string scene, automaton, backend;
  int threads = 1;
  bool skip_settled = true;
  int width = 0, height = 0;
  std::string config = {};                 // file name; empty = not chosen by --config or the standard worlds
  std::optional<WorldSize> repeated = {};  // the size that the scene was made at, if it is tiled
  bool bursts = true;
  std::uint64_t steps = 0;           // measured, over all repetitions
  std::uint64_t steps_per_call = 0;  // as in BenchPlan
  double cells_per_s = 0;   // cell updates a second: world cells x steps, sleeping cells too; median of repetitions
  double spread = 0;        // (largest - smallest) / median
  double active_share = 0;  // SolverStats::active_cells over cells: mean of before and after the window
  double survey_share = 0;  // of the time, spent on surveys
  std::optional<double> ns_per_active_cell = {};  // empty if no cell was active
  std::optional<double> ratio_to_scalar = {};     // cells_per_s over those of scalar, same world and run
  std::optional<double> ratio_to_yardstick = {};  // cells_per_s over those of the row `yardstick`, measured alternately
  double ratio_to_copy = 0;  // cells_per_s over the bytes a second of one thread's memcpy, measured alternately
  std::optional<double> ratio_to_gpu_copy = {};  // the same, over the bytes a second of a copying pass on the GPU
  std::string hash = {};                         // of the world after the verified run, 16 hex digits
};

struct BenchReport {
  Json machine;
  double copy_bytes_per_s = 0;                // median of all rounds
  double gpu_copy_bytes_per_s = 0;            // of the last gpu row; 0 = not measured
  std::vector<BenchRow> rows;                 // only what was measured
  Json failures = Json::array();              // solvers that differ from scalar or could not be created
  std::optional<double> churn_changed_share;  // of the cells of `churn`, in 256 steps
};

// ---- the report ----

#ifdef __OPTIMIZE__
constexpr std::string_view kOptimisation = "optimised";
#else
constexpr std::string_view kOptimisation = "not optimised";
#endif

std::string size_name(WorldSize size) { return fmt::format("{}x{}", size.width, size.height); }

Json row_to_json(const BenchRow& row) {
  Json json = {{"scene", row.scene},
               {"automaton", row.automaton},
               {"backend", row.backend},
               {"threads", row.threads},
               {"skip_settled", row.skip_settled},
               {"width", row.width},
               {"height", row.height},
               {"steps", row.steps},
               {"cells_per_s", row.cells_per_s},
               {"spread", row.spread},
               {"active_share", row.active_share},
               {"survey_share", row.survey_share},
               {"ratio_to_copy", row.ratio_to_copy},
               {"hash", row.hash}};
  if (!row.config.empty()) json["config"] = row.config;
  if (row.repeated) json["tile"] = size_name(*row.repeated);
  if (!row.bursts) json["bursts"] = false;
  if (row.steps_per_call != 0) json["steps_per_call"] = row.steps_per_call;
  if (row.ratio_to_scalar) json["ratio_to_scalar"] = *row.ratio_to_scalar;
  if (row.ratio_to_gpu_copy) json["ratio_to_gpu_copy"] = *row.ratio_to_gpu_copy;
  if (row.ratio_to_yardstick) json["ratio_to_yardstick"] = *row.ratio_to_yardstick;
  if (row.ns_per_active_cell) json["ns_per_active_cell"] = *row.ns_per_active_cell;
  return json;
}

constexpr char kLine[] = "{:<21} {:<11} {:<12} {:>7} {:>11} {:>10} {:>7} {:>6} {:>10} {:>7} {:>8} {:>8}\n";

std::string to_table(const BenchReport& report) {
  const auto number = [](double value) { return fmt::format("{:.4g}", value); };
  std::string text = fmt::format(kLine, "scene", "automaton", "backend", "threads", "size", "Mcells/s", "spread",
                                 "awake", "computed", "surveys", "x scalar", "to copy");
  for (const BenchRow& row : report.rows) {
    text += fmt::format(kLine, row.scene, row.automaton, row.backend + (row.skip_settled ? "" : ", no skip"),
                        row.threads, size_name({row.width, row.height}), number(row.cells_per_s / 1e6),
                        fmt::format("{:.0f}%", row.spread * 100), fmt::format("{:.1f}%", row.active_share * 100),
                        number(row.cells_per_s * row.active_share / 1e6),
                        row.survey_share > 0 ? fmt::format("{:.1f}%", row.survey_share * 100) : "-",
                        row.ratio_to_scalar ? fmt::format("{:.3g}", *row.ratio_to_scalar) : "-",
                        fmt::format("{:.3g}", row.ratio_to_copy));
    if (!row.config.empty()) text += fmt::format("  rules of {}{}\n", row.config, row.bursts ? "" : ", no explosives");
    if (row.repeated) text += fmt::format("  {} repeated\n", size_name(*row.repeated));
    if (row.steps_per_call != 0) text += fmt::format("  {} steps a call\n", row.steps_per_call);
    if (row.ratio_to_gpu_copy) text += fmt::format("  {:.3g} of a copy on the GPU\n", *row.ratio_to_gpu_copy);
    if (row.ratio_to_yardstick)
      text += fmt::format("  {:.2f} times the yardstick below: one cell a texel\n", *row.ratio_to_yardstick);
  }
  if (!report.rows.empty()) {
    text +=
        "awake: the share of cells that are not skipped; computed: Mcells/s of these; surveys: their share of the "
        "time.\n";
    text += fmt::format("copy, one thread: {:.1f} GB/s; \"to copy\" is cells per second over bytes per second.\n",
                        report.copy_bytes_per_s / 1e9);
  }
  if (report.gpu_copy_bytes_per_s > 0)
    text += fmt::format("copy on the GPU, a pass of OpenGL: {:.1f} GB/s.\n", report.gpu_copy_bytes_per_s / 1e9);
  if (report.churn_changed_share)
    text += fmt::format("churn: {:.0f} % of the cells change in 256 steps.\n", *report.churn_changed_share * 100);
  for (const Json& failure : report.failures) {
    const auto word = [&](const char* key) { return failure[key].get<std::string>(); };
    text += fmt::format("not measured: {}, {} on {}: {}\n", word("scene"), word("automaton"), word("backend"),
                        word("reason"));
  }
  return text;
}

Json to_json(const BenchReport& report) {
  Json json = {{"machine", report.machine}, {"rows", Json::array()}};
  for (const BenchRow& row : report.rows) json["rows"].push_back(row_to_json(row));
  if (report.copy_bytes_per_s > 0) json["copy_bytes_per_s"] = report.copy_bytes_per_s;
  if (report.gpu_copy_bytes_per_s > 0) json["gpu_copy_bytes_per_s"] = report.gpu_copy_bytes_per_s;
  if (report.churn_changed_share) json["churn_changed_share"] = *report.churn_changed_share;
  if (!report.failures.empty()) json["failures"] = report.failures;
  return json;
}

// ---- rounds: each measures a plain copy of memory first, so that ratios are usable on a busy machine ----

using Clock = std::chrono::steady_clock;

// Steps before each window, because a world changes most in its first steps.
constexpr std::uint64_t kWarmUpSteps = 8;
constexpr std::uint64_t kCallSteps = 64;
constexpr int kRoundsMin = 3, kRoundsMax = 9;
constexpr std::size_t kCopyBytes = std::size_t{256} << 20;  // far larger than any cache
constexpr double kPieceSeconds = 0.1;  // longest wait for Ctrl+C, unless a step or a given call takes longer

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr std::uint64_t kBenchSeed = 1;

StepSpan bench_span(std::uint64_t first, std::uint64_t count) {
  return {.first_step = first, .count = count, .seed = kBenchSeed};
}

void check_bench_stop() { check_stop("before the benchmark was complete"); }

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// One thread's memcpy.
class CopyMeter {
 public:
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
  std::vector<std::uint8_t> from_ = std::vector<std::uint8_t>(kCopyBytes, 1),
                            to_ = std::vector<std::uint8_t>(kCopyBytes);
  std::vector<double> all_;
};

struct RoundPlan {
  const BenchPlan& of;  // every solver takes the same steps of the same world
  std::uint64_t steps_per_call;
  std::optional<Edit> brush = {};  // applied before each step; then a call takes one step
  bench::GpuMeter* gpu = nullptr;  // not null when the solver runs on the GPU
};

struct Rounds {
  std::vector<double> cells_per_s, copies, gpu_copies, active, surveys;  // one of each round
  std::uint64_t steps = 0;                                               // of all rounds
};

// Takes up to `piece` steps in a call, and checks for Ctrl+C between two calls.
void take_steps(Solver& solver, std::uint64_t first, std::uint64_t count, std::uint64_t piece,
                const std::optional<Edit>& brush) {
  if (brush) piece = 1;
  for (std::uint64_t k = 0; k < count; k += piece) {
    check_bench_stop();
    if (brush) solver.apply(*brush);
    solver.step(bench_span(first + k, std::min(piece, count - k)));
  }
}

// Measures as many windows of steps from a fresh world as fit into the seconds of a repetition. Returns how many
// seconds they took.
double measure_round(Solver& solver, const World& world, const RoundPlan& plan, Rounds& rounds) {
  const auto round_start = Clock::now();
  double stepping = 0, active = 0, surveying = 0, windows = 0;
  do {
    [[maybe_unused]] const Status uploaded = solver.upload(world);  // it succeeded before
    const auto warm_up_start = Clock::now();
    take_steps(solver, 0, kWarmUpSteps, 1, {});
    if (plan.gpu != nullptr) plan.gpu->finish();
    const double steps_in_piece = kPieceSeconds * kWarmUpSteps / seconds_since(warm_up_start);
    auto piece = static_cast<std::uint64_t>(std::clamp<double>(steps_in_piece, 1, kCallSteps));
    if (plan.steps_per_call != 0) piece = plan.steps_per_call;
    const SolverStats before = solver.stats();
    const auto start = Clock::now();
    take_steps(solver, kWarmUpSteps, plan.of.steps, piece, plan.brush);
    if (plan.gpu != nullptr) plan.gpu->finish();
    stepping += seconds_since(start);
    const SolverStats after = solver.stats();
    active += static_cast<double>(before.active_cells + after.active_cells) / 2;
    surveying += after.survey_seconds - before.survey_seconds;
    ++windows;
  } while (seconds_since(round_start) < plan.of.seconds);
  rounds.cells_per_s.push_back(static_cast<double>(world.cell_count() * plan.of.steps) * windows / stepping);
  rounds.active.push_back(active / windows);
  rounds.surveys.push_back(surveying / stepping);
  rounds.steps += static_cast<std::uint64_t>(windows) * plan.of.steps;
  return seconds_since(round_start);
}

// ---- the contenders ----

// The rules of scenes that name none: those of the published figures.
constexpr std::string_view kRulesOfScenes = "density-world.cfg";
constexpr int kVerifyWidth = 257, kVerifyHeight = 129;  // not a multiple of chunk or vector sizes
constexpr std::uint64_t kVerifySteps = 100, kVerifyPiece = 50;
constexpr std::uint64_t kChurnSteps = 256;  // the scene promises changes within this number of steps
constexpr int kChurnSide = 256;

// The worlds that people see, in the rules of the default config; and two that suit every automaton.
std::vector<BenchWorld> standard_worlds(const std::optional<WorldSize>& size) {
  const std::string scenes[] = {"valley", "wildfire", "fortress", "demolition", "acid-works"};
  constexpr WorldSize kScreen{640, 400}, kLarge{4096, 4096}, kSquare{1024, 1024};
  const auto rules = find_data("configs/default.cfg");
  if (!rules) refuse("configs/default.cfg is missing");
  std::vector<BenchWorld> worlds;
  for (const std::string& scene : scenes) worlds.push_back({scene, size.value_or(kScreen)});
  if (!size)
    for (const std::string& scene : scenes) worlds.push_back({.scene = scene, .size = kScreen, .tile = kLarge});
  for (const bool bursts : {false, true})
    worlds.push_back({.scene = "mixed", .size = size.value_or(kSquare), .config = rules->string(), .bursts = bursts});
  for (const char* scene : {"mixed", "settled"}) worlds.push_back({scene, size.value_or(kSquare)});
  return worlds;
}

// The elements that burst over more than their own cell or decay into one of them, and those that a touch turns into
// one of all these.
std::vector<bool> explosives(const Ruleset& ruleset) {
  std::vector<bool> bursting(ruleset.elements.size());
  for (const Burst& burst : ruleset.bursts) bursting[burst.element] = burst.radius > 0;
  for (bool grows = true; std::exchange(grows, false);) {
    for (const Decay& decay : ruleset.decays)
      for (const Product& product : decay.products)
        if (bursting[product.a] && !bursting[decay.element]) bursting[decay.element] = grows = true;
  }
  std::vector<bool> explosive = bursting;
  for (const Reaction& r : ruleset.reactions) {
    if (r.is_swap()) continue;
    if (bursting[r.c]) explosive[r.a] = true;
    if (bursting[r.d]) explosive[r.b] = true;
  }
  return explosive;
}

// A world to measure with the rules that it runs on.
struct Setting {
  BenchWorld of;
  const Scene* scene;
  Ruleset ruleset;

  World world(WorldSize size) const {
    World world(size.width, size.height);
    must(scene->fill(world, ruleset, kBenchSeed));
    if (of.bursts) return world;
    const std::vector<bool> explosive = explosives(ruleset);
    for (std::uint8_t& cell : world.cells()) cell = explosive[cell] ? 0 : cell;
    return world;
  }

  World measured_world() const {
    World part = world(of.size);
    if (!of.tile) return part;
    World whole(of.tile->width, of.tile->height);
    for (int y = 0; y < whole.height(); ++y)
      for (int x = 0; x < whole.width(); ++x) whole.cell(x, y) = part.cell(x % part.width(), y % part.height());
    return whole;
  }
};

Ruleset read_rules(const Scene& scene, const std::string& config) {
  if (const Ruleset* own = scene_ruleset(scene.name)) return *own;
  const std::string file = "configs/" + std::string(scene.config.empty() ? kRulesOfScenes : scene.config);
  const auto path = config.empty() ? find_data(file) : config;
  if (!path) refuse("{} is missing; the scene {} needs it", file, scene.name);
  ConfigResult read = read_config_file(*path);
  if (!read.ruleset) refuse("{} cannot be read", path->string());
  return std::move(*read.ruleset);
}

Setting find_setting(const BenchWorld& world) {
  const Scene* scene = find_scene(world.scene);
  if (scene == nullptr) refuse("--scene: there is no scene '{}'", world.scene);
  return {world, scene, read_rules(*scene, world.config)};
}

// One solver with one number of threads: a row of the result.
struct Contender {
  const SolverEntry* entry;
  int threads;
  bool skip_settled = true;
  std::unique_ptr<Solver> make(std::string& error) const { return entry->create({threads, skip_settled}, error); }
};

std::unique_ptr<Solver> prepare(const Contender& contender, const Setting& setting, const World& world,
                                std::string& error) {
  std::unique_ptr<Solver> solver = contender.make(error);
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
  const std::unique_ptr<Solver> solver = contender.make(error);
  return solver && !solver->load(setting.ruleset).ok();
}

// The hash after the verified run; empty, with `error`, if the run failed.
std::optional<std::uint64_t> verified_hash(const Contender& contender, const Setting& setting, std::string& error) {
  const auto solver = prepare(contender, setting, setting.world({kVerifyWidth, kVerifyHeight}), error);
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

void summarise(const Rounds& rounds, const World& world, BenchRow& row) {
  const auto [least, most] = std::ranges::minmax(rounds.cells_per_s);
  row.width = world.width();
  row.height = world.height();
  row.steps = rounds.steps;
  row.cells_per_s = median(rounds.cells_per_s);
  row.spread = (most - least) / row.cells_per_s;
  row.ratio_to_copy = row.cells_per_s / median(rounds.copies);
  if (!rounds.gpu_copies.empty()) row.ratio_to_gpu_copy = row.cells_per_s / median(rounds.gpu_copies);
  const double active = median(rounds.active);
  row.active_share = active / static_cast<double>(world.cell_count());
  row.survey_share = median(rounds.surveys);
  if (active > 0) row.ns_per_active_cell = 1e9 / row.cells_per_s * static_cast<double>(world.cell_count()) / active;
}

std::vector<Contender> find_contenders(const Registry& registry, const BenchPlan& options) {
  if (!options.automaton.empty() && registry.automaton(options.automaton) == nullptr)
    refuse("--automaton: there is no automaton '{}'", options.automaton);
  std::vector<Contender> contenders;
  for (const SolverEntry& entry : registry.solvers()) {
    if (!options.automaton.empty() && entry.automaton != options.automaton) continue;
    if (options.backend && entry.backend != *options.backend) continue;
    if (!entry.available()) {
      if (!options.backend) continue;
      refuse("--backend: {} cannot run here: {}", backend_name(entry.backend), entry.unavailable);
    }
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    const bool cpu = entry.backend == Backend::cpu;
    contenders.push_back({&entry, cpu && options.threads > 0 ? options.threads : 1});
    if (cpu && options.threads == 0 && cores > 1) contenders.push_back({&entry, cores});
    if (!cpu || !options.without_skipping) continue;
    for (std::size_t i = 0, count = contenders.size(); i < count; ++i) {
      if (contenders[i].entry == &entry) contenders.push_back({&entry, contenders[i].threads, false});
    }
  }
  return contenders;
}

// The share of the cells of `churn` that change at least once in 256 steps.
double churn_changed_share(const Contender& contender) {
  const Setting setting = find_setting({"churn"});
  std::string error;
  const auto solver = prepare(contender, setting, setting.world({kChurnSide, kChurnSide}), error);
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

// A line on a terminal that says what is being measured; removed at the end, also after Ctrl+C.
class ProgressLine {
 public:
  ProgressLine() : watched_(stderr_is_terminal()) {}
  ~ProgressLine() { show(""); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& what) const {
    if (watched_) std::fputs(("\r\033[K" + what).c_str(), stderr);
  }

 private:
  bool watched_;
};

class Bench {
 public:
  Bench(const Registry& registry, const BenchPlan& options) : registry_(registry), options_(options) {}

  // Throws Failure for a scene, automaton or backend that does not exist or does not run here, and when a signal of
  // StopSignals has come.
  BenchReport run() {
    report_.machine = Json{{"cpu", cpu_name()},
                           {"cores", std::thread::hardware_concurrency()},
                           {"compiler", __VERSION__},
                           {"build", kOptimisation}};
    const std::vector<Contender> contenders = find_contenders(registry_, options_);
    std::vector<Setting> settings;
    for (const BenchWorld& world : options_.world ? std::vector{*options_.world} : standard_worlds(options_.size))
      settings.push_back(find_setting(world));
    for (const Setting& setting : settings) run_scene(setting, contenders);
    for (BenchRow& row : report_.rows) row.ratio_to_scalar = ratio_to_scalar(row);
    report_.copy_bytes_per_s = copy_.median_bytes_per_s();
    return std::move(report_);
  }

 private:
  void run_scene(const Setting& setting, const std::vector<Contender>& contenders) {
    // Of the standard worlds, scalar takes minutes for the tiled ones, and software renderers for noise too.
    const bool all_backends = options_.world || options_.backend;
    const bool large = setting.of.tile.has_value(), noise = !setting.of.config.empty();
    // A config is measured in the automaton that it is for, unless another one is asked for.
    const bool any_automaton = setting.of.config.empty() || !options_.automaton.empty();
    const std::string_view automaton = registry_.automaton_for(setting.ruleset).name;
    std::vector<Contender> chosen;
    for (const Contender& contender : contenders) {
      const Backend backend = contender.entry->backend;
      if (!all_backends && ((large && backend != Backend::cpu) || (noise && backend == Backend::gpu))) continue;
      if (!any_automaton && contender.entry->automaton != automaton) continue;
      if (!setting.scene->automaton.empty() && setting.scene->automaton != contender.entry->automaton) continue;
      chosen.push_back(contender);
    }
    if (chosen.empty()) return;
    const World world = setting.measured_world();
    for (const Contender& contender : chosen) run_row(setting, world, contender);
    if (setting.scene->name == "churn") report_.churn_changed_share = churn_changed_share(chosen.front());
  }

  std::optional<double> ratio_to_scalar(const BenchRow& row) const {
    const auto world = [](const BenchRow& r) {
      return std::tie(r.scene, r.automaton, r.config, r.bursts, r.width, r.height, r.steps_per_call);
    };
    for (const BenchRow& other : report_.rows)
      if (other.backend == backend_name(Backend::scalar) && world(other) == world(row))
        return row.cells_per_s / other.cells_per_s;
    return std::nullopt;
  }

  void run_row(const Setting& setting, const World& world, const Contender& contender) {
    const std::string scene(setting.scene->name), automaton(contender.entry->automaton);
    const std::string backend(backend_name(contender.entry->backend));
    line_.show(fmt::format("{}: {} on {}, threads: {}", scene, automaton, backend, contender.threads));
    std::string error;
    if (options_.automaton.empty() && refuses(setting, contender))
      return;  // rules of another dialect: nothing to measure
    const auto hash = verify(setting, contender, error);
    const auto solver = hash ? prepare(contender, setting, world, error) : nullptr;
    if (!solver) {
      report_.failures.push_back({{"scene", scene}, {"automaton", automaton}, {"backend", backend}, {"reason", error}});
      return;
    }
    const auto yardstick = make_yardstick(setting, world, contender);
    for (const std::uint64_t steps : options_.steps_per_call) {
      RoundPlan plan{options_, steps};
      if (options_.with_brush) plan.brush = held_brush(setting.ruleset, world);
      if (contender.entry->backend == Backend::gpu) plan.gpu = options_.gpu;
      Rounds rounds, beside;  // of the solver, and of the yardstick
      double total = 0;
      for (int round = 0; round < kRoundsMax && (round < kRoundsMin || total < kRoundsMax * options_.seconds);
           ++round) {
        rounds.copies.push_back(copy_.bytes_per_s());
        const double gpu_copy = plan.gpu != nullptr ? plan.gpu->copied_bytes_per_s() : 0;
        if (gpu_copy > 0) rounds.gpu_copies.push_back(gpu_copy);
        total += measure_round(*solver, world, plan, rounds);
        if (yardstick) measure_round(*yardstick, world, plan, beside);
      }
      if (!rounds.gpu_copies.empty()) report_.gpu_copy_bytes_per_s = median(rounds.gpu_copies);
      BenchRow row{.scene = scene, .automaton = automaton, .backend = backend, .bursts = setting.of.bursts};
      if (!setting.of.config.empty()) row.config = std::filesystem::path(setting.of.config).filename().string();
      if (setting.of.tile) row.repeated = setting.of.size;
      row.steps_per_call = steps;
      row.hash = fmt::format("{:016x}", *hash);
      BenchRow yardstick_row = row;
      row.threads = contender.threads;
      row.skip_settled = contender.skip_settled;
      summarise(rounds, world, row);
      if (yardstick) {
        yardstick_row.backend = "yardstick";
        beside.copies = rounds.copies;
        beside.gpu_copies = rounds.gpu_copies;
        summarise(beside, world, yardstick_row);
        row.ratio_to_yardstick = row.cells_per_s / yardstick_row.cells_per_s;
      }
      report_.rows.push_back(std::move(row));
      if (yardstick) report_.rows.push_back(std::move(yardstick_row));
    }
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
  const BenchPlan& options_;
  const StopSignals signals_;
  const ProgressLine line_;
  CopyMeter copy_;
  BenchReport report_;
};

// ---- the verb ----

constexpr int kStepsMax = 1'000'000;  // of one window
constexpr double kSecondsMax = 3600;  // of one repetition; a larger value is probably a typing mistake

BenchPlan to_options(const BenchOptions& words) {
  BenchPlan options;
  options.automaton = words.automaton;
  if (!words.backend.empty()) options.backend = backend("--backend", words.backend);
  if (!words.size.empty()) options.size = world_size("--size", words.size);
  if (!words.scene.empty()) {
    BenchWorld& world = options.world.emplace(BenchWorld{words.scene});
    if (options.size) world.size = *options.size;
    world.config = words.config;
    if (!words.config.empty()) need_file("--config", words.config);
    if (!words.tile.empty()) world.tile = world_size("--tile", words.tile);
    world.bursts = !words.no_bursts;
  } else if (!words.config.empty() || !words.tile.empty() || words.no_bursts) {
    refuse("--config, --tile and --no-bursts need --scene");
  }
  options.threads = thread_count(words.threads);
  options.without_skipping = words.no_skip;
  options.with_brush = words.brush;
  if (!words.seconds.empty()) options.seconds = real_number("--seconds", words.seconds);
  if (options.seconds <= 0 || options.seconds > kSecondsMax)
    refuse("--seconds: '{}' must be above 0 and at most {:g}", words.seconds, kSecondsMax);
  options.steps = whole_number("--steps", words.steps, 1, kStepsMax);
  if (!words.steps_per_call.empty()) options.steps_per_call.clear();
  for (const std::string& word : words.steps_per_call)
    options.steps_per_call.push_back(whole_number("--steps-per-call", word, 1, kStepsMax));
  return options;
}

}  // namespace

int run_verb(const BenchOptions& words) {
  BenchPlan options = to_options(words);
  const bool may_need_gpu = !options.backend || *options.backend == Backend::gpu;
  std::optional<GlPath> path;
  if (words.gl_path == "fragment") path = GlPath::fragment;
  if (words.gl_path == "compute") path = GlPath::compute;
  if (!path && !words.gl_path.empty()) refuse("--gl-path: '{}' is not fragment or compute", words.gl_path);
  const Backends backends(may_need_gpu, words.gl_device, path);
  options.yardstick = backends.yardstick();
  const std::unique_ptr<bench::GpuMeter> gpu = backends.gpu_meter();
  options.gpu = gpu.get();
  BenchReport report = Bench(backends.registry(), options).run();
  if (const std::string renderer = backends.renderer(); !renderer.empty()) report.machine["renderer"] = renderer;
  if (words.json) {
    print_json(to_json(report));
  } else {
    fmt::print("{}", to_table(report));
  }
  return report.failures.empty() ? kExitFine : kExitCheckFailed;
}

}  // namespace repose::cli
