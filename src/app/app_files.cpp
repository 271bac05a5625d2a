// The app's deeds with files: worlds, configs, pictures, screenshots.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

#include "app/app.hpp"
#include "app/files/folders.hpp"
#include "app/files/problem_report.hpp"
#include "repose/replay.hpp"
#include "repose/world_file.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

std::string lower_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

// By the first bytes.
bool is_png(const fs::path& path) {
  constexpr std::array<char, 4> kSignature = {'\x89', 'P', 'N', 'G'};
  std::array<char, kSignature.size()> start{};
  std::error_code error;
  if (fs::is_regular_file(path, error)) std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return start == kSignature;
}

}  // namespace

void App::load_config(const Command& command, const std::string& name) {
  shown_view_ = {};
  const Ruleset before = session_->ruleset();
  CommandResult result = session_->execute(command);
  if (result.ok) {
    world_files_.note(command);
    say(result.message, result.diagnostics.empty() ? Tone::good : Tone::warning);
    adopt_ruleset(&before);
    follow_automaton();
    gpu_tuner_.choose_block();
    ui_.show_problems = false;
    return;
  }
  say(result.message, Tone::error);
  if (result.diagnostics.empty()) return;
  Command accepted = command;
  std::visit(
      [](auto& c) {
        if constexpr (requires { c.accept_errors; }) c.accept_errors = true;
      },
      accepted);
  ui_.problems = {name, std::move(result.diagnostics), std::move(accepted)};
  ui_.show_problems = true;
}

bool App::open_world(const fs::path& path) {
  if (!travel(command::LoadWorld{path}).ok) return false;
  canvas_.fit();
  ui_.show_problems = false;
  return true;
}

void App::open_file(const fs::path& path) {
  if (is_world_file(path) || lower_extension(path) == kWorldFileSuffix) {
    if (!open_world(path)) return;
    world_files_.opened(path);
    return remember_recent(settings_, path);
  }
  if (lower_extension(path) == kReplayFileSuffix || holds_replay(path)) {
    if (replays_.open(path)) remember_recent(settings_, path);
    return;
  }
  if (is_png(path) || lower_extension(path) == ".png") {
    const bool heights = knows(Plane::height);
    const CommandResult result =
        heights ? execute(command::LoadHeightMap{path}) : execute(command::LoadPicture{path, true});
    if (result.ok) canvas_.fit();
    if (result.ok) remember_recent(settings_, path);
    return;
  }
  open_config(path, command::KeepWorld::by_name);
}

void App::open_config(const fs::path& path, command::KeepWorld keep) {
  load_config(command::LoadConfigFile{path, keep, false}, path.filename().string());
  if (!ui_.show_problems && session_->ruleset().source == path.string()) remember_recent(settings_, path);
}

void App::choose_config(const fs::path& path) {
  ui_.show_configs = false;
  ui_.chosen_config = path;
  ui_.show_config_choice = true;
}

void App::save_picture(const fs::path& path) {
  fs::path target = path;
  if (lower_extension(target) != ".png") target += ".png";
  knows(Plane::height) ? execute(command::SaveHeightMap{target}) : execute(command::SavePicture{target});
}

void App::take_screenshot() {
  screenshot_wanted_ = false;
  const fs::path path = new_picture_path("repose", ".png");
  const Status status = write_png(path, screen_->read_pixels());
  say(status ? "Screenshot saved as " + path.string() : status.message(), status ? Tone::good : Tone::error);
}

void App::ask_for_report() {
  ui_.report = {describe_problem_report(*this), {}, {}};
  ui_.show_report = true;
}

}  // namespace repose
