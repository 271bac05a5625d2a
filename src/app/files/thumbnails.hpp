// The pictures of scenes in galleries.
#pragma once

#include <imgui.h>

#include <map>
#include <string_view>

#include "app/frame/screen.hpp"
#include "repose/scene.hpp"

namespace repose {

class Thumbnails {
 public:
  explicit Thumbnails(Screen& screen) : screen_(screen) {}

  // For ImGui::Image; null when the scene has no picture. Reads the file in the first call.
  ImTextureID of(const Scene& scene);

 private:
  Screen& screen_;
  std::map<std::string_view, ImTextureID> known_;
};

}  // namespace repose
