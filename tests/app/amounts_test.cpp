// Sand heights and water in the app: pouring, the cell under the cursor, overlays, height maps.
#include <cstring>
#include <fstream>
#include <numeric>

#include "app/desk/amounts.hpp"
#include "app/desk/files.hpp"
#include "app/desk/tools.hpp"
#include "driver.hpp"
#include "session/height_map.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

std::vector<double> amounts(Session& session, Plane plane) {
  const World world = session.download();
  REQUIRE(world.has(plane));
  std::vector<std::int32_t> units(world.cell_count());
  std::memcpy(units.data(), world.bytes(plane).data(), world.bytes(plane).size());
  std::vector<double> cells;
  for (const std::int32_t unit : units)
    cells.push_back(static_cast<double>(unit) / (plane == Plane::mass ? kFullCell : kHeightOne));
  return cells;
}

double total(Session& session, Plane plane) {
  const std::vector<double> all = amounts(session, plane);
  return std::accumulate(all.begin(), all.end(), 0.0);
}

double height_at(Driver& d, int x, int y) {
  return amounts(d.session(), Plane::height)[static_cast<std::size_t>(y * d.session().width() + x)];
}

// A flat, paused sandpile of 60 x 40.
struct Sandbox : Driver {
  explicit Sandbox(AppOptions options = {}) : Driver(options) {
    desk().simulation.switch_solver("sandpile", Backend::cpu);
    REQUIRE(session().automaton() == "sandpile");
    empty_world(60, 40);
    desk().paint_box.brush().size = 13;
  }
  void hold(int x, int y, int frame_count, int button = SDL_BUTTON_LEFT) {
    const CellPoint at = on_screen(x, y);
    move(at.x, at.y);
    down(button);
    frames(frame_count);
    up(button);
    frames(2);
  }
};

}  // namespace

TEST_CASE("the left button heaps sand up where the mouse is, with a soft rim, and the right one takes it away") {
  Sandbox d;
  CHECK(d.session().ruleset().elements[d.desk().paint_box.brush().element].name == "sand");
  d.desk().paint_box.brush().sand_rate = 30;
  d.hold(30, 20, 30);
  const double middle = height_at(d, 30, 20), rim = height_at(d, 34, 20);
  CHECK(middle == Approx(15).margin(1.5));
  CHECK(rim > 0.5);
  CHECK(rim < middle / 2);
  CHECK(height_at(d, 40, 20) == 0);
  d.hold(30, 20, 60, SDL_BUTTON_RIGHT);
  CHECK(height_at(d, 30, 20) == Approx(-15).margin(3));
}

TEST_CASE("what is poured depends on the time alone: not on the number of frames, nor on the way the brush goes") {
  const auto pour = [](int ticks, bool moving) {
    Sandbox d;
    Stroke stroke(d.desk());
    stroke.begin({20, 20}, false);
    for (int i = 1; i <= ticks; ++i) {
      if (moving) stroke.move_to({20 + 20 * i / ticks, 20 + (i % 2)});
      stroke.tick(2.0 / ticks);
    }
    stroke.end();
    return total(d.session(), Plane::height);
  };
  const double once = pour(1, false);
  CHECK(once > 1000);
  CHECK(pour(120, false) == Approx(once).epsilon(0.001));
  CHECK(pour(1, true) == Approx(once).epsilon(0.001));
  CHECK(pour(40, true) == Approx(once).epsilon(0.001));
}

TEST_CASE("a click pours a little even when it is over before the frame is") {
  Sandbox d;
  const CellPoint at = d.on_screen(30, 20);
  d.move(at.x, at.y);
  d.click(at.x, at.y);
  CHECK(height_at(d, 30, 20) > 0.3);
}

TEST_CASE("rocks are painted, are shown under the cursor, and are removed with the right button") {
  Sandbox d;
  const auto rock = d.element("rock");
  d.desk().paint_box.brush().element = rock;
  d.hold(30, 20, 2);
  CHECK(d.session().download().bytes(Plane::wall)[20 * 60 + 30] == 1);
  CHECK(element_at(d.desk(), {30, 20}) == rock);
  CHECK(element_at(d.desk(), {5, 5}) == d.element("sand"));
  d.hold(30, 20, 2, SDL_BUTTON_RIGHT);
  CHECK(d.session().download().bytes(Plane::wall)[20 * 60 + 30] == 0);
}

TEST_CASE("an obstacle that is erased with the button held leaves the floor that it stood on") {
  Sandbox d;
  d.desk().paint_box.brush().element = d.element("rock");
  d.hold(30, 20, 2);
  d.hold(30, 20, 30, SDL_BUTTON_RIGHT);
  CHECK(d.session().download().bytes(Plane::wall)[20 * 60 + 30] == 0);
  CHECK(total(d.session(), Plane::height) == 0);
  d.hold(30, 20, 30, SDL_BUTTON_RIGHT);  // another press, on open ground, digs
  CHECK(height_at(d, 30, 20) < -1);
}

TEST_CASE("water wets sand at a rate, and the cell under the cursor is described") {
  Sandbox d;
  d.desk().paint_box.brush().element = d.element("water");
  d.desk().paint_box.brush().wetting_rate = 1;
  d.hold(30, 20, 30);
  const auto reading = d.desk().screen->probe(d.session().view(), {30, 20});
  REQUIRE(reading.has_value());
  CHECK(reading->wetness > 100);
  CHECK(reading->wetness < 140);
  CHECK(describe_amounts(*reading).find("height 0.00    wet ") == 0);
}

TEST_CASE("a rectangle is raised evenly by what the brush pours in a second") {
  Sandbox d;
  d.desk().paint_box.brush().sand_rate = 12;
  SDL_SetModState(KMOD_LCTRL);
  const CellPoint a = d.on_screen(10, 10), b = d.on_screen(19, 14);
  d.move(a.x, a.y);
  d.down();
  d.frames(1);
  d.move(b.x, b.y);
  d.frames(1);
  d.up();
  d.frames(1);
  SDL_SetModState(KMOD_NONE);
  CHECK(total(d.session(), Plane::height) == Approx(12 * 50));
}

TEST_CASE("the rate has a slider and keys where there is something to pour, and only there") {
  Sandbox d;
  d.frames(2);
  REQUIRE(landmarks().find("brush/rate").has_value());
  CHECK_FALSE(d.desk().actions.why_not("paint_over").empty());
  const double before = d.desk().paint_box.brush().sand_rate;
  d.key(SDLK_RIGHTBRACKET, KMOD_LSHIFT);
  CHECK(d.desk().paint_box.brush().sand_rate == Approx(before * 1.25));
  const CellPoint at = d.on_screen(10, 10);
  d.move(at.x, at.y);
  d.frames(1);
  d.wheel(-1, KMOD_LSHIFT);
  CHECK(d.desk().paint_box.brush().sand_rate == Approx(before));
  d.desk().simulation.switch_solver("conserving", Backend::cpu);
  d.frames(3);
  CHECK_FALSE(landmarks().find("brush/rate").has_value());
}

TEST_CASE("water fills cells at once, or pours at a rate") {
  Driver d;
  d.desk().simulation.switch_solver("water", Backend::cpu);
  d.empty_world(60, 40);
  d.desk().paint_box.brush() = {5, BrushShape::square, false, d.element("water"), 0};
  const CellPoint at = d.on_screen(30, 20);
  d.click(at.x, at.y);
  CHECK(total(d.session(), Plane::mass) == Approx(25));
  CHECK(element_at(d.desk(), {30, 20}) == d.element("water"));
  d.desk().simulation.execute(command::Clear{});
  d.desk().paint_box.brush().water_rate = 1;
  Stroke stroke(d.desk());
  stroke.begin({30, 20}, false);
  stroke.tick(0.5);
  stroke.end();
  CHECK(d.desk().screen->probe(d.session().view(), {30, 20})->mass == kFullCell / 2);
}

TEST_CASE("sand keeps its total on CPU and GPU, and waits while another automaton runs") {
  Sandbox d;
  d.hold(30, 20, 20);
  const double sand = total(d.session(), Plane::height);
  d.desk().simulation.set_playing(true);
  d.frames(10);
  if (d.draws_with_gl()) {
    d.desk().simulation.switch_solver("sandpile", Backend::gpu);
    d.frames(10);
    CHECK(d.session().backend() == Backend::gpu);
  }
  d.desk().simulation.set_playing(false);
  CHECK(total(d.session(), Plane::height) == Approx(sand));
  const auto hash = d.session().hash();
  d.desk().simulation.switch_solver("conserving", Backend::cpu);
  CHECK(d.session().solver_facts().state_planes().has(Plane::cells));
  CHECK(d.session().width() == 640);
  d.frames(3);
  d.desk().simulation.switch_solver("sandpile", Backend::cpu);
  CHECK(d.session().hash() == hash);
}

TEST_CASE("the cell under the cursor is known on the GPU too, a few frames later") {
  Sandbox d;
  if (!d.draws_with_gl()) REPOSE_SKIP(d.desk().screen->gpu_unavailable());
  d.hold(30, 20, 20);
  const auto height = d.desk().screen->probe(d.session().view(), {30, 20})->height;
  d.desk().simulation.switch_solver("sandpile", Backend::gpu);
  std::optional<CellReading> reading;
  for (int i = 0; i < 60 && !reading; ++i) {
    reading = d.desk().screen->probe(d.session().view(), {30, 20});
    d.frames(1);
  }
  REQUIRE(reading.has_value());
  CHECK(reading->height == height);
}

TEST_CASE("pressure and three dimensions are offered where there is such a thing") {
  Driver d;
  d.key(SDLK_p);
  CHECK(d.message() == "conserving has no pressure.");
  d.key(SDLK_v);
  CHECK(d.message() == "conserving has no heights.");
  d.desk().simulation.load_scene("u-tube");
  d.key(SDLK_p);
  CHECK(d.desk().settings.view.looks.pressure);
  d.desk().simulation.load_scene("dune-collapse");
  d.key(SDLK_v);
  CHECK(d.desk().settings.view.looks.relief == d.draws_with_gl());
  d.click("menu/View");
  d.frames(2);
  d.click("menu/Sun");
  d.frames(4);
  d.click("sun/elevation");
  CHECK(d.desk().settings.view.looks.sun_elevation == Approx(45).margin(6));
}

TEST_CASE("without OpenGL three dimensions say why not") {
  AppOptions options;
  options.software = true;
  Sandbox d(options);
  d.key(SDLK_v);
  CHECK_FALSE(d.desk().settings.view.looks.relief);
  CHECK(d.message().find("This needs OpenGL") == 0);
}

TEST_CASE("heights are saved as a greyscale picture and come back when it is dropped") {
  TemporaryFolder folder;
  Sandbox d;
  d.hold(30, 20, 40);
  const std::vector<double> before = amounts(d.session(), Plane::height);
  d.desk().files.opener.save_picture(folder / "dune");
  REQUIRE(std::filesystem::exists(folder / "dune.png"));
  d.key(SDLK_r);  // clear
  CHECK(total(d.session(), Plane::height) == 0);
  d.drop(folder / "dune.png");
  const std::vector<double> after = amounts(d.session(), Plane::height);
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::abs(after[i] - before[i]) > 1.0 / 256) FAIL("cell " << i << ": " << before[i] << " became " << after[i]);
  }
  std::ofstream(folder / "no.png") << "no picture";
  d.drop(folder / "no.png");
  CHECK(d.message() == "no.png is no PNG picture that can be read as heights: it is another kind of file.");
  CHECK(total(d.session(), Plane::height) == Approx(std::accumulate(after.begin(), after.end(), 0.0)));
}

TEST_CASE(
    "the body tool presses a foot into the sand, rolls a ball over it, and is greyed where there are no heights") {
  Sandbox d;
  d.desk().simulation.execute(command::Paint{RectEdit{{0, 0}, {59, 39}, d.element("sand"), {}}});
  const double sand = total(d.session(), Plane::height);
  d.desk().paint_box.brush().size = 24;
  d.desk().paint_box.brush().body_depth = 2;
  d.key(SDLK_y, KMOD_LSHIFT);
  CHECK(d.desk().paint_box.tool() == Tool::body);
  d.hold(30, 20, 2);
  CHECK(height_at(d, 31, 20) == 2);
  CHECK(d.session().history().undo_title == "Press a foot");
  CHECK(total(d.session(), Plane::height) == Approx(sand));
  d.hold(30, 20, 2, SDL_BUTTON_RIGHT);  // twice as deep
  CHECK(height_at(d, 31, 20) == 0);
  d.desk().actions.perform("body_ball");
  CHECK(d.message() == "Roll a ball over the sand.");
  const CellPoint a = d.on_screen(15, 8), b = d.on_screen(45, 8);
  d.move(a.x, a.y);
  d.down();
  d.frames(1);
  d.move(b.x, b.y);
  d.frames(1);
  d.up();
  d.frames(2);
  CHECK(height_at(d, 40, 8) == Approx(2).margin(0.2));
  CHECK(total(d.session(), Plane::height) == Approx(sand));
  for (int i = 0; i < 3; ++i) d.key(SDLK_z, KMOD_CTRL);
  d.frames(2);
  CHECK(height_at(d, 31, 20) == 4);
  d.desk().simulation.switch_solver("conserving", Backend::cpu);
  const std::string reason = "Only sandpile has heights into which a body can be pressed.";
  CHECK(d.desk().actions.why_not("tool_body") == reason);
  d.key(SDLK_y, KMOD_LSHIFT);
  CHECK(d.message() == reason);
}

TEST_CASE("heights of a folder play while the simulation runs, stop on request, and one undo takes them back") {
  Sandbox d;
  TemporaryFolder folder;
  for (const auto& [name, height] : {std::pair{"1.png", 3}, {"2.png", 1}, {"3.png", 7}}) {
    World world(60, 40);
    world.add(Plane::height);
    for (std::size_t i = 0; i < world.cell_count(); ++i) {
      const std::int32_t units = height * kHeightOne;
      std::memcpy(&world.bytes(Plane::height)[i * sizeof units], &units, sizeof units);
    }
    std::uint64_t clipped = 0;
    REQUIRE(write_height_map(folder.path() / name, world.bytes(Plane::height), 60, clipped).ok());
  }
  HeightInjection& injection = d.desk().files.injection;
  injection.begin(folder.path());
  CHECK(height_at(d, 5, 5) == 3);
  d.frames(5);
  CHECK(height_at(d, 5, 5) == 3);  // paused
  d.session().execute(command::Step{HeightInjection::kPictureSteps});
  d.frames(1);
  CHECK(height_at(d, 5, 5) == 1);
  CHECK(injection.playing());
  CHECK(d.desk().actions.label("inject_heights") == "Stop injecting heights");
  d.desk().actions.perform("inject_heights");
  CHECK_FALSE(injection.playing());
  CHECK(d.message() == "Injected 2 of 3 pictures.");
  CHECK(d.session().history().undo_title == "Inject heights");
  d.key(SDLK_z, KMOD_CTRL);
  d.frames(2);
  CHECK(height_at(d, 5, 5) == 0);
  injection.begin(folder.path() / "none");
  CHECK(d.message().find("none holds no PNG pictures.") != std::string::npos);
}

TEST_CASE("scenes of heights and water open in their automaton, moving, with sand or water in the brush") {
  Driver d;
  for (const char* name :
       {"dam-break", "u-tube", "fountain", "dune-collapse", "avalanche", "hourglass-from-above", "footprints"}) {
    INFO(name);
    d.desk().simulation.load_scene(name);
    CHECK(d.session().scene() == name);
    const std::string brush = d.session().ruleset().elements[d.desk().paint_box.brush().element].name;
    CHECK((brush == "sand" || brush == "water"));
    const auto hash = d.session().hash();
    d.frames(3);
    CHECK(d.session().hash() != hash);
  }
}
