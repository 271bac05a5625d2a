// Links that carry the running config: makes and opens them.
#pragma once

#include <string>

namespace repose {

struct Desk;

class ConfigLinks {
 public:
  explicit ConfigLinks(Desk& desk) : desk_(desk) {}

  // Copies a link to the running config, its automaton and, if the rules are as they came with it, its scene.
  void share();
  // Runs what a link carries, with its scene or an empty world. False, with a message, when it cannot be read; then
  // nothing has changed.
  bool open(const std::string& link);

 private:
  Desk& desk_;
};

}  // namespace repose
