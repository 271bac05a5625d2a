// Links that carry a config, in the window.
#include <SDL.h>

#include "core/files.hpp"
#include "driver.hpp"
#include "platform/page.hpp"
#include "repose/paths.hpp"
#include "session/config_link.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

constexpr const char* kConfig =
    "cell background 0 0 0 0.1\ncell honey 200 150 20 0.9\nrule honey background background honey\n";

std::string link_of(const ConfigLink& link) {
  std::string made;
  REQUIRE(make_config_link(link, "https://example.org/", {}, made));
  return made;
}

void drop_text(Driver& d, const std::string& text) {
  SDL_Event event{};
  event.drop.type = SDL_DROPTEXT;
  event.drop.file = SDL_strdup(text.c_str());
  SDL_PushEvent(&event);
  d.frames(2);
}

std::string shipped(const std::string& name) {
  std::string fault;
  return read_whole_file(find_data("configs/" + name).value(), kLinkedTextBytesMax, fault).value();
}

}  // namespace

TEST_CASE("the app starts with the config of a link, and an empty world in the shape of the canvas") {
  AppOptions options;
  options.link = link_of({kConfig, "fastsab"});
  Driver d(options);
  CHECK(d.session().ruleset().text == kConfig);
  CHECK(d.session().automaton() == "fastsab");
  CHECK(d.message() == "Opened the config of the link; fastsab runs it.");
  const World world = d.session().download();
  CHECK(world.cell_count() > 200000);
  CHECK(std::ranges::all_of(world.cells(), [](std::uint8_t cell) { return cell == 0; }));
}

TEST_CASE("an app that is started with a link that cannot be read shows the first scene and says why") {
  AppOptions options;
  options.link = "#config=zzz";
  Driver d(options);
  CHECK(d.session().scene() == "valley");
  CHECK(d.message() == "The config in this link cannot be read: a part of the link is missing or was changed.");
}

TEST_CASE("a link opens the scene that belongs to a shipped config") {
  Driver d;
  drop_text(d, link_of({shipped("volcano.txt"), "elements", "volcano"}));
  CHECK(d.session().ruleset().title == "volcano.txt");
  CHECK(d.session().scene() == "volcano");
  CHECK(d.session().automaton() == "elements");
}

TEST_CASE("a scene that does not belong to the config of a link is left out") {
  Driver d;
  drop_text(d, link_of({kConfig, "", "volcano"}));
  CHECK(d.session().ruleset().text == kConfig);
  CHECK(d.session().scene().empty());
}

TEST_CASE("a link that cannot be read leaves the running world as it is and says why") {
  Driver d;
  const auto hash = d.session().download().cells();
  const std::vector<std::uint8_t> before(hash.begin(), hash.end());
  const std::string title = d.session().ruleset().title, good = link_of({kConfig});
  d.desk().simulation.set_playing(false);
  drop_text(d, good.substr(0, good.size() - 5));
  CHECK(d.message() == "The config in this link cannot be read: a part of the link is missing or was changed.");
  drop_text(d, "a shopping list");
  CHECK(d.message() == "This link carries no config.");
  drop_text(d, link_of({"cell sand\nrule\n"}));
  CHECK(d.desk().dialogs->problems.is_open());
  CHECK(d.session().ruleset().title == title);
}

TEST_CASE("in a window the action that shares a link says that links belong to the page") {
  Driver d;
  const std::string reason = d.desk().actions.why_not("share_link");
  CHECK(reason == page::why_no_links());
  CHECK_FALSE(reason.empty());
  CHECK(d.desk().actions.why_not("quit").empty());
}
