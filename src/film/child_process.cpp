#include "film/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

extern char** environ;

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr int kLookMilliseconds = 20;  // time between two looks at a process that is waited for

// The processor time that a process has used, in ticks of the system; 0 if it is unknown.
std::uint64_t cpu_ticks_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  std::istringstream fields(text.substr(std::min(text.rfind(')'), text.size() - 1) + 1));  // the name may have blanks
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  std::uint64_t user = 0, system = 0;
  fields >> user >> system;
  return user + system;
}

}  // namespace

ChildProcess::~ChildProcess() {
  kill();
  if (complaints_ != nullptr) std::fclose(complaints_);
}

int ChildProcess::start(std::vector<std::string> words) {
  int ends[2];
  complaints_ = std::tmpfile();
  // A socket instead of a pipe: writing to it does not raise SIGPIPE if the reader has ended.
  if (complaints_ == nullptr || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, ::fileno(complaints_), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // A group of its own: Ctrl+C in a terminal must not reach it, and kill() reaches its own children.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = ::posix_spawn(&child_, words.front().c_str(), &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  socket_ = ends[0];
  if (error != 0) child_ = -1;
  note_progress();
  return error;
}

bool ChildProcess::write(std::span<const std::uint8_t> bytes) {
  if (child_ > 0) note_progress();  // it cannot make any while there is nothing to read
  while (!bytes.empty()) {
    if (child_ <= 0 || limits_.given_up()) return may_go_on();
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      note_progress();
    } else if (errno == EAGAIN) {
      pollfd room{socket_, POLLOUT, 0};
      ::poll(&room, 1, kLookMilliseconds);
      if (!may_go_on()) return false;
    } else if (errno != EINTR) {
      finish();
      return false;
    }
  }
  return true;
}

bool ChildProcess::finish() {
  close_input();
  note_progress();
  for (int milliseconds = 1; child_ > 0 && !has_ended(); milliseconds = std::min(2 * milliseconds, kLookMilliseconds)) {
    if (!may_go_on()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }
  return ended_because_.empty() && WIFEXITED(state_) && WEXITSTATUS(state_) == 0;
}

void ChildProcess::kill() {
  close_input();
  if (child_ <= 0) return;
  ::kill(-child_, SIGKILL);
  while (::waitpid(child_, &state_, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
}

bool ChildProcess::has_ended() {
  if (::waitpid(child_, &state_, WNOHANG) != child_) return false;
  child_ = -1;
  return true;
}

void ChildProcess::close_input() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

void ChildProcess::note_progress() { moved_at_ = busy_at_ = Clock::now(); }

bool ChildProcess::may_go_on() {
  if (child_ <= 0) return false;
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(result_, error);
  if (!error && bytes != result_bytes_) {
    result_bytes_ = bytes;
    note_progress();
  }
  const auto now = Clock::now();
  if (const std::uint64_t ticks = cpu_ticks_of(child_); ticks != cpu_ticks_) {
    cpu_ticks_ = ticks;
    busy_at_ = now;
  }
  const auto seconds_since = [&](Clock::time_point time) { return std::chrono::duration<double>(now - time).count(); };
  const double limit = seconds_since(busy_at_) > limits_.idle_seconds ? limits_.idle_seconds : limits_.busy_seconds;
  if (limits_.given_up()) {
    ended_because_ = "it was given up.";
  } else if (seconds_since(moved_at_) > limit) {
    ended_because_ = fmt::format("ffmpeg did nothing for {:g} s and was ended.", limit);
  } else {
    return true;
  }
  kill();
  return false;
}

std::string ChildProcess::complaint() const {
  if (!ended_because_.empty() || complaints_ == nullptr) return ended_because_;
  std::rewind(complaints_);
  std::string last;
  char line[512];
  while (std::fgets(line, sizeof(line), complaints_) != nullptr) last = line;
  while (!last.empty() && (last.back() == '\n' || last.back() == '\r')) last.pop_back();
  return last;
}

}  // namespace repose
