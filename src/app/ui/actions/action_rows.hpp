// The rows of the action table by subject.
#pragma once

#include "app/desk/action_table.hpp"
#include "core/language.hpp"

namespace repose {

struct Desk;

// All rows, in the order of the lists under F1 and in the key settings. Their functions use the desk's pointers to the
// floors above, so nothing may be performed before these are set.
std::vector<ActionRow> action_rows(Desk& desk);

std::vector<ActionRow> edit_actions(Desk& desk);
std::vector<ActionRow> simulation_actions(Desk& desk);
std::vector<ActionRow> brush_actions(Desk& desk);
std::vector<ActionRow> tool_actions(Desk& desk);
std::vector<ActionRow> selection_actions(Desk& desk);
std::vector<ActionRow> placing_actions(Desk& desk);

// For `why_not`: empty when the action is possible, else the sentence, which is marked with text_id().
inline std::function<std::string()> unless(std::function<bool()> possible, const char* sentence) {
  return [possible = std::move(possible), sentence] { return possible() ? std::string() : std::string(tr(sentence)); };
}

// A row with what most rows have, and with the other members of `more`.
inline ActionRow row(std::string_view id, std::string_view title, std::vector<DefaultKey> keys, MenuPlace menu,
                     ActionRow more, std::function<void()> perform) {
  more.id = id;
  more.title = title;
  more.keys = std::move(keys);
  more.menu = menu;
  more.perform = std::move(perform);
  return more;
}
inline ActionRow row(std::string_view id, std::string_view title, std::vector<DefaultKey> keys, MenuPlace menu,
                     std::function<void()> perform) {
  return row(id, title, std::move(keys), menu, ActionRow{}, std::move(perform));
}

}  // namespace repose
