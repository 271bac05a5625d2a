// Discoveries in the app: noticed, told, listed, kept and exported.
#include "app/desk/discoveries.hpp"

#include <fstream>
#include <sstream>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

AppOptions kept_in(const std::filesystem::path& folder) {
  AppOptions options;
  options.state_folder = folder;
  return options;
}

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

bool is_found(Driver& d, std::string_view id) { return d.desk().discoveries.found(id) != nullptr; }

// Paints water onto dirt with the mouse, and plays until it is mud.
void make_mud(Driver& d) {
  d.empty_world(120, 80);
  d.fill({10, 60}, {110, 79}, "dirt");
  d.brush().element = d.element("water");
  d.brush().size = 9;
  d.desk().simulation.set_playing(true);
  d.drag({40, 40}, {70, 40});
  for (int i = 0; i < 600 && !is_found(d, "mud"); ++i) d.frames();
  d.draw(2);
}

void open_list(Driver& d, const std::string& chapter) {
  d.key(SDLK_F6, KMOD_LSHIFT);
  d.draw(2);
  REQUIRE(d.desk().dialogs->discoveries.is_open());
  d.click("discoveries/chapter/" + chapter);
  d.draw(2);
}

}  // namespace

TEST_CASE("painting water onto dirt discovers mud, a card tells of it, and the list shows it") {
  Driver d;
  CHECK_FALSE(is_found(d, "mud"));
  make_mud(d);
  REQUIRE(is_found(d, "mud"));
  CHECK(d.sees("discovery/mud"));
  open_list(d, "Water");
  CHECK(d.sees("discoveries/mud"));
  CHECK_FALSE(d.sees("discoveries/hint/mud"));
  CHECK_FALSE(d.sees("discoveries/campfire"));
  d.click("discoveries/chapter/Fire");
  d.draw(2);
  CHECK(d.sees("discoveries/hint/campfire"));
  d.click("discoveries/hint/campfire");
  d.draw(2);
  CHECK_FALSE(d.sees("discoveries/hint/campfire"));
  d.key(SDLK_ESCAPE);
  d.frames(60 * 8);  // the card goes
  d.draw(2);
  CHECK_FALSE(d.sees("discovery/mud"));
}

TEST_CASE("on a slow machine, where steps run behind the frames all the time, discoveries are told too") {
  Driver d;
  d.clock().seconds_per_step = 0.1;
  make_mud(d);
  REQUIRE(is_found(d, "mud"));
  CHECK(d.sees("discovery/mud"));
}

TEST_CASE("a click goes through the card of a discovery") {
  Driver d;
  make_mud(d);
  REQUIRE(d.sees("discovery/mud"));
  d.desk().simulation.set_playing(false);
  const CellPoint at = Driver::middle_of("discovery/mud");
  CHECK(d.desk().layout.canvas_at({static_cast<float>(at.x), static_cast<float>(at.y)}));
  const std::int64_t before = d.count("water");
  d.click(at.x, at.y);
  CHECK(d.count("water") > before);
}

TEST_CASE("a click on a discovery rewinds to the moment before it, as long as the time line holds it") {
  Driver d;
  make_mud(d);
  REQUIRE(is_found(d, "mud"));
  const std::uint64_t step = d.desk().discoveries.found("mud")->step;
  d.frames(120);
  REQUIRE(d.session().step_count() > step + 60);
  open_list(d, "Water");
  d.click("discoveries/mud");
  d.draw(2);
  CHECK_FALSE(d.desk().dialogs->discoveries.is_open());
  CHECK(d.session().step_count() == step);
  CHECK(d.count("mud") == 0);
  CHECK_FALSE(d.desk().simulation.playing());
  d.desk().simulation.step_once();
  CHECK(d.count("mud") > 0);

  d.desk().simulation.seek(d.session().timeline().oldest);
  d.frames(2);
  d.click_cell(20, 20);  // another future
  d.frames(2);
  CHECK_FALSE(d.desk().discoveries.moment("mud"));
}

TEST_CASE("the keyboard alone asks for a hint, and rewinds to a discovery of the next chapter") {
  Driver d;
  make_mud(d);
  const std::uint64_t step = d.desk().discoveries.found("mud")->step;
  d.key(SDLK_F6, KMOD_LSHIFT);
  d.draw(2);
  REQUIRE(d.sees("discoveries/hint/campfire"));
  d.key(SDLK_RETURN);
  d.draw(2);
  CHECK_FALSE(d.sees("discoveries/hint/campfire"));
  for (int i = 0; i < 30 && !d.sees("discoveries/mud"); ++i) {
    d.key(SDLK_RIGHT);
    d.draw(2);
  }
  REQUIRE(d.sees("discoveries/mud"));
  for (int i = 0; i < 4; ++i) d.key(SDLK_RIGHT);  // it is the fifth of its chapter
  d.key(SDLK_RETURN);
  d.draw(2);
  CHECK_FALSE(d.desk().dialogs->discoveries.is_open());
  CHECK(d.session().step_count() == step);
}

TEST_CASE("nothing is noticed with other rules, and the list says why") {
  Driver d;
  d.load_density_world();
  d.empty_world(120, 80);
  d.fill({10, 60}, {110, 79}, "water");
  d.desk().simulation.set_playing(true);
  d.brush().element = d.element("fire");
  d.drag({40, 55}, {70, 55});
  d.frames(120);
  for (std::size_t chapter = 0; chapter < 5; ++chapter) CHECK(d.desk().discoveries.found_in(chapter) == 0);
  CHECK(d.desk().discoveries.why_not().starts_with("Nothing is noticed now"));
  open_list(d, "Water");
  CHECK(d.sees("discoveries/count"));
}

TEST_CASE("the card is told to be quiet in the settings, and what is found is still in the list") {
  Driver d;
  d.key(SDLK_COMMA, KMOD_CTRL);
  d.draw(2);
  d.click("settings/discoveries");
  d.key(SDLK_ESCAPE);
  CHECK_FALSE(d.desk().settings.tells_discoveries);
  make_mud(d);
  CHECK(is_found(d, "mud"));
  CHECK_FALSE(d.sees("discovery/mud"));
  Settings settings;
  settings.tells_discoveries = false;
  std::string problem;
  CHECK_FALSE(read_settings(settings_text(settings), problem).tells_discoveries);
}

TEST_CASE("discoveries are kept in a file, with those of another window, and of another version") {
  test::TemporaryFolder folder;
  const auto file = folder / "discoveries.json";
  {
    Driver d(kept_in(folder.path()));
    make_mud(d);
    REQUIRE(is_found(d, "mud"));
    d.frames(10);
  }
  auto found = read_discoveries(content(file));
  REQUIRE(found);
  CHECK(found->at("mud").date.size() == 10);
  (*found)["unheard-of"] = {"2031-01-01", "Valley", 7};
  {
    Driver d(kept_in(folder.path()));
    d.frames(2);
    CHECK(is_found(d, "mud"));
    std::ofstream(file, std::ios::binary) << discoveries_text(*found);  // another window
    d.empty_world(120, 80);
    d.fill({10, 70}, {110, 79}, "stone");
    d.fill({10, 60}, {110, 69}, "water");
    d.brush().element = d.element("salt");
    d.desk().simulation.set_playing(true);
    d.drag({40, 50}, {70, 50});
    for (int i = 0; i < 600 && !is_found(d, "soup"); ++i) d.frames();
    REQUIRE(is_found(d, "soup"));
    d.frames(10);
  }
  found = read_discoveries(content(file));
  REQUIRE(found);
  CHECK(found->contains("mud"));
  CHECK(found->contains("soup"));
  CHECK(found->at("unheard-of").step == 7);
}

TEST_CASE("a damaged file of discoveries is kept aside, with a message") {
  for (const std::string damaged : {"{", "", "[1, 2]", "{\"found\": 3}", "\xff\xfe nonsense"}) {
    test::TemporaryFolder folder;
    std::ofstream(folder / "discoveries.json", std::ios::binary) << damaged;
    Driver d(kept_in(folder.path()));
    d.frames(2);
    CHECK(d.message().starts_with("The file of discoveries is damaged. It is kept as discoveries.json.damaged"));
    CHECK(content(folder / "discoveries.json.damaged") == damaged);
    CHECK_FALSE(std::filesystem::exists(folder / "discoveries.json"));
  }
  CHECK(read_discoveries(R"({"found": {"mud": 3, "soup": {"date": 1, "step": -2}}})")->size() == 2);
}

TEST_CASE("what was found is exported as a text") {
  test::TemporaryFolder folder;
  Driver d;
  make_mud(d);
  d.desk().dialogs->browser.set_folder(folder.path());
  open_list(d, "Water");
  d.click("discoveries/export");
  REQUIRE(d.desk().dialogs->browser.is_open());
  d.click("Save");
  d.draw(2);
  const std::string text = content(folder / "discoveries.md");
  CHECK(text.starts_with("# Discoveries\n\n"));
  CHECK(text.find("## Water") != text.npos);
  CHECK(text.find("- **Mud**: water + dirt → mud. ") != text.npos);
  CHECK(text.find("Campfire") == text.npos);
}
