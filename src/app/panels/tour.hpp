// Five bubbles for who opens Repose for the first time, each at what it tells about. They keep nobody from working.
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

  // From the first bubble on.
  void start();
  // To the next bubble; after the last one the tour is over.
  void next();
  void end() { step_.reset(); }
  bool is_running() const { return step_.has_value(); }

  // Beside `canvas` and its surroundings (min x, min y, max x, max y, in points).
  void draw(ImVec4 canvas);

 private:
  Settings& settings_;
  Layout& layout_;
  const ActionTable& actions_;
  std::optional<std::size_t> step_;
};

}  // namespace repose
