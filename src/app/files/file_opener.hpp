// Opens files of every kind, and saves pictures.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include "app/dialogs/file_dialogs.hpp"
#include "app/files/replays.hpp"
#include "app/files/settings.hpp"
#include "app/files/world_files.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/canvas.hpp"

namespace repose {

struct Desk;

class FileOpener {
 public:
  explicit FileOpener(Desk& desk);

  // Opens a world, a replay, a picture or a config, recognised by its content. On failure shows a message that says
  // why.
  void open(const std::filesystem::path& path);
  void open_config(const std::filesystem::path& path, command::KeepWorld keep);
  // From now on open() passes configs to this function, which asks which world to go on with. Before, it keeps the
  // world.
  void set_config_choice(std::function<void(const std::filesystem::path&)> choose) { choose_ = std::move(choose); }
  // `name`: of the config in messages. A config with errors opens the dialog of its problems instead.
  void load_config(const Command& command, const std::string& name);
  // Saves a picture of the world, or of its heights if it has them.
  void save_picture(const std::filesystem::path& path);
  void ask_what_to_open();
  void ask_where_to_save_picture();
  ConfigProblemsDialog& problems() { return problems_; }

 private:
  void open_picture(const std::filesystem::path& path);

  Desk& desk_;
  ConfigProblemsDialog problems_;
  std::function<void(const std::filesystem::path&)> choose_;
};

}  // namespace repose
