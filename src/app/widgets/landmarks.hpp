// Where the widgets of the last frame are, by name: UI tests and the tour find the visible widgets by it.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <unordered_map>

namespace repose {

class Landmarks {
 public:
  // Stores the rectangle of the widget that was submitted last.
  void mark(const std::string& name) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    now_[name] = {low.x, low.y, high.x, high.y};
  }
  void begin_frame() {
    last_.swap(now_);
    now_.clear();
  }
  // Screen rectangle (min x, min y, max x, max y) in window points; empty when it was not drawn in the last frame.
  std::optional<ImVec4> find(const std::string& name) const {
    for (const auto* rects : {&now_, &last_}) {
      if (const auto found = rects->find(name); found != rects->end()) return found->second;
    }
    return std::nullopt;
  }

 private:
  std::unordered_map<std::string, ImVec4> now_, last_;
};

inline Landmarks& landmarks() {
  static Landmarks instance;
  return instance;
}

}  // namespace repose
