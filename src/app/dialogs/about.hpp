// The version, and what draws and computes.
#pragma once

#include "app/dialogs/dialog_stack.hpp"
#include "app/frame/screen.hpp"
#include "repose/session.hpp"

namespace repose {

class AboutDialog final : public Dialog {
 public:
  AboutDialog(const Session& session, const Screen& screen) : session_(session), screen_(screen) {}

  void open() { open_ = true; }
  void draw() override;

 private:
  const Session& session_;
  const Screen& screen_;
};

}  // namespace repose
