// The config editor and files: saved by it, changed on disk, loaded elsewhere.
#include "editor_desk.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::EditorTest;
using repose::test::kDeskConfig;
using repose::test::read_text;
using repose::test::with;
using repose::test::write_text;

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
  const CellPoint at = on_screen(50, 50);
  brush() = {5, BrushShape::square, false, element("gold"), 0};
  click(at.x, at.y);
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
  write_text(folder / "other.cfg", with(kDeskConfig, "0.9", "0.7"));
  SECTION("no edits") {
    drop_config(folder / "other.cfg");
    CHECK(editor().draft().file() == folder / "other.cfg");
    CHECK_FALSE(editor().asking());
  }
  SECTION("edits, kept") {
    type_before("rule air sand", "hidden gold\n");
    const std::string mine = text();
    drop_config(folder / "other.cfg");
    REQUIRE(editor().asking());
    click("editor/keep");
    CHECK_FALSE(editor().asking());
    CHECK(text() == mine);
    CHECK(editor().draft().applicable());
  }
  SECTION("edits, discarded") {
    type_before("rule air sand", "hidden gold\n");
    drop_config(folder / "other.cfg");
    click("editor/discard");
    CHECK(editor().draft().file() == folder / "other.cfg");
    CHECK(text() == with(kDeskConfig, "0.9", "0.7"));
  }
}
