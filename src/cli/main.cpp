// repose-cli: Repose without a window. This file defines the command line; each verb has its own file.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <new>
#include <sstream>
#include <system_error>

#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "platform/program.hpp"

namespace repose::cli {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 success; 1 a check failed (a config has errors, a replay gives another result, a solution solves "
    "nothing); 2 the command line "
    "is wrong, a file is missing, the output cannot be written, or memory runs out; 130 ended by Ctrl+C or by a "
    "signal.";

void add_list(CLI::App& verb, const std::string& name, std::vector<std::string>& values, const std::string& help) {
  verb.add_option(name, values, help)->allow_extra_args(false);
}

void add_gpu(CLI::App& verb, int& gl_device) {
  verb.add_option("--gl-device", gl_device, "EGL device of the gpu backend, counted from 0");
}

void add_solver(CLI::App& verb, BackendOptions& o) {
  verb.add_option("--backend", o.backend, "scalar, cpu or gpu (default: cpu if the automaton has it)");
  verb.add_option("--threads", o.threads, "Threads of the cpu backend (default: one per core)");
  add_gpu(verb, o.gl_device);
}

void describe(CLI::App& verb, SolversOptions& o) {
  verb.add_option("--gl-device", o.gl_device, "EGL device to use, counted from 0");
  verb.add_flag("--json", o.json, "Print JSON");
}

void describe(CLI::App& verb, SignatureOptions& o) {
  verb.add_option("--gl-device", o.gl_device, "EGL device to use, counted from 0");
  verb.add_flag("--rows", o.rows, "Also print the hash of each run");
}

void describe(CLI::App& verb, CheckOptions& o) {
  verb.add_option("FILE", o.files, "Configs, challenges and codices to read")->required();
  verb.add_flag("--json", o.json, "Print JSON");
  verb.add_flag("--notes", o.notes, "Also list rules without effect, and rules that make or destroy matter");
}

void describe(CLI::App& verb, GuideOptions& o) {
  verb.add_option("FILE", o.file, "Config, for conserving")->required();
}

void add_start(CLI::App& verb, StartOptions& o) {
  verb.add_option("--config", o.config, "Rules to run (default: those of the automaton, or configs/default.cfg)");
  verb.add_option("--automaton", o.automaton, "Automaton (default: the one that the config was written for)");
  add_solver(verb, o);
  verb.add_option("--seed", o.seed, "Seed of scene and automaton (default: the world file's, else 1)");
  verb.add_option("--first-bias", o.first_bias,
                  "left or right: the side that step 0 prefers (default: the world file's, else left)");
  add_list(verb, "--param", o.params,
           "NAME=VALUE: a parameter of the automaton, in the place of the scene's or the config's");
  verb.add_option("--cells-in", o.cells_in,
                  "Start from RAW cells: an element index a byte, top row first; needs --size");
  verb.add_option("--image", o.image, "Start from a PNG in palette colours");
  verb.add_option("--scene", o.scene, "Start from a scene, with the parameters that it has in the app");
  verb.add_option("--world-in", o.world_in,
                  "Start from a world file, which contains rules, automaton, parameters, seed and step");
  verb.add_option("--size", o.size, "WxH cells (default: the start's own, else 640x400)");
  add_list(verb, "--plane-in", o.plane_in,
           "NAME=FILE.csv: replace a plane of the start; height=FILE.png reads a height map");
  add_list(verb, "--fill", o.fills, "ELEMENT:X0,Y0,X1,Y1: fill a rectangle, both corners included");
  add_list(verb, "--flood", o.floods,
           "ELEMENT:X,Y: then fill all cells that are connected to this cell and hold the same element");
  add_list(verb, "--paste", o.pastes,
           "FILE:X,Y: paste a stamp or a picture without its background, with its top left corner at this cell");
  add_list(verb, "--sign", o.signs, "TEXT:X,Y: put a sign at this cell, for --world-out and --replay-out");
  add_list(
      verb, "--body", o.bodies,
      "SHAPE:X0,Y0,X1,Y1,SIZE,DEPTH: drag a ball, wheel, foot or rake over the sand of sandpile, DEPTH cells deep");
}

void add_additions(CLI::App& verb, std::vector<std::string>& plane_add, std::string& add_every) {
  add_list(verb, "--plane-add", plane_add,
           "NAME=FILE.csv: add to a plane (mass or height) while it runs; height=FOLDER or height=FRAMES*.png plays "
           "height maps: each adds its difference to the one before; wall=FOLDER plays obstacles, white in its "
           "pictures, that push the sand aside");
  verb.add_option("--add-every", add_every,
                  "Steps from one --plane-add to the next, the first before step 0 (default: 1)");
}

void describe(CLI::App& verb, RunOptions& o) {
  add_start(verb, o.start);
  verb.add_option("--steps", o.steps, "How many steps to run, from the start on (required)");
  add_additions(verb, o.plane_add, o.add_every);
  verb.add_option("--sample", o.samples, "N1,N2,...: after how many steps to take the census (default: the last)");
  verb.add_option("--cells-out", o.cells_out, "Write RAW cells");
  verb.add_option("--density-out", o.density_out, "Write the density byte of every cell, as RAW");
  add_list(verb, "--plane-out", o.plane_out,
           "NAME=FILE.csv: write a plane; NAME=- prints it; height=FILE.png writes a height map");
  verb.add_option("--png", o.png, "Write a PNG in palette colours");
  verb.add_option("--stamp-out", o.stamp_out, "FILE:X0,Y0,X1,Y1: write a rectangle of the world as a stamp");
  verb.add_option("--world-out", o.world_out, "Write a world file, from which --world-in continues");
  verb.add_option("--replay-out", o.replay_out, "Write a replay of the run");
  verb.add_flag("--hash", o.hash, "Print the hash of the world, 16 hex digits");
  verb.add_flag("--census", o.census, "Print count, mean x and y, spread in x, top y and mean energy of every element");
  verb.add_flag("--ledger", o.ledger,
                "Count per element what moved, was made, destroyed, added and lost, and what left");
  verb.add_flag("--time", o.time, "Print the seconds spent in steps only");
  verb.add_flag("--json", o.json, "Print one JSON object");
}

void describe(CLI::App& verb, RenderOptions& o) {
  verb.add_option("FILE", o.file, "A world file from which to continue, or a replay (default: start as for run)");
  add_start(verb, o.start);
  verb.add_option("--steps", o.steps, "How many steps the film shows, from the start on (default: a whole replay)");
  add_additions(verb, o.plane_add, o.add_every);
  verb.add_option("--every", o.every,
                  "Steps from one picture to the next (default: as in the app at the automaton's own pace)");
  verb.add_option("--fps", o.fps, "Pictures a second (default: 25)");
  verb.add_option("--scale", o.scale, "Pixels a cell (default: 1)");
  verb.add_flag("--soft", o.soft, "Blend neighbouring cells into each other (default: only with fastsab)");
  verb.add_flag("--sharp", o.sharp, "Draw every cell with sharp borders");
  verb.add_option("--gif", o.gif, "Write a GIF");
  verb.add_option("--png-sequence", o.png_sequence, "Write a folder of PNG pictures, one per frame");
  verb.add_option("--video", o.video, "Write an .mp4 or .webm; needs ffmpeg");
  verb.add_option("--png", o.png, "Write the last picture only");
}

void describe(CLI::App& verb, FlashesOptions& o) {
  add_start(verb, o.start);
  verb.add_option("--seconds", o.seconds, "Seconds to play, at the app's speed (default: 20)");
  verb.add_option("--zoom", o.zoom, "Pixels a cell on a screen of 1024x768 (default: measures 1 and 3)");
  verb.add_option("--events", o.events,
                  "What is done in the middle of the world: none, blasts (200), fireworks, storm, or all: each of them "
                  "for a quarter of the time (default)");
  verb.add_flag("--gl", o.gl, "Draw with OpenGL, as the app does if it can, instead of in software");
  verb.add_flag("--json", o.json, "Print JSON");
}

void describe(CLI::App& verb, ReplayOptions& o) {
  verb.add_option("FILE", o.file, "Replay, or picture that carries one")->required();
  add_solver(verb, o);
  verb.add_flag("--hash", o.hash, "Print the hash of the world at the end, 16 hex digits");
  verb.add_flag("--json", o.json, "Print one JSON object");
}

void describe(CLI::App& verb, JudgeOptions& o) {
  verb.add_option("FILE", o.file, "Solution: a replay, a picture that carries one, or a text")->required();
  verb.add_option("--challenge", o.challenge, "File of the challenge (default: the shipped one that FILE names)");
  add_solver(verb, o);
  verb.add_option("--replay-out", o.replay_out, "Write what was played as a solution, with what it claims");
  verb.add_flag("--json", o.json, "Print one JSON object");
}

void describe(CLI::App& verb, GalleryOptions& o) {
  verb.add_option("FOLDER", o.folder, "Folder with pictures that carry replays, and replays")->required();
  add_solver(verb, o);
  verb.add_flag("--json", o.json, "Print the index instead of a line for each file");
}

void describe(CLI::App& verb, BenchOptions& o) {
  verb.add_option("--scene", o.scene, "Scene (default: the standard worlds, see docs/performance.md)");
  verb.add_option("--config", o.config, "Rules for the scene, unless it brings its own");
  verb.add_option("--automaton", o.automaton, "Automaton (default: all)");
  verb.add_option("--backend", o.backend, "scalar, cpu or gpu (default: all that run here)");
  verb.add_option("--size", o.size, "WxH cells (default: 1024x1024; the standard worlds have their own)");
  verb.add_option("--tile", o.tile, "WxH cells of a larger world that the scene, made at --size, is repeated to fill");
  verb.add_flag("--no-bursts", o.no_bursts, "Background in place of elements that burst or can come to burst");
  verb.add_option("--threads", o.threads, "Threads of the cpu backend (default: one, and one per core)");
  verb.add_flag("--no-skip", o.no_skip, "Also measure the cpu backend without skipping settled regions (elements)");
  verb.add_flag("--brush", o.brush, "Paint one dab before each step, as with the brush held down");
  verb.add_option("--seconds", o.seconds, "Seconds of each repetition (default: 0.2)");
  verb.add_option("--steps", o.steps, "Steps of each window (default: 64); a repetition has one window or more");
  verb.add_option("--steps-per-call", o.steps_per_call, "Steps in a call, such as 1,8,64: a row for each")
      ->delimiter(',');
  add_gpu(verb, o.gl_device);
  verb.add_option("--gl-path", o.gl_path, "fragment or compute: which shaders density and elements use on the GPU");
  verb.add_flag("--json", o.json, "Print JSON");
}

// Prints a message in one line (messages of CLI11 can have several).
int complain(std::string line) {
  std::ranges::replace(line, '\n', ' ');
  line = "repose-cli: " + line + "\n";
  std::fputs(line.c_str(), stderr);  // not fmt::print, which throws if stderr is full
  return kExitUsage;
}

template <class Options>
void add_verb(CLI::App& app, int& code, const char* name, const char* help) {
  CLI::App& verb = *app.add_subcommand(name, help);
  const auto options = std::make_shared<Options>();
  verb.allow_windows_style_options(false);
  describe(verb, *options);
  verb.callback([options, &code] { code = run_verb(*options); });
}

// An empty value is a variable that is not set, in most cases: it must not count as no option.
template <class Values>
void refuse_empty_values(int count, const Values& values) {
  for (int i = 1; i < count; ++i) {
    const std::string_view word = values[i], before = values[i - 1];
    const bool is_value = word.empty() && before.starts_with("--"),
               ends = word.starts_with("--") && word.ends_with('=');
    if (is_value || ends) refuse("{}: a value is missing", ends ? word.substr(0, word.size() - 1) : before);
  }
}

int perform(int argc, char** argv) {
  int code = kExitFine;
  // Not the language of the system: scripts read the output.
  if (const std::string told = language_of_environment(); !told.empty()) {
    if (const Status known = set_language(told); !known) complain(known.message());
  }
  CLI::App app{"Repose, a falling-sand laboratory, without a window.", "repose-cli"};
  app.footer(kFooter);
  app.allow_windows_style_options(false);  // "/name" is a path everywhere
  app.set_version_flag("--version", "repose-cli " REPOSE_VERSION);
  app.require_subcommand(0, 1);  // a missing verb is refused below, so that unknown words are reported first
  add_verb<SolversOptions>(app, code, "solvers", "List automata and backends, and why some cannot run here");
  add_verb<CheckOptions>(
      app, code, "check",
      "Read configs, challenges and codices and print their problems; exit code 1 if any has errors");
  add_verb<GuideOptions>(app, code, "guide",
                         "Print a page, in Markdown, about what each element of a config does with the others");
  add_verb<RunOptions>(app, code, "run",
                       "Run an automaton without a window. A config with errors is not run: its diagnostics go to "
                       "stderr, exit code 1.");
  add_verb<RenderOptions>(app, code, "render", "Make a film of a run: GIF, PNG pictures, MP4 or WebM");
  add_verb<FlashesOptions>(app, code, "flashes",
                           "Measure how often the picture of a world flashes, by default of every scene of the menu; "
                           "exit code 1 if it is more than three times in a second");
  add_verb<ReplayOptions>(app, code, "replay",
                          "Play a replay; exit code 1 if the result differs from the recorded one");
  add_verb<JudgeOptions>(app, code, "judge",
                         "Play the solution of a challenge and print its medal; exit code 1 if it does not solve it");
  add_verb<GalleryOptions>(app, code, "gallery",
                           "Play all shared pictures and replays of a folder and write its index.json; exit code 1 if "
                           "one of them is left out");
  add_verb<BenchOptions>(app, code, "bench",
                         "Measure solvers on scenes, each compared with scalar first; exit code 1 if one differs");
  add_verb<SignatureOptions>(app, code, "signature",
                             "Print a hash of what all automata do, the same on every machine; exit code 1 if a "
                             "backend differs");
  try {
    ProgramArguments arguments(argc, argv);
    refuse_empty_values(arguments.count(), arguments.values());
    app.parse(arguments.count(), arguments.values());
    if (app.get_subcommands().empty())
      refuse(
          "a verb is missing: solvers, check, guide, run, render, flashes, replay, judge, gallery, bench or signature; "
          "--help lists the options");
  } catch (const CLI::ParseError& error) {
    // CLI11 reports --help and --version as errors with exit code 0.
    if (error.get_exit_code() != 0) return complain(error.what());
    std::ostringstream text;
    app.exit(error, text, text);
    fmt::print("{}", text.str());
    return kExitFine;
  } catch (const Failure& failure) {
    if (!failure.line.empty()) complain(failure.line);
    return failure.code;
  }
  return code;
}

int main(int argc, char** argv) {
  prepare_process();
  int code = kExitFine;
  try {
    code = perform(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("repose-cli: there is not enough memory\n", stderr);
    return kExitUsage;
  } catch (const std::system_error& error) {  // fmt::print throws it if stdout or stderr is full
    if (std::ferror(stdout) == 0) return complain(error.what());
    return complain("the output could not be written: " + error.code().message());
  }
  const Status written = flush_output();
  return written ? code : complain(written.message());
}

}  // namespace

}  // namespace repose::cli

int main(int argc, char** argv) { return repose::cli::main(argc, argv); }
