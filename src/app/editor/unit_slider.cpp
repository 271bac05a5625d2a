#include "app/editor/unit_slider.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

bool unit_slider(const char* id, const char* name, float& value, const std::string& shown) {
  const float height = ImGui::GetFrameHeight(), knob = px(7), before = px(76), behind = px(84);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float length = std::max(px(40), ImGui::GetContentRegionAvail().x - before - behind);
  ImGui::SetCursorScreenPos({start.x + before, start.y});
  ImGui::InvisibleButton(id, {length, height});
  const float from = start.x + before + knob, way = length - 2 * knob, was = value;
  if (ImGui::IsItemActive()) value = std::clamp((ImGui::GetIO().MousePos.x - from) / way, 0.0f, 1.0f);
  const float y = start.y + height / 2, x = from + value * way;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText({start.x, y - ImGui::GetTextLineHeight() / 2}, to_u32(theme().dim), name);
  list.AddRectFilled({from, y - px(2)}, {from + way, y + px(2)}, to_u32(theme().raised), px(2));
  list.AddRectFilled({from, y - px(2)}, {x, y + px(2)}, to_u32(theme().accent), px(2));
  list.AddCircleFilled({x, y}, ImGui::IsItemHovered() || ImGui::IsItemActive() ? knob * 1.15f : knob,
                       to_u32(theme().accent));
  list.AddText({start.x + before + length + px(8), y - ImGui::GetTextLineHeight() / 2}, to_u32(theme().text),
               shown.c_str());
  return value != was;
}

}  // namespace repose
