// Small widgets in the app's own style. Each marks itself as a landmark under its id.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "app/widgets/icons.hpp"
#include "app/widgets/text.hpp"
#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {

// Shown after a short rest over the last widget; `keys` (may be empty) follow the text in a dim colour.
void tooltip(std::string_view text, std::string_view keys = {});
// Gives the last widget a tooltip, and a name for landmarks().
void mark_item(const std::string& landmark, std::string_view tip, std::string_view keys = {});
// True while the mouse has rested on a widget for less time than a tooltip takes to appear: frames must go on.
bool awaits_tooltip();

// Square buttons with an icon; a flat one has no frame. `lit` draws it in the accent colour.
bool icon_button(const char* id, Icon icon, std::string_view tip, std::string_view keys = {}, bool lit = false,
                 float size = 0);
bool flat_icon_button(const char* id, Icon icon, std::string_view tip, std::string_view keys = {}, float size = 0);

bool button(const char* label, const std::string& landmark, float width = 0);
bool primary_button(const char* label, float width = 0);  // the one accented button of a dialog
// As primary_button(), but Enter presses it too, while no field of the dialog has the focus.
bool default_button(const char* label, float width = 0);

// A thin slider over `part`, 0..1, with a text after it, and, if `name` is given, a name before it. True while it is
// held and its value changes.
bool share_slider(const char* id, float& part, const char* value_text, float text_width, const char* name = nullptr);
// As share_slider(), on a logarithmic or linear scale from `low` to `high`.
bool log_slider(const char* id, float& value, float low, float high, const char* value_text, float text_width);
bool linear_slider(const char* id, float& value, float low, float high, const char* value_text, float text_width);

// A flat button whose colour shows whether it is on. `width` 0: as wide as its text. Marks no landmark itself.
bool chip(const char* label, bool on, float width = 0);

// The next widget is beside the last one if the line has room for this width, else below it.
void same_line_if_fits(float width);
float button_width(const char* label);

void dim_label(const char* text);  // a dim text at the height of the widgets beside it
void wrapped_text(const ImVec4& colour, const std::string& text);
void wrapped_text(const std::string& text);

void coloured_text(const ImVec4& colour, const std::string& text);
void dim_text(const std::string& text);
void heading_text(const ImVec4& colour, const std::string& text);
// A heading, and a cross at the right end of its line. True when the cross is pressed.
bool heading_with_cross(const std::string& text, const char* id, std::string_view tip, std::string_view keys,
                        float side);

// Without a place in the layout of the window. `width`: where its lines are wrapped.
void draw_heading(ImDrawList& list, ImVec2 at, const std::string& text);
void draw_text(ImDrawList& list, ImVec2 at, float width, const ImVec4& colour, const std::string& text);

void section(const char* title);  // a small dim heading above a group

// Draws text whose matched bytes (positions, ascending) have the accent colour. Returns the x where it ends.
float marked_text(ImVec2 at, const std::string& text, std::span<const std::size_t> matched, const ImVec4& plain);

// The text if it fits into `width`, else its first words that do, followed by "...".
std::string words_that_fit(const std::string& text, float width);

// Markdown without its marks for *emphasis* and `code`: comments of configs are often written so.
std::string without_marks(std::string_view text);

void colour_swatch(ImDrawList& list, ImVec2 low, ImVec2 high, Color color, float glow);

ImU32 to_u32(const ImVec4& colour);
Color to_color(const ImVec4& colour);

// While one exists, rows of lists and menus are high enough for a finger where the form is narrow.
class FingerRows {
 public:
  FingerRows();
  ~FingerRows() { ImGui::PopStyleVar(); }
  FingerRows(const FingerRows&) = delete;
  FingerRows& operator=(const FingerRows&) = delete;
};

// Whether the key was pressed in this frame, for lists and dialogs that read keys themselves. False while the focus of
// the keyboard is on a widget: then the keys are for that widget.
bool key_pressed(ImGuiKey key, bool repeats = true);
// Whether a list or dialog on the screen reads that key.
bool is_listened_to(ImGuiKey key);

// For windows beside the canvas. Where they are, the screen has their colour already: see WindowColors.
inline constexpr ImGuiWindowFlags kDockedFlags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;

// Begins such a window, without a border. Close it with ImGui::End().
void begin_docked(const char* name, ImVec2 position, ImVec2 size, ImGuiWindowFlags flags = kDockedFlags);

// For windows over the canvas.
inline constexpr ImGuiWindowFlags kCardFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                               ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;

// Begins such a window, as large as its content, or `width` pixels wide. `pivot`: the point of it that is at `at`, in
// shares of its size. Close it with ImGui::End().
void begin_card(const char* name, ImVec2 at, ImVec2 pivot, ImVec2 padding, float width = 0,
                ImGuiWindowFlags more_flags = 0);

// A modal window in the middle of the screen or, with `down` below a half, nearer to its upper edge; `width` points at
// 100 %, never larger than the window; it scrolls if it is too long. Returns true while it is open and must be closed
// with end_dialog() then.
bool begin_dialog(const char* title, bool& open, float width, float height = 0, float down = 0.5f);
// The same for a dialog full of cards: in large windows it takes most of the width and height.
bool begin_gallery(const char* title, bool& open);
// Cards side by side: how many fit, each at least `least` points wide, and how wide each is then.
struct CardColumns {
  int count;
  float gap, width;
  int placed = 0;

  // Call before each card.
  void next() {
    if (placed++ % count != 0) ImGui::SameLine(0, gap);
  }
};
CardColumns card_columns(float least);

// A card that is a button: a picture at its left end, and texts beside it. Draws the button alone.
struct PictureCard {
  bool pressed;
  ImVec2 low, high;  // of the picture
  float text_x, text_width;
};
// As high as the picture of this size; if there is a `text`, at least as high as a title and this text.
PictureCard picture_card(const std::string& id, const std::string& landmark, bool selected, float width, ImVec2 picture,
                         const std::string& text = {});
void draw_picture(ImTextureID picture, ImVec2 low, ImVec2 high);  // null: only its place

// How far the arrow keys that were pressed in this frame move a choice among cards in rows of `columns`.
int card_step(int columns);
void end_dialog();

// ---- problems of configs, and element colours for text ----

ImVec4 severity_colour(Severity severity);
Icon severity_icon(Severity severity);
// "Line 12, column 7"; "The file" for a problem without a line.
std::string place_of(const Diagnostic& diagnostic);
void show_problem_tooltip(const Diagnostic& diagnostic);  // a tooltip that appears without delay
// The colour, lighter or darker so that it is readable on the theme's background.
ImVec4 legible(Color color);

// A drop-down list of the named choices of a parameter. Shows `now`. The value that has just been chosen, if it is
// another one. Marks the list as `landmark`, and while it is open each choice as `landmark`/NAME. `width` as in
// ImGui::SetNextItemWidth.
std::optional<double> choose_value(const ParameterInfo& info, double now, const std::string& landmark, float width);

// Where the widgets of the last frame are, by name: UI tests and the tour find the visible widgets by it.
class Landmarks {
 public:
  // Stores the rectangle of the widget that was submitted last.
  void mark(const std::string& name) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    now_[name] = {low.x, low.y, high.x, high.y};
  }
  void begin_frame() {
    last_.swap(now_);
    now_.clear();
  }
  // Screen rectangle (min x, min y, max x, max y) in window points; empty when it was not drawn in the last frame.
  std::optional<ImVec4> find(const std::string& name) const {
    for (const auto* rects : {&now_, &last_}) {
      if (const auto found = rects->find(name); found != rects->end()) return found->second;
    }
    return std::nullopt;
  }
  // The name of the smallest one at a point of the window; empty when there is none.
  std::string at(ImVec2 point) const {
    std::string found;
    float least = 0;
    for (const auto& [name, rect] : last_) {
      const float area = (rect.z - rect.x) * (rect.w - rect.y);
      const bool holds = point.x >= rect.x && point.y >= rect.y && point.x < rect.z && point.y < rect.w;
      if (holds && (found.empty() || area < least)) found = name, least = area;
    }
    return found;
  }

 private:
  std::unordered_map<std::string, ImVec4> now_, last_;
};

inline Landmarks& landmarks() {
  static Landmarks instance;
  return instance;
}

}  // namespace repose
