// A temporary folder for pictures, named by a user-dirs.dirs in the format of desktops.
#pragma once

#include <filesystem>
#include <fstream>

#include "scoped_variable.hpp"
#include "support.hpp"

namespace repose::test {

class PicturesFolder {
 public:
  PicturesFolder() : config_home_("XDG_CONFIG_HOME", config_.path().string()) {
    std::ofstream(config_ / "user-dirs.dirs") << "XDG_PICTURES_DIR=\"" << pictures_.path().string() << "\"\n";
  }
  const std::filesystem::path& path() const { return pictures_.path(); }

 private:
  TemporaryFolder config_, pictures_;
  ScopedVariable config_home_;
};

}  // namespace repose::test
