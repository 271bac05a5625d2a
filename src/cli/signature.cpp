// `repose-cli signature`: one number for what all automata do, the same on every machine. It stays when a change keeps
// behaviour. Each row of the list is a short run; the number is a hash of the rows' worlds on scalar. All other exact
// backends that can run here must give the same worlds.

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "cli/verbs.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/rng.hpp"
#include "repose/scene.hpp"
#include "session/run_state.hpp"

namespace repose::cli {

namespace {

constexpr std::uint64_t kSeed = 40;
constexpr int kWidth = 97, kHeight = 61;  // no multiple of the sizes of chunks, blocks and vectors
constexpr std::uint64_t kSteps = 60;      // of each run

struct Row {
  std::string name = {};  // unique; rows are hashed in the order of their names
  std::string automaton, config, scene = {};
  std::string parameter = {};  // set to `value`; empty: all keep their values
  double value = 0;
  bool mixes_elements = false;  // every element at random instead of a scene
  bool edits = false;           // edits and commands between the steps
};

std::string config_path(const std::string& config) {
  const auto path = find_data("configs/" + config);
  if (!path) refuse("signature: configs/{} is missing", config);
  return path->string();
}

// ---- the list ----

std::vector<Row> list_rows(const Registry& registry) {
  std::vector<Row> rows;
  // Every config that ships, in the automaton that it names or in that of its dialect.
  std::set<std::string> configs;
  for (const AutomatonDefinition& automaton : registry.automata())
    if (automaton.needs_ruleset) configs.emplace(automaton.config);
  for (const Scene& scene : scenes())
    if (!scene.config.empty()) configs.emplace(scene.config);
  for (const std::string& config : configs) {
    const ConfigResult read = read_config_file(config_path(config));
    if (!read.ruleset) refuse("signature: configs/{} has errors", config);
    const AutomatonDefinition& automaton = registry.automaton_for(*read.ruleset);
    if (automaton.needs_ruleset)
      rows.push_back({.name = fmt::format("{}: config {}", automaton.name, config),
                      .automaton = std::string(automaton.name),
                      .config = config,
                      .mixes_elements = true});
  }
  for (const AutomatonDefinition& automaton : registry.automata()) {
    Row row{.automaton = std::string(automaton.name), .config = std::string(automaton.config)};
    const auto add = [&](const std::string& what) {
      rows.push_back(row);
      rows.back().name = fmt::format("{}: {}", automaton.name, what);
    };
    // Every scene, in its own automaton or in all automata with elements.
    for (const Scene& scene : scenes()) {
      if (scene.automaton.empty() ? !automaton.needs_ruleset : scene.automaton != automaton.name) continue;
      row.config = scene.config.empty() ? automaton.config : scene.config;
      row.scene = scene.name;
      add(fmt::format("scene {}", scene.name));
    }
    row.config = automaton.config;
    row.scene = automaton.best_scene;
    row.edits = true;
    add("edits");
    row.edits = false;
    // Every parameter at its least and its greatest value and at each of its choices.
    for (const ParameterInfo& info : automaton.parameters) {
      row.parameter = info.name;
      std::set<double> values{info.minimum, info.maximum};
      values.insert(info.choices.begin(), info.choices.end());
      for (const double value : values) {
        row.value = value;
        add(fmt::format("{}={:g}", info.name, value));
      }
    }
  }
  std::ranges::sort(rows, {}, &Row::name);
  return rows;
}

// ---- a run ----

World mixed_elements(const Ruleset& ruleset) {
  const auto elements = static_cast<std::uint32_t>(ruleset.elements.size());
  World world(kWidth, kHeight);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const std::uint32_t random =
          random_u32(kSeed, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0);
      const bool empty = below(mix32(random), 3) == 0;
      world.cell(x, y) = static_cast<std::uint8_t>(empty ? 0 : below(random, elements));
    }
  }
  return world;
}

// The edits of a row with edits before step `step`. An automaton that cannot use an edit ignores it.
std::vector<Edit> edits_before(std::uint64_t step, const Ruleset& ruleset) {
  const auto count = static_cast<std::uint32_t>(std::max<std::size_t>(ruleset.elements.size(), 1));
  const auto number = static_cast<std::uint32_t>(step);
  const auto at = [&](std::uint32_t n) {
    return CellPoint{static_cast<int>(below(random_u32(kSeed, number, n, 0, 1), kWidth)),
                     static_cast<int>(below(random_u32(kSeed, number, n, 1, 1), kHeight))};
  };
  const auto element = static_cast<std::uint8_t>(below(random_u32(kSeed, number, 0, 2, 1), count));
  const StrokeEdit stroke{at(0), at(1), 1 + static_cast<int>(number % 9), BrushShape::round, element, {}};
  StrokeEdit masked{at(2), at(3), 12, BrushShape::square, element, std::uint8_t{0}};
  std::vector<Edit> edits{stroke, masked, RectEdit{at(4), at(5), 0, std::uint8_t{1}}};
  edits.push_back(PushEdit{at(6), at(7), 16, BrushShape::round, false, 1, number % 2 == 0 ? 1 : -1, number, number});
  edits.push_back(BodyEdit{at(8), at(9), static_cast<BodyShape>(number % kBodyShapeCount), 14});
  for (const Plane plane : {Plane::height, Plane::mass, Plane::wetness})
    edits.push_back(soft_stroke({at(10), at(11), 8, BrushShape::round, 0, {}}, plane, number % 3 == 0 ? -40 : 300,
                                kWidth, kHeight));
  return edits;
}

struct Outcome {
  std::optional<std::uint64_t> hash;  // of the world after the run
  std::string refusal;                // why there is none: this automaton or backend cannot run these rules or values
};

Outcome run(const Row& row, const Registry& registry, Backend backend, int threads) {
  Session session(registry, share_rules(builtin_ruleset()), {.seed = kSeed, .threads = threads});
  must(session.execute(command::LoadConfigFile{config_path(row.config), command::KeepWorld::clear, false}),
       "signature: " + row.name);
  std::vector<Command> start{command::SwitchSolver{row.automaton, backend}};
  if (row.mixes_elements) {
    start.emplace_back(command::PutWorld{mixed_elements(session.ruleset())});
  } else {
    start.emplace_back(command::LoadScene{row.scene, kWidth, kHeight, std::nullopt, true});
    start.emplace_back(command::SwitchSolver{row.automaton, backend});  // the scene may have chosen another automaton
  }
  if (!row.parameter.empty()) start.emplace_back(command::SetParameter{row.parameter, row.value});
  if (!row.edits) start.emplace_back(command::Step{kSteps});
  for (const Command& command : start)
    if (CommandResult result = session.execute(command); !result.ok) return {{}, std::move(result.message)};
  if (!row.parameter.empty() && session.solver_facts().parameter(row.parameter) != row.value)
    return {{}, "it takes another value"};
  if (row.edits) {
    // Steps with edits before every tenth, then commands on the whole world. Commands that an automaton refuses are
    // left out: a backend that refuses something else than scalar has another world at the end.
    for (std::uint64_t step = 0; step < kSteps; step += 10) {
      for (const Edit& edit : edits_before(step, session.ruleset())) session.execute(command::Paint{edit});
      session.execute(command::Step{10});
    }
    session.execute(command::Fill{{{kWidth / 2, kHeight / 2}}, 1, {}, {}});
    session.execute(command::Shake{});
    session.execute(command::TurnWorld{});
    session.execute(command::Step{10});
    session.execute(command::ResizeWorld{kWidth, kHeight, command::Anchor::bottom});
    session.execute(command::EraseRect{{5, 5}, {20, 9}});
    session.execute(command::Step{10});
  }
  return {session.hash(), {}};
}

// ---- the backends ----

struct Contender {
  const SolverEntry* entry;
  int threads;
};

// The backends of an automaton that must equal scalar and can run here. Names the others on stderr.
std::vector<Contender> contenders_of(const AutomatonDefinition& automaton, const Registry& registry) {
  std::vector<Contender> contenders;
  for (const SolverEntry& entry : registry.solvers()) {
    if (entry.automaton != automaton.name || entry.backend == Backend::scalar) continue;
    if (!entry.available()) {
      fmt::print(stderr, "not compared: {} on {}: {}\n", entry.automaton, backend_name(entry.backend),
                 entry.unavailable);
    } else if (automaton.determinism == Determinism::exact) {
      contenders.push_back({&entry, 1});
      if (entry.backend == Backend::cpu) contenders.push_back({&entry, 2});
    }
  }
  return contenders;
}

// Whether each contender ends the row in the same world as scalar. Names those that do not on stderr, and those on the
// GPU that cannot run it.
bool compare(const Row& row, std::uint64_t expected, const Registry& registry,
             const std::vector<Contender>& contenders) {
  bool equal = true;
  for (const Contender& contender : contenders) {
    check_stop("in the signature");
    const Backend backend = contender.entry->backend;
    const Outcome outcome = run(row, registry, backend, contender.threads);
    if (outcome.hash == expected) continue;
    const std::string what = fmt::format("{} on {}, threads: {}", row.name, backend_name(backend), contender.threads);
    if (!outcome.hash && backend == Backend::gpu) {
      fmt::print(stderr, "not compared: {}: {}\n", what, outcome.refusal);
      continue;
    }
    equal = false;
    fmt::print(stderr, "differs: {}: {}, scalar {:016x}\n", what,
               outcome.hash ? fmt::format("{:016x}", *outcome.hash) : outcome.refusal, expected);
  }
  return equal;
}

}  // namespace

int run_verb(const SignatureOptions& options) {
  const Backends backends(true, options.gl_device);
  const Registry& registry = backends.registry();
  const StopSignals signals;
  std::map<std::string, std::vector<Contender>, std::less<>> contenders;
  for (const AutomatonDefinition& automaton : registry.automata())
    contenders.emplace(automaton.name, contenders_of(automaton, registry));
  std::uint64_t signature = 0xcbf29ce484222325u;
  bool equal = true;
  for (const Row& row : list_rows(registry)) {
    check_stop("in the signature");
    const auto hash = run(row, registry, Backend::scalar, 1).hash;
    if (!hash) continue;  // for example a scene that needs elements which this config lacks
    if (options.rows) fmt::print("{:016x} {}\n", *hash, row.name);
    for (int byte = 0; byte < 8; ++byte)  // FNV-1a
      signature = (signature ^ (*hash >> (8 * byte) & 0xff)) * 0x100000001b3u;
    equal = compare(row, *hash, registry, contenders.find(row.automaton)->second) && equal;
  }
  if (!equal) return kExitCheckFailed;
  fmt::print("{:016x}\n", signature);
  return kExitFine;
}

}  // namespace repose::cli
