// The scenes with their pictures and descriptions.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/dialogs/scene_gallery.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kScenePictureWidth = 160, kScenePictureHeight = 100;
constexpr float kNarrowPictureWidth = 120, kNarrowPictureHeight = 75;

}  // namespace

// One card: picture on the left, title and two sentences beside it. True when it is clicked.
bool SceneGallery::card(const Scene& scene, float width) {
  const ImVec2 low = ImGui::GetCursorScreenPos(), picture_size = {px(kScenePictureWidth, kNarrowPictureWidth),
                                                                  px(kScenePictureHeight, kNarrowPictureHeight)};
  const float text_x = low.x + px(8) + picture_size.x + px(14), wrap = std::max(px(60), low.x + width - px(8) - text_x);
  float height = picture_size.y + px(16);
  if (is_narrow())
    height = std::max(height, px(26 + 16) + ImGui::CalcTextSize(scene.description.data(), nullptr, false, wrap).y);
  ImGui::PushID(scene.name.data());
  const bool chosen = ImGui::Selectable("##card", simulation_.session().scene() == scene.name, 0, {width, height});
  ImGui::PopID();
  landmarks().mark("scenes/" + std::string(scene.name));
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = {low.x + px(8), low.y + px(8)}, end = {at.x + picture_size.x, at.y + picture_size.y};
  if (const ImTextureID picture = thumbnails_.of(scene)) {
    list.AddImageRounded(picture, at, end, {0, 0}, {1, 1}, IM_COL32_WHITE, px(6));
  } else {
    list.AddRectFilled(at, end, to_u32(theme().raised), px(6));
  }
  list.AddText(heading_font(), heading_font()->FontSize * ImGui::GetIO().FontGlobalScale, {text_x, at.y},
               to_u32(theme().text), scene.title.data());
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {text_x, at.y + px(26)}, to_u32(theme().dim),
               scene.description.data(), nullptr, wrap);
  ImGui::SetCursorScreenPos(after);
  return chosen;
}

void SceneGallery::draw() {
  if (!begin_dialog("Scenes###gallery", open_, 900, 620)) return;
  ImGui::BeginChild("cards");
  const float room = ImGui::GetContentRegionAvail().x, gap = px(12);
  const int columns = room > px(760) ? 2 : 1;
  const float width = (room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  int place = 0;
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    if (place++ % columns != 0) ImGui::SameLine(0, gap);
    if (card(scene, width)) {
      simulation_.load_scene(std::string(scene.name));
      close();
    }
  }
  ImGui::EndChild();
  end_dialog();
}

}  // namespace repose
