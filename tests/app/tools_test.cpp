// The tools of the mouse: toolbar and keys, the effect of each on the canvas, what may be painted over, the mirror.
#include <algorithm>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct Studio : Driver {
  explicit Studio(AppOptions options = {}) : Driver(options) {
    empty_world(100, 100);
    brush() = {1, BrushShape::square, false, element("wall"), 0};
  }
  bool is_wall(int x, int y) { return cell(x, y) == element("wall"); }
};

}  // namespace

TEST_CASE_METHOD(Studio, "tools are chosen in the toolbar and by keys; a key again changes how its tool draws") {
  desk().paint_box.set_tool(Tool::pick);
  for (const ToolInfo& info : tools()) {
    INFO(info.id);
    click("tool/" + std::string(info.id));
    const bool greyed = !desk().actions.why_not(info.action).empty();
    CHECK(greyed == (info.tool == Tool::body));  // the automaton has no heights
    CHECK((desk().paint_box.tool() == info.tool) == !greyed);
  }
  for (const auto& [letter, tool] : {std::pair{SDLK_g, Tool::fill},
                                     {SDLK_n, Tool::line},
                                     {SDLK_i, Tool::pick},
                                     {SDLK_u, Tool::rectangle},
                                     {SDLK_b, Tool::brush}}) {
    key(letter);
    CHECK(desk().paint_box.tool() == tool);
  }
  CHECK(brush().shape == BrushShape::square);
  key(SDLK_b);
  CHECK(brush().shape == BrushShape::round);
  click("brush/shape");
  CHECK(brush().shape == BrushShape::square);
  key(SDLK_u);
  CHECK_FALSE(brush().outline);
  key(SDLK_u);
  CHECK(brush().outline);

  const auto hash = session().hash();
  click("tool/brush");
  CHECK(session().hash() == hash);
  key(SDLK_F7);  // the toolbar goes with the panels
  CHECK_FALSE(sees("tool/brush"));
}

TEST_CASE_METHOD(Studio, "the line and the rectangle tool drag without a key held, and Escape drops what is drawn") {
  desk().paint_box.set_tool(Tool::line);
  drag({10, 10}, {40, 10});
  CHECK(count("wall") == 31);
  const CellPoint a = on_screen(10, 20), b = on_screen(60, 20);
  move(a.x, a.y);
  down();
  frames(1);
  move(b.x, b.y);
  frames(1);
  key(SDLK_ESCAPE);
  up();
  frames(1);
  CHECK(count("wall") == 31);
  desk().paint_box.set_tool(Tool::rectangle);
  drag({20, 50}, {29, 59});
  CHECK(count("wall") == 31 + 100);
  drag({20, 50}, {29, 59}, SDL_BUTTON_RIGHT);
  CHECK(count("wall") == 31);
  brush().outline = true;
  brush().size = 2;  // the width of the outline
  drag({20, 50}, {29, 59});
  CHECK(count("wall") == 31 + 100 - 36);
  CHECK(is_wall(21, 51));
  CHECK_FALSE(is_wall(22, 52));
}

TEST_CASE_METHOD(Studio,
                 "the fill tool and Ctrl+Shift+click fill connected cells, the right button with its own element") {
  brush().outline = true;
  desk().paint_box.set_tool(Tool::rectangle);
  drag({20, 20}, {39, 39});
  desk().paint_box.set_tool(Tool::fill);
  brush().element = element("sand");
  click_cell(30, 30);
  CHECK(count("sand") == 18 * 18);
  CHECK(message() == "Filled 324 cells.");
  click_cell(30, 30, SDL_BUTTON_RIGHT);
  CHECK(count("sand") == 0);
  desk().paint_box.set_tool(Tool::line);
  click_cell(5, 5, SDL_BUTTON_LEFT, KMOD_LCTRL | KMOD_LSHIFT);
  CHECK(count("sand") == 10000 - 400);
}

TEST_CASE_METHOD(Studio, "under the fill tool the region that it would flood is tinted") {
  desk().settings.view.looks = {false, false, false};
  desk().paint_box.set_tool(Tool::rectangle);
  brush().outline = true;
  drag({20, 20}, {39, 39});
  brush().element = element("lava");
  const CellPoint inside = on_screen(35, 35), outside = on_screen(60, 60), at = on_screen(25, 25);
  move(at.x, at.y);
  const Color plain = pixel(inside.x, inside.y);
  desk().paint_box.set_tool(Tool::fill);
  CHECK_FALSE(pixel(inside.x, inside.y) == plain);
  CHECK(pixel(outside.x, outside.y) == plain);
  move(outside.x, outside.y - 20);
  CHECK(pixel(inside.x, inside.y) == plain);
  CHECK_FALSE(pixel(outside.x, outside.y) == plain);
}

TEST_CASE_METHOD(Studio,
                 "the semicolon goes through what may be painted over: everything, empty cells, the same element") {
  brush().size = 9;
  click_cell(50, 50);
  key(SDLK_SEMICOLON);
  CHECK(brush().over == PaintOver::empty);
  brush().element = element("stone");
  brush().size = 31;
  click_cell(50, 50);
  CHECK(count("wall") == 81);
  CHECK(cell(60, 50) == element("stone"));
  key(SDLK_z, KMOD_LCTRL);
  click("paint_over");
  REQUIRE(brush().over == PaintOver::same);
  click_cell(50, 50);
  CHECK(count("stone") == 81);
  CHECK(count("wall") == 0);
  click_cell(60, 50);  // pressed on the background: paints over the background only
  CHECK(count("stone") > 81);
  brush().element = element("sand");
  desk().paint_box.set_tool(Tool::rectangle);
  drag({50, 50}, {99, 99});
  CHECK(cell(90, 90) == 0);
  CHECK(cell(52, 52) == element("sand"));
  key(SDLK_SEMICOLON);
  CHECK(brush().over == PaintOver::everything);
}

TEST_CASE("on the gpu a brush that paints over one element waits until it is known, even when it is released before") {
  Studio d({.backend = Backend::gpu});
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
  while (d.desk().view.canvas.busy()) d.frames(1);  // the answer comes when the GPU has time
  CHECK(d.cell(52, 52) == d.element("stone"));
  CHECK(d.count("wall") + d.count("stone") == 81);
  CHECK(d.cell(65, 52) == 0);
  CHECK_FALSE(d.desk().view.canvas.busy());
}

TEST_CASE_METHOD(Studio, "X goes through the mirrors, and every tool paints mirrored") {
  key(SDLK_x);
  CHECK(desk().paint_box.mirror_axes().symmetry == Symmetry::left_right);
  click_cell(10, 20);
  CHECK((is_wall(10, 20) && is_wall(89, 20) && count("wall") == 2));
  key(SDLK_x);
  click_cell(30, 20);
  CHECK((is_wall(30, 20) && is_wall(30, 79) && count("wall") == 4));
  key(SDLK_x);
  desk().paint_box.set_tool(Tool::rectangle);
  drag({2, 2}, {5, 4});
  CHECK(count("wall") == 4 + 4 * 12);
  CHECK(is_wall(97, 97));
  brush().element = element("sand");
  brush().outline = true;
  drag({10, 30}, {20, 40});
  desk().paint_box.set_tool(Tool::fill);
  brush().element = element("stone");
  click_cell(15, 35);
  CHECK(count("stone") == 4 * 81);
  key(SDLK_x);
  CHECK(desk().paint_box.mirror_axes().symmetry == Symmetry::none);
}

TEST_CASE_METHOD(Studio, "the mirror's axis is dragged by its dot, and Shift+X puts it under the mouse") {
  desk().paint_box.mirror_axes().symmetry = Symmetry::left_right;
  frames(1);
  const PixelRect port = camera().viewport();
  const CellPoint middle = on_screen(50, 0), to = on_screen(30, 0);
  swing({middle.x - static_cast<int>(camera().zoom() / 2), port.y + 14}, {to.x, port.y + 60});
  CHECK(desk().paint_box.mirror().sum_x == 60);
  CHECK(count("wall") == 0);
  click_cell(20, 50);
  CHECK((is_wall(20, 50) && is_wall(40, 50)));
  point_at(70, 80);
  key(SDLK_x, KMOD_LSHIFT);
  CHECK(desk().paint_box.mirror().sum_x == 140);
  desk().simulation.execute(command::NewWorld{40, 40});
  CHECK(desk().paint_box.mirror().sum_x <= 78);
}
