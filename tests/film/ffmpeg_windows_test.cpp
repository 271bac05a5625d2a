// Films that wait for ffmpeg, on Windows: a copy of this program stands for ffmpeg.exe.
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "film_support.hpp"
#include "platform/program.hpp"
#include "platform/terminal.hpp"
#include "repose/paths.hpp"
#include "scoped_variable.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPartVariable = "REPOSE_PLAY_FFMPEG";

// Plays ffmpeg before Catch2 sees the command line, if the environment says how.
bool play_ffmpeg() {
  const std::string part = environment_path(kPartVariable).string();
  if (part.empty()) return false;
  ProgramArguments arguments(0, nullptr);
  const std::string last = arguments.values()[arguments.count() - 1];
  if (part == "fail") {
    std::fputs("first line\r\nno such codec\r\n", stderr);
    std::_Exit(1);
  }
  while (part == "hang") sleep_milliseconds(60'000);
  prepare_process();
  std::size_t bytes = 0;
  for (char piece[4096]; std::cin.read(piece, sizeof piece), std::cin.gcount() > 0;)
    bytes += static_cast<std::size_t>(std::cin.gcount());
  std::ofstream(fs::path(last.substr(5)), std::ios::binary) << bytes;  // after "file:"
  std::_Exit(0);
}

[[maybe_unused]] const bool played = play_ffmpeg();

// Makes a film of 20 pictures with that part of ffmpeg. Returns the failure.
std::string film_with(const std::string& part, const fs::path& folder, const fs::path& film_path,
                      double patience = 600) {
  fs::copy_file(executable_folder() / "repose_film_tests.exe", folder / "ffmpeg.exe");
  const ScopedVariable path("PATH", "C:\\none;" + folder.string());
  const ScopedVariable role(kPartVariable, part);
  FilmSpec spec{film_path, FilmFormat::mp4, 640, 400, 25};
  spec.patience_seconds = patience;
  Status status;
  const auto film = begin_film(spec, status);
  if (film) status = film->add(plain_picture(spec.width, spec.height, {}), 20);
  if (status) status = film->finish();
  return status.message();
}

}  // namespace

TEST_CASE("ffmpeg gets every byte of the pictures, in a folder with blanks and letters of any script") {
  const TemporaryFolder folder;
  const fs::path place = folder.path() / fs::path(u8"песок и вода");
  fs::create_directory(place);
  CHECK(film_with("take", place, place / "a.mp4") == "");
  CHECK(read_text(place / "a.mp4") == std::to_string(20 * 640 * 400 * 3));
}

TEST_CASE("if ffmpeg ends at once, the last line that it wrote is shown") {
  const TemporaryFolder folder;
  CHECK(film_with("fail", folder.path(), folder / "a.mp4") ==
        (folder / "a.mp4").string() + " could not be made: no such codec");
  CHECK_FALSE(fs::exists(folder / "a.mp4"));
}

TEST_CASE("an ffmpeg that hangs is ended after a time, and a sentence says so") {
  const TemporaryFolder folder;
  const std::string message = film_with("hang", folder.path(), folder / "a.mp4", 0.5);
  CHECK_THAT(message, Catch::Contains("ffmpeg did nothing for 0.5 s and was ended."));
  CHECK_FALSE(fs::exists(folder / "a.mp4"));
}

}  // namespace repose::test
