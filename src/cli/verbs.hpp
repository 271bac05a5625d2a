// What the verbs of repose-cli share: their options, as text that they turn into values and check; how a verb ends
// early; the form of JSON; the solvers of this machine; the start of a run and its steps.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/gpu_meter.hpp"
#include "platform/terminal.hpp"
#include "repose/edit.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/registry.hpp"
#include "repose/replay.hpp"
#include "repose/session.hpp"
#include "session/height_map.hpp"

namespace repose {
class HeadlessContext;
}

namespace repose::cli {

inline constexpr int kAnyGlDevice = -1;

struct SolversOptions {
  int gl_device = kAnyGlDevice;
  bool json = false;
};

struct SignatureOptions {
  int gl_device = kAnyGlDevice;
  bool rows = false;  // also print the hash of each run
};

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
  bool notes = false;  // also print notes on rules without effect
};

struct GuideOptions {
  std::string file;
};

struct BackendOptions {
  std::string backend, threads = "0";
  int gl_device = kAnyGlDevice;
};

// Rules, solver and world before the first step.
struct StartOptions : BackendOptions {
  std::string config, automaton, seed, first_bias, size;  // empty seed and first bias: those of the start
  std::string cells_in, image, scene, world_in;
  std::vector<std::string> params, plane_in, fills, floods, pastes, bodies, signs;
};

struct RunOptions {
  StartOptions start;
  std::string steps, samples, add_every = "1";
  std::vector<std::string> plane_add, plane_out;
  std::string cells_out, density_out, png, stamp_out, world_out, replay_out;
  bool hash = false, census = false, ledger = false, time = false, json = false;
};

struct RenderOptions {
  StartOptions start;
  std::string file;  // a world file or a replay
  std::string steps, every, fps = "25", scale = "1", add_every = "1";
  std::vector<std::string> plane_add;
  std::string gif, png_sequence, video, png;
  bool soft = false, sharp = false;
};

struct FlashesOptions {
  StartOptions start;
  std::string seconds = "20", zoom, events = "all";
  bool gl = false, json = false;
};

struct ReplayOptions : BackendOptions {
  std::string file;
  bool hash = false, json = false;
};

struct JudgeOptions : BackendOptions {
  std::string file, challenge, replay_out;
  bool json = false;
};

struct GalleryOptions : BackendOptions {
  std::string folder;
  bool json = false;
};

struct BenchOptions {
  std::string scene, config, automaton, backend, size, tile, threads = "0", seconds, steps = "64";
  std::vector<std::string> steps_per_call;
  bool no_bursts = false, no_skip = false, brush = false, json = false;
  int gl_device = kAnyGlDevice;
  std::string gl_path;
};

// The result is the exit code.
int run_verb(const SolversOptions& options);
int run_verb(const SignatureOptions& options);
int run_verb(const CheckOptions& options);
int run_verb(const GuideOptions& options);
int run_verb(const RunOptions& options);
int run_verb(const RenderOptions& options);
int run_verb(const FlashesOptions& options);
int run_verb(const ReplayOptions& options);
int run_verb(const JudgeOptions& options);
int run_verb(const GalleryOptions& options);
int run_verb(const BenchOptions& options);

inline constexpr int kExitFine = 0;
inline constexpr int kExitCheckFailed = 1;    // a check failed: errors in a config, a hash that differs
inline constexpr int kExitUsage = 2;          // unknown option, bad value, missing file, full output, too little memory
inline constexpr int kExitInterrupted = 130;  // by Ctrl+C or a signal; the exit code that shells use for Ctrl+C

// How a verb ends early: one line on stderr and an exit code. Thrown inside the program, caught in main.
struct Failure {
  int code = kExitUsage;
  std::string line;  // may be empty if the message was already printed
};

[[noreturn]] inline void refuse(std::string line) { throw Failure{kExitUsage, std::move(line)}; }
template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> line, Args&&... args) {
  throw Failure{kExitUsage, fmt::format(line, std::forward<Args>(args)...)};
}

// Ends the verb unless a call has succeeded. `option`: the one that the call is for, if any.
inline void must(bool ok, const std::string& message, std::string_view option) {
  if (!ok) refuse(option.empty() ? message : fmt::format("{}: {}", option, message));
}
inline void must(const Status& status, std::string_view option = {}) { must(status.ok(), status.message(), option); }
inline void must(const CommandResult& result, std::string_view option = {}) { must(result.ok, result.message, option); }

// Ends the verb if a signal of StopSignals has come: "interrupted " + where.
inline void check_stop(const std::string& where) {
  if (StopSignals::asked()) throw Failure{kExitInterrupted, "interrupted " + where};
}

using Json = nlohmann::ordered_json;

// Prints to stdout, always as valid UTF-8: other bytes, which names in configs may contain, are replaced.
inline void print_json(const Json& json) {
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

struct WorldSize {
  int width = 0, height = 0;
};

std::uint64_t whole_number(std::string_view option, std::string_view word, std::uint64_t minimum,
                           std::uint64_t maximum);
int thread_count(std::string_view word);  // of --threads
double real_number(std::string_view option, std::string_view word);
WorldSize world_size(std::string_view option, std::string_view word);  // WxH
Backend backend(std::string_view option, std::string_view word);       // scalar, cpu, gpu
// NAME=REST, neither of them empty.
std::pair<std::string, std::string> name_and_value(std::string_view option, std::string_view word);
// NAME:N1,N2,... with as many whole numbers as `form` has, which is for messages: "ELEMENT:X0,Y0,X1,Y1". Splits at the
// last colon, because names may contain colons.
std::pair<std::string, std::vector<int>> name_and_numbers(std::string_view option, std::string_view word,
                                                          std::string_view form);
std::uint8_t element_named(std::string_view option, std::string_view name, const Ruleset& ruleset);
BodyEdit body(std::string_view option, std::string_view word);  // SHAPE:X0,Y0,X1,Y1,SIZE,DEPTH
// N1,N2,... in any order; the result is ascending, without repetition.
std::vector<std::uint64_t> sample_steps(std::string_view option, std::string_view word, std::uint64_t last_step);
void need_file(std::string_view option, const std::string& path);  // throws Failure unless it can be read

// ---- the solvers of this machine ----

// The registry, with the GL context that its gpu solvers need.
class Backends {
 public:
  // Creates a GL context only if `with_gpu`. If that fails, the registry's gpu entries say why.
  Backends(bool with_gpu, int gl_device, std::optional<GlPath> gl_path = std::nullopt);
  ~Backends();
  Backends(const Backends&) = delete;
  Backends& operator=(const Backends&) = delete;

  const Registry& registry() const { return registry_; }
  // Without a GL context these are empty or null.
  std::optional<SolverEntry> yardstick() const;  // the gpu backend of density is measured against it
  std::unique_ptr<bench::GpuMeter> gpu_meter() const;
  std::string renderer() const;  // its name

 private:
  std::unique_ptr<HeadlessContext> context_;  // outlives every solver made from the registry
  Registry registry_;
};

bool asks_for_gpu(std::string_view word);  // whether that value of --backend is gpu; fails if it is no backend
// The value of --backend. If it is not given: cpu, or scalar for automata that have nothing faster.
Backend chosen_backend(std::string_view word, const Registry& registry, std::string_view automaton);

// ---- a run: its start and its steps ----

// Runs many steps in slices, with a progress bar, and stops on Ctrl+C and on signals that end programs.
class Stepper {
 public:
  // `total`: the steps that the run will take from here on, for the progress bar.
  Stepper(Session& session, std::uint64_t total);
  ~Stepper();
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // Ctrl+C and signals end both by throwing Failure{kExitInterrupted}.
  void take(std::uint64_t steps);
  // Runs until the session's step counter is `step`. Precondition: it is not above that yet.
  void advance_to(std::uint64_t step) { take(step - session_.step_count()); }

 private:
  void show_progress();

  StopSignals signals_;
  Session& session_;
  std::uint64_t total_, done_ = 0;   // steps
  std::uint64_t slice_min_, slice_;  // steps
  double started_;                   // seconds
  double shown_ = 0;
  bool visible_ = false;
};

struct ReplayOutcome {
  std::uint64_t steps = 0;
  std::uint64_t hash = 0;                   // at the end
  std::optional<std::uint64_t> differs_at;  // step of the first checkpoint whose hash differs

  std::string sentence(const Replay& replay) const;
};
// Plays the replay of a file, and compares the world with the recorded hashes.
ReplayOutcome play_replay(Session& session, const Replay& replay, const std::string& file);

Session new_session(const Registry& registry, const StartOptions& options);  // with the built-in rules
// Puts the session into the start state that `options` describe, or throws Failure.
void prepare_run(Session& session, const StartOptions& options);

// Whether the plane is stored in that file as a picture; all other planes are CSV.
inline bool is_height_png(const std::string& path, Plane plane) {
  return plane == Plane::height && path.ends_with(".png");
}

// --plane-add: amounts that are added to a plane, and colliders that move, while a run takes its steps.
class Additions {
 public:
  // One word for each --plane-add. `every`: the word of --add-every. Refuses what is invalid. Precondition: the session
  // has its world.
  Additions(const Session& session, const std::vector<std::string>& words, const std::string& every);

  // Runs until the session's step counter is `step`, with the additions in between.
  void advance(Session& session, Stepper& stepper, std::uint64_t step);

 private:
  void add(Session& session);

  std::uint64_t every_ = 1;
  std::vector<AmountEdit> repeated_;   // each of them is added every time
  std::vector<PictureSeries> played_;  // the next picture of each is added every time, until the last one
};

}  // namespace repose::cli
