// Colours, sizes and fonts of the user interface: one calm dark and one light theme with one accent, the colour of
// sand; and one of high contrast.
#pragma once

#include <imgui.h>

#include "repose/ruleset.hpp"

namespace repose {

// `contrast`: white and yellow on black. Text has a contrast of at least 7:1, and every control has a border.
enum class ThemeName : std::uint8_t { dark, light, contrast };

// Percent of 96 dpi. Values outside are clamped.
inline constexpr int kUiScaleMin = 75, kUiScaleMax = 300;

// Points at 100 % between the border of the canvas and a panel that floats above it.
inline constexpr float kCanvasMargin = 14;
inline constexpr float kAboveTimeBar = 52;  // the same at the bottom, where the time bar is

struct Theme {
  ThemeName name = ThemeName::dark;
  ImVec4 canvas, panel, raised, border, text, dim, accent, accent_text, good, warning, error;
  ImVec4 track;    // the empty part of a slider or a bar
  Color surround;  // around the world
};

inline ImVec4 faint(const ImVec4& colour, float alpha) { return {colour.x, colour.y, colour.z, alpha}; }

const Theme& theme();  // the current one

// How the panels are arranged. In a narrow form one bar holds what is needed all the time, the rest is in a sheet over
// the world, and everything is large enough for a finger.
enum class WindowForm : std::uint8_t {
  wide,      // panels beside the world
  upright,   // narrow: a phone held upright; the bar is at the lower edge
  sideways,  // narrow: a phone on its side; the bar is at the right edge
};

WindowForm form_of(float width, float height);  // of a window of this size, in points
WindowForm window_form();                       // the one that apply_theme() was given
inline bool is_narrow() { return window_form() != WindowForm::wide; }

// Sets ImGui's style for theme and scale (1.0 = 100 %) and rebuilds the font atlas; the renderer must reload it. Fonts
// are drawn for `pixels_per_point`, so that they are sharp where the window system scales points itself. In a narrow
// `form` buttons, fields and rows are larger.
void apply_theme(ThemeName name, float scale, float pixels_per_point = 1.0f, WindowForm form = WindowForm::wide);

// The current scale. Sizes in the code are for 100 % and are converted with px().
float ui_scale();
inline float px(float size_at_100_percent) { return size_at_100_percent * ui_scale(); }
// The same, with another size where the form is narrow.
inline float px(float size_at_100_percent, float narrow) { return px(is_narrow() ? narrow : size_at_100_percent); }
// Points at 100 % of what a finger presses.
inline constexpr float kFinger = 40;

ImFont* heading_font();
ImFont* mono_font();

}  // namespace repose
