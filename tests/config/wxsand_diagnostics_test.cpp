// Every message about wxSand configs. Each file in tests/data/wxsand/messages has exactly one mistake.
#include "support.hpp"

namespace repose {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(REPOSE_TEST_DATA) / "wxsand/messages";

using Messages = std::vector<std::string>;

void check_messages(const std::string& name, const Messages& expected) {
  INFO(name);
  const std::string file = name + ".txt";
  Messages messages;
  for (const Diagnostic& d : read_config(test::read_text(kFolder / file), file).diagnostics)
    messages.push_back(format(d));
  CHECK(messages == expected);
}

}  // namespace

TEST_CASE("A valid wxSand config gives no diagnostic") {
  check_messages("sound", {});
  check_messages("elements_255", {});
  check_messages("entities", {});
}

TEST_CASE("wxSand: an unknown directive is named, with the nearest one") {
  check_messages("unknown_directive",
                 {"unknown_directive.txt:6:1: warning: unknown directive 'neighbour'; the line is ignored (did "
                  "you mean 'neighbor'?)"});
  check_messages("stray_text",
                 {"stray_text.txt:6:1: warning: unknown directive 'Hello,'; the line is ignored (a comment "
                  "begins with #)"});
}

TEST_CASE("'explode' is ignored, as in the original, and the hint names the right word") {
  check_messages("explode",
                 {"explode.txt:6:1: warning: unknown directive 'explode'; the line is ignored (wxSand ignores it "
                  "too; 'pexplosion A B DIAMETER FILLING' fills a disc)"});
}

TEST_CASE("An indented directive is ignored with a warning") {
  check_messages("indented",
                 {"indented.txt:6:3: warning: 'self' is indented; the line is ignored, as wxSand ignores it "
                  "(remove the blanks before it)"});
}

TEST_CASE("An unknown element makes only the parts that name it invalid") {
  check_messages("unknown_element",
                 {"unknown_element.txt:6:11: warning: unknown element 'Fyre'; the line is ignored (did you mean "
                  "'Fire'?)"});
  check_messages("unknown_element_without_near_name",
                 {"unknown_element_without_near_name.txt:6:10: warning: unknown element 'Lava'; the line is "
                  "ignored (define it: element Lava RED GREEN BLUE ...)"});
  check_messages("unknown_outcome",
                 {"unknown_outcome.txt:6:20: warning: unknown element 'Smoke'; this outcome is left out (define "
                  "it: element Smoke RED GREEN BLUE ...)"});
  check_messages("unknown_member",
                 {"unknown_member.txt:6:16: warning: unknown element 'Lava'; it is left out (define it: element "
                  "Lava RED GREEN BLUE ...)"});
}

TEST_CASE("wxSand: a missing value is named at its place") {
  check_messages("missing_value",
                 {"missing_value.txt:5:31: warning: missing value: 'element' needs NAME RED GREEN BLUE GRAVITY "
                  "SLIP DENSITY CONDUCTIVITY VISIBLE, and VISIBLE is missing; missing values count as 0, and "
                  "the element is hidden"});
  check_messages("missing_values",
                 {"missing_values.txt:6:19: warning: missing value: 'element' needs NAME RED GREEN BLUE GRAVITY "
                  "SLIP DENSITY CONDUCTIVITY VISIBLE, and BLUE, GRAVITY, SLIP, DENSITY, CONDUCTIVITY and VISIBLE "
                  "are missing; missing values count as 0, and the element is hidden"});
  check_messages("missing_name",
                 {"missing_name.txt:6:8: warning: missing value: 'element' needs NAME RED GREEN BLUE GRAVITY "
                  "SLIP DENSITY CONDUCTIVITY VISIBLE, and NAME, RED, GREEN, BLUE, GRAVITY, SLIP, DENSITY, "
                  "CONDUCTIVITY and VISIBLE are missing; no element is defined"});
  check_messages("missing_value_in_rule",
                 {"missing_value_in_rule.txt:6:32: warning: missing value: 'neighbor' needs PROBABILITY A B "
                  "WEIGHT NEW_A NEW_B, and NEW_B is missing; the line is ignored"});
  check_messages(
      "missing_value_in_outcome",
      {"missing_value_in_outcome.txt:6:29: warning: missing value: an outcome needs WEIGHT PRODUCT, "
       "and PRODUCT is missing; this outcome is left out",
       "missing_value_in_outcome.txt:6:16: warning: the weights add up to 0.5, not to 1; the rest changes nothing"});
  check_messages("missing_value_in_hotcolor",
                 {"missing_value_in_hotcolor.txt:6:22: warning: missing value: 'hotcolor' needs ELEMENT RED "
                  "GREEN BLUE, and BLUE is missing; missing values count as 0"});
  check_messages("missing_value_in_item",
                 {"missing_value_in_item.txt:6:10: warning: missing value: 'item' needs NAME VISIBLE, and "
                  "VISIBLE is missing; the item is hidden"});
  check_messages("group_without_name",
                 {"group_without_name.txt:6:6: warning: missing value: 'group' needs NAME, and NAME is missing; "
                  "the line is ignored"});
  check_messages("sources_without_elements",
                 {"sources_without_elements.txt:6:8: warning: missing value: 'sources' needs ELEMENT, and "
                  "ELEMENT is missing; the line is ignored"});
}

TEST_CASE("A word in the place of a number gives a message that says what is expected") {
  check_messages("not_a_number",
                 {"not_a_number.txt:6:6: warning: not a number: PROBABILITY must be a number from 0 to 1, but is "
                  "'often'; 0 is used"});
  check_messages("name_of_two_words",
                 {"name_of_two_words.txt:6:17: warning: not a number: RED must be a whole number from 0 to 255, "
                  "but is 'Ember'; 0 is used (a name is one word, such as Falling_Ember)"});
}

TEST_CASE("A message about a number out of range says which number is used") {
  check_messages("colour_out_of_range",
                 {"colour_out_of_range.txt:6:13: warning: number out of range: RED must be a whole number from 0 "
                  "to 255, but is '275'; 19 is used"});
  check_messages("speed_out_of_range",
                 {"speed_out_of_range.txt:7:25: warning: number out of range: Y_SPEED must be a whole number "
                  "from 0 to 255, but is '-160'; 96 is used"});
  check_messages("probability_below_zero",
                 {"probability_below_zero.txt:6:6: warning: number out of range: PROBABILITY must be a number "
                  "from 0 to 1, but is '-0.5'; 0 is used"});
  check_messages("diameter_out_of_range",
                 {"diameter_out_of_range.txt:6:22: warning: number out of range: DIAMETER must be a whole number "
                  "from 0 to 65536, but is '1000000'; 65536 is used"});
}

TEST_CASE("A number that is only the start of a word is a warning") {
  check_messages("number_with_letters_behind",
                 {"number_with_letters_behind.txt:6:6: warning: PROBABILITY '0.05x' is read as 0.05"});
  check_messages("broken_whole_number", {"broken_whole_number.txt:6:22: warning: DIAMETER '0.25' is read as 0"});
}

TEST_CASE("Weights that do not add up to 1 give a warning with their sum") {
  check_messages(
      "weights_below_one",
      {"weights_below_one.txt:6:16: warning: the weights add up to 0.5, not to 1; the rest changes nothing"});
  check_messages(
      "weights_above_one",
      {"weights_above_one.txt:6:16: warning: the weights add up to 1.3, not to 1; the part above 1 is cut off"});
}

TEST_CASE("A weight too small for one of the 100 slots is named") {
  check_messages("weight_too_small", {"weight_too_small.txt:6:24: warning: the weight '0.001' fills none of 100 slots; "
                                      "this outcome never happens (make the probability of the line smaller instead)"});
}

TEST_CASE("Words after a complete wxSand directive give a warning") {
  check_messages("extra_word",
                 {"extra_word.txt:6:23: warning: extra word 'bright': 'hotcolor' is complete before it, and the "
                  "rest of the line is ignored"});
  check_messages("comment_behind_rule", {"comment_behind_rule.txt:6:24: warning: a comment is not allowed after a "
                                         "rule; wxSand would refuse this file (put it on a separate line)"});
}

TEST_CASE("A message about a duplicate names the older line") {
  check_messages("duplicate_name",
                 {"duplicate_name.txt:6:9: warning: duplicate name: element 'Fire' is already defined on line 3; "
                  "this definition replaces it (give one of them another name)"});
  check_messages("duplicate_self",
                 {"duplicate_self.txt:7:1: warning: duplicate self: line 6 is about 'Fire' too; this one "
                  "replaces it (remove this line or line 6)"});
  check_messages("duplicate_neighbor",
                 {"duplicate_neighbor.txt:8:1: warning: duplicate neighbor: line 6 is about 'Fire' beside "
                  "'Water' too; this one replaces it (remove this line or line 6)"});
  check_messages("duplicate_group",
                 {"duplicate_group.txt:7:7: warning: duplicate group: 'Hot' is already on line 6; this one "
                  "replaces it (remove this line or line 6)"});
}

TEST_CASE("An empty group is a warning") {
  check_messages("empty_group", {"empty_group.txt:7:11: warning: the group 'Cold' is empty"});
}

TEST_CASE("Lines without effect give a warning") {
  check_messages("hotself_without_self",
                 {"hotself_without_self.txt:6:1: warning: no effect: there is no 'self' line for 'Fire'"});
  check_messages("explosion_without_neighbor",
                 {"explosion_without_neighbor.txt:6:1: warning: no effect: there is no 'neighbor' line for "
                  "'Fire' beside 'Water'"});
  check_messages("first_element_acts",
                 {"first_element_acts.txt:6:12: note: no effect: 'Empty' is the first element, which never acts"});
}

TEST_CASE("'all' cannot be a product") {
  check_messages("all_as_outcome", {"all_as_outcome.txt:6:28: warning: 'all' is not allowed here; this outcome is left "
                                    "out (it means elements that act or are acted on, not products)"});
}

TEST_CASE("Mistakes in the picture of an item are named") {
  check_messages("item_with_stray_character", {"item_with_stray_character.txt:8:1: warning: '@' is not the character "
                                               "of an element; such cells are left as they are"});
  check_messages("item_with_long_character",
                 {"item_with_long_character.txt:7:6: warning: 'WW' is read as 'W': in a picture every cell is "
                  "one byte"});
  check_messages("item_without_character",
                 {"item_without_character.txt:7:13: warning: missing value: 'Water' has no character"});
  check_messages("item_without_picture",
                 {"item_without_picture.txt:6:1: warning: the item 'Tree' has no picture; it does nothing"});
  check_messages("item_too_large",
                 {"item_too_large.txt:6:1: warning: the picture is too large: an item has at most 256 x 256 "
                  "cells; the rest is cut off"});
}

TEST_CASE("A last line that is cut off gives a warning") {
  check_messages("torn",
                 {"torn.txt:6:30: warning: missing value: 'neighbor' needs PROBABILITY A B WEIGHT NEW_A NEW_B, "
                  "and NEW_B is missing; the line is ignored",
                  "torn.txt:6:1: warning: the file ends in the middle of this line, as if it were cut off (look "
                  "for a complete copy)"});
}

TEST_CASE("A web page is read, with a warning") {
  check_messages("web_page",
                 {"web_page.txt: warning: this is a web page; its tags are ignored (save the config itself, "
                  "not the page around it)"});
}

TEST_CASE("A file without the right header is read with a warning") {
  check_messages("no_subversion",
                 {"no_subversion.txt: warning: no comment says 'subversion 2'; wxSand refuses a file without it "
                  "(put a line on top: # wxSand, File subversion 2)"});
  check_messages("subversion_1",
                 {"subversion_1.txt: warning: the file says 'subversion 1', an older format; it is read as "
                  "subversion 2 (put a line on top: # wxSand, File subversion 2)"});
}

TEST_CASE("A wxSand config without elements says what it needs") {
  check_messages("no_element",
                 {"no_element.txt: error: the file defines no element (a config needs at least one line: element "
                  "NAME RED GREEN BLUE GRAVITY SLIP DENSITY CONDUCTIVITY VISIBLE)"});
}

TEST_CASE("The 256th element is one error") {
  check_messages("elements_256",
                 {"elements_256.txt:257:1: error: too many elements: a wxSand config has at most 255, this one "
                  "has 256; from here on they are left out, with their rules"});
}

TEST_CASE("docs/configs.md quotes every message about wxSand configs") {
  const std::string page = test::read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "docs/configs.md");
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    for (const Diagnostic& d : read_config(test::read_text(entry.path()), "").diagnostics) {
      INFO(format(d));
      CHECK(page.find("`" + d.message + "`") != page.npos);
    }
  }
}

}  // namespace repose
