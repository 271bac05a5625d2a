#include "app/files/file_opener.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <variant>

#include "app/desk/desk.hpp"
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

FileOpener::FileOpener(Desk& desk)
    : desk_(desk), problems_([this](const Command& command, const std::string& name) { load_config(command, name); }) {}

void FileOpener::load_config(const Command& command, const std::string& name) {
  CommandResult result = desk_.simulation.load_config(command);
  if (result.ok) return problems_.close();
  desk_.messages.say(result.message, Tone::error);
  if (result.diagnostics.empty()) return;
  const auto* from_file = std::get_if<command::LoadConfigFile>(&command);
  problems_.open({name, std::move(result.diagnostics), accepting_errors(command),
                  from_file != nullptr ? from_file->path : fs::path()});
}

void FileOpener::open(const fs::path& path) {
  const std::string extension = lower_extension(path);
  if (is_world_file(path) || extension == kWorldFileSuffix) {
    if (!desk_.files.worlds.load(path)) return;
    problems_.close();
    desk_.files.worlds.opened(path);
    return remember_recent(desk_.settings, path);
  }
  if (extension == kReplayFileSuffix || holds_replay(path)) {
    return desk_.files.replays.open(path, [this, path] { remember_recent(desk_.settings, path); });
  }
  if (is_png(path) || extension == ".png") return open_picture(path);
  choose_ ? choose_(path) : open_config(path, command::KeepWorld::by_name);
}

void FileOpener::open_picture(const fs::path& path) {
  const bool heights = desk_.simulation.knows(Plane::height);
  const CommandResult result = heights ? desk_.simulation.execute(command::LoadHeightMap{path})
                                       : desk_.simulation.execute(command::LoadPicture{path, true});
  if (!result.ok) return;
  desk_.view.canvas.fit();
  remember_recent(desk_.settings, path);
}

void FileOpener::open_config(const fs::path& path, command::KeepWorld keep) {
  load_config(command::LoadConfigFile{path, keep, false}, path.filename().string());
  if (!problems_.is_open() && desk_.simulation.session().ruleset().source == path.string())
    remember_recent(desk_.settings, path);
}

void FileOpener::save_picture(const fs::path& path) {
  fs::path target = path;
  if (lower_extension(target) != ".png") target += ".png";
  desk_.simulation.knows(Plane::height) ? desk_.simulation.execute(command::SaveHeightMap{target})
                                        : desk_.simulation.execute(command::SavePicture{target});
}

void FileOpener::ask_what_to_open() {
  desk_.files.browser.open({"Open a world, a config, a picture or a replay",
                            false,
                            {std::string(kWorldFileSuffix), std::string(kReplayFileSuffix), ".cfg", ".txt", ".png"},
                            "",
                            [this](const fs::path& path) { open(path); }});
}

void FileOpener::ask_where_to_save_picture() {
  const bool heights = desk_.simulation.knows(Plane::height);
  desk_.files.browser.open({heights ? "Export the heights as a greyscale picture" : "Export a picture of the world",
                            true,
                            {".png"},
                            heights ? "heights.png" : "world.png",
                            [this](const fs::path& path) { save_picture(path); }});
}

}  // namespace repose
