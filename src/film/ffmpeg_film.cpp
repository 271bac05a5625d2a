// MP4 and WebM: raw pictures are sent to a child process, ffmpeg, which is searched for when a film starts.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/files.hpp"
#include "film/child_process.hpp"
#include "film/film.hpp"

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
  explicit VideoFilm(const FilmSpec& spec) : path_(spec.path), ffmpeg_(path_.part(), limits_of(spec)) {}
  ~VideoFilm() override { ffmpeg_.kill(); }

  Status start(const FilmSpec& spec, const fs::path& ffmpeg) {
    const std::string why = ffmpeg_.start(command_line(spec, ffmpeg, path_.part()));
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
  static ChildProcess::Limits limits_of(const FilmSpec& spec) {
    ChildProcess::Limits limits;
    limits.idle_seconds = spec.patience_seconds;
    if (spec.given_up) limits.given_up = spec.given_up;
    return limits;
  }

  Status failure(const std::string& reason) const {
    return Status::failure(
        fmt::format("{} could not be made: {}", path_.target().string(), reason.empty() ? "ffmpeg failed." : reason));
  }

  PartPath path_;
  ChildProcess ffmpeg_;
  Status status_;
};

}  // namespace

fs::path find_ffmpeg() { return find_program("ffmpeg"); }

std::unique_ptr<Film> begin_video(const FilmSpec& spec, Status& status) {
  auto film = std::make_unique<VideoFilm>(spec);
  status = film->start(spec, find_ffmpeg());
  if (!status) return nullptr;
  return film;
}

}  // namespace repose
