// The matter ledger: how much of every element was made, destroyed and moved, in figures that change while it runs.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>

#include "app/frame/layout.hpp"
#include "app/panels/ledger.hpp"
#include "app/panels/palette.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/world_views.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

struct Column {
  const char* title;
  const char* tip;
  std::int64_t (*of)(const LedgerRow& row);
};

constexpr std::array<Column, 6> kColumns = {{
    {"Now", "In the world at this moment.", [](const LedgerRow& row) { return row.now; }},
    {"Made", "By rules, sources and faucets.", [](const LedgerRow& row) { return row.made; }},
    {"Destroyed", "By rules.", [](const LedgerRow& row) { return row.destroyed; }},
    {"Painted", "By painting: added minus removed.", [](const LedgerRow& row) { return row.painted; }},
    {"Left", "Over the edge of the world and into drains.", [](const LedgerRow& row) { return row.left; }},
    {"Lost", "Not accounted for. Above 0: it vanished. Below 0: it appeared from nowhere.",
     [](const LedgerRow& row) { return row.lost(); }},
}};
constexpr std::size_t kLost = kColumns.size() - 1;

// "Water"
std::string substance_name(const Session& session) {
  std::string name(session.registry().automaton(session.automaton())->substance);
  if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

// The number with spaces between thousands.
std::string counted(std::int64_t amount, double unit) {
  if (amount == 0) return "0";
  std::string digits = unit == 1 ? std::to_string(std::llabs(amount))
                                 : fmt::format("{:.0f}", std::abs(static_cast<double>(amount)) / unit);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, " ");
  if (unit != 1 && digits == "0") digits = "<1";
  return amount < 0 ? "-" + digits : digits;
}

bool is_of_interest(const LedgerRow& row) {
  return row.before != 0 || row.now != 0 || row.made != 0 || row.destroyed != 0 || row.painted != 0 || row.left != 0;
}

void right_aligned(const std::string& text, const ImVec4& colour) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::TextColored(colour, "%s", text.c_str());
}

void name_cell(const char* name, const Element* element, Color color) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  if (element != nullptr) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetTextLineHeight() - px(4);
    colour_swatch(*ImGui::GetWindowDrawList(), {at.x, at.y + px(2)}, {at.x + side, at.y + px(2) + side}, color,
                  element->glow);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + px(8));
  }
  ImGui::TextUnformatted(name);
}

void ledger_row(const char* name, const Element* element, Color color, const LedgerRow& row, double unit) {
  name_cell(name, element, color);
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    ImGui::TableNextColumn();
    const std::int64_t amount = kColumns[i].of(row);
    const ImVec4& colour = amount == 0 ? theme().dim : i == kLost ? theme().error : theme().text;
    right_aligned(counted(amount, unit), colour);
  }
  landmarks().mark(std::string("ledger/") + name);
}

void header() {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  for (const Column& column : kColumns) {
    ImGui::TableNextColumn();
    right_aligned(column.title, theme().dim);
    tooltip(column.tip);
  }
}

// A sentence that sums up all figures.
void verdict(const Ledger& ledger) {
  std::int64_t lost = 0;
  for (const LedgerRow& row : ledger.rows) lost += std::llabs(row.lost());
  if (lost == 0) return ImGui::TextColored(theme().good, "Nothing is lost.");
  ImGui::TextColored(theme().error, "%s %s lost or appeared from nowhere.",
                     counted(lost, plane_info(ledger.quantity).unit).c_str(),
                     ledger.quantity == Plane::cells ? "cells are" : "is");
}

}  // namespace

void LedgerCard::ledger_table(const Ledger& ledger) {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(8), px(3)});
  if (ImGui::BeginTable("ledger", static_cast<int>(kColumns.size()) + 1, ImGuiTableFlags_SizingFixedFit)) {
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, px(100));
    for (const Column& column : kColumns)
      ImGui::TableSetupColumn(column.title, ImGuiTableColumnFlags_WidthFixed, px(64));
    header();
    const auto& elements = simulation_.session().ruleset().elements;
    if (ledger.quantity == Plane::cells) {
      for (std::size_t i = 0; i < ledger.rows.size() && i < elements.size(); ++i) {
        const bool shown =
            !elements[i].hidden || ledger.rows[i].lost() != 0;  // hidden elements are only intermediate products
        if (shown && is_of_interest(ledger.rows[i]))
          ledger_row(shown_name(elements[i]).c_str(), &elements[i], world_views_.color_of(static_cast<std::uint8_t>(i)),
                     ledger.rows[i], 1);
      }
    } else {
      const std::string name = substance_name(simulation_.session());
      for (const LedgerRow& row : ledger.rows)
        ledger_row(name.c_str(), nullptr, {}, row, plane_info(ledger.quantity).unit);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

void LedgerCard::draw(ImVec4 canvas) {
  constexpr float kUsualWidth = 624, kAboveRecording = 112;
  const float right = canvas.z - px(kCanvasMargin),
              top = layout_.below_cards(right - px(kUsualWidth), right, canvas.y + px(kCanvasMargin));
  ImGui::SetNextWindowPos({right, top}, ImGuiCond_Always, {1, 0});  // the panel grows to the left
  const float room = std::max(px(160), canvas.w - px(kAboveRecording) - top);
  ImGui::SetNextWindowSizeConstraints(
      {px(240), 0}, {std::min(px(640), canvas.z - canvas.x - 2 * px(kCanvasMargin)), std::min(px(440), room)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(12)});
  bool open = true;
  if (is_narrow()) ImGui::SetNextWindowContentSize({px(520), 0});  // of the table
  const ImGuiWindowFlags scrolls_sideways = is_narrow() ? ImGuiWindowFlags_HorizontalScrollbar : 0;
  ImGui::Begin("Matter ledger", &open,
               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing | scrolls_sideways);
  landmarks().mark("ledger");
  if (const auto ledger = simulation_.session().ledger()) {
    if (ImGui::Button("Restart", {px(100), 0})) simulation_.execute(command::KeepLedger{true});
    landmarks().mark("ledger/Restart");
    ImGui::SameLine(0, px(14));
    ImGui::AlignTextToFramePadding();
    verdict(*ledger);
    ledger_table(*ledger);
  } else {
    ImGui::TextColored(theme().dim, "%s has no ledger on this backend.",
                       std::string(simulation_.session().automaton()).c_str());
  }
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  layout_.cover({low.x, low.y, low.x + size.x, low.y + size.y});
  ImGui::End();
  ImGui::PopStyleVar();
  if (!open) simulation_.execute(command::KeepLedger{false});
}

}  // namespace repose
