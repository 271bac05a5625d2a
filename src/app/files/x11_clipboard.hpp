// Pictures on the clipboard of X11, of which SDL knows only the text. A thread with a connection of its own speaks to
// the server and to the other programs, so that none of them can hold up the window.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace repose {

// PNG bytes as another program gave them, or a sentence about why there are none.
struct ClipboardAnswer {
  std::vector<std::byte> png;
  std::string problem;
};

// Returns a PNG file; may be called on any thread.
using PictureMaker = std::function<std::vector<std::byte>()>;

class X11Clipboard {
 public:
  // Of the server that $DISPLAY names. Nothing happens until something is asked or offered.
  X11Clipboard() = default;
  ~X11Clipboard();
  X11Clipboard(const X11Clipboard&) = delete;
  X11Clipboard& operator=(const X11Clipboard&) = delete;

  // Asks for the picture on the clipboard; the answer comes within kPatience of the last thing that was heard.
  void ask();
  std::optional<ClipboardAnswer> take_answer();

  // Puts a picture onto the clipboard, until another program puts something there. It is made on the thread.
  void offer(PictureMaker maker);
  bool owns() const { return owns_; }

 private:
  void wake();
  void work();

  friend class X11ClipboardWorker;

  std::thread thread_;
  int wake_ = -1;  // an eventfd
  std::atomic<bool> owns_ = false;
  std::mutex mutex_;  // over what follows
  bool ends_ = false, asked_ = false;
  PictureMaker offered_;  // null: nothing new
  std::optional<ClipboardAnswer> answer_;
};

}  // namespace repose
