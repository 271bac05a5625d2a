#include "cli_support.hpp"

namespace repose::test {

namespace {

struct Mistake {
  std::string name, text;
  std::string severity;
  int line;
};

// A config with one mistake of every common kind.
const std::vector<Mistake> kMistakes = {
    {"unknown directive", "cell air 0 0 0 0.1\ncel sand 1 1 1 0.9\n", "warning", 2},
    {"unknown element", kSmallRules + "rule sand watr watr sand\n", "error", 11},
    {"missing value", "cell air 0 0 0\n", "error", 1},
    {"number out of range", "cell air 0 0 300 0.1\n", "warning", 1},
    {"not a number", "cell air 0 0 zero 0.1\n", "error", 1},
    {"duplicate name", "cell air 0 0 0 0.1\ncell air 1 1 1 0.1\n", "warning", 2},
    {"duplicate rule", kSmallRules + "rule sand air sand air\n", "warning", 11},
};

}  // namespace

TEST_CASE("a valid config is reported with its counts") {
  const Cli cli;
  const std::string file = cli.write("good.cfg", kSmallRules);
  const Outcome text = cli.fine({"check", file});
  CHECK(text.out == file + ": sand.js, 4 elements, 6 reactions; 0 errors, 0 warnings\n");
  const Json json = cli.fine({"check", file, "--json"}).json();
  CHECK(json == Json::parse(R"({"files":[{"file":)" + Json(file).dump() +
                            R"(,"dialect":"sand.js","elements":4,"reactions":6,"diagnostics":[]}]})"));
}

TEST_CASE("a wxSand config is checked too, with all its rules counted, and a count of one in the singular") {
  const Cli cli;
  const std::string file = cli.write("mod.txt",
                                     "# subversion 2\nelement A 0 0 0 0 1 0 0 1\nelement B 1 1 1 1 1 1 0 1\n"
                                     "self 0.1 B 1 A\nneighbor 1 B A 1 A A\npexplosion B B 3 A\nself x\n");
  const Outcome text = cli.fine({"check", file});
  CHECK(text.out.find(file + ": wxSand, 2 elements, 3 reactions; 0 errors, 1 warning\n") != std::string::npos);
  const std::string alone = cli.write("alone.cfg", "cell air 0 0 0\n");
  CHECK(cli({"check", alone}).out.find(alone + ": sand.js, 1 element, 0 reactions; 1 error, 0 warnings\n") !=
        std::string::npos);
}

TEST_CASE("each mistake is one diagnostic with the right line, and errors make exit code 1") {
  const Cli cli;
  for (const Mistake& mistake : kMistakes) {
    INFO(mistake.name);
    const std::string file = cli.write("bad.cfg", mistake.text);
    const Outcome outcome = cli({"check", file, "--json"});
    CHECK(outcome.code == (mistake.severity == "error" ? 1 : 0));
    CHECK(outcome.err.empty());
    const Json found = outcome.json()["files"][0]["diagnostics"];
    INFO(found.dump());
    REQUIRE_FALSE(found.empty());
    CHECK(found[0]["severity"] == mistake.severity);
    CHECK(found[0]["line"] == mistake.line);
    CHECK(found[0]["column"].get<int>() >= 1);
    CHECK_FALSE(found[0]["message"].get<std::string>().empty());
    CHECK(found[0].contains("hint"));
    CHECK(cli({"check", file}).out.find(file + ":" + std::to_string(mistake.line) + ":") == 0);
  }
}

TEST_CASE("empty files, binary files and too many elements are errors, not crashes") {
  const Cli cli;
  std::string crowd;
  for (int i = 0; i < 257; ++i) crowd += "cell e" + std::to_string(i) + " 1 1 1 0.5\n";
  for (const std::string& text : {std::string(), std::string("\0\x01\xff\xfe\0PNG", 8), crowd}) {
    const std::string file = cli.write("odd.cfg", text);
    const Outcome outcome = cli({"check", file, "--json"});
    CHECK(outcome.code == 1);
    CHECK_FALSE(outcome.json()["files"][0]["diagnostics"].empty());
  }
}

TEST_CASE("several files are checked in one run, and one bad file is enough for exit code 1") {
  const Cli cli;
  const std::string good = cli.write("good.cfg", kSmallRules), bad = cli.write("bad.cfg", "cell air 0 0 0\n");
  const Outcome outcome = cli({"check", good, bad, "--json"});
  CHECK(outcome.code == 1);
  CHECK(outcome.json()["files"].size() == 2);
}

TEST_CASE("names that are not UTF-8 still give valid JSON") {
  const Cli cli;
  const std::string file = cli.write("latin.cfg", "cell s\xe4nd 1 1 1 0.5\nrule s\xe4nd w\xe4ter a b\n");
  CHECK(cli({"check", file, "--json"}).json()["files"].size() == 1);
  const std::string config = cli.write("names.cfg",
                                       "cell l\xfc"
                                       "ft 0 0 0 0.5\n");
  CHECK(cli.fine({"run", "--config", config, "--size", "2x2", "--steps", "1", "--census", "--json"})
            .json()["census"]
            .size() == 1);
}

}  // namespace repose::test
