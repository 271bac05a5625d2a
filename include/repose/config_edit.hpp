// Changes to a config's text, as a form makes them: each function returns the new text and touches nothing in it but
// the words that it is about, byte for byte. What cannot be done leaves the text as it is. For the sand.js dialect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose::config_edit {

// The words that may stand first on a line, and which of the words behind them (from 1) name elements.
struct Directive {
  std::string_view word;
  std::vector<int> names;
};
const std::vector<Directive>& directives();

// The `cell` line with this number (from 1) gets another colour or density (0..1). Values that are missing are added,
// as 0 where nothing better is known. Unchanged when it is no `cell` line or holds a word where a number should stand.
std::string set_cell_color(std::string_view text, int line, Color color);
std::string set_cell_density(std::string_view text, int line, double density);

// The functions below take the ruleset that was read from this very `text`; indices are those of its elements. An
// element whose name a later one has taken cannot be named in a new line: then the text stays as it is.

// a meets b: a becomes c, b becomes d. Rewrites the last line that decides the pair, whichever way round it is spelled;
// without one, adds a line behind the last rule, but not above the cells that it names.
std::string set_rule(std::string_view text, const Ruleset& ruleset, std::uint8_t a, std::uint8_t b, std::uint8_t c,
                     std::uint8_t d);
// Adds `rule A B A B` for every element that can meet this one and has no rule with it.
std::string leave_undefined_alone(std::string_view text, const Ruleset& ruleset, std::uint8_t element);

std::string set_hidden(std::string_view text, const Ruleset& ruleset, std::uint8_t element, bool hidden);
// 0 takes the line away.
std::string set_glow(std::string_view text, const Ruleset& ruleset, std::uint8_t element, double brightness);
// In a text that marks no liquid, those that the reader takes for liquids are marked too, so that they stay liquids.
std::string set_liquid(std::string_view text, const Ruleset& ruleset, std::uint8_t element, bool liquid);

// Behind the last `cell` line, so that the elements there are keep their indices. `name` must be one word without # in
// front.
std::string add_element(std::string_view text, std::string_view name, Color color, double density);
// Every use of the name that means this element. `name` as above, and not taken.
std::string rename_element(std::string_view text, const Ruleset& ruleset, std::uint8_t element, std::string_view name);

}  // namespace repose::config_edit
