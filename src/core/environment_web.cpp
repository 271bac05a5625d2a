#include <emscripten.h>

#include <cstdlib>

#include "core/environment.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

// Under node the folder of the script; in a page the root of the files that came with the page.
fs::path executable_folder() {
  char folder[4096] = "/";
  // clang-format off
  MAIN_THREAD_EM_ASM({ if (typeof __dirname === 'string') stringToUTF8(__dirname, $0, $1); }, folder, sizeof folder);
  // clang-format on
  return folder;
}

fs::path environment_path(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? fs::path(value) : fs::path();
}

ProgramArguments::ProgramArguments(int argc, char** argv) : pointers_(argv, argv + argc) {
  pointers_.push_back(nullptr);
}

}  // namespace repose
