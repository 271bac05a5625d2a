// Pictures on the clipboard of X11, because SDL supports text only. A thread with its own connection communicates with
// the server and with other programs, so that they cannot block the window.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "platform/picture_clipboard.hpp"

namespace repose {

class X11Clipboard {
 public:
  // For the server that $DISPLAY names. Does nothing before the first ask() or offer().
  X11Clipboard() = default;
  ~X11Clipboard();
  X11Clipboard(const X11Clipboard&) = delete;
  X11Clipboard& operator=(const X11Clipboard&) = delete;

  // Requests the picture on the clipboard. The answer arrives at most kPatience after the last message of the other
  // program.
  void ask();
  std::optional<ClipboardAnswer> take_answer();

  // Puts something on the clipboard until another program replaces it. It is made on the thread. Forms without bytes
  // are left out.
  void offer(ClipboardMaker maker);
  bool owns() const { return owns_; }

 private:
  void wake();

  friend class X11ClipboardWorker;

  std::thread thread_;
  int wake_ = -1;  // an eventfd
  std::atomic<bool> owns_ = false;
  std::mutex mutex_;  // guards the members below
  bool ends_ = false, asked_ = false;
  ClipboardMaker offered_;  // null: no new one
  std::optional<ClipboardAnswer> answer_;
};

}  // namespace repose
