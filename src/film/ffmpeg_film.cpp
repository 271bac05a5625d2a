// MP4 and WebM: raw pictures are sent to a child process, ffmpeg, which is searched for when a film starts.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "film/formats.hpp"

extern char** environ;

namespace repose {

namespace fs = std::filesystem;

namespace {

// Arguments of ffmpeg. They name the colour space, because players guess it wrong for small pictures. All players
// support yuv420p, which needs even sides.
std::vector<std::string> command_line(const FilmSpec& spec, const fs::path& ffmpeg, const fs::path& part) {
  std::vector<std::string> words = {
      ffmpeg.string(),
      "-nostdin",
      "-loglevel",
      "error",
      "-y",
      "-f",
      "rawvideo",
      "-pix_fmt",
      "rgb24",
      "-video_size",
      fmt::format("{}x{}", spec.width, spec.height),
      "-framerate",
      std::to_string(spec.frames_per_second),
      "-i",
      "pipe:0",
      "-an",
      "-vf",
      "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
      "-colorspace",
      "bt709",
      "-color_primaries",
      "bt709",
      "-color_trc",
      "bt709",
      "-color_range",
      "tv"};
  const std::vector<std::string> mp4 = {"-c:v", "libx264",   "-preset",    "medium", "-crf",
                                        "18",   "-movflags", "+faststart", "-f",     "mp4"};
  const std::vector<std::string> webm = {"-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-row-mt", "1", "-f", "webm"};
  const auto& codec = spec.format == FilmFormat::mp4 ? mp4 : webm;
  words.insert(words.end(), codec.begin(), codec.end());
  words.push_back("file:" + part.string());
  return words;
}

class VideoFilm final : public Film {
 public:
  VideoFilm(fs::path path, fs::path part) : path_(std::move(path)), part_(std::move(part)) {}
  ~VideoFilm() override {
    if (child_ > 0) ::kill(child_, SIGKILL);
    wait();
    if (complaints_ != nullptr) std::fclose(complaints_);
    std::error_code ignored;
    fs::remove(part_, ignored);
  }

  Status start(const FilmSpec& spec, const fs::path& ffmpeg) {
    int ends[2];
    complaints_ = std::tmpfile();
    // A socket instead of a pipe: writing to it does not raise SIGPIPE if the reader has ended.
    if (complaints_ == nullptr || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      return failure(std::strerror(errno));
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, ::fileno(complaints_), STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // Ctrl+C in a terminal must not reach ffmpeg
    std::vector<std::string> words = command_line(spec, ffmpeg, part_);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error = ::posix_spawn(&child_, ffmpeg.c_str(), &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    ::close(ends[1]);
    socket_ = ends[0];
    if (error == 0) return {};
    child_ = -1;
    return failure(std::strerror(error));
  }

  Status add(const Picture& picture, std::uint64_t frames) override {
    for (; frames > 0 && status_; --frames) send(picture);
    return status_;
  }

  Status finish() override {
    const bool fine = wait();
    if (status_ && !fine) status_ = failure(last_complaint());
    std::error_code error;
    if (status_) fs::rename(part_, path_, error);
    if (error) status_ = failure(error.message());
    return status_;
  }

  std::uintmax_t bytes() const override {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(part_, error);
    return error ? 0 : size;
  }

 private:
  Status failure(const std::string& reason) const {
    return Status::failure(
        fmt::format("{} could not be made: {}", path_.string(), reason.empty() ? "ffmpeg failed." : reason));
  }

  void send(const Picture& picture) {
    std::span<const std::uint8_t> left = picture.rgb;
    while (!left.empty()) {
      const ssize_t sent = ::send(socket_, left.data(), left.size(), MSG_NOSIGNAL);
      if (sent >= 0) {
        left = left.subspan(static_cast<std::size_t>(sent));
      } else if (errno != EINTR) {
        wait();
        status_ = failure(last_complaint());
        return;
      }
    }
  }

  // Waits for the end of the child process. True if it succeeded.
  bool wait() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
    if (child_ <= 0) return false;
    int state = 0;
    while (::waitpid(child_, &state, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return WIFEXITED(state) && WEXITSTATUS(state) == 0;
  }

  // The last message of ffmpeg.
  std::string last_complaint() const {
    std::rewind(complaints_);
    std::string last;
    char line[512];
    while (std::fgets(line, sizeof(line), complaints_) != nullptr) last = line;
    while (!last.empty() && (last.back() == '\n' || last.back() == '\r')) last.pop_back();
    return last;
  }

  fs::path path_, part_;
  std::FILE* complaints_ = nullptr;
  pid_t child_ = -1;
  int socket_ = -1;
  Status status_;
};

}  // namespace

fs::path find_ffmpeg() {
  const char* path = std::getenv("PATH");
  std::string_view left = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!left.empty()) {
    const std::size_t colon = std::min(left.find(':'), left.size());
    const fs::path candidate = fs::path(left.substr(0, colon)) / "ffmpeg";
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    left.remove_prefix(std::min(colon + 1, left.size()));
  }
  return {};
}

std::unique_ptr<Film> begin_video(const FilmSpec& spec, Status& status) {
  fs::path part = spec.path;
  part += fmt::format(".{}.part", ::getpid());
  auto film = std::make_unique<VideoFilm>(spec.path, std::move(part));
  status = film->start(spec, find_ffmpeg());
  if (!status) return nullptr;
  return film;
}

}  // namespace repose
