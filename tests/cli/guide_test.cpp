#include "cli_support.hpp"

namespace repose::test {

namespace {

// One of each: movement, reactions of both directions, decay, burst, clone, hidden elements, a tab and a set.
const std::string kGuided = R"(automaton conserving
cell air 0 0 0 0.3
cell sand 9 9 9 0.7
cell water 1 1 1 0.5
cell tar 2 2 2 0.6
cell steam 3 3 3 0.1
cell lava 4 4 4 0.8
cell wall 5 5 5 1
cell bomb 6 6 6 0.9
cell spring 7 7 7 1
cell glass_1 8 8 8 0.9
group Loose sand water tar steam lava bomb
set moving Loose
swap moving air
swap moving moving
hidden glass_1
powder sand
powder bomb
liquid water
liquid tar
liquid lava
viscosity tar 0.1
describe sand Falls. | Piles up.
when lava touches sand becomes lava glass_1 0.01
when lava touches water becomes steam steam
rule water steam water air 0.002
decay steam water 0.004
burst bomb 3 air 0.5
resistance wall 0.9
clone spring
)";

std::string guide(const Cli& cli, const std::string& text) {
  return cli.fine("guide " + cli.write("world.cfg", text)).out;
}

bool says(const std::string& page, std::string_view part) { return page.find(part) != std::string::npos; }

}  // namespace

TEST_CASE_METHOD(Cli,
                 "guide says what each element of the palette is and does, and what two elements become, how soon") {
  const std::string page = guide(*this, kGuided);
  INFO(page);
  CHECK_FALSE(says(page, " \n"));
  CHECK(page.starts_with("# What the elements of world.cfg do\n\n"));
  CHECK(says(page, "\n## Loose\n\n### sand\n\n**Powder.** Falls. \\| Piles up.\n"));
  CHECK(says(page, "### tar\n\n**Thick liquid.**\n\n- Sinks through water, steam.\n- Floats on lava.\n"));
  CHECK(says(page, "- Becomes water by itself after about 2 seconds.\n"));
  CHECK(says(page,
             "- Explodes after about 0.02 seconds: what is within 3 cells of it is gone, if it does not resist.\n"));
  CHECK(says(page, "**Wall.**\n\n- An explosion spares 90 of 100 cells of it.\n"));
  CHECK(says(page, "- Takes on the first liquid or powder that touches it, and pours it from then on.\n"));
  CHECK(says(page, "## Made from these\n\n| name | kind | by itself |\n|---|---|---|\n| glass 1 | solid | |\n"));
  // From either side.
  CHECK(says(page,
             "| with | what happens | how soon |\n|---|---|---|\n| lava | sand becomes glass 1 | within a second |"));
  CHECK(says(page, "| sand | sand becomes glass 1 | within a second |\n| water | both become steam | at once |"));
  CHECK(says(page, "| steam | steam is gone | in some seconds, where water is above |"));
  CHECK(says(page, "| water | steam is gone | in some seconds, where steam is below |"));
  CHECK(page == guide(*this, kGuided));
  CHECK(says(guide(*this, kSmallRules + "automaton conserving\n"), "\n## Elements\n\n### sand\n"));  // without a tab
}

TEST_CASE_METHOD(Cli, "guide refuses other automata, missing files and configs with errors in one line") {
  const Outcome density = call("guide " + write("small.cfg", kSmallRules));
  CHECK(density.code == 2);
  CHECK(density.err == "repose-cli: guide: " + path("small.cfg") +
                           " is a config for density, and there is a guide only to those for conserving\n");
  const Outcome mod = call("guide " + write("mod.txt", "element A 0 0 0 0 1 0 0 1\n"));
  CHECK(mod.code == 2);
  CHECK(mod.error_lines() == 1);
  CHECK(call("guide @none.cfg").code == 2);
  CHECK(call("guide " + write("bad.cfg", "cell air 0 0 0\n")).code == 1);
}

}  // namespace repose::test
