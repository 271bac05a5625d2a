// Every word that can start a line of a sand.js config: one row for the reader, the editor and the manual.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

// What stands in one place of a line, after its first word.
struct ConfigOperand {
  enum class Kind : unsigned char {
    new_element,  // the name of an element that the line defines
    element,
    elements,   // an element, or a group, which means all its members
    side,       // an element, a group, or `all`
    new_group,  // the name of a group that the line defines or extends
    member,     // of the group: as `elements`
    fixed,      // this word itself, or one of `instead`
    number,
    text,
    automaton,
    parameter,  // the name of a parameter
    value,      // of the parameter
  };

  std::string_view name;  // in messages and in the manual
  Kind kind = Kind::text;
  // Of a number: its valid range.
  double minimum = 0.0, maximum = 1.0;
  bool whole = false;
  bool optional = false;
  std::span<const std::string_view> instead = {};
  bool repeats = false;  // more of them may follow

  bool names_element() const {
    return kind == Kind::new_element || kind == Kind::element || kind == Kind::elements || kind == Kind::side ||
           kind == Kind::member;
  }
  // Whether the name of a group can stand here.
  bool may_be_group() const { return kind == Kind::elements || kind == Kind::side || kind == Kind::member; }
};

struct ConfigWord {
  std::string_view word;
  std::vector<ConfigOperand> operands;
  // Read after all lines that are not late, because it needs to know all elements, groups or the automaton.
  bool late = false;
  // The control in the editor's form; empty: none.
  std::string_view form_title, form_tip;
  // For words that set a share of an element, 0..1: the share; else null. value(Element{}): the share without a line.
  double (*value)(const Element& element) = nullptr;
  // As in the table of docs/configs.md.
  std::string_view meaning, used_by;

  // The operand at a place of the line (from 1); null if there is none.
  const ConfigOperand* operand(std::size_t place) const;
  bool names_element(std::size_t place) const;
  // Whether the word changes what steps do in *conserving*, and nothing else.
  bool is_for_conserving() const { return used_by == "*conserving*"; }
  // Whether the line can have the name of a group.
  bool may_name_groups() const;
  bool has(ConfigOperand::Kind kind) const;
  // The row of docs/configs.md.
  std::string manual_row() const;
};

// In the order in which the editor offers them.
const std::vector<ConfigWord>& config_words();
// Null if no line starts with this word.
const ConfigWord* config_word(std::string_view word);

}  // namespace repose
