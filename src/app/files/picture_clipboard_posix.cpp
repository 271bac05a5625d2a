#include <SDL.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <future>
#include <string_view>

#include "app/files/picture_clipboard.hpp"
#include "app/files/x11_clipboard.hpp"
#include "core/within_memory.hpp"

extern char** environ;

namespace repose {

namespace {

constexpr std::size_t kPictureBytesMax = 64u << 20;
constexpr auto kPatience = std::chrono::seconds(2);

// Reads to the end. Stops if the writer sends nothing for too long, or too much.
bool read_all(int pipe, std::vector<std::byte>& bytes) {
  std::array<std::byte, 65536> part;
  for (;;) {
    pollfd source{pipe, POLLIN, 0};
    const int patience_ms = static_cast<int>(std::chrono::milliseconds(kPatience).count());
    if (poll(&source, 1, patience_ms) <= 0) return false;
    const ssize_t count = read(pipe, part.data(), part.size());
    if (count <= 0) return count == 0;
    if (!within_memory([&] { bytes.insert(bytes.end(), part.begin(), part.begin() + count); })) return false;
    if (bytes.size() > kPictureBytesMax) return false;
  }
}

ClipboardAnswer ask_wl_paste() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {{}, "The clipboard cannot be reached."};
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
    return {{}, "Pictures from a Wayland clipboard need wl-paste, which is in the package wl-clipboard."};
  if (!whole) kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  if (!whole) return {{}, "The program that owns the clipboard does not answer."};
  if (answer.png.empty()) return {{}, "There is no picture on the clipboard."};
  return answer;
}

}  // namespace

struct PictureClipboard::Backend {
  X11Clipboard x11;
  std::future<ClipboardAnswer> helper;
};

PictureClipboard::PictureClipboard(System system) : system_(system), backend_(std::make_unique<Backend>()) {}
PictureClipboard::~PictureClipboard() = default;

PictureClipboard::System PictureClipboard::running_system() {
  const char* const driver = SDL_GetCurrentVideoDriver();
  if (driver == nullptr) return System::none;
  return std::string_view(driver) == "x11"       ? System::x11
         : std::string_view(driver) == "wayland" ? System::wayland
                                                 : System::none;
}

void PictureClipboard::ask() {
  if (asking_) return;
  asking_ = true;
  if (system_ == System::x11) backend_->x11.ask();
  if (system_ == System::wayland) backend_->helper = std::async(std::launch::async, ask_wl_paste);
}

std::optional<ClipboardAnswer> PictureClipboard::answer() {
  if (system_ == System::none) return ClipboardAnswer{{}, "There is nothing to paste."};
  if (system_ == System::x11) return backend_->x11.take_answer();
  if (backend_->helper.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return backend_->helper.get();
}

void PictureClipboard::offer(ClipboardMaker maker) {
  if (can_offer()) backend_->x11.offer(std::move(maker));
}

bool PictureClipboard::owns() const { return system_ == System::x11 && backend_->x11.owns(); }

}  // namespace repose
