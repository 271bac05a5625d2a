#include "app/input/bindings.hpp"

#include <set>

#include "support.hpp"

using namespace repose;

TEST_CASE("every action has a key, a title and a place in the list under F1") {
  const Bindings bindings;
  std::set<Action> listed;
  std::set<std::string_view> ids;
  for (const ActionInfo& info : Bindings::actions()) {
    INFO(info.title);
    CHECK_FALSE(bindings.keys(info.action).empty());
    CHECK(listed.insert(info.action).second);
    CHECK(ids.insert(info.id).second);
  }
  CHECK(listed.size() == static_cast<std::size_t>(Action::cancel) + 1);
}

TEST_CASE("keys are found with exactly their modifiers") {
  const Bindings bindings;
  CHECK(bindings.find(SDLK_q, kCtrl) == Action::quit);
  CHECK(bindings.find(SDLK_q, kNone) == Action::inspector);
  CHECK_FALSE(bindings.find(SDLK_q, kAlt).has_value());
  CHECK(bindings.find(SDLK_PERIOD, kNone) == Action::step);
  CHECK(bindings.find(SDLK_PERIOD, kShift) == Action::faster);
  CHECK(bindings.find(SDLK_7, kNone) == Action::element_by_number);
}

TEST_CASE("keys are named as people name them") {
  const Bindings bindings;
  CHECK(bindings.keys(Action::quit) == "Ctrl+Q");
  CHECK(bindings.keys(Action::step) == ". or F");
  CHECK(bindings.keys(Action::element_by_number) == "1 to 9");
}
