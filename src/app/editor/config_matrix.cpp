// The config editor's matrix: a square for every pair of elements, coloured by what happens when they meet.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/editor/config_draft.hpp"
#include "app/editor/config_forms.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kSquareMin = 9, kSquareMax = 24;  // points at 100 %
constexpr int kNamedSquaresMax = 1024;            // above this, squares are too small to be landmarks

ImVec4 kind_colour(PairKind kind) {
  switch (kind) {
    case PairKind::swap: return faint(theme().good, 0.55f);
    case PairKind::reaction: return faint(theme().accent, 0.8f);
    case PairKind::unchanged: return faint(theme().text, 0.16f);
    case PairKind::undefined: return theme().error;
    case PairKind::never_meet: break;
  }
  return faint(theme().text, 0.04f);
}

const char* kind_title(PairKind kind) {
  switch (kind) {
    case PairKind::swap: return "change places";
    case PairKind::reaction: return "react";
    case PairKind::unchanged: return "nothing happens";
    case PairKind::undefined: return "no rule: both vanish";
    case PairKind::never_meet: break;
  }
  return "never meet: equal density";
}

std::string pair_summary(const ConfigAnalysis& analysis, std::uint8_t a, std::uint8_t b) {
  const auto& elements = analysis.rules().elements;
  const PairKind kind = analysis.kind(a, b);
  std::string text = fmt::format("{} and {}: {}", elements[a].name, elements[b].name, kind_title(kind));
  const auto outcome = analysis.outcome(a, b);
  if (outcome && kind == PairKind::reaction) {
    text += fmt::format(" to {} and {}", elements[outcome->c].name, elements[outcome->d].name);
  }
  if (outcome) text += fmt::format(" (line {})", outcome->line);
  return text;
}

// Registers a rectangle as a landmark although it is not a widget.
void mark_rectangle(const std::string& name, ImVec2 low, ImVec2 high) {
  const ImRect whole = GImGui->LastItemData.Rect;
  GImGui->LastItemData.Rect = {low, high};
  landmarks().mark(name);
  GImGui->LastItemData.Rect = whole;
}

struct Grid {
  ImVec2 origin;  // of the first square
  float square = 0;
  int count = 0;

  ImVec2 low(int column, int row) const {
    return {origin.x + static_cast<float>(column) * square, origin.y + static_cast<float>(row) * square};
  }
  int index(float from, float at) const { return static_cast<int>(std::floor((at - from) / square)); }
  int first(float from, float edge) const { return std::clamp(index(from, edge), 0, count); }
  int last(float from, float edge) const { return std::clamp(index(from, edge) + 1, 0, count); }

  bool small() const { return square <= px(12); }  // too small to draw round corners, which are slow
  float gap() const { return small() ? px(1) : px(1.5f); }
};

void fill(const Grid& grid, ImVec2 at, ImU32 colour) {
  const float side = grid.square - grid.gap();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + side, at.y + side}, colour, grid.small() ? 0 : px(3));
}

void outline(const Grid& grid, int column, int row, float thickness) {
  const ImVec2 at = grid.low(column, row);
  const float side = grid.square - grid.gap() + px(1);
  ImGui::GetWindowDrawList()->AddRect({at.x - px(1), at.y - px(1)}, {at.x + side, at.y + side}, to_u32(theme().text),
                                      px(2), 0, thickness);
}

// The visible elements and pairs, beginning at `corner`.
void draw_squares(const Grid& grid, ImVec2 corner, const ConfigAnalysis& analysis) {
  const auto& elements = analysis.rules().elements;
  const ImVec2 low = ImGui::GetWindowPos(), high = {low.x + ImGui::GetWindowWidth(), low.y + ImGui::GetWindowHeight()};
  const int left = grid.first(grid.origin.x, low.x), right = grid.last(grid.origin.x, high.x);
  const int top = grid.first(grid.origin.y, low.y), bottom = grid.last(grid.origin.y, high.y);
  const auto solid = [&](int i) {
    const Color c = elements[static_cast<std::size_t>(i)].color;
    return IM_COL32(c.r, c.g, c.b, 255);
  };
  std::array<ImU32, 5> colours{};
  for (std::size_t kind = 0; kind < colours.size(); ++kind) {
    colours[kind] = to_u32(kind_colour(static_cast<PairKind>(kind)));
  }
  for (int column = left; column < right; ++column) fill(grid, {grid.low(column, 0).x, corner.y}, solid(column));
  for (int row = top; row < bottom; ++row) {
    fill(grid, {corner.x, grid.low(0, row).y}, solid(row));
    for (int column = left; column < right; ++column) {
      const auto a = static_cast<std::uint8_t>(row), b = static_cast<std::uint8_t>(column);
      const ImVec2 at = grid.low(column, row);
      fill(grid, at, colours[static_cast<std::size_t>(analysis.kind(a, b))]);
      if (grid.count * grid.count > kNamedSquaresMax) continue;
      mark_rectangle("editor/cell/" + elements[a].name + "/" + elements[b].name, at,
                     {at.x + grid.square, at.y + grid.square});
    }
  }
}

}  // namespace

void ConfigForms::draw_matrix_legend() {
  bool first = true;
  for (const PairKind kind : {PairKind::swap, PairKind::reaction, PairKind::unchanged, PairKind::undefined}) {
    const float side = std::round(ImGui::GetTextLineHeight() * 0.7f);
    const char* title = kind == PairKind::undefined ? "no rule" : kind_title(kind);
    const float width = side + px(6) + ImGui::CalcTextSize(title).x;
    if (!first && ImGui::GetItemRectMax().x + px(14) + width < ImGui::GetWindowPos().x + ImGui::GetWindowWidth()) {
      ImGui::SameLine(0, px(14));
    }
    first = false;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float inset = (ImGui::GetTextLineHeight() - side) / 2;
    ImGui::Dummy({width, ImGui::GetTextLineHeight()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, at.y + inset}, {at.x + side, at.y + inset + side}, to_u32(kind_colour(kind)), px(2));
    list.AddText({at.x + side + px(6), at.y}, to_u32(theme().dim), title);
  }
}

void ConfigForms::draw_matrix_grid(ImVec2 size) {
  const int count = static_cast<int>(draft_.analysis().rules().elements.size());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  ImGui::BeginChild("grid", size, true, ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PopStyleVar();
  const float room = ImGui::GetContentRegionAvail().x - px(2);
  const float square = std::floor(std::clamp(room / static_cast<float>(count + 1), px(kSquareMin), px(kSquareMax)));
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  // The first row and column show the elements.
  const Grid grid = {{corner.x + square + px(3), corner.y + square + px(3)}, square, count};
  const float side = square * static_cast<float>(count + 1) + px(3);
  ImGui::InvisibleButton("pairs", {side, side});
  landmarks().mark("editor/matrix");
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int column = grid.index(grid.origin.x, mouse.x), row = grid.index(grid.origin.y, mouse.y);
  const bool over = ImGui::IsItemHovered() && column >= 0 && row >= 0 && column < count && row < count;
  if (over && ImGui::IsItemActivated()) {
    element_ = static_cast<std::uint8_t>(row);
    partner_ = static_cast<std::uint8_t>(column);
    reveal_element_ = true;
  }
  draw_squares(grid, corner, draft_.analysis());
  outline(grid, partner_, element_, px(2));
  if (over) {
    outline(grid, column, row, px(1));
    ImGui::SetTooltip(
        "%s",
        pair_summary(draft_.analysis(), static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)).c_str());
  }
  ImGui::EndChild();
}

void ConfigForms::draw_pair() {
  ImGui::TextWrapped("%s.", pair_summary(draft_.analysis(), element_, partner_).c_str());
  if (draft_.analysis().kind(element_, partner_) == PairKind::never_meet) return;
  const auto& elements = draft_.analysis().rules().elements;
  const float width = (ImGui::GetContentRegionAvail().x - px(4)) / 2;
  ImGui::TextColored(theme().dim, "%s becomes", elements[element_].name.c_str());
  ImGui::SameLine(width + px(4));
  ImGui::TextColored(theme().dim, "%s becomes", elements[partner_].name.c_str());
  draw_products(element_, partner_, width);
}

void ConfigForms::draw_matrix() {
  follow_draft();
  if (draft_.analysis().rules().elements.empty()) {
    ImGui::TextWrapped("No element yet. The Elements tab adds one.");
    return;
  }
  const float pair = 2 * ImGui::GetTextLineHeightWithSpacing() + ImGui::GetFrameHeightWithSpacing();
  const bool narrow = ImGui::GetContentRegionAvail().x < px(390);
  const float legend = (narrow ? 3 : 1) * ImGui::GetTextLineHeightWithSpacing();
  draw_matrix_grid({0, std::max(px(80), ImGui::GetContentRegionAvail().y - pair - legend)});
  draw_matrix_legend();
  draw_pair();
}

}  // namespace repose
