// The base of all dialogs.
#pragma once

namespace repose {

struct Desk;

// A window that takes all keys and the mouse while it is open.
class Dialog {
 public:
  explicit Dialog(Desk& desk) : desk_(desk) {}
  virtual ~Dialog() = default;
  Dialog(const Dialog&) = delete;
  Dialog& operator=(const Dialog&) = delete;

  void open() { open_ = true; }
  virtual bool is_open() const { return open_; }
  virtual void close() { open_ = false; }
  // Call once a frame, even while closed: ImGui must see that a dialog has been closed.
  virtual void draw() = 0;

 protected:
  Desk& desk_;
  bool open_ = false;
};

}  // namespace repose
