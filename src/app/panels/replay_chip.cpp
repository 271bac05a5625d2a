// The card of a replay, at the upper edge of the canvas: its name, its position, and its buttons.
#include <fmt/format.h>
#include <imgui.h>

#include <functional>

#include "app/files/replays.hpp"
#include "app/files/world_files.hpp"
#include "app/frame/layout.hpp"
#include "app/panels/replay_chip.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

void flat_button(const char* label, const char* tip, bool possible, const std::function<void()>& action) {
  ImGui::BeginDisabled(!possible);
  if (ImGui::Button(label)) action();
  ImGui::EndDisabled();
  landmarks().mark(fmt::format("replay/{}", label));
  tooltip(tip);
}

}  // namespace

void ReplayCard::draw(ImVec2 top_middle) {
  Replays& replays = replays_;
  if (!replays.showing() || world_files_.leftover())
    return;                      // its card is in the same place and must be answered first
  constexpr float kReach = 280;  // points to either side of the middle
  const float top = layout_.below_cards(top_middle.x - px(kReach), top_middle.x + px(kReach), top_middle.y + px(14));
  ImGui::SetNextWindowPos({top_middle.x, top}, ImGuiCond_Always, {0.5f, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), px(8)});
  ImGui::Begin("##replay", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  landmarks().mark("replay");
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().accent, "Replay");
  ImGui::SameLine();
  const float room = layout_.canvas().z - layout_.canvas().x - px(110);
  ImGui::TextUnformatted((is_narrow() ? words_that_fit(replays.name(), room) : replays.name()).c_str());
  if (!is_narrow()) ImGui::SameLine();
  const auto goal = replays.goal();
  const double aim = goal ? replays.seconds_at(*goal) : replays.length_seconds();
  ImGui::TextColored(goal ? theme().text : theme().dim, "%s",
                     fmt::format("{:.1f} {} {:.1f} s", replays.now_seconds(), goal ? "playing to" : "of", aim).c_str());
  if (!is_narrow()) ImGui::SameLine(0, px(10));
  flat_button("Play again", "From the start of the replay", true, [&] { replays.play_again(); });
  ImGui::SameLine();
  if (goal) {
    flat_button("Stop", "Stays at this moment", true, [&] { replays.cancel(); });
  } else {
    flat_button("To the end", "As fast as possible", !replays.ended(), [&] { replays.hurry_to_end(); });
  }
  ImGui::SameLine();
  flat_button("Leave", "Closes the replay and plays on from here; painting changes what follows.", true,
              [&] { replays.leave(); });
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  layout_.cover({low.x, low.y, low.x + size.x, low.y + size.y});
  ImGui::End();
}

}  // namespace repose
