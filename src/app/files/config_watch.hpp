// Notices that a file has changed on disk.
#pragma once

#include <filesystem>
#include <optional>

namespace repose {

class ConfigWatch {
 public:
  // Watches this file from now on for changes of its present content. An empty path watches nothing.
  void follow(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return file_; }
  // Checks the file, at most every kPollSeconds of the clock `now`. True once for every change, after the file has
  // stayed the same for a whole interval, so that a file is not read while it is being written. A deleted file may come
  // back.
  bool changed(double now);
  // Treats the present content of the file as known.
  void acknowledge();

  static constexpr double kPollSeconds = 0.5;

 private:
  struct Version {
    std::filesystem::file_time_type time;
    std::uintmax_t bytes = 0;
    friend bool operator==(const Version&, const Version&) = default;
  };

  std::optional<Version> look() const;

  std::filesystem::path file_;
  std::optional<Version> known_, seen_;
  double looked_at_ = -1e9;
};

}  // namespace repose
