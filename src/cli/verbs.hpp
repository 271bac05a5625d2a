// What the verbs of repose-cli share: their options, as text that they turn into values and check; how a verb ends
// early; the form of JSON.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/terminal.hpp"
#include "repose/command.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/ruleset.hpp"
#include "repose/session.hpp"
#include "repose/status.hpp"

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

// Rules, solver and world before the first step.
struct StartOptions {
  std::string config, automaton, backend;
  std::string threads = "0", seed, first_bias, size;  // empty seed and first bias: those of the start
  std::string cells_in, image, scene, world_in;
  std::vector<std::string> params, plane_in, fills, floods, pastes, bodies, signs;
  int gl_device = kAnyGlDevice;
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

struct ReplayOptions {
  std::string file, backend, threads = "0";
  bool hash = false, json = false;
  int gl_device = kAnyGlDevice;
};

struct JudgeOptions {
  std::string file, challenge, backend, threads = "0", replay_out;
  bool json = false;
  int gl_device = kAnyGlDevice;
};

struct GalleryOptions {
  std::string folder, backend, threads = "0";
  bool json = false;
  int gl_device = kAnyGlDevice;
};

struct BenchOptions {
  std::string scene, config, automaton, backend, size, tile, threads = "0", seconds, steps = "64";
  std::vector<std::string> steps_per_call;
  bool no_bursts = false;
  bool no_skip = false;
  bool brush = false;
  int gl_device = kAnyGlDevice;
  std::string gl_path;
  bool json = false;
};

// What each verb does. The result is the exit code.
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
Bias first_bias(std::string_view option, std::string_view word);       // left, right
Backend backend(std::string_view option, std::string_view word);       // scalar, cpu, gpu
// fragment, compute; empty: none.
std::optional<GlPath> gl_path(std::string_view option, std::string_view word);
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
// Throws Failure unless the file exists and can be read.
void need_file(std::string_view option, const std::string& path);

}  // namespace repose::cli
