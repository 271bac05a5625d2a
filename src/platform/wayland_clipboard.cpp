#include "platform/wayland_clipboard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <new>
#include <span>
#include <utility>

#include "core/language.hpp"

extern char** environ;

namespace repose {

namespace {

constexpr auto kSilence = std::chrono::seconds(2);

// Reads to the end. Stops if the writer sends nothing for too long, or too much.
bool read_all(int pipe, std::vector<std::byte>& bytes) {
  std::array<std::byte, 65536> part;
  for (;;) {
    pollfd source{pipe, POLLIN, 0};
    const int patience_ms = static_cast<int>(std::chrono::milliseconds(kSilence).count());
    if (poll(&source, 1, patience_ms) <= 0) return false;
    const ssize_t count = read(pipe, part.data(), part.size());
    if (count <= 0) return count == 0;
    bytes.insert(bytes.end(), part.begin(), part.begin() + count);
    if (bytes.size() > kPictureBytesMax) return false;
  }
}

ClipboardAnswer ask_wl_paste() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {{}, tr("The clipboard cannot be reached.")};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const char* const words[] = {"wl-paste", "--no-newline", "--type", "image/png", nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, words[0], &actions, nullptr, const_cast<char* const*>(words), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  ClipboardAnswer answer;
  const bool whole = failed == 0 && read_all(ends[0], answer.png);
  close(ends[0]);
  if (failed != 0)
    return {{}, tr("Pictures from a Wayland clipboard need wl-paste, which is in the package wl-clipboard.")};
  if (!whole) kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  if (!whole) return {{}, tr("The program that owns the clipboard does not answer.")};
  if (answer.png.empty()) return {{}, tr("There is no picture on the clipboard.")};
  return answer;
}

}  // namespace

WaylandClipboard::~WaylandClipboard() {
  stops_ = true;
  if (writer_.valid()) writer_.wait();
}

void WaylandClipboard::ask() { reader_ = std::async(std::launch::async, ask_wl_paste); }

std::optional<ClipboardAnswer> WaylandClipboard::take_answer() {
  if (reader_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return reader_.get();
}

std::string WaylandClipboard::why_not_offered() {
  if (!find_program("wl-copy").empty()) return {};
  return tr("Other programs get no picture of them: that needs wl-copy, which is in the package wl-clipboard.");
}

void WaylandClipboard::offer(ClipboardMaker maker) {
  if (writer_.valid()) {
    stops_ = true;
    writer_.wait();
  }
  stops_ = false;
  writing_ = true;
  writer_ = std::async(std::launch::async, [this, maker = std::move(maker)] {
    try {
      feed(maker);
    } catch (const std::bad_alloc&) {  // nothing is offered
    }
    writing_ = false;
  });
}

// On a thread of its own. --foreground: it is this program's child for as long as it holds the clipboard.
void WaylandClipboard::feed(const ClipboardMaker& maker) {
  const std::vector<ClipboardForm> forms = maker();
  if (forms.empty()) return;
  PipedProcess& holder = holder_.emplace();
  const std::string program = find_program("wl-copy").string();
  if (program.empty() || !holder.start({program, "--foreground", "--type", forms[0].type}).empty()) return;
  std::span<const std::uint8_t> rest(reinterpret_cast<const std::uint8_t*>(forms[0].bytes.data()),
                                     forms[0].bytes.size());
  while (!rest.empty() && !stops_) {
    const auto taken = holder.send(rest);
    if (!taken) return;
    rest = rest.subspan(*taken);
  }
  while (!stops_ && !holder.has_taken_all()) {
  }
  holder.close_input();
}

bool WaylandClipboard::owns() { return writing_ || (holder_ && holder_->runs() && !holder_->has_ended()); }

}  // namespace repose
