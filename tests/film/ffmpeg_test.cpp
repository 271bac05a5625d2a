// Films that wait for ffmpeg; other programs stand for it.
#include <sys/wait.h>

#include <cerrno>
#include <thread>

#include "film/film_recorder.hpp"
#include "film_support.hpp"
#include "scoped_variable.hpp"

namespace repose::test {

namespace {

// A program named ffmpeg that runs these lines of shell.
void write_ffmpeg(const TemporaryFolder& folder, const std::string& lines) {
  std::ofstream(folder / "ffmpeg") << "#!/bin/sh\n" << lines;
  std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
}

// Adds large pictures, more than a socket holds, and finishes the film. Returns the failure.
std::string failure_of(const FilmSpec& spec) {
  Status status;
  const auto film = begin_film(spec, status);
  REQUIRE(film != nullptr);
  status = film->add(plain_picture(spec.width, spec.height, {}), 20);
  if (status) status = film->finish();
  return status.message();
}

}  // namespace

TEST_CASE("an ffmpeg that hangs is ended after a time, a sentence says so, and no file or process is left") {
  const TemporaryFolder folder;
  const std::string paths = folder.path().string() + ":/usr/bin:/bin";
  const ScopedVariable path("PATH", paths);
  // It neither reads nor ends; it reads everything, and then does not end.
  for (const std::string lines :
       {"eval last=\\${$#}; echo x >\"${last#file:}\"; sleep 7200\n", "cat >/dev/null; sleep 7200\n"}) {
    CAPTURE(lines);
    write_ffmpeg(folder, lines);
    FilmSpec spec{folder / "a.mp4", FilmFormat::mp4, 640, 400, 25};
    spec.patience_seconds = 0.2;
    CHECK(failure_of(spec) ==
          (folder / "a.mp4").string() + " could not be made: ffmpeg did nothing for 0.2 s and was ended.");
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);  // no child is left
    CHECK(errno == ECHILD);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
      CHECK(entry.path().extension() != ".part");
    CHECK_FALSE(std::filesystem::exists(folder / "a.mp4"));
  }
}

TEST_CASE("if ffmpeg ends at once, its message is shown") {
  const TemporaryFolder folder;
  write_ffmpeg(folder, "echo 'no such codec' >&2\nexit 1\n");
  const ScopedVariable path("PATH", folder.path().string());
  CHECK(failure_of({folder / "a.mp4", FilmFormat::mp4, 640, 400, 25}).find("no such codec") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "a.mp4"));
}

TEST_CASE("a film that is cancelled does not wait for an ffmpeg that hangs") {
  const TemporaryFolder folder;
  write_ffmpeg(folder, "sleep 7200\n");
  const ScopedVariable path("PATH", folder.path().string() + ":/usr/bin:/bin");
  auto recorder = std::make_unique<FilmRecorder>(FilmSpec{folder / "a.mp4", FilmFormat::mp4, 0, 0, 25});
  for (std::uint64_t frame = 0; frame < 20; ++frame)
    recorder->offer(frame, 1, [] { return plain_picture(640, 400, {}); });
  while (recorder->progress().written < 1) std::this_thread::yield();
  recorder.reset();  // while it waits for ffmpeg to take the first picture
  CHECK(file_count(folder.path()) == 1);
}

}  // namespace repose::test
