// The pictures of a replay, one after the other, played on the processor beside whatever else runs.
#pragma once

#include <filesystem>
#include <optional>

#include "film/world_shot.hpp"
#include "repose/session.hpp"

namespace repose {

class ReplayPictures {
 public:
  // From `replay`, a picture every so many steps, the first of its beginning. Nothing is read before the first picture.
  ReplayPictures(std::filesystem::path replay, std::uint64_t every, const Looks& looks, double scale);

  // Of the whole world. Empty where the replay cannot be played; past its end the last one again.
  Picture next();

 private:
  std::filesystem::path replay_;
  std::uint64_t every_;
  Looks looks_;
  double scale_;
  Registry registry_ = make_registry();
  std::optional<Session> session_;
};

}  // namespace repose
