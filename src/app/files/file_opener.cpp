#include "app/files/file_opener.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <variant>

#include "core/files.hpp"
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
  constexpr std::string_view kSignature = "\x89PNG";
  std::string fault;
  return read_file_start(path, kSignature.size(), fault) == kSignature;
}

Command accepting_errors(Command command) {
  std::visit(
      [](auto& c) {
        if constexpr (requires { c.accept_errors; }) c.accept_errors = true;
      },
      command);
  return command;
}

}  // namespace

FileOpener::FileOpener(Simulation& simulation, WorldCanvas& canvas, WorldFiles& world_files, Replays& replays,
                       FileBrowser& browser, Settings& settings, Messages& messages)
    : simulation_(simulation),
      canvas_(canvas),
      world_files_(world_files),
      replays_(replays),
      browser_(browser),
      settings_(settings),
      messages_(messages),
      problems_([this](const Command& command, const std::string& name) { load_config(command, name); }) {}

void FileOpener::load_config(const Command& command, const std::string& name) {
  CommandResult result = simulation_.load_config(command);
  if (result.ok) return problems_.close();
  messages_.say(result.message, Tone::error);
  if (result.diagnostics.empty()) return;
  const auto* from_file = std::get_if<command::LoadConfigFile>(&command);
  problems_.open({name, std::move(result.diagnostics), accepting_errors(command),
                  from_file != nullptr ? from_file->path : fs::path()});
}

void FileOpener::open(const fs::path& path) {
  const std::string extension = lower_extension(path);
  if (is_world_file(path) || extension == kWorldFileSuffix) {
    if (!world_files_.load(path)) return;
    problems_.close();
    world_files_.opened(path);
    return remember_recent(settings_, path);
  }
  if (extension == kReplayFileSuffix || holds_replay(path)) {
    return replays_.open(path, [this, path] { remember_recent(settings_, path); });
  }
  if (is_png(path) || extension == ".png") return open_picture(path);
  choose_ ? choose_(path) : open_config(path, command::KeepWorld::by_name);
}

void FileOpener::open_picture(const fs::path& path) {
  const bool heights = simulation_.knows(Plane::height);
  const CommandResult result = heights ? simulation_.execute(command::LoadHeightMap{path})
                                       : simulation_.execute(command::LoadPicture{path, true});
  if (!result.ok) return;
  canvas_.fit();
  remember_recent(settings_, path);
}

void FileOpener::open_config(const fs::path& path, command::KeepWorld keep) {
  load_config(command::LoadConfigFile{path, keep, false}, path.filename().string());
  if (!problems_.is_open() && simulation_.session().ruleset().source == path.string()) remember_recent(settings_, path);
}

void FileOpener::save_picture(const fs::path& path) {
  fs::path target = path;
  if (lower_extension(target) != ".png") target += ".png";
  simulation_.knows(Plane::height) ? simulation_.execute(command::SaveHeightMap{target})
                                   : simulation_.execute(command::SavePicture{target});
}

void FileOpener::ask_what_to_open() {
  browser_.open({"Open a world, a config, a picture or a replay",
                 false,
                 {std::string(kWorldFileSuffix), std::string(kReplayFileSuffix), ".cfg", ".txt", ".png"},
                 "",
                 [this](const fs::path& path) { open(path); }});
}

void FileOpener::ask_where_to_save_picture() {
  const bool heights = simulation_.knows(Plane::height);
  browser_.open({heights ? "Export the heights as a greyscale picture" : "Export a picture of the world",
                 true,
                 {".png"},
                 heights ? "heights.png" : "world.png",
                 [this](const fs::path& path) { save_picture(path); }});
}

}  // namespace repose
