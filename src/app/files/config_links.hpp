// Links that carry the running config: makes and opens them.
#pragma once

#include <string>

namespace repose {

class FileOpener;
class Messages;
class Simulation;

class ConfigLinks {
 public:
  ConfigLinks(Simulation& simulation, FileOpener& files, Messages& messages)
      : simulation_(simulation), files_(files), messages_(messages) {}

  // Copies a link to the running config, its automaton and, if the rules are as they came with it, its scene.
  void share();
  // Runs what a link carries, with its scene or an empty world. False, with a message, when it cannot be read; then
  // nothing has changed.
  bool open(const std::string& link);

 private:
  Simulation& simulation_;
  FileOpener& files_;
  Messages& messages_;
};

}  // namespace repose
