// Pictures on the system's clipboard, whatever the system has of that kind. Nothing here waits.
#pragma once

#include <cstddef>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "app/files/x11_clipboard.hpp"

namespace repose {

class PictureClipboard {
 public:
  enum class System : unsigned char {
    none,  // no window system: nothing can be had, and nobody asks for what is offered
    x11,
    wayland,  // reads with the help of wl-paste, and offers nothing
  };
  explicit PictureClipboard(System system) : system_(system) {}

  // Of the window system that SDL runs on.
  static System running_system();

  // Asks for the picture on the clipboard. The answer comes within ten seconds, usually at once.
  void ask();
  bool asking() const { return asking_; }
  // Once for each time that it was asked.
  std::optional<ClipboardAnswer> take_answer();

  // Puts a picture there, until another program puts something there.
  void offer(PictureMaker maker);
  // What was offered last is what is there.
  bool owns() const { return system_ == System::x11 && x11_.owns(); }

 private:
  std::optional<ClipboardAnswer> answer();

  System system_;
  bool asking_ = false;
  X11Clipboard x11_;
  std::future<ClipboardAnswer> helper_;
};

}  // namespace repose
