// The soft picture without OpenGL; view_test.cpp compares it with the shader.
#include "render/painter.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace repose::test::soft_picture_test {

namespace {

// Grey pictures: a number for each pixel.
using Rows = std::vector<std::vector<int>>;

std::vector<std::uint32_t> pixels_of(const Rows& rows) {
  std::vector<std::uint32_t> pixels;
  for (const auto& row : rows) {
    for (const int grey : row) pixels.push_back(0xff000000u | static_cast<std::uint32_t>(grey) * 0x010101u);
  }
  return pixels;
}

Rows softened(const Rows& rows) {
  std::vector<std::uint32_t> pixels = pixels_of(rows);
  const auto width = rows[0].size();
  soften({pixels.data(), width, static_cast<int>(width), static_cast<int>(rows.size())});
  Rows result;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    result.emplace_back();
    for (std::size_t x = 0; x < width; ++x) {
      const std::uint32_t pixel = pixels[y * width + x];
      CHECK(pixel == (0xff000000u | (pixel & 0xff) * 0x010101u));  // all channels alike, opaque
      result.back().push_back(static_cast<int>(pixel & 0xff));
    }
  }
  return result;
}

}  // namespace

TEST_CASE("a soft picture is the mean of 3 x 3 pixels with weights 1 2 1") {
  CHECK(softened({{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 160, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}) ==
        Rows{{0, 0, 0, 0, 0}, {0, 10, 20, 10, 0}, {0, 20, 40, 20, 0}, {0, 10, 20, 10, 0}, {0, 0, 0, 0, 0}});
}

TEST_CASE("at the edges of a soft picture the edge is repeated") {
  CHECK(softened({{160, 0, 0}, {0, 0, 0}}) == Rows{{90, 30, 0}, {30, 10, 0}});
  CHECK(softened({{0, 0, 160}, {0, 0, 0}}) == Rows{{0, 30, 90}, {0, 10, 30}});
  CHECK(softened({{7}}) == Rows{{7}});
  CHECK(softened({{0, 160}}) == Rows{{40, 120}});
  CHECK(softened({{0}, {160}, {255}}) == Rows{{40}, {144}, {231}});
  CHECK(softened(Rows(5, std::vector<int>(7, 255))) == Rows(5, std::vector<int>(7, 255)));
}

TEST_CASE("an enlarged picture goes evenly from one pixel to the next") {
  std::vector<std::uint32_t> picture = pixels_of({{0, 160}}), out(8 * 2);
  enlarge({picture.data(), 2, 2, 1}, {{0, 8}, 0, 4, {0, 2}}, {{0, 2}, 0, 2, {0, 1}}, {out.data(), 8, 8, 2});
  const std::vector<std::uint32_t> row = pixels_of({{0, 0, 20, 60, 100, 140, 160, 160}});
  CHECK(std::vector(out.begin(), out.begin() + 8) == row);
  CHECK(std::vector(out.begin() + 8, out.end()) == row);
}

}  // namespace repose::test::soft_picture_test
