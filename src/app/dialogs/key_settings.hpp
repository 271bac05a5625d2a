// The settings' list of keys: click one, press another.
#pragma once

#include <optional>
#include <string>

#include "app/actions/action_table.hpp"

namespace repose {

class App;

class KeySettings {
 public:
  explicit KeySettings(App& app) : app_(app) {}

  // The settings, with this list in front.
  void open();
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

  App& app_;
  std::string search_, problem_;
  std::optional<Asked> asked_;
  bool focus_ = false;  // the field for searching takes the keys
  bool sure_ = false;   // about resetting all: it was asked for once
};

}  // namespace repose
