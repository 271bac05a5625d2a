// The config editor: its text, what it reports, its files, its forms and the matrix.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "app/ui/editor/config_editor.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::read_text;
using repose::test::write_text;

namespace {

constexpr const char* kDeskConfig =
    "cell air    10  12  20 0.3\n"
    "cell sand  230 200 120 0.8\n"
    "cell gold  250 220  40 0.9\n"
    "\n"
    "rule air sand sand air\n"
    "rule air gold gold air\n"
    "rule sand gold gold sand\n";

// The app with kDeskConfig loaded from a file, the world empty and paused, and the editor open.
struct EditorTest : Driver {
  std::filesystem::path file = folder / "mine.cfg";

  EditorTest() {
    write_text(file, kDeskConfig);
    drop_config(file);
    empty_world(100, 100);
    key(SDLK_e, KMOD_LCTRL);
  }

  ConfigEditor& editor() { return *desk().editor; }
  TextEditor& written() { return editor().draft().text(); }
  const std::string& text() { return written().text(); }
  const ConfigAnalysis& analysis() { return editor().draft().analysis(); }
  // Puts the cursor before `part` and types.
  void type_before(const std::string& part, const std::string& typed) {
    written().set_cursor(text().find(part));
    type(typed);
  }
  // Waits until the problems are up to date.
  void rest() { frames(15); }
  // Waits until a change on disk has been noticed.
  void wait() { frames(80); }
  // Like another program; the time of the file changes even if the file system's clock is coarse.
  void change_on_disk(const std::string& text) {
    write_text(file, text);
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(3));
  }
};

std::string with(std::string text, const std::string& part, const std::string& by) {
  const auto at = text.find(part);
  REQUIRE(at != text.npos);
  return text.replace(at, part.size(), by);
}

}  // namespace

TEST_CASE_METHOD(
    EditorTest,
    "Ctrl+E opens the config that runs beside the world, and closes it; typed text goes into its text only") {
  CHECK(editor().visible());
  CHECK(text() == kDeskConfig);
  CHECK(camera().viewport().width == 1280 - 248 - 44 - 440);
  CHECK_FALSE(editor().draft().edited());
  key(SDLK_e, KMOD_LCTRL);
  CHECK_FALSE(sees("editor/apply"));
  CHECK(camera().viewport().width == 1280 - 248 - 44);
  menu({"View", "Config editor"});
  CHECK(editor().visible());
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
  const ImVec4 rect = place("editor/text");
  click(static_cast<int>(rect.x) + 150, static_cast<int>(rect.y) + 12);
  const std::size_t first = written().cursor();
  CHECK(first > 0);
  CHECK(first < 27);
  swing({static_cast<int>(rect.x) + 150, static_cast<int>(rect.y) + 12},
        {static_cast<int>(rect.x) + 150, static_cast<int>(rect.y) + 50});
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
    const Picture screen = picture();
    const Color ground = color_at(screen, {x, static_cast<int>(rect.w) - 20});
    int different = 0;
    for (int y = static_cast<int>(rect.y) + 4 * line_height - 8; y < static_cast<int>(rect.y) + 6 * line_height; ++y) {
      different += color_at(screen, {x, y}) == ground ? 0 : 1;
    }
    return different;
  };
  CHECK(marked() == 0);
  type_before("sand sand air", "s");
  rest();
  CHECK(marked() > 3);
}

TEST_CASE_METHOD(EditorTest,
                 "Revert takes all edits back, Ctrl+Z brings them again, and quitting with them asks once") {
  type_before("cell sand", "hidden air\n");
  const std::string edited = text();
  click("editor/revert");
  CHECK(text() == kDeskConfig);
  click("editor/text");
  key(SDLK_z, KMOD_LCTRL);
  CHECK(text() == edited);
  app().quit();
  CHECK(app().running());
  CHECK(message().find("unsaved changes") != std::string::npos);
  app().quit();
  CHECK_FALSE(app().running());
}

TEST_CASE_METHOD(EditorTest,
                 "the panel is made wider with the mouse, and never takes more than three fifths of the window") {
  const auto drag_grip_to = [&](int x) { swing({static_cast<int>(place("editor/splitter").x) + 2, 400}, {x, 400}); };
  drag_grip_to(700);
  CHECK(camera().viewport().width == 700 - 248 - 44);
  drag_grip_to(100);
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
      INFO(name);
      const ImVec4 at = d.place(name);
      CHECK((at.x >= 0 && at.z <= static_cast<float>(c.width) && at.w <= static_cast<float>(c.height)));
    }
    CHECK(d.camera().viewport().width > 0);
  }
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
  click("editor/completion/sand");
  CHECK(e.line(e.line_count() - 1) == "rule gold sand");
  type(" s");  // the text still has the focus
  REQUIRE(sees("editor/completion/sand"));
  key(SDLK_ESCAPE);  // closes the list and nothing else
  CHECK_FALSE(sees("editor/completion"));
  type("x sand");
  CHECK(e.line(e.line_count() - 1) == "rule gold sand sx sand");
  CHECK_FALSE(sees("editor/completion"));  // what is written out is not offered
}

TEST_CASE_METHOD(EditorTest, "the words of when, swap and set lines, groups and parameters are completed too") {
  TextEditor& e = written();
  click("editor/tab_text");
  e.set_cursor(e.text().size());
  type("automaton cons");
  key(SDLK_TAB);
  key(SDLK_RETURN);
  type("set metals gold\n");
  rest();  // until the text is read again
  struct Row {
    std::vector<const char*> typed;  // with the tab key behind each
    const char* line;
  };
  for (const Row& row : {Row{{"par", " fl"}, "parameter flow"},
                         {{"wh", " m", " to", " al", " be", " m", " a"}, "when metals touches all becomes metals air"},
                         {{"sw", " me", " al"}, "swap metals all"},
                         {{"wan", " me"}, "wander metals"},
                         {{"se", " me", " me", " s"}, "set metals metals sand"}}) {
    for (const char* part : row.typed) {
      type(part);
      key(SDLK_TAB);
    }
    CHECK(e.line(e.line_count() - 1) == row.line);
    type("\n");
  }
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
  written().set_cursor(0);
  const ImVec4 row = place("editor/note0");
  click(static_cast<int>(row.x) + 60, static_cast<int>(row.y + row.w) / 2);
  CHECK(written().line_column_of(written().cursor()).line == 9);
  CHECK(text() == typed);
  for (const bool in_form : {false, true}) {
    if (in_form) click("editor/tab_form");
    rest();
    click("editor/note0/remedy");
    rest();
    CHECK(text() == typed + "react acid\n");
    CHECK_FALSE(sees("editor/note0/remedy"));
    CHECK(message().starts_with("Added: react acid."));
    if (!in_form) CHECK(written().line_column_of(written().cursor()).line == 10);
    CHECK(editor().tab() == (in_form ? ConfigEditor::Tab::elements : ConfigEditor::Tab::text));
    key(SDLK_z, KMOD_LCTRL);
    rest();
    CHECK(text() == typed);
    CHECK(sees("editor/note0/remedy"));
  }
}

// ---- files ----

TEST_CASE_METHOD(EditorTest, "Save writes the file and runs it") {
  type_before("rule air sand", "hidden gold\n");
  SECTION("by its button") { click("editor/save"); }
  SECTION("by Ctrl+S") { key(SDLK_s, KMOD_LCTRL); }
  CHECK(read_text(file) == text());
  CHECK_FALSE(editor().draft().edited());
  CHECK(session().ruleset().elements[2].hidden);
  wait();
  CHECK(message() == "Saved mine.cfg.");
}

TEST_CASE_METHOD(EditorTest, "Save as writes another file, which is then the one that is edited and watched") {
  type_before("rule air sand", "hidden gold\n");
  desk().dialogs->browser.set_folder(folder.path());
  click("editor/save_as");
  click("browser/name");
  key(SDLK_a, KMOD_LCTRL);
  type("other");
  click("Save");
  CHECK(read_text(folder / "other.cfg") == text());
  CHECK(read_text(file) == kDeskConfig);
  CHECK(session().ruleset().source == (folder / "other.cfg").string());
  CHECK_FALSE(editor().asking());
  CHECK_FALSE(editor().draft().edited());
}

TEST_CASE_METHOD(Driver, "a config that came with Repose is saved under another name only") {
  key(SDLK_e, KMOD_LCTRL);
  const auto file = desk().editor->draft().file();
  REQUIRE(file == session().ruleset().source);
  const std::string before = read_text(file);
  desk().editor->draft().text().insert("# mine\n");
  click("editor/save");
  CHECK(desk().dialogs->browser.is_open());
  CHECK(read_text(file) == before);
}

TEST_CASE_METHOD(EditorTest, "a file that changes on disk is read again, and the world stays") {
  fill({48, 48}, {52, 52}, "gold");
  const std::string changed = with(kDeskConfig, "cell sand", "cell tar   9 9 9 0.5\ncell sand");
  SECTION("while the editor is open") {}
  SECTION("while it is closed") { key(SDLK_e, KMOD_LCTRL); }
  change_on_disk(changed);
  wait();
  CHECK(session().ruleset().elements.size() == 4);
  CHECK(cell(50, 50) == element("gold"));
  CHECK(text() == changed);
  CHECK(message() == "Reloaded mine.cfg: it changed on disk.");
}

TEST_CASE_METHOD(EditorTest, "a file that is broken on disk is shown with its problems and not run") {
  change_on_disk(with(kDeskConfig, "rule air sand", "rule air snd"));
  wait();
  CHECK(session().ruleset().reactions.size() == 3);
  CHECK(text() != kDeskConfig);
  CHECK(sees("editor/problem0"));
  CHECK(message() == "mine.cfg changed on disk. It has errors and was not loaded.");
  change_on_disk(with(kDeskConfig, "0.9", "0.7"));
  std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(9));
  wait();
  CHECK(session().ruleset().elements[2].density == 0.7);
}

TEST_CASE_METHOD(EditorTest, "a file that changes on disk while there are edits is asked about") {
  type_before("rule air sand", "hidden gold\n");
  const std::string mine = text(), theirs = with(kDeskConfig, "0.9", "0.7");
  change_on_disk(theirs);
  wait();
  REQUIRE(editor().asking());
  CHECK(text() == mine);
  SECTION("and may be kept away") {
    click("editor/keep");
    CHECK(text() == mine);
    CHECK(session().ruleset().elements[2].density == 0.9);
  }
  SECTION("and may replace them") {
    click("editor/discard");
    CHECK(text() == theirs);
    CHECK(session().ruleset().elements[2].density == 0.7);
  }
  frames(3);
  CHECK_FALSE(editor().asking());
}

TEST_CASE_METHOD(EditorTest,
                 "another config that is loaded is shown, unless edits would be lost: then the editor asks") {
  const std::string other = with(kDeskConfig, "0.9", "0.7"), third = with(kDeskConfig, "0.9", "0.6");
  drop_config(write_text(folder / "other.cfg", other));  // without edits
  CHECK_FALSE(editor().asking());
  CHECK(editor().draft().file() == folder / "other.cfg");
  type_before("rule air sand", "hidden gold\n");
  const std::string mine = text();
  drop_config(file);
  REQUIRE(editor().asking());
  click("editor/keep");
  CHECK_FALSE(editor().asking());
  CHECK(text() == mine);
  CHECK(editor().draft().applicable());
  drop_config(write_text(folder / "third.cfg", third));
  REQUIRE(editor().asking());
  click("editor/discard");
  CHECK(editor().draft().file() == folder / "third.cfg");
  CHECK(text() == third);
}

// ---- forms and matrix ----

TEST_CASE_METHOD(EditorTest,
                 "a colour and a density chosen in the form are in the text, and undo brings the old colour back") {
  click("editor/tab_form");
  click("editor/element/gold");
  // The first of the three fields is red: a drag to the right increases it, to the left decreases it.
  const CellPoint red{static_cast<int>(place("editor/color").x) + 30, middle_of("editor/color").y};
  swing(red, {red.x - 80, red.y});
  const Color color = analysis().rules().elements[2].color;
  CHECK(color.r < 250);
  CHECK(color.g == 220);
  CHECK(text() == with(kDeskConfig, "gold  250", "gold  " + std::to_string(color.r)));
  key(SDLK_z, KMOD_LCTRL);
  CHECK(text() == kDeskConfig);
  click("editor/tab_form");
  click("editor/element/sand");
  click("editor/density");
  const double density = analysis().rules().elements[1].density;
  CHECK(density > 0.4);
  CHECK(density < 0.6);
  CHECK(text() == with(kDeskConfig, "120 0.8", "120 " + fmt::format("{:g}", density)));
  click("editor/hidden");
  CHECK(analysis().rules().elements[1].hidden);
  CHECK(text().ends_with("hidden sand\n"));
}

TEST_CASE_METHOD(EditorTest, "a square of the matrix chooses a pair, and its products are written into its rule") {
  click("editor/tab_matrix");
  click("editor/cell/gold/sand");
  click("editor/first/gold/sand");
  REQUIRE(sees("editor/first/gold/sand/air"));
  key(SDLK_ESCAPE);  // closes the list of choices and changes nothing
  CHECK_FALSE(sees("editor/first/gold/sand/air"));
  CHECK(text() == kDeskConfig);
  click("editor/first/gold/sand");
  click("editor/first/gold/sand/air");
  // "rule sand gold gold sand" has the other order: gold is its second element.
  CHECK(text() == with(kDeskConfig, "rule sand gold gold sand", "rule sand gold gold air"));
  click("editor/apply");
  CHECK(session().ruleset().reactions[2].d == 0);
}

TEST_CASE_METHOD(EditorTest, "a new element gets rules by which it leaves the others alone") {
  click("editor/tab_form");
  click("editor/new_element");
  type("tar");
  key(SDLK_RETURN);
  REQUIRE(analysis().rules().elements.size() == 4);
  CHECK(analysis().kind(3, 0) == PairKind::undefined);
  click("editor/leave_alone");
  for (std::uint8_t other = 0; other < 3; ++other) {
    CHECK(analysis().kind(3, other) == PairKind::unchanged);
  }
  CHECK(analysis().diagnostics().empty());
  click("editor/element/sand");
  click("editor/name");  // renames it everywhere
  key(SDLK_a, KMOD_LCTRL);
  type("grit");
  key(SDLK_RETURN);
  CHECK(text().find("sand") == std::string::npos);
  CHECK(analysis().diagnostics().empty());
}

namespace {

// The form of gold in the desk's config, with our own words, for an automaton that has parameters.
struct Words : EditorTest {
  Words() {
    start = std::string(kDeskConfig) + "automaton conserving\n";
    write_text(file, start);
    drop_config(file);
    click("editor/tab_form");
    click("editor/element/gold");
    click("editor/more");
  }
  // What the text has besides the start.
  std::string added() {
    REQUIRE(text().starts_with(start));
    return text().substr(start.size());
  }
  void choose(const std::string& place, const std::string& word) {
    click(place);
    click(place + "/" + word);
  }
  std::string start;
};

}  // namespace

TEST_CASE_METHOD(Words, "the form adds and removes marks, bursts, lines of when, parameters and groups") {
  click("editor/burst");
  CHECK(added() == "burst gold 3 air\n");
  choose("editor/burst_into", "sand");
  CHECK(added() == "burst gold 3 sand\n");
  click("editor/burst_chance");
  CHECK(added().starts_with("burst gold 3 sand 0."));
  click("editor/burst_radius");
  CHECK_FALSE(added().starts_with("burst gold 3 "));
  click("editor/burst");
  CHECK(added().empty());

  click("editor/add_when");
  CHECK(added() == "when gold touches all becomes gold all\n");
  choose("editor/when/9/b", "sand");
  choose("editor/when/9/d", "air");
  CHECK(added() == "when gold touches sand becomes gold air\n");
  choose("editor/when/9/place", "above");
  CHECK(added() == "when gold above sand becomes gold air\n");
  click("editor/when/9/remove");
  CHECK(added().empty());

  click("editor/parameter/flow");
  CHECK(added() == "parameter flow 3\n");
  click("editor/parameter/flow");
  CHECK(added().empty());

  click("editor/new_group");
  type("shiny");
  key(SDLK_RETURN);
  CHECK(added() == "group shiny gold\n");
  click("editor/element/sand");
  click("editor/group/shiny");
  CHECK(added() == "group shiny gold sand\n");
  click("editor/group/shiny");
  CHECK(added() == "group shiny gold\n");

  click("editor/element/gold");
  for (const char* word : {"powder", "clone", "react", "airborne"}) {
    INFO(word);
    click(std::string("editor/") + word);
    CHECK(added().find(std::string(word) + " gold\n") != std::string::npos);
    click(std::string("editor/") + word);
    CHECK(added().find(std::string(word) + " gold\n") == std::string::npos);
  }
}

TEST_CASE_METHOD(Words, "the form writes numbers of our own words with sliders") {
  for (const char* word : {"shimmer", "viscosity", "wander", "resistance"}) {
    INFO(word);
    click(std::string("editor/") + word);
    CHECK(added().find(std::string(word) + " gold 0.") != std::string::npos);
  }
}

TEST_CASE_METHOD(Words, "the form puts an element into sets, and leaves alone what a line about a group says") {
  TextEditor& text = written();
  text.set_cursor(text.text().size());
  text.insert("set bright gold\nset shiny bright\nhidden bright\n");
  rest();
  click("editor/hidden");
  CHECK(added() == "set bright gold\nset shiny bright\nhidden bright\n");
  CHECK(message().find("Line 11 says so for a group") == 0);
  click("editor/group/shiny");
  CHECK(added() == "set bright gold\nset shiny bright\nhidden bright\n");
  click("editor/group/bright");
  CHECK(added() == "set shiny bright\nhidden bright\n");
}
