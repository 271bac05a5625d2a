#include "app/dialogs/way.hpp"

#include <imgui.h>

#include "app/desk/simulation.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {
constexpr double kShownAfterSeconds = 0.4;  // shorter ways need no dialog
}

bool WayDialog::is_open() const {
  const auto since = simulation_.way_since();
  return since && loop_.now() - *since >= kShownAfterSeconds;
}

void WayDialog::close() { simulation_.leave_way(); }

void WayDialog::draw() {
  open_ = is_open();
  if (!begin_dialog("Repeating recorded steps", open_, 420)) return;
  ImGui::TextWrapped("%s", simulation_.way_title().c_str());
  const WayFacts way = simulation_.session().way();
  const float share = way.length > 0 ? static_cast<float>(static_cast<double>(way.done) / double(way.length)) : 0;
  ImGui::ProgressBar(share, {-1, 0});
  landmarks().mark("way/progress");
  ImGui::Dummy({0, px(4)});
  if (default_button("Stop", px(110))) close();
  end_dialog();
  if (!open_) close();
}

}  // namespace repose
