#include <algorithm>

#include "driver.hpp"
#include "repose/paths.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

TEST_CASE("switching between CPU and GPU from the menu keeps the running world exactly") {
  AppOptions options;
  options.backend = Backend::cpu;
  Driver d(options);
  if (!d.draws_with_gl()) REPOSE_SKIP(d.desk().screen->gpu_unavailable());
  d.frames(20);
  d.key(SDLK_SPACE);
  const auto hash = d.session().hash();
  const auto step = d.session().step_count();
  d.click("menu/Solver");
  d.click("menu/backend/gpu");
  REQUIRE(d.session().backend() == Backend::gpu);
  CHECK(d.session().hash() == hash);
  CHECK(d.session().step_count() == step);
  d.click("menu/Solver");
  d.click("menu/backend/cpu");
  REQUIRE(d.session().backend() == Backend::cpu);
  CHECK(d.session().hash() == hash);
}

TEST_CASE("the same clicks give the same world on CPU, GPU and in switching between them") {
  const auto play = [](Backend backend, bool switching) -> std::uint64_t {
    AppOptions options;
    options.backend = backend;
    Driver d(options);
    d.desk().paint_box.brush() = {15, BrushShape::round, false, d.element("water"), 0};
    for (int i = 0; i < 12; ++i) {
      const CellPoint at = d.on_screen(100 + 30 * i, 40 + 5 * i);
      d.move(at.x, at.y);
      if (i == 0) d.down();
      d.frames(4);
      if (i % 3 == 0)
        d.key(switching ? SDLK_g : SDLK_F8, KMOD_LCTRL);  // for the same time a key without an effect (Ctrl+F8)
    }
    d.up();
    d.frames(20);
    return d.session().hash();
  };
  const auto on_cpu = play(Backend::cpu, false);
  {
    Driver d;
    if (!d.draws_with_gl()) REPOSE_SKIP(d.desk().screen->gpu_unavailable());
  }
  CHECK(play(Backend::gpu, false) == on_cpu);
  CHECK(play(Backend::cpu, true) == on_cpu);
}

TEST_CASE("the cell under the cursor is known on the GPU, where many cells share a texel") {
  Driver d;
  if (!d.draws_with_gl()) REPOSE_SKIP(d.desk().screen->gpu_unavailable());
  d.empty_world(37, 30);
  const std::uint8_t sand = d.element("sand"), water = d.element("water");
  d.session().execute(command::Paint{RectEdit{{15, 9}, {15, 9}, sand, {}}});
  d.session().execute(command::Paint{RectEdit{{36, 29}, {36, 29}, water, {}}});
  d.desk().simulation.switch_solver("density", Backend::gpu);  // conserving keeps one cell in a texel
  REQUIRE(d.session().view().texture()->packed());
  for (const CellPoint cell : {CellPoint{15, 9}, CellPoint{16, 9}, CellPoint{36, 29}, CellPoint{0, 0}}) {
    std::optional<CellReading> reading;
    for (int i = 0; i < 60 && !reading; ++i) {
      reading = d.desk().screen->probe(d.session().view(), cell);
      d.frames(1);
    }
    REQUIRE(reading.has_value());
    CHECK(reading->element == d.cell(cell.x, cell.y));
  }
}

TEST_CASE("density chosen from the menu brings its own rules for the default world, and conserving gives them back") {
  AppOptions options;
  options.config = find_data("configs/default.cfg").value();
  Driver d(options);
  d.empty_world(60, 40);
  d.session().execute(command::Paint{RectEdit{{10, 10}, {19, 19}, d.element("sand"), {}}});
  d.session().execute(command::Paint{RectEdit{{30, 10}, {39, 19}, d.element("ice"), {}}});
  const auto hash = d.session().hash();
  d.click("menu/Solver");
  d.click("menu/solver/density");
  d.frames(3);
  d.click("choice/keep");
  CHECK(d.session().automaton() == "density");
  CHECK(d.session().ruleset().title == "density-world.cfg");
  CHECK(d.desk().messages.last().text.find("because default.cfg is written for conserving") != std::string::npos);
  CHECK(d.cell(10, 10) == d.element("sand"));
  d.click("menu/Solver");
  d.click("menu/solver/conserving");
  CHECK(d.session().ruleset().title == "default.cfg");
  CHECK(d.session().hash() == hash);
}

TEST_CASE("another automaton comes with its best scene, or with the world that was there") {
  Driver d;
  REQUIRE(d.session().scene() == "valley");
  d.key(SDLK_SPACE);
  d.click("menu/Solver");
  d.click("menu/solver/fastsab");
  d.frames(3);
  REQUIRE(d.desk().dialogs->world_choice.is_open());
  CHECK(d.session().automaton() == "conserving");  // nothing has changed yet
  SECTION("its scene, which Enter takes when most of the world would be lost") {
    d.click("choice/scene");
    CHECK(d.session().automaton() == "fastsab");
    CHECK(d.session().scene() == "sandbox");
  }
  SECTION("the world that was there: sand stays sand, what never moves becomes a wall, nothing becomes plant") {
    const World before = d.session().download();
    const auto sand = std::ranges::count(before.cells(), d.element("sand"));
    d.click("choice/keep");
    REQUIRE(d.session().automaton() == "fastsab");
    CHECK(d.session().ruleset().title == "fastsab.cfg");
    const World after = d.session().download();
    CHECK(std::ranges::count(after.cells(), d.element("sand")) == sand);
    CHECK(std::ranges::count(after.cells(), d.element("wall")) > 1000);
  }
  SECTION("Escape leaves everything as it was") {
    d.key(SDLK_ESCAPE);
    d.frames(2);
    CHECK_FALSE(d.desk().dialogs->world_choice.is_open());
    CHECK(d.session().automaton() == "conserving");
  }
}

TEST_CASE("heights of sand come with a scene, not with an empty plain") {
  Driver d;
  d.click("menu/Solver");
  d.click("menu/solver/sandpile");
  d.frames(3);
  REQUIRE(d.desk().dialogs->world_choice.is_open());
  d.key(SDLK_RETURN);
  d.frames(2);
  CHECK(d.session().automaton() == "sandpile");
  CHECK(d.session().scene() == "avalanche");
}

TEST_CASE("without OpenGL the app draws, paints and says why it runs on the CPU") {
  AppOptions options;
  options.software = true;
  Driver d(options);
  CHECK(d.session().backend() == Backend::cpu);
  const SolverEntry* gpu = d.session().registry().solver("conserving", Backend::gpu);
  REQUIRE(gpu != nullptr);
  CHECK_FALSE(gpu->available());
  CHECK(gpu->unavailable == "OpenGL was switched off with --software");
  d.click("menu/Solver");
  d.click("menu/backend/gpu");  // greyed: nothing happens
  CHECK(d.session().backend() == Backend::cpu);
  d.key(SDLK_ESCAPE);
  d.click(1270, 60);  // closes the menu

  d.desk().settings.view.looks = {false, false, false};
  d.empty_world(160, 100);
  d.desk().paint_box.brush() = {21, BrushShape::square, false, d.element("lava"), 0};
  const CellPoint at = d.on_screen(80, 50);
  d.click(at.x, at.y);
  d.move(at.x + 200, at.y);
  CHECK(d.pixel(at.x, at.y) == d.session().ruleset().elements[d.element("lava")].color);
}

TEST_CASE("asked for the GPU where there is none, the app says so and carries on") {
  AppOptions options;
  options.software = true;
  options.backend = Backend::gpu;
  Driver d(options);
  CHECK(d.session().backend() == Backend::cpu);
  CHECK(d.message().find("--software") != std::string::npos);
  const auto steps = d.session().step_count();
  d.frames(5);
  CHECK(d.session().step_count() > steps);
}

TEST_CASE("a world of elements keeps on the GPU the size of blocks that it was saved with") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "volcano.repose";
  {
    Driver d;
    if (!d.draws_with_gl()) REPOSE_SKIP(d.desk().screen->gpu_unavailable());
    d.desk().simulation.load_scene("volcano");
    d.desk().simulation.execute(command::SetParameter{"block", 16.0});
    d.desk().simulation.execute(command::SaveWorld{file});
  }
  REQUIRE(std::filesystem::exists(file));
  AppOptions options;
  options.backend = Backend::gpu;
  options.world = file;
  Driver d(options);
  REQUIRE(d.session().automaton() == "elements");
  REQUIRE(d.session().backend() == Backend::gpu);
  CHECK(d.session().solver_facts().parameter("block") == 16);
}

TEST_CASE("when the graphics context is lost, a world on gpu goes on as on cpu") {
  Driver d;
  if (!d.draws_with_gl()) REPOSE_SKIP(d.desk().screen->gpu_unavailable());
  d.empty_world(96, 64);
  d.desk().simulation.switch_solver("density", Backend::gpu);
  REQUIRE(d.session().execute(command::Paint{RectEdit{{40, 8}, {55, 20}, d.element("sand"), {}}}).ok);
  REQUIRE(d.session().execute(command::Step{30}).ok);
  const std::uint64_t before = d.session().hash();
  d.app().lose_graphics();
  CHECK(d.session().backend() == Backend::cpu);
  CHECK(d.session().step_count() == 30);
  CHECK(d.session().hash() == before);
}
