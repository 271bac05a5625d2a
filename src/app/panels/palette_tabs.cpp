// The tabs of the palette: in as many rows as they need, at most kTabRows of them in view; in a narrow window in one
// row.
#include <imgui.h>

#include <algorithm>

#include "app/input/paint_box.hpp"
#include "app/panels/palette.hpp"
#include "app/panels/palette_panel.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kBesideName = 8, kAboveName = 3, kTabGap = 4;  // points around a name, and between tabs
constexpr float kTightHeight = 190;  // points for tabs and list; with less room the tabs are in one row that scrolls
constexpr std::size_t kTabRows = 5;

float beside_name() { return px(kBesideName, 12); }
float above_name() { return is_narrow() ? (px(kFinger) - ImGui::GetTextLineHeight()) / 2 : px(kAboveName); }

}  // namespace

bool PalettePanel::has_tabs() const { return !palette_groups(simulation_.session().ruleset()).empty(); }

// A tab for every group, and one for all elements.
std::vector<PalettePanel::Tab> PalettePanel::tabs() const {
  const Ruleset& rules = simulation_.session().ruleset();
  std::vector<Tab> all;
  for (const int group : palette_groups(rules))
    all.push_back({group, decoded_name(rules.groups[static_cast<std::size_t>(group)].name)});
  if (!all.empty()) all.push_back({kAllGroups, "All"});
  return all;
}

void PalettePanel::turn_tab(int by) {
  const std::vector<Tab> all = tabs();
  if (all.empty()) return;
  const auto now = std::ranges::find(all, paint_box_.group(), &Tab::group);
  const auto count = static_cast<int>(all.size());
  const int place = now == all.end() ? 0 : static_cast<int>(now - all.begin()) + by;
  paint_box_.set_group(all[static_cast<std::size_t>((place + count) % count)].group);
  if (search_.empty()) return;
  focus_search_ = active_;
  end_search();
}

// The row of each tab, if rows are that wide.
std::vector<std::size_t> PalettePanel::tab_rows(const std::vector<Tab>& tabs, float room) {
  std::vector<std::size_t> rows;
  float x = 0;
  std::size_t row = 0;
  for (const Tab& tab : tabs) {
    if (x > 0 && x + tab.width > room) {
      x = 0;
      ++row;
    }
    x += tab.width + px(kTabGap);
    rows.push_back(row);
  }
  return rows;
}

void PalettePanel::draw_tab(const Tab& tab) {
  const bool on = search_.empty() && paint_box_.group() == tab.group;
  ImGui::PushID(tab.group);
  if (chip(tab.name.c_str(), on, tab.width)) {
    paint_box_.set_group(tab.group);
    end_search();
  }
  ImGui::PopID();
  landmarks().mark("group/" + tab.name);
  if (on && reveal_tab_) is_narrow() ? ImGui::SetScrollHereX(0.5f) : ImGui::SetScrollHereY(0.5f);
}

void PalettePanel::draw_tabs() {
  std::vector<Tab> all = tabs();
  if (all.empty()) return;
  const float room = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight() + 2 * above_name();
  const float beside_bar = room - ImGui::GetStyle().ScrollbarSize - px(kTabGap);
  for (Tab& tab : all) tab.width = std::min(ImGui::CalcTextSize(tab.name.c_str()).x + 2 * beside_name(), beside_bar);
  std::vector<std::size_t> rows = tab_rows(all, room);
  const std::size_t most = ImGui::GetContentRegionAvail().y < px(kTightHeight) ? 1 : kTabRows;
  if (rows.back() >= most) rows = tab_rows(all, beside_bar);
  if (is_narrow()) std::ranges::fill(rows, 0);  // a finger moves the row sideways
  const auto shown = static_cast<float>(std::min(rows.back() + 1, most));
  ImGui::BeginChild("tabs", {0, shown * height + (shown - 1) * px(kTabGap)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {beside_name(), above_name()});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(kTabGap), px(kTabGap)});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && rows[i] == rows[i - 1]) ImGui::SameLine();
    draw_tab(all[i]);
  }
  reveal_tab_ = false;
  ImGui::PopStyleVar(2);
  ImGui::EndChild();
}

}  // namespace repose
