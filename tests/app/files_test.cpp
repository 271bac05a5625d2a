#include <fstream>

#include "driver.hpp"
#include "repose/picture.hpp"
#include "user_dirs_support.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

constexpr const char* kGoodConfig =
    "cell air 10 12 20 0.3\n"
    "cell sand 230 200 120 0.8\n"
    "cell gold 250 220 40 0.9\n"
    "rule air sand sand air\n"
    "rule air gold gold air\n"
    "rule sand gold gold sand\n";

constexpr const char* kBadConfig =
    "cell air 10 12 20 0.3\n"
    "cell sand 230 200 120 0.8\n"
    "rule air sandd sand air\n";

}  // namespace

TEST_CASE_METHOD(Driver, "a config dropped on the window runs, and the world keeps what has the same name") {
  empty_world(100, 100);
  brush() = {9, BrushShape::square, false, element("sand"), 0};
  click_cell(50, 50);
  drop_config(test::write_text(folder / "gold.cfg", kGoodConfig));
  CHECK(session().ruleset().elements.size() == 3);
  CHECK(cell(50, 50) == element("sand"));
  CHECK(session().ruleset().elements[brush().element].name == "sand");
  click("element/gold");
  CHECK(brush().element == 2);
}

TEST_CASE_METHOD(Driver, "a config with errors shows them with line and text while the running world continues") {
  const auto elements = session().ruleset().elements.size();
  drop_config(test::write_text(folder / "bad.cfg", kBadConfig));
  REQUIRE(desk().dialogs->problems.is_open());
  REQUIRE_FALSE(desk().dialogs->problems.problems().diagnostics.empty());
  const Diagnostic& first = desk().dialogs->problems.problems().diagnostics.front();
  CHECK(first.line == 3);
  CHECK(first.column == 10);
  CHECK(first.excerpt == "rule air sandd sand air");
  CHECK(session().ruleset().elements.size() == elements);
  const auto steps = session().step_count();
  frames(10);
  CHECK(session().step_count() > steps);

  SECTION("closed, it changes nothing") {
    click("Close");
    CHECK_FALSE(desk().dialogs->problems.is_open());
    CHECK(session().ruleset().elements.size() == elements);
  }
  SECTION("what is sound can be loaded all the same") {
    const auto accept = desk().dialogs->problems.problems().accept;
    REQUIRE(accept.has_value());
    desk().files.opener.load_config(*accept, "bad.cfg");
    frames(2);
    CHECK(session().ruleset().elements.size() == 2);
    CHECK_FALSE(desk().dialogs->problems.is_open());
  }
}

TEST_CASE_METHOD(Driver, "a dropped config asks which world to go on with, and the empty world is one answer") {
  const std::string before = session().ruleset().title;
  drop(test::write_text(folder / "gold.cfg", kGoodConfig));
  CHECK(session().ruleset().title == before);
  click("choice/empty");
  CHECK(session().ruleset().elements.size() == 3);
  const World world = session().download();
  CHECK(std::ranges::all_of(world.cells(), [](std::uint8_t element) { return element == 0; }));
}

TEST_CASE_METHOD(Driver, "F5 reads the config again") {
  const auto path = test::write_text(folder / "mine.cfg", kGoodConfig);
  drop(path);
  test::write_text(
      path,
      std::string(kGoodConfig) +
          "cell coal 20 20 20 0.85\nrule air coal coal air\nrule sand coal coal sand\nrule gold coal gold coal\n");
  key(SDLK_F5);
  CHECK(session().ruleset().find("coal").has_value());
}

TEST_CASE("a config is loaded through the file browser in three clicks") {
  TemporaryFolder folder;
  test::write_text(folder / "gold.cfg", kGoodConfig);
  Driver d;
  d.desk().dialogs->browser.set_folder(folder.path());
  d.key(SDLK_o, KMOD_LCTRL);
  d.click("browser/gold.cfg");
  d.click("Open");
  CHECK(d.session().ruleset().find("gold").has_value());
}

TEST_CASE_METHOD(Driver, "a picture is saved in palette colours and comes back as the same world") {
  frames(20);
  desk().simulation.set_playing(false);
  const World before = session().download();
  desk().files.opener.save_picture(folder / "world");
  REQUIRE(std::filesystem::exists(folder / "world.png"));
  key(SDLK_r);  // clear
  drop(folder / "world.png");
  const World after = session().download();
  REQUIRE(after.cell_count() == before.cell_count());
  // Elements of the same colour cannot be told apart in a picture, so this compares the colours.
  const auto& elements = session().ruleset().elements;
  for (std::size_t i = 0; i < before.cell_count(); ++i) {
    if (!(elements[before.cells()[i]].color == elements[after.cells()[i]].color))
      FAIL("cell " << i << " changed its colour");
  }
}

TEST_CASE_METHOD(Driver, "a torn picture changes nothing and says so") {
  desk().simulation.set_playing(false);
  desk().files.opener.save_picture(folder / "world.png");
  const std::string whole = repose::test::read_text(folder / "world.png");
  test::write_text(folder / "torn.png", whole.substr(0, whole.size() / 2));
  const auto hash = session().hash();
  drop(folder / "torn.png");
  CHECK(session().hash() == hash);
  CHECK(desk().messages.last().tone == Tone::error);
}

TEST_CASE("F2 writes what the screen shows") {
  const test::PicturesFolder folder;
  Driver d;
  d.key(SDLK_F2);
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    Picture picture;
    REQUIRE(read_png(entry.path(), picture).ok());
    CHECK(picture.width == 1280);
    CHECK(picture.height == 800);
    ++pictures;
  }
  CHECK(pictures == 1);
}

TEST_CASE("a start with a config and a picture opens both, in any order") {
  TemporaryFolder folder;
  const auto config = test::write_text(folder / "gold.cfg", kGoodConfig);
  Picture picture{70, 66, std::vector<std::uint8_t>(70 * 66 * 3)};
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3) {
    picture.rgb[i] = 250;
    picture.rgb[i + 1] = 220;
    picture.rgb[i + 2] = 40;
  }
  REQUIRE(write_png(folder / "gold.png", picture).ok());
  const std::string config_name = config.string(), picture_name = (folder / "gold.png").string();
  std::string program = "repose";
  std::string first = picture_name, second = config_name;
  char* arguments[] = {program.data(), first.data(), second.data()};
  AppOptions options;
  REQUIRE_FALSE(parse_app_options(3, arguments, options).has_value());
  Driver d(options);
  CHECK(d.session().width() == 70);
  d.desk().simulation.set_playing(false);
  CHECK(d.session().ruleset().elements.size() == 3);
}

TEST_CASE("command line mistakes end with exit code 2") {
  const auto parse = [](std::vector<std::string> words) {
    std::vector<char*> arguments;
    words.insert(words.begin(), "repose");
    for (std::string& word : words) arguments.push_back(word.data());
    AppOptions options;
    return parse_app_options(static_cast<int>(arguments.size()), arguments.data(), options);
  };
  CHECK(parse({"--backend", "quantum"}) == 2);
  CHECK(parse({"--no-such-option"}) == 2);
  CHECK(parse({"/no/such/file.cfg"}) == 2);
  CHECK(parse({"--help"}) == 0);
  CHECK_FALSE(parse({"--software", "--no-sound"}).has_value());
}

TEST_CASE_METHOD(Driver, "files that were opened come first in the list of recent files and open again from the menu") {
  const auto gold = test::write_text(folder / "gold.cfg", kGoodConfig);
  const auto other = test::write_text(folder / "other.cfg",
                                      "cell night 1 2 3 0.3\ncell dust 200 200 200 0.8\nrule night dust dust night\n");
  drop_config(gold);
  drop_config(other);
  REQUIRE(desk().settings.recent.files.size() == 2);
  CHECK(desk().settings.recent.files.front() == other.string());
  menu({"File", "Recent files", "recent/" + gold.string()});
  CHECK(session().ruleset().find("gold").has_value());
  CHECK(desk().settings.recent.files.front() == gold.string());
}

TEST_CASE("a file that is not there is said without moving the list, whose files are where they were") {
  TemporaryFolder folder;
  test::write_text(folder / "gold.cfg", kGoodConfig);
  Driver d;
  d.desk().dialogs->browser.set_folder(folder.path());
  d.key(SDLK_o, KMOD_LCTRL);
  const ImVec4 before = landmarks().find("browser/gold.cfg").value();
  d.type("silver.cfg");
  d.key(SDLK_RETURN);
  CHECK(landmarks().find("browser/warning").has_value());
  CHECK(landmarks().find("browser/gold.cfg")->y == before.y);
  d.click("browser/gold.cfg");
  CHECK_FALSE(landmarks().find("browser/warning").has_value());
  d.click("Open");
  CHECK(d.session().ruleset().find("gold").has_value());
}

TEST_CASE("each file that would be replaced is asked about, by the name that it will have") {
  TemporaryFolder folder;
  test::write_text(folder / "a.repose", "precious");
  test::write_text(folder / "b.repose", "precious too");
  Driver d;
  d.desk().dialogs->browser.set_folder(folder.path());
  const auto choose = [&](const char* name) {
    d.click("browser/name");
    d.key(SDLK_a, KMOD_LCTRL);
    d.type(name);
    d.key(SDLK_RETURN);
  };
  d.key(SDLK_s, KMOD_LCTRL | KMOD_LSHIFT);
  choose("a.repose");
  CHECK(landmarks().find("browser/warning").has_value());
  choose("b");
  CHECK(landmarks().find("browser/warning").has_value());
  REQUIRE(d.desk().dialogs->browser.is_open());
  choose("c");
  CHECK_FALSE(d.desk().dialogs->browser.is_open());
  CHECK(d.desk().files.worlds.settle());
  CHECK(std::filesystem::exists(folder / "c.repose"));
  CHECK(repose::test::read_text(folder / "a.repose") == "precious");
  CHECK(repose::test::read_text(folder / "b.repose") == "precious too");
}

TEST_CASE("a config with errors opens in the editor, at the first error, without running") {
  TemporaryFolder folder;
  const auto file = repose::test::write_text(folder / "bad.cfg", "cell air 0 0 0 0.3\ncell sand 1 2\n");
  Driver d;
  const std::string before = d.session().ruleset().title;
  d.drop(file);
  d.click("problems/edit");
  CHECK(d.desk().editor->visible());
  CHECK(d.desk().editor->draft().file() == file);
  CHECK(d.desk().editor->draft().text().text() == "cell air 0 0 0 0.3\ncell sand 1 2\n");
  CHECK(d.session().ruleset().title == before);
}
