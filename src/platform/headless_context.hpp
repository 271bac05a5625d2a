// An OpenGL context without a window, for the command line and the tests: raw EGL, no X server, no SDL.
#pragma once

#include <memory>
#include <string>

namespace repose {

class HeadlessContext {
 public:
  // Creates a core context of at least OpenGL 3.3, or of OpenGL ES 3.0 if there is no other or the environment variable
  // REPOSE_GL_ES is set; makes it current on this thread and loads its functions. `device` is
  // an EGL device, from 0; -1 chooses the first hardware device, else a software device, else the default display.
  // Null, with a sentence in `error`, on failure.
  static std::unique_ptr<HeadlessContext> create(int device, std::string& error);
  virtual ~HeadlessContext() = default;
};

}  // namespace repose
