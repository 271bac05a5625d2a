// The line around what would fall while structures are painted.
#include <utility>
#include <vector>

#include "app/ui/panels/panels.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

void UnheldOutline::draw() {
  constexpr std::int64_t kCellsMax = 1 << 20;
  constexpr double kLookSeconds = 0.15;
  const Session& session = desk_.session();
  const AutomatonDefinition* const automaton = session.registry().automaton(session.automaton());
  const auto& elements = session.ruleset().elements;
  const std::uint8_t painted = desk_.paint_box.brush().element;
  const bool is_wanted = desk_.view.canvas.drawing() && automaton != nullptr && automaton->unheld != nullptr &&
                         painted < elements.size() && elements[painted].support && !desk_.view.canvas.in_relief() &&
                         std::int64_t{session.width()} * session.height() <= kCellsMax;
  if (!is_wanted) return sides_.clear();
  if (const double now = desk_.loop.now(); now < found_at_ || now > found_at_ + kLookSeconds) {
    const auto& seen = probe_.read(session.view(), {0, 0, session.width(), session.height()}, session.view_step());
    if (seen && seen->window.cells.width() == session.width() && seen->window.cells.height() == session.height()) {
      const Solver& solver = session.solver_facts();
      std::vector<std::pair<std::string_view, double>> parameters;
      for (const ParameterInfo& info : solver.parameters())
        parameters.emplace_back(info.name, solver.parameter(info.name));
      const World& world = seen->window.cells;
      const std::vector<std::uint8_t> plane = automaton->unheld(session.ruleset(), world, parameters);
      const auto is_unheld = [&](int x, int y) { return world.contains(x, y) && plane[world.index(x, y)] != 0; };
      sides_.clear();
      for (int y = 0; y < world.height() && !plane.empty(); ++y) {
        for (int x = 0; x < world.width(); ++x) {
          if (!is_unheld(x, y)) continue;
          if (!is_unheld(x, y - 1)) sides_.push_back({{x, y}, {x + 1, y}});
          if (!is_unheld(x, y + 1)) sides_.push_back({{x, y + 1}, {x + 1, y + 1}});
          if (!is_unheld(x - 1, y)) sides_.push_back({{x, y}, {x, y + 1}});
          if (!is_unheld(x + 1, y)) sides_.push_back({{x + 1, y}, {x + 1, y + 1}});
        }
      }
      found_at_ = now;
    }
  }
  const Camera& camera = desk_.view.canvas.camera();
  const float scale = desk_.layout.pixels_per_point();
  const auto point = [&](CellPoint corner) {
    const PixelPoint p = camera.to_pixel({static_cast<double>(corner.x), static_cast<double>(corner.y)});
    return ImVec2(static_cast<float>(p.x) / scale, static_cast<float>(p.y) / scale);
  };
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const Side& side : sides_) list.AddLine(point(side.from), point(side.to), to_u32(theme().accent), px(1.5f));
}

}  // namespace repose
