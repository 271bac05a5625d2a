#include "app/dialogs/message_log.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <string>

#include "app/frame/messages.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

// "now", "12 s ago", "3 min ago".
std::string age(double seconds) {
  constexpr double kMinute = 60;
  if (seconds < 2) return "now";
  return seconds < kMinute ? fmt::format("{:.0f} s ago", seconds) : fmt::format("{:.0f} min ago", seconds / kMinute);
}

}  // namespace

void MessageLog::draw() {
  constexpr float kAgeWidth = 92;
  if (!begin_dialog("Recent messages", open_, 640, 420)) return;
  const float buttons = ImGui::GetFrameHeightWithSpacing() + px(8);
  ImGui::BeginChild("messages", {0, -buttons});
  for (const Message& message : messages_.all()) {
    ImGui::TextColored(theme().dim, "%s", age(messages_.now() - message.shown_at).c_str());
    ImGui::SameLine(px(kAgeWidth));
    ImGui::PushStyleColor(ImGuiCol_Text, tone_colour(message.tone));
    ImGui::TextWrapped("%s", message.text.c_str());
    ImGui::PopStyleColor();
  }
  ImGui::EndChild();
  if (default_button("Close", px(110))) close();
  landmarks().mark("messages/close");
  ImGui::SameLine();
  if (ImGui::Button("Copy", {px(110), 0})) {
    std::string all;
    for (const Message& message : messages_.all()) all += message.text + '\n';
    ImGui::SetClipboardText(all.c_str());
  }
  landmarks().mark("messages/copy");
  end_dialog();
}

}  // namespace repose
