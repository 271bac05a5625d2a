#include "app/dialogs/about.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

void AboutDialog::draw() {
  if (!begin_dialog("About Repose", open_, 480)) return;
  ImGui::TextWrapped("Repose %s, a falling-sand laboratory.", REPOSE_VERSION);
  ImGui::TextWrapped("The angle of repose is the steepest slope at which sand stays put.");
  section("Picture drawn by");
  ImGui::TextWrapped("%s", screen_.renderer_name().c_str());
  section("World computed by");
  ImGui::TextWrapped("%s", fmt::format("{} on {}", session_.automaton(), backend_name(session_.backend())).c_str());
  if (!host_.empty()) ImGui::TextWrapped("%s", host_.c_str());
  section("Licence");
  ImGui::TextWrapped("MIT. Built with SDL2, Dear ImGui, glad, GLM, libpng, CLI11, fmt, nlohmann-json and xxHash.");
  ImGui::Dummy({0, px(4)});
  if (default_button("Close", px(110))) close();
  end_dialog();
}

}  // namespace repose
