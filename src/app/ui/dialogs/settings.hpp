// The settings, the list of keys in them, and F1: every key and mouse gesture.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/desk/action_table.hpp"
#include "app/desk/settings.hpp"
#include "app/ui/dialogs/dialog.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/session.hpp"

namespace repose {

struct Desk;

// The settings' list of keys: click one, press another.
class KeySettings {
 public:
  explicit KeySettings(Desk& desk) : desk_(desk) {}

  // Call when the list has been opened.
  void begin();
  // Draws inside the settings' window.
  void draw();

  // The next pressed key will be assigned to an action: the list must get all keys.
  bool waits_for_key() const { return asked_ && !asked_->wanted; }
  void assign(KeyChord chord);
  // Stops waiting for a key; no key changes.
  void cancel();

 private:
  // An action that waits for a key, to replace an old one or to be added.
  struct Asked {
    std::string_view action;
    std::optional<KeyChord> old;
    std::optional<KeyChord> wanted;  // the key that was pressed, if another action has it
  };

  void put(KeyChord chord);
  void row(const ActionRow& action);
  void chips(const ActionRow& action);
  void chip_of(const ActionRow& action, std::optional<KeyChord> chord, const std::string& label,
               const std::string& mark);
  void conflict();

  Desk& desk_;
  std::string search_, problem_;
  std::optional<Asked> asked_;
  bool focus_ = false;  // the search field gets the focus
  bool sure_ = false;   // "Reset all" was pressed once and asks for confirmation
};

class SettingsDialog final : public Dialog {
 public:
  explicit SettingsDialog(Desk& desk) : Dialog(desk), keys_(desk) {}

  // Opens with the tab of keys.
  void open_keys();
  KeySettings& keys() { return keys_; }
  void draw() override;

 private:
  void general();

  KeySettings keys_;
  bool shows_keys_ = false;
};

// F1: every key and mouse gesture.
class HelpDialog final : public Dialog {
 public:
  using Dialog::Dialog;

  void toggle() { open_ = !open_; }
  void draw() override;

 private:
  std::string search_;
};

}  // namespace repose
