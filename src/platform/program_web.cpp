#include <emscripten.h>

#include <cstdlib>

#include "platform/program.hpp"
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

// Under node these are the processes of the system. Each page has files of its own, which an earlier page may have
// left: so a page has a random number, and no other process runs.

// clang-format off

int own_process_id() {
  return MAIN_THREAD_EM_ASM_INT({
    if (typeof process === 'object') return process.pid;
    Module.ownProcessId = Module.ownProcessId || 1 + Math.floor(Math.random() * 0x3fffffff);
    return Module.ownProcessId;
  });
}

bool process_runs(int id) {
  return MAIN_THREAD_EM_ASM_INT({
    if (typeof process !== 'object') return $0 === Module.ownProcessId;
    try { process.kill($0, 0); } catch (error) { return error.code === 'EPERM'; }
    return 1;
  }, id) != 0;
}

// clang-format on

}  // namespace repose
