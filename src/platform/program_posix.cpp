#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "platform/program.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

fs::path executable_folder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path{} : self.parent_path();
}

fs::path environment_path(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? fs::path(value) : fs::path();
}

ProgramArguments::ProgramArguments(int argc, char** argv) : pointers_(argv, argv + argc) {
  pointers_.push_back(nullptr);
}

int own_process_id() { return ::getpid(); }

bool process_runs(int id) { return ::kill(id, 0) == 0 || errno != ESRCH; }

}  // namespace repose
