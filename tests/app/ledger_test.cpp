// The automaton at the start of the app, and the matter ledger.
#include "driver.hpp"

namespace repose::test {

namespace {

std::int64_t lost_in(const Ledger& ledger) {
  std::int64_t lost = 0;
  for (const LedgerRow& row : ledger.rows) lost += std::llabs(row.lost());
  return lost;
}

// Sand over water, which swap for a while.
void pour(Driver& person) {
  Session& session = person.session();
  const auto box = [&](int x0, int y0, int x1, int y1, const char* name) {
    session.execute(command::Paint{RectEdit{{x0, y0}, {x1, y1}, person.element(name), {}}});
  };
  box(0, 40, 79, 59, "water");
  box(20, 5, 60, 25, "sand");
}

}  // namespace

TEST_CASE("people start on conserving, and density is one click away and back") {
  Driver person;
  CHECK(person.session().automaton() == "conserving");
  person.empty_world(80, 60);
  pour(person);
  const World before = person.session().download();
  const std::map<std::string, std::uint8_t> was = {{"sand", person.element("sand")},
                                                   {"water", person.element("water")}};
  person.click("menu/Solver");
  person.click("menu/solver/density");
  person.frames(3);
  person.click("choice/keep");
  CHECK(person.session().automaton() == "density");
  // It has rules of its own, in which these elements have other numbers.
  for (const char* const name : {"sand", "water"}) {
    const World now = person.session().download();
    CHECK(std::ranges::count(now.cells(), person.element(name)) == std::ranges::count(before.cells(), was.at(name)));
  }
  person.click("menu/Solver");
  person.click("menu/solver/conserving");
  person.frames(2);
  CHECK(person.session().automaton() == "conserving");
}

TEST_CASE("the ledger opens and closes with its key, and shows that conserving loses nothing") {
  Driver person;
  person.empty_world(80, 60);
  person.key(SDLK_l);
  person.frames(3);
  CHECK(landmarks().find("ledger").has_value());
  REQUIRE(person.session().keeps_ledger());
  pour(person);
  person.session().execute(command::Step{300});
  const auto ledger = person.session().ledger();
  REQUIRE(ledger);
  CHECK(lost_in(*ledger) == 0);
  CHECK(ledger->rows[person.element("sand")].painted == 41 * 21);
  CHECK(ledger->rows[person.element("sand")].now == 41 * 21);
  CHECK(ledger->rows[person.element("sand")].moved > 0);
  person.key(SDLK_l);
  person.frames(3);
  CHECK_FALSE(landmarks().find("ledger").has_value());
  CHECK_FALSE(person.session().ledger());
}

TEST_CASE("the ledger continues in density and shows what density loses") {
  Driver person;
  person.empty_world(80, 60);
  person.key(SDLK_l);
  person.frames(2);
  person.click("menu/Solver");
  person.click("menu/solver/density");
  person.frames(2);
  pour(person);
  person.session().execute(command::Step{300});
  const auto ledger = person.session().ledger();
  REQUIRE(ledger);
  std::int64_t of_all = 0;
  for (const LedgerRow& row : ledger->rows) of_all += row.lost();
  CHECK(of_all == 0);  // the world always has the same number of cells: what one element loses, another has gained
  person.frames(2);    // the table grows
  person.click("ledger/Restart");
  person.frames(2);
  CHECK(person.session().ledger()->rows[person.element("sand")].painted == 0);
}

}  // namespace repose::test
