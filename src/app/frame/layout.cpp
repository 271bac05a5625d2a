#include "app/frame/layout.hpp"

#include <algorithm>

#include "app/widgets/theme.hpp"

namespace repose {

bool Layout::canvas_at(ImVec2 point) const {
  const auto holds = [&](const ImVec4& rect) {
    return point.x >= rect.x && point.y >= rect.y && point.x < rect.z && point.y < rect.w;
  };
  return !popup_open_ && holds(canvas_) && std::ranges::none_of(covers_, holds);
}

float Layout::below_cards(float left, float right, float top) const {
  for (const ImVec4& card : covers_) {
    const bool from_top_to_bottom = card.w >= canvas_.w;  // the line between two solvers
    const bool in_the_way = card.x < right && card.z > left && card.y <= top + px(8) && card.w > top - px(8);
    if (in_the_way && !from_top_to_bottom) top = card.w + px(8);
  }
  return top;
}

}  // namespace repose
