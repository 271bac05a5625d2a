// The view in three dimensions, and its camera.
#include <cmath>

#include "automata/field_support.hpp"
#include "gl_support.hpp"
#include "render/field_shading.hpp"
#include "render/relief_view.hpp"

namespace repose::test::relief_test {
namespace {

constexpr int kWidth = 320, kHeight = 240;
constexpr Color kReliefSurround{13, 15, 19};

// A mound in the middle of a plain, with a block of stone beside it.
struct Mound {
  World world{96, 64};

  Mound() {
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 96; ++x) {
        const double height = std::max(0.0, 24 - std::hypot(x - 48, y - 32));
        set_value(world, Plane::height, world.index(x, y), static_cast<std::int32_t>((height + 4) * kHeightOne));
        if (x >= 76 && x < 86 && y >= 24 && y < 40) world.cell(x, y) = 1;
      }
    }
  }
  CellView view(std::uint64_t generation = 1) const {
    const auto* const heights = reinterpret_cast<const std::int32_t*>(world.bytes(Plane::height).data());
    return {96, 64, generation, MemoryCells{.wall = {world.cells().data(), 96}, .height = {heights, 96}}};
  }
};

OrbitCamera camera_of_mound() {
  OrbitCamera camera;
  camera.set_viewport({0, 0, kWidth, kHeight});
  camera.fit(96, 64);
  return camera;
}

struct Picture3d {
  Canvas canvas{kTexelRgba8, kWidth, kHeight, "screen"};
  std::unique_ptr<ReliefView> view;

  Picture3d() {
    std::string error;
    view = ReliefView::create(ReliefView::kTrianglesOnProcessor, error);
    INFO(error);
    REQUIRE(view != nullptr);
  }
  std::vector<std::uint8_t> draw(const CellView& cells, const ReliefScene& scene) {
    canvas.framebuffer.bind();
    view->draw(cells, scene, {}, kReliefSurround, kHeight);
    return read_rgba(canvas);
  }
};

const std::uint8_t* pixel(const std::vector<std::uint8_t>& rgba, PixelPoint p) {
  return &rgba[static_cast<std::size_t>((kHeight - 1 - static_cast<int>(p.y)) * kWidth + static_cast<int>(p.x)) * 4];
}

}  // namespace

TEST_CASE("a camera that circles sees its target in the middle, and a ray through a pixel goes to what is seen there") {
  OrbitCamera camera = camera_of_mound();
  for (int turn = 0; turn < 5; ++turn) {
    const auto middle = camera.to_pixel(camera.target());
    REQUIRE(middle);
    CHECK(middle->x == Approx(kWidth / 2.0).margin(0.01));
    CHECK(middle->y == Approx(kHeight / 2.0).margin(0.01));
    const auto seen = camera.on_plane({100, 150}, 0);
    REQUIRE(seen);
    const auto back = camera.to_pixel(*seen);
    REQUIRE(back);
    CHECK(back->x == Approx(100).margin(0.05));
    CHECK(back->y == Approx(150).margin(0.05));
    camera.orbit(70, 13);
    camera.zoom_at({60, 120}, 1.3);
  }
}

TEST_CASE("a camera that circles stays above the floor and near the world, and fits it again") {
  OrbitCamera camera = camera_of_mound();
  const glm::vec3 start = camera.eye();
  for (int i = 0; i < 50; ++i) {
    camera.orbit(37, -400);
    camera.pan(300, 200);
    camera.zoom_at({10, 20}, i % 2 == 0 ? 9 : 0.01);
  }
  CHECK(camera.elevation() >= OrbitCamera::kElevationMin);
  CHECK(camera.eye().y > 0);
  CHECK(camera.target().x >= 0);
  CHECK(camera.target().x <= 96);
  camera.zoom_at({0, 0}, 0);
  camera.fit(96, 64);
  CHECK(glm::vec3(camera.eye()) == start);
  for (const glm::vec3 corner : {glm::vec3{0, 0, 0}, {96, 0, 0}, {0, 0, 64}, {96, 0, 64}}) {
    const auto p = camera.to_pixel(corner);
    REQUIRE(p);
    CHECK((p->x > 0 && p->x < kWidth && p->y > 0 && p->y < kHeight));
  }
}

TEST_CASE("zooming keeps the point under the pointer") {
  OrbitCamera camera = camera_of_mound();
  const auto before = camera.on_plane({200, 140}, 0);
  camera.zoom_at({200, 140}, 1.5);
  const auto after = camera.on_plane({200, 140}, 0);
  REQUIRE((before && after));
  CHECK(before->x == Approx(after->x).margin(0.1));
  CHECK(before->z == Approx(after->z).margin(0.1));
}

TEST_CASE("in three dimensions there is sand in the middle, stone where it stands, and the room around") {
  REPOSE_NEEDS_GL();
  const Mound mound;
  Picture3d picture;
  const ReliefScene scene{camera_of_mound(), std::nullopt, 0};
  const auto rgba = picture.draw(mound.view(), scene);
  const auto at = [&](float x, float height, float y) {
    return pixel(rgba, *scene.camera.to_pixel({x, height * shading::kDrawnHeight, y}));
  };
  const std::uint8_t* sand = at(20, 4, 50);
  CHECK(sand[0] > sand[2] + 30);
  const std::uint8_t* stone = at(81, 4 + shading::kStoneRise / shading::kDrawnHeight, 32);
  CHECK(std::abs(stone[0] - stone[2]) < 40);
  const std::uint8_t* room = pixel(rgba, {4, 4});
  CHECK(room[0] + room[1] + room[2] < 90);
  CHECK(room[3] == 255);
  CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("the cell under the pointer is the one that is seen there, and none beside the sand") {
  REPOSE_NEEDS_GL();
  const Mound mound;
  Picture3d picture;
  ReliefScene scene{camera_of_mound(), std::nullopt, 3};
  const auto pointed = [&](PixelPoint p) {
    scene.pointer = p;
    for (int frame = 0; frame < 3; ++frame) {
      picture.draw(mound.view(), scene);
      glFinish();
    }
    return picture.view->cell_under_pointer();
  };
  const auto top = pointed(*scene.camera.to_pixel({48.5f, 28 * shading::kDrawnHeight, 32.5f}));
  REQUIRE(top);
  CHECK(std::abs(top->x - 48) <= 1);
  CHECK(std::abs(top->y - 32) <= 1);
  const auto plain = pointed(*scene.camera.to_pixel({10.5f, 4 * shading::kDrawnHeight, 12.5f}));
  REQUIRE(plain);
  CHECK(std::abs(plain->x - 10) <= 1);
  CHECK(std::abs(plain->y - 12) <= 1);
  CHECK_FALSE(pointed({3, 3}));
}

TEST_CASE("the view in three dimensions leaves the state of GL as it was") {
  REPOSE_NEEDS_GL();
  const Mound mound;
  Picture3d picture;
  glEnable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glViewport(1, 2, 30, 40);
  GLint framebuffer = 0;
  picture.canvas.framebuffer.bind();
  glViewport(1, 2, 30, 40);
  picture.view->draw(mound.view(), {camera_of_mound(), PixelPoint{160, 120}, 3}, {}, kReliefSurround, kHeight);
  GLint viewport[4] = {};
  glGetIntegerv(GL_VIEWPORT, viewport);
  CHECK((viewport[0] == 1 && viewport[1] == 2 && viewport[2] == 30 && viewport[3] == 40));
  CHECK(glIsEnabled(GL_BLEND) == GL_TRUE);
  CHECK(glIsEnabled(GL_DEPTH_TEST) == GL_FALSE);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  CHECK(static_cast<GLuint>(framebuffer) == picture.canvas.framebuffer.name());
  glDisable(GL_BLEND);
}

}  // namespace repose::test::relief_test
