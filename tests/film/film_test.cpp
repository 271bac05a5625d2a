// Films of every format: complete or absent.
#include "film_support.hpp"
#include "scoped_variable.hpp"

namespace repose::test {

namespace {

std::filesystem::path path_in(const TemporaryFolder& folder, FilmFormat format) {
  return folder / ("film" + std::string(film_format_info(format).suffix));
}

}  // namespace

TEST_CASE("the suffix of the file name decides the format of a film; without ffmpeg there are no videos") {
  CHECK(film_format_of("a/b.gif") == FilmFormat::gif);
  CHECK(film_format_of("B.MP4") == FilmFormat::mp4);
  CHECK(film_format_of("c.webm") == FilmFormat::webm);
  CHECK_FALSE(film_format_of("gif").has_value());
  CHECK_FALSE(film_format_of("a.avi").has_value());
  const TemporaryFolder empty;
  const ScopedVariable path("PATH", empty.path().string());
  Status status;
  CHECK(begin_film({empty / "a.webm", FilmFormat::webm, 8, 8, 25}, status) == nullptr);
  CHECK(status.message().find("WebM is made with ffmpeg, which is not installed") == 0);
  CHECK(film_format_available(FilmFormat::gif).ok());
}

TEST_CASE("a discarded film leaves no file, and an existing file stays") {
  for (const FilmFormat format : kFilmFormats) {
    if (!film_format_available(format)) continue;
    const TemporaryFolder folder;
    const bool is_file = format != FilmFormat::png_sequence;
    if (is_file) std::ofstream(path_in(folder, format)) << "before";
    Status status;
    auto film = begin_film({path_in(folder, format), format, 8, 6, 25}, status);
    REQUIRE(film != nullptr);
    REQUIRE(film->add(plain_picture(8, 6, {9, 9, 9}), 3).ok());
    film.reset();
    CHECK(file_count(folder.path()) == (is_file ? 1 : 0));
    if (is_file) CHECK(read_text(path_in(folder, format)) == "before");
  }
}

TEST_CASE("a film at a path that cannot be written is refused with the name of the file") {
  const std::string nowhere = std::filesystem::path("/nowhere/at/all/film").make_preferred().string();
  for (const FilmFormat format : kFilmFormats) {
    if (!film_format_available(format)) continue;
    Status status;
    const FilmSpec spec{nowhere, format, 8, 6, 25};
    const auto film = begin_film(spec, status);
    if (film) {
      static_cast<void>(film->add(plain_picture(8, 6, {9, 9, 9})));
      status = film->finish();
    }
    CHECK_FALSE(status.ok());
    CHECK_THAT(status.message(), Catch::Contains(nowhere));
  }
}

TEST_CASE("a sequence of PNG pictures has every frame, to the byte, and is never written into a folder with files") {
  const TemporaryFolder folder;
  const FilmSpec spec{folder / "frames/", FilmFormat::png_sequence, 5, 3, 25};
  const Picture first = plain_picture(5, 3, {1, 2, 3}), second = plain_picture(5, 3, {200, 100, 50});
  make_film(spec, {first, second});
  CHECK(file_count(folder / "frames") == 2);
  Picture read;
  REQUIRE(read_png(folder / "frames/frame-00002.png", read).ok());
  CHECK(read.rgb == second.rgb);
  Status status;
  CHECK(begin_film(spec, status) == nullptr);
  CHECK(status.message().find("not an empty folder") != std::string::npos);
}

TEST_CASE("videos with odd sides are written if ffmpeg is installed") {
  if (!film_format_available(FilmFormat::mp4)) REPOSE_SKIP("ffmpeg is not installed");
  const TemporaryFolder folder;
  make_film({folder / "a.mp4", FilmFormat::mp4, 33, 17, 25},
            {plain_picture(33, 17, {200, 10, 10}), plain_picture(33, 17, {10, 10, 200})});
  CHECK(read_text(folder / "a.mp4").substr(4, 4) == "ftyp");
  CHECK(file_count(folder.path()) == 1);
}

}  // namespace repose::test
