#include <catch2/catch.hpp>

#include "repose/diagnostics.hpp"

using namespace repose;

TEST_CASE("a diagnostic leaves out empty parts") {  // tests/data/config-messages.txt has those with all parts
  Diagnostic d;
  d.file = "a.cfg";
  d.severity = Severity::warning;
  d.message = "empty";
  CHECK(format(d) == "a.cfg: warning: empty");
  d.line = 2;
  CHECK(format(d) == "a.cfg:2: warning: empty");
  d.severity = Severity::note;
  CHECK(format(d) == "a.cfg:2: note: empty");
}

TEST_CASE("warnings are no errors") {
  Diagnostics list(2);
  list[0].severity = Severity::warning;
  list[1].severity = Severity::note;
  CHECK_FALSE(has_errors(list));
  list[1].severity = Severity::error;
  CHECK(has_errors(list));
  CHECK_FALSE(has_errors({}));
}

TEST_CASE("the nearest name is found for a likely typo and for nothing else") {
  const std::vector<std::string> names = {"air", "sand", "stone", "plant"};
  CHECK(nearest_name("sadn", names).empty());  // two of four letters differ: too many
  CHECK(nearest_name("snd", names) == "sand");
  CHECK(nearest_name("sandd", names) == "sand");
  CHECK(nearest_name("plamts", names) == "plant");
  CHECK(nearest_name("stone", names) == "stone");
  CHECK(nearest_name("STONE", names) == "stone");
  CHECK(nearest_name("lpatn", names).empty());
  CHECK(nearest_name("water", names).empty());
  CHECK(nearest_name("", names).empty());
  CHECK(nearest_name("sand", {}).empty());
}

// Comparing these letter by letter with letter would outlast the time limit of every test.
TEST_CASE("a hostile word costs no time in the search for names") {
  const std::vector<std::string> names(1000, std::string(100000, 'a'));
  CHECK(nearest_name(std::string(1000000, 'a'), names).empty());
  CHECK(nearest_name(std::string(250, 'a'), names).empty());
}
