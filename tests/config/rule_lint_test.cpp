// Notes on rules without effect, and on rules that make or destroy matter.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>

#include "repose/config.hpp"
#include "repose/rule_lint.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

Diagnostics notes_on(const std::string& config) {
  const ConfigResult result = read_config(config, "test.cfg");
  REQUIRE(result.ruleset);
  return lint_rules(*result.ruleset);
}

// The message of the only note. REQUIREs that there is one, about that line.
std::string note_on(const std::string& config, int line) {
  const Diagnostics notes = notes_on(config);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].line == line);
  CHECK(notes[0].severity == Severity::note);
  return notes[0].message;
}

const std::string kCells =
    "cell air 0 0 0 0.2\n"
    "cell sand 200 180 90 0.9\n"
    "cell water 60 90 220 0.5\n"
    "rule sand air air sand\n"
    "rule water air air water\n"
    "rule sand water water sand\n";

}  // namespace

TEST_CASE("rules that only swap have no notes") { CHECK(notes_on(kCells).empty()); }

TEST_CASE("a rule that a later one replaces has a note that names the later line") {
  const std::string note = note_on(kCells + "rule water sand water sand\n", 6);
  CHECK(note == "overridden: line 7 is about sand and water too, and the last rule counts");
}

TEST_CASE("a rule of two equally dense elements has a note, unless they react anywhere") {
  const std::string equals = kCells + "cell dust 90 90 90 0.9\nrule dust air air dust\nrule dust water water dust\n";
  CHECK(note_on(equals + "rule sand dust dust dust\n", 10)
            .starts_with("never happens in density and conserving: sand and dust are equally dense"));
  CHECK(notes_on(equals + "react dust\nrule sand dust dust dust\n").empty());
}

TEST_CASE("a hidden element that no rule makes has a note, and so have its rules") {
  const std::string ghost = kCells + "cell ghost 1 1 1 0.1\nhidden ghost\nrule ghost air air ghost\n";
  const Diagnostics notes = notes_on(ghost);
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].line == 7);
  CHECK(notes[0].message == "ghost never exists: it is hidden, and no rule that can happen makes it");
  CHECK(notes[1].line == 9);
  CHECK(notes[1].message == "never happens: ghost never exists");
}

TEST_CASE("a hidden element that another element becomes has no note") {
  CHECK(notes_on(kCells + "cell steam 1 1 1 0.1\nhidden steam\ndecay water steam 0.1\nrule steam air air steam\n")
            .empty());
}

TEST_CASE("a rule after which there is more or less matter has a note that says so") {
  CHECK(note_on(kCells + "cell acid 1 1 1 0.6\nrule acid water air acid\nrule acid air air acid\n", 8) ==
        "destroys matter: acid and water become air and acid");
  CHECK(note_on(kCells + "cell seed 1 1 1 0.6\nrule seed air seed seed\n", 8) ==
        "makes matter: seed and air become seed and seed");
  CHECK(notes_on(kCells + "cell mud 1 1 1 0.95\nreact mud\nrule mud water sand sand\n").empty());  // two stay two
}

namespace {

// Lines 7 to 10: a wall, and an acid that is lighter than sand.
const std::string kLightAcid =
    kCells + "cell wall 9 9 9 1\ncell acid 1 1 1 0.6\nrule acid air air acid\nrule acid water water acid\n";
const std::string kSandEater = kLightAcid + "powder sand\nliquid acid\nrule acid sand acid water\n";

}  // namespace

TEST_CASE("a reaction of a liquid with the denser powder on which it lies has a note with the line that changes it") {
  const Diagnostics notes = notes_on(kSandEater);
  REQUIRE(notes.size() == 1);
  CHECK(format(notes[0]) ==
        "test.cfg:13: note: seldom happens: sand is denser than acid, so this acts only where sand is above acid (to "
        "let it act on all sides, add: react acid)");
  CHECK(notes[0].remedy == "react acid");
  CHECK(notes_on(kSandEater + notes[0].remedy + "\n").empty());
  CHECK(notes_on(kSandEater + "react sand\n").empty());
}

TEST_CASE("a reaction of what falls with what is denser and does not fall has the same note") {
  CHECK(note_on(kLightAcid + "rule wall acid acid acid\n", 11).starts_with("seldom happens: wall is denser than acid"));
  CHECK(notes_on(kLightAcid + "rule wall acid wall acid\n").empty());
  CHECK(notes_on(kLightAcid + "rule wall acid acid acid 0\n").empty());
  CHECK(notes_on(kLightAcid + "rule wall acid acid acid\nwhen wall touches acid becomes acid acid\n")[0]
            .message.starts_with("overridden"));
}

TEST_CASE("reactions that happen when the denser element falls or the lighter one rises have no note of that kind") {
  // A dense liquid spreads over what is lighter.
  CHECK(notes_on(kCells + "cell tar 1 1 1 0.7\nrule tar air air tar\nrule tar water tar tar\n").empty());
  // An ember falls and acts on all that it lands on: it reacts with more elements than each of these.
  CHECK(notes_on(kCells + "cell ember 1 1 1 0.95\nrule ember air air ember\nrule ember water sand sand\n"
                          "rule ember sand water water\n")
            .empty());
  // Smoke rises to the ceiling.
  CHECK(notes_on(kCells + "cell roof 9 9 9 1\ncell smoke 1 1 1 0.1\nrule smoke air air smoke\n"
                          "rule roof smoke roof roof\n")
            .empty());
  // Rain falls on a plant.
  CHECK(notes_on(kCells + "cell plant 9 9 9 0.3\nrule plant air plant air\nrule plant water plant plant\n").empty());
}

TEST_CASE("seldom reactions have a note only where `react` counts") {
  CHECK(notes_on(kSandEater + "automaton density\n").empty());
  CHECK(notes_on(kSandEater + "automaton conserving\n").size() == 1);
}

TEST_CASE("the note on a seldom reaction offers no line if another element has the same name") {
  const Diagnostics notes = notes_on(kSandEater + "cell acid 2 2 2 0.6\nhidden acid\n");
  const auto seldom = std::ranges::find_if(notes, [](const Diagnostic& d) { return d.line == 13; });
  REQUIRE(seldom != notes.end());
  CHECK(seldom->remedy.empty());
  CHECK(seldom->hint.empty());
}

TEST_CASE("wxSand decays and interactions that change the amount of matter have notes") {
  const Diagnostics notes = notes_on(
      "# wxSand, File subversion 2\n"
      "element Air     10  10  14   0     1     0    0    1\n"
      "element Plant   40 160  50   0     0     1    0.1  1\n"
      "element Fire   250 110  30  -0.8   1     0    1.1  1\n"
      "self     0.05 Fire          0.9 Air         0.1 Fire\n"
      "neighbor 0.3  Fire  Plant   1   Fire Fire\n"
      "neighbor 0.9  Plant Air     1   Plant Plant\n"
      "neighbor 0.9  Plant Fire    1   Air  Fire\n");
  REQUIRE(notes.size() == 3);
  CHECK(notes[0].message == "destroys matter: Fire can become Air");
  CHECK(notes[1].message == "makes matter where Plant meets Air");
  CHECK(notes[2].message == "destroys matter where Plant meets Fire");
}

namespace {

const std::string kWxsandCells =
    "# wxSand, File subversion 2\n"
    "element Air    10  10  14   0    1  0   0   1\n"
    "element Plant  40 160  50   0    0  1   0.1 1\n"
    "element Fire  250 110  30  -0.8  1  0   1.1 1\n"
    "element Ash    90  90  90   0.5  1  0.5 0   1\n";

}  // namespace

TEST_CASE("a wxSand line that a later one replaces has a note with its place, the later line and a hint") {
  const Diagnostics notes = notes_on(kWxsandCells +
                                     "  \n"
                                     "neighbor 0.3 Fire Plant 1 Fire Ash\n"
                                     "neighbor 0.5 Fire Plant 1 Fire Fire\n");
  REQUIRE(notes.size() == 1);
  CHECK(format(notes[0]) ==
        "test.cfg:7:1: note: overridden by line 8: of the lines about Fire beside Plant the last one counts (move it "
        "below line 8, or remove it)");
}

TEST_CASE("a wxSand line of one pair that a later line about all replaces has a note") {
  CHECK(note_on(kWxsandCells + "neighbor 0.3 Fire Plant 1 Fire Ash\nneighbor 0.5 Fire all 1 Fire Fire\n", 6) ==
        "overridden by line 7: of the lines about Fire beside Plant the last one counts");
  CHECK(note_on(kWxsandCells + "pexplosion Fire Plant 3 Ash\npexplosion all Plant 3 Fire\n", 6) ==
        "overridden by line 7: of the lines about Fire beside Plant the last one counts");
  CHECK(note_on(kWxsandCells + "self 0.1 Plant 1 Ash\nself 0.2 all 1 Fire\n", 6) ==
        "overridden by line 7: of the lines about Plant the last one counts");
  CHECK(note_on(kWxsandCells + "self 0.1 Plant 1 Ash\nhotself 20 Plant\nhotself 30 all\n", 7) ==
        "overridden by line 8: of the lines about Plant the last one counts");
}

TEST_CASE("a wxSand line about all has a note only if later lines replace it completely") {
  const std::string all = kWxsandCells + "self 0.5 all 1 Ash\nself 0.1 Plant 1 Fire\nself 0.1 Fire 1 Ash\n";
  CHECK(notes_on(all).empty());
  CHECK(note_on(all + "self 0.1 Ash 1 Plant\n", 6) ==
        "overridden by line 7: of the lines about all the last one counts");
}

TEST_CASE("a wxSand pair in the other order is another rule") {
  CHECK(notes_on(kWxsandCells + "neighbor 0.3 Fire Plant 1 Fire Ash\nneighbor 0.5 Plant Fire 1 Ash Fire\n").empty());
}

TEST_CASE("in our own configs every element can exist, no rule is overridden, and none seldom happens") {
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs")) {
    if (entry.path().stem().string().starts_with(".")) continue;
    const ConfigResult result = read_config_file(entry.path());
    CAPTURE(entry.path().string());
    REQUIRE(result.ruleset);
    for (const Diagnostic& note : lint_rules(*result.ruleset)) {
      INFO(format(note));
      CHECK(note.message.find("never exists") == std::string::npos);
      CHECK(note.message.find("overridden") == std::string::npos);
      CHECK(note.message.find("seldom") == std::string::npos);
    }
  }
}

TEST_CASE("the number of listed notes is limited") {
  std::string many = kCells;
  for (int i = 0; i < 700; ++i) many += "rule sand water water sand\n";
  const Diagnostics notes = notes_on(many);
  CHECK(notes.size() == 501);
  CHECK(notes.back().message == "and 200 more notes, not listed");
}

}  // namespace repose::test
