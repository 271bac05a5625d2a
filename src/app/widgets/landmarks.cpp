#include "app/widgets/landmarks.hpp"

namespace repose {

void Landmarks::mark(const std::string& name) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  now_[name] = {low.x, low.y, high.x, high.y};
}

void Landmarks::begin_frame() {
  last_.swap(now_);
  now_.clear();
}

std::optional<ImVec4> Landmarks::find(const std::string& name) const {
  for (const auto* rects : {&now_, &last_}) {
    if (const auto found = rects->find(name); found != rects->end()) return found->second;
  }
  return std::nullopt;
}

Landmarks& landmarks() {
  static Landmarks instance;
  return instance;
}

}  // namespace repose
