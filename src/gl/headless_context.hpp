// An OpenGL context without a window, for the command line and the tests: raw EGL, no X server, no SDL.
#pragma once

#include <memory>
#include <string>

namespace repose {

class HeadlessContext {
 public:
  // Makes a core context of at least OpenGL 3.3, makes it current on this thread and loads its functions.
  // `device` counts the EGL devices of the machine from 0; -1 chooses: the first device that is real hardware, else a
  // software one, else whatever the system offers without devices. Null and a sentence on failure.
  static std::unique_ptr<HeadlessContext> create(int device, std::string& error);
  virtual ~HeadlessContext() = default;
};

}  // namespace repose
