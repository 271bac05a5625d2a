#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "platform/piped_process.hpp"

extern char** environ;

namespace repose {

namespace fs = std::filesystem;

struct PipedProcess::System {
  std::FILE* complaints = nullptr;  // its standard error
  pid_t child = -1;                 // -1: none, or it has ended
  int socket = -1, state = 0;
};

fs::path find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view left = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!left.empty()) {
    const std::size_t colon = std::min(left.find(':'), left.size());
    const fs::path candidate = fs::path(left.substr(0, colon)) / name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    left.remove_prefix(std::min(colon + 1, left.size()));
  }
  return {};
}

PipedProcess::PipedProcess() : system_(std::make_unique<System>()) {}

PipedProcess::~PipedProcess() {
  kill();
  if (system_->complaints != nullptr) std::fclose(system_->complaints);
}

std::string PipedProcess::start(std::vector<std::string> words) {
  System& s = *system_;
  int ends[2];
  s.complaints = std::tmpfile();
  // A socket instead of a pipe: writing to it does not raise SIGPIPE if the reader has ended.
  if (s.complaints == nullptr || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return std::strerror(errno);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, ::fileno(s.complaints), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // A group of its own: Ctrl+C in a terminal must not reach it, and kill() reaches its own children.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  sigset_t usual;  // what this program ignores
  sigemptyset(&usual);
  sigaddset(&usual, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = ::posix_spawn(&s.child, words.front().c_str(), &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  s.socket = ends[0];
  if (error != 0) s.child = -1;
  return error != 0 ? std::strerror(error) : "";
}

bool PipedProcess::runs() const { return system_->child > 0; }

std::optional<std::size_t> PipedProcess::send(std::span<const std::uint8_t> bytes) {
  for (;;) {
    const ssize_t sent = ::send(system_->socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) return static_cast<std::size_t>(sent);
    if (errno == EAGAIN) {
      pollfd room{system_->socket, POLLOUT, 0};
      ::poll(&room, 1, 20);  // milliseconds
      return 0;
    }
    if (errno != EINTR) return std::nullopt;
  }
}

bool PipedProcess::has_taken_all() { return true; }  // the socket keeps what it has got

void PipedProcess::close_input() {
  if (system_->socket >= 0) ::close(system_->socket);
  system_->socket = -1;
}

bool PipedProcess::has_ended() {
  if (::waitpid(system_->child, &system_->state, WNOHANG) != system_->child) return false;
  system_->child = -1;
  return true;
}

bool PipedProcess::has_succeeded() const { return WIFEXITED(system_->state) && WEXITSTATUS(system_->state) == 0; }

void PipedProcess::kill() {
  close_input();
  pid_t& child = system_->child;
  if (child <= 0) return;
  ::kill(-child, SIGKILL);
  while (::waitpid(child, &system_->state, 0) < 0 && errno == EINTR) {
  }
  child = -1;
}

std::string PipedProcess::last_line() const {
  std::string last;
  if (system_->complaints == nullptr) return last;
  std::rewind(system_->complaints);
  char line[512];
  while (std::fgets(line, sizeof(line), system_->complaints) != nullptr) last = line;
  while (!last.empty() && (last.back() == '\n' || last.back() == '\r')) last.pop_back();
  return last;
}

}  // namespace repose
