// Notices that a file has changed on disk.
#pragma once

#include <filesystem>
#include <optional>

namespace repose {

class ConfigWatch {
 public:
  // Watches this file from now on, as it is now. An empty path watches nothing.
  void follow(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return file_; }
  // Looks at the file, at most every kPollSeconds of the clock `now`. True once for every change, when the file has
  // stayed as it is for a whole interval: a file that is being written is left alone. A file that has gone is awaited.
  bool changed(double now);
  // What is on disk now is known.
  void acknowledge();

  static constexpr double kPollSeconds = 0.5;

 private:
  struct Stamp {
    std::filesystem::file_time_type time;
    std::uintmax_t bytes = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };

  std::optional<Stamp> look() const;

  std::filesystem::path file_;
  std::optional<Stamp> known_, seen_;
  double looked_at_ = -1e9;
};

}  // namespace repose
