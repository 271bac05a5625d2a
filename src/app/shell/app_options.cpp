// Reads the command line of the app.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <sstream>

#include "app/shell/app.hpp"
#include "platform/desktop.hpp"
#include "platform/terminal.hpp"
#include "repose/replay.hpp"
#include "session/config_link.hpp"

namespace repose {

void complain(const std::string& sentence) {
  std::fputs(("repose: " + sentence + "\n").c_str(), stderr);  // not fmt::print, which throws if stderr is full
  if (!stderr_is_seen()) SDL_ShowSimpleMessageBox(SDL_MESSAGEBOX_ERROR, "Repose", sentence.c_str(), nullptr);
}

namespace {

// True for worlds, false for configs.
bool is_world(const std::filesystem::path& path) {
  const std::string extension = lower_extension(path);
  return is_world_file(path) || extension == ".challenge" || extension == ".png" || extension == kWorldFileSuffix ||
         extension == kReplayFileSuffix;
}

int refuse(const std::string& sentence) {
  complain(sentence);
  return 2;
}

}  // namespace

std::optional<int> parse_app_options(int argc, char** argv, AppOptions& options) {
  CLI::App cli("Repose, a falling-sand laboratory.", "repose");
  cli.allow_windows_style_options(false);  // "/name" is a path everywhere
  std::string backend;
  std::vector<std::string> files;
  cli.add_option("--backend", backend, "scalar, cpu or gpu")->type_name("B");
  cli.add_flag("--software", options.software, "Draw without OpenGL and simulate on the CPU");
  cli.add_flag("--no-sound", options.silent, "Make no sound and leave the audio device alone");
  cli.add_flag("--time-startup", options.time_startup, "Print how long the first moving frame took");
  cli.add_option("--time-frames", options.time_frames,
                 "Measure how long frames take for so many seconds, print it and end")
      ->type_name("S")
      ->check(CLI::Range(0.1, 3600.0));
  cli.add_option("--threads", options.threads, "Worker threads of the cpu backend; 0 = one per core")
      ->check(CLI::Range(0, 256));
  bool registers = false, unregisters = false;
  cli.add_flag("--register", registers, "Open worlds and replays with this program on a double click (Windows)");
  cli.add_flag("--unregister", unregisters, "Undo --register");
  cli.add_option("files", files,
                 "A config (.cfg, .txt) and a world (.repose, .png, .replay), in any order; or a link to a config")
      ->type_name("[CONFIG] [WORLD]");
  cli.set_version_flag("--version", "repose " REPOSE_VERSION);
  try {
    cli.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int code = cli.exit(success, text, text);
    std::fputs(text.str().c_str(), stdout);  // main() checks that it was written
    return code;
  } catch (const CLI::ParseError& error) {
    return refuse(error.what());
  }
  if (registers || unregisters) {
    const Status status = unregisters ? unregister_files() : register_files();
    return status ? 0 : refuse(status.message());
  }
  if (!backend.empty()) {
    options.backend = find_backend(backend);
    if (!options.backend) return refuse(fmt::format("no backend '{}': use scalar, cpu or gpu", backend));
  }
  for (const std::string& file : files) {
    if (is_config_link(file)) {
      options.link = file;
      continue;
    }
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return refuse(fmt::format("there is no file {}", file));
    auto& slot = is_world(file) ? options.world : options.config;
    if (slot) return refuse(fmt::format("more than one {} given: {}", is_world(file) ? "world" : "config", file));
    slot = std::filesystem::absolute(file, error);
  }
  return std::nullopt;
}

}  // namespace repose
