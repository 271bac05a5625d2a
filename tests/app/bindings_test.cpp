#include "app/desk/bindings.hpp"

#include "support.hpp"

using namespace repose;

namespace {

Bindings some_bindings() {
  return Bindings({{"quit", {{SDLK_q, kCtrl}}},
                   {"inspector", {{SDLK_q}}},
                   {"step", {{SDLK_PERIOD}, {SDLK_f}, {SDLK_F3, kNone, false}}},
                   {"turn", {{SDLK_f}}, KeyContext::placing}});
}

}  // namespace

TEST_CASE("keys are found with exactly their modifiers, in their context") {
  const Bindings bindings = some_bindings();
  CHECK(bindings.find(SDLK_q, kCtrl) == "quit");
  CHECK(bindings.find(SDLK_q, kNone) == "inspector");
  CHECK_FALSE(bindings.find(SDLK_q, kAlt).has_value());
  CHECK(bindings.find(SDLK_f, kNone) == "step");
  CHECK(bindings.find(SDLK_f, kNone, KeyContext::placing) == "turn");
  CHECK(bindings.find(SDLK_F3, kNone) == "step");
}

TEST_CASE("keys are named as people name them, hidden ones are left out") {
  const Bindings bindings = some_bindings();
  CHECK(bindings.keys("quit") == "Ctrl+Q");
  CHECK(bindings.keys("step") == ". or F");
  CHECK(bindings.keys("nothing").empty());
}
