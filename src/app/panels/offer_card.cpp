#include "app/panels/offer_card.hpp"

#include <algorithm>
#include <utility>

#include "app/frame/frame_loop.hpp"
#include "app/frame/layout.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

void OfferCard::show(std::string text, std::string label, std::function<void()> take, double seconds) {
  text_ = std::move(text);
  label_ = std::move(label);
  take_ = std::move(take);
  ends_at_ = loop_.now() + seconds;
}

void OfferCard::draw(ImVec2 top_middle) {
  if (!is_shown()) return;
  if (loop_.now() > ends_at_) return dismiss();
  const ImVec4 canvas = layout_.canvas();
  constexpr float kWidthMax = 620;
  const float most = is_narrow() ? canvas.z - canvas.x - px(60) : px(kWidthMax) / 2;
  const float text_width = std::min(ImGui::CalcTextSize(text_.c_str()).x, most);
  const float top = layout_.below_cards(canvas.x, canvas.z, top_middle.y + px(14));
  ImGui::SetNextWindowPos({top_middle.x, top}, ImGuiCond_Always, {0.5f, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(12)});
  ImGui::Begin("##offer", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + text_width + 1);
  ImGui::TextUnformatted(text_.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  if (!is_narrow()) ImGui::SameLine(0, px(18));
  const bool taken = primary_button(label_.c_str());
  landmarks().mark("offer/take");
  ImGui::SameLine(0, px(6));
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  const bool closed = icon_button("offer/close", Icon::cross, "Closes this card");
  ImGui::PopStyleColor();
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  layout_.cover({low.x, low.y, low.x + size.x, low.y + size.y});
  ImGui::End();
  if (taken || closed) dismiss();
  if (taken) take_();
}

}  // namespace repose
