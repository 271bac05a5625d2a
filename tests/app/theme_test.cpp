// The colours of the high contrast theme.
#include "app/widgets/theme.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace repose;

namespace {

// `top` over an opaque colour.
ImVec4 over(const ImVec4& top, const ImVec4& below) {
  const auto mixed = [&](float a, float b) { return b + (a - b) * top.w; };
  return {mixed(top.x, below.x), mixed(top.y, below.y), mixed(top.z, below.z), 1};
}

// The contrast of WCAG 2.2.
double contrast(const ImVec4& a, const ImVec4& b) {
  const auto luminance = [](const ImVec4& c) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(c.x) + 0.7152 * linear(c.y) + 0.0722 * linear(c.z);
  };
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

}  // namespace

TEST_CASE("every text of the high contrast theme has a contrast of 7:1, and every border and mark of 3:1") {
  ImGuiContext* const before = ImGui::GetCurrentContext();
  ImGuiContext* const context = ImGui::CreateContext();
  ImGui::SetCurrentContext(context);
  apply_theme(ThemeName::contrast, 1.0f);
  const Theme t = theme();
  const ImGuiStyle style = ImGui::GetStyle();
  const auto ground = [&](ImGuiCol colour) { return over(style.Colors[colour], t.panel); };
  std::vector<ImVec4> grounds = {t.canvas, t.panel, t.raised};
  for (const ImGuiCol colour : {ImGuiCol_WindowBg,   ImGuiCol_PopupBg,        ImGuiCol_MenuBarBg,
                                ImGuiCol_FrameBg,    ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                                ImGuiCol_Button,     ImGuiCol_ButtonHovered,  ImGuiCol_ButtonActive,
                                ImGuiCol_Header,     ImGuiCol_HeaderHovered,  ImGuiCol_HeaderActive,
                                ImGuiCol_Tab,        ImGuiCol_TabHovered,     ImGuiCol_TabActive,
                                ImGuiCol_TitleBg,    ImGuiCol_TitleBgActive,  ImGuiCol_TableHeaderBg,
                                ImGuiCol_TableRowBg, ImGuiCol_TableRowBgAlt})
    grounds.push_back(ground(colour));
  for (const ImVec4& below : grounds) {
    INFO("on " << below.x << " " << below.y << " " << below.z);
    for (const ImVec4& text : {t.text, t.dim, t.accent, t.good, t.warning, t.error, faint(t.accent, 0.8f)})
      CHECK(contrast(over(text, below), below) >= 7);
    for (const ImVec4& mark : {t.border, t.accent, t.track}) CHECK(contrast(mark, below) >= 3);
  }
  const ImVec4 field = ground(ImGuiCol_FrameBg);
  for (const ImVec4& text : {faint(t.text, 0.7f), faint(t.dim, 0.75f)}) CHECK(contrast(over(text, field), field) >= 7);
  const ImVec4 selected = over(style.Colors[ImGuiCol_TextSelectedBg], field);
  CHECK(contrast(t.text, selected) >= 7);
  CHECK(contrast(t.accent_text, t.accent) >= 7);
  CHECK(contrast(over(faint(t.text, style.DisabledAlpha), t.raised), t.raised) >= 7);
  CHECK(style.FrameBorderSize >= 1);
  CHECK(style.WindowBorderSize >= 1);
  apply_theme(ThemeName::dark, 1.0f);
  ImGui::DestroyContext(context);
  ImGui::SetCurrentContext(before);
}
