// The last messages of the status bar, newest first.
#pragma once

#include "app/dialogs/dialog_stack.hpp"

namespace repose {

class Messages;

class MessageLog final : public Dialog {
 public:
  explicit MessageLog(const Messages& messages) : messages_(messages) {}

  void open() { open_ = true; }
  void draw() override;

 private:
  const Messages& messages_;
};

}  // namespace repose
