// F1: every key and mouse gesture.
#pragma once

#include <string>

#include "app/actions/action_table.hpp"
#include "app/dialogs/dialog_stack.hpp"
#include "app/dialogs/settings.hpp"

namespace repose {

class HelpDialog final : public Dialog {
 public:
  HelpDialog(const Settings& settings, const ActionTable& actions, SettingsDialog& settings_dialog)
      : settings_(settings), actions_(actions), settings_dialog_(settings_dialog) {}

  void toggle() { open_ = !open_; }
  void draw() override;

 private:
  void search_field();

  const Settings& settings_;
  const ActionTable& actions_;
  SettingsDialog& settings_dialog_;
  std::string search_;
};

}  // namespace repose
