// "Make a land...": sliders for a land that is drawn behind them.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "app/ui/dialogs/dialogs.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr double kMakeEvery = 0.2;  // seconds, while a slider is dragged: a land takes some hundredths of a second
constexpr const char* kLandScene = "land";

struct Amount {
  const char* name;
  int LandPlan::*value;
  const char* tip;
};
constexpr std::array<Amount, 5> kLandAmounts = {{
    {text_id("Hills"), &LandPlan::hills, text_id("From a plain to mountains")},
    {text_id("Water"), &LandPlan::water, text_id("How large the lake is")},
    {text_id("Caves"), &LandPlan::caves, text_id("How wide the caves are, and the hall under the lake")},
    {text_id("Wood"), &LandPlan::wood, text_id("Trees on one side of the lake, grass on the other")},
    {text_id("Ore"), &LandPlan::ore, text_id("Veins of metal, coal and salt")},
}};

}  // namespace

void LandDialog::open() {
  open_ = true;
  is_made_ = false;
  plan_.seed = std::random_device{}();
  make();
}

void LandDialog::close() {
  if (std::exchange(open_, false)) take_back();
}

void LandDialog::take_back() {
  if (std::exchange(is_made_, false) && desk_.session().history().undo_title == made_title_)
    desk_.simulation.travel(command::Undo{});
}

void LandDialog::make() {
  take_back();
  is_made_ = desk_.simulation.load_scene(kLandScene, pack_land(plan_));
  made_title_ = desk_.session().history().undo_title;
  made_ = plan_;
  made_at_ = desk_.loop.now();
}

void LandDialog::draw() {
  constexpr float kNearTop = 0.1f;  // over the sky of the land
  if (!begin_dialog(fmt::format("{}###land", tr("Make a land")).c_str(), open_, 420, 0, kNearTop)) return;
  for (std::size_t i = 0; i < kLandAmounts.size(); ++i) {
    const Amount& amount = kLandAmounts[i];
    int& value = plan_.*amount.value;
    float part = static_cast<float>(value) / LandPlan::kMost;
    const std::string id = fmt::format("land/{}", amount.name), shown = value == 0 ? tr("none") : std::to_string(value);
    if (share_slider(id.c_str(), part, shown.c_str(), px(40), tr(amount.name))) {
      value = static_cast<int>(std::lround(part * LandPlan::kMost));
      choice_ = static_cast<int>(i);
    }
    tooltip(tr(amount.tip));
    if (static_cast<int>(i) != choice_) continue;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRect(low, high, to_u32(theme().accent), px(4));
  }
  const int last = static_cast<int>(kLandAmounts.size()) - 1;
  choice_ = std::clamp(choice_ + key_pressed(ImGuiKey_DownArrow) - key_pressed(ImGuiKey_UpArrow), 0, last);
  int& chosen = plan_.*kLandAmounts[static_cast<std::size_t>(choice_)].value;
  chosen = std::clamp(chosen + key_pressed(ImGuiKey_RightArrow) - key_pressed(ImGuiKey_LeftArrow), 0, LandPlan::kMost);
  if (key_pressed(ImGuiKey_Space)) plan_.seed = std::random_device{}();
  ImGui::Dummy({0, px(4)});
  const bool keeps = default_button(tr("Keep"), px(110));
  ImGui::SameLine();
  if (button(tr("Another"), "land/Another", px(110))) plan_.seed = std::random_device{}();
  tooltip(tr("Another land with as much of everything"), tr("Space"));
  ImGui::SameLine();
  const bool cancels = button(tr("Cancel"), "land/Cancel", px(110)) || !open_;  // or by the cross
  const bool waits = ImGui::IsAnyItemActive() && desk_.loop.now() < made_at_ + kMakeEvery;
  if (cancels) {
    open_ = false;
    take_back();
  } else if (made_ != plan_ && (keeps || !waits)) {
    make();
  } else if (made_ != plan_) {
    desk_.loop.wake();
  }
  if (keeps) open_ = is_made_ = false;
  end_dialog();
}

}  // namespace repose
