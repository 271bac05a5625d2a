#include "app/view/view.hpp"

#include <utility>

#include "app/simulation/simulation.hpp"

namespace repose {

View::View(Simulation& simulation, PaintBox& paint_box, StampLibrary& stamps, Screen& screen, Settings& settings,
           Layout& layout, Messages& messages, FrameLoop& loop, const ActionTable& actions,
           std::function<void(int line, const std::string& text)> show_line)
    : cells(simulation.session(), screen),
      compare(simulation, screen, world_views, canvas, layout, messages, actions),
      world_views(simulation, canvas, compare, screen, settings, layout, messages, loop),
      preview(simulation.session(), paint_box, cells, world_views, layout, loop),
      canvas(simulation, paint_box, cells, clipping, compare, preview, screen, settings, layout),
      clipping(simulation, paint_box, canvas, compare, stamps, screen, layout, messages, loop, actions),
      inspector(simulation, canvas, screen, layout, messages, loop, actions, std::move(show_line)),
      minimap(simulation, canvas, screen, settings, layout, loop, actions),
      turn(simulation, canvas, compare, world_views, screen, settings) {}

}  // namespace repose
