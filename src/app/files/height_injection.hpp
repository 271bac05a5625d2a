// A height animation that plays into the running sand: a folder of greyscale pictures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "session/height_series.hpp"

namespace repose {

struct Desk;

class HeightInjection {
 public:
  static constexpr std::uint64_t kPictureSteps = 5;  // about 24 pictures a second at the sandpile's own pace

  explicit HeightInjection(Desk& desk) : desk_(desk) {}

  void ask_for_folder();
  // Plays the pictures of a folder while the simulation takes steps. On failure shows a message.
  void begin(const std::filesystem::path& folder);
  void stop();
  bool playing() const { return series_.has_value(); }
  // Call once a frame.
  void tick();

 private:
  // Why it cannot go on, as a sentence; empty if it can.
  std::string why_not() const;
  void play(std::size_t pictures);

  Desk& desk_;
  std::optional<HeightSeries> series_;
  std::uint64_t first_step_ = 0, last_step_ = 0;  // of the simulation: at the first picture, and at the last tick
  int width_ = 0, height_ = 0;
  bool injected_ = false;
};

}  // namespace repose
