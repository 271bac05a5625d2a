// The pictures of scenes in galleries.
#pragma once

#include <imgui.h>

#include <map>
#include <string_view>

#include "app/frame/screen.hpp"
#include "repose/scene.hpp"

namespace repose {

struct Desk;

class Thumbnails {
 public:
  explicit Thumbnails(Desk& desk) : desk_(desk) {}

  // For ImGui::Image; null when the scene has no picture. Reads the file in the first call.
  ImTextureID of(const Scene& scene);

 private:
  Desk& desk_;
  std::map<std::string_view, ImTextureID> known_;
};

}  // namespace repose
