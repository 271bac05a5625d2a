// Five bubbles for the first start of Repose; each is beside the part of the window that it explains. They do not block
// the window.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>

namespace repose {

class ActionTable;
class Layout;
struct Settings;

class Tour {
 public:
  Tour(Settings& settings, Layout& layout, const ActionTable& actions)
      : settings_(settings), layout_(layout), actions_(actions) {}

  // Starts with the first bubble.
  void start();
  // Goes to the next bubble; after the last one the tour ends.
  void next();
  void end() { step_.reset(); }
  bool is_running() const { return step_.has_value(); }

  // Draws the bubble near `canvas` (min x, min y, max x, max y, in points).
  void draw(ImVec4 canvas);

 private:
  Settings& settings_;
  Layout& layout_;
  const ActionTable& actions_;
  std::optional<std::size_t> step_;
};

}  // namespace repose
