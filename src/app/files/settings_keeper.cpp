#include "app/files/settings_keeper.hpp"

#include <chrono>
#include <utility>

#include "core/background.hpp"

namespace repose {

namespace {

constexpr double kSecondsBetweenLooks = 1;  // at most this much is lost when the app is killed

}  // namespace

SettingsKeeper::SettingsKeeper(std::filesystem::path file, const Settings& loaded)
    : file_(std::move(file)), stored_(settings_text(loaded)) {}

void SettingsKeeper::look(const Settings& settings, double seconds) {
  next_look_ = seconds + kSecondsBetweenLooks;
  if (writing_.valid() && writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  std::string text = settings_text(settings);
  if (text == stored_) return;
  stored_ = std::move(text);
  // A failure is not told: the next change tries again.
  writing_ = in_background([file = file_, settings] { save_settings(file, settings); });
}

void SettingsKeeper::finish(const Settings& settings) {
  if (file_.empty()) return;
  if (writing_.valid()) writing_.wait();
  std::error_code error;
  if (settings_text(settings) != stored_ || !std::filesystem::exists(file_, error)) save_settings(file_, settings);
}

}  // namespace repose
