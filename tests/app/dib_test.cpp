// Pictures as the clipboard of Windows holds them.
#include "platform/dib.hpp"

#include <cstring>

#include "repose/picture.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

Picture picture_of(std::span<const std::byte> png) {
  Picture picture;
  REQUIRE(decode_png(png, "a", picture).ok());
  return picture;
}

// The bytes of a DIB with these numbers of 4 bytes in front.
std::vector<std::byte> dib_of(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::byte> dib(numbers.size() * 4);
  std::memcpy(dib.data(), numbers.data(), dib.size());
  return dib;
}

}  // namespace

TEST_CASE("pixels of 24 bits are read from the lowest row up, in rows of whole words") {
  const auto dib = dib_of({40, 1, 2, 24u << 16 | 1, 0, 0, 0, 0, 0, 0, 0x00010203, 0x00040506});
  CHECK(picture_of(dib_to_png(dib)).rgb == std::vector<std::uint8_t>{4, 5, 6, 1, 2, 3});
}

TEST_CASE("pixels of 32 bits are read with their masks, and rows that go down") {
  // Header: 40 bytes, 1 x -2 pixels, 1 plane and 32 bits, with masks; red is in the lowest bits here.
  const auto dib = dib_of({40, 1, static_cast<std::uint32_t>(-2), 32u << 16 | 1, 3, 0, 0, 0, 0, 0, 0x0000ff, 0x00ff00,
                           0xff0000, 0xff030201, 0x00060504});
  CHECK(picture_of(dib_to_png(dib)).rgb == std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("a DIB that lies about its size, or has an unknown form, is no picture") {
  const std::vector<std::uint32_t> good = {40, 1, 1, 24u << 16 | 1, 0, 0, 0, 0, 0, 0, 0x030201};
  CHECK_FALSE(dib_to_png(dib_of(good)).empty());
  const std::pair<std::size_t, std::uint32_t> changes[] = {{0, 12},           {0, 0xffffffff}, {1, 0},  {1, 1000},
                                                           {1, 0x80000000},   {2, 0},          {2, 2},  {2, 0x80000000},
                                                           {3, 8u << 16 | 1}, {4, 1},          {8, 200}};
  for (const auto& [place, value] : changes) {
    CAPTURE(place, value);
    std::vector<std::uint32_t> bad = good;
    bad[place] = value;
    CHECK(dib_to_png(dib_of(bad)).empty());
  }
  CHECK(dib_to_png({}).empty());
}

}  // namespace repose::test
