// The tools of the mouse: toolbar and keys, the effect of each on the canvas, what may be painted over, the mirror.
#include <algorithm>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct Studio : Driver {
  explicit Studio(AppOptions options = {}) : Driver(options) {
    empty_world(100, 100);
    desk().paint_box.brush() = {1, BrushShape::square, false, element("wall"), 0};
  }
  Brush& brush() { return desk().paint_box.brush(); }
  std::uint64_t count(const std::string& name) {
    const World world = session().download();
    return static_cast<std::uint64_t>(std::ranges::count(world.cells(), element(name)));
  }
  void click_cell(int x, int y, Uint16 modifiers = KMOD_NONE, int button = SDL_BUTTON_LEFT) {
    SDL_SetModState(static_cast<SDL_Keymod>(modifiers));
    const CellPoint at = on_screen(x, y);
    click(at.x, at.y, button);
    SDL_SetModState(KMOD_NONE);
  }
  void drag(CellPoint from, CellPoint to, int button = SDL_BUTTON_LEFT) {
    const CellPoint a = on_screen(from.x, from.y), b = on_screen(to.x, to.y);
    move(a.x, a.y);
    frames(1);
    down(button);
    frames(1);
    move(b.x, b.y);
    frames(1);
    up(button);
    frames(2);
  }
  bool is_wall(int x, int y) { return cell(x, y) == element("wall"); }
};

}  // namespace

TEST_CASE("tools are chosen in the toolbar and by keys") {
  Studio d;
  d.desk().paint_box.set_tool(Tool::pick);
  for (const ToolInfo& info : tools()) {
    INFO(info.id);
    d.click("tool/" + std::string(info.id));
    const bool greyed = !d.desk().actions.why_not(info.action).empty();
    CHECK(greyed == (info.tool == Tool::body));  // the automaton has no heights
    CHECK((d.desk().paint_box.tool() == info.tool) == !greyed);
  }
  d.key(SDLK_g);
  CHECK(d.desk().paint_box.tool() == Tool::fill);
  d.key(SDLK_n);
  CHECK(d.desk().paint_box.tool() == Tool::line);
  d.key(SDLK_i);
  CHECK(d.desk().paint_box.tool() == Tool::pick);
  d.key(SDLK_u);
  CHECK(d.desk().paint_box.tool() == Tool::rectangle);
  d.key(SDLK_b);
  CHECK(d.desk().paint_box.tool() == Tool::brush);
  CHECK(d.brush().shape == BrushShape::square);
}

TEST_CASE("the tool's key again changes how it draws: brushes their shape, rectangles their inside") {
  Studio d;
  d.brush().shape = BrushShape::round;
  d.key(SDLK_b);
  CHECK((d.brush().shape == BrushShape::square && !d.brush().spray));
  d.key(SDLK_b);
  CHECK(d.brush().spray);
  d.click("brush/shape");
  CHECK((d.brush().shape == BrushShape::round && !d.brush().spray));
  d.key(SDLK_u);
  CHECK_FALSE(d.brush().outline);
  d.key(SDLK_u);
  CHECK(d.brush().outline);
}

TEST_CASE("the line and the rectangle tool drag without a key held") {
  Studio d;
  d.desk().paint_box.set_tool(Tool::line);
  d.drag({10, 10}, {40, 10});
  CHECK(d.count("wall") == 31);
  d.desk().paint_box.set_tool(Tool::rectangle);
  d.drag({20, 50}, {29, 59});
  CHECK(d.count("wall") == 31 + 100);
  d.drag({20, 50}, {29, 59}, SDL_BUTTON_RIGHT);
  CHECK(d.count("wall") == 31);
}

TEST_CASE("the outline of a rectangle is as wide as the brush") {
  Studio d;
  d.desk().paint_box.set_tool(Tool::rectangle);
  d.brush().outline = true;
  d.brush().size = 2;
  d.drag({20, 50}, {29, 59});
  CHECK(d.count("wall") == 100 - 36);
  CHECK(d.is_wall(21, 51));
  CHECK_FALSE(d.is_wall(22, 52));
}

TEST_CASE("Escape drops a line that is being drawn") {
  Studio d;
  d.desk().paint_box.set_tool(Tool::line);
  const CellPoint a = d.on_screen(10, 10), b = d.on_screen(60, 10);
  d.move(a.x, a.y);
  d.down();
  d.frames(1);
  d.move(b.x, b.y);
  d.frames(1);
  d.key(SDLK_ESCAPE);
  d.up();
  d.frames(1);
  CHECK(d.count("wall") == 0);
}

TEST_CASE("the fill tool and Ctrl+Shift+click fill connected cells, the right button with its own element") {
  Studio d;
  d.brush().outline = true;
  d.desk().paint_box.set_tool(Tool::rectangle);
  d.drag({20, 20}, {39, 39});
  d.desk().paint_box.set_tool(Tool::fill);
  d.brush().element = d.element("sand");
  d.click_cell(30, 30);
  CHECK(d.count("sand") == 18 * 18);
  CHECK(d.message() == "Filled 324 cells.");
  d.click_cell(30, 30, KMOD_NONE, SDL_BUTTON_RIGHT);
  CHECK(d.count("sand") == 0);
  d.desk().paint_box.set_tool(Tool::line);
  d.click_cell(5, 5, KMOD_LCTRL | KMOD_LSHIFT);
  CHECK(d.count("sand") == 10000 - 400);
}

TEST_CASE("under the fill tool the region that it would flood is tinted") {
  Studio d;
  d.desk().settings.view.looks = {false, false, false};
  d.desk().paint_box.set_tool(Tool::rectangle);
  d.brush().outline = true;
  d.drag({20, 20}, {39, 39});
  d.brush().element = d.element("lava");
  const CellPoint inside = d.on_screen(35, 35), outside = d.on_screen(60, 60), at = d.on_screen(25, 25);
  d.move(at.x, at.y);
  const Color plain = d.pixel(inside.x, inside.y);
  d.desk().paint_box.set_tool(Tool::fill);
  CHECK_FALSE(d.pixel(inside.x, inside.y) == plain);
  CHECK(d.pixel(outside.x, outside.y) == plain);
  d.move(outside.x, outside.y - 20);
  CHECK(d.pixel(inside.x, inside.y) == plain);
  CHECK_FALSE(d.pixel(outside.x, outside.y) == plain);
}

TEST_CASE("the pick tool takes the element under the mouse and leaves the world alone") {
  Studio d;
  d.brush().size = 9;
  d.click_cell(50, 50);
  const auto hash = d.session().hash();
  d.brush().element = d.element("sand");
  d.key(SDLK_i);
  d.click_cell(50, 50);
  d.frames(4);
  CHECK(d.brush().element == d.element("wall"));
  CHECK(d.session().hash() == hash);
}

TEST_CASE("a spray that is held scatters ever more grains within its brush, the same for the same moves") {
  const auto spray = [](int frame_count) {
    Studio d;
    d.brush().size = 40;
    d.brush().shape = BrushShape::round;
    d.brush().spray = true;
    d.brush().spray_density = 0.02;
    const CellPoint at = d.on_screen(50, 50);
    d.move(at.x, at.y);
    d.down();
    d.frames(frame_count);
    d.up();
    d.frames(1);
    CHECK_FALSE(d.is_wall(29, 29));
    return std::pair(d.count("wall"), d.session().hash());
  };
  const auto brief = spray(4), longer = spray(30);
  CHECK(brief.first > 20);
  CHECK(brief.first < 300);
  CHECK(longer.first > 3 * brief.first);
  CHECK(spray(30) == longer);
}

TEST_CASE("a click with the spray hits something, and its density is set beside it") {
  Studio d;
  d.brush().size = 30;
  d.key(SDLK_b);
  REQUIRE(d.brush().spray);
  d.frames(2);
  CHECK(landmarks().find("brush/density").has_value());
  d.click_cell(50, 50);
  const auto grains = d.count("wall");
  CHECK(grains > 5);
  CHECK(grains < 400);
}

TEST_CASE("the semicolon goes through what may be painted over: everything, empty cells, the same element") {
  Studio d;
  d.brush().size = 9;
  d.click_cell(50, 50);
  d.key(SDLK_SEMICOLON);
  CHECK(d.brush().over == PaintOver::empty);
  d.key(SDLK_SEMICOLON);
  REQUIRE(d.brush().over == PaintOver::same);
  d.brush().element = d.element("stone");
  d.brush().size = 31;
  d.click_cell(50, 50);
  CHECK(d.count("stone") == 81);
  CHECK(d.count("wall") == 0);
  d.click_cell(60, 50);  // pressed on the background: paints over the background only
  CHECK(d.count("stone") > 81);
  d.brush().element = d.element("sand");
  d.desk().paint_box.set_tool(Tool::rectangle);
  d.drag({50, 50}, {99, 99});
  CHECK(d.cell(90, 90) == 0);
  CHECK(d.cell(52, 52) == d.element("sand"));
  d.key(SDLK_SEMICOLON);
  CHECK(d.brush().over == PaintOver::everything);
}

TEST_CASE("on the gpu a brush that paints over one element waits until it is known, even when it is released before") {
  AppOptions options;
  options.backend = Backend::gpu;
  Studio d(options);
  if (!d.draws_with_gl() || d.session().backend() != Backend::gpu) REPOSE_SKIP("no GL here");
  d.brush().size = 9;
  d.click_cell(50, 50);
  d.brush().over = PaintOver::same;
  d.brush().element = d.element("stone");
  const CellPoint away = d.on_screen(5, 5), at = d.on_screen(52, 52), to = d.on_screen(70, 52);
  d.move(away.x, away.y);
  d.frames(3);
  d.move(at.x, at.y);
  d.down();
  d.frames(1);
  d.move(to.x, to.y);
  d.up();
  d.frames(2);
  for (int i = 0; i < 300 && d.desk().view.canvas.busy(); ++i) d.frames(1);  // the answer comes when the GPU has time
  CHECK(d.cell(52, 52) == d.element("stone"));
  CHECK(d.count("wall") + d.count("stone") == 81);
  CHECK(d.cell(65, 52) == 0);
  CHECK_FALSE(d.desk().view.canvas.busy());
}

TEST_CASE("X goes through the mirrors, and every tool paints mirrored") {
  Studio d;
  d.key(SDLK_x);
  CHECK(d.desk().paint_box.mirror_axes().symmetry == Symmetry::left_right);
  d.click_cell(10, 20);
  CHECK((d.is_wall(10, 20) && d.is_wall(89, 20) && d.count("wall") == 2));
  d.key(SDLK_x);
  d.click_cell(30, 20);
  CHECK((d.is_wall(30, 20) && d.is_wall(30, 79) && d.count("wall") == 4));
  d.key(SDLK_x);
  d.desk().paint_box.set_tool(Tool::rectangle);
  d.drag({2, 2}, {5, 4});
  CHECK(d.count("wall") == 4 + 4 * 12);
  CHECK(d.is_wall(97, 97));
  d.brush().element = d.element("sand");
  d.brush().outline = true;
  d.drag({10, 30}, {20, 40});
  d.desk().paint_box.set_tool(Tool::fill);
  d.brush().element = d.element("stone");
  d.click_cell(15, 35);
  CHECK(d.count("stone") == 4 * 81);
  d.key(SDLK_x);
  CHECK(d.desk().paint_box.mirror_axes().symmetry == Symmetry::none);
}

TEST_CASE("a mirrored spray is a mirror image, grain by grain") {
  Studio d;
  d.click("mirror");
  d.brush().size = 31;
  d.brush().spray = true;
  d.click_cell(20, 50);
  const World world = d.session().download();
  REQUIRE(d.count("wall") > 5);
  for (int y = 0; y < 100; ++y) {
    for (int x = 0; x < 50; ++x) REQUIRE(world.cell(x, y) == world.cell(99 - x, y));
  }
}

TEST_CASE("the mirror's axis is dragged by its dot, and Shift+X puts it under the mouse") {
  Studio d;
  d.desk().paint_box.mirror_axes().symmetry = Symmetry::left_right;
  d.frames(1);
  const PixelRect port = d.desk().view.canvas.camera().viewport();
  const CellPoint middle = d.on_screen(50, 0), to = d.on_screen(30, 0);
  const int half_cell = static_cast<int>(d.desk().view.canvas.camera().zoom() / 2);
  d.move(middle.x - half_cell, port.y + 14);
  d.frames(1);
  d.down();
  d.frames(1);
  d.move(to.x, port.y + 60);
  d.frames(1);
  d.up();
  d.frames(1);
  CHECK(d.desk().paint_box.mirror().sum_x == 60);
  CHECK(d.count("wall") == 0);
  d.click_cell(20, 50);
  CHECK((d.is_wall(20, 50) && d.is_wall(40, 50)));
  const CellPoint here = d.on_screen(70, 80);
  d.move(here.x, here.y);
  d.frames(1);
  d.key(SDLK_x, KMOD_LSHIFT);
  CHECK(d.desk().paint_box.mirror().sum_x == 140);
  d.desk().simulation.execute(command::NewWorld{40, 40});
  CHECK(d.desk().paint_box.mirror().sum_x <= 78);
}

TEST_CASE("the toolbar goes with the panels, and a click on it paints nothing") {
  Studio d;
  const auto hash = d.session().hash();
  d.click("tool/brush");
  CHECK(d.session().hash() == hash);
  d.key(SDLK_TAB);
  d.frames(2);
  CHECK_FALSE(landmarks().find("tool/brush").has_value());
}
