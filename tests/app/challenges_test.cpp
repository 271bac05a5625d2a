// Challenges in the app: begun, solved and left, by mouse and by keyboard.
#include "driver.hpp"
#include "repose/paths.hpp"
#include "session/run_state.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

const Challenge* running(Driver& d) { return d.session().state().origin.challenge.get(); }
const ChallengePlay& play(Driver& d) { return d.session().state().play; }

void begin(Driver& d, const std::string& name) {
  d.key(SDLK_F6);
  d.draw(2);
  d.click("challenges/" + name);
  d.draw(2);
  REQUIRE(running(d) != nullptr);
  REQUIRE(running(d)->name == name);
}

// Holds the brush over the basin until it is full.
void fill_basin(Driver& d) {
  const CellPoint at = d.on_screen(150, 60);
  d.move(at.x, at.y);
  d.down();
  for (int i = 0; i < 1500 && play(d).matter < 1300; ++i) d.frames();
  d.up();
  d.frames(120);
  d.draw();
}

}  // namespace

TEST_CASE("a challenge is begun with a click, solved with the mouse, and its medal is kept") {
  Driver d;
  begin(d, "first-rain");
  CHECK(d.sees("challenge/goal/0"));
  CHECK(d.sees("element/water"));
  CHECK_FALSE(d.sees("element/sand"));
  CHECK(d.desk().simulation.waits_for_stroke());
  fill_basin(d);
  REQUIRE(play(d).state == ChallengePlay::State::solved);
  CHECK(d.sees("challenge/solved"));
  CHECK(d.desk().settings.medals.at("first-rain") == medal_name(play(d).medal));

  d.click("challenge/copy");
  CHECK(d.message().starts_with("Copied: Repose A thirsty basin: "));
  d.click("challenge/replay");
  CHECK(d.session().step_count() < 60);
  REQUIRE(running(d) != nullptr);
  d.frames(400);
  d.draw();
  CHECK(play(d).state == ChallengePlay::State::solved);

  d.click("challenge/next");
  REQUIRE(running(d) != nullptr);
  CHECK(running(d)->name != "first-rain");
}

TEST_CASE("a challenge of the command line begins with what it allows on the brush") {
  AppOptions options;
  options.world = find_data("configs/challenges/bonfire.challenge");
  Driver d(options);
  REQUIRE(running(d) != nullptr);
  CHECK(d.brush().element == running(d)->allowed.front().element);
}

TEST_CASE("a challenge stands still until the first stroke, and so does one that is begun again") {
  Driver d;
  begin(d, "first-rain");
  for (int round = 0; round < 2; ++round) {
    d.frames(30);
    d.draw();
    CHECK(d.session().step_count() == 0);
    CHECK(d.sees("challenge/waits"));
    const CellPoint at = d.on_screen(150, 60);
    d.move(at.x, at.y);
    d.down();
    d.frames(30);
    d.up();
    d.draw();
    CHECK(d.session().step_count() > 0);
    CHECK_FALSE(d.sees("challenge/waits"));
    d.key(SDLK_F8);
  }
  d.key(SDLK_SPACE);
  d.frames(10);
  CHECK(d.session().step_count() > 0);
}

TEST_CASE("fire that is painted beside wood in a challenge is no word about flame; over wood it is refused") {
  Driver d;
  begin(d, "bonfire");
  d.brush().size = 3;
  d.click_cell(110, 165);
  d.frames(5);
  CHECK(d.message().find("flame") == std::string::npos);
  CHECK(play(d).matter > 0);
  d.frames(60);
  const std::uint64_t before = play(d).matter;
  d.click_cell(160, 168);  // inside the pile
  CHECK(d.message() == "In a challenge one paints only where nothing is.");
  CHECK(play(d).matter == before);
}

TEST_CASE("the solution that the card saves is one that a judge accepts, also when it is dropped on the window") {
  test::TemporaryFolder folder;
  {
    Driver d;
    begin(d, "first-rain");
    fill_basin(d);
    REQUIRE(play(d).state == ChallengePlay::State::solved);
    d.desk().dialogs->browser.set_folder(folder.path());
    d.click("challenge/save");
    REQUIRE(d.desk().dialogs->browser.is_open());
    d.click("Save");
  }
  Replay replay;
  REQUIRE(read_replay(folder / "first-rain.replay", replay));
  const Registry registry = make_registry();
  const LoadedRules rules = default_rules();
  CHECK(judge(registry, replay, find_challenge("first-rain", rules).challenge, Backend::cpu, 1).refusal.empty());

  Driver d;
  // Found out beside the frames.
  const auto says = [&d](std::string_view start) {
    for (int i = 0; i < 500 && !d.message().starts_with(start); ++i) d.frames(1);
    return d.message().starts_with(start);
  };
  d.drop(folder / "first-rain.replay");
  CHECK_FALSE(d.message().starts_with("first-rain.replay solves"));
  CHECK(says("first-rain.replay solves A thirsty basin: "));
  for (int i = 0; i < 500 && d.message().find("again") == std::string::npos; ++i) d.frames(1);
  CHECK(says("first-rain.replay solves A thirsty basin: "));  // and at its end
  CHECK(d.message().find("plays it again") != std::string::npos);
  replay.challenge->matter = 1;
  REQUIRE(write_replay(folder / "cheat.replay", replay));
  d.drop(folder / "cheat.replay");
  CHECK(says("cheat.replay does not solve A thirsty basin. It claims "));
}

TEST_CASE("the keyboard alone begins and solves a challenge") {
  Driver d;
  d.key(SDLK_F6);
  d.draw(2);
  for (int i = 0; i < 20 && running(d) == nullptr; ++i) {  // until the basin is the one that is chosen
    d.key(SDLK_RETURN);
    d.draw(2);
  }
  REQUIRE(running(d) != nullptr);
  for (int i = 0; i < 8 && running(d)->name != "first-rain"; ++i) d.key(SDLK_F8, KMOD_LSHIFT);
  REQUIRE(running(d)->name == "first-rain");
  d.key_down(SDLK_LEFT);
  d.frames(10);
  d.key_up(SDLK_LEFT);
  d.key_down(SDLK_RETURN);
  for (int i = 0; i < 600 && play(d).matter < 1250; ++i) d.frames();
  d.key_up(SDLK_RETURN);
  d.frames(120);
  d.draw();
  CHECK(play(d).state == ChallengePlay::State::solved);
  d.key(SDLK_F8);
  CHECK(play(d).matter == 0);
  CHECK(play(d).state == ChallengePlay::State::playing);
}

TEST_CASE("what would help past a challenge is refused with a reason, and Escape leads to free play") {
  Driver d;
  begin(d, "first-rain");
  const std::string reason = "Not a part of this challenge.";
  for (const std::string_view id : {action::clear, action::tool_blow, action::turn_world_left, action::shake})
    CHECK(d.desk().actions.why_not(id) == reason);
  CHECK(d.desk().actions.why_not(action::tool_brush).empty());
  d.click_cell(150, 160, SDL_BUTTON_RIGHT);  // the right button erases
  CHECK(d.message() == "Erasing is not a part of this challenge.");
  d.key(SDLK_ESCAPE);
  d.draw(2);
  CHECK(running(d) == nullptr);
  CHECK_FALSE(d.sees("challenge/goal/0"));
  CHECK(d.sees("element/sand"));
  CHECK(d.desk().actions.why_not(action::clear).empty());
  d.key(SDLK_z, KMOD_CTRL);
  CHECK(running(d) != nullptr);
}

TEST_CASE("the world of the day is over the other challenges, for the mouse and for the keyboard") {
  Driver d;
  d.key(SDLK_F6);
  d.draw(2);
  REQUIRE(d.sees("challenges/today"));
  CHECK(Driver::place("challenges/today").w < Driver::place("challenges/first-rain").y);
  d.click("challenges/today");
  d.draw(2);
  REQUIRE(running(d) != nullptr);
  CHECK(running(d)->name.starts_with("day-"));
  CHECK(running(d)->title.starts_with("World of the day, "));
  d.key(SDLK_ESCAPE);
  d.draw(2);
  CHECK(running(d) == nullptr);
  d.key(SDLK_F6);
  d.draw(2);
  d.key(SDLK_UP);
  d.key(SDLK_RETURN);
  d.draw(2);
  REQUIRE(running(d) != nullptr);
  CHECK(running(d)->name.starts_with("day-"));
}

TEST_CASE("medals are a part of the settings") {
  Settings settings;
  settings.medals["first-rain"] = "gold";
  std::string problem;
  CHECK(read_settings(settings_text(settings), problem).medals == settings.medals);
  CHECK(read_settings(R"({"medals": {"a": 3, "b": "silver"}})", problem).medals.size() == 1);
}
