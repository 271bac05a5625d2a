// The version, and what draws and computes.
#pragma once

#include <string>
#include <utility>

#include "app/dialogs/dialog_stack.hpp"
#include "app/frame/screen.hpp"
#include "repose/session.hpp"

namespace repose {

class AboutDialog final : public Dialog {
 public:
  AboutDialog(const Session& session, const Screen& screen) : session_(session), screen_(screen) {}

  void open() { open_ = true; }
  // One sentence about what the app runs in; empty: nothing to say.
  void set_host(std::string facts) { host_ = std::move(facts); }
  void draw() override;

 private:
  const Session& session_;
  const Screen& screen_;
  std::string host_;
};

}  // namespace repose
