// What hands do to the world: turning it, shaking it, blowing into it; by keys, buttons and the mouse.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "app/desk/action_table.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct Hands : Driver {
  Hands() { empty_world(120, 80); }
  void paint(CellPoint from, CellPoint to, const std::string& name) {
    REQUIRE(session().execute(command::Paint{RectEdit{from, to, element(name), {}}}).ok);
    frames(1);
  }
  double middle_of(const std::string& name) {
    const World world = session().download();
    double sum = 0, count = 0;
    for (int y = 0; y < world.height(); ++y) {
      for (int x = 0; x < world.width(); ++x) {
        const bool is_it = world.cell(x, y) == element(name);
        sum += is_it ? x : 0;
        count += is_it ? 1 : 0;
      }
    }
    REQUIRE(count > 0);
    return sum / count;
  }
  std::string undo_title() { return session().history().undo_title; }
  // Presses at the first point, moves to the second one, rests there for some frames, releases.
  void blow(CellPoint from, CellPoint to, int frames_at_rest, int button = SDL_BUTTON_LEFT) {
    const CellPoint a = on_screen(from.x, from.y), b = on_screen(to.x, to.y);
    move(a.x, a.y);
    frames(1);
    down(button);
    for (int i = 1; i <= 6; ++i) {
      move(a.x + (b.x - a.x) * i / 6, a.y + (b.y - a.y) * i / 6);
      frames(1);
    }
    frames(frames_at_rest);
    up(button);
    frames(1);
  }
};

// The air becomes darker with depth.
bool alike(const Color& a, const Color& b) {
  return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b) < 45;
}

}  // namespace

TEST_CASE_METHOD(Hands, "keys and buttons turn the world, and one undo turns it back") {
  paint({0, 0}, {3, 3}, "wall");
  const std::uint64_t before = session().hash();
  key(SDLK_RIGHT, KMOD_ALT);
  CHECK(session().width() == 80);
  CHECK(session().height() == 120);
  CHECK(cell(79, 0) == element("wall"));
  CHECK(undo_title() == "Turn right");
  key(SDLK_LEFT, KMOD_ALT);
  CHECK(session().hash() == before);
  key(SDLK_LEFT, KMOD_ALT);
  CHECK(cell(0, 119) == element("wall"));
  key(SDLK_z, KMOD_CTRL);
  CHECK(session().hash() == before);
  key(SDLK_DOWN, KMOD_ALT);
  CHECK(cell(119, 79) == element("wall"));
  click("turn_world_over");
  CHECK(session().hash() == before);
  click("turn_world_right");
  CHECK(cell(79, 0) == element("wall"));
  CHECK(camera().sees_whole(80, 120));
}

TEST_CASE_METHOD(Hands, "a tilted device turns the world when another edge is clearly the lowest") {
  paint({0, 0}, {3, 3}, "wall");
  const std::uint64_t before = session().hash();
  WorldTurn& world = desk().view.turn;
  const auto tilt = [&](double degrees) {  // clockwise from upright
    const double angle = degrees * std::numbers::pi / 180;
    world.tilt(std::sin(angle), std::cos(angle));
  };
  tilt(80);  // held with the right edge down when it begins
  CHECK(session().hash() == before);
  tilt(40);
  CHECK(session().hash() == before);
  tilt(20);
  CHECK(cell(0, 119) == element("wall"));
  for (const double degrees : {45, 50, 40, 55}) tilt(degrees);  // no flutter
  CHECK(cell(0, 119) == element("wall"));
  tilt(60);
  CHECK(session().hash() == before);
  world.tilt(-0.2, 0.1);  // lies flat
  CHECK(session().hash() == before);
  tilt(-90);
  CHECK(cell(119, 79) == element("wall"));
  world.forget_tilt();
  tilt(180);
  CHECK(cell(119, 79) == element("wall"));
  CHECK(desk().actions.find(action::tilt) == nullptr);  // offered only where a device can be tilted

  tilt(90);
  CHECK(session().width() == 80);
}

TEST_CASE_METHOD(
    Hands, "the picture of a turn swings for a third of a second, in which no step is taken; other commands end it") {
  desk().settings.view.reduced_motion = ReducedMotion::off;
  paint({0, 40}, {119, 79}, "wall");
  desk().simulation.set_playing(true);
  frames(2);
  const CellPoint above = on_screen(60, 10);
  const Color sky = pixel(above.x, above.y);
  key(SDLK_DOWN, KMOD_ALT);
  WorldTurn& turn = desk().view.turn;
  REQUIRE(turn.busy());
  const std::uint64_t step = session().step_count();
  CHECK(alike(pixel(above.x, above.y), sky));  // it begins nearly as it was
  frames(8);
  CHECK(turn.busy());
  CHECK(session().step_count() == step);
  frames(14);
  CHECK_FALSE(turn.busy());
  CHECK(session().step_count() > step);
  CHECK_FALSE(alike(pixel(above.x, above.y), sky));

  key(SDLK_RIGHT, KMOD_ALT);
  CHECK(turn.busy());
  key(SDLK_RIGHT, KMOD_ALT);  // a turn during a turn
  CHECK(turn.busy());
  CHECK(session().width() == 120);
  click_cell(60, 10);
  CHECK_FALSE(turn.busy());

  desk().settings.view.reduced_motion = ReducedMotion::on;
  key(SDLK_RIGHT, KMOD_ALT);
  CHECK_FALSE(turn.busy());
}

TEST_CASE_METHOD(Hands,
                 "shaking a paused world pushes at once; a playing one over some frames; either is one operation") {
  paint({50, 40}, {70, 79}, "sand");
  desk().settings.view.reduced_motion = ReducedMotion::off;
  const std::uint64_t before = session().hash();
  key(SDLK_s, KMOD_ALT);
  const std::uint64_t shaken = session().hash();
  CHECK(shaken != before);
  CHECK(undo_title() == "Shake");
  frames(30);
  CHECK(session().hash() == shaken);
  CHECK(desk().view.shift.x == 0);  // it trembles no more
  key(SDLK_z, KMOD_CTRL);
  CHECK(session().hash() == before);
  const auto seed = static_cast<std::uint32_t>(session().run_settings().seed);
  REQUIRE(session().execute(command::Shake{56, seed + 1, 0}).ok);
  CHECK(session().hash() == shaken);
  REQUIRE(session().execute(command::Undo{}).ok);

  desk().simulation.set_playing(true);
  click("shake");
  double most = 0;
  for (int i = 0; i < 10; ++i) {
    frames(1);
    most = std::max(most, std::abs(desk().view.shift.x));
  }
  CHECK(most > 0);
  CHECK(undo_title() == "Shake");
  frames(20);
  desk().simulation.set_playing(false);
  CHECK(undo_title() == "Shake");
  key(SDLK_z, KMOD_CTRL);
  CHECK(undo_title() != "Shake");  // all of it was one operation
  desk().simulation.set_playing(true);
  key(SDLK_s, KMOD_ALT);
  key(SDLK_z, KMOD_CTRL);  // ends a shake
  frames(20);
  CHECK(undo_title() != "Shake");
}

TEST_CASE_METHOD(
    Hands,
    "the blow tool pushes smoke along the way of the mouse and on while it rests; the right button pulls it back") {
  brush().size = 40;
  paint({50, 30}, {59, 39}, "smoke");
  const double start = middle_of("smoke");
  key(SDLK_y);
  CHECK(desk().paint_box.tool() == Tool::blow);
  for (const int button : {SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT}) {
    desk().simulation.set_playing(true);  // the air carries the smoke
    blow({45, 35}, {65, 35}, 4, button);
    desk().simulation.set_playing(false);
    const double way = middle_of("smoke") - start;
    CHECK((button == SDL_BUTTON_LEFT ? way : -way) > 4);
    CHECK(undo_title() == "Blow");
    key(SDLK_z, KMOD_CTRL);
    CHECK(middle_of("smoke") == Approx(start).margin(1));  // it wanders for a step or two before the stroke
    CHECK(undo_title() != "Blow");
  }
}

TEST_CASE("blowing takes 150 passes a second while the button is held, between two directions some in both") {
  for (const double slope : {0.0, 0.5}) {
    const auto blown = [slope](int frames_at_rest) {
      Hands d;
      d.empty_world(240, 160);
      d.brush().size = 256;
      d.paint({40, 30}, {40, 30}, "smoke");
      d.desk().simulation.switch_solver("density", Backend::cpu);  // where a pass moves smoke by one cell
      d.key(SDLK_y);
      d.blow({60, 40}, {100, 40 + static_cast<int>(40 * slope)}, frames_at_rest);
      const World world = d.session().download();
      const auto at = std::ranges::find(world.cells(), d.element("smoke")) - world.cells().begin();
      return std::pair(static_cast<double>(at % 240), static_cast<double>(at / 240));
    };
    const auto [x, y] = blown(4);
    const auto [later_x, later_y] = blown(28);
    CHECK(std::abs(later_x - x - 60) <= 3);  // 24 frames are 0.4 seconds
    CHECK(std::abs(later_y - y - 60 * slope) <= 5);
  }
}

TEST_CASE_METHOD(Hands, "where nothing is loose, shaking and blowing are greyed with the reason") {
  desk().simulation.switch_solver("tiles", Backend::cpu);
  frames(2);
  const std::string reason = "Falling tiles cannot be shaken or blown. Conserving, density and elements can.";
  for (const std::string_view id : {action::shake, action::tool_blow}) CHECK(desk().actions.why_not(id) == reason);
  key(SDLK_s, KMOD_ALT);
  CHECK(message() == reason);
  desk().paint_box.set_tool(Tool::blow);
  desk().messages.say("Other");
  click_cell(20, 20);
  CHECK(message() == reason);
  key(SDLK_DOWN, KMOD_ALT);  // turning works everywhere
  CHECK(undo_title() == "Upside down");
}
