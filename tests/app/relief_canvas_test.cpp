// The mouse over heights in three dimensions.
#include <cstring>

#include "driver.hpp"

namespace repose::test {
namespace {

constexpr int kMiddleX = 700, kMiddleY = 400;

// A flat, paused world of sand in three dimensions; false without OpenGL.
bool open_relief(Driver& driver) {
  if (!driver.draws_with_gl()) return false;
  driver.desk().simulation.switch_solver("sandpile", Backend::cpu);
  driver.desk().simulation.set_playing(false);
  driver.desk().settings.view.looks.relief = true;
  driver.frames(2);
  driver.desk().simulation.execute(command::NewWorld{120, 90});
  driver.desk().view.canvas.fit();
  driver.move(kMiddleX, kMiddleY);
  for (int i = 0; i < 4; ++i) driver.frames();  // the cell under the mouse is read from the picture before
  return true;
}

// The sum of all heights, in units.
std::int64_t sand_in(Session& session) {
  const World world = session.download();
  const auto bytes = world.bytes(Plane::height);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::int32_t height = 0;
    std::memcpy(&height, &bytes[i], sizeof height);
    sum += height;
  }
  return sum;
}

}  // namespace

TEST_CASE_METHOD(Driver, "in three dimensions the left button heaps sand where the mouse is") {
  if (!open_relief(*this)) REPOSE_SKIP("no OpenGL");
  const auto cell = desk().view.canvas.cell_under_mouse();
  REQUIRE(cell);
  const std::int64_t before = sand_in(session());
  down();
  for (int i = 0; i < 5; ++i) frames();
  up();
  CHECK(sand_in(session()) > before);
}

TEST_CASE_METHOD(Driver,
                 "in three dimensions the right button turns the view and paints nothing, and fitting turns it back") {
  if (!open_relief(*this)) REPOSE_SKIP("no OpenGL");
  const auto eye = [&] { return desk().view.canvas.relief_scene(false).camera.eye(); };
  const std::int64_t before = sand_in(session());
  const glm::vec3 start = eye();
  down(SDL_BUTTON_RIGHT);
  move(kMiddleX + 80, kMiddleY + 30);
  frames(2);
  up(SDL_BUTTON_RIGHT);
  CHECK(eye() != start);
  CHECK(sand_in(session()) == before);
  const float distance = desk().view.canvas.relief_scene(false).camera.distance();
  desk().view.canvas.zoom({kMiddleX, kMiddleY}, 3);
  CHECK(desk().view.canvas.relief_scene(false).camera.distance() < distance);
  desk().view.canvas.fit();
  CHECK(eye() == start);
}

}  // namespace repose::test
