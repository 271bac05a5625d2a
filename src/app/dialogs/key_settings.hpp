// The settings' list of keys: click one, press another.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/actions/action_table.hpp"

namespace repose {

class ActionTable;

class KeySettings {
 public:
  // `close` closes the settings.
  KeySettings(ActionTable& actions, std::function<void()> close) : actions_(actions), close_(std::move(close)) {}

  // Call when the list has been opened.
  void begin();
  // Draws inside the settings' window.
  void draw();

  // The next pressed key will be assigned to an action: the list must get all keys.
  bool waits_for_key() const { return asked_ && !asked_->wanted; }
  void take(KeyChord chord);
  // Stops waiting for a key; no key changes.
  void cancel();

 private:
  // An action that waits for a key, to replace an old one or to be added.
  struct Asked {
    std::string_view action;
    std::optional<KeyChord> old;
    std::optional<KeyChord> wanted;  // the key that was pressed, if another action has it
  };

  bool is_asked(std::string_view action, std::optional<KeyChord> old) const;
  void put(KeyChord chord);
  bool is_found(const ActionRow& action) const;
  void row(const ActionRow& action);
  void chips(const ActionRow& action);
  void chip_of(const ActionRow& action, std::optional<KeyChord> chord, const std::string& label,
               const std::string& mark);
  void conflict();
  void footer();

  ActionTable& actions_;
  std::function<void()> close_;
  std::string search_, problem_;
  std::optional<Asked> asked_;
  bool focus_ = false;  // the search field gets the focus
  bool sure_ = false;   // "Reset all" was pressed once and asks for confirmation
};

}  // namespace repose
