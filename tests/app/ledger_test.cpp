// The matter ledger and the view of its activity: where matter is made, destroyed, converted and moved. The view of the
// air.
#include "driver.hpp"
#include "render/overlays.hpp"

namespace repose::test {

namespace {

std::int64_t lost_in(const Ledger& ledger) {
  std::int64_t lost = 0;
  for (const LedgerRow& row : ledger.rows) lost += std::llabs(row.lost());
  return lost;
}

struct LedgerTest : Driver {
  LedgerTest() { empty_world(80, 60); }
  // Sand over water, which swap for a while.
  void pour() {
    fill({0, 40}, {79, 59}, "water");
    fill({20, 5}, {60, 25}, "sand");
  }
};

// Presses T until the activity is shown.
void show_activity(Driver& person) {
  for (int i = 0; i < 6 && person.desk().view.world_views.shown() != WorldShow::activity; ++i) person.key(SDLK_t);
  REQUIRE(person.desk().view.world_views.shown() == WorldShow::activity);
  person.frames(2);
}

int light(Color color) { return std::max({int{color.r}, int{color.g}, int{color.b}}); }

}  // namespace

TEST_CASE_METHOD(LedgerTest, "the ledger opens and closes with its key, and shows that conserving loses nothing") {
  key(SDLK_l);
  CHECK(sees("ledger"));
  REQUIRE(session().keeps_ledger());
  pour();
  session().execute(command::Step{300});
  const auto ledger = session().ledger();
  REQUIRE(ledger);
  CHECK(lost_in(*ledger) == 0);
  CHECK(ledger->rows[element("sand")].painted == 41 * 21);
  CHECK(ledger->rows[element("sand")].now == 41 * 21);
  CHECK(ledger->rows[element("sand")].moved > 0);
  const auto hash = session().hash();
  const CellPoint at = middle_of("ledger/Restart");
  click(at.x, at.y + 2);  // paints nothing behind it
  CHECK(session().hash() == hash);
  key(SDLK_l);
  CHECK_FALSE(sees("ledger"));
  CHECK_FALSE(session().ledger());
}

TEST_CASE_METHOD(LedgerTest, "the ledger continues in density and shows what density loses") {
  key(SDLK_l);
  menu({"Solver", "solver/density"});
  pour();
  session().execute(command::Step{300});
  const auto ledger = session().ledger();
  REQUIRE(ledger);
  std::int64_t of_all = 0;
  for (const LedgerRow& row : ledger->rows) of_all += row.lost();
  CHECK(of_all == 0);  // the world always has the same number of cells: what one element loses, another has gained
  frames(2);           // the table grows
  click("ledger/Restart");
  CHECK(session().ledger()->rows[element("sand")].painted == 0);
}

TEST_CASE_METHOD(
    LedgerTest,
    "the view of the ledger's activity lights what a rule makes and destroys, and that fades with the steps") {
  const std::string burning =
      "cell air 0 0 0 0.1\ncell coal 60 60 60 1\ncell ash 50 50 50 1\ncell wall 90 90 90 1\ndecay coal ash 1\n";
  REQUIRE(session().execute(command::LoadConfigText{burning, "burning.cfg", command::KeepWorld::clear}).ok);
  frames(2);
  fill({20, 20}, {30, 30}, "wall");
  show_activity(*this);
  const CellPoint here = on_screen(50, 25), still = on_screen(25, 25);
  const int dim = light(pixel(still.x, still.y));
  fill({48, 23}, {52, 27}, "coal");
  session().execute(command::Step{1});
  frames(2);
  const Color recent = pixel(here.x, here.y);
  CHECK(int{recent.r} > 200);  // converted: yellow
  CHECK(int{recent.g} > 190);
  CHECK(int{recent.b} < 120);
  session().execute(command::Step{60});
  frames(2);
  const Color fading = pixel(here.x, here.y);
  CHECK(light(fading) < light(recent) - 40);
  session().execute(command::Step{200});
  frames(2);
  CHECK(light(pixel(here.x, here.y)) < light(fading) - 40);
  CHECK(light(pixel(still.x, still.y)) == dim);
  key(SDLK_t);
  CHECK(desk().view.world_views.shown() == WorldShow::air);
  key(SDLK_t);
  CHECK(desk().view.world_views.shown() == WorldShow::natural);
  CHECK_FALSE(session().keeps_activity());
  CHECK_FALSE(session().view().activity.present());
  CHECK(light(pixel(still.x, still.y)) > dim);
}

TEST_CASE_METHOD(LedgerTest, "the view of the air shows pressure in two colours, and the ledger what was given") {
  key(SDLK_l);
  frames(2);
  CHECK_FALSE(sees("ledger/Air"));
  fill({0, 55}, {79, 59}, "wall");
  fill({10, 20}, {13, 23}, "steam");
  fill({60, 20}, {63, 23}, "vent");
  menu({"View", "Show", "Air"});
  REQUIRE(desk().view.world_views.shown() == WorldShow::air);
  frames(2);
  const CellPoint high = on_screen(9, 21), low = on_screen(61, 21);
  session().execute(command::Step{1});
  frames(2);
  CHECK(int{pixel(high.x, high.y).r} > int{pixel(high.x, high.y).b} + 10);
  CHECK(int{pixel(low.x, low.y).b} > int{pixel(low.x, low.y).r} + 10);
  const World world = session().download();
  const AirView air = session().view().air;
  REQUIRE(air.present());
  CHECK(air.at(2, 5) == air_at(world, 2, 5));
  CHECK(air.at(2, 5).pressure > 0);
  CHECK(air.at(15, 5).pressure < 0);
  CHECK(sees("ledger/Air"));
  CHECK(session().ledger()->air.value().given == 16 * 14 - 16 * 1000);
}

TEST_CASE_METHOD(LedgerTest, "activity is still recorded after undo and in other automata") {
  show_activity(*this);
  fill({20, 5}, {60, 25}, "sand");
  session().execute(command::Step{20});
  key(SDLK_z, KMOD_CTRL);
  CHECK(session().keeps_activity());
  CHECK(session().view().activity.present());
  CHECK(session().download().cell(30, 30) == 0);
  for (const AutomatonDefinition& automaton : session().registry().automata()) {
    INFO(automaton.name);
    desk().simulation.switch_solver(automaton.name, Backend::cpu);
    frames(2);
    REQUIRE(session().automaton() == automaton.name);
    CHECK(desk().view.world_views.shown() == WorldShow::activity);
    CHECK(session().view().activity.present());
  }
}

TEST_CASE_METHOD(
    LedgerTest,
    "compared solvers both show their activity; worlds too large to be followed have the view greyed, and keep none") {
  key(SDLK_c);
  REQUIRE(desk().view.compare.active());
  show_activity(*this);
  CHECK(desk().view.compare.comparison().twin().view().activity.present());
  key(SDLK_t);
  CHECK_FALSE(desk().view.compare.comparison().twin().view().activity.present());
  key(SDLK_c);
  show_activity(*this);
  REQUIRE(session().execute(command::NewWorld{2049, 2048}).ok);
  frames(2);
  CHECK(desk().view.world_views.shown() == WorldShow::natural);
  CHECK_FALSE(session().keeps_activity());
  CHECK_FALSE(desk().view.world_views.why_not(WorldShow::activity).empty());
  menu({"View", "Show", "Activity"});
  CHECK(desk().view.world_views.shown() == WorldShow::natural);
}

}  // namespace repose::test
