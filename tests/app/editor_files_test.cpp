// The config editor and files: saved by it, changed on disk, loaded elsewhere.
#include "editor_desk.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::EditorTest;
using repose::test::kDeskConfig;
using repose::test::read_text;
using repose::test::with;
using repose::test::write_text;

TEST_CASE("Save writes the file and runs it") {
  EditorTest desk;
  desk.type_before("rule air sand", "hidden gold\n");
  SECTION("by its button") { desk.d.click("editor/save"); }
  SECTION("by Ctrl+S") { desk.d.key(SDLK_s, KMOD_LCTRL); }
  CHECK(read_text(desk.file) == desk.text());
  CHECK_FALSE(desk.editor().draft().edited());
  CHECK(desk.d.session().ruleset().elements[2].hidden);
  desk.wait();
  CHECK(desk.d.message() == "Saved mine.cfg.");
}

TEST_CASE("Save as writes another file, which is then the one that is edited and watched") {
  EditorTest desk;
  desk.type_before("rule air sand", "hidden gold\n");
  desk.d.desk().dialogs->browser.set_folder(desk.folder.path());
  desk.d.click("editor/save_as");
  desk.d.frames(2);
  desk.d.click("browser/name");
  desk.d.key(SDLK_a, KMOD_LCTRL);
  desk.d.type("other");
  desk.d.click("Save");
  desk.d.frames(3);
  CHECK(read_text(desk.folder / "other.cfg") == desk.text());
  CHECK(read_text(desk.file) == kDeskConfig);
  CHECK(desk.d.session().ruleset().source == (desk.folder / "other.cfg").string());
  CHECK_FALSE(desk.editor().asking());
  CHECK_FALSE(desk.editor().draft().edited());
}

TEST_CASE("a config that came with Repose is saved under another name only") {
  Driver d;
  d.key(SDLK_e, KMOD_LCTRL);
  d.frames(2);
  const auto file = d.desk().editor->draft().file();
  REQUIRE(file == d.session().ruleset().source);
  const std::string before = read_text(file);
  d.desk().editor->draft().text().insert("# mine\n");
  d.click("editor/save");
  d.frames(2);
  CHECK(d.desk().dialogs->browser.is_open());
  CHECK(read_text(file) == before);
}

TEST_CASE("a file that changes on disk is read again, and the world stays") {
  EditorTest desk;
  const CellPoint at = desk.d.on_screen(50, 50);
  desk.d.desk().paint_box.brush() = {5, BrushShape::square, false, desk.d.element("gold"), 0};
  desk.d.click(at.x, at.y);
  const std::string changed = with(kDeskConfig, "cell sand", "cell tar   9 9 9 0.5\ncell sand");
  SECTION("while the editor is open") {}
  SECTION("while it is closed") { desk.d.key(SDLK_e, KMOD_LCTRL); }
  desk.change_on_disk(changed);
  desk.wait();
  CHECK(desk.d.session().ruleset().elements.size() == 4);
  CHECK(desk.d.cell(50, 50) == desk.d.element("gold"));
  CHECK(desk.text() == changed);
  CHECK(desk.d.message() == "Reloaded mine.cfg: it changed on disk.");
}

TEST_CASE("a file that is broken on disk is shown with its problems and not run") {
  EditorTest desk;
  desk.change_on_disk(with(kDeskConfig, "rule air sand", "rule air snd"));
  desk.wait();
  CHECK(desk.d.session().ruleset().reactions.size() == 3);
  CHECK(desk.text() != kDeskConfig);
  CHECK(landmarks().find("editor/problem0").has_value());
  CHECK(desk.d.message() == "mine.cfg changed on disk. It has errors and was not loaded.");
  desk.change_on_disk(with(kDeskConfig, "0.9", "0.7"));
  std::filesystem::last_write_time(desk.file, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(9));
  desk.wait();
  CHECK(desk.d.session().ruleset().elements[2].density == 0.7);
}

TEST_CASE("a file that changes on disk while there are edits is asked about") {
  EditorTest desk;
  desk.type_before("rule air sand", "hidden gold\n");
  const std::string mine = desk.text(), theirs = with(kDeskConfig, "0.9", "0.7");
  desk.change_on_disk(theirs);
  desk.wait();
  REQUIRE(desk.editor().asking());
  CHECK(desk.text() == mine);
  SECTION("and may be kept away") {
    desk.d.click("editor/keep");
    CHECK(desk.text() == mine);
    CHECK(desk.d.session().ruleset().elements[2].density == 0.9);
  }
  SECTION("and may replace them") {
    desk.d.click("editor/discard");
    CHECK(desk.text() == theirs);
    CHECK(desk.d.session().ruleset().elements[2].density == 0.7);
  }
  desk.d.frames(3);
  CHECK_FALSE(desk.editor().asking());
}

TEST_CASE("another config that is loaded is shown, unless edits would be lost: then the editor asks") {
  EditorTest desk;
  write_text(desk.folder / "other.cfg", with(kDeskConfig, "0.9", "0.7"));
  SECTION("no edits") {
    desk.d.drop_config(desk.folder / "other.cfg");
    CHECK(desk.editor().draft().file() == desk.folder / "other.cfg");
    CHECK_FALSE(desk.editor().asking());
  }
  SECTION("edits, kept") {
    desk.type_before("rule air sand", "hidden gold\n");
    const std::string mine = desk.text();
    desk.d.drop_config(desk.folder / "other.cfg");
    REQUIRE(desk.editor().asking());
    desk.d.click("editor/keep");
    desk.d.frames(3);
    CHECK_FALSE(desk.editor().asking());
    CHECK(desk.text() == mine);
    CHECK(desk.editor().files().applicable());
  }
  SECTION("edits, discarded") {
    desk.type_before("rule air sand", "hidden gold\n");
    desk.d.drop_config(desk.folder / "other.cfg");
    desk.d.click("editor/discard");
    CHECK(desk.editor().draft().file() == desk.folder / "other.cfg");
    CHECK(desk.text() == with(kDeskConfig, "0.9", "0.7"));
  }
}
