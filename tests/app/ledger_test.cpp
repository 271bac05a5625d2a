// The automaton at the start of the app, and the matter ledger.
#include "driver.hpp"

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

}  // namespace repose::test
