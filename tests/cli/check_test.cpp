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

TEST_CASE_METHOD(Cli, "a valid config is reported with its counts") {
  write("good.cfg", kSmallRules);
  const Outcome text = fine("check @good.cfg");
  CHECK(text.out == path("good.cfg") + ": sand.js, 4 elements, 6 reactions; 0 errors, 0 warnings\n");
  const Json json = fine("check @good.cfg --json").json();
  CHECK(json == Json::parse(R"({"files":[{"file":)" + Json(path("good.cfg")).dump() +
                            R"(,"dialect":"sand.js","elements":4,"reactions":6,"diagnostics":[]}]})"));
  write("bad.cfg", "cell air 0 0 0\n");
  const Outcome both = call("check @good.cfg @bad.cfg --json");  // one bad file is enough
  CHECK(both.code == 1);
  CHECK(both.json()["files"].size() == 2);
}

TEST_CASE_METHOD(Cli,
                 "a wxSand config is checked too, with all its rules counted, and a count of one in the singular") {
  write("mod.txt",
        "# subversion 2\nelement A 0 0 0 0 1 0 0 1\nelement B 1 1 1 1 1 1 0 1\n"
        "self 0.1 B 1 A\nneighbor 1 B A 1 A A\npexplosion B B 3 A\nself x\n");
  const Outcome text = fine("check @mod.txt");
  CHECK(text.out.find(path("mod.txt") + ": wxSand, 2 elements, 3 reactions; 0 errors, 1 warning\n") !=
        std::string::npos);
  write("alone.cfg", "cell air 0 0 0\n");
  CHECK(call("check @alone.cfg")
            .out.find(path("alone.cfg") + ": sand.js, 1 element, 0 reactions; 1 error, 0 warnings\n") !=
        std::string::npos);
}

TEST_CASE_METHOD(Cli, "each mistake is one diagnostic with the right line, and errors make exit code 1") {
  for (const Mistake& mistake : kMistakes) {
    INFO(mistake.name);
    write("bad.cfg", mistake.text);
    const Outcome outcome = call("check @bad.cfg --json");
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
    CHECK(call("check @bad.cfg").out.find(path("bad.cfg") + ":" + std::to_string(mistake.line) + ":") == 0);
  }
}

TEST_CASE_METHOD(
    Cli, "empty files, binary files and too many elements are errors; names that are not UTF-8 give valid JSON") {
  std::string crowd;
  for (int i = 0; i < 257; ++i) crowd += "cell e" + std::to_string(i) + " 1 1 1 0.5\n";
  for (const std::string& text : {std::string(), std::string("\0\x01\xff\xfe\0PNG", 8), crowd}) {
    write("odd.cfg", text);
    const Outcome outcome = call("check @odd.cfg --json");
    CHECK(outcome.code == 1);
    CHECK_FALSE(outcome.json()["files"][0]["diagnostics"].empty());
  }
  write("latin.cfg", "cell s\xe4nd 1 1 1 0.5\nrule s\xe4nd w\xe4ter a b\n");
  CHECK(call("check @latin.cfg --json").json()["files"].size() == 1);
  write("names.cfg",
        "cell l\xfc"
        "ft 0 0 0 0.5\n");
  CHECK(fine("run --config @names.cfg --size 2x2 --steps 1 --census --json").json()["census"].size() == 1);
}

}  // namespace repose::test
