// A program is killed while it saves a world: afterwards the old file opens or the new one.
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "kill_support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

// Saves in another process, which is stopped before the save when `traced`.
pid_t begin_save(const fs::path& path, const WorldDocument& document, bool traced) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (traced && ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0) ::raise(SIGSTOP);
  const bool written = write_world_file(path, document).ok();
  ::_exit(written ? 0 : 1);
}

// Kills the save at its nth stop, before or after a system call. False when the save ended earlier.
bool killed_at_stop(const fs::path& path, const WorldDocument& document, int nth) {
  const pid_t child = begin_save(path, document, true);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSTOPPED(status));
  for (int stop = 0; stop < nth; ++stop) {
    REQUIRE(::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) == 0);
    REQUIRE(::waitpid(child, &status, 0) == child);
    if (WIFEXITED(status)) {
      CHECK(WEXITSTATUS(status) == 0);
      return false;
    }
  }
  ::kill(child, SIGKILL);
  REQUIRE(::waitpid(child, &status, 0) == child);
  return true;
}

bool can_trace() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// True when the file is the new one.
bool opens_as_new(const fs::path& path, const WorldDocument& old_one, const WorldDocument& new_one) {
  WorldDocument read;
  const Status status = read_world_file(path, read);
  INFO(status.message());
  REQUIRE(status.ok());
  const bool is_new = read.run.step == new_one.run.step;
  REQUIRE(read.world == (is_new ? new_one : old_one).world);
  return is_new;
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

void kill_between_system_calls(int side) {
  if (!can_trace()) REPOSE_SKIP("processes cannot be traced here");
  const TemporaryFolder folder;
  const WorldDocument old_one = noise_document(side, 1), new_one = noise_document(side, 2);
  REQUIRE(write_world_file(folder / "a.repose", old_one).ok());
  bool was_new = false;
  int stops = 0, opened_new = 0;
  for (int nth = 1; killed_at_stop(folder / "a.repose", was_new ? old_one : new_one, nth); ++nth) {
    CAPTURE(nth);
    const bool is_new = opens_as_new(folder / "a.repose", old_one, new_one);
    opened_new += is_new != was_new;
    was_new = is_new;
    ++stops;
  }
  std::printf("killed at %d stops of a save of %.1f MB; the new file opened after %d of them\n", stops,
              static_cast<double>(fs::file_size(folder / "a.repose")) / 1e6, opened_new);
  CHECK(stops > 20);
  CHECK(opened_new > 0);
  CHECK(files_in(folder.path()) == 1);  // the save that was not killed has removed the files that the others left
}

}  // namespace

TEST_CASE("killed between any two system calls of a save, the old or the new file opens") {
  kill_between_system_calls(64);
}

TEST_CASE("killed between any two system calls of a save of 64 MB, the old or the new file opens", "[.][kill]") {
  kill_between_system_calls(8192);
}

TEST_CASE("killed 200 times at random times in a save of 64 MB, the old or the new file opens", "[.][kill]") {
  const TemporaryFolder folder;
  const WorldDocument old_one = noise_document(8192, 1), new_one = noise_document(8192, 2);
  const auto began = std::chrono::steady_clock::now();
  REQUIRE(write_world_file(folder / "a.repose", old_one).ok());
  // How long a save takes now: less if one has ended before it was killed, for the machine may be less busy.
  std::chrono::duration<double> whole = std::chrono::steady_clock::now() - began;
  bool was_new = false;
  int killed = 0, opened_new = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    CAPTURE(i);
    const pid_t child = begin_save(folder / "a.repose", was_new ? old_one : new_one, false);
    std::this_thread::sleep_for(whole * (1.1 * (mix32(i) % 1000) / 1000));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    killed += WIFSIGNALED(status);
    whole *= WIFSIGNALED(status) ? 1.02 : 0.95;
    const bool is_new = opens_as_new(folder / "a.repose", old_one, new_one);
    opened_new += is_new != was_new;
    was_new = is_new;
  }
  std::printf("killed %d of 200 saves of %.2f s; the new file opened after %d of them\n", killed, whole.count(),
              opened_new);
  CHECK(killed > 100);
  CHECK(files_in(folder.path()) <= 2);
}

}  // namespace repose::test
