// The one table of actions. Menus, the command palette, the key settings, F1, tooltips and buttons are made from its
// rows: adding an action is adding a row to one of the functions in action_rows.hpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/input/bindings.hpp"

namespace repose {

// Where an action stands in the menu bar.
struct MenuPlace {
  std::string_view section = {};  // one of those that menu_bar.cpp draws: "File/save"; empty: in no menu
  std::string_view label = {};    // empty: the title of the action
};

struct ActionRow {
  std::string_view id;     // stays when the title changes: settings and key bindings files hold it
  std::string_view group;  // heading under F1 and in the key settings
  std::string_view title;

  // --- Keys, as they are before anybody changes them. ---
  std::vector<DefaultKey> keys = {};
  KeyContext context = KeyContext::everywhere;
  std::string_view fixed_keys = {};  // not empty: what lists show for keys that cannot be changed
  bool in_dialogs = false;           // the keys also work while a dialog is open
  bool left_to_text = false;         // while a field of text has the focus, the keys are the field's

  // --- Menus, buttons, the command palette. ---
  MenuPlace menu = {};
  std::string_view about = {};                       // tooltip in menus; buttons show it after the title
  std::function<std::string()> label_now = nullptr;  // for menus and buttons, where the title depends on the state
  bool in_palette = true;
  std::string_view other_words = {};  // that the command palette finds it by: names from other programs

  // --- What it does. ---
  std::function<std::string()> why_not = nullptr;  // a sentence about why it cannot be done now; empty: it can
  std::function<bool()> is_on = nullptr;           // of switches
  std::function<void()> perform = nullptr;
  std::function<void(int)> perform_numbered = nullptr;  // instead: takes which of the keys 1 to 9 was pressed
  std::function<void(double)> while_held = nullptr;     // each frame while its key is held, with the seconds passed
};

class ActionTable {
 public:
  // `refuse` shows the sentence when an action is asked for that cannot be done now.
  ActionTable(std::vector<ActionRow> rows, std::function<void(const std::string&)> refuse);

  const std::vector<ActionRow>& rows() const { return rows_; }
  // Null when there is none.
  const ActionRow* find(std::string_view id) const;

  // All that follow need the id of a row.
  const ActionRow& row(std::string_view id) const;
  std::string why_not(std::string_view id) const;
  // False for actions that are no switches, and for switches that can have no effect now.
  bool is_on(std::string_view id) const;
  // As things are now, for menus: "Pause", "Undo paint sand".
  std::string label(std::string_view id) const;
  // For the tooltip of a button: why it cannot be done now, else what it does.
  std::string tip(std::string_view id) const;
  // "Ctrl+Q", or "F or ." when there are several; empty when there is none.
  std::string keys(std::string_view id) const;
  // For sentences: the keys, or "the command palette" where there are none, which finds everything.
  std::string way_to(std::string_view id) const;
  // Where it cannot be done now, the reason is shown instead.
  void perform(std::string_view id, int number = 0) const;

  Bindings& bindings() { return bindings_; }
  const Bindings& bindings() const { return bindings_; }

 private:
  std::vector<ActionRow> rows_;
  std::function<void(const std::string&)> refuse_;
  Bindings bindings_;
};

}  // namespace repose
