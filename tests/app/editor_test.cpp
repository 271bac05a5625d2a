// The config editor: its panel, its text and what it reports.
#include "editor_desk.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::EditorTest;
using repose::test::kDeskConfig;
using repose::test::read_text;
using repose::test::with;

TEST_CASE("Ctrl+E opens the config that runs beside the world, and closes it") {
  EditorTest desk;
  CHECK(desk.editor().visible());
  CHECK(desk.text() == kDeskConfig);
  CHECK(desk.d.desk().view.canvas.camera().viewport().width == 1280 - 248 - 44 - 440);
  CHECK_FALSE(desk.editor().draft().edited());
  desk.d.key(SDLK_e, KMOD_LCTRL);
  desk.d.frames(2);
  CHECK_FALSE(landmarks().find("editor/apply").has_value());
  CHECK(desk.d.desk().view.canvas.camera().viewport().width == 1280 - 248 - 44);
  desk.d.click("menu/View");
  desk.d.click("menu/Config editor");
  CHECK(desk.editor().visible());
}

TEST_CASE("typed text goes into the text of the editor only") {
  EditorTest desk;
  desk.type_before("rule air sand", "# f b . space ");
  desk.d.key(SDLK_SPACE);
  desk.d.key(SDLK_b);
  CHECK(desk.text() == with(kDeskConfig, "rule air sand", "# f b . space rule air sand"));
  CHECK(desk.d.session().step_count() == 0);
  CHECK_FALSE(desk.d.desk().simulation.playing());
  CHECK(desk.d.desk().paint_box.brush().shape == BrushShape::round);
  CHECK(desk.editor().draft().edited());
  CHECK(landmarks().find("editor/edited").has_value());
}

TEST_CASE("the keys of an editor work on the text") {
  EditorTest desk;
  TextEditor& e = desk.editor().draft().text();
  e.set_cursor(0);
  desk.d.key(SDLK_END);
  desk.d.key(SDLK_RETURN);
  desk.d.type("hidden air");
  CHECK(e.line(1) == "hidden air");
  desk.d.key(SDLK_LEFT, KMOD_LCTRL | KMOD_LSHIFT);
  CHECK(e.selected_text() == "air");
  desk.d.key(SDLK_x, KMOD_LCTRL);
  CHECK(e.line(1) == "hidden ");
  desk.d.key(SDLK_v, KMOD_LCTRL);
  CHECK(e.line(1) == "hidden air");
  desk.d.key(SDLK_a, KMOD_LCTRL);
  desk.d.key(SDLK_DELETE);
  CHECK(desk.text().empty());
  for (int i = 0; i < 10; ++i) desk.d.key(SDLK_z, KMOD_LCTRL);
  CHECK(desk.text() == kDeskConfig);
  desk.d.key(SDLK_y, KMOD_LCTRL);
  CHECK(desk.text() != kDeskConfig);
}

TEST_CASE("a click sets the cursor, a drag selects, and a click on the world gives the keys back") {
  EditorTest desk;
  const auto rect = *landmarks().find("editor/text");
  desk.d.click(static_cast<int>(rect.x) + 150, static_cast<int>(rect.y) + 12);
  const std::size_t first = desk.editor().draft().text().cursor();
  CHECK(first > 0);
  CHECK(first < 27);
  desk.d.down();
  desk.d.frames(2);
  desk.d.move(static_cast<int>(rect.x) + 150, static_cast<int>(rect.y) + 50);
  desk.d.frames(2);
  desk.d.up();
  desk.d.frames(2);
  CHECK(desk.editor().draft().text().has_selection());
  CHECK(desk.editor().draft().text().line_column_of(desk.editor().draft().text().selection_end()).line > 0);
  const CellPoint world = desk.d.on_screen(50, 50);
  desk.d.click(world.x, world.y);
  CHECK(desk.d.cell(50, 50) != 0);
  desk.d.key(SDLK_b);
  CHECK(desk.text() == kDeskConfig);
  CHECK(desk.d.desk().paint_box.brush().shape == BrushShape::square);
}

TEST_CASE("Apply runs the text and keeps the world by the names of its elements") {
  EditorTest desk;
  desk.d.desk().paint_box.brush() = {5, BrushShape::square, false, desk.d.element("gold"), 0};
  const CellPoint at = desk.d.on_screen(50, 50);
  desk.d.click(at.x, at.y);
  REQUIRE(desk.d.cell(50, 50) == 2);
  desk.editor().draft().text().set_cursor(desk.text().find("cell gold"));
  desk.d.click("editor/tab_text");
  desk.d.type("cell tar 1 2 3 0.85\n");
  SECTION("by its button") { desk.d.click("editor/apply"); }
  SECTION("by Ctrl+Return") { desk.d.key(SDLK_RETURN, KMOD_LCTRL); }
  CHECK(desk.d.session().ruleset().elements.size() == 4);
  CHECK(desk.d.element("gold") == 3);
  CHECK(desk.d.cell(50, 50) == 3);
  CHECK_FALSE(desk.editor().files().applicable());
  CHECK(desk.editor().draft().edited());
  CHECK(read_text(desk.file) == kDeskConfig);
}

TEST_CASE("Apply with errors shows them and changes nothing") {
  EditorTest desk;
  desk.type_before("sand  230", "x");
  desk.d.click("editor/apply");
  CHECK(desk.d.desk().dialogs->problems.is_open());
  CHECK(desk.d.session().ruleset().elements[1].name == "sand");
  desk.d.key(SDLK_ESCAPE);
  desk.d.frames(3);
  CHECK(desk.text() == with(kDeskConfig, "cell sand", "cell xsand"));
}

TEST_CASE("a typo is reported while it is there, and a click on the report leads to it") {
  EditorTest desk;
  CHECK_FALSE(landmarks().find("editor/problem0").has_value());
  desk.type_before("sand sand air", "s");
  CHECK(desk.editor().busy());
  desk.rest();
  CHECK_FALSE(desk.editor().busy());
  const Diagnostic* problem = desk.editor().draft().analysis().problem_of_line(5);
  REQUIRE(problem != nullptr);
  CHECK(problem->severity == Severity::error);
  desk.editor().draft().text().set_cursor(0);
  desk.d.click("editor/problem0");
  CHECK(desk.editor().draft().text().cursor() == desk.text().find("ssand"));
  desk.d.key(SDLK_DELETE);
  desk.rest();
  CHECK(desk.editor().draft().analysis().problem_of_line(5) == nullptr);
  CHECK_FALSE(landmarks().find("editor/problem0").has_value());
}

TEST_CASE("a problem is marked beside its line") {
  EditorTest desk;
  const auto rect = *landmarks().find("editor/text");
  const int x = static_cast<int>(rect.x) + 9, line_height = 21;
  const auto marked = [&] {
    int different = 0;
    const Color ground = desk.d.pixel(x, static_cast<int>(rect.w) - 20);
    for (int y = static_cast<int>(rect.y) + 4 * line_height - 8; y < static_cast<int>(rect.y) + 6 * line_height; ++y) {
      different += desk.d.pixel(x, y) == ground ? 0 : 1;
    }
    return different;
  };
  CHECK(marked() == 0);
  desk.type_before("sand sand air", "s");
  desk.rest();
  CHECK(marked() > 3);
}

TEST_CASE("Revert takes all edits back, and Ctrl+Z brings them again") {
  EditorTest desk;
  desk.type_before("cell sand", "hidden air\n");
  const std::string edited = desk.text();
  desk.d.click("editor/revert");
  CHECK(desk.text() == kDeskConfig);
  desk.d.click("editor/text");
  desk.d.key(SDLK_z, KMOD_LCTRL);
  CHECK(desk.text() == edited);
}

TEST_CASE("the panel is made wider with the mouse, and never takes more than three fifths of the window") {
  EditorTest desk;
  const auto grip = *landmarks().find("editor/splitter");
  desk.d.move(static_cast<int>(grip.x) + 2, 400);
  desk.d.frames(2);
  desk.d.down();
  desk.d.frames(1);
  desk.d.move(700, 400);
  desk.d.frames(2);
  CHECK(desk.d.desk().view.canvas.camera().viewport().width == 700 - 248 - 44);
  desk.d.move(100, 400);
  desk.d.frames(2);
  desk.d.up();
  desk.d.frames(1);
  CHECK(desk.d.desk().view.canvas.camera().viewport().width >= 1280 * 2 / 5 - 248 - 44);
}

TEST_CASE("everything of the editor is inside the window, at any size") {
  struct Case {
    int width, height, percent;
  };
  for (const Case c : {Case{800, 600, 100}, Case{1920, 1080, 200}, Case{800, 600, 150}}) {
    AppOptions options;
    options.window_width = c.width;
    options.window_height = c.height;
    Driver d(options);
    INFO(c.width << " x " << c.height << " at " << c.percent);
    d.desk().settings.window.ui_scale_percent = c.percent;
    d.desk().style.restyle();
    d.key(SDLK_e, KMOD_LCTRL);
    d.frames(4);
    for (const char* name : {"editor/apply", "editor/revert", "editor/save", "editor/save_as", "editor/tab_matrix",
                             "editor/text", "editor/close"}) {
      const auto rect = landmarks().find(name);
      REQUIRE(rect.has_value());
      INFO(name);
      CHECK(rect->x >= 0);
      CHECK(rect->z <= static_cast<float>(c.width));
      CHECK(rect->w <= static_cast<float>(c.height));
    }
    CHECK(d.desk().view.canvas.camera().viewport().width > 0);
  }
}

TEST_CASE("quitting with unsaved edits asks once") {
  EditorTest desk;
  desk.type_before("rule air sand", "hidden gold\n");
  desk.d.app().quit();
  CHECK(desk.d.app().running());
  CHECK(desk.d.message().find("unsaved changes") != std::string::npos);
  desk.d.app().quit();
  CHECK_FALSE(desk.d.app().running());
}

TEST_CASE("names of elements and directives are completed while they are typed") {
  EditorTest desk;
  TextEditor& e = desk.editor().draft().text();
  desk.d.click("editor/tab_text");
  e.set_cursor(e.text().size());
  desk.d.type("ru");
  desk.d.frames(2);
  REQUIRE(landmarks().find("editor/completion/rule").has_value());
  desk.d.key(SDLK_TAB);
  CHECK(e.line(e.line_count() - 1) == "rule");
  desk.d.type(" g");
  desk.d.frames(2);
  REQUIRE(landmarks().find("editor/completion/gold").has_value());
  desk.d.key(SDLK_RETURN);
  CHECK(e.line(e.line_count() - 1) == "rule gold");
  desk.d.type(" s");
  desk.d.frames(2);
  SECTION("a click takes a word") {
    desk.d.click("editor/completion/sand");
    CHECK(e.line(e.line_count() - 1) == "rule gold sand");
    desk.d.type("!");
    CHECK(e.line(e.line_count() - 1) == "rule gold sand!");  // the text still has the focus
  }
  SECTION("Escape closes the list and nothing else") {
    desk.d.key(SDLK_ESCAPE);
    desk.d.frames(2);
    CHECK_FALSE(landmarks().find("editor/completion").has_value());
    desk.d.type("x");
    CHECK(e.line(e.line_count() - 1) == "rule gold sx");
  }
  SECTION("what is written out is not offered") {
    desk.d.type("and");
    desk.d.frames(3);
    CHECK_FALSE(landmarks().find("editor/completion").has_value());
  }
}

TEST_CASE("the words of a when line, groups and parameters are completed too") {
  EditorTest desk;
  TextEditor& e = desk.editor().draft().text();
  desk.d.click("editor/tab_text");
  e.set_cursor(e.text().size());
  desk.d.type("automaton cons");
  desk.d.frames(2);
  desk.d.key(SDLK_TAB);
  desk.d.key(SDLK_RETURN);
  desk.d.type("group metals gold\nparameter f");
  desk.d.frames(15);  // until the text is read again
  const auto complete = [&](const std::string& typed) {
    desk.d.type(typed);
    desk.d.frames(2);
    desk.d.key(SDLK_TAB);
  };
  complete("l");
  CHECK(e.line(e.line_count() - 1) == "parameter flow");
  desk.d.key(SDLK_RETURN);
  complete("wh");
  complete(" m");
  complete(" to");
  complete(" al");
  complete(" be");
  complete(" m");
  complete(" a");
  CHECK(e.line(e.line_count() - 1) == "when metals touches all becomes metals air");
}

TEST_CASE("swap and set, and groups behind the words that take them, are completed") {
  EditorTest desk;
  TextEditor& e = desk.editor().draft().text();
  desk.d.click("editor/tab_text");
  e.set_cursor(e.text().size());
  desk.d.type("set metals gold\n");
  desk.d.frames(15);  // until the text is read again
  const auto complete = [&](const std::string& typed) {
    desk.d.type(typed);
    desk.d.frames(2);
    desk.d.key(SDLK_TAB);
  };
  for (const char* word : {"sw", " me", " al"}) complete(word);
  CHECK(e.line(e.line_count() - 1) == "swap metals all");
  desk.d.type("\n");
  for (const char* word : {"wan", " me"}) complete(word);
  CHECK(e.line(e.line_count() - 1) == "wander metals");
  desk.d.type(" 0.5\n");
  for (const char* word : {"se", " me", " me", " s"}) complete(word);
  CHECK(e.line(e.line_count() - 1) == "set metals metals sand");
}

TEST_CASE("rules without effect are listed as notes when asked for, and a click leads to them") {
  EditorTest desk;
  desk.editor().draft().text().set_cursor(desk.text().size());
  desk.d.type("rule gold air air air");
  desk.d.key(SDLK_ESCAPE);
  desk.rest();
  REQUIRE(desk.editor().draft().analysis().note_of_line(6) != nullptr);
  CHECK(desk.editor().draft().analysis().note_of_line(6)->message.starts_with("overridden: line 8"));
  REQUIRE(desk.editor().draft().analysis().note_of_line(8) != nullptr);
  CHECK(desk.editor().draft().analysis().note_of_line(8)->message.starts_with("destroys matter"));
  CHECK_FALSE(landmarks().find("editor/note0").has_value());
  desk.d.click("editor/notes");
  desk.d.frames(3);
  desk.d.click("editor/note0");
  CHECK(desk.editor().draft().text().line_column_of(desk.editor().draft().text().cursor()).line == 5);
}

namespace {

constexpr const char* kSeldom =
    "cell acid 120 230  60 0.6\n"
    "rule air acid acid air\n"
    "rule sand acid acid air\n";

}  // namespace

TEST_CASE("a reaction that seldom happens is listed at once, and a click adds the line that changes it") {
  EditorTest desk;
  desk.d.click("editor/tab_text");
  desk.editor().draft().text().set_cursor(desk.text().size());
  desk.d.type(kSeldom);
  desk.rest();
  const std::string typed = desk.text();
  REQUIRE(desk.editor().draft().analysis().note_of_line(10) != nullptr);
  CHECK(desk.editor().draft().analysis().note_of_line(10)->remedy == "react acid");
  REQUIRE(landmarks().find("editor/note0/remedy").has_value());
  SECTION("the note leads to the line") {
    desk.editor().draft().text().set_cursor(0);
    const auto row = *landmarks().find("editor/note0");
    desk.d.click(static_cast<int>(row.x) + 60, static_cast<int>(row.y + row.w) / 2);
    CHECK(desk.editor().draft().text().line_column_of(desk.editor().draft().text().cursor()).line == 9);
    CHECK(desk.text() == typed);
  }
  SECTION("the button adds the line, and Ctrl+Z takes it back") {
    desk.d.click("editor/note0/remedy");
    desk.rest();
    CHECK(desk.text() == typed + "react acid\n");
    CHECK_FALSE(landmarks().find("editor/note0/remedy").has_value());
    CHECK(desk.editor().draft().text().line_column_of(desk.editor().draft().text().cursor()).line == 10);
    CHECK(desk.d.message().starts_with("Added: react acid."));
    desk.d.key(SDLK_z, KMOD_LCTRL);
    desk.rest();
    CHECK(desk.text() == typed);
    CHECK(landmarks().find("editor/note0/remedy").has_value());
  }
  SECTION("from the form too") {
    desk.d.click("editor/tab_form");
    desk.rest();
    desk.d.click("editor/note0/remedy");
    desk.rest();
    CHECK(desk.text() == typed + "react acid\n");
    CHECK(desk.editor().tab() == ConfigEditor::Tab::elements);
    desk.d.key(SDLK_z, KMOD_LCTRL);
    desk.rest();
    CHECK(desk.text() == typed);
  }
}
