#include <fstream>

#include "driver.hpp"
#include "repose/picture.hpp"
#include "session/run_state.hpp"
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

TEST_CASE_METHOD(Driver, "a config that is dropped asks which world to go on with, and F5 reads it again") {
  empty_world(100, 100);
  fill({46, 46}, {54, 54}, "sand");
  const std::string before = session().ruleset().title;
  const auto path = test::write_text(folder / "gold.cfg", kGoodConfig);
  drop(path);
  CHECK(session().ruleset().title == before);
  click("choice/keep");
  CHECK(session().ruleset().elements.size() == 3);
  CHECK(cell(50, 50) == element("sand"));
  CHECK(session().ruleset().elements[brush().element].name == "sand");
  click("element/gold");
  CHECK(brush().element == 2);
  test::write_text(
      path,
      std::string(kGoodConfig) +
          "cell coal 20 20 20 0.85\nrule air coal coal air\nrule sand coal coal sand\nrule gold coal gold coal\n");
  key(SDLK_F5);
  CHECK(session().ruleset().find("coal").has_value());
  CHECK(cell(50, 50) == element("sand"));
  drop(test::write_text(folder / "other.cfg", kGoodConfig));
  click("choice/empty");
  CHECK(count("air") == std::int64_t{session().width()} * session().height());
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

  const auto accept = desk().dialogs->problems.problems().accept;
  click("Close");
  CHECK_FALSE(desk().dialogs->problems.is_open());
  CHECK(session().ruleset().elements.size() == elements);
  drop(folder / "bad.cfg");
  click("problems/edit");  // opens the config in the editor, without running it
  CHECK(desk().editor->draft().file() == folder / "bad.cfg");
  CHECK(desk().editor->draft().text().text() == kBadConfig);
  CHECK(session().ruleset().elements.size() == elements);
  REQUIRE(accept.has_value());  // what is sound can be loaded all the same
  desk().files.opener.load_config(*accept, "bad.cfg");
  frames(2);
  CHECK(session().ruleset().elements.size() == 2);
  CHECK_FALSE(desk().dialogs->problems.is_open());
}

TEST_CASE_METHOD(Driver,
                 "a picture is saved in palette colours and comes back as the same world; a torn one changes nothing") {
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
  d.draw();
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
  Picture picture{70, 66, {}};
  for (int i = 0; i < 70 * 66; ++i) picture.rgb.insert(picture.rgb.end(), {250, 220, 40});
  REQUIRE(write_png(folder / "gold.png", picture).ok());
  std::string program = "repose", first = (folder / "gold.png").string(), second = config.string();
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

TEST_CASE_METHOD(Driver,
                 "a config is opened in the file browser, which says what is not there without moving the list") {
  test::write_text(folder / "gold.cfg", kGoodConfig);
  desk().dialogs->browser.set_folder(folder.path());
  key(SDLK_o, KMOD_LCTRL);
  const ImVec4 before = place("browser/gold.cfg");
  type("silver.cfg");
  key(SDLK_RETURN);
  CHECK(sees("browser/warning"));
  CHECK(place("browser/gold.cfg").y == before.y);
  click("browser/gold.cfg");
  CHECK_FALSE(sees("browser/warning"));
  click("Open");
  CHECK(session().ruleset().find("gold").has_value());
}

TEST_CASE_METHOD(Driver, "a challenge of one's own is begun, and one with errors shows them") {
  const std::string text =
      "challenge Mine\ntext Fill it.\nworld 64 40\nregion basin 0 20 63 39\nallow water 500\n"
      "goal at least 10 water in basin\n";
  drop(test::write_text(folder / "mine.challenge", text));
  frames(4);
  REQUIRE(session().state().origin.challenge != nullptr);
  CHECK(session().state().origin.challenge->title == "Mine");
  drop(test::write_text(folder / "bad.challenge", text + "allow air\n"));
  frames(4);
  CHECK(session().state().origin.challenge->title == "Mine");
  REQUIRE(desk().dialogs->problems.is_open());
  CHECK(desk().dialogs->problems.problems().diagnostics.front().message ==
        "this is the background; to allow erasing, write erase");
}

TEST_CASE_METHOD(Driver, "in the file browser the arrows choose a name, and Return opens it") {
  test::write_text(folder / "gold.cfg", kGoodConfig);
  test::write_text(folder / "a.cfg", "cell");
  desk().dialogs->browser.set_folder(folder.path());
  key(SDLK_RIGHT);  // the cursor of the canvas
  key(SDLK_o, KMOD_LCTRL);
  frames(4);
  key(SDLK_UP);  // the last one
  frames(4);
  key(SDLK_UP);
  frames(4);
  key(SDLK_DOWN);
  frames(4);
  key(SDLK_RETURN);
  frames(4);
  REQUIRE(desk().dialogs->world_choice.is_open());
  key(SDLK_RETURN);
  frames(4);
  CHECK(session().ruleset().title == "gold.cfg");
}

TEST_CASE_METHOD(Driver, "each file that would be replaced is asked about, by the name that it will have") {
  test::write_text(folder / "a.repose", "precious");
  test::write_text(folder / "b.repose", "precious too");
  desk().dialogs->browser.set_folder(folder.path());
  const auto choose = [&](const char* name) {
    click("browser/name");
    key(SDLK_a, KMOD_LCTRL);
    type(name);
    key(SDLK_RETURN);
  };
  key(SDLK_s, KMOD_LCTRL | KMOD_LSHIFT);
  for (const char* name : {"a.repose", "b"}) {
    choose(name);
    CHECK(sees("browser/warning"));
  }
  REQUIRE(desk().dialogs->browser.is_open());
  choose("c");
  CHECK_FALSE(desk().dialogs->browser.is_open());
  CHECK(desk().files.worlds.settle());
  CHECK(std::filesystem::exists(folder / "c.repose"));
  CHECK(repose::test::read_text(folder / "a.repose") == "precious");
  CHECK(repose::test::read_text(folder / "b.repose") == "precious too");
}
