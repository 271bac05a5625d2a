#include "app/files/config_watch.hpp"

namespace repose {

namespace fs = std::filesystem;

std::optional<ConfigWatch::Version> ConfigWatch::look() const {
  if (file_.empty()) return std::nullopt;
  std::error_code no_time, no_size;
  const Version version{fs::last_write_time(file_, no_time), fs::file_size(file_, no_size)};
  return no_time || no_size ? std::nullopt : std::optional(version);
}

void ConfigWatch::follow(const fs::path& file) {
  file_ = file;
  acknowledge();
}

void ConfigWatch::acknowledge() { known_ = seen_ = look(); }

bool ConfigWatch::changed(double now) {
  if (file_.empty() || now - looked_at_ < kPollSeconds) return false;
  looked_at_ = now;
  const std::optional<Version> version = look();
  const bool settled = version && version == seen_;
  seen_ = version;
  if (!settled || version == known_) return false;
  known_ = version;
  return true;
}

}  // namespace repose
