#include "repose/picture.hpp"

#include <png.h>

#include "support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

Picture gradient(int width, int height) {
  Picture picture{width, height, {}};
  for (int i = 0; i < width * height; ++i) {
    for (const int channel : {i * 7, i * 13 + 1, i * 29 + 2}) picture.rgb.push_back(static_cast<std::uint8_t>(channel));
  }
  return picture;
}

struct Format {
  int bits, color_type;
  bool interlaced = false;
};

// libpng jumps back here when it reports an error. No object with a destructor may be here then.
bool write_rows(png_structp png, png_infop info, std::FILE* file, int width, int height, Format format,
                png_bytep* rows) {
  const png_color palette[2] = {{10, 20, 30}, {200, 100, 50}};
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_init_io(png, file);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), format.bits,
               format.color_type, format.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (format.color_type == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette, 2);
  png_write_info(png, info);
  png_write_image(png, rows);
  png_write_end(png, info);
  return true;
}

// Writes `rows` unchanged: bytes in the layout of the format. False when libpng reports an error.
bool write_as(const fs::path& path, int width, int height, Format format,
              const std::vector<std::vector<png_byte>>& rows) {
  std::FILE* file = std::fopen(path.string().c_str(), "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  std::vector<png_bytep> pointers;
  for (const auto& row : rows) pointers.push_back(const_cast<png_bytep>(row.data()));
  const bool done = write_rows(png, info, file, width, height, format, pointers.data());
  png_destroy_write_struct(&png, &info);
  std::fclose(file);
  return done;
}

std::vector<std::uint8_t> pixels_of(const fs::path& path) {
  Picture picture;
  const Status status = read_png(path, picture);
  INFO(status.message());
  REQUIRE(status.ok());
  return picture.rgb;
}

}  // namespace

TEST_CASE("a picture written and read is the same, in odd sizes too") {
  const TemporaryFolder folder;
  for (const auto& [width, height] : {std::pair{1, 1}, {7, 1}, {1, 9}, {63, 65}, {257, 129}}) {
    const Picture written = gradient(width, height);
    REQUIRE(write_png(folder / "p.png", written));
    Picture read;
    REQUIRE(read_png(folder / "p.png", read));
    CHECK(read.width == width);
    CHECK(read.height == height);
    CHECK(read.rgb == written.rgb);
  }
}

TEST_CASE("grey pictures of 1, 2, 4, 8 and 16 bits are read") {
  const TemporaryFolder folder;
  const auto path = folder / "grey.png";
  REQUIRE(write_as(path, 2, 1, {1, PNG_COLOR_TYPE_GRAY}, {{0x40}}));
  CHECK(pixels_of(path) == std::vector<std::uint8_t>{0, 0, 0, 255, 255, 255});
  REQUIRE(write_as(path, 2, 1, {2, PNG_COLOR_TYPE_GRAY}, {{0x60}}));
  CHECK(pixels_of(path) == std::vector<std::uint8_t>{85, 85, 85, 170, 170, 170});
  REQUIRE(write_as(path, 2, 1, {4, PNG_COLOR_TYPE_GRAY}, {{0x1f}}));
  CHECK(pixels_of(path) == std::vector<std::uint8_t>{17, 17, 17, 255, 255, 255});
  REQUIRE(write_as(path, 2, 1, {8, PNG_COLOR_TYPE_GRAY}, {{3, 200}}));
  CHECK(pixels_of(path) == std::vector<std::uint8_t>{3, 3, 3, 200, 200, 200});
  REQUIRE(write_as(path, 2, 1, {16, PNG_COLOR_TYPE_GRAY}, {{0x12, 0x12, 0xff, 0xff}}));
  CHECK(pixels_of(path) == std::vector<std::uint8_t>{18, 18, 18, 255, 255, 255});
}

TEST_CASE("palette pictures are read in their colours") {
  const TemporaryFolder folder;
  const auto path = folder / "palette.png";
  for (const int bits : {1, 2, 4, 8}) {
    const auto second = static_cast<png_byte>(1 << (8 - 2 * bits > 0 ? 8 - 2 * bits : 0));
    const std::vector<png_byte> row = bits == 8 ? std::vector<png_byte>{0, 1} : std::vector<png_byte>{second};
    REQUIRE(write_as(path, 2, 1, {bits, PNG_COLOR_TYPE_PALETTE}, {row}));
    CHECK(pixels_of(path) == std::vector<std::uint8_t>{10, 20, 30, 200, 100, 50});
  }
}

TEST_CASE("transparent pixels are drawn over black") {
  const TemporaryFolder folder;
  const auto path = folder / "alpha.png";
  REQUIRE(
      write_as(path, 3, 1, {8, PNG_COLOR_TYPE_RGB_ALPHA}, {{200, 100, 50, 255, 200, 100, 50, 0, 200, 100, 50, 51}}));
  CHECK(pixels_of(path) == std::vector<std::uint8_t>{200, 100, 50, 0, 0, 0, 40, 20, 10});
  REQUIRE(write_as(path, 1, 1, {8, PNG_COLOR_TYPE_GRAY_ALPHA}, {{200, 51}}));
  CHECK(pixels_of(path) == std::vector<std::uint8_t>{40, 40, 40});
}

TEST_CASE("interlaced pictures and 16 bits a channel are read") {
  const TemporaryFolder folder;
  const auto path = folder / "deep.png";
  REQUIRE(write_as(path, 1, 1, {16, PNG_COLOR_TYPE_RGB}, {{0xff, 0xff, 0x80, 0x80, 0, 0}}));
  CHECK(pixels_of(path) == std::vector<std::uint8_t>{255, 128, 0});
  const Picture picture = gradient(19, 17);
  std::vector<std::vector<png_byte>> rows;
  for (int y = 0; y < 17; ++y) rows.emplace_back(picture.rgb.begin() + y * 57, picture.rgb.begin() + (y + 1) * 57);
  REQUIRE(write_as(path, 19, 17, {8, PNG_COLOR_TYPE_RGB, true}, rows));
  CHECK(pixels_of(path) == picture.rgb);
}

TEST_CASE("a picture that is cut short anywhere fails with a sentence and changes nothing") {
  const TemporaryFolder folder;
  REQUIRE(write_png(folder / "whole.png", gradient(40, 30)));
  const std::string whole = read_text(folder / "whole.png");
  for (std::size_t size = 0; size < whole.size(); size += 37) {
    std::ofstream(folder / "cut.png", std::ios::binary) << whole.substr(0, size);
    Picture picture{1, 1, {9, 9, 9}};
    const Status status = read_png(folder / "cut.png", picture);
    INFO("cut after " << size << " of " << whole.size() << " bytes");
    CHECK_FALSE(status.ok());
    CHECK(status.message().find("cut.png") == 0);
    CHECK(picture.rgb == std::vector<std::uint8_t>{9, 9, 9});
  }
}

TEST_CASE("a picture with any byte changed is read or refused") {
  const TemporaryFolder folder;
  REQUIRE(write_png(folder / "whole.png", gradient(20, 15)));
  const std::string whole = read_text(folder / "whole.png");
  for (std::size_t at = 0; at < whole.size(); at += 5) {
    std::string bent = whole;
    bent[at] = static_cast<char>(bent[at] ^ 0x55);
    std::ofstream(folder / "bent.png", std::ios::binary) << bent;
    Picture picture;
    if (read_png(folder / "bent.png", picture))
      CHECK(picture.rgb.size() == std::size_t{3} * picture.width * picture.height);
  }
}

TEST_CASE("a picture that claims more pixels than its file can hold is refused before they are allocated") {
  const TemporaryFolder folder;
  const std::vector<std::vector<png_byte>> rows(16000, std::vector<png_byte>(2000));
  REQUIRE(write_as(folder / "wide.png", 16000, 16000, {1, PNG_COLOR_TYPE_GRAY}, rows));
  const std::string whole = read_text(folder / "wide.png");
  std::ofstream(folder / "liar.png", std::ios::binary) << whole.substr(0, 200);
  Picture picture;
  CHECK(read_png(folder / "liar.png", picture).message() ==
        "liar.png is no PNG picture that can be read: it ends before the picture does.");
}

TEST_CASE("sides over the limit are refused with the limit") {
  const TemporaryFolder folder;
  REQUIRE(write_as(folder / "long.png", 16385, 1, {1, PNG_COLOR_TYPE_GRAY}, {std::vector<png_byte>(2049)}));
  Picture picture;
  CHECK(read_png(folder / "long.png", picture).message() ==
        "long.png is too large: 16385 x 1 pixels, at most 16384 a side.");
}

TEST_CASE("a folder, a text or a missing file is refused as a picture") {
  const TemporaryFolder folder;
  std::ofstream(folder / "text.png") << "cell air 0 0 0 0.1\n";
  Picture picture;
  CHECK_FALSE(read_png(folder.path(), picture));
  CHECK_FALSE(read_png(folder / "text.png", picture));
  CHECK_FALSE(read_png(folder / "missing.png", picture));
  CHECK_FALSE(read_png("/dev/zero", picture));
}

TEST_CASE("a picture that cannot be written leaves no file, and an old file stays") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "taken.png");
  CHECK_FALSE(write_png(folder / "taken.png", gradient(3, 3)));
  CHECK_FALSE(write_png(folder / "no/such/folder.png", gradient(3, 3)));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("a picture is written through a link, which stays a link") {
  const TemporaryFolder folder;
  if (kIsWindows) REPOSE_SKIP("links need special rights on Windows");
  REQUIRE(write_png(folder / "real.png", gradient(3, 3)));
  fs::create_symlink(folder / "real.png", folder / "link.png");
  REQUIRE(write_png(folder / "link.png", gradient(5, 4)));
  CHECK(fs::is_symlink(folder / "link.png"));
  Picture picture;
  REQUIRE(read_png(folder / "real.png", picture));
  CHECK(picture.width == 5);
}

TEST_CASE("a pixel becomes the first element of its colour, else the nearest") {
  Ruleset rules;
  const auto add = [&](Color color) { rules.elements.emplace_back().color = color; };
  add({0, 0, 0});
  add({10, 0, 0});
  add({10, 0, 0});
  add({20, 0, 0});
  const PictureToWorld read = picture_to_world({4, 1, {10, 0, 0, 15, 0, 0, 19, 1, 1, 255, 255, 255}}, rules);
  CHECK(read.world.cell(0, 0) == 1);
  CHECK(read.world.cell(1, 0) == 1);  // both are equally near to 20: the first wins
  CHECK(read.world.cell(2, 0) == 3);
  CHECK(read.world.cell(3, 0) == 3);
  CHECK(read.unmatched == 3);
}

}  // namespace repose::test
