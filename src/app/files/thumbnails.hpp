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

  // For ImGui::Image; null when the scene has none. Reads the file when it is asked for the first time.
  ImTextureID of(const Scene& scene);

 private:
  Screen& screen_;
  std::map<std::string_view, ImTextureID> known_;
};

}  // namespace repose
