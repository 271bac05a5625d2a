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

  // The list has come to the front.
  void begin();
  // Inside the settings' window.
  void draw();

  // The next key that is pressed is to be some action's: all keys come here.
  bool waits_for_key() const { return asked_ && !asked_->wanted; }
  void take(KeyChord chord);
  // Forgets what was asked; everything stays as it is.
  void cancel();

 private:
  // A key is being chosen for an action, in the place of an old one or besides the others.
  struct Asked {
    std::string_view action;
    std::optional<KeyChord> old;
    std::optional<KeyChord> wanted;  // it was pressed, but another action has it
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
  bool focus_ = false;  // the field for searching takes the keys
  bool sure_ = false;   // about resetting all: it was asked for once
};

}  // namespace repose
