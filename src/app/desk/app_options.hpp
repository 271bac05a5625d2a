// The options of the app's command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/desk/time.hpp"
#include "platform/page.hpp"
#include "repose/solver.hpp"

namespace repose {

struct AppOptions {
  std::optional<Backend> backend;  // empty: gpu on a hardware renderer, else cpu
  bool software = false;           // no GL at all: SDL's own renderer and the cpu backend
  bool go_on = false;              // begin with the world of the window that was closed last, if it was kept
  std::string first_message;       // shown at the start as a warning
  std::string host_facts;          // one sentence for About: what the app runs in
  bool silent = false;             // no sound, and the audio device is not touched
  bool time_startup = false;       // print how long the first moving frame took
  double time_frames = 0;          // measure frames for this many seconds, print the result and end; 0: no
  std::optional<std::filesystem::path> config;
  std::optional<std::filesystem::path> world;  // a world file or a picture
  std::string link;                            // a link that carries a config; empty: none
  int threads = 0;
  // For tests: no settings file is read or written, and the looks do not depend on the machine.
  bool scripted = false;
  bool sounds = false;                 // even if scripted, there is sound
  FrameClock* clock = nullptr;         // null: the system's; must outlive the app
  std::filesystem::path state_folder;  // where worlds are stored; empty: the user's folder; nowhere in scripted runs
  double autosave_seconds = page::autosave_seconds();
  int window_width = 0, window_height = 0;  // 0: as in the last run, else 1280x800
};

// Arguments may come in any order. Returns the exit code when the program should end at once (help, usage error).
std::optional<int> parse_app_options(int argc, char** argv, AppOptions& options);

}  // namespace repose
