#include "app/files/config_watch.hpp"

namespace repose {

namespace fs = std::filesystem;

std::optional<ConfigWatch::Stamp> ConfigWatch::look() const {
  if (file_.empty()) return std::nullopt;
  std::error_code no_time, no_size;
  const Stamp stamp{fs::last_write_time(file_, no_time), fs::file_size(file_, no_size)};
  return no_time || no_size ? std::nullopt : std::optional(stamp);
}

void ConfigWatch::follow(const fs::path& file) {
  file_ = file;
  acknowledge();
}

void ConfigWatch::acknowledge() { known_ = seen_ = look(); }

bool ConfigWatch::changed(double now) {
  if (file_.empty() || now - looked_at_ < kPollSeconds) return false;
  looked_at_ = now;
  const std::optional<Stamp> stamp = look();
  const bool settled = stamp && stamp == seen_;
  seen_ = stamp;
  if (!settled || stamp == known_) return false;
  known_ = stamp;
  return true;
}

}  // namespace repose
