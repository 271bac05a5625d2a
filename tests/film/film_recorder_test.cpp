// Films that are recorded on a thread of their own.
#include "film/film_recorder.hpp"

#include <condition_variable>
#include <mutex>

#include "film_support.hpp"

namespace repose::test {

namespace {

FilmRecorder::Shot shot(int value, int width = 6, int height = 4) {
  return [=] { return plain_picture(width, height, {static_cast<std::uint8_t>(value), 0, 0}); };
}

Color color_of_frame(const std::filesystem::path& folder, int number) {
  Picture picture;
  char name[32];
  std::snprintf(name, sizeof name, "frame-%05d.png", number);
  REQUIRE(read_png(folder / name, picture).ok());
  return pixel_of(picture, 3, 2);
}

// Shots that wait until the test releases them, like a slow encoder.
struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  bool open = false;
  FilmRecorder::Shot shot(int value) {
    return [this, value] {
      std::unique_lock lock(mutex);
      changed.wait(lock, [this] { return open; });
      return plain_picture(6, 4, {static_cast<std::uint8_t>(value), 0, 0});
    };
  }
  void release() {
    const std::lock_guard lock(mutex);
    open = true;
    changed.notify_all();
  }
};

}  // namespace

TEST_CASE("a picture is shown until the next one, and the last one until the end") {
  const TemporaryFolder folder;
  FilmRecorder recorder({folder / "film", FilmFormat::png_sequence});
  recorder.offer(0, 1, shot(10));
  recorder.offer(3, 1, shot(20));
  recorder.stop(5);
  REQUIRE(recorder.wait_for(60));
  REQUIRE(recorder.progress().status.ok());
  CHECK(recorder.progress().written == 2);
  CHECK(file_count(folder / "film") == 5);
  CHECK(color_of_frame(folder / "film", 3).r == 10);
  CHECK(color_of_frame(folder / "film", 4).r == 20);
}

TEST_CASE("pictures that arrive faster than they can be written are dropped and counted") {
  const TemporaryFolder folder;
  Gate gate;
  {
    FilmRecorder recorder({folder / "film", FilmFormat::png_sequence});
    constexpr std::size_t kHalf = FilmRecorder::kWaitingBytesMax / 2;
    for (int i = 0; i < 10; ++i) recorder.offer(static_cast<std::uint64_t>(i), kHalf, gate.shot(10 * i));
    gate.release();
    recorder.stop(10);
    REQUIRE(recorder.wait_for(60));
    CHECK(recorder.progress().dropped > 0);
    CHECK(recorder.progress().offered + recorder.progress().dropped == 10);
    CHECK(recorder.progress().status.ok());
  }
  CHECK(file_count(folder / "film") == 10);
}

TEST_CASE("a cancelled film leaves no file; one that cannot be written reports the error during recording") {
  const TemporaryFolder folder;
  FilmRecorder recorder({folder / "film.gif", FilmFormat::gif});
  for (int i = 0; i < 5; ++i) recorder.offer(static_cast<std::uint64_t>(i), 1, shot(i));
  recorder.cancel();
  REQUIRE(recorder.wait_for(60));
  CHECK_FALSE(recorder.progress().status.ok());
  CHECK(file_count(folder.path()) == 0);
  const std::string nowhere = std::filesystem::path("/nowhere/at/all").make_preferred().string();
  FilmRecorder lost({nowhere, FilmFormat::png_sequence});
  lost.offer(0, 1, shot(1));
  REQUIRE(lost.wait_for(60));
  CHECK_THAT(lost.progress().status.message(), Catch::Contains(nowhere));
  lost.offer(1, 1, shot(2));  // has no effect
}

TEST_CASE("pictures of another size are centred in the film") {
  const TemporaryFolder folder;
  FilmRecorder recorder({folder / "film", FilmFormat::png_sequence});
  recorder.offer(0, 1, shot(10, 6, 4));
  recorder.offer(1, 1, shot(20, 2, 2));
  recorder.offer(2, 1, shot(30, 9, 8));
  recorder.stop(3);
  REQUIRE(recorder.wait_for(60));
  Picture picture;
  REQUIRE(read_png(folder / "film/frame-00002.png", picture).ok());
  CHECK(picture.width == 6);
  CHECK(pixel_of(picture, 0, 0) == Color{0, 0, 0});
  CHECK(pixel_of(picture, 2, 1) == Color{20, 0, 0});
  CHECK(color_of_frame(folder / "film", 3).r == 30);
}

TEST_CASE("a reduced picture has the means of its pixels") {
  Picture picture = plain_picture(5, 4, {100, 0, 0});
  put_pixel(picture, 0, 0, {0, 40, 0});
  const Picture half = reduced(picture, 2);
  CHECK(half.width == 2);
  CHECK(half.height == 2);
  CHECK(pixel_of(half, 0, 0) == Color{75, 10, 0});
  CHECK(pixel_of(half, 1, 1) == Color{100, 0, 0});
  CHECK(reduced(picture, 9).rgb.size() == 3);
}

}  // namespace repose::test
