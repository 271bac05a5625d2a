// Where the widgets of the last frame are, by name: UI tests and the tour find the visible widgets in this way.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <unordered_map>

namespace repose {

class Landmarks {
 public:
  // Stores the rectangle of the widget that was submitted last.
  void mark(const std::string& name);
  void begin_frame();
  // Screen rectangle (min x, min y, max x, max y) in window points; empty when it was not drawn in the last frame.
  std::optional<ImVec4> find(const std::string& name) const;

 private:
  std::unordered_map<std::string, ImVec4> now_, last_;
};

Landmarks& landmarks();

}  // namespace repose
