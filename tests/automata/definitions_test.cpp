// What other code relies on in definitions of automata. Other code must read definitions instead of comparing names.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "repose/registry.hpp"
#include "support.hpp"

using namespace repose;

namespace repose::test::definitions_test {

namespace {

// As alternatives of a regular expression, in quotes.
std::string quoted(const std::set<std::string_view>& names) {
  std::string joined;
  for (const std::string_view name : names) joined += (joined.empty() ? "" : "|") + std::string(name);
  return "\"(" + joined + ")\"";
}

// Code that decides by a name: a comparison, a call with the name, a constant that is compared elsewhere. The config
// readers compare words of configs, and some of these are also names of parameters.
std::regex decision_by_name() {
  std::set<std::string_view> automaton_names, parameter_names;
  for (const AutomatonDefinition& automaton : automata()) {
    automaton_names.insert(automaton.name);
    for (const ParameterInfo& info : automaton.parameters) parameter_names.insert(info.name);
  }
  const std::string automaton = quoted(automaton_names), parameter = quoted(parameter_names);
  return std::regex("[=!]= *" + automaton + "|" + automaton + " *[=!]=|solver\\(" + automaton + "|automaton\\(" +
                    automaton + "|name *[=!]= *" + parameter + "|[^_]parameter\\(" + parameter +
                    "|string_view k[A-Za-z]+ = (" + automaton + "|" + parameter + ")");
}

std::vector<std::string> decisions_in(const std::filesystem::path& folder) {
  static const std::regex decision = decision_by_name();
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    if (entry.path().generic_string().find("/src/automata/") != std::string::npos) continue;
    std::ifstream file(entry.path());
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (std::regex_search(line, decision)) found.push_back(entry.path().string() + ":" + std::to_string(number));
    }
  }
  return found;
}

}  // namespace

TEST_CASE("no code outside src/automata decides by the name of an automaton or a parameter") {
  const std::filesystem::path root = REPOSE_SOURCE_DIR;
  for (const char* folder : {"src", "include", "bench"}) {
    for (const std::string& place : decisions_in(root / folder)) FAIL_CHECK(place);
  }
}

TEST_CASE("code that decides by a name is recognised") {
  const std::regex decision = decision_by_name();
  for (const char* line :
       {"if (session.automaton() == \"density\")", "return \"water\" != name;", "solver.parameter(\"min_mass\")",
        "constexpr std::string_view kBlock = \"block\";", "registry.solver(\"tiles\", backend)"}) {
    CHECK(std::regex_search(line, decision));
  }
  for (const char* line : {"s.element(\"water\")", "command::SetParameter{\"pour\", 1}", "name == \"sand\""})
    CHECK_FALSE(std::regex_search(line, decision));
}

TEST_CASE("definitions are complete, and what they refer to exists") {
  std::set<std::string_view> names;
  for (const AutomatonDefinition& automaton : automata()) {
    INFO(automaton.name);
    CHECK(names.insert(automaton.name).second);
    CHECK_FALSE((automaton.title.empty() || automaton.summary.empty()));
    CHECK(automaton.steps_per_second > 0);
    CHECK((automaton.make_scalar != nullptr && automaton.make_cpu != nullptr));
    CHECK(automaton.substance.empty() == (automaton.quantity == Plane::cells));
    CHECK(std::filesystem::exists(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs" / automaton.config));
    const Registry registry = make_registry();
    CHECK((automaton.compared_with.empty() || registry.automaton(automaton.compared_with) != nullptr));
  }
}

TEST_CASE("every dialect has one automaton that runs its configs") {
  const Registry registry = make_registry();
  for (const Dialect dialect : {Dialect::sandjs, Dialect::wxsand}) {
    REQUIRE(registry.default_automaton(dialect) != nullptr);
    CHECK(std::ranges::count(automata(), dialect, &AutomatonDefinition::default_for) == 1);
  }
}

}  // namespace repose::test::definitions_test
