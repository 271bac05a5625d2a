// repose-cli signature.
#include <algorithm>

#include "cli/cli_support.hpp"
#include "repose/registry.hpp"

using namespace repose;
using namespace repose::test;

TEST_CASE_METHOD(Cli, "the signature is one number, and every exact cpu backend agrees with it in every automaton",
                 "[signature]") {
  // Without a GPU, whose backends other tests compare: a driver in software takes a minute.
  const Outcome outcome = fine("signature --rows --gl-device 4096");
  REQUIRE(outcome.out.size() > 17);
  const std::string number = outcome.out.substr(outcome.out.size() - 17);
  CHECK(number.find_first_not_of("0123456789abcdef") == 16);
  CHECK(number.back() == '\n');
  const Registry registry = make_registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    INFO(automaton.name);
    CHECK(outcome.out.find(" " + std::string(automaton.name) + ": edits\n") != std::string::npos);
    CHECK(outcome.err.find("not compared: " + std::string(automaton.name) + " on gpu") != std::string::npos);
    CHECK(outcome.err.find("not compared: " + std::string(automaton.name) + " on cpu") == std::string::npos);
  }
  CHECK(outcome.err.find("differs") == std::string::npos);
}
