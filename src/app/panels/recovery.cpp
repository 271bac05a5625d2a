// Offers the world of a window that ended unexpectedly, in a card over the canvas that stays until it is answered.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <imgui.h>

#include "app/files/world_files.hpp"
#include "app/frame/layout.hpp"
#include "app/panels/recovery.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

// "at 14:03" today, with the date for other days.
std::string time_of(std::time_t when) {
  constexpr std::time_t kToday = 12 * 60 * 60;
  const bool recent = std::time(nullptr) - when < kToday;
  return recent ? fmt::format("at {:%H:%M}", fmt::localtime(when))
                : fmt::format("on {:%d %B at %H:%M}", fmt::localtime(when));
}

}  // namespace

void RecoveryCard::draw(ImVec2 top_middle) {
  const auto leftover = world_files_.leftover();
  if (!leftover) return;
  ImGui::SetNextWindowPos({top_middle.x, top_middle.y + px(14)}, ImGuiCond_Always, {0.5f, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(12)});
  ImGui::Begin("##recovery", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  landmarks().mark("recovery");
  ImGui::AlignTextToFramePadding();
  if (is_narrow()) ImGui::PushTextWrapPos(layout_.canvas().z - layout_.canvas().x - px(44));
  ImGui::TextUnformatted(
      fmt::format("Repose ended unexpectedly. Restore the world saved {}?", time_of(leftover->saved_at)).c_str());
  is_narrow() ? ImGui::PopTextWrapPos() : ImGui::SameLine(0, px(18));
  if (primary_button("Restore", px(92))) world_files_.restore_leftover();
  ImGui::SameLine();
  if (ImGui::Button("Discard", {px(92), 0})) world_files_.discard_leftover();
  landmarks().mark("Discard");
  ImGui::SameLine();
  if (ImGui::Button("Later", {px(72), 0})) world_files_.postpone_leftover();
  landmarks().mark("Later");
  tooltip("Asks again when Repose starts the next time.");
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  layout_.cover({low.x, low.y, low.x + size.x, low.y + size.y});
  ImGui::End();
}

}  // namespace repose
