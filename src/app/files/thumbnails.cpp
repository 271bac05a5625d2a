#include "app/files/thumbnails.hpp"

#include <fmt/format.h>

#include "app/desk/desk.hpp"
#include "repose/paths.hpp"

namespace repose {

ImTextureID Thumbnails::of(const Scene& scene) {
  const auto known = known_.find(scene.name);
  if (known != known_.end()) return known->second;
  ImTextureID texture = nullptr;
  Picture picture;
  const auto file = find_data(fmt::format("assets/thumbnails/{}.png", scene.name));
  if (file && read_png(*file, picture)) texture = desk_.screen->make_texture(picture);
  return known_[scene.name] = texture;
}

}  // namespace repose
