// The pictures of a replay, one after the other. Plays the replay on the processor, independent of the app's session.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "film/world_shot.hpp"
#include "repose/session.hpp"

namespace repose {

class ReplayPictures {
 public:
  // A picture every `every` steps, the first one of the start. The replay is read when the first picture is made.
  // `given_up`: when it returns true, next() returns soon, and from then on no pictures.
  ReplayPictures(
      std::filesystem::path replay, std::uint64_t every, const Looks& looks, double scale,
      std::function<bool()> given_up = [] { return false; });

  // The next picture of the whole world. Empty if the replay cannot be played; after its end the last one again.
  Picture next();

 private:
  std::filesystem::path replay_;
  std::uint64_t every_;
  Looks looks_;
  double scale_;
  std::function<bool()> given_up_;
  Registry registry_ = make_registry();
  std::optional<Session> session_;
};

}  // namespace repose
