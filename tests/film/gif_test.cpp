// GIFs, read back with giflib.
#include <gif_lib.h>

#include <array>
#include <set>

#include "film_support.hpp"
#include "session/world_ops.hpp"

namespace repose::test {

namespace {

struct Frame {
  Picture seen;               // the whole picture while this frame is on screen
  int delay = 0;              // hundredths of a second
  int width = 0, height = 0;  // of the rectangle in the file
};

// Draws a frame over the picture before it.
void draw(const SavedImage& image, int transparent, const ColorMapObject& colors, Picture& onto) {
  const GifImageDesc& at = image.ImageDesc;
  for (int y = 0; y < at.Height; ++y) {
    for (int x = 0; x < at.Width; ++x) {
      const int index = image.RasterBits[y * at.Width + x];
      if (index == transparent) continue;
      const GifColorType& c = colors.Colors[index];
      put_pixel(onto, at.Left + x, at.Top + y, {c.Red, c.Green, c.Blue});
    }
  }
}

std::vector<Frame> read_gif(const std::filesystem::path& path) {
  int error = 0;
  GifFileType* gif = DGifOpenFileName(path.string().c_str(), &error);
  REQUIRE(gif != nullptr);
  REQUIRE(DGifSlurp(gif) == GIF_OK);
  std::vector<Frame> frames;
  Picture screen = plain_picture(gif->SWidth, gif->SHeight, {0, 0, 0});
  for (int i = 0; i < gif->ImageCount; ++i) {
    const SavedImage& image = gif->SavedImages[i];
    GraphicsControlBlock control{};
    REQUIRE(DGifSavedExtensionToGCB(gif, i, &control) == GIF_OK);
    CHECK(control.DisposalMode == DISPOSE_DO_NOT);
    draw(image, control.TransparentColor,
         image.ImageDesc.ColorMap != nullptr ? *image.ImageDesc.ColorMap : *gif->SColorMap, screen);
    frames.push_back({screen, control.DelayTime, image.ImageDesc.Width, image.ImageDesc.Height});
  }
  DGifCloseFile(gif, &error);
  return frames;
}

// The largest squared distance between the colour of a pixel and the expected one.
int worst_pixel(const Picture& got, const Picture& wanted) {
  REQUIRE(got.width == wanted.width);
  REQUIRE(got.height == wanted.height);
  int worst = 0;
  for (int y = 0; y < got.height; ++y) {
    for (int x = 0; x < got.width; ++x)
      worst = std::max(worst, square_distance(pixel_of(got, x, y), pixel_of(wanted, x, y)));
  }
  return worst;
}

Picture gradient(int width, int height) {
  Picture picture = plain_picture(width, height, {});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      put_pixel(picture, x, y,
                {static_cast<std::uint8_t>(x * 255 / width), static_cast<std::uint8_t>(y * 255 / height), 90});
    }
  }
  return picture;
}

}  // namespace

TEST_CASE("a GIF of few colours is exact") {
  const TemporaryFolder folder;
  std::vector<Picture> pictures;
  for (int x = 0; x < 10; ++x) {
    pictures.push_back(plain_picture(20, 12, {22, 26, 36}));
    put_pixel(pictures.back(), x, 5, {228, 194, 126});
    put_pixel(pictures.back(), 19 - x, 7, {60, 124, 204});
  }
  make_film({folder / "a.gif", FilmFormat::gif, 20, 12, 25}, pictures);
  const auto frames = read_gif(folder / "a.gif");
  REQUIRE(frames.size() == pictures.size());
  for (std::size_t i = 0; i < frames.size(); ++i) CHECK(frames[i].seen.rgb == pictures[i].rgb);
}

TEST_CASE("a GIF of many colours is near each of them, also those that appear later") {
  const TemporaryFolder folder;
  const Picture dark = plain_picture(64, 64, {18, 20, 28}), bright = gradient(64, 64);
  make_film({folder / "a.gif", FilmFormat::gif, 64, 64, 25}, {dark, bright, dark, bright});
  const auto frames = read_gif(folder / "a.gif");
  REQUIRE(frames.size() == 4);
  CHECK(frames[0].seen.rgb == dark.rgb);
  CHECK(worst_pixel(frames[1].seen, bright) < 24 * 24);
  CHECK(worst_pixel(frames[2].seen, dark) < 24 * 24);
  CHECK(worst_pixel(frames[3].seen, bright) < 24 * 24);
}

TEST_CASE("the delays of a GIF add up to its rate, although each is in whole hundredths of a second") {
  const TemporaryFolder folder;
  for (const int rate : {1, 12, 25, 30, 50}) {
    std::vector<Picture> pictures;
    for (int i = 0; i < 40; ++i) pictures.push_back(plain_picture(4, 4, {static_cast<std::uint8_t>(6 * i), 40, 40}));
    make_film({folder / "a.gif", FilmFormat::gif, 4, 4, rate}, pictures);
    const auto frames = read_gif(folder / "a.gif");
    REQUIRE(frames.size() == pictures.size());
    int sum = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      sum += frames[i].delay;
      const double exact = 100.0 * static_cast<double>(i + 1) / rate;
      CHECK(std::abs(sum - exact) <= 0.5);
    }
  }
}

TEST_CASE("a picture that is shown for some frames, or repeated, is one frame; a small change makes a small frame") {
  const TemporaryFolder folder;
  Status status;
  const auto film = begin_film({folder / "b.gif", FilmFormat::gif, 2, 2, 20}, status);
  REQUIRE(film->add(plain_picture(2, 2, {1, 1, 1}), 7).ok());
  REQUIRE(film->add(plain_picture(2, 2, {200, 1, 1}), 2).ok());
  REQUIRE(film->finish().ok());
  CHECK(film->bytes() == std::filesystem::file_size(folder / "b.gif"));
  const auto shown = read_gif(folder / "b.gif");
  REQUIRE(shown.size() == 2);
  CHECK(shown[0].delay == 35);
  CHECK(shown[1].delay == 10);

  Picture still = gradient(100, 100), moved = still;
  put_pixel(moved, 40, 60, {255, 255, 255});
  put_pixel(moved, 43, 61, {255, 255, 255});
  make_film({folder / "a.gif", FilmFormat::gif, 100, 100, 10}, {still, still, still, moved, moved});
  const auto frames = read_gif(folder / "a.gif");
  REQUIRE(frames.size() == 2);
  CHECK(frames[0].delay == 30);
  CHECK(frames[1].delay == 20);
  CHECK(frames[1].width == 4);
  CHECK(frames[1].height == 2);
}

TEST_CASE("a palette of at most 255 colours has one near every colour of a picture") {
  const TemporaryFolder folder;
  Picture all = plain_picture(64, 64, {});
  for (int i = 0; i < 4096; ++i)
    put_pixel(all, i % 64, i / 64,
              {static_cast<std::uint8_t>(i % 16 * 17), static_cast<std::uint8_t>(i / 16 % 16 * 17),
               static_cast<std::uint8_t>(i / 256 * 17)});
  make_film({folder / "a.gif", FilmFormat::gif, 64, 64, 25}, {all});
  const auto frames = read_gif(folder / "a.gif");
  REQUIRE(frames.size() == 1);
  std::set<std::array<std::uint8_t, 3>> colors;
  for (int i = 0; i < 4096; ++i) {
    const Color c = pixel_of(frames[0].seen, i % 64, i / 64);
    colors.insert({c.r, c.g, c.b});
  }
  CHECK(colors.size() <= 255);
  CHECK(colors.size() > 200);
  constexpr int kPlace = 4 * 256 + 8 * 16 + 7;
  const Color wanted = pixel_of(all, kPlace % 64, kPlace / 64);
  CHECK(wanted == Color{119, 136, 68});
  CHECK(square_distance(pixel_of(frames[0].seen, kPlace % 64, kPlace / 64), wanted) < 40 * 40);
}

}  // namespace repose::test
