// Touch: fingers on the screen.
#include <algorithm>
#include <cmath>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

std::int64_t count(Driver& d, const char* element) {
  const World world = d.session().download();
  return std::count(world.cells().begin(), world.cells().end(), d.element(element));
}

// An empty world with a brush of walls.
void begin(Driver& d) {
  d.empty_world(200, 120);
  d.desk().paint_box.brush() = {4, BrushShape::square, false, d.element("wall"), 0};
}

}  // namespace

TEST_CASE("one finger paints, from where it came down") {
  Driver d;
  begin(d);
  const CellPoint from = d.on_screen(40, 40), to = d.on_screen(150, 60);
  d.finger_down(1, from.x, from.y);
  CHECK(count(d, "wall") == 0);  // nothing yet, because it might become a pinch
  for (int i = 1; i <= 5; ++i) d.finger_move(1, from.x + (to.x - from.x) * i / 5, from.y + (to.y - from.y) * i / 5);
  d.finger_up(1, to.x, to.y);
  CHECK(d.cell(40, 40) == d.element("wall"));
  CHECK(d.cell(150, 60) == d.element("wall"));
  CHECK(d.session().history().undo_title.find("wall") != std::string::npos);
  d.key(SDLK_z, KMOD_LCTRL);
  CHECK(count(d, "wall") == 0);
}

TEST_CASE("a tap paints once, and SDL's mouse for fingers paints nothing") {
  Driver d;
  begin(d);
  const CellPoint at = d.on_screen(40, 40);
  d.finger_down(1, at.x, at.y);
  SDL_Event made{};
  made.type = SDL_MOUSEBUTTONDOWN;
  made.button.which = SDL_TOUCH_MOUSEID;
  made.button.button = SDL_BUTTON_LEFT;
  made.button.state = SDL_PRESSED;
  made.button.x = d.on_screen(100, 100).x;
  made.button.y = d.on_screen(100, 100).y;
  SDL_PushEvent(&made);
  d.frames(2);
  d.finger_up(1, at.x, at.y);
  CHECK(d.cell(40, 40) == d.element("wall"));
  CHECK(d.cell(100, 100) == 0);
}

TEST_CASE("a finger that rests picks what is under it, and paints nothing") {
  Driver d;
  begin(d);
  const CellPoint at = d.on_screen(40, 40);
  d.click(at.x, at.y);
  d.desk().paint_box.brush().element = d.element("sand");
  d.finger_down(1, at.x, at.y);
  d.finger_move(1, at.x + 2, at.y - 1);  // a small movement
  d.frames(40);
  CHECK(d.desk().paint_box.brush().element == d.element("wall"));
  d.finger_move(1, at.x + 200, at.y);
  d.finger_up(1, at.x + 200, at.y);
  CHECK(count(d, "wall") == 16);
  CHECK(count(d, "sand") == 0);
}

TEST_CASE("with the inspector a finger shows it where to look, and pins the cell from which it is lifted") {
  Driver d;
  begin(d);
  d.key(SDLK_q);
  const CellPoint from = d.on_screen(100, 60), to = d.on_screen(150, 70);
  d.finger_down(1, from.x, from.y);
  d.frames(40);  // a finger that rests picks nothing
  d.finger_move(1, to.x, to.y);
  d.frames(3);
  REQUIRE(d.desk().view.inspector.sight().has_value());
  CHECK(d.desk().view.inspector.sight()->cell == CellPoint{150, 70});
  CHECK_FALSE(d.desk().view.inspector.pinned().has_value());
  d.finger_up(1, to.x, to.y);
  CHECK(d.desk().view.inspector.pinned() == CellPoint{150, 70});
  d.finger_down(1, to.x, to.y);
  d.finger_up(1, to.x, to.y);
  CHECK_FALSE(d.desk().view.inspector.pinned().has_value());  // another tap unpins it
  CHECK(count(d, "wall") == 0);
  CHECK(d.desk().paint_box.brush().element == d.element("wall"));
}

TEST_CASE("two fingers move and zoom the world, and what was between them stays between them") {
  Driver d;
  begin(d);
  const CellPoint a = d.on_screen(80, 60), b = d.on_screen(120, 60);
  const double zoom = d.desk().view.canvas.camera().zoom();
  d.finger_down(1, a.x, a.y);
  d.finger_down(2, b.x, b.y);
  for (int i = 1; i <= 10; ++i) {  // doubles the distance, and moves both down by 50 pixels
    d.finger_move(1, a.x - (b.x - a.x) * i / 20, a.y + 5 * i);
    d.finger_move(2, b.x + (b.x - a.x) * i / 20, b.y + 5 * i);
  }
  CHECK(d.desk().view.canvas.camera().zoom() == Approx(2 * zoom).epsilon(0.02));
  const CellPoint middle = d.on_screen(100, 60);
  CHECK(std::abs(middle.x - (a.x + b.x) / 2) <= 6);
  CHECK(std::abs(middle.y - (a.y + 50)) <= 6);
  d.finger_up(1, a.x, a.y);
  d.finger_move(2, 600, 300);  // the remaining finger paints nothing
  d.finger_up(2, 600, 300);
  CHECK(count(d, "wall") == 0);
  const CellPoint again = d.on_screen(100, 60);
  d.finger_down(3, again.x, again.y);
  d.finger_up(3, again.x, again.y);
  CHECK(d.cell(100, 60) == d.element("wall"));
}

TEST_CASE("a second finger takes the stroke back that the first has begun") {
  Driver d;
  begin(d);
  const CellPoint at = d.on_screen(40, 40);
  d.click(at.x, at.y);  // the pinned cell stays
  const CellPoint a = d.on_screen(80, 60), b = d.on_screen(120, 60);
  d.finger_down(1, a.x, a.y);
  d.finger_move(1, a.x + 40, a.y);
  REQUIRE(count(d, "wall") > 16);
  d.finger_down(2, b.x, b.y);
  CHECK(count(d, "wall") == 16);
  d.finger_move(2, b.x + 30, b.y);
  d.finger_up(2, b.x + 30, b.y);
  d.finger_up(1, a.x + 40, a.y);
  CHECK(count(d, "wall") == 16);
  CHECK(d.cell(40, 40) == d.element("wall"));
}

TEST_CASE("over panels a finger is a mouse: buttons, lists, sliders") {
  Driver d;
  const auto tap = [&](const std::string& landmark) {
    const auto rect = landmarks().find(landmark);
    REQUIRE(rect.has_value());
    const int x = static_cast<int>((rect->x + rect->z) / 2), y = static_cast<int>((rect->y + rect->w) / 2);
    d.finger_down(7, x, y);
    d.finger_up(7, x, y);
    d.frames(3);
  };
  tap("play");
  CHECK_FALSE(d.desk().simulation.playing());
  tap("element/lava");
  CHECK(d.desk().paint_box.brush().element == d.element("lava"));
  tap("menu/Scenes");
  tap("menu/scene/acid-works");
  CHECK(d.session().scene() == "acid-works");
  const auto slider = landmarks().find("brush/size");
  REQUIRE(slider.has_value());
  const int y = static_cast<int>((slider->y + slider->w) / 2);
  d.finger_down(7, static_cast<int>(slider->x) + 20, y);
  d.finger_move(7, static_cast<int>(slider->z) - 2, y);
  d.finger_up(7, static_cast<int>(slider->z) - 2, y);
  CHECK(d.desk().paint_box.brush().size == 256);
}

TEST_CASE("a finger scrolls lists, and a tap there is still a click") {
  Driver d;
  d.load_density_world();
  const auto rect = [](const std::string& name) {
    const auto found = landmarks().find(name);
    INFO(name);
    REQUIRE(found.has_value());
    return *found;
  };
  const auto middle = [&](const std::string& name) {
    const ImVec4 r = rect(name);
    return CellPoint{static_cast<int>((r.x + r.z) / 2), static_cast<int>((r.y + r.w) / 2)};
  };
  const auto drag = [&](CellPoint from, int dx, int dy) {
    d.finger_down(7, from.x, from.y);
    for (int i = 1; i <= 4; ++i) d.finger_move(7, from.x + dx * i / 4, from.y + dy * i / 4);
    d.frames(2);
    d.finger_up(7, from.x + dx, from.y + dy);
    d.frames(2);
  };
  SECTION("the list of elements") {
    const std::uint8_t before = d.desk().paint_box.brush().element;
    const float top = rect("element/stone").y;
    drag(middle("element/stone"), 5, -120);
    CHECK(rect("element/stone").y ==
          Approx(top - 90).margin(1));  // except the first move, which distinguishes a drag from a tap
    CHECK(d.desk().paint_box.brush().element == before);
    const CellPoint soil = middle("element/soil");
    d.finger_down(7, soil.x, soil.y);
    d.finger_up(7, soil.x, soil.y);
    d.frames(2);
    CHECK(d.desk().paint_box.brush().element == d.element("soil"));
    drag(soil, 0, 2000);
    CHECK(rect("element/stone").y == top);  // not beyond the end
  }
  SECTION("a dialog") {
    d.key(SDLK_F4);
    d.frames(4);
    const float top = rect("configs/chemistry.txt").y;
    drag(middle("configs/chemistry.txt"), 0, -100);
    CHECK(rect("configs/chemistry.txt").y < top - 50);
    CHECK(d.desk().dialogs->configs.is_open());
    CHECK_FALSE(d.desk().dialogs->world_choice.is_open());
  }
  SECTION("with nothing behind the dialog") {
    const float top = rect("element/stone").y;
    const CellPoint at = middle("element/stone");
    d.key(SDLK_COMMA, KMOD_LCTRL);
    d.frames(3);
    drag(at, 0, -100);
    d.key(SDLK_ESCAPE);
    d.frames(3);
    CHECK(rect("element/stone").y == top);
  }
  SECTION("but for what is dragged across it") {
    d.desk().settings.window.ui_scale_percent = 150;
    d.desk().style.restyle();
    d.desk().dialogs->settings.open();
    d.frames(4);
    const int memory = d.desk().settings.history.undo_mebibytes;
    const CellPoint slider = middle("settings/undo");
    drag(slider, 150, 4);
    CHECK(d.desk().settings.history.undo_mebibytes != memory);
  }
}

TEST_CASE("a finger that is gone hovers over nothing") {
  Driver d;
  begin(d);
  d.desk().paint_box.brush().size = 40;
  const CellPoint at = d.on_screen(100, 60), edge = d.on_screen(81, 60);
  const auto is_outlined = [&] {
    d.frames(1);
    const Picture picture = d.desk().screen->read_pixels();
    for (int x = edge.x - 8; x < edge.x + 8; ++x) {
      if (picture.rgb[3 * (static_cast<std::size_t>(edge.y) * picture.width + x)] > 90) return true;
    }
    return false;
  };
  d.move(at.x, at.y);
  CHECK(is_outlined());
  d.finger_down(1, at.x, at.y);
  d.finger_up(1, at.x, at.y);
  d.key(SDLK_z, KMOD_LCTRL);
  REQUIRE(count(d, "wall") == 0);
  CHECK_FALSE(is_outlined());
  d.move(at.x, at.y);
  CHECK(is_outlined());
}

TEST_CASE("the fill tool waits until the finger is lifted") {
  Driver d;
  begin(d);
  d.desk().paint_box.set_tool(Tool::fill);
  const CellPoint at = d.on_screen(60, 60);
  d.finger_down(1, at.x, at.y);
  d.finger_move(1, at.x + 60, at.y);
  CHECK(count(d, "wall") == 0);
  d.finger_up(1, at.x + 60, at.y);
  CHECK(count(d, "wall") == 200 * 120);
}

TEST_CASE("every button of the strip of tools is large enough for a finger at 200 %") {
  AppOptions options;
  options.window_width = 1920;
  options.window_height = 1080;
  Driver d(options);
  d.desk().settings.window.ui_scale_percent = 200;
  d.desk().style.restyle();
  d.frames(3);
  constexpr float kFingerPoints = 44;
  for (const char* name : {"play", "undo", "tool/brush", "tool/fill", "stamps", "mirror", "element/sand"}) {
    INFO(name);
    const auto rect = landmarks().find(name);
    REQUIRE(rect.has_value());
    CHECK(rect->z - rect->x >= kFingerPoints);
    CHECK(rect->w - rect->y >= kFingerPoints);
  }
}
