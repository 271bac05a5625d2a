// Shaking the world: pushes in several frames, one operation; meanwhile the picture trembles.
#pragma once

#include <cstdint>

namespace repose {

struct Desk;

class Shaker {
 public:
  explicit Shaker(Desk& desk) : desk_(desk) {}

  // While the world is paused all pushes come at once. During a shake: goes on with it.
  void shake();
  // Call once a frame. Another operation ends the shake.
  void tick(double seconds);
  bool busy() const { return parts_left_ > 0 || trembles_ > 0; }

  // How far the picture is off its place, in points; 0 unless it trembles.
  struct Offset {
    float x = 0, y = 0;
  };
  Offset offset() const;

 private:
  void push(int passes, bool continues);

  Desk& desk_;
  int parts_left_ = 0;
  double trembles_ = 0;  // seconds
  std::uint32_t shakes_ = 0, pass_ = 0;
};

}  // namespace repose
