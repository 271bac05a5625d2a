// The tool Sign: by mouse, keys and fingers; what labels say, and where they are.
#include "driver.hpp"
#include "session/run_state.hpp"

using namespace repose;
using namespace repose::test;

namespace {

struct SignPainter : Driver {
  SignPainter() {
    empty_world(120, 80);
    desk().paint_box.set_tool(Tool::sign);
  }
  const Signs& signs() { return session().state().signs; }
  void write(CellPoint at, const std::string& text) {
    click_cell(at.x, at.y);
    frames(2);
    REQUIRE(sees("sign/text"));
    type(text);
    key(SDLK_RETURN);
    frames(2);
  }
  std::string shown(const std::string& text, CellPoint at) { return desk().view.signs.shown_text({at, text}); }
  std::string undo_title() { return session().history().undo_title; }
};

}  // namespace

TEST_CASE_METHOD(SignPainter,
                 "a click writes a sign, a click on it changes it, a drag moves it, the right button removes it") {
  const std::uint64_t hash = session().hash();
  write({40, 30}, "Cup");
  CHECK(signs() == Signs{{{40, 30}, "Cup"}});
  CHECK_FALSE(sees("sign/text"));
  CHECK(undo_title() == "Write a sign");

  write({40, 30}, "s");  // what is typed follows the text that was there
  CHECK(signs() == Signs{{{40, 30}, "Cups"}});

  drag({40, 30}, {60, 50});
  frames(2);
  CHECK(signs() == Signs{{{60, 50}, "Cups"}});
  CHECK_FALSE(sees("sign/text"));
  const ImVec4 label = desk().view.signs.box_of({60, 50});
  REQUIRE(label.z > label.x);
  const CellPoint middle = {static_cast<int>(label.x + label.z) / 2, static_cast<int>(label.y + label.w) / 2};
  const CellPoint end = on_screen(60, 40), cell = on_screen(60, 50);
  swing(middle, {middle.x, middle.y + end.y - cell.y});  // by its label
  frames(2);
  CHECK(signs() == Signs{{{60, 40}, "Cups"}});

  click_cell(60, 40, SDL_BUTTON_RIGHT);
  frames(2);
  CHECK(signs().empty());
  key(SDLK_z, KMOD_CTRL);
  frames(2);
  CHECK(signs().size() == 1);
  CHECK(session().hash() == hash);
}

TEST_CASE_METHOD(SignPainter,
                 "Escape drops what was typed; a click beside the field keeps it; no text removes the sign") {
  click_cell(20, 20);
  frames(2);
  type("a");
  key(SDLK_ESCAPE);
  frames(3);
  CHECK_FALSE(sees("sign/text"));
  CHECK(signs().empty());

  click_cell(20, 20);
  frames(2);
  type("b");
  click_cell(90, 60);
  frames(3);
  CHECK(signs() == Signs{{{20, 20}, "b"}});
  CHECK_FALSE(sees("sign/text"));  // the click was not for another sign

  click_cell(20, 20);
  frames(2);
  key(SDLK_BACKSPACE);
  key(SDLK_RETURN);
  frames(2);
  CHECK(signs().empty());

  write({20, 20}, "c");
  click_cell(20, 20);
  frames(3);
  click("sign/remove");
  frames(2);
  CHECK(signs().empty());
}

TEST_CASE_METHOD(SignPainter,
                 "the keyboard and a finger write signs too, and with other tools signs are not in the way") {
  point_at(50, 40);
  key(SDLK_RIGHT);
  key(SDLK_RETURN);
  frames(3);
  REQUIRE(sees("sign/text"));
  type("right");
  key(SDLK_RETURN);
  frames(3);
  CHECK(signs() == Signs{{{51, 40}, "right"}});
  key(SDLK_RETURN, KMOD_SHIFT);  // the right button
  frames(3);
  CHECK(signs().empty());

  tap(on_screen(70, 50));
  frames(3);
  REQUIRE(sees("sign/text"));
  type("tap");
  key(SDLK_RETURN);
  frames(3);
  CHECK(signs() == Signs{{{70, 50}, "tap"}});

  desk().paint_box.set_tool(Tool::brush);
  brush().size = 1;
  desk().paint_box.pick(element("wall"));
  click_cell(70, 50);
  CHECK(cell(70, 50) == element("wall"));
}

TEST_CASE_METHOD(SignPainter, "a label is inside the canvas, and hidden by its switch and over a tiny world") {
  write({0, 0}, "A long text in the corner of the world, wider than what is left of it");
  write({119, 79}, "the other corner");
  frames(2);
  const ImVec4 canvas = desk().layout.canvas();
  for (const CellPoint at : {CellPoint{0, 0}, CellPoint{119, 79}}) {
    const ImVec4 box = desk().view.signs.box_of(at);
    CHECK(box.z - box.x > 40);
    CHECK((box.x >= canvas.x && box.y >= canvas.y && box.z <= canvas.z && box.w <= canvas.w));
  }
  desk().paint_box.set_tool(Tool::brush);
  desk().actions.perform("signs");
  frames(2);
  CHECK(desk().view.signs.box_of({0, 0}).z == 0);
  desk().actions.perform("signs");
  while (camera().zoom() * 120 > 100) key(SDLK_MINUS), frames(30);
  const ImVec4 box = desk().view.signs.box_of({119, 79});
  CHECK(box.z > 0);
  CHECK(box.z - box.x == 0);  // a dot only
}

TEST_CASE_METHOD(SignPainter, "a sign shows the values of now, and leaves names that it does not know") {
  fill({10, 10}, {20, 20}, "water");
  CHECK(shown("here: {element}, {step}.", {15, 15}) == "here: water, " + std::to_string(session().step_count()) + ".");
  CHECK(shown("{count sand} {} { {element", {15, 15}) == "{count sand} {} { {element");
  CHECK(shown("{pressure}", {15, 15}) == "0");
  CHECK(shown("{height}", {15, 15}) == "{height}");  // conserving has none
  CHECK(shown("no braces", {15, 15}) == "no braces");
}
