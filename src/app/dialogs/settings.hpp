// The settings: looks, mouse, memory, keys.
#pragma once

#include <functional>

#include "app/dialogs/dialog_stack.hpp"
#include "app/dialogs/key_settings.hpp"
#include "app/files/settings.hpp"
#include "repose/session.hpp"

namespace repose {

class SettingsDialog final : public Dialog {
 public:
  // `restyle`: called after a change of theme or size.
  SettingsDialog(Settings& settings, Session& session, ActionTable& actions, std::function<void()> restyle);

  void open() { open_ = true; }
  // Opens with the tab of keys.
  void open_keys();
  KeySettings& keys() { return keys_; }
  void draw() override;

 private:
  // Draws the tabs. True when the tab of keys is shown.
  bool tabs();
  void general();
  void theme_row();
  void scale_choices();
  void scale_row();
  void sound_rows();
  void memory_rows();

  Settings& settings_;
  Session& session_;
  const ActionTable& actions_;
  std::function<void()> restyle_;
  KeySettings keys_;
  bool shows_keys_ = false;
};

}  // namespace repose
