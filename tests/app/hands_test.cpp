// What hands do to the world: turning it, shaking it, blowing into it; by keys, buttons and the mouse.
#include <algorithm>
#include <cstdlib>

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

TEST_CASE("keys and buttons turn the world, and one undo turns it back") {
  Hands d;
  d.paint({0, 0}, {3, 3}, "wall");
  const std::uint64_t before = d.session().hash();
  d.key(SDLK_RIGHT, KMOD_ALT);
  d.frames(2);
  CHECK(d.session().width() == 80);
  CHECK(d.session().height() == 120);
  CHECK(d.cell(79, 0) == d.element("wall"));
  CHECK(d.undo_title() == "Turn right");
  d.key(SDLK_LEFT, KMOD_ALT);
  d.frames(2);
  CHECK(d.session().hash() == before);
  d.key(SDLK_LEFT, KMOD_ALT);
  d.frames(2);
  CHECK(d.cell(0, 119) == d.element("wall"));
  d.key(SDLK_z, KMOD_CTRL);
  d.frames(2);
  CHECK(d.session().hash() == before);
  d.key(SDLK_DOWN, KMOD_ALT);
  d.frames(2);
  CHECK(d.cell(119, 79) == d.element("wall"));
  d.click("turn_world_over");
  d.frames(2);
  CHECK(d.session().hash() == before);
  d.click("turn_world_right");
  d.frames(2);
  CHECK(d.cell(79, 0) == d.element("wall"));
  CHECK(d.desk().view.canvas.camera().sees_whole(80, 120));
}

TEST_CASE("the picture of a turn swings for a third of a second, in which no step is taken; other commands end it") {
  Hands d;
  d.desk().settings.view.animations = true;
  d.paint({0, 40}, {119, 79}, "wall");
  d.desk().simulation.set_playing(true);
  d.frames(2);
  const CellPoint above = d.on_screen(60, 10);
  const Color sky = d.pixel(above.x, above.y);
  d.key(SDLK_DOWN, KMOD_ALT);
  d.frames(1);
  WorldTurn& turn = d.desk().view.turn;
  REQUIRE(turn.busy());
  const std::uint64_t step = d.session().step_count();
  CHECK(alike(d.pixel(above.x, above.y), sky));  // it begins nearly as it was
  d.frames(8);
  CHECK(turn.busy());
  CHECK(d.session().step_count() == step);
  d.frames(14);
  CHECK_FALSE(turn.busy());
  CHECK(d.session().step_count() > step);
  CHECK_FALSE(alike(d.pixel(above.x, above.y), sky));

  d.key(SDLK_RIGHT, KMOD_ALT);
  d.frames(1);
  CHECK(turn.busy());
  d.key(SDLK_RIGHT, KMOD_ALT);  // a turn during a turn
  d.frames(1);
  CHECK(turn.busy());
  CHECK(d.session().width() == 120);
  const CellPoint middle = d.on_screen(60, 10);
  d.click(middle.x, middle.y);
  CHECK_FALSE(turn.busy());

  d.desk().settings.view.animations = false;
  d.key(SDLK_RIGHT, KMOD_ALT);
  d.frames(1);
  CHECK_FALSE(turn.busy());
}

TEST_CASE("shaking a paused world pushes at once; a playing one over some frames; either is one operation") {
  Hands d;
  d.paint({50, 40}, {70, 79}, "sand");
  d.desk().settings.view.animations = true;
  const std::uint64_t before = d.session().hash();
  d.key(SDLK_s, KMOD_ALT);
  d.frames(1);
  const std::uint64_t shaken = d.session().hash();
  CHECK(shaken != before);
  CHECK(d.undo_title() == "Shake");
  d.frames(30);
  CHECK(d.session().hash() == shaken);
  CHECK(d.desk().view.shift.x == 0);  // it trembles no more
  d.key(SDLK_z, KMOD_CTRL);
  d.frames(2);
  CHECK(d.session().hash() == before);

  d.desk().simulation.set_playing(true);
  d.click("shake");
  double most = 0;
  for (int i = 0; i < 10; ++i) {
    d.frames(1);
    most = std::max(most, std::abs(d.desk().view.shift.x));
  }
  CHECK(most > 0);
  CHECK(d.undo_title() == "Shake");
  d.frames(20);
  d.desk().simulation.set_playing(false);
  CHECK(d.undo_title() == "Shake");
  d.key(SDLK_z, KMOD_CTRL);
  d.frames(2);
  CHECK(d.undo_title() != "Shake");  // all of it was one operation
}

TEST_CASE("undo during a shake ends it") {
  Hands d;
  d.paint({50, 40}, {70, 79}, "sand");
  d.desk().simulation.set_playing(true);
  d.frames(2);
  d.key(SDLK_s, KMOD_ALT);
  d.frames(3);
  d.key(SDLK_z, KMOD_CTRL);
  d.frames(20);
  CHECK(d.undo_title() != "Shake");
}

TEST_CASE(
    "the blow tool pushes smoke along the way of the mouse and on while it rests; the right button pulls it back") {
  Hands d;
  d.desk().paint_box.brush().size = 40;
  d.paint({50, 30}, {59, 39}, "smoke");
  const double start = d.middle_of("smoke");
  d.key(SDLK_y);
  CHECK(d.desk().paint_box.tool() == Tool::blow);
  d.blow({45, 35}, {65, 35}, 4);
  const double blown = d.middle_of("smoke");
  CHECK(blown > start + 5);
  CHECK(d.undo_title() == "Blow");
  d.blow({45, 35}, {65, 35}, 4, SDL_BUTTON_RIGHT);
  CHECK(d.middle_of("smoke") < blown - 3);
  d.key(SDLK_z, KMOD_CTRL);
  d.frames(2);
  CHECK(d.middle_of("smoke") == Approx(blown));
  d.key(SDLK_z, KMOD_CTRL);
  d.frames(2);
  CHECK(d.middle_of("smoke") == Approx(start));
  CHECK(d.undo_title() != "Blow");
}

TEST_CASE("blowing takes 150 passes a second while the button is held, between two directions some in both") {
  for (const double slope : {0.0, 0.5}) {
    const auto blown = [slope](int frames_at_rest) {
      Hands d;
      d.empty_world(240, 160);
      d.desk().paint_box.brush().size = 256;
      d.paint({40, 30}, {40, 30}, "smoke");
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

TEST_CASE("a shake of a paused world is 56 passes") {
  Hands d;
  d.paint({50, 40}, {70, 79}, "sand");
  const auto seed = static_cast<std::uint32_t>(d.desk().simulation.session().run_settings().seed);
  d.key(SDLK_s, KMOD_ALT);
  d.frames(1);
  const std::uint64_t shaken = d.session().hash();
  REQUIRE(d.session().execute(command::Undo{}).ok);
  CHECK(d.session().hash() != shaken);
  REQUIRE(d.session().execute(command::Shake{56, seed + 1, 0}).ok);
  CHECK(d.session().hash() == shaken);
}

TEST_CASE("where nothing is loose, shaking and blowing are greyed with the reason") {
  Hands d;
  d.desk().simulation.switch_solver("tiles", Backend::cpu);
  d.frames(2);
  const std::string reason = "Falling tiles cannot be shaken or blown. Conserving, density and elements can.";
  for (const std::string_view id : {action::shake, action::tool_blow}) CHECK(d.desk().actions.why_not(id) == reason);
  d.key(SDLK_s, KMOD_ALT);
  CHECK(d.message() == reason);
  d.desk().paint_box.set_tool(Tool::blow);
  d.desk().messages.say("Other");
  const CellPoint at = d.on_screen(20, 20);
  d.click(at.x, at.y);
  CHECK(d.message() == reason);
  d.key(SDLK_DOWN, KMOD_ALT);  // turning works everywhere
  CHECK(d.undo_title() == "Upside down");
}
