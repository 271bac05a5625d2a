// Every message. Each file in tests/data/config has exactly one mistake.
#include "support.hpp"

namespace repose {
namespace {

std::vector<std::string> messages_of(const std::string& name) {
  const std::string file = name + ".cfg";
  const std::string text = test::read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "tests/data/config" / file);
  std::vector<std::string> messages;
  for (const Diagnostic& d : read_config(text, file).diagnostics) messages.push_back(format(d));
  return messages;
}

void check_message(const std::string& name, const std::string& message) {
  INFO(name);
  CHECK(messages_of(name) == std::vector<std::string>{message});
}

}  // namespace

TEST_CASE("A valid config gives no diagnostic") {
  CHECK(messages_of("sound").empty());
  CHECK(messages_of("words_of_conserving").empty());
}

TEST_CASE("An unknown directive is named, with the nearest one") {
  check_message("unknown_directive",
                "unknown_directive.cfg:7:1: warning: unknown directive 'sell'; the line is ignored (did you mean "
                "'cell'?)");
}

TEST_CASE("An unknown element is named, with the nearest name or with how to define it") {
  check_message("unknown_element",
                "unknown_element.cfg:6:11: error: unknown element 'watr'; the rule is left out (did you mean "
                "'water'?)");
  check_message("unknown_element_without_near_name",
                "unknown_element_without_near_name.cfg:7:10: error: unknown element 'lava'; the rule is left out "
                "(define it: cell lava RED GREEN BLUE DENSITY)");
}

TEST_CASE("A missing value is named at its place") {
  check_message("missing_value_in_cell",
                "missing_value_in_cell.cfg:2:21: error: missing value: 'cell' needs NAME RED GREEN BLUE DENSITY, and "
                "DENSITY is missing");
  check_message("missing_values_in_cell",
                "missing_values_in_cell.cfg:2:14: error: missing value: 'cell' needs NAME RED GREEN BLUE DENSITY, "
                "and GREEN, BLUE and DENSITY are missing");
  check_message("missing_value_in_rule",
                "missing_value_in_rule.cfg:5:21: error: missing value: 'rule' needs A B C D, and D is missing; the "
                "rule is left out");
  check_message("missing_name",
                "missing_name.cfg:7:5: error: missing value: 'cell' needs NAME RED GREEN BLUE DENSITY, and NAME, "
                "RED, GREEN, BLUE and DENSITY are missing");
}

TEST_CASE("A word in the place of a number is an error that says what is expected") {
  check_message("not_a_number",
                "not_a_number.cfg:2:15: error: not a number: GREEN must be a whole number from 0 to 255, but is "
                "'gold'");
  check_message("hexadecimal_number",
                "hexadecimal_number.cfg:2:11: error: not a number: RED must be a whole number from 0 to 255, but is "
                "'0xde'");
  check_message("name_of_two_words",
                "name_of_two_words.cfg:2:10: error: not a number: RED must be a whole number from 0 to 255, but is "
                "'sand' (a name is one word, such as wet_sand)");
}

TEST_CASE("A number out of range is a warning that says which number is used") {
  check_message("colour_out_of_range",
                "colour_out_of_range.cfg:2:15: warning: number out of range: GREEN must be a whole number from 0 to "
                "255, but is '300'; 255 is used");
  check_message("density_out_of_range",
                "density_out_of_range.cfg:1:19: warning: number out of range: DENSITY must be a number from 0 to 1, "
                "but is '-0.5'; 0 is used");
}

TEST_CASE("A number that is only the start of a word, or a colour with decimals, is a warning") {
  check_message("number_with_letters_behind",
                "number_with_letters_behind.cfg:2:11: warning: RED '222px' is read as 222");
  check_message("colour_with_fraction", "colour_with_fraction.cfg:2:19: warning: BLUE '60.7' is read as 60");
}

TEST_CASE("A duplicate name points at the older element") {
  check_message("duplicate_name",
                "duplicate_name.cfg:7:6: warning: duplicate name: element 'sand' is already defined on line 2; "
                "below, the name means this one (give one of them another name)");
}

TEST_CASE("A duplicate rule points at the older rule and says whether it changes anything") {
  check_message("duplicate_rule_that_replaces",
                "duplicate_rule_that_replaces.cfg:7:1: warning: duplicate rule: 'water' and 'air' already have a "
                "rule on line 5; this one replaces it (remove this line or line 5)");
  check_message("duplicate_rule_that_repeats",
                "duplicate_rule_that_repeats.cfg:7:1: warning: duplicate rule: 'water' and 'air' already have a rule "
                "on line 5; this one says the same (remove this line or line 5)");
}

TEST_CASE("Too many elements are counted in one error") {
  check_message("too_many_elements",
                "too_many_elements.cfg:257:1: error: too many elements: a config has at most 256, this one has 259; "
                "from here on they are left out, with their rules");
}

TEST_CASE("A file without elements says what it needs") {
  check_message("empty",
                "empty.cfg: error: the file is empty (a config needs at least one line: cell NAME RED GREEN BLUE "
                "DENSITY)");
  check_message("blank",
                "blank.cfg: error: the file is empty (a config needs at least one line: cell NAME RED GREEN BLUE "
                "DENSITY)");
  check_message("comments_only",
                "comments_only.cfg: error: the file defines no element (a config needs at least one line: cell NAME "
                "RED GREEN BLUE DENSITY)");
}

TEST_CASE("A binary file is refused with the reason") {
  check_message("binary", "binary.cfg: error: this is not a text file: byte 8 is zero");
  check_message("control_characters",
                "control_characters.cfg: error: this is not a text file: 64 of its 87 bytes are control characters");
  check_message("utf16",
                "utf16.cfg: error: this is not a text file: byte 4 is zero (it looks like UTF-16; save it as UTF-8)");
}

TEST_CASE("Pairs without a rule are named in one warning") {
  check_message("undefined_pair",
                "undefined_pair.cfg: warning: undefined pair: no rule says what happens when these meet, so both "
                "would vanish: sand + water (to keep both unchanged, add: rule sand water sand water)");
  check_message("undefined_pairs",
                "undefined_pairs.cfg: warning: undefined pairs: no rule says what happens when these meet, so both "
                "would vanish: smoke + fire, smoke + air, smoke + oil, smoke + water, smoke + sand, fire + air, fire "
                "+ oil, fire + water and 7 more (to keep both unchanged, add: rule smoke fire smoke fire)");
}

TEST_CASE("Words after a complete directive give a warning") {
  check_message("extra_word_in_cell",
                "extra_word_in_cell.cfg:1:23: warning: extra word 'light': 'cell' is complete before it, and the "
                "rest of the line is ignored (a comment begins with #)");
  check_message("extra_word_in_hidden",
                "extra_word_in_hidden.cfg:7:13: warning: extra word 'please': 'hidden' is complete before it, and "
                "the rest of the line is ignored (a comment begins with #)");
  check_message("sixth_word_in_rule",
                "sixth_word_in_rule.cfg:4:24: warning: 'often' is ignored: only a probability is allowed here (a "
                "comment begins with #)");
  check_message("extra_word_behind_probability",
                "extra_word_behind_probability.cfg:4:28: warning: extra word 'often': 'rule' is complete before it, "
                "and the rest of the line is ignored (a comment begins with #)");
}

TEST_CASE("A rule above its cell is a warning, because sand.js would stop there") {
  check_message("rule_above_its_cell",
                "rule_above_its_cell.cfg:2:10: warning: element 'sand' is defined below, on line 3; sand.js would "
                "stop here (move the cell lines to the top)");
}

TEST_CASE("Mistakes in words that sand.js ignores are warnings") {
  check_message("unknown_element_in_glow",
                "unknown_element_in_glow.cfg:7:6: warning: unknown element or group 'lva'; the line is ignored (define "
                "it: cell lva RED GREEN BLUE DENSITY, or above this line group lva ELEMENT)");
  check_message("missing_value_in_glow",
                "missing_value_in_glow.cfg:7:10: warning: missing value: 'glow' needs NAME BRIGHTNESS, and "
                "BRIGHTNESS is missing; the line is ignored");
  check_message("not_a_number_in_glow",
                "not_a_number_in_glow.cfg:7:11: warning: not a number: BRIGHTNESS must be a number from 0 to 1, but "
                "is 'bright'");
  check_message("brightness_out_of_range",
                "brightness_out_of_range.cfg:7:11: warning: number out of range: BRIGHTNESS must be a number from 0 "
                "to 1, but is '1.5'; 1 is used");
}

TEST_CASE("Mistakes in probabilities are warnings") {
  check_message(
      "not_a_number_in_decay",
      "not_a_number_in_decay.cfg:7:17: warning: not a number: PROBABILITY must be a number from 0 to 1, but is "
      "'soon'");
  check_message(
      "probability_out_of_range",
      "probability_out_of_range.cfg:4:24: warning: number out of range: PROBABILITY must be a number from 0 to 1, "
      "but is '1.5'; 1 is used");
}

TEST_CASE("Mistakes in words of FastSAB and tiles are warnings") {
  check_message("columns_out_of_range",
                "columns_out_of_range.cfg:7:15: warning: number out of range: COLUMNS must be a whole number from 0 to "
                "8, but is '12'; 8 is used");
  check_message("not_a_number_in_dissolve",
                "not_a_number_in_dissolve.cfg:7:21: warning: not a number: N must be a whole number from 0 to "
                "1000000000, but is 'often'");
  check_message("unknown_automaton",
                "unknown_automaton.cfg:7:11: warning: unknown automaton 'tile'; the line is ignored (did you mean "
                "'tiles'?)");
}

TEST_CASE("docs/configs.md quotes every message") {
  const std::string page = test::read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "docs/configs.md");
  const std::filesystem::path folder = std::filesystem::path(REPOSE_SOURCE_DIR) / "tests/data/config";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    for (const Diagnostic& d : read_config(test::read_text(entry.path()), "").diagnostics) {
      INFO(format(d));
      CHECK(page.find("`" + d.message + "`") != page.npos);
    }
  }
}

TEST_CASE("The examples in docs/configs.md are free of mistakes") {
  const std::string page = test::read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "docs/configs.md");
  const std::string opening = "```repose\n";
  int examples = 0;
  for (std::size_t at = page.find(opening); at != page.npos; at = page.find(opening, at + 1)) {
    const std::size_t begin = at + opening.size(), end = page.find("```", begin);
    const ConfigResult result = read_config(page.substr(begin, end - begin), "example");
    for (const Diagnostic& d : result.diagnostics) FAIL_CHECK(format(d));
    ++examples;
  }
  CHECK(examples == 9);
}

TEST_CASE("A missing file is one error about the file") {
  const ConfigResult result = read_config_file("/nowhere/at all.cfg");
  CHECK_FALSE(result.ruleset);
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(format(result.diagnostics[0]) == "/nowhere/at all.cfg: error: cannot open the file: No such file or directory");
}

TEST_CASE("A folder is not a config") {
  const test::TemporaryFolder folder;
  const ConfigResult result = read_config_file(folder.path());
  CHECK_FALSE(result.ruleset);
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(result.diagnostics[0].message == "this is a folder, not a config file");
}

TEST_CASE("A file is read like its text") {
  const std::filesystem::path path = std::filesystem::path(REPOSE_SOURCE_DIR) / "tests/data/config" / "sound.cfg";
  const ConfigResult result = read_config_file(path);
  REQUIRE(result.ruleset);
  CHECK(result.ruleset->title == "sound.cfg");
  CHECK(result.ruleset->source == path.string());
  CHECK(result.ruleset->text == test::read_text(path));
}

TEST_CASE("A diagnostic has its place, what was expected and found, and the text of the line") {
  const ConfigResult result = read_config("cell air 0 0 0 0.5\n\tcell\tsand 1 2 gold\t0.9 \r\n", "test.cfg");
  REQUIRE(result.diagnostics.size() == 1);
  const Diagnostic& d = result.diagnostics[0];
  CHECK(d.severity == Severity::error);
  CHECK(d.file == "test.cfg");
  CHECK(d.line == 2);
  CHECK(d.column == 16);
  CHECK(d.expected == "a whole number from 0 to 255");
  CHECK(d.found == "gold");
  CHECK(d.excerpt == " cell sand 1 2 gold 0.9 ");
}

TEST_CASE("Diagnostics are in the order of lines, those about the file last") {
  const ConfigResult result = read_config("rle\ncell a 0 0 0 0.5 x\nglow\ncell b 300 0 0 0.6\n", "test.cfg");
  std::vector<int> lines;
  for (const Diagnostic& d : result.diagnostics) lines.push_back(d.line);
  CHECK(lines == std::vector<int>{1, 2, 3, 4, 0});
}

TEST_CASE("After an error undefined pairs are not reported, because the error may be their cause") {
  const ConfigResult result = read_config("cell a 0 0 0 0.5\ncell b 0 0 0 0.6\nrule a bb bb a\n", "test.cfg");
  CHECK(result.diagnostics.size() == 1);
}

TEST_CASE("An unknown name is reported once per line") {
  const ConfigResult result = read_config("cell a 0 0 0 0.5\nrule a mud mud a\nrule ooze mud a a\n", "test.cfg");
  CHECK(result.diagnostics.size() == 3);
}

TEST_CASE("The nearest name ignores case and up to a third of the letters") {
  const std::vector<std::string> names = {"air", "sand", "water", "saltwater"};
  CHECK(nearest_name("watr", names) == "water");
  CHECK(nearest_name("SAND", names) == "sand");
  CHECK(nearest_name("saltwtaer", names) == "saltwater");
  CHECK(nearest_name("ar", names) == "air");
  CHECK(nearest_name("lava", names).empty());
  CHECK(nearest_name("", names).empty());
  CHECK(nearest_name(std::string(1000, 'a'), names).empty());
}

}  // namespace repose
