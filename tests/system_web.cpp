#include <emscripten.h>
#include <unistd.h>

#include <cstdlib>

#include "system.hpp"

namespace repose::test {

std::filesystem::path make_temporary_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "repose-test-XXXXXX").string();
  return ::mkdtemp(pattern.data());
}

void set_variable(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }
void unset_variable(const char* name) { ::unsetenv(name); }

// clang-format off

int dead_process() {
  return MAIN_THREAD_EM_ASM_INT({ return require('child_process').spawnSync('true').pid; });
}

int living_process() {
  return MAIN_THREAD_EM_ASM_INT({ return process.ppid; });
}

// clang-format on

// Pipes that another program makes cannot be told from files.
bool make_pipe(const std::filesystem::path&) { return false; }

void sleep_milliseconds(int milliseconds) { ::usleep(static_cast<useconds_t>(milliseconds) * 1000); }

// Programs cannot be started from here; the tests that do so are not built.
bool knows_peak_memory() { return false; }
Process start_program(std::vector<std::string>, const std::filesystem::path&, const std::filesystem::path&) {
  return kNoProcess;
}
int process_id(Process process) { return static_cast<int>(process); }
Ended end_program(Process) { return {}; }
void kill_program(Process) {}
bool interrupt_program(Process) { return false; }

}  // namespace repose::test
