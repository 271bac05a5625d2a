#include "app/desk/action_table.hpp"

#include <algorithm>
#include <cassert>

#include "app/widgets/theme.hpp"

namespace repose {

namespace {

std::vector<DefaultKeys> default_keys(const std::vector<ActionRow>& rows) {
  std::vector<DefaultKeys> all;
  for (const ActionRow& row : rows) all.push_back({row.id, row.keys, row.context, !row.fixed_keys.empty()});
  return all;
}

std::string reason_of(const ActionRow& row) { return row.why_not ? row.why_not() : std::string(); }

}  // namespace

void ActionTable::set_rows(std::vector<ActionRow> rows) {
  rows_ = std::move(rows);
  bindings_ = Bindings(default_keys(rows_));
}

const ActionRow* ActionTable::find(std::string_view id) const {
  const auto found = std::ranges::find(rows_, id, &ActionRow::id);
  return found == rows_.end() ? nullptr : &*found;
}

const ActionRow& ActionTable::row(std::string_view id) const {
  const ActionRow* const found = find(id);
  assert(found != nullptr);
  return *found;
}

std::string ActionTable::why_not(std::string_view id) const { return reason_of(row(id)); }

bool ActionTable::is_on(std::string_view id) const {
  const ActionRow& action = row(id);
  return action.is_on && action.is_on() && reason_of(action).empty();
}

std::string ActionTable::label(std::string_view id) const {
  const ActionRow& action = row(id);
  if (action.label_now) return action.label_now();
  return std::string(action.menu.label.empty() ? action.title : action.menu.label);
}

std::string ActionTable::tip(std::string_view id) const {
  const ActionRow& action = row(id);
  if (std::string reason = reason_of(action); !reason.empty()) return reason;
  std::string text = action.label_now ? action.label_now() : std::string(action.title);
  if (!action.about.empty()) text.append(". ").append(action.about);
  return text;
}

std::string ActionTable::keys(std::string_view id) const {
  const ActionRow& action = row(id);
  return action.fixed_keys.empty() ? bindings_.keys(id) : std::string(action.fixed_keys);
}

std::string ActionTable::way_to(std::string_view id) const {
  if (is_narrow() && id == action::play_pause) return "the play button";
  if (is_narrow() && id == action::cancel) return "the stop button";
  if (is_narrow() && !row(id).menu.section.empty()) return "the menu";
  const std::string text = is_narrow() ? "" : keys(id);
  return text.empty() ? "the command palette" : text;
}

std::string ActionTable::way_at_start(std::string_view id) const {
  std::string text = way_to(id);
  if (text.starts_with("the ")) text.front() = 'T';
  return text;
}

void ActionTable::perform(std::string_view id, int number) const {
  const ActionRow& action = row(id);
  if (const std::string reason = reason_of(action); !reason.empty()) return refuse_(reason);
  action.perform_numbered ? action.perform_numbered(number) : action.perform();
}

}  // namespace repose
