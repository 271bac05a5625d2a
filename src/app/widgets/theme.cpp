#include "app/widgets/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "app/widgets/text.hpp"
#include "core/language.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace {

constexpr float kTextSize = 15, kHeadingSize = 16, kMonoSize = 14;  // pixels at 100 %

ImVec4 rgb(unsigned hex) {
  return {static_cast<float>((hex >> 16) & 255) / 255.0f, static_cast<float>((hex >> 8) & 255) / 255.0f,
          static_cast<float>(hex & 255) / 255.0f, 1};
}

Theme make_theme(ThemeName name) {
  struct Palette {
    unsigned canvas, panel, raised, border, text, dim, accent, accent_text, good, warning, error, track;
    Color surround;
  };
  constexpr Palette kDark = {0x0d0f13, 0x171a20, 0x242932, 0x2a303a, 0xdde1e8, 0x8d96a5,    0xe0aa55,
                             0x1b1509, 0x7fc08a, 0xe8c163, 0xe9806e, 0x242932, {19, 21, 26}};
  constexpr Palette kLight = {0xd8d5cf, 0xf6f4f0, 0xe6e2da, 0xd3cec4, 0x2a2c31, 0x6b6a69,       0xb8771a,
                              0xffffff, 0x2f7d41, 0x8f6200, 0xb43b28, 0xe6e2da, {216, 213, 207}};
  constexpr Palette kContrast = {0x000000, 0x000000, 0x141414, 0xffffff, 0xffffff, 0xe4e4e4, 0xffff00,
                                 0x000000, 0x7dff7d, 0xffdd33, 0xffc2c2, 0x949494, {0, 0, 0}};
  const Palette& p = name == ThemeName::dark ? kDark : name == ThemeName::light ? kLight : kContrast;
  return {name,          rgb(p.canvas),      rgb(p.panel), rgb(p.raised),  rgb(p.border), rgb(p.text),  rgb(p.dim),
          rgb(p.accent), rgb(p.accent_text), rgb(p.good),  rgb(p.warning), rgb(p.error),  rgb(p.track), p.surround};
}

struct Current {
  Theme theme = make_theme(ThemeName::dark);
  WindowForm form = WindowForm::wide;
  float scale = 1.0f;
  float pixels_per_point = 1.0f;
  std::uint64_t language_changes = 0;
  ImFont* heading = nullptr;
  ImFont* mono = nullptr;
};

Current& current() {
  static Current instance;
  return instance;
}

ImVec4 mix(const ImVec4& a, const ImVec4& b, float t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t, a.w + (b.w - a.w) * t};
}

void set_colours(const Theme& t) {
  ImVec4* c = ImGui::GetStyle().Colors;
  const ImVec4 field = mix(t.panel, t.name == ThemeName::light ? rgb(0xffffff) : rgb(0x000000), 0.35f);
  c[ImGuiCol_ChildBg] = c[ImGuiCol_BorderShadow] = c[ImGuiCol_ScrollbarBg] = c[ImGuiCol_ResizeGrip] =
      c[ImGuiCol_TableRowBg] = c[ImGuiCol_NavHighlight] = {0, 0, 0, 0};  // PanelFocus draws the highlight
  c[ImGuiCol_Text] = t.text;
  c[ImGuiCol_TextDisabled] = t.dim;
  c[ImGuiCol_WindowBg] = c[ImGuiCol_MenuBarBg] = c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] =
      c[ImGuiCol_TitleBgCollapsed] = c[ImGuiCol_Tab] = c[ImGuiCol_TabUnfocused] = t.panel;
  c[ImGuiCol_PopupBg] = mix(t.panel, t.raised, 0.5f);
  c[ImGuiCol_Border] = c[ImGuiCol_Separator] = c[ImGuiCol_TableBorderLight] = c[ImGuiCol_TableBorderStrong] = t.border;
  c[ImGuiCol_FrameBg] = field;
  c[ImGuiCol_FrameBgHovered] = mix(field, t.text, 0.06f);
  c[ImGuiCol_FrameBgActive] = mix(field, t.text, 0.10f);
  c[ImGuiCol_ScrollbarGrab] = t.track;
  c[ImGuiCol_ScrollbarGrabHovered] = mix(t.track, t.text, 0.08f);
  c[ImGuiCol_ScrollbarGrabActive] = mix(t.track, t.text, 0.16f);
  c[ImGuiCol_CheckMark] = c[ImGuiCol_SliderGrab] = c[ImGuiCol_SliderGrabActive] = c[ImGuiCol_SeparatorHovered] =
      c[ImGuiCol_SeparatorActive] = c[ImGuiCol_ResizeGripHovered] = c[ImGuiCol_ResizeGripActive] = t.accent;
  c[ImGuiCol_Button] = c[ImGuiCol_Header] = c[ImGuiCol_TabActive] = c[ImGuiCol_TabUnfocusedActive] =
      c[ImGuiCol_TableHeaderBg] = t.raised;
  c[ImGuiCol_ButtonHovered] = c[ImGuiCol_HeaderHovered] = c[ImGuiCol_TabHovered] = mix(t.raised, t.text, 0.08f);
  c[ImGuiCol_ButtonActive] = c[ImGuiCol_HeaderActive] = mix(t.raised, t.text, 0.16f);
  c[ImGuiCol_TableRowBgAlt] = mix(t.panel, t.text, 0.03f);
  c[ImGuiCol_TextSelectedBg] = faint(t.accent, 0.35f);
  c[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0.45f};
}

void set_sizes(float scale, bool narrow, bool borders) {
  ImGuiStyle& s = ImGui::GetStyle();
  s = ImGuiStyle();
  s.WindowPadding = {14, 12};
  s.FramePadding = {10, 6};
  s.CellPadding = {8, 5};
  s.ItemSpacing = {8, 8};
  s.ItemInnerSpacing = {8, 6};
  s.IndentSpacing = 18;
  s.ScrollbarSize = s.GrabMinSize = 12;
  s.WindowRounding = s.PopupRounding = 8;
  s.ChildRounding = s.FrameRounding = s.ScrollbarRounding = s.GrabRounding = s.TabRounding = 6;
  s.WindowBorderSize = s.PopupBorderSize = 1;
  s.FrameBorderSize = borders ? 1 : 0;
  if (borders) s.DisabledAlpha = 0.75f;
  s.WindowTitleAlign = {0.0f, 0.5f};
  if (narrow) {
    s.FramePadding = {12, (kFinger - kTextSize) / 2 + 1};
    s.ScrollbarSize = 6;  // only shows the position: a finger moves the list itself
    s.GrabMinSize = kFinger;
  }
  s.ScaleAllSizes(scale);
}

// The first of these fonts that the system or the program's own folders of fonts have.
std::optional<std::string> find_font(std::span<const char* const> paths) {
  for (const std::filesystem::path path : paths) {
    std::error_code error;
    if (path.is_absolute() && std::filesystem::exists(path, error)) return path.string();
    for (const char* const folder : {"assets/fonts/", "fonts/"}) {
      if (const auto own = find_data(folder + path.filename().string())) return own->string();
    }
  }
  return std::nullopt;
}

// Fonts for characters that Inter has not: subsets that are made with the program (cmake/Fonts.cmake), else those of
// the system. A page has ReposeNames.otf, the names of both languages, until it has fetched the font of one.
struct EastAsianFont {
  std::string_view language;
  std::array<const char*, 6> paths;
  int number_in_system_file;  // a .ttc holds several fonts
};
constexpr EastAsianFont kEastAsianFonts[] = {
    {"zh",
     {"ReposeChinese.otf", "ReposeNames.otf", "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
      "C:/Windows/Fonts/msyh.ttc", "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
      "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc"},
     2},
    {"ja",
     {"ReposeJapanese.otf", "ReposeNames.otf", "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
      "C:/Windows/Fonts/YuGothM.ttc", "C:/Windows/Fonts/msgothic.ttc",
      "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc"},
     0}};

// Adds East Asian characters to the font that was added last. One language goes before the other, because both have
// their own form of many characters.
void merge_east_asian(float size, const ImWchar* characters) {
  // Lines of these fonts are higher than those of Inter, and Dear ImGui makes all lines equally high.
  const float same_height = std::round(size * 1.2f);
  const std::string now = current_language();
  for (const bool first : {true, false}) {
    for (const EastAsianFont& font : kEastAsianFonts) {
      if ((font.language == now || (now != "ja" && font.language == "zh")) != first) continue;
      const auto file = find_font(font.paths);
      if (!file) continue;
      ImFontConfig config;
      config.MergeMode = true;
      config.OversampleH = 1;  // there are many of them
      config.FontNo = file->ends_with("NotoSansCJK-Regular.ttc") ? font.number_in_system_file : 0;
      ImGui::GetIO().Fonts->AddFontFromFileTTF(file->c_str(), same_height, &config, characters);
      // breakable() separates characters with this one, which ImGui takes for a blank.
      static const ImWchar break_here[] = {kBreakHere, kBreakHere, 0};
      config.GlyphMaxAdvanceX = 0;
      ImGui::GetIO().Fonts->AddFontFromFileTTF(file->c_str(), same_height, &config, break_here);
    }
  }
}

void load_fonts(float scale) {
  // Latin with accents, Greek, Cyrillic, general punctuation and arrows, because element names may be in any language.
  static constexpr ImWchar kRanges[] = {0x20,   0x17f,  0x370,  0x4ff,  0x2010, 0x2044, 0x2190,
                                        0x2193, 0x2212, 0x2212, 0x25cf, 0x25cf, 0};
  static ImVector<ImWchar> ranges, east_asian;  // the fonts refer to them
  ImFontGlyphRangesBuilder wanted, wanted_east_asian;
  wanted.AddRanges(kRanges);
  for (const char32_t character : characters_of(texts_of_language()))
    (is_east_asian(character) ? wanted_east_asian : wanted).AddChar(static_cast<ImWchar>(character));
  ImGui::GetIO().Fonts->Clear();
  ranges.clear();
  east_asian.clear();
  wanted.BuildRanges(&ranges);
  wanted_east_asian.BuildRanges(&east_asian);
  const auto add = [&](std::initializer_list<const char*> paths, float size_at_100_percent) {
    ImFontConfig config;
    config.OversampleH = config.OversampleV = 2;
    const float size = config.SizePixels = std::round(size_at_100_percent * scale);
    const auto file = find_font({paths.begin(), paths.size()});
    ImFont* const font = file ? ImGui::GetIO().Fonts->AddFontFromFileTTF(file->c_str(), size, &config, ranges.Data)
                              : ImGui::GetIO().Fonts->AddFontDefault(&config);  // without such a font
    merge_east_asian(size, east_asian.Data);
    return font;
  };
  ImGui::GetIO().FontDefault =
      add({"/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"},
          kTextSize);
  current().heading = add(
      {"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf", "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"},
      kHeadingSize);
  current().mono = add({"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"}, kMonoSize);
}

}  // namespace

const Theme& theme() { return current().theme; }
float ui_scale() { return current().scale; }
WindowForm window_form() { return current().form; }
ImFont* heading_font() { return current().heading; }
ImFont* mono_font() { return current().mono; }

WindowForm form_of(float width, float height) {
  constexpr float kWidthOfWide = 600, kHeightOfWide = 450;
  if (width >= kWidthOfWide && height >= kHeightOfWide) return WindowForm::wide;
  return width > height ? WindowForm::sideways : WindowForm::upright;
}

void apply_theme(ThemeName name, float scale, float pixels_per_point, WindowForm form) {
  Current& c = current();
  c.theme = make_theme(name);
  const float clamped = std::clamp(scale, kUiScaleMin / 100.0f, kUiScaleMax / 100.0f);
  const bool fonts_missing = ImGui::GetIO().Fonts->Fonts.empty();
  c.form = form;
  set_sizes(clamped, is_narrow(), name == ThemeName::contrast);
  set_colours(c.theme);
  if (fonts_missing || clamped != c.scale || pixels_per_point != c.pixels_per_point ||
      c.language_changes != language_changes())
    load_fonts(clamped * pixels_per_point);
  c.language_changes = language_changes();
  ImGui::GetIO().FontGlobalScale = 1.0f / pixels_per_point;
  c.scale = clamped;
  c.pixels_per_point = pixels_per_point;
}

}  // namespace repose
