// What the interface says: the tooltip of every widget, with its keys, and the messages of the status bar.
#include "app/desk/action_table.hpp"
#include "app/widgets/widgets.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct Tooltips : Driver {
  // Rests the mouse on a widget longer than the delay of tooltips.
  void rest_on(const std::string& landmark) {
    move(700, 300);
    frames(3);
    const CellPoint at = middle_of(landmark);
    move(at.x, at.y);
    frames(30);
  }
  static bool says_something() { return sees("tooltip"); }
  static bool says_keys(const std::string& keys) { return sees("tooltip/" + keys); }
};

}  // namespace

TEST_CASE_METHOD(Tooltips, "every button of the side panel and of the strip of tools says what it does, and its keys") {
  const std::pair<const char*, std::string_view> buttons[] = {{"step-back", action::step_back},
                                                              {"play", action::play_pause},
                                                              {"step", action::step},
                                                              {"undo", action::undo},
                                                              {"redo", action::redo},
                                                              {"reset", action::reset},
                                                              {"clear", action::clear},
                                                              {"brush/pour", action::pour},
                                                              {"brush/shape", action::tool_brush},
                                                              {"tool/brush", action::tool_brush},
                                                              {"tool/line", action::tool_line},
                                                              {"tool/rectangle", action::tool_rectangle},
                                                              {"tool/fill", action::tool_fill},
                                                              {"tool/pick", action::tool_pick},
                                                              {"tool/select", action::tool_select},
                                                              {"stamps", action::stamps},
                                                              {"paint_over", action::paint_over},
                                                              {"search", action::search_element},
                                                              {"record", action::record},
                                                              {"sound", action::mute}};
  desk().actions.bindings().replace(action::undo, {SDLK_z, kCtrl}, {SDLK_F7, kNone});  // tooltips show the new key
  for (const auto& [landmark, action] : buttons) {
    INFO(landmark);
    rest_on(landmark);
    CHECK(says_something());
    CHECK(says_keys(desk().actions.keys(action)));
    const std::string reason = desk().actions.why_not(action);
    if (!reason.empty()) CHECK(sees("tooltip says " + desk().actions.tip(action)));
  }
}

TEST_CASE_METHOD(Tooltips, "sliders, elements, parameters, the status bar and the mini-map explain themselves") {
  for (const char* landmark : {"speed", "brush/size", "mirror", "element/lava", "status"}) {
    INFO(landmark);
    rest_on(landmark);
    CHECK(says_something());
  }
  for (int i = 0; i < 6; ++i) key(SDLK_EQUALS);
  rest_on("minimap");
  CHECK(says_keys(desk().actions.keys(action::minimap)));
}

TEST_CASE_METHOD(Tooltips, "an icon has its name after 0.3 seconds, and not before a quarter of a second") {
  for (const char* icon : {"play", "tool/fill"}) {
    INFO(icon);
    move(700, 300);
    frames(3);
    const CellPoint at = middle_of(icon);
    move(at.x, at.y);
    frames(15);
    CHECK_FALSE(says_something());
    frames(4);  // 19 frames are 0.32 seconds
    CHECK(says_something());
  }
}

TEST_CASE_METHOD(Tooltips, "every button of the time bar says what it does, and its keys") {
  frames(30);
  const std::pair<const char*, std::string_view> buttons[] = {
      {"time/rewind", action::rewind}, {"time/back", action::step_back}, {"time/play", action::play_pause},
      {"time/step", action::step},     {"time/slower", action::slower},  {"time/faster", action::faster}};
  const PixelRect& port = camera().viewport();
  for (const auto& [landmark, action] : buttons) {
    INFO(landmark);
    move(port.x + port.width / 2, port.y + port.height + 3);
    frames(4);
    const ImVec4 rect = place(landmark);
    move(static_cast<int>((rect.x + rect.z) / 2), static_cast<int>((rect.y + rect.w) / 2));
    frames(30);
    CHECK(says_something());
    CHECK(says_keys(desk().actions.keys(action)));
  }
}

TEST_CASE_METHOD(Tooltips, "the tooltip of an element says when its kind was guessed, and which line changes that") {
  const std::string config =
      "cell air 1 1 1 0.5\ncell sand 9 9 9 0.85\ncell water 8 8 8 0.8\n"
      "rule air sand sand air\nrule air water water air\nautomaton conserving\n";
  const std::string end = "\nRight click: paint it with the right button.";
  drop_config(repose::test::write_text(folder / "guess.cfg", config));
  rest_on("element/sand");
  const std::string powder = "A powder, by its name; a line 'liquid sand' in the file changes that.";
  CHECK(sees("tooltip says sand\nDensity 0.85, powder\n" + powder + end));
  rest_on("element/water");
  const std::string liquid = "A liquid, by its density; a line 'powder water' in the file changes that.";
  CHECK(sees("tooltip says water\nDensity 0.8, liquid\n" + liquid + end));

  drop_config(repose::test::write_text(folder / "said.cfg", config + "liquid water\n"));
  rest_on("element/water");
  CHECK(sees("tooltip says water\nDensity 0.8, liquid" + end));
}

TEST_CASE_METHOD(Driver, "a long message ends at a word, and a click shows the newest hundred") {
  const std::string text =
      "This sentence is far too long for the status bar of a window of 1280 points, because the figures at the right "
      "and the element under the mouse need their places too, so its end cannot be there.";
  desk().messages.say("First.");
  desk().messages.say(text, Tone::warning);
  desk().messages.say(text, Tone::warning);
  frames(2);
  const std::string shown = words_that_fit(text, 400);
  REQUIRE(shown.size() < text.size());
  REQUIRE(shown.ends_with("..."));
  CHECK(text[shown.size() - 3] == ' ');  // nothing is cut within a word
  CHECK(words_that_fit("short", 400) == "short");
  CHECK(desk().messages.all()[0].text == text);
  CHECK(desk().messages.all()[1].text == "First.");
  click("status");
  CHECK(desk().dialogs->message_log.is_open());
  click("messages/close");
  CHECK_FALSE(desk().dialogs->message_log.is_open());
  for (int i = 0; i < 250; ++i) desk().messages.say(std::to_string(i));
  CHECK(desk().messages.all().size() == Messages::kKeptMax);
  CHECK(desk().messages.all().front().text == "249");
}
