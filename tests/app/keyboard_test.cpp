// The keyboard in place of the mouse: the cursor on the canvas, and the focus in panels and dialogs.
#include <imgui_internal.h>

#include "driver.hpp"

using namespace repose;
using namespace repose::test;

namespace {

struct Keyboard : Driver {
  // Holds a key for that many frames.
  void hold(SDL_Keycode key, int held, Uint16 modifiers = KMOD_NONE) {
    key_down(key, modifiers);
    frames(held);
    key_up(key, modifiers);
    frames(2);
  }
  void arrows(SDL_Keycode key, int times) {
    for (int i = 0; i < times; ++i) this->key(key);
  }
};

}  // namespace

TEST_CASE_METHOD(Keyboard,
                 "arrows move the cursor by a cell, Shift by ten, held they glide; Return paints, Shift erases") {
  empty_world(40, 30);
  brush().size = 1;
  brush().pour = false;
  desk().paint_box.pick(element("stone"));
  point_at(10, 10);
  CHECK_FALSE(desk().cursor.active());
  key(SDLK_RIGHT);
  CHECK(desk().cursor.active());
  key(SDLK_RETURN);
  CHECK(cell(11, 10) == element("stone"));
  key(SDLK_RIGHT, KMOD_SHIFT);
  key(SDLK_DOWN);
  key(SDLK_RETURN);
  CHECK(cell(21, 11) == element("stone"));
  key(SDLK_RETURN, KMOD_SHIFT);
  CHECK(cell(21, 11) == 0);
  key(SDLK_LEFT, KMOD_SHIFT);

  // Return held while an arrow is held paints a line.
  const auto before = count("stone");
  key_down(SDLK_RETURN);
  hold(SDLK_RIGHT, 30);
  key_up(SDLK_RETURN);
  frames(2);
  CHECK(count("stone") > before + 3);

  move(700, 300);  // the mouse takes over
  frames(1);
  CHECK_FALSE(desk().cursor.active());
}

TEST_CASE_METHOD(Keyboard, "on a slow frame Shift counts also if it is up again when the frame begins") {
  empty_world(40, 30);
  point_at(10, 10);
  push_key(SDLK_RIGHT, SDL_KEYDOWN, KMOD_SHIFT);
  push_key(SDLK_RIGHT, SDL_KEYUP, KMOD_SHIFT);
  frames(2);
  brush().size = 1;
  brush().pour = false;
  desk().paint_box.pick(element("stone"));
  key(SDLK_RETURN);
  CHECK(cell(20, 10) == element("stone"));
}

TEST_CASE_METHOD(Keyboard, "with Insert the brush stays down, so that one hand draws a line with the line tool") {
  empty_world(40, 30);
  brush().size = 1;
  desk().paint_box.pick(element("stone"));
  desk().paint_box.set_tool(Tool::line);
  point_at(5, 20);
  key(SDLK_RIGHT);
  key(SDLK_INSERT);
  for (int i = 0; i < 10; ++i) key(SDLK_RIGHT);
  CHECK(count("stone") == 0);
  key(SDLK_INSERT);
  frames(2);
  CHECK(count("stone") == 11);
}

TEST_CASE_METHOD(Keyboard, "at the edge of the canvas the view moves with the cursor, to the edge of the world") {
  empty_world(4000, 3000);
  desk().view.canvas.zoom_to_cells({400, 300});
  frames(60);
  point_at(static_cast<int>(camera().to_world({700, 400}).x), static_cast<int>(camera().to_world({700, 400}).y));
  const double before = camera().origin().x;
  hold(SDLK_RIGHT, 240);
  CHECK(camera().origin().x < before);
  const auto cell = desk().view.canvas.cell_under_mouse();
  REQUIRE(cell.has_value());
  CHECK(cell->x > 1000);
}

TEST_CASE_METHOD(Keyboard, "Tab goes through the panels and back to the world; arrows move inside, Return presses") {
  key(SDLK_TAB);
  CHECK(desk().panel_focus.on());
  int panels = 0;
  bool in_toolbar = false;
  for (; panels < 20 && desk().panel_focus.on(); ++panels) {
    frames(2);
    INFO(focused());
    CHECK(GImGui->NavId != 0);
    if (std::string(GImGui->NavWindow->RootWindow->Name) == "##tools") {
      in_toolbar = true;
      key(SDLK_DOWN);
      key(SDLK_RETURN);
      frames(2);
      CHECK(desk().paint_box.tool() != Tool::brush);
    }
    key(SDLK_TAB);
  }
  CHECK(in_toolbar);
  CHECK(panels >= 4);
  CHECK_FALSE(desk().panel_focus.on());
  CHECK_FALSE(desk().cursor.active());
  key(SDLK_TAB, KMOD_SHIFT);
  CHECK(desk().panel_focus.on());
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().panel_focus.on());
}

TEST_CASE_METHOD(Keyboard, "in Settings, Tab and Return reach and change every kind of thing; Escape closes it") {
  key(SDLK_COMMA, KMOD_CTRL);
  frames(3);
  REQUIRE(sees("settings/Light"));
  const auto go_to = [this](const std::string& landmark) {
    for (int i = 0; i < 40 && focused() != landmark; ++i) key(SDLK_TAB);
    REQUIRE(focused() == landmark);
  };
  go_to("settings/Light");
  key(SDLK_RETURN);
  CHECK(desk().settings.window.theme == ThemeName::light);
  go_to("settings/volume");
  const int volume = desk().settings.sound.volume_percent;
  key(SDLK_LEFT);
  CHECK(desk().settings.sound.volume_percent == volume - 5);
  CHECK(focused() == "settings/volume");
  key(SDLK_ESCAPE);
  frames(3);
  CHECK_FALSE(sees("settings/Light"));
  CHECK_FALSE(desk().panel_focus.on());
}

TEST_CASE_METHOD(Keyboard, "a key that is pressed and released within a frame moves the choice in a gallery") {
  key(SDLK_F6);
  frames(3);
  push_key(SDLK_RETURN, SDL_KEYDOWN);
  push_key(SDLK_RETURN, SDL_KEYUP);
  frames(6);
  CHECK(sees("challenge/goal/0"));
}

TEST_CASE_METHOD(Keyboard, "a dialog that opens has the focus if keys are in use, and none that reads them itself") {
  key(SDLK_RIGHT);  // the cursor of the canvas
  key(SDLK_F3);
  frames(6);
  CHECK(desk().panel_focus.on());
  const std::string first = focused();
  key(SDLK_DOWN);
  frames(2);
  CHECK(focused() != first);
  key(SDLK_ESCAPE);
  frames(3);
  CHECK_FALSE(desk().panel_focus.on());

  key(SDLK_TAB);  // from a panel
  key(SDLK_F6);
  frames(6);
  CHECK_FALSE(desk().panel_focus.on());
  key(SDLK_DOWN);
  key(SDLK_RETURN);
  frames(6);
  CHECK(sees("challenge/goal/0"));
  CHECK_FALSE(desk().panel_focus.on());

  move(700, 300);  // the mouse
  frames(2);
  key(SDLK_F3);
  frames(6);
  CHECK_FALSE(desk().panel_focus.on());
}

TEST_CASE_METHOD(Keyboard, "the cursor lights nothing in a dialog") {
  key(SDLK_RIGHT);
  CHECK(ImGui::GetIO().MousePos.x > 0);
  key(SDLK_F3);
  frames(3);
  CHECK_FALSE(ImGui::IsMousePosValid());
}

TEST_CASE_METHOD(Keyboard, "on the time line Return stays where the world is, and arrows go by a second") {
  empty_world(40, 30);
  desk().simulation.toggle_playing();
  frames(200);
  desk().simulation.toggle_playing();
  frames(2);
  const auto newest = session().timeline().now;
  REQUIRE(newest > 130);
  for (int i = 0; i < 20 && focused().find("track") == std::string::npos; ++i) {
    key(SDLK_TAB);
    frames(2);
  }
  REQUIRE(focused().find("track") != std::string::npos);
  key(SDLK_RETURN);
  frames(4);
  CHECK(session().timeline().now == newest);
  key(SDLK_LEFT);
  frames(4);
  CHECK(session().timeline().now < newest);
  key(SDLK_END);
  frames(4);
  CHECK(session().timeline().now == newest);
}

TEST_CASE_METHOD(Keyboard, "Return at one corner and at the other selects; one Return paints a cell") {
  empty_world(40, 30);
  desk().paint_box.set_tool(Tool::select);
  point_at(10, 10);
  key(SDLK_RIGHT);
  key(SDLK_RETURN);
  arrows(SDLK_RIGHT, 4);
  arrows(SDLK_DOWN, 3);
  CHECK(desk().cursor.holds());
  key(SDLK_RETURN);
  frames(2);
  CHECK_FALSE(desk().cursor.holds());
  const auto selection = desk().view.clipping.selection();
  REQUIRE(selection.has_value());
  CHECK(selection->width() == 5);
  CHECK(selection->height() == 4);
}

TEST_CASE_METHOD(Keyboard, "keys zoom at the cursor, which stays on its cell") {
  empty_world(200, 150);
  point_at(30, 40);
  key(SDLK_RIGHT);
  const auto before = desk().view.canvas.cell_under_mouse();
  key(SDLK_PLUS);
  frames(60);
  key(SDLK_RIGHT);
  key(SDLK_LEFT);
  CHECK(desk().view.canvas.cell_under_mouse() == before);
}
