#include "app/widgets/widgets.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/widgets/theme.hpp"
#include "core/language.hpp"

namespace repose {

ImU32 to_u32(const ImVec4& colour) { return ImGui::ColorConvertFloat4ToU32(colour); }

Color to_color(const ImVec4& colour) {
  const ImU32 bytes = to_u32(colour);
  const auto byte = [bytes](int shift) { return static_cast<std::uint8_t>(bytes >> shift & 0xff); };
  return {byte(IM_COL32_R_SHIFT), byte(IM_COL32_G_SHIFT), byte(IM_COL32_B_SHIFT)};
}

namespace {
constexpr float kRestSeconds = 0.3f;  // before a tooltip appears: long enough not to flicker under a passing mouse
}

bool awaits_tooltip() { return GImGui->HoveredId != 0 && GImGui->HoveredIdTimer < kRestSeconds; }

void tooltip(std::string_view text, std::string_view keys) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || GImGui->HoveredIdTimer < kRestSeconds) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(px(320, 260));
  ImGui::TextUnformatted(breakable(text).c_str());
  landmarks().mark("tooltip");
  landmarks().mark(std::string("tooltip says ") + std::string(text));
  if (!keys.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
    ImGui::TextUnformatted(keys.data(), keys.data() + keys.size());
    ImGui::PopStyleColor();
    landmarks().mark(std::string("tooltip/") + std::string(keys));
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void mark_item(const std::string& landmark, std::string_view tip, std::string_view keys) {
  landmarks().mark(landmark);
  tooltip(tip, keys);
}

bool icon_button(const char* id, Icon icon, std::string_view tip, std::string_view keys, bool lit, float size) {
  const float side = size > 0 ? size : px(34);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  if (lit) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent);
  if (lit) ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme().accent);
  ImGui::PushID(id);
  const bool pressed = ImGui::Button("##icon", {side, side});
  ImGui::PopID();
  if (lit) ImGui::PopStyleColor(2);
  landmarks().mark(id);
  draw_icon(*ImGui::GetWindowDrawList(), icon, {low.x + side / 2, low.y + side / 2}, side * 0.44f,
            ImGui::GetColorU32(lit ? theme().accent_text : theme().text));  // faint while disabled
  tooltip(tip, keys);
  return pressed;
}

bool flat_icon_button(const char* id, Icon icon, std::string_view tip, std::string_view keys, float size) {
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  const bool pressed = icon_button(id, icon, tip, keys, false, size);
  ImGui::PopStyleColor();
  return pressed;
}

bool button(const char* label, const std::string& landmark, float width) {
  const bool pressed = ImGui::Button(label, {width, 0});
  landmarks().mark(landmark);
  return pressed;
}

bool primary_button(const char* label, float width) {
  ImGui::PushStyleColor(ImGuiCol_Button, theme().accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme().accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, theme().accent);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().accent_text);
  const bool pressed = button(label, label, width);
  ImGui::PopStyleColor(4);
  return pressed;
}

bool default_button(const char* label, float width) {
  const bool clicked = primary_button(label, width);
  const ImGuiContext& g = *GImGui;
  const bool disabled = (g.CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
  const bool in_field = g.ActiveId != 0 || g.ActiveIdPreviousFrame != 0;  // the field uses Enter itself
  const bool listens = ImGui::IsWindowFocused() && !ImGui::IsWindowAppearing() && !disabled && !in_field;
  return clicked || (listens && (key_pressed(ImGuiKey_Enter, false) || key_pressed(ImGuiKey_KeyPadEnter, false)));
}

namespace {

// How far Left and Right move the slider that was submitted last, while it has the focus of the keyboard.
float arrow_step() {
  constexpr float kStep = 0.05f, kFineStep = 0.01f;
  const ImGuiContext& g = *GImGui;
  const bool along = g.NavMoveDir == ImGuiDir_Left || g.NavMoveDir == ImGuiDir_Right;
  if (!g.IO.NavVisible || g.NavId != ImGui::GetItemID() || !g.NavMoveSubmitted || !along) return 0;
  const float step = g.IO.KeyShift ? kFineStep : kStep;
  const float moved = g.NavMoveDir == ImGuiDir_Left ? -step : step;
  ImGui::NavMoveRequestCancel();
  return moved;
}

}  // namespace

bool share_slider(const char* id, float& part, const char* value_text, float text_width, const char* name) {
  const float height = ImGui::GetFrameHeight(), knob = px(7), before = name != nullptr ? px(76) : 0;
  const ImVec2 start = ImGui::GetCursorScreenPos(), at = {start.x + before, start.y};
  const float length = std::max(px(40), ImGui::GetContentRegionAvail().x - before - text_width - px(10));
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(id, {length, height});
  landmarks().mark(id);
  const float from = at.x + knob, way = length - 2 * knob, was = part;
  if (ImGui::IsItemActive() && GImGui->ActiveIdSource != ImGuiInputSource_Nav)
    part = std::clamp((ImGui::GetIO().MousePos.x - from) / way, 0.0f, 1.0f);
  part = std::clamp(part + arrow_step(), 0.0f, 1.0f);
  const float y = at.y + height / 2, x = from + std::clamp(part, 0.0f, 1.0f) * way;
  const float text_y = y - ImGui::GetTextLineHeight() / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (name != nullptr) list.AddText({start.x, text_y}, to_u32(theme().dim), name);
  list.AddRectFilled({from, y - px(2)}, {from + way, y + px(2)}, to_u32(theme().track), px(2));
  list.AddRectFilled({from, y - px(2)}, {x, y + px(2)}, to_u32(theme().accent), px(2));
  list.AddCircleFilled({x, y}, ImGui::IsItemHovered() || ImGui::IsItemActive() ? knob * 1.15f : knob,
                       to_u32(theme().accent));
  list.AddText({at.x + length + px(10), text_y}, to_u32(theme().text), value_text);
  return part != was;
}

bool log_slider(const char* id, float& value, float low, float high, const char* value_text, float text_width) {
  float part = std::log(value / low) / std::log(high / low);
  if (!share_slider(id, part, value_text, text_width)) return false;
  value = low * std::pow(high / low, part);
  return true;
}

bool linear_slider(const char* id, float& value, float low, float high, const char* value_text, float text_width) {
  float part = (value - low) / (high - low);
  if (!share_slider(id, part, value_text, text_width)) return false;
  value = low + (high - low) * part;
  return true;
}

bool chip(const char* label, bool on, float width) {
  const bool solid = theme().name == ThemeName::contrast;
  if (on) {
    ImGui::PushStyleColor(ImGuiCol_Button, faint(theme().accent, solid ? 1 : 0.22f));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, faint(theme().accent, solid ? 1 : 0.32f));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, faint(theme().accent, solid ? 1 : 0.40f));
  }
  ImGui::PushStyleColor(ImGuiCol_Text, !on ? theme().dim : solid ? theme().accent_text : theme().accent);
  const bool pressed = ImGui::Button(label, {width, 0});
  ImGui::PopStyleColor(on ? 4 : 1);
  return pressed;
}

void same_line_if_fits(float width) {
  const float end = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width;
  if (end <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) ImGui::SameLine();
}

float button_width(const char* label) { return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x; }

void coloured_text(const ImVec4& colour, const std::string& text) { ImGui::TextColored(colour, "%s", text.c_str()); }

void dim_text(const std::string& text) { coloured_text(theme().dim, text); }

void dim_label(const char* text) {
  ImGui::AlignTextToFramePadding();
  dim_text(text);
}

void heading_text(const ImVec4& colour, const std::string& text) {
  ImGui::PushFont(heading_font());
  coloured_text(colour, text);
  ImGui::PopFont();
}

bool heading_with_cross(const std::string& text, const char* id, std::string_view tip, std::string_view keys,
                        float side) {
  ImGui::PushFont(heading_font());
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - side);
  return flat_icon_button(id, Icon::cross, tip, keys, side);
}

void draw_heading(ImDrawList& list, ImVec2 at, const std::string& text) {
  list.AddText(heading_font(), heading_font()->FontSize * ImGui::GetIO().FontGlobalScale, at, to_u32(theme().text),
               text.c_str());
}

void draw_text(ImDrawList& list, ImVec2 at, float width, const ImVec4& colour, const std::string& text) {
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, to_u32(colour), breakable(text).c_str(), nullptr, width);
}

void wrapped_text(const ImVec4& colour, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  wrapped_text(text);
  ImGui::PopStyleColor();
}

void wrapped_text(const std::string& text) { ImGui::TextWrapped("%s", breakable(text).c_str()); }

std::string without_marks(std::string_view text) {
  std::string plain;
  const auto blank = [](char c) { return c == ' ' || c == '\n'; };
  while (!text.empty()) {
    const char mark = text[0];
    std::size_t end = text.npos;
    if ((mark == '*' || mark == '`') && text.size() > 2 && !blank(text[1]) && text[1] != mark) end = text.find(mark, 1);
    if (end != text.npos && !blank(text[end - 1])) {
      plain += text.substr(1, end - 1);
      text.remove_prefix(end + 1);
    } else {
      plain += mark;
      text.remove_prefix(1);
    }
  }
  return plain;
}

void section(const char* title) {
  ImGui::Dummy({0, px(2)});
  dim_text(title);
}

float marked_text(ImVec2 at, const std::string& text, std::span<const std::size_t> matched, const ImVec4& plain) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::size_t begin = 0;
  const auto is_marked = [&](std::size_t i) { return std::ranges::binary_search(matched, i); };
  while (begin < text.size()) {
    std::size_t end = begin + 1;
    // The bytes of one character have the same colour.
    const auto continues = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80; };
    while (end < text.size() && (continues(end) || is_marked(end) == is_marked(begin))) ++end;
    list.AddText(at, to_u32(is_marked(begin) ? theme().accent : plain), &text[begin], &text[begin] + (end - begin));
    at.x += ImGui::CalcTextSize(&text[begin], &text[begin] + (end - begin)).x;
    begin = end;
  }
  return at.x;
}

std::string words_that_fit(const std::string& text, float width) {
  constexpr const char* kMore = "...";
  const auto width_of = [](const std::string& part) { return ImGui::CalcTextSize(part.c_str()).x; };
  if (width_of(text) <= width) return text;
  const std::vector<std::size_t> ends = word_ends(text);
  const auto fitting = std::find_if(ends.rbegin(), ends.rend(),
                                    [&](std::size_t end) { return width_of(text.substr(0, end) + kMore) <= width; });
  return fitting == ends.rend() ? kMore : text.substr(0, *fitting) + kMore;
}

void colour_swatch(ImDrawList& list, ImVec2 low, ImVec2 high, Color color, float glow) {
  const ImU32 fill = IM_COL32(color.r, color.g, color.b, 255);
  if (glow > 0) {
    const auto halo = static_cast<int>(90 * std::min(1.0f, glow));
    const float reach = px(3);
    list.AddRectFilled({low.x - reach, low.y - reach}, {high.x + reach, high.y + reach},
                       IM_COL32(color.r, color.g, color.b, halo), px(6));
  }
  list.AddRectFilled(low, high, fill, px(4));
  list.AddRect(low, high, to_u32(ImVec4(theme().text.x, theme().text.y, theme().text.z, 0.18f)), px(4));
}

namespace {
std::array<int, ImGuiKey_COUNT> asked_in_frame;  // the last one in which somebody asked for the key
}

bool is_listened_to(ImGuiKey key) {
  const int frames = ImGui::GetFrameCount() - asked_in_frame[static_cast<std::size_t>(key)];
  return frames == 0 || frames == 1;
}

bool key_pressed(ImGuiKey key, bool repeats) {
  asked_in_frame[static_cast<std::size_t>(key)] = ImGui::GetFrameCount();
  return !ImGui::GetIO().NavVisible && ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
}

void begin_docked(const char* name, ImVec2 position, ImVec2 size, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::Begin(name, nullptr, flags);
  ImGui::PopStyleVar(3);
}

void begin_card(const char* name, ImVec2 at, ImVec2 pivot, ImVec2 padding, float width, ImGuiWindowFlags more_flags) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  if (width > 0) ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::Begin(name, nullptr, kCardFlags | more_flags | (width > 0 ? 0 : ImGuiWindowFlags_AlwaysAutoResize));
  ImGui::PopStyleVar();
}

bool begin_dialog(const char* title, bool& open, float width, float height, float down) {
  if (!open) {  // closed from outside, by Escape: let ImGui close its popup too
    if (ImGui::IsPopupOpen(title)) ImGui::BeginPopupModal(title, &open);
    return false;
  }
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const ImVec2 most = {screen.x - px(24, 16), screen.y - px(24, 16)};
  ImGui::SetNextWindowPos({screen.x / 2, screen.y * down}, ImGuiCond_Always, {0.5f, down});
  ImGui::SetNextWindowSize({std::min(px(width), most.x), height > 0 ? std::min(px(height), most.y) : 0},
                           ImGuiCond_Always);
  ImGui::SetNextWindowSizeConstraints({0, 0}, most);
  if (!ImGui::BeginPopupModal(title, &open,
                              ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoSavedSettings)) {
    return false;
  }
  // The title without its "###id", and a cross at the right end.
  const std::string_view whole = title;
  const std::string text(whole.substr(0, whole.find("###")));
  if (heading_with_cross(text, "dialog/close", tr("Close"), tr("Escape"), px(26, kFinger))) open = false;
  ImGui::Dummy({0, px(2)});
  return true;
}

bool begin_gallery(const char* title, bool& open) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  return begin_dialog(title, open, std::clamp(window.x * 0.75f / px(1), 900.0f, 1800.0f),
                      std::clamp(window.y * 0.8f / px(1), 620.0f, 1200.0f));
}

CardColumns card_columns(float least) {
  const float room = ImGui::GetContentRegionAvail().x, gap = px(12);
  const int count = std::max(1, static_cast<int>((room + gap) / (px(least) + gap)));
  return {count, gap, (room - gap * static_cast<float>(count - 1)) / static_cast<float>(count)};
}

PictureCard picture_card(const std::string& id, const std::string& landmark, bool selected, float width, ImVec2 picture,
                         const std::string& text) {
  const ImVec2 corner = ImGui::GetCursorScreenPos(), low = {corner.x + px(8), corner.y + px(8)};
  const float text_x = low.x + picture.x + px(14), text_width = std::max(px(60), corner.x + width - px(8) - text_x);
  float height = picture.y + px(16);
  if (!text.empty())
    height = std::max(height, px(26 + 16) + ImGui::CalcTextSize(breakable(text).c_str(), nullptr, false, text_width).y);
  ImGui::PushID(id.c_str());
  const bool pressed = ImGui::Selectable("##card", selected, 0, {width, height});
  ImGui::PopID();
  landmarks().mark(landmark);
  ImGui::SetCursorScreenPos(ImGui::GetCursorScreenPos());  // the gap below belongs to what a list scrolls
  return {pressed, low, {low.x + picture.x, low.y + picture.y}, text_x, text_width};
}

void draw_picture(ImTextureID picture, ImVec2 low, ImVec2 high) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (picture == nullptr) return list.AddRectFilled(low, high, to_u32(theme().raised), px(6));
  list.AddImageRounded(picture, low, high, {0, 0}, {1, 1}, IM_COL32_WHITE, px(6));
}

int card_step(int columns) {
  if (key_pressed(ImGuiKey_RightArrow, false)) return 1;
  if (key_pressed(ImGuiKey_LeftArrow, false)) return -1;
  if (key_pressed(ImGuiKey_DownArrow, false)) return columns;
  return key_pressed(ImGuiKey_UpArrow, false) ? -columns : 0;
}

void end_dialog() { ImGui::EndPopup(); }

FingerRows::FingerRows() {
  ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  if (is_narrow()) spacing.y = px(kFinger) - ImGui::GetTextLineHeight() + 1;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, spacing);
}

ImVec4 severity_colour(Severity severity) {
  return severity == Severity::error ? theme().error : severity == Severity::warning ? theme().warning : theme().dim;
}

Icon severity_icon(Severity severity) {
  return severity == Severity::error ? Icon::error : severity == Severity::warning ? Icon::warning : Icon::note;
}

std::string place_of(const Diagnostic& d) {
  if (d.line <= 0) return tr("The file");
  return d.column > 0 ? trf("Line {}, column {}", d.line, d.column) : trf("Line {}", d.line);
}

void show_problem_tooltip(const Diagnostic& d) {
  ImGui::PushFont(nullptr);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(px(380));
  ImGui::TextUnformatted(breakable(d.message).c_str());
  if (!d.hint.empty()) ImGui::TextColored(theme().accent, "%s", breakable(d.hint).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopFont();
}

ImVec4 legible(Color color) {
  const bool dark = theme().name != ThemeName::light;
  const float limit = theme().name == ThemeName::contrast ? 0.65f : dark ? 0.48f : 0.40f, target = dark ? 1.0f : 0.0f;
  ImVec4 shown = {static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255,
                  static_cast<float>(color.b) / 255, 1};
  const auto luminance = [&] { return 0.3f * shown.x + 0.59f * shown.y + 0.11f * shown.z; };
  for (int i = 0; i < 20 && (dark ? luminance() < limit : luminance() > limit); ++i) {
    constexpr float kStep = 0.1f;
    shown = {shown.x + (target - shown.x) * kStep, shown.y + (target - shown.y) * kStep,
             shown.z + (target - shown.z) * kStep, 1};
  }
  return shown;
}

namespace {

// "open_left" is shown as "Open left".
std::string name_on_screen(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return tr_in("choice", with_capital(std::move(name)));
}

}  // namespace

std::optional<double> choose_value(const ParameterInfo& info, double now, const std::string& landmark, float width) {
  std::optional<double> chosen;
  ImGui::SetNextItemWidth(width);
  const std::string id = "##" + landmark;
  const bool open = ImGui::BeginCombo(id.c_str(), name_on_screen(parameter_text(info, now)).c_str());
  if (!open) {
    mark_item(landmark, tr(info.summary.data()));
    return chosen;
  }
  {
    const FingerRows rows;
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
      const std::string name(info.choice_names[i]);
      if (ImGui::Selectable(name_on_screen(name).c_str(), info.choices[i] == now)) chosen = info.choices[i];
      landmarks().mark(landmark + "/" + name);
    }
  }
  ImGui::EndCombo();
  return chosen != now ? chosen : std::nullopt;
}

}  // namespace repose
