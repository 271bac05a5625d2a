// Sand heights and water in the app: pouring, the cell under the cursor, overlays, height maps.
#include <cstring>
#include <fstream>
#include <numeric>

#include "app/desk/files.hpp"
#include "app/desk/tools.hpp"
#include "driver.hpp"
#include "session/height_map.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

// The app with a look at amounts.
struct Fields : Driver {
  explicit Fields(AppOptions options = {}) : Driver(options) {}
  std::vector<double> amounts(Plane plane) {
    const World world = session().download();
    REQUIRE(world.has(plane));
    std::vector<std::int32_t> units(world.cell_count());
    std::memcpy(units.data(), world.bytes(plane).data(), world.bytes(plane).size());
    std::vector<double> cells;
    for (const std::int32_t unit : units)
      cells.push_back(static_cast<double>(unit) / (plane == Plane::mass ? kFullCell : kHeightOne));
    return cells;
  }
  double total(Plane plane) {
    const std::vector<double> all = amounts(plane);
    return std::accumulate(all.begin(), all.end(), 0.0);
  }
  double height_at(int x, int y) { return amounts(Plane::height)[static_cast<std::size_t>(y * session().width() + x)]; }
};

// A flat, paused sandpile of 60 x 40.
struct Sandbox : Fields {
  explicit Sandbox(AppOptions options = {}) : Fields(options) {
    desk().simulation.switch_solver("sandpile", Backend::cpu);
    REQUIRE(session().automaton() == "sandpile");
    empty_world(60, 40);
    brush().size = 13;
  }
  void hold(int x, int y, int frame_count, int button = SDL_BUTTON_LEFT) {
    point_at(x, y);
    down(button);
    frames(frame_count);
    up(button);
    frames(2);
  }
};

}  // namespace

TEST_CASE_METHOD(Sandbox,
                 "the left button heaps sand up where the mouse is, with a soft rim, and the right one takes it away") {
  CHECK(session().ruleset().elements[brush().element].name == "sand");
  brush().sand_rate = 30;
  hold(30, 20, 30);
  const double middle = height_at(30, 20), rim = height_at(34, 20);
  CHECK(middle == Approx(15).margin(1.5));
  CHECK(rim > 0.5);
  CHECK(rim < middle / 2);
  CHECK(height_at(40, 20) == 0);
  hold(30, 20, 60, SDL_BUTTON_RIGHT);
  CHECK(height_at(30, 20) == Approx(-15).margin(3));
  key(SDLK_r);         // clear
  click_cell(30, 20);  // over before the frame is
  CHECK(height_at(30, 20) > 0.3);
  key(SDLK_r);
  brush().sand_rate = 12;
  SDL_SetModState(KMOD_LCTRL);
  drag({10, 10}, {19, 14});  // a rectangle: what the brush pours in a second
  SDL_SetModState(KMOD_NONE);
  CHECK(total(Plane::height) == Approx(12 * 50));
}

TEST_CASE_METHOD(Sandbox,
                 "what is poured depends on the time alone: not on the number of frames, nor on the way of the brush") {
  const auto pour = [&](int ticks, bool moving) {
    REQUIRE(session().execute(command::Clear{}).ok);
    Stroke stroke(desk());
    stroke.begin({20, 20}, false);
    for (int i = 1; i <= ticks; ++i) {
      if (moving) stroke.move_to({20 + 20 * i / ticks, 20 + (i % 2)});
      stroke.tick(2.0 / ticks);
    }
    stroke.end();
    return total(Plane::height);
  };
  const double once = pour(1, false);
  CHECK(once > 1000);
  CHECK(pour(120, false) == Approx(once).epsilon(0.001));
  CHECK(pour(1, true) == Approx(once).epsilon(0.001));
  CHECK(pour(40, true) == Approx(once).epsilon(0.001));
}

TEST_CASE_METHOD(Sandbox, "rocks are painted, are shown under the cursor, and leave the floor that they stood on") {
  const auto rock = element("rock");
  const auto is_rock = [&] { return session().download().bytes(Plane::wall)[20 * 60 + 30] == 1; };
  brush().element = rock;
  hold(30, 20, 2);
  CHECK(is_rock());
  CHECK(element_at(desk(), {30, 20}) == rock);
  CHECK(element_at(desk(), {5, 5}) == element("sand"));
  hold(30, 20, 30, SDL_BUTTON_RIGHT);
  CHECK_FALSE(is_rock());
  CHECK(total(Plane::height) == 0);
  hold(30, 20, 30, SDL_BUTTON_RIGHT);  // another press, on open ground, digs
  CHECK(height_at(30, 20) < -1);
}

TEST_CASE_METHOD(Sandbox, "water wets sand at a rate, and the cell under the cursor is described") {
  brush().element = element("water");
  brush().wetting_rate = 1;
  hold(30, 20, 30);
  const auto reading = desk().view.probe.read(session().view(), {30, 20});
  REQUIRE(reading.has_value());
  CHECK(reading->wetness == Approx(120).margin(20));
  CHECK(describe_amounts(*reading).find("height 0.00    wet ") == 0);
}

TEST_CASE_METHOD(Sandbox, "the rate has a slider and keys where there is something to pour, and only there") {
  frames(2);
  REQUIRE(sees("brush/rate"));
  CHECK_FALSE(desk().actions.why_not("paint_over").empty());
  const double before = brush().sand_rate;
  key(SDLK_RIGHTBRACKET, KMOD_LSHIFT);
  CHECK(brush().sand_rate == Approx(before * 1.25));
  point_at(10, 10);
  wheel(-1, KMOD_LSHIFT);
  CHECK(brush().sand_rate == Approx(before));
  desk().simulation.switch_solver("conserving", Backend::cpu);
  frames(3);
  CHECK_FALSE(sees("brush/rate"));
}

TEST_CASE_METHOD(Fields, "water fills cells at once, or pours at a rate") {
  desk().simulation.switch_solver("water", Backend::cpu);
  empty_world(60, 40);
  brush() = {5, BrushShape::square, false, element("water"), 0};
  click_cell(30, 20);
  CHECK(total(Plane::mass) == Approx(25));
  CHECK(element_at(desk(), {30, 20}) == element("water"));
  desk().simulation.execute(command::Clear{});
  brush().water_rate = 1;
  Stroke stroke(desk());
  stroke.begin({30, 20}, false);
  stroke.tick(0.5);
  stroke.end();
  CHECK(desk().view.probe.read(session().view(), {30, 20})->mass == kFullCell / 2);
}

TEST_CASE_METHOD(Sandbox, "sand keeps its total on CPU and GPU, and waits while another automaton runs") {
  hold(30, 20, 20);
  const double sand = total(Plane::height);
  desk().simulation.set_playing(true);
  frames(10);
  if (draws_with_gl()) {
    desk().simulation.switch_solver("sandpile", Backend::gpu);
    frames(10);
    CHECK(session().backend() == Backend::gpu);
  }
  desk().simulation.set_playing(false);
  std::optional<CellReading> reading;  // of the cell under the cursor: a few frames later on the GPU
  while (!(reading = desk().view.probe.read(session().view(), {30, 20}))) frames(1);
  CHECK(reading->height == Approx(height_at(30, 20) * kHeightOne));
  CHECK(total(Plane::height) == Approx(sand));
  const auto hash = session().hash();
  desk().simulation.switch_solver("conserving", Backend::cpu);
  CHECK(session().solver_facts().state_planes().has(Plane::cells));
  CHECK(session().width() == 640);
  frames(3);
  desk().simulation.switch_solver("sandpile", Backend::cpu);
  CHECK(session().hash() == hash);
}

TEST_CASE_METHOD(Fields, "pressure and three dimensions are offered where there is such a thing") {
  key(SDLK_p);
  CHECK(message() == "conserving has no pressure.");
  key(SDLK_v);
  CHECK(message() == "conserving has no heights.");
  desk().simulation.load_scene("u-tube");
  key(SDLK_p);
  CHECK(desk().settings.view.looks.pressure);
  desk().simulation.load_scene("dune-collapse");
  key(SDLK_v);
  CHECK(desk().settings.view.looks.relief == draws_with_gl());
  menu({"View", "Sun"});
  click("sun/elevation");
  CHECK(desk().settings.view.looks.sun_elevation == Approx(45).margin(6));
}

TEST_CASE("without OpenGL three dimensions say why not") {
  Sandbox d({.software = true});
  d.key(SDLK_v);
  CHECK_FALSE(d.desk().settings.view.looks.relief);
  CHECK(d.message().find("This needs OpenGL") == 0);
}

TEST_CASE_METHOD(Sandbox, "heights are saved as a greyscale picture and come back when it is dropped") {
  hold(30, 20, 40);
  const std::vector<double> before = amounts(Plane::height);
  desk().files.opener.save_picture(folder / "dune");
  REQUIRE(std::filesystem::exists(folder / "dune.png"));
  key(SDLK_r);  // clear
  CHECK(total(Plane::height) == 0);
  drop(folder / "dune.png");
  const std::vector<double> after = amounts(Plane::height);
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::abs(after[i] - before[i]) > 1.0 / 256) FAIL("cell " << i << ": " << before[i] << " became " << after[i]);
  }
  std::ofstream(folder / "no.png") << "no picture";
  drop(folder / "no.png");
  CHECK(message() == "no.png is no PNG picture that can be read as heights: it is another kind of file.");
  CHECK(total(Plane::height) == Approx(std::accumulate(after.begin(), after.end(), 0.0)));
}

TEST_CASE_METHOD(
    Sandbox,
    "the body tool presses a foot into the sand, rolls a ball over it, and is greyed where there are no heights") {
  fill({0, 0}, {59, 39}, "sand");
  const double sand = total(Plane::height);
  brush().size = 24;
  brush().body_depth = 2;
  key(SDLK_y, KMOD_LSHIFT);
  CHECK(desk().paint_box.tool() == Tool::body);
  hold(30, 20, 2);
  CHECK(height_at(31, 20) == 2);
  CHECK(session().history().undo_title == "Press a foot");
  CHECK(total(Plane::height) == Approx(sand));
  hold(30, 20, 2, SDL_BUTTON_RIGHT);  // twice as deep
  CHECK(height_at(31, 20) == 0);
  desk().actions.perform("body_ball");
  CHECK(message() == "Roll a ball over the sand.");
  const CellPoint a = on_screen(15, 8), b = on_screen(45, 8);
  move(a.x, a.y);
  down();
  frames(1);
  move(b.x, b.y);
  frames(1);
  up();
  frames(2);
  CHECK(height_at(40, 8) == Approx(2).margin(0.2));
  CHECK(total(Plane::height) == Approx(sand));
  for (int i = 0; i < 3; ++i) key(SDLK_z, KMOD_CTRL);
  CHECK(height_at(31, 20) == 4);
  desk().simulation.switch_solver("conserving", Backend::cpu);
  const std::string reason = "Only sandpile has heights into which a body can be pressed.";
  CHECK(desk().actions.why_not("tool_body") == reason);
  key(SDLK_y, KMOD_LSHIFT);
  CHECK(message() == reason);
}

namespace {

// A height map of 60 x 40 with one height in the columns from `begin` on, up to `end`, and black elsewhere.
void write_columns(const std::filesystem::path& path, int begin, int end, int height) {
  World world(60, 40);
  world.add(Plane::height);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const int x = static_cast<int>(i % 60);
    const std::int32_t units = x >= begin && x < end ? height * kHeightOne : 0;
    std::memcpy(&world.bytes(Plane::height)[i * sizeof units], &units, sizeof units);
  }
  std::uint64_t clipped = 0;
  REQUIRE(write_height_map(path, world.bytes(Plane::height), 60, clipped).ok());
}

}  // namespace

TEST_CASE_METHOD(Sandbox,
                 "heights of a folder play while the simulation runs, stop on request, and one undo takes them back") {
  for (const auto& [name, height] : {std::pair{"1.png", 3}, {"2.png", 1}, {"3.png", 7}})
    write_columns(folder.path() / name, 0, 60, height);
  Injection& injection = desk().files.heights;
  injection.begin(folder.path());
  CHECK(height_at(5, 5) == 3);
  frames(5);
  CHECK(height_at(5, 5) == 3);  // paused
  session().execute(command::Step{Injection::kPictureSteps});
  frames(1);
  CHECK(height_at(5, 5) == 1);
  CHECK(injection.playing());
  CHECK(desk().actions.label("inject_heights") == "Stop injecting heights");
  desk().actions.perform("inject_heights");
  CHECK_FALSE(injection.playing());
  CHECK(message() == "Injected 2 of 3 pictures.");
  CHECK(session().history().undo_title == "Inject heights");
  key(SDLK_z, KMOD_CTRL);
  CHECK(height_at(5, 5) == 0);
  injection.begin(folder.path() / "none");
  CHECK(message().find("none holds no PNG pictures.") != std::string::npos);
}

TEST_CASE_METHOD(Sandbox,
                 "colliders of a folder move through the sand, which none is lost of, and one undo takes all") {
  write_columns(folder.path() / "1.png", 0, 20, 255);
  write_columns(folder.path() / "2.png", 10, 30, 255);
  brush().element = element("sand");
  SDL_SetModState(KMOD_LCTRL);
  drag({0, 0}, {59, 39});
  SDL_SetModState(KMOD_NONE);
  const double sand = total(Plane::height);
  REQUIRE(sand > 0);
  const auto is_blocked = [&](int x) {
    return session().download().bytes(Plane::wall)[static_cast<std::size_t>(5 * 60 + x)] == 1;
  };
  CHECK(desk().actions.label("inject_colliders") == "Inject colliders...");
  desk().files.colliders.begin(folder.path());
  CHECK((is_blocked(5) && is_blocked(19) && !is_blocked(20)));
  CHECK(desk().actions.label("inject_colliders") == "Stop injecting colliders");
  session().execute(command::Step{Injection::kPictureSteps});
  frames(1);
  CHECK((!is_blocked(5) && is_blocked(10) && is_blocked(29)));
  CHECK(height_at(29, 5) == 0);
  CHECK(total(Plane::height) == sand);
  CHECK(message() == "Injected 2 of 2 pictures.");
  CHECK(session().history().undo_title == "Inject colliders");
  key(SDLK_z, KMOD_CTRL);
  CHECK((!is_blocked(5) && !is_blocked(15)));
}

TEST_CASE_METHOD(
    Sandbox, "in three dimensions the left button heaps sand, the right one turns the view, fitting turns it back") {
  if (!draws_with_gl()) REPOSE_SKIP("no OpenGL");
  desk().settings.view.looks.relief = true;
  const CellPoint middle{700, 400};
  frames(2);
  desk().view.canvas.fit();
  move(middle.x, middle.y);
  draw(4);  // the cell under the mouse is read from the picture before
  REQUIRE(desk().view.canvas.cell_under_mouse());
  down();
  draw(5);
  up();
  const double heaped = total(Plane::height);
  CHECK(heaped > 0);

  const auto shown = [&] { return desk().view.canvas.relief_scene(false).camera; };
  const glm::vec3 start = shown().eye();
  down(SDL_BUTTON_RIGHT);
  move(middle.x + 80, middle.y + 30);
  frames(2);
  up(SDL_BUTTON_RIGHT);
  frames(1);
  CHECK(shown().eye() != start);
  CHECK(total(Plane::height) == heaped);
  const float distance = shown().distance();
  desk().view.canvas.zoom({700, 400}, 3);
  CHECK(shown().distance() < distance);
  desk().view.canvas.fit();
  CHECK(shown().eye() == start);
}
