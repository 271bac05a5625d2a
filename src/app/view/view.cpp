#include "app/view/view.hpp"

#include "app/desk/desk.hpp"

namespace repose {

View::View(Desk& desk)
    : compare(desk),
      world_views(desk),
      preview(desk),
      canvas(desk),
      clipping(desk),
      inspector(desk),
      minimap(desk),
      turn(desk) {}

}  // namespace repose
