// Touch: fingers on the screen.
#include <algorithm>
#include <cmath>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

// An empty world with a brush of walls.
struct Fingers : Driver {
  Fingers() {
    empty_world(200, 120);
    brush() = {4, BrushShape::square, false, element("wall"), 0};
  }
};

}  // namespace

TEST_CASE_METHOD(Fingers, "one finger paints, from where it came down, and SDL's mouse for fingers paints nothing") {
  const CellPoint from = on_screen(40, 40);
  finger_down(1, from.x, from.y);
  CHECK(count("wall") == 0);  // nothing yet, because it might become a pinch
  SDL_Event made{};
  made.type = SDL_MOUSEBUTTONDOWN;
  made.button.which = SDL_TOUCH_MOUSEID;
  made.button.button = SDL_BUTTON_LEFT;
  made.button.state = SDL_PRESSED;
  made.button.x = on_screen(100, 100).x;
  made.button.y = on_screen(100, 100).y;
  SDL_PushEvent(&made);
  frames(2);
  finger_up(1, from.x, from.y);
  CHECK(cell(40, 40) == element("wall"));
  CHECK(count("wall") == 16);
  key(SDLK_z, KMOD_LCTRL);
  swipe(from, on_screen(150, 60));
  CHECK(cell(40, 40) == element("wall"));
  CHECK(cell(150, 60) == element("wall"));
  CHECK(session().history().undo_title.find("wall") != std::string::npos);
  key(SDLK_z, KMOD_LCTRL);
  CHECK(count("wall") == 0);

  desk().paint_box.set_tool(Tool::fill);  // waits until the finger is lifted
  finger_down(1, from.x, from.y);
  finger_move(1, from.x + 60, from.y);
  CHECK(count("wall") == 0);
  finger_up(1, from.x + 60, from.y);
  CHECK(count("wall") == 200 * 120);
}

TEST_CASE_METHOD(Fingers, "a finger that rests picks what is under it, and paints nothing") {
  const CellPoint at = on_screen(40, 40);
  click(at.x, at.y);
  brush().element = element("sand");
  finger_down(1, at.x, at.y);
  finger_move(1, at.x + 2, at.y - 1);  // a small movement
  frames(40);
  CHECK(brush().element == element("wall"));
  finger_move(1, at.x + 200, at.y);
  finger_up(1, at.x + 200, at.y);
  CHECK(count("wall") == 16);
  CHECK(count("sand") == 0);
}

TEST_CASE_METHOD(Fingers,
                 "with the inspector a finger shows it where to look, and pins the cell from which it is lifted") {
  key(SDLK_q);
  const CellPoint from = on_screen(100, 60), to = on_screen(150, 70);
  finger_down(1, from.x, from.y);
  frames(40);  // a finger that rests picks nothing
  finger_move(1, to.x, to.y);
  frames(3);
  REQUIRE(desk().view.inspector.sight().has_value());
  CHECK(desk().view.inspector.sight()->cell == CellPoint{150, 70});
  CHECK_FALSE(desk().view.inspector.pinned().has_value());
  finger_up(1, to.x, to.y);
  CHECK(desk().view.inspector.pinned() == CellPoint{150, 70});
  finger_down(1, to.x, to.y);
  finger_up(1, to.x, to.y);
  CHECK_FALSE(desk().view.inspector.pinned().has_value());  // another tap unpins it
  CHECK(count("wall") == 0);
  CHECK(brush().element == element("wall"));
}

TEST_CASE_METHOD(Fingers, "two fingers move and zoom the world, and what was between them stays between them") {
  const CellPoint a = on_screen(80, 60), b = on_screen(120, 60);
  const double zoom = camera().zoom();
  finger_down(1, a.x, a.y);
  finger_down(2, b.x, b.y);
  for (int i = 1; i <= 10; ++i) {  // doubles the distance, and moves both down by 50 pixels
    finger_move(1, a.x - (b.x - a.x) * i / 20, a.y + 5 * i);
    finger_move(2, b.x + (b.x - a.x) * i / 20, b.y + 5 * i);
  }
  CHECK(camera().zoom() == Approx(2 * zoom).epsilon(0.02));
  const CellPoint middle = on_screen(100, 60);
  CHECK(std::abs(middle.x - (a.x + b.x) / 2) <= 6);
  CHECK(std::abs(middle.y - (a.y + 50)) <= 6);
  finger_up(1, a.x, a.y);
  finger_move(2, 600, 300);  // the remaining finger paints nothing
  finger_up(2, 600, 300);
  CHECK(count("wall") == 0);
  const CellPoint again = on_screen(100, 60);
  finger_down(3, again.x, again.y);
  finger_up(3, again.x, again.y);
  CHECK(cell(100, 60) == element("wall"));
}

TEST_CASE_METHOD(Fingers, "a second finger takes the stroke back that the first has begun") {
  const CellPoint at = on_screen(40, 40);
  click(at.x, at.y);  // the pinned cell stays
  const CellPoint a = on_screen(80, 60), b = on_screen(120, 60);
  finger_down(1, a.x, a.y);
  finger_move(1, a.x + 40, a.y);
  REQUIRE(count("wall") > 16);
  finger_down(2, b.x, b.y);
  CHECK(count("wall") == 16);
  finger_move(2, b.x + 30, b.y);
  finger_up(2, b.x + 30, b.y);
  finger_up(1, a.x + 40, a.y);
  CHECK(count("wall") == 16);
  CHECK(cell(40, 40) == element("wall"));

  brush() = {13, BrushShape::round, true, element("sand"), 0};
  desk().simulation.set_playing(true);
  finger_down(1, a.x, a.y);
  finger_move(1, a.x + 40, a.y);
  frames(5);
  CHECK(count("sand") > 50);  // a stream
  finger_down(2, b.x, b.y);
  frames(1);
  CHECK(count("sand") == 0);
}

TEST_CASE_METHOD(Driver, "over panels a finger is a mouse: buttons, lists, sliders") {
  tap("play");
  CHECK_FALSE(desk().simulation.playing());
  tap("element/lava");
  CHECK(brush().element == element("lava"));
  tap("menu/Scenes");
  tap("menu/scene/acid-works");
  CHECK(session().scene() == "acid-works");
  const ImVec4 slider = place("brush/size");
  const int y = middle_of("brush/size").y;
  swipe({static_cast<int>(slider.x) + 20, y}, {static_cast<int>(slider.z) - 2, y});
  CHECK(brush().size == 256);
}

TEST_CASE_METHOD(Driver, "a finger scrolls lists, and a tap there is still a click") {
  SDL_SetWindowSize(desk().screen->window(), 1280, 940);
  load_density_world();
  const auto drag = [&](CellPoint from, int dx, int dy) { swipe(from, {from.x + dx, from.y + dy}); };
  const std::uint8_t before = brush().element;
  const float top = place("element/stone").y;
  drag(middle_of("element/stone"), 5, -120);
  // except the first move, which distinguishes a drag from a tap
  CHECK(place("element/stone").y == Approx(top - 96).margin(1));
  CHECK(brush().element == before);
  const CellPoint soil = middle_of("element/soil");
  tap(soil);
  CHECK(brush().element == element("soil"));
  drag(soil, 0, 2000);
  CHECK(place("element/stone").y == top);  // not beyond the end

  key(SDLK_F4);  // a dialog
  const float card = place("configs/chemistry.txt").y;
  drag(middle_of("configs/chemistry.txt"), 0, -100);
  CHECK(place("configs/chemistry.txt").y < card - 50);
  CHECK(desk().dialogs->configs.is_open());
  CHECK_FALSE(desk().dialogs->world_choice.is_open());
  key(SDLK_ESCAPE);

  const CellPoint stone = middle_of("element/stone");  // nothing behind a dialog moves
  key(SDLK_COMMA, KMOD_LCTRL);
  drag(stone, 0, -100);
  key(SDLK_ESCAPE);
  CHECK(place("element/stone").y == top);

  desk().settings.window.ui_scale_percent = 150;  // but what is dragged across
  desk().style.restyle();
  desk().dialogs->settings.open();
  frames(4);
  const int memory = desk().settings.history.undo_mebibytes;
  drag(middle_of("settings/undo"), 150, 4);
  CHECK(desk().settings.history.undo_mebibytes != memory);
}

TEST_CASE_METHOD(Fingers, "a finger that is gone hovers over nothing") {
  brush().size = 40;
  const CellPoint at = on_screen(100, 60), edge = on_screen(81, 60);
  const auto is_outlined = [&] {
    const Picture screen = picture();
    for (int x = edge.x - 8; x < edge.x + 8; ++x) {
      if (color_at(screen, {x, edge.y}).r > 90) return true;
    }
    return false;
  };
  move(at.x, at.y);
  CHECK(is_outlined());
  finger_down(1, at.x, at.y);
  finger_up(1, at.x, at.y);
  key(SDLK_z, KMOD_LCTRL);
  REQUIRE(count("wall") == 0);
  CHECK_FALSE(is_outlined());
  move(at.x, at.y);
  CHECK(is_outlined());
}

TEST_CASE("every button of the strip of tools is large enough for a finger at 200 %") {
  Driver d({.window_width = 1920, .window_height = 1080});
  d.desk().settings.window.ui_scale_percent = 200;
  d.desk().style.restyle();
  d.frames(3);
  constexpr float kFingerPoints = 44;
  for (const char* name : {"play", "undo", "tool/brush", "tool/fill", "stamps", "mirror", "element/sand"}) {
    INFO(name);
    const ImVec4 at = d.place(name);
    CHECK(at.z - at.x >= kFingerPoints);
    CHECK(at.w - at.y >= kFingerPoints);
  }
}
