// The config editor: its panel, its text and what it reports.
#include "editor_desk.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::EditorTest;
using repose::test::kDeskConfig;
using repose::test::read_text;
using repose::test::with;

TEST_CASE_METHOD(EditorTest, "Ctrl+E opens the config that runs beside the world, and closes it") {
  CHECK(editor().visible());
  CHECK(text() == kDeskConfig);
  CHECK(camera().viewport().width == 1280 - 248 - 44 - 440);
  CHECK_FALSE(editor().draft().edited());
  key(SDLK_e, KMOD_LCTRL);
  CHECK_FALSE(sees("editor/apply"));
  CHECK(camera().viewport().width == 1280 - 248 - 44);
  menu({"View", "Config editor"});
  CHECK(editor().visible());
}

TEST_CASE_METHOD(EditorTest, "typed text goes into the text of the editor only") {
  type_before("rule air sand", "# f b . space ");
  key(SDLK_SPACE);
  key(SDLK_b);
  CHECK(text() == with(kDeskConfig, "rule air sand", "# f b . space rule air sand"));
  CHECK(session().step_count() == 0);
  CHECK_FALSE(desk().simulation.playing());
  CHECK(brush().shape == BrushShape::round);
  CHECK(editor().draft().edited());
  CHECK(sees("editor/edited"));
}

TEST_CASE_METHOD(EditorTest, "the keys of an editor work on the text") {
  TextEditor& e = written();
  e.set_cursor(0);
  key(SDLK_END);
  key(SDLK_RETURN);
  type("hidden air");
  CHECK(e.line(1) == "hidden air");
  key(SDLK_LEFT, KMOD_LCTRL | KMOD_LSHIFT);
  CHECK(e.selected_text() == "air");
  key(SDLK_x, KMOD_LCTRL);
  CHECK(e.line(1) == "hidden ");
  key(SDLK_v, KMOD_LCTRL);
  CHECK(e.line(1) == "hidden air");
  key(SDLK_a, KMOD_LCTRL);
  key(SDLK_DELETE);
  CHECK(text().empty());
  for (int i = 0; i < 10; ++i) key(SDLK_z, KMOD_LCTRL);
  CHECK(text() == kDeskConfig);
  key(SDLK_y, KMOD_LCTRL);
  CHECK(text() != kDeskConfig);
}

TEST_CASE_METHOD(EditorTest, "a click sets the cursor, a drag selects, and a click on the world gives the keys back") {
  const auto rect = *landmarks().find("editor/text");
  click(static_cast<int>(rect.x) + 150, static_cast<int>(rect.y) + 12);
  const std::size_t first = written().cursor();
  CHECK(first > 0);
  CHECK(first < 27);
  down();
  frames(2);
  move(static_cast<int>(rect.x) + 150, static_cast<int>(rect.y) + 50);
  frames(2);
  up();
  frames(2);
  CHECK(written().has_selection());
  CHECK(written().line_column_of(written().selection_end()).line > 0);
  click_cell(50, 50);
  CHECK(cell(50, 50) != 0);
  key(SDLK_b);
  CHECK(text() == kDeskConfig);
  CHECK(brush().shape == BrushShape::square);
}

TEST_CASE_METHOD(EditorTest, "Apply runs the text and keeps the world by the names of its elements") {
  brush() = {5, BrushShape::square, false, element("gold"), 0};
  click_cell(50, 50);
  REQUIRE(cell(50, 50) == 2);
  written().set_cursor(text().find("cell gold"));
  click("editor/tab_text");
  type("cell tar 1 2 3 0.85\n");
  SECTION("by its button") { click("editor/apply"); }
  SECTION("by Ctrl+Return") { key(SDLK_RETURN, KMOD_LCTRL); }
  CHECK(session().ruleset().elements.size() == 4);
  CHECK(element("gold") == 3);
  CHECK(cell(50, 50) == 3);
  CHECK_FALSE(editor().draft().applicable());
  CHECK(editor().draft().edited());
  CHECK(read_text(file) == kDeskConfig);
}

TEST_CASE_METHOD(EditorTest, "Apply with errors shows them and changes nothing") {
  type_before("sand  230", "x");
  click("editor/apply");
  CHECK(desk().dialogs->problems.is_open());
  CHECK(session().ruleset().elements[1].name == "sand");
  key(SDLK_ESCAPE);
  CHECK(text() == with(kDeskConfig, "cell sand", "cell xsand"));
}

TEST_CASE_METHOD(EditorTest, "a typo is reported while it is there, and a click on the report leads to it") {
  CHECK_FALSE(sees("editor/problem0"));
  type_before("sand sand air", "s");
  CHECK(editor().busy());
  rest();
  CHECK_FALSE(editor().busy());
  const Diagnostic* problem = analysis().problem_of_line(5);
  REQUIRE(problem != nullptr);
  CHECK(problem->severity == Severity::error);
  written().set_cursor(0);
  click("editor/problem0");
  CHECK(written().cursor() == text().find("ssand"));
  key(SDLK_DELETE);
  rest();
  CHECK(analysis().problem_of_line(5) == nullptr);
  CHECK_FALSE(sees("editor/problem0"));
}

TEST_CASE_METHOD(EditorTest, "a problem is marked beside its line") {
  const auto rect = *landmarks().find("editor/text");
  const int x = static_cast<int>(rect.x) + 9, line_height = 21;
  const auto marked = [&] {
    int different = 0;
    const Color ground = pixel(x, static_cast<int>(rect.w) - 20);
    for (int y = static_cast<int>(rect.y) + 4 * line_height - 8; y < static_cast<int>(rect.y) + 6 * line_height; ++y) {
      different += pixel(x, y) == ground ? 0 : 1;
    }
    return different;
  };
  CHECK(marked() == 0);
  type_before("sand sand air", "s");
  rest();
  CHECK(marked() > 3);
}

TEST_CASE_METHOD(EditorTest, "Revert takes all edits back, and Ctrl+Z brings them again") {
  type_before("cell sand", "hidden air\n");
  const std::string edited = text();
  click("editor/revert");
  CHECK(text() == kDeskConfig);
  click("editor/text");
  key(SDLK_z, KMOD_LCTRL);
  CHECK(text() == edited);
}

TEST_CASE_METHOD(EditorTest,
                 "the panel is made wider with the mouse, and never takes more than three fifths of the window") {
  const auto grip = *landmarks().find("editor/splitter");
  move(static_cast<int>(grip.x) + 2, 400);
  frames(2);
  down();
  frames(1);
  move(700, 400);
  frames(2);
  CHECK(camera().viewport().width == 700 - 248 - 44);
  move(100, 400);
  frames(2);
  up();
  frames(1);
  CHECK(camera().viewport().width >= 1280 * 2 / 5 - 248 - 44);
}

TEST_CASE("everything of the editor is inside the window, at any size") {
  struct Case {
    int width, height, percent;
  };
  for (const Case c : {Case{800, 600, 100}, Case{1920, 1080, 200}, Case{800, 600, 150}}) {
    Driver d({.window_width = c.width, .window_height = c.height});
    INFO(c.width << " x " << c.height << " at " << c.percent);
    d.desk().settings.window.ui_scale_percent = c.percent;
    d.desk().style.restyle();
    d.key(SDLK_e, KMOD_LCTRL);
    for (const char* name : {"editor/apply", "editor/revert", "editor/save", "editor/save_as", "editor/tab_matrix",
                             "editor/text", "editor/close"}) {
      const auto rect = landmarks().find(name);
      REQUIRE(rect.has_value());
      INFO(name);
      CHECK(rect->x >= 0);
      CHECK(rect->z <= static_cast<float>(c.width));
      CHECK(rect->w <= static_cast<float>(c.height));
    }
    CHECK(d.camera().viewport().width > 0);
  }
}

TEST_CASE_METHOD(EditorTest, "quitting with unsaved edits asks once") {
  type_before("rule air sand", "hidden gold\n");
  app().quit();
  CHECK(app().running());
  CHECK(message().find("unsaved changes") != std::string::npos);
  app().quit();
  CHECK_FALSE(app().running());
}

TEST_CASE_METHOD(EditorTest, "names of elements and directives are completed while they are typed") {
  TextEditor& e = written();
  click("editor/tab_text");
  e.set_cursor(e.text().size());
  type("ru");
  REQUIRE(sees("editor/completion/rule"));
  key(SDLK_TAB);
  CHECK(e.line(e.line_count() - 1) == "rule");
  type(" g");
  REQUIRE(sees("editor/completion/gold"));
  key(SDLK_RETURN);
  CHECK(e.line(e.line_count() - 1) == "rule gold");
  type(" s");
  SECTION("a click takes a word") {
    click("editor/completion/sand");
    CHECK(e.line(e.line_count() - 1) == "rule gold sand");
    type("!");
    CHECK(e.line(e.line_count() - 1) == "rule gold sand!");  // the text still has the focus
  }
  SECTION("Escape closes the list and nothing else") {
    key(SDLK_ESCAPE);
    CHECK_FALSE(sees("editor/completion"));
    type("x");
    CHECK(e.line(e.line_count() - 1) == "rule gold sx");
  }
  SECTION("what is written out is not offered") {
    type("and");
    CHECK_FALSE(sees("editor/completion"));
  }
}

TEST_CASE_METHOD(EditorTest, "the words of a when line, groups and parameters are completed too") {
  TextEditor& e = written();
  click("editor/tab_text");
  e.set_cursor(e.text().size());
  type("automaton cons");
  key(SDLK_TAB);
  key(SDLK_RETURN);
  type("group metals gold\nparameter f");
  frames(15);  // until the text is read again
  const auto complete = [&](const std::string& typed) {
    type(typed);
    key(SDLK_TAB);
  };
  complete("l");
  CHECK(e.line(e.line_count() - 1) == "parameter flow");
  key(SDLK_RETURN);
  complete("wh");
  complete(" m");
  complete(" to");
  complete(" al");
  complete(" be");
  complete(" m");
  complete(" a");
  CHECK(e.line(e.line_count() - 1) == "when metals touches all becomes metals air");
}

TEST_CASE_METHOD(EditorTest, "swap and set, and groups behind the words that take them, are completed") {
  TextEditor& e = written();
  click("editor/tab_text");
  e.set_cursor(e.text().size());
  type("set metals gold\n");
  frames(15);  // until the text is read again
  const auto complete = [&](const std::string& typed) {
    type(typed);
    key(SDLK_TAB);
  };
  for (const char* word : {"sw", " me", " al"}) complete(word);
  CHECK(e.line(e.line_count() - 1) == "swap metals all");
  type("\n");
  for (const char* word : {"wan", " me"}) complete(word);
  CHECK(e.line(e.line_count() - 1) == "wander metals");
  type(" 0.5\n");
  for (const char* word : {"se", " me", " me", " s"}) complete(word);
  CHECK(e.line(e.line_count() - 1) == "set metals metals sand");
}

TEST_CASE_METHOD(EditorTest, "rules without effect are listed as notes when asked for, and a click leads to them") {
  written().set_cursor(text().size());
  type("rule gold air air air");
  key(SDLK_ESCAPE);
  rest();
  REQUIRE(analysis().note_of_line(6) != nullptr);
  CHECK(analysis().note_of_line(6)->message.starts_with("overridden: line 8"));
  REQUIRE(analysis().note_of_line(8) != nullptr);
  CHECK(analysis().note_of_line(8)->message.starts_with("destroys matter"));
  CHECK_FALSE(sees("editor/note0"));
  click("editor/notes");
  click("editor/note0");
  CHECK(written().line_column_of(written().cursor()).line == 5);
}

namespace {

constexpr const char* kSeldom =
    "cell acid 120 230  60 0.6\n"
    "rule air acid acid air\n"
    "rule sand acid acid air\n";

}  // namespace

TEST_CASE_METHOD(EditorTest,
                 "a reaction that seldom happens is listed at once, and a click adds the line that changes it") {
  click("editor/tab_text");
  written().set_cursor(text().size());
  type(kSeldom);
  rest();
  const std::string typed = text();
  REQUIRE(analysis().note_of_line(10) != nullptr);
  CHECK(analysis().note_of_line(10)->remedy == "react acid");
  REQUIRE(sees("editor/note0/remedy"));
  SECTION("the note leads to the line") {
    written().set_cursor(0);
    const auto row = *landmarks().find("editor/note0");
    click(static_cast<int>(row.x) + 60, static_cast<int>(row.y + row.w) / 2);
    CHECK(written().line_column_of(written().cursor()).line == 9);
    CHECK(text() == typed);
  }
  SECTION("the button adds the line, and Ctrl+Z takes it back") {
    click("editor/note0/remedy");
    rest();
    CHECK(text() == typed + "react acid\n");
    CHECK_FALSE(sees("editor/note0/remedy"));
    CHECK(written().line_column_of(written().cursor()).line == 10);
    CHECK(message().starts_with("Added: react acid."));
    key(SDLK_z, KMOD_LCTRL);
    rest();
    CHECK(text() == typed);
    CHECK(sees("editor/note0/remedy"));
  }
  SECTION("from the form too") {
    click("editor/tab_form");
    rest();
    click("editor/note0/remedy");
    rest();
    CHECK(text() == typed + "react acid\n");
    CHECK(editor().tab() == ConfigEditor::Tab::elements);
    key(SDLK_z, KMOD_LCTRL);
    rest();
    CHECK(text() == typed);
  }
}
