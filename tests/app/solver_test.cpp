#include <algorithm>

#include "driver.hpp"
#include "gl/gl.hpp"
#include "repose/paths.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

TEST_CASE("the same clicks give the same world on CPU, GPU and in switching between them") {
  const auto play = [](Backend backend, bool switching) -> std::uint64_t {
    Driver d({.backend = backend});
    d.empty_world(160, 100);
    d.desk().simulation.set_playing(true);
    d.brush() = {15, BrushShape::round, false, d.element("water"), 0};
    for (int i = 0; i < 8; ++i) {
      d.point_at(20 + 15 * i, 20 + 4 * i);
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
    Driver d({.backend = Backend::cpu});
    if (!d.draws_with_gl()) REPOSE_SKIP(d.desk().screen->gpu_unavailable());
    d.frames(20);
    d.key(SDLK_SPACE);
    const auto hash = d.session().hash();
    for (const Backend backend : {Backend::gpu, Backend::cpu}) {  // from the menu
      d.menu({"Solver", "backend/" + std::string(backend_name(backend))});
      REQUIRE(d.session().backend() == backend);
      CHECK(d.session().hash() == hash);
    }
  }
  CHECK(play(Backend::gpu, false) == on_cpu);
  CHECK(play(Backend::cpu, true) == on_cpu);
}

TEST_CASE_METHOD(Driver, "the cell under the cursor is known on the GPU, where many cells share a texel") {
  if (!draws_with_gl()) REPOSE_SKIP(desk().screen->gpu_unavailable());
  empty_world(37, 30);
  const std::uint8_t sand = element("sand"), water = element("water");
  session().execute(command::Paint{RectEdit{{15, 9}, {15, 9}, sand, {}}});
  session().execute(command::Paint{RectEdit{{36, 29}, {36, 29}, water, {}}});
  desk().simulation.switch_solver("density", Backend::gpu);  // conserving keeps one cell in a texel
  REQUIRE(session().view().texture()->packed());
  for (const CellPoint at : {CellPoint{15, 9}, CellPoint{16, 9}, CellPoint{36, 29}, CellPoint{0, 0}}) {
    std::optional<CellReading> reading;
    while (!reading) {
      reading = desk().view.probe.read(session().view(), at);
      frames(1);
    }
    REQUIRE(reading.has_value());
    CHECK(reading->element == cell(at.x, at.y));
  }
}

TEST_CASE("density chosen from the menu brings its own rules for the default world, and conserving gives them back") {
  Driver d({.config = find_data("configs/default.cfg").value()});
  d.empty_world(60, 40);
  d.session().execute(command::Paint{RectEdit{{10, 10}, {19, 19}, d.element("sand"), {}}});
  d.session().execute(command::Paint{RectEdit{{30, 10}, {39, 19}, d.element("ice"), {}}});
  const auto hash = d.session().hash();
  d.menu({"Solver", "solver/density"});
  d.click("choice/keep");
  CHECK(d.session().automaton() == "density");
  CHECK(d.session().ruleset().title == "density-world.cfg");
  CHECK(d.desk().messages.last().text.find("because default.cfg is written for conserving") != std::string::npos);
  CHECK(d.cell(10, 10) == d.element("sand"));
  d.menu({"Solver", "solver/conserving"});
  CHECK(d.session().ruleset().title == "default.cfg");
  CHECK(d.session().hash() == hash);
}

TEST_CASE_METHOD(Driver, "another automaton comes with its best scene, or with the world that was there") {
  REQUIRE(session().scene() == "valley");
  key(SDLK_SPACE);
  menu({"Solver", "solver/fastsab"});
  REQUIRE(desk().dialogs->world_choice.is_open());
  CHECK(session().automaton() == "conserving");  // nothing has changed yet
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().dialogs->world_choice.is_open());
  CHECK(session().automaton() == "conserving");
  menu({"Solver", "solver/fastsab"});
  // The world that was there: sand stays sand, what never moves becomes a wall, nothing becomes plant.
  const auto sand = count("sand");
  click("choice/keep");
  REQUIRE(session().automaton() == "fastsab");
  CHECK(session().ruleset().title == "fastsab.cfg");
  CHECK(count("sand") == sand);
  CHECK(count("wall") > 1000);
  menu({"Solver", "solver/sandpile"});  // heights of sand come with a scene, not with an empty plain
  REQUIRE(desk().dialogs->world_choice.is_open());
  key(SDLK_RETURN);
  CHECK(session().automaton() == "sandpile");
  CHECK(session().scene() == "avalanche");
  menu({"Solver", "solver/fastsab"});
  click("choice/scene");
  CHECK(session().automaton() == "fastsab");
  CHECK(session().scene() == "sandbox");
}

TEST_CASE("asked for the GPU where there is none, the app says why it runs on the CPU, and carries on") {
  Driver d({.backend = Backend::gpu, .software = true});
  CHECK(d.session().backend() == Backend::cpu);
  CHECK(d.message().find("--software") != std::string::npos);
  const auto steps = d.session().step_count();
  d.frames(5);
  CHECK(d.session().step_count() > steps);
  const SolverEntry* gpu = d.session().registry().solver("conserving", Backend::gpu);
  REQUIRE(gpu != nullptr);
  CHECK_FALSE(gpu->available());
  CHECK(gpu->unavailable == "OpenGL was switched off with --software");
  d.menu({"Solver", "backend/gpu"});
  CHECK(d.session().backend() == Backend::cpu);
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
  Driver d({.backend = Backend::gpu, .world = file});
  REQUIRE(d.session().automaton() == "elements");
  REQUIRE(d.session().backend() == Backend::gpu);
  CHECK(d.session().solver_facts().parameter("block") == 16);
}

TEST_CASE_METHOD(Driver, "when the graphics context is lost, a world on gpu goes on as on cpu") {
  if (!draws_with_gl()) REPOSE_SKIP(desk().screen->gpu_unavailable());
  const bool read_before_told = GENERATE(false, true);
  empty_world(96, 64);
  desk().simulation.switch_solver("density", Backend::gpu);
  fill({40, 8}, {55, 20}, "sand");
  REQUIRE(session().execute(command::Step{30}).ok);
  const std::uint64_t before = session().hash();
  if (read_before_told) {  // as in WebGL: reads give nothing, and only one error tells why
    glad_glClientWaitSync = [](GLsync, GLbitfield, GLuint64) -> GLenum { return GL_WAIT_FAILED; };
    glad_glReadPixels = [](GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*) {};
    glad_glGetError = []() -> GLenum {
      glad_glGetError = []() -> GLenum { return GL_NO_ERROR; };
      return 0x9242;
    };
    for (int i = 0; i < 3; ++i) session().download();
  }
  app().lose_graphics();
  CHECK(session().backend() == Backend::cpu);
  CHECK(session().step_count() == 30);
  CHECK(session().hash() == before);
}
