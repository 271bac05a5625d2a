// The dialogs: windows that take all keys and the mouse while they are open.
#pragma once

#include <utility>
#include <vector>

namespace repose {

class Dialog {
 public:
  virtual ~Dialog() = default;
  virtual bool is_open() const { return open_; }
  virtual void close() { open_ = false; }
  // Call once a frame, even while closed: ImGui must see that a dialog has been closed.
  virtual void draw() = 0;

 protected:
  bool open_ = false;
};

class DialogStack {
 public:
  // Later dialogs are drawn over earlier ones. Each must outlive the stack.
  explicit DialogStack(std::vector<Dialog*> dialogs) : dialogs_(std::move(dialogs)) {}

  bool any_open() const;
  void close_all();
  void draw();

 private:
  std::vector<Dialog*> dialogs_;
};

}  // namespace repose
