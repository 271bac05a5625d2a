// Pictures on the clipboard of a Wayland compositor, by the programs wl-paste and wl-copy (package wl-clipboard): a
// window of SDL can exchange text there, and nothing else.
#pragma once

#include <atomic>
#include <future>
#include <optional>
#include <string>

#include "platform/picture_clipboard.hpp"
#include "platform/piped_process.hpp"

namespace repose {

class WaylandClipboard {
 public:
  WaylandClipboard() = default;
  ~WaylandClipboard();

  void ask();
  std::optional<ClipboardAnswer> take_answer();

  // Offers the first form. wl-copy knows one form at a time.
  void offer(ClipboardMaker maker);
  // Why offer() does nothing; empty if it works.
  static std::string why_not_offered();
  bool owns();

 private:
  void feed(const ClipboardMaker& maker);

  std::future<ClipboardAnswer> reader_;
  std::future<void> writer_;
  std::atomic<bool> writing_ = false, stops_ = false;
  std::optional<PipedProcess> holder_;  // wl-copy; it ends when another program has the clipboard
};

}  // namespace repose
