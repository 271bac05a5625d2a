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
  Driver d({.link = link_of({kConfig, "fastsab"})});
  CHECK(d.session().ruleset().text == kConfig);
  CHECK(d.session().automaton() == "fastsab");
  CHECK(d.message() == "Opened the config of the link; fastsab runs it.");
  const World world = d.session().download();
  CHECK(world.cell_count() > 200000);
  CHECK(std::ranges::all_of(world.cells(), [](std::uint8_t cell) { return cell == 0; }));
}

TEST_CASE("an app that is started with a link that cannot be read shows the first scene and says why") {
  Driver d({.link = "#config=zzz"});
  CHECK(d.session().scene() == "valley");
  CHECK(d.message() == "The config in this link cannot be read: a part of the link is missing or was changed.");
}

TEST_CASE_METHOD(Driver, "a link opens the scene that belongs to a shipped config") {
  drop_text(*this, link_of({shipped("volcano.txt"), "elements", "volcano"}));
  CHECK(session().ruleset().title == "volcano.txt");
  CHECK(session().scene() == "volcano");
  CHECK(session().automaton() == "elements");
}

TEST_CASE_METHOD(Driver, "a scene that does not belong to the config of a link is left out") {
  drop_text(*this, link_of({kConfig, "", "volcano"}));
  CHECK(session().ruleset().text == kConfig);
  CHECK(session().scene().empty());
}

TEST_CASE_METHOD(Driver, "a link that cannot be read leaves the running world as it is and says why") {
  const auto hash = session().download().cells();
  const std::vector<std::uint8_t> before(hash.begin(), hash.end());
  const std::string title = session().ruleset().title, good = link_of({kConfig});
  desk().simulation.set_playing(false);
  drop_text(*this, good.substr(0, good.size() - 5));
  CHECK(message() == "The config in this link cannot be read: a part of the link is missing or was changed.");
  drop_text(*this, "a shopping list");
  CHECK(message() == "This link carries no config.");
  drop_text(*this, link_of({"cell sand\nrule\n"}));
  CHECK(desk().dialogs->problems.is_open());
  CHECK(session().ruleset().title == title);
}

TEST_CASE_METHOD(Driver, "in a window the action that shares a link says that links belong to the page") {
  const std::string reason = desk().actions.why_not("share_link");
  CHECK(reason == page::why_no_links());
  CHECK_FALSE(reason.empty());
  CHECK(desk().actions.why_not("quit").empty());
}
