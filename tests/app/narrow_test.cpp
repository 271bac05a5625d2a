// Narrow windows, as on a phone held upright or on its side, used with fingers only.
#include <algorithm>
#include <array>
#include <cmath>

#include <imgui_internal.h>

#include "app/widgets/theme.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct Shape {
  int width, height;
};
constexpr std::array<Shape, 2> kPhone = {{{390, 844}, {844, 390}}};
constexpr float kFingerPoints = 40;

struct Narrow : Driver {
  explicit Narrow(Shape shape = kPhone[0]) : Driver({.window_width = shape.width, .window_height = shape.height}) {}
};

// Every window of the user interface lies within the window of the program; children may scroll.
void check_all_inside(Shape shape) {
  for (const ImGuiWindow* window : GImGui->Windows) {
    const bool shown = window->WasActive && !window->Hidden && (window->Flags & ImGuiWindowFlags_ChildWindow) == 0;
    if (!shown || std::string_view(window->Name).starts_with("Debug")) continue;
    INFO(window->Name << " in " << shape.width << " x " << shape.height);
    CHECK(window->Pos.x >= 0);
    CHECK(window->Pos.y >= 0);
    CHECK(window->Pos.x + window->Size.x <= static_cast<float>(shape.width) + 0.5f);
    CHECK(window->Pos.y + window->Size.y <= static_cast<float>(shape.height) + 0.5f);
    // What is wider than the window must be in reach of a finger that moves it sideways.
    const bool reachable = (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
    if (!reachable) CHECK(window->ContentSize.x + window->WindowPadding.x <= window->Size.x + 1);
  }
}

}  // namespace

TEST_CASE("a narrow window has a bar of large buttons in place of the panels, and readable text") {
  for (const Shape shape : kPhone) {
    Narrow d(shape);
    INFO(shape.width << " x " << shape.height);
    CHECK_FALSE(Driver::sees("menu/File"));
    CHECK_FALSE(Driver::sees("element/sand"));
    CHECK(ImGui::GetFont()->FontSize * ImGui::GetIO().FontGlobalScale >= 16);
    for (const char* name : {"narrow/menu", "narrow/element", "narrow/brush", "undo", "step", "play"}) {
      INFO(name);
      const ImVec4 at = d.place(name);
      CHECK(at.z - at.x >= kFingerPoints);
      CHECK(at.w - at.y >= kFingerPoints);
      CHECK(at.z <= static_cast<float>(shape.width));
      CHECK(at.w <= static_cast<float>(shape.height));
    }
    check_all_inside(shape);
  }
}

TEST_CASE("a finger opens the sheet, chooses an element, paints with it, and takes it back") {
  for (const Shape shape : kPhone) {
    Narrow d(shape);
    INFO(shape.width << " x " << shape.height);
    d.empty_world(100, 60);
    d.tap("narrow/element");
    check_all_inside(shape);
    const ImVec4 row = d.place("element/lava");
    CHECK(row.w - row.y >= kFingerPoints);
    d.tap("element/lava");
    CHECK(d.brush().element == d.element("lava"));
    CHECK_FALSE(d.desk().panels->sheet.is_open());  // so that the next touch paints
    const CellPoint at = d.on_screen(50, 30);
    d.finger_down(1, at.x, at.y);
    d.finger_move(1, at.x + 30, at.y);
    d.finger_up(1, at.x + 30, at.y);
    d.frames(2);
    CHECK(d.cell(50, 30) == d.element("lava"));
    d.tap("undo");
    CHECK(d.count("lava") == 0);
    d.tap("play");
    CHECK(d.desk().simulation.playing());
  }
}

TEST_CASE_METHOD(Narrow, "in a narrow window two fingers zoom, and a finger paints nothing behind the sheet") {
  empty_world(200, 300);
  brush() = {4, BrushShape::square, false, element("wall"), 0};
  const double zoom = camera().zoom();
  const CellPoint a = on_screen(80, 150), b = on_screen(120, 150);
  finger_down(1, a.x, a.y);
  finger_down(2, b.x, b.y);
  finger_move(1, a.x - (b.x - a.x) / 2, a.y);
  finger_move(2, b.x + (b.x - a.x) / 2, b.y);
  finger_up(1, a.x, a.y);
  finger_up(2, b.x, b.y);
  CHECK(camera().zoom() > 1.4 * zoom);
  tap("narrow/brush");
  const ImVec4 sheet = place("sheet/tools");
  const int x = static_cast<int>(sheet.x), y = static_cast<int>(sheet.w) + 60;
  swipe({x, y}, {x + 100, y});
  CHECK(count("wall") == 0);
}

TEST_CASE("the list of menus performs an action and closes; menus inside menus open in place") {
  for (const Shape shape : kPhone) {
    Narrow d(shape);
    d.empty_world(64, 64);
    d.tap("narrow/menu");
    check_all_inside(shape);
    d.tap("menu/Scenes");
    check_all_inside(shape);
    d.tap("menu/scene/wildfire");
    CHECK(d.session().scene() == "wildfire");
    CHECK_FALSE(Driver::sees("menu/back"));
    d.tap("narrow/menu");
    d.tap("menu/Solver");
    CHECK_FALSE(Driver::sees("menu/backend/scalar"));
    d.desk().simulation.set_playing(true);
    d.tap("menu/back");
    d.tap("menu/File");
    CHECK(Driver::sees("menu/Recent files"));
  }
}

TEST_CASE_METHOD(Narrow,
                 "a narrow window has a list of all menus, a window that is made wide has the bar and the panels") {
  constexpr std::array kMenus = {"File", "Edit", "Solver", "Simulation", "Configs", "Scenes", "View", "Help"};
  tap("narrow/menu");
  for (const char* name : kMenus) CHECK(sees(std::string("menu/") + name));
  key(SDLK_ESCAPE);
  tap("narrow/element");
  SDL_SetWindowSize(desk().screen->window(), 1280, 800);
  frames(4);
  for (const char* name : kMenus) CHECK(sees(std::string("menu/") + name));
  CHECK(sees("element/sand"));
  CHECK_FALSE(sees("narrow/menu"));
  SDL_SetWindowSize(desk().screen->window(), 844, 390);
  frames(4);
  CHECK(sees("narrow/menu"));
  check_all_inside({844, 390});
}

TEST_CASE("every page of the sheet, every dialog and every card lies within a narrow window, with large text too") {
  constexpr Shape kUsual = {1280, 800};
  for (const Shape shape : {kPhone[0], kPhone[1], kUsual}) {
    for (const int percent : {0, 200, 300}) {
      if ((shape.width == kUsual.width) != (percent == 300)) continue;
      Narrow d(shape);
      d.empty_world(64, 64);
      d.desk().simulation.set_playing(true);  // so that every frame is drawn
      d.desk().settings.window.ui_scale_percent = percent;
      d.desk().style.restyle();
      d.frames(2);
      REQUIRE(is_narrow());
      if (percent == 300) CHECK(ui_scale() == 3.0f);
      for (const auto page : {Sheet::Page::elements, Sheet::Page::tools, Sheet::Page::world}) {
        d.desk().panels->sheet.open(page);
        d.frames(3);
        check_all_inside(shape);
      }
      d.desk().panels->sheet.close();
      for (const char* id : {"settings", "keys", "new_world", "resize", "scene_gallery", "config_gallery", "stamps",
                             "help", "command_palette", "about", "messages", "open"}) {
        INFO(id << " at " << percent << " %");
        REQUIRE(d.desk().actions.find(id) != nullptr);
        d.desk().actions.perform(id);
        d.frames(4);
        CHECK(d.desk().dialogs->any_open());
        check_all_inside(shape);
        d.desk().dialogs->close_all();
        d.frames(2);
      }
      for (const char* id : {"compare", "inspector", "ledger", "config_editor"}) {
        INFO(id << " at " << percent << " %");
        d.desk().actions.perform(id);
        d.frames(4);
        check_all_inside(shape);
        d.desk().actions.perform(id);
      }
      d.desk().panels->tour.start();
      d.frames(3);
      check_all_inside(shape);
    }
  }
}

TEST_CASE_METHOD(Narrow, "a tap opens the time line of a narrow window, a drag goes back in time") {
  frames(60);
  const ImVec4 thin = place("time/thin track");
  const int y = static_cast<int>((thin.y + thin.w) / 2);
  CHECK(thin.w - thin.y >= 24);
  tap(CellPoint{200, y});
  CHECK_FALSE(desk().simulation.in_the_past());  // a tap alone changes nothing
  const ImVec4 track = place("time/track");
  finger_down(1, static_cast<int>(track.z) - 10, y);
  finger_move(1, static_cast<int>(track.x) + 20, y);
  frames(1);
  finger_up(1, static_cast<int>(track.x) + 20, y);
  frames(3);
  CHECK(desk().simulation.in_the_past());
}

TEST_CASE_METHOD(Narrow, "a narrow window shows its panels again after they were hidden") {
  desk().actions.perform("panels");
  frames(3);
  CHECK_FALSE(sees("play"));
  tap("narrow/show panels");
  CHECK(sees("play"));
}

TEST_CASE_METHOD(Narrow, "a finger moves the row of tabs of a narrow window sideways") {
  tap("narrow/element");
  const ImVec4 last = place("group/All");
  REQUIRE(last.z > 390);  // not in view yet
  const ImVec4 first = place("group/Earth");
  const int y = static_cast<int>((first.y + first.w) / 2);
  swipe({300, y}, {50, y});
  CHECK(place("group/All").z < last.z - 100);
  tap("group/Liquids");
  CHECK(sees("element/water"));
}
