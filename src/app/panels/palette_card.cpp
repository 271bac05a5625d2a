// The card about the element that the keys have chosen in the palette.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/frame/layout.hpp"
#include "app/panels/element_facts.hpp"
#include "app/panels/palette.hpp"
#include "app/panels/palette_panel.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/world_views.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kCardWidth = 320;

// Name and colour.
void card_heading(const Element& element, Color color) {
  const float side = px(18), line = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  colour_swatch(*ImGui::GetWindowDrawList(), {at.x, at.y + (line - side) / 2}, {at.x + side, at.y + (line + side) / 2},
                color, element.glow);
  ImGui::SetCursorScreenPos({at.x + side + px(10), at.y});
  ImGui::PushFont(heading_font());
  ImGui::TextUnformatted(shown_name(element).c_str());
  ImGui::PopFont();
}

}  // namespace

void PalettePanel::draw_card() {
  const Ruleset& rules = simulation_.session().ruleset();
  if (is_narrow() || !active_ || choice_ >= rules.elements.size() || card_y_ <= 0) return;
  const ImVec4 canvas = layout_.canvas();
  const float left = canvas.x + px(kCanvasMargin),
              width = std::min(px(kCardWidth), canvas.z - left - px(kCanvasMargin));
  const float top = layout_.below_cards(left, left + width, card_y_ - px(24));
  ImGui::SetNextWindowPos({left, std::min(top, canvas.w - px(150))});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(14)});
  ImGui::Begin("##element card", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoInputs);
  ImGui::PopStyleVar();
  card_heading(rules.elements[choice_], world_views_.color_of(choice_));
  ImGui::PushTextWrapPos(0);
  const Element& element = rules.elements[choice_];
  if (!element.description.empty()) ImGui::TextUnformatted(element.description.c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
  ImGui::TextUnformatted(element_facts(rules, choice_).c_str());
  ImGui::Separator();
  ImGui::TextUnformatted("Return: left button. Shift+Return: right button. Escape: back to the world.");
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  layout_.cover({low.x, low.y, low.x + size.x, low.y + size.y});
  ImGui::End();
  landmarks().mark("card/" + rules.elements[choice_].name);
}

}  // namespace repose
