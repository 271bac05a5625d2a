#include "app/files/config_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

#include "app/desk/desk.hpp"
#include "app/files/file_opener.hpp"
#include "app/frame/messages.hpp"
#include "app/simulation/simulation.hpp"
#include "core/files.hpp"
#include "platform/page.hpp"
#include "repose/paths.hpp"
#include "repose/scene.hpp"
#include "session/config_link.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr int kEmptyWorldCells = 640 * 400;

// The configs that come with Repose, by name.
struct ShippedConfigs {
  std::vector<fs::path> files;
  std::vector<std::string> texts;

  // The file with this text; null if there is none.
  const fs::path* file_of(const std::string& text) const {
    const auto found = std::ranges::find(texts, text);
    return found == texts.end() ? nullptr : &files[static_cast<std::size_t>(std::distance(texts.begin(), found))];
  }
};

ShippedConfigs shipped_configs() {
  ShippedConfigs shipped;
  std::error_code error;
  const auto folder = find_data("configs");
  std::vector<fs::path> files;
  for (fs::directory_iterator it(folder.value_or(fs::path()), error), end; !error && it != end; it.increment(error))
    files.push_back(it->path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    std::string fault;
    auto text = read_whole_file(file, kLinkedTextBytesMax, fault);
    if (!text) continue;
    shipped.files.push_back(file);
    shipped.texts.push_back(std::move(*text));
  }
  return shipped;
}

// The scene of that name if it runs with these rules; `file`: the shipped config that they are, or null.
const Scene* scene_with(std::string_view name, const fs::path* file) {
  const Scene* const scene = name.empty() ? nullptr : find_scene(name);
  if (scene == nullptr || !scene->in_menu) return nullptr;
  const bool suits = scene->config.empty() || (file != nullptr && file->filename() == scene->config);
  return suits ? scene : nullptr;
}

// In a page the text becomes a file, so that the config has a name and can be reloaded.
Command loading(const std::string& text) {
  const fs::path folder = page::incoming_folder(), file = folder / "link.cfg";
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (!folder.empty() && write_whole_file(file, text).ok())
    return command::LoadConfigFile{file, command::KeepWorld::clear};
  return command::LoadConfigText{text, "", command::KeepWorld::clear};
}

}  // namespace

void ConfigLinks::share() {
  const Session& session = desk_.simulation.session();
  const ShippedConfigs shipped = shipped_configs();
  ConfigLink link{session.ruleset().text, std::string(session.automaton()), ""};
  const Scene* const scene = scene_with(session.scene(), shipped.file_of(link.text));
  if (scene != nullptr) link.scene = scene->name;
  std::string made;
  if (const Status status = make_config_link(link, page::address(), shipped.texts, made); !status) {
    return desk_.messages.say(status.message() + " Share picture with replay carries any config.", Tone::warning);
  }
  page::copy_link(made,
                  fmt::format("The link was copied. It carries the config{}, but not what was painted.",
                              scene != nullptr ? fmt::format(" and the scene {}", scene->title) : ""),
                  "The browser did not let the page copy. The link is in the address bar now: copy it from there.");
}

bool ConfigLinks::open(const std::string& text) {
  const ShippedConfigs shipped = shipped_configs();
  ConfigLink link;
  if (const Status status = read_config_link(text, shipped.texts, link); !status) {
    desk_.messages.say(status.message(), Tone::error);
    return false;
  }
  const Session& session = desk_.simulation.session();
  const fs::path* const file = shipped.file_of(link.text);
  desk_.files.opener.load_config(
      file != nullptr ? Command{command::LoadConfigFile{*file, command::KeepWorld::clear}} : loading(link.text),
      "The config of the link");
  if (session.ruleset().text != link.text) return false;  // it has errors, and the dialog of its problems is open
  const bool other = link.automaton != session.automaton() && session.registry().automaton(link.automaton) != nullptr;
  if (other && session.preview_switch(link.automaton).config.empty())
    desk_.simulation.switch_solver(link.automaton, desk_.simulation.backend_for(link.automaton));
  if (const Scene* const scene = scene_with(link.scene, file)) {
    desk_.simulation.load_scene(std::string(scene->name));
  } else if (const auto extent = desk_.simulation.extent_for_canvas(kEmptyWorldCells)) {
    desk_.simulation.execute(command::NewWorld{extent->width, extent->height});
  }
  desk_.messages.say(fmt::format("Opened the config of the link; {} runs it.", session.automaton()), Tone::good);
  return true;
}

}  // namespace repose
