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

AppOptions window_of(Shape shape) {
  AppOptions options;
  options.window_width = shape.width;
  options.window_height = shape.height;
  return options;
}

ImVec4 place_of(const std::string& landmark) {
  const auto rect = landmarks().find(landmark);
  INFO("looking for " << landmark);
  REQUIRE(rect.has_value());
  return *rect;
}

void tap(Driver& d, const std::string& landmark) {
  const ImVec4 at = place_of(landmark);
  const int x = static_cast<int>((at.x + at.z) / 2), y = static_cast<int>((at.y + at.w) / 2);
  d.finger_down(1, x, y);
  d.pass(1);
  d.finger_up(1, x, y);
  d.frames(5);
}

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

std::int64_t count(Driver& d, const char* element) {
  const World world = d.session().download();
  return std::count(world.cells().begin(), world.cells().end(), d.element(element));
}

}  // namespace

TEST_CASE("a narrow window has a bar of large buttons in place of the panels, and readable text") {
  for (const Shape shape : kPhone) {
    Driver d(window_of(shape));
    INFO(shape.width << " x " << shape.height);
    CHECK_FALSE(landmarks().find("menu/File").has_value());
    CHECK_FALSE(landmarks().find("element/sand").has_value());
    CHECK(ImGui::GetFont()->FontSize * ImGui::GetIO().FontGlobalScale >= 16);
    for (const char* name : {"narrow/menu", "narrow/element", "narrow/brush", "undo", "step", "play"}) {
      INFO(name);
      const ImVec4 at = place_of(name);
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
    Driver d(window_of(shape));
    INFO(shape.width << " x " << shape.height);
    d.empty_world(100, 60);
    tap(d, "narrow/element");
    check_all_inside(shape);
    const ImVec4 row = place_of("element/lava");
    CHECK(row.w - row.y >= kFingerPoints);
    tap(d, "element/lava");
    CHECK(d.desk().paint_box.brush().element == d.element("lava"));
    CHECK_FALSE(d.desk().panels->sheet.is_open());  // so that the next touch paints
    const CellPoint at = d.on_screen(50, 30);
    d.finger_down(1, at.x, at.y);
    d.finger_move(1, at.x + 30, at.y);
    d.finger_up(1, at.x + 30, at.y);
    d.frames(2);
    CHECK(d.cell(50, 30) == d.element("lava"));
    tap(d, "undo");
    CHECK(count(d, "lava") == 0);
    tap(d, "play");
    CHECK(d.desk().simulation.playing());
  }
}

TEST_CASE("in a narrow window two fingers zoom, and a finger paints nothing behind the sheet") {
  Driver d(window_of(kPhone[0]));
  d.empty_world(200, 300);
  d.desk().paint_box.brush() = {4, BrushShape::square, false, d.element("wall"), 0};
  const double zoom = d.desk().view.canvas.camera().zoom();
  const CellPoint a = d.on_screen(80, 150), b = d.on_screen(120, 150);
  d.finger_down(1, a.x, a.y);
  d.finger_down(2, b.x, b.y);
  d.finger_move(1, a.x - (b.x - a.x) / 2, a.y);
  d.finger_move(2, b.x + (b.x - a.x) / 2, b.y);
  d.finger_up(1, a.x, a.y);
  d.finger_up(2, b.x, b.y);
  CHECK(d.desk().view.canvas.camera().zoom() > 1.4 * zoom);
  tap(d, "narrow/brush");
  const ImVec4 sheet = place_of("sheet/tools");
  const int x = static_cast<int>(sheet.x), y = static_cast<int>(sheet.w) + 60;
  d.finger_down(1, x, y);
  d.finger_move(1, x + 100, y);
  d.finger_up(1, x + 100, y);
  d.frames(2);
  CHECK(count(d, "wall") == 0);
}

TEST_CASE("the list of menus performs an action and closes; menus inside menus open in place") {
  for (const Shape shape : kPhone) {
    Driver d(window_of(shape));
    d.empty_world(64, 64);
    tap(d, "narrow/menu");
    check_all_inside(shape);
    tap(d, "menu/Scenes");
    check_all_inside(shape);
    tap(d, "menu/scene/wildfire");
    CHECK(d.session().scene() == "wildfire");
    CHECK_FALSE(landmarks().find("menu/back").has_value());
    tap(d, "narrow/menu");
    tap(d, "menu/Solver");
    CHECK_FALSE(landmarks().find("menu/backend/scalar").has_value());
    d.desk().simulation.set_playing(true);
    tap(d, "menu/back");
    tap(d, "menu/File");
    CHECK(landmarks().find("menu/Recent files").has_value());
  }
}

TEST_CASE("the list of menus offers every menu of the bar") {
  constexpr std::array kMenus = {"File", "Edit", "Solver", "Simulation", "Configs", "Scenes", "View", "Help"};
  {
    Driver wide;
    for (const char* name : kMenus) CHECK(landmarks().find(std::string("menu/") + name).has_value());
  }
  Driver d(window_of(kPhone[0]));
  tap(d, "narrow/menu");
  for (const char* name : kMenus) CHECK(landmarks().find(std::string("menu/") + name).has_value());
}

TEST_CASE("every page of the sheet, every dialog and every card lies within a narrow window, with large text too") {
  for (const Shape shape : kPhone) {
    for (const int percent : {0, 200}) {
      Driver d(window_of(shape));
      d.empty_world(64, 64);
      d.desk().simulation.set_playing(true);  // so that every frame is drawn
      d.desk().settings.window.ui_scale_percent = percent;
      d.desk().style.restyle();
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
        CHECK(d.desk().dialogs->stack.any_open());
        check_all_inside(shape);
        d.desk().dialogs->stack.close_all();
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

TEST_CASE("a tap opens the time line of a narrow window, a drag goes back in time") {
  Driver d(window_of(kPhone[0]));
  d.frames(60);
  const ImVec4 thin = place_of("time/thin track");
  const int y = static_cast<int>((thin.y + thin.w) / 2);
  CHECK(thin.w - thin.y >= 24);
  d.finger_down(1, 200, y);
  d.pass(1);
  d.finger_up(1, 200, y);
  d.frames(8);
  CHECK_FALSE(d.desk().simulation.in_the_past());  // a tap alone changes nothing
  const ImVec4 track = place_of("time/track");
  d.finger_down(1, static_cast<int>(track.z) - 10, y);
  d.finger_move(1, static_cast<int>(track.x) + 20, y);
  d.pass(1);
  d.finger_up(1, static_cast<int>(track.x) + 20, y);
  d.frames(3);
  CHECK(d.desk().simulation.in_the_past());
}

TEST_CASE("a narrow window shows its panels again after they were hidden") {
  Driver d(window_of(kPhone[0]));
  d.desk().actions.perform("panels");
  d.frames(3);
  CHECK_FALSE(landmarks().find("play").has_value());
  tap(d, "narrow/show panels");
  CHECK(landmarks().find("play").has_value());
}

TEST_CASE("a window that is made wide has its panels, and none of the bar") {
  Driver d(window_of(kPhone[0]));
  tap(d, "narrow/element");
  SDL_SetWindowSize(d.desk().screen->window(), 1280, 800);
  d.frames(4);
  CHECK(landmarks().find("menu/File").has_value());
  CHECK(landmarks().find("element/sand").has_value());
  CHECK_FALSE(landmarks().find("narrow/menu").has_value());
  SDL_SetWindowSize(d.desk().screen->window(), 844, 390);
  d.frames(4);
  CHECK(landmarks().find("narrow/menu").has_value());
  check_all_inside({844, 390});
}

TEST_CASE("a finger moves the row of tabs of a narrow window sideways") {
  Driver d(window_of(kPhone[0]));
  tap(d, "narrow/element");
  const ImVec4 last = place_of("group/All");
  REQUIRE(last.z > 390);  // not in view yet
  const ImVec4 first = place_of("group/Earth");
  const int y = static_cast<int>((first.y + first.w) / 2);
  d.finger_down(1, 300, y);
  for (int i = 1; i <= 5; ++i) d.finger_move(1, 300 - 50 * i, y);
  d.finger_up(1, 50, y);
  d.frames(2);
  CHECK(place_of("group/All").z < last.z - 100);
  tap(d, "group/Liquids");
  CHECK(landmarks().find("element/water").has_value());
}
