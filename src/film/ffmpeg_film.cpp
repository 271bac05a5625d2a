// MP4 and WebM: raw pictures are sent to a child process, ffmpeg, which is searched for when a film starts.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/files.hpp"
#include "core/language.hpp"
#include "film/film.hpp"
#include "platform/piped_process.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

// Arguments of ffmpeg. They name the colour space, because players guess it wrong for small pictures. All players
// support yuv420p, which needs even sides.
std::vector<std::string> command_line(const FilmSpec& spec, const fs::path& part) {
  std::vector<std::string> words = {
      find_program("ffmpeg").string(),
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

// ffmpeg while it reads a film from its standard input. It is ended when it makes no progress, so that nothing here
// waits for it forever.
class Ffmpeg {
 public:
  // `result`: the file that it writes; growth of the file is progress.
  Ffmpeg(fs::path result, const FilmSpec& spec)
      : result_(std::move(result)), patience_seconds_(spec.patience_seconds), given_up_(spec.given_up) {}

  // Returns why it could not be started; empty if it runs.
  std::string start(std::vector<std::string> words) {
    std::string why = process_.start(std::move(words));
    moved_at_ = Clock::now();
    return why;
  }

  // Waits until it has taken all bytes. False when it has ended, hangs, or was given up.
  bool write(std::span<const std::uint8_t> bytes) {
    moved_at_ = Clock::now();  // it could not go on while there was nothing to read
    while (!bytes.empty()) {
      if (!may_go_on()) return false;
      const std::optional<std::size_t> sent = process_.send(bytes);
      if (!sent) {
        finish();
        return false;
      }
      if (*sent > 0) moved_at_ = Clock::now();
      bytes = bytes.subspan(*sent);
    }
    return true;
  }

  // Closes its standard input and waits for its end. True if it succeeded.
  bool finish() {
    moved_at_ = Clock::now();
    while (process_.runs() && !process_.has_taken_all()) {
      if (!may_go_on()) return false;
    }
    process_.close_input();
    for (int milliseconds = 1; process_.runs() && !process_.has_ended();
         milliseconds = std::min(2 * milliseconds, kPollMilliseconds)) {
      if (!may_go_on()) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    }
    return ended_because_.empty() && process_.has_succeeded();
  }

  // Why write() or finish() failed.
  std::string complaint() const { return ended_because_.empty() ? process_.last_line() : ended_because_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kPollMilliseconds = 20;

  // Whether it runs, makes progress and is not given up. Otherwise ends it.
  bool may_go_on() {
    if (!process_.runs()) return false;
    std::error_code error;
    if (const std::uintmax_t bytes = fs::file_size(result_, error); !error && bytes != result_bytes_) {
      result_bytes_ = bytes;
      moved_at_ = Clock::now();
    }
    if (given_up_ && given_up_()) {
      ended_because_ = tr("it was given up.");
    } else if (std::chrono::duration<double>(Clock::now() - moved_at_).count() > patience_seconds_) {
      ended_because_ = trf("ffmpeg did nothing for {:g} s and was ended.", patience_seconds_);
    } else {
      return true;
    }
    process_.kill();
    return false;
  }

  fs::path result_;
  double patience_seconds_;
  std::function<bool()> given_up_;
  PipedProcess process_;  // ended with this object
  Clock::time_point moved_at_;
  std::uintmax_t result_bytes_ = 0;
  std::string ended_because_;  // empty: it was not ended here
};

class VideoFilm final : public Film {
 public:
  explicit VideoFilm(const FilmSpec& spec) : path_(spec.path), ffmpeg_(path_.part(), spec) {}

  Status start(const FilmSpec& spec) {
    const std::string why = ffmpeg_.start(command_line(spec, path_.part()));
    return why.empty() ? Status() : failure(why);
  }

  Status add(const Picture& picture, std::uint64_t frames) override {
    for (; frames > 0 && status_; --frames) {
      if (!ffmpeg_.write(picture.rgb)) status_ = failure(ffmpeg_.complaint());
    }
    return status_;
  }

  Status finish() override {
    if (status_ && !ffmpeg_.finish()) status_ = failure(ffmpeg_.complaint());
    if (status_) status_ = path_.put_in_place();
    return status_;
  }

  std::uintmax_t bytes() const override {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path_.part(), error);
    return error ? 0 : size;
  }

 private:
  Status failure(const std::string& reason) const {
    return Status::failure(
        trf("{} could not be made: {}", path_.target().string(), reason.empty() ? tr("ffmpeg failed.") : reason));
  }

  PartPath path_;
  Ffmpeg ffmpeg_;  // ends before the part of the file goes
  Status status_;
};

}  // namespace

std::unique_ptr<Film> begin_video(const FilmSpec& spec, Status& status) {
  auto film = std::make_unique<VideoFilm>(spec);
  status = film->start(spec);
  if (!status) return nullptr;
  return film;
}

}  // namespace repose
