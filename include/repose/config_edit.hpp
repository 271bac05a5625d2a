// Changes one thing in the text of a sand.js config, for forms. Each function returns the new text; all other bytes
// stay as they are. If a change is not possible, the result is the old text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose::config_edit {

// Sets the colour or density (0..1) of the `cell` line with this number (from 1). Missing values before it are added as
// 0. No change if the line is not a `cell` line or has a word in the place of a number.
std::string set_cell_color(std::string_view text, int line, Color color);
std::string set_cell_density(std::string_view text, int line, double density);

// Precondition of the functions below: `ruleset` was read from `text`; element indices are those of `ruleset`. An
// element cannot be named in a new line if a later element has the same name; then there is no change.

// Sets the rule of a pair: a meets b, a becomes c, b becomes d. Rewrites the last rule of the pair, in either order; if
// there is none, adds a line after the last rule and after the cells that it names.
std::string set_rule(std::string_view text, const Ruleset& ruleset, std::uint8_t a, std::uint8_t b, std::uint8_t c,
                     std::uint8_t d);
// Adds `rule A B A B` for every element that can meet this one and has no rule with it.
std::string leave_undefined_alone(std::string_view text, const Ruleset& ruleset, std::uint8_t element);

// The number of the last line `WORD GROUP` for a group that has this element; empty if there is none.
std::optional<int> line_about_its_group(std::string_view text, const Ruleset& ruleset, std::uint8_t element,
                                        std::string_view word);

// The functions below add, change and remove lines about the element itself, and never lines about a group of it. A
// value that a line about a group sets can be replaced, but a mark of such a line, such as `hidden`, stays.

// Adds or removes the line `WORD NAME` of the element, for words without a value: hidden, clone, react, drain...
std::string set_flag(std::string_view text, const Ruleset& ruleset, std::uint8_t element, std::string_view word,
                     bool set);
// Writes `values` after `WORD NAME` in the last such line of the element, or adds a line. Empty: removes these lines.
std::string set_values(std::string_view text, const Ruleset& ruleset, std::uint8_t element, std::string_view word,
                       std::string_view values);
// As set_values(), with a number 0..1. `usual`: the value without a line; removes the lines, unless a group has one.
std::string set_share(std::string_view text, const Ruleset& ruleset, std::uint8_t element, std::string_view word,
                      double value, double usual);
// Adds or removes the `liquid` line of the element; a liquid loses its `powder` line. If the text has no `liquid` and
// no `powder` line, elements that are liquids or powders by default get a line too, so that they stay what they are.
std::string set_liquid(std::string_view text, const Ruleset& ruleset, std::uint8_t element, bool liquid);
// As set_liquid(), for `powder`, except that elements that are liquids by their density stay so without a line.
std::string set_powder(std::string_view text, const Ruleset& ruleset, std::uint8_t element, bool powder);

// Adds the element to the last line of the group or set, or adds a `group` line; or removes it from all its lines, and
// lines that become empty. A member of a group in these lines stays a member. `group`: one word, not starting with #.
std::string set_member(std::string_view text, const Ruleset& ruleset, std::uint8_t element, std::string_view group,
                       bool member);

// A `when` line as it is written: names of elements or groups, or all.
struct WhenText {
  int line = 0;  // 0: not in the text yet
  std::string a, b, c, d;
  double probability = 1.0;
  std::string place = "touches";  // or where A lies: left_of, right_of, above, below
};
// The complete `when` lines of the text, in its order.
std::vector<WhenText> when_lines(std::string_view text);
// Rewrites the line of that number; adds a line if it is 0.
std::string set_when(std::string_view text, const WhenText& when);
// Removes the line if it begins with that word.
std::string remove_line(std::string_view text, std::string_view word, int line);

// Sets the value in the last line of that parameter, or adds a line. Without a value: removes these lines.
std::string set_parameter(std::string_view text, std::string_view parameter, std::optional<double> value);

// Adds the line at the end of the text.
std::string add_line(std::string_view text, std::string_view line);

// Adds an element after the last `cell` line, so that existing elements keep their indices. `name` must be one word
// that does not start with #. Density 0..1.
std::string add_element(std::string_view text, std::string_view name, Color color, double density);
// Renames the element wherever the text names it. `name` as above, and not used by another element.
std::string rename_element(std::string_view text, const Ruleset& ruleset, std::uint8_t element, std::string_view name);

}  // namespace repose::config_edit
