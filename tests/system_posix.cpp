#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "system.hpp"

extern char** environ;

namespace repose::test {

std::filesystem::path make_temporary_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "repose-test-XXXXXX").string();
  return ::mkdtemp(pattern.data());
}

void set_variable(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }
void unset_variable(const char* name) { ::unsetenv(name); }

int dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

int living_process() { return ::getppid(); }

bool make_pipe(const std::filesystem::path& path) { return ::mkfifo(path.c_str(), 0600) == 0; }

void sleep_milliseconds(int milliseconds) { ::usleep(static_cast<useconds_t>(milliseconds) * 1000); }

bool knows_peak_memory() { return true; }

Process start_program(std::vector<std::string> words, const std::filesystem::path& out,
                      const std::filesystem::path& err) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int spawned = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return spawned == 0 ? child : kNoProcess;
}

int process_id(Process process) { return static_cast<int>(process); }

Ended end_program(Process process) {
  int status = 0;
  rusage usage{};
  const auto child = static_cast<pid_t>(process);
  const bool exited = ::wait4(child, &status, 0, &usage) == child && WIFEXITED(status);
  return {exited ? WEXITSTATUS(status) : -1, static_cast<double>(usage.ru_maxrss) / 1000};
}

bool interrupt_program(Process process) { return ::kill(static_cast<pid_t>(process), SIGINT) == 0; }

void kill_program(Process process) { ::kill(static_cast<pid_t>(process), SIGKILL); }

}  // namespace repose::test
