// Writes the settings soon after they change, so that they are not lost when the app ends unexpectedly.
#pragma once

#include <filesystem>
#include <future>
#include <string>

#include "app/files/settings.hpp"

namespace repose {

class SettingsKeeper {
 public:
  // `file`: empty if settings are not stored. `loaded`: the settings as they are in the file.
  SettingsKeeper(std::filesystem::path file, const Settings& loaded);
  SettingsKeeper(const SettingsKeeper&) = delete;
  SettingsKeeper& operator=(const SettingsKeeper&) = delete;

  // Whether `seconds` of the app's clock is late enough for another look. A look compares the whole text.
  bool is_due(double seconds) const { return !file_.empty() && seconds >= next_look_; }
  // Begins to write the settings on another thread if they have changed.
  void look(const Settings& settings, double seconds);
  // For the end of the app: writes what has changed, and waits until it is written.
  void finish(const Settings& settings);

 private:
  std::filesystem::path file_;
  std::string stored_;  // the text that was written last
  double next_look_ = 0;
  std::future<void> writing_;
};

}  // namespace repose
