// The start of a run, what is added to it, and its steps.
#include "cli/verbs.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>

#include "config/text.hpp"
#include "core/files.hpp"
#include "platform/files.hpp"
#include "repose/paths.hpp"
#include "session/plane_csv.hpp"
#include "session/run_state.hpp"

namespace repose::cli {

namespace {

// With fewer steps a gpu solver returns before they are computed, and their time would not be counted.
constexpr std::uint64_t kGpuSliceMin = 32;     // steps
constexpr std::uint64_t kSliceMax = 1 << 20;   // steps; slices are doubled up to this
constexpr double kSliceSeconds = 0.1;          // longest wait for Ctrl+C and for the bar to move
constexpr double kProgressAfterSeconds = 1.0;  // shorter runs need no bar

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

void warn(std::string_view text) { fmt::print(stderr, "repose-cli: warning: {}\n", text); }

// The config to start with: the one of --config, else the automaton's own, else the default one. Empty: not there.
std::string config_file(const Session& session, const StartOptions& options) {
  if (!options.config.empty()) {
    need_file("--config", options.config);
    return options.config;
  }
  const AutomatonDefinition* automaton = session.registry().automaton(options.automaton);
  const std::string_view own = automaton != nullptr ? automaton->config : AutomatonDefinition{}.config;
  const auto path = find_data(fmt::format("configs/{}", own));
  if (!path) warn(fmt::format("configs/{} is missing; the built-in rules are used", own));
  return path ? path->string() : "";
}

void load_config(Session& session, const StartOptions& options, command::KeepWorld keep) {
  const std::string file = config_file(session, options);
  if (file.empty()) return;
  const CommandResult result = session.execute(command::LoadConfigFile{file, keep, false});
  for (const Diagnostic& d : result.diagnostics) {
    if (!result.ok) fmt::print(stderr, "{}\n", format(d));
  }
  if (!result.ok && has_errors(result.diagnostics)) throw Failure{kExitCheckFailed, {}};
  must(result, "--config");
}

// The value of --param: a number, or the name of a choice.
double parameter_value(const Solver& solver, std::string_view name, std::string_view word) {
  const auto list = solver.parameters();
  const auto info = std::ranges::find(list, name, &ParameterInfo::name);
  if (info == list.end() || info->choice_names.empty() || config::parse_number(word))
    return real_number("--param", word);
  const auto choice = find_choice(*info, word);
  if (!choice) refuse("--param: {} is one of {}, not '{}'", name, fmt::join(info->choice_names, ", "), word);
  return *choice;
}

// Empty: the seed of the start.
std::optional<std::uint64_t> asked_seed(const StartOptions& options) {
  if (options.seed.empty()) return std::nullopt;
  return whole_number("--seed", options.seed, 0, std::numeric_limits<std::uint64_t>::max());
}

std::optional<Bias> asked_first_bias(const StartOptions& options) {
  if (options.first_bias.empty()) return std::nullopt;
  if (options.first_bias == "left") return Bias::left;
  if (options.first_bias == "right") return Bias::right;
  refuse("--first-bias: '{}' is neither left nor right", options.first_bias);
}

std::optional<WorldSize> asked_size(const StartOptions& options) {
  if (options.size.empty()) return std::nullopt;
  return world_size("--size", options.size);
}

void start_from_raw(Session& session, const StartOptions& options) {
  const auto size = asked_size(options);
  if (!size) refuse("--cells-in: --size is required too, because the file does not contain the size");
  need_file("--cells-in", options.cells_in);
  World world(size->width, size->height);
  const std::span<std::uint8_t> cells = world.cells();
  InputFile file(options.cells_in);
  std::size_t read = 0;
  if (file.bytes() == cells.size()) read = file.read(std::as_writable_bytes(cells));
  if (!file.fault().empty()) refuse("--cells-in: {} could not be read: {}", options.cells_in, file.fault());
  if (read != cells.size()) {
    refuse("--cells-in: {} holds {} bytes, but {}x{} cells need {}", options.cells_in, file.bytes(), size->width,
           size->height, cells.size());
  }
  const std::size_t elements = session.ruleset().elements.size();
  const auto unknown = std::ranges::count_if(cells, [&](std::uint8_t cell) { return cell >= elements; });
  if (unknown > 0)
    warn(
        fmt::format("{} cells of {} hold no element of the config; they became background", unknown, options.cells_in));
  must(session.execute(command::PutWorld{std::move(world)}), "--cells-in");
}

void start_from_picture(Session& session, const StartOptions& options) {
  need_file("--image", options.image);
  const auto size = asked_size(options);
  if (size) must(session.execute(command::NewWorld{size->width, size->height}), "--size");
  const CommandResult result = session.execute(command::LoadPicture{options.image, !size});
  must(result, "--image");
  if (result.message.find(';') != std::string::npos) warn(result.message);  // some pixels matched no colour
}

void start_from_scene(Session& session, const StartOptions& options) {
  const bool brings_rules = scene_ruleset(options.scene) != nullptr;
  if (brings_rules && !options.config.empty())
    warn(fmt::format("the scene {} has its own rules; {} is not used", options.scene, options.config));
  command::LoadScene load{options.scene, std::nullopt, std::nullopt, std::nullopt, true};
  if (const auto size = asked_size(options)) {
    load.width = size->width;
    load.height = size->height;
  }
  must(session.execute(load), "--scene");
}

// With --config, the world of the file is converted to that config, as in the app.
void start_from_world(Session& session, const StartOptions& options) {
  need_file("--world-in", options.world_in);
  must(session.execute(command::LoadWorld{options.world_in, asked_seed(options), asked_first_bias(options)}),
       "--world-in");
  if (!options.config.empty()) load_config(session, options, command::KeepWorld::by_name);
  if (const auto size = asked_size(options))
    must(session.execute(command::ResizeWorld{size->width, size->height, command::Anchor::centre}), "--size");
}

// A plane that the running solver keeps as state; other planes are refused, because the solver would ignore them.
Plane state_plane(std::string_view option, const Session& session, const std::string& name) {
  const auto plane = find_plane(name);
  if (plane && session.solver().state_planes().has(*plane)) return *plane;
  const bool is_packed = plane == Plane::packed;  // state as soon as something is packed
  if (is_packed && session.registry().automaton(session.automaton())->planes.has(*plane)) return *plane;
  refuse("{}: with these rules {} has no plane '{}'", option, session.automaton(), name);
}

// Reads a plane from a file: heights from a file name that ends with .png, all else from CSV.
CsvPlane read_plane(std::string_view option, const std::string& path, Plane plane) {
  need_file(option, path);
  CsvPlane read;
  if (is_height_png(path, plane)) {
    World world;
    must(read_height_map(path, world), option);
    const auto bytes = world.bytes(Plane::height);
    return {world.width(), world.height(), {bytes.begin(), bytes.end()}};
  }
  InputFile file(path);
  const Status status = read_csv([&](std::span<std::byte> bytes) { return file.read(bytes); }, path, plane, read);
  if (!file.fault().empty()) refuse("{}: {} could not be read: {}", option, path, file.fault());
  must(status, option);
  return read;
}

}  // namespace

// A config without `automaton` then runs in the automaton for sand.js, whatever the default config names.
Session new_session(const Registry& registry, const StartOptions& options) {
  SessionOptions with;
  with.seed = asked_seed(options).value_or(with.seed);
  with.first_bias = asked_first_bias(options).value_or(with.first_bias);
  with.threads = thread_count(options.threads);
  return {registry, share_rules(builtin_ruleset()), with};
}

void prepare_run(Session& session, const StartOptions& options) {
  const int starts =
      !options.cells_in.empty() + !options.image.empty() + !options.scene.empty() + !options.world_in.empty();
  if (starts > 1) refuse("only one of --cells-in, --image, --scene and --world-in can be given");
  if (options.world_in.empty()) load_config(session, options, command::KeepWorld::clear);
  const auto size = asked_size(options);
  if (!options.world_in.empty()) {
    start_from_world(session, options);
  } else if (!options.cells_in.empty()) {
    start_from_raw(session, options);
  } else if (!options.image.empty()) {
    start_from_picture(session, options);
  } else if (!options.scene.empty()) {
    start_from_scene(session, options);
  } else if (size) {
    must(session.execute(command::NewWorld{size->width, size->height}), "--size");
  }
  // Sets automaton, backend and parameters of the command line, which override those of config and scene.
  const std::string automaton = options.automaton.empty() ? std::string(session.automaton()) : options.automaton;
  const Backend chosen = chosen_backend(options.backend, session.registry(), automaton);
  const bool changes = automaton != session.automaton();
  must(session.execute(command::SwitchSolver{automaton, chosen}), changes ? "--automaton" : "--backend");
  for (const std::string& param : options.params) {
    const auto [name, value] = name_and_value("--param", param);
    const double wanted = parameter_value(session.solver(), name, value);
    must(session.execute(command::SetParameter{name, wanted}), "--param");
    if (const double taken = session.solver_facts().parameter(name); taken != wanted)
      warn(fmt::format("--param {}: {:g} is used instead of {}", name, taken, value));
  }
  bool world_is_chosen = size || !options.world_in.empty() || !options.cells_in.empty() || !options.image.empty() ||
                         !options.scene.empty();
  for (const std::string& word : options.plane_in) {
    const auto [name, path] = name_and_value("--plane-in", word);
    const Plane plane = state_plane("--plane-in", session, name);
    if (!has_csv_form(plane)) refuse("--plane-in: {} has no CSV form yet", name);
    const CsvPlane csv = read_plane("--plane-in", path, plane);
    World world = world_is_chosen ? session.download() : World(csv.width, csv.height);
    if (csv.width != world.width() || csv.height != world.height()) {
      refuse("--plane-in: {} has {}x{} values, but the world {}x{} cells", path, csv.width, csv.height, world.width(),
             world.height());
    }
    // The old densities do not belong to the new cells.
    if (plane == Plane::cells && world.has(Plane::density)) world.drop(Plane::density);
    world.add(plane);
    std::ranges::copy(csv.bytes, world.bytes(plane).begin());
    must(session.execute(command::PutWorld{std::move(world)}), "--plane-in");
    world_is_chosen = true;
  }
  for (const std::string& word : options.fills) {
    const auto [name, n] = name_and_numbers("--fill", word, "ELEMENT:X0,Y0,X1,Y1");
    const std::uint8_t element = element_named("--fill", name, session.ruleset());
    must(session.execute(command::Paint{RectEdit{{n[0], n[1]}, {n[2], n[3]}, element, std::nullopt}}), "--fill");
  }
  for (const std::string& word : options.floods) {
    const auto [name, n] = name_and_numbers("--flood", word, "ELEMENT:X,Y");
    command::Fill fill;
    fill.from = {{n[0], n[1]}};
    fill.element = element_named("--flood", name, session.ruleset());
    must(session.execute(fill), "--flood");
  }
  for (const std::string& word : options.pastes) {
    const auto [file, n] = name_and_numbers("--paste", word, "FILE:X,Y");
    need_file("--paste", file);
    Clip clip;
    must(read_stamp(file, session.ruleset(), clip), "--paste");
    must(session.execute(command::PasteClip{std::make_shared<const Clip>(std::move(clip)), {n[0], n[1]}}), "--paste");
  }
  for (const std::string& word : options.signs) {
    const auto [text, n] = name_and_numbers("--sign", word, "TEXT:X,Y");
    if (text.size() > kSignBytesMax)
      refuse("--sign: the text of a sign has {} bytes at most, but this one has {}", kSignBytesMax, text.size());
    must(session.execute(command::SetSign{{n[0], n[1]}, text}), "--sign");
  }
  for (const std::string& word : options.bodies) must(session.execute(command::Paint{body("--body", word)}), "--body");
  if (const std::string advice = session.solver().advice(); !advice.empty()) warn(advice);
}

Additions::Additions(const Session& session, const std::vector<std::string>& words, const std::string& every)
    : every_(whole_number("--add-every", every, 1, std::numeric_limits<std::uint64_t>::max())) {
  for (const std::string& word : words) {
    const auto [name, path] = name_and_value("--plane-add", word);
    const Plane plane = state_plane("--plane-add", session, name);
    const bool of_sand =
        session.solver().state_planes().has(Plane::height) && (plane == Plane::height || plane == Plane::wall);
    if (PictureSeries::is_series(path)) {
      if (!of_sand) refuse("--plane-add: only height and wall of sandpile play from several pictures");
      must(played_.emplace_back().open(path, plane), "--plane-add");
    } else {
      if (plane != Plane::mass && plane != Plane::height) refuse("--plane-add: {} is not a plane of amounts", name);
      const CsvPlane csv = read_plane("--plane-add", path, plane);
      std::vector<std::int32_t> amounts(csv.bytes.size() / sizeof(std::int32_t));
      std::memcpy(amounts.data(), csv.bytes.data(), csv.bytes.size());
      repeated_.push_back({plane,
                           {0, 0},
                           csv.width,
                           csv.height,
                           std::make_shared<const std::vector<std::int32_t>>(std::move(amounts))});
    }
  }
}

void Additions::add(Session& session) {
  for (const AmountEdit& edit : repeated_) session.execute(command::Paint{edit});
  for (PictureSeries& series : played_) {
    if (series.ended()) continue;
    std::vector<Edit> edits;
    must(series.play(1, session.ruleset(), edits), "--plane-add");
    for (Edit& edit : edits) session.execute(command::Paint{std::move(edit)});
  }
}

void Additions::advance(Session& session, Stepper& stepper, std::uint64_t step) {
  const bool adds = !repeated_.empty() || !played_.empty();
  while (adds && session.step_count() < step) {
    if (session.step_count() % every_ == 0) add(session);
    const std::uint64_t to_next = every_ - session.step_count() % every_;
    stepper.take(std::min(step - session.step_count(), to_next));
  }
  stepper.advance_to(step);
}

Stepper::Stepper(Session& session, std::uint64_t total)
    : session_(session),
      total_(total),
      slice_min_(session.backend() == Backend::gpu ? kGpuSliceMin : 1),
      slice_(slice_min_),
      started_(now()) {}

Stepper::~Stepper() {
  if (visible_) fmt::print(stderr, "\r\033[K");
}

void Stepper::take(std::uint64_t steps) {
  while (steps > 0) {
    const std::uint64_t count = steps < 2 * slice_ ? steps : slice_;
    const double before = now();
    must(session_.execute(command::Step{count}));
    steps -= count;
    done_ += count;
    const double took = now() - before;
    if (took < kSliceSeconds / 2) slice_ = std::min(2 * slice_, kSliceMax);
    if (took > kSliceSeconds) slice_ = std::max(slice_min_, slice_ / 2);
    if (StopSignals::asked()) check_stop(fmt::format("after {} of {} steps", done_, total_));
    show_progress();
  }
}

void Stepper::show_progress() {
  const double time = now();
  if (time - started_ <= kProgressAfterSeconds || time - shown_ <= kSliceSeconds || total_ == 0) return;
  if (!stderr_is_terminal()) return;
  shown_ = time;
  visible_ = true;
  constexpr std::uint64_t kWidth = 40;
  const double share = static_cast<double>(done_) / static_cast<double>(total_);
  const auto filled = static_cast<std::uint64_t>(share * static_cast<double>(kWidth));
  fmt::print(stderr, "\r[{:#>{}}{:.>{}}] {:3.0f} %  step {} of {}\033[K", "", filled, "", kWidth - filled, 100 * share,
             done_, total_);
}

std::string ReplayOutcome::sentence(const Replay& replay) const {
  if (differs_at) return fmt::format("The result differs from the recorded one, at step {} or before.", *differs_at);
  const std::size_t count = replay.checkpoints.size();
  if (count == 0) return "There is nothing to compare with: the replay has no checkpoints.";
  return fmt::format("The result is the recorded one, at {} checkpoint{}.", count, count == 1 ? "" : "s");
}

ReplayOutcome play_replay(Session& session, const Replay& replay, const std::string& file) {
  ReplayOutcome outcome{replay.steps(), 0, std::nullopt};
  Stepper stepper(session, outcome.steps);
  must(session.execute(command::LoadReplay{file}));
  const auto advance_to = [&](std::uint64_t position) { stepper.take(position - session.timeline().now); };
  for (const Checkpoint& point : replay.checkpoints) {
    advance_to(point.position);
    if (session.hash() != point.hash && !outcome.differs_at) outcome.differs_at = point.position;
  }
  advance_to(outcome.steps);
  outcome.hash = session.hash();
  return outcome;
}

}  // namespace repose::cli
