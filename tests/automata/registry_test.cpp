#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "repose/registry.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

TEST_CASE("every automaton has a scalar, a cpu and a gpu entry, and says why one cannot run") {
  const Registry registry = make_registry();
  REQUIRE_FALSE(registry.automata().empty());
  for (const AutomatonDefinition& automaton : registry.automata()) {
    INFO(automaton.name);
    CHECK_FALSE(automaton.summary.empty());
    CHECK(automaton.steps_per_second > 0);
    for (Backend backend : kBackends) {
      const SolverEntry* entry = registry.solver(automaton.name, backend);
      REQUIRE(entry != nullptr);
      CHECK(entry->available() == (entry->create != nullptr));
    }
    CHECK(registry.solver(automaton.name, Backend::scalar)->available());
    CHECK(registry.solver(automaton.name, Backend::cpu)->available());
  }
}

TEST_CASE("no solver is listed twice, and a later entry replaces an earlier one") {
  Registry registry = make_registry();
  std::set<std::pair<std::string_view, Backend>> seen;
  for (const SolverEntry& entry : registry.solvers()) CHECK(seen.insert({entry.automaton, entry.backend}).second);

  const std::size_t count = registry.solvers().size();
  registry.add({"density", Backend::gpu, "for a test", nullptr});
  CHECK(registry.solvers().size() == count);
  CHECK(registry.solver("density", Backend::gpu)->unavailable == "for a test");
}

TEST_CASE("what is not in the registry is not found") {
  const Registry registry = make_registry();
  CHECK(registry.automaton("densty") == nullptr);
  CHECK(registry.solver("densty", Backend::cpu) == nullptr);
}

TEST_CASE("if nothing rises, what is lighter than the background is named") {
  const Registry registry = make_registry();
  const Ruleset rules =
      read_config("cell air 0 0 0 0.5\ncell smoke 9 9 9 0.2\ncell sand 9 9 0 0.9\nautomaton tiles\n", "")
          .ruleset.value();
  for (const char* name : {"fastsab", "tiles"}) {
    const auto remark = registry.automaton(name)->remark;
    REQUIRE(remark != nullptr);
    CHECK(remark(rules) == "Nothing rises here: what is lighter than the background stays where it is (smoke).");
  }
  CHECK(registry.automaton("density")->remark(rules).empty());
}

TEST_CASE("the words that only conserving uses are named by the other automata") {
  const Registry registry = make_registry();
  const std::string text = "cell air 0 0 0 0.5\ncell water 9 9 9 0.9\ncell tap 9 9 0 1\nrule air water water air\n";
  const Ruleset rules =
      read_config(text + "when tap touches water becomes tap air\nburst tap 3 air\n", "").ruleset.value();
  for (const char* name : {"density", "elements", "fastsab", "tiles", "water"}) {
    INFO(name);
    CHECK(registry.automaton(name)->remark(rules) == "Only conserving uses these words of the config: when, burst.");
  }
  CHECK(registry.automaton("density")->remark(read_config(text + "clone tap\n", "").ruleset.value()) ==
        "Only conserving uses these words of the config: clone.");
}

// What other code relies on in definitions of automata. Other code must read definitions instead of comparing names.

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
    Ruleset rules;
    rules.dialect = dialect;
    CHECK(registry.automaton_for(rules).default_for == dialect);
    CHECK(std::ranges::count(automata(), dialect, &AutomatonDefinition::default_for) == 1);
  }
}

}  // namespace repose::test::definitions_test

// The tests that docs/automata.md names exist.

namespace repose::test::document_test {

namespace {

// The names of all tests of the automata, and their tags in brackets.
std::vector<std::string> names_of_tests() {
  std::vector<std::string> names;
  static const std::regex kCase("TEST_CASE(?:_METHOD)?\\(\\s*((?:\"[^\"]*\"\\s*)+)(?:,\\s*\"([^\"]*)\")?");
  for (const char* folder : {"tests/automata", "tests/session", "tests/config"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(REPOSE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string text =
          std::regex_replace(read_text(entry.path()), std::regex("TEST_CASE_METHOD\\(\\w+,"), "TEST_CASE(");
      for (std::sregex_iterator it(text.begin(), text.end(), kCase), end; it != end; ++it) {
        names.push_back(std::regex_replace((*it)[1].str(), std::regex("\"\\s*\"|\""), ""));
        if ((*it)[2].matched) names.push_back((*it)[2].str());
      }
    }
  }
  return names;
}

// Whether a filter stands for a name: a tag, a whole name, or the begin of one and a star.
bool stands_for(const std::string& filter, const std::string& name) {
  if (filter.back() != '*') return name == filter;
  return name.starts_with(filter.substr(0, filter.size() - 1));
}

}  // namespace

TEST_CASE("every test that docs/automata.md names exists") {
  const std::vector<std::string> names = names_of_tests();
  REQUIRE(names.size() > 400);
  const std::string text = read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "docs/automata.md");
  static const std::regex kQuoted("`(?:repose_\\w+ )?\"([^\"`]+)\"`");
  int count = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), kQuoted), end; it != end; ++it) {
    std::string filter = (*it)[1].str();
    if (filter[0] != '[' && filter.find(' ') == filter.npos && filter.find(':') == filter.npos) continue;  // JSON
    if (const auto tag = filter.find("*["); tag != filter.npos) filter.resize(tag + 1);
    CHECK(filter.find('*') >= filter.size() - 1);  // Catch2 knows stars at the end only
    ++count;
    INFO(filter);
    CHECK(std::ranges::any_of(names, [&](const std::string& name) { return stands_for(filter, name); }));
  }
  CHECK(count > 50);
}

}  // namespace repose::test::document_test
