// Pictures on the system's clipboard, as far as the window system supports it. No function waits.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace repose {

inline constexpr std::size_t kPictureBytesMax = 64u << 20;  // a larger picture is not taken from a clipboard

// PNG bytes from another program, or a sentence that says why there are none.
struct ClipboardAnswer {
  std::vector<std::byte> png;
  std::string problem;
};

// One form of what is offered: a program that pastes chooses among them by the type.
struct ClipboardForm {
  std::string type;  // a MIME type, such as "image/png"
  std::vector<std::byte> bytes;
};

// Returns what is offered; may be called on any thread.
using ClipboardMaker = std::function<std::vector<ClipboardForm>()>;

class PictureClipboard {
 public:
  enum class System : unsigned char {
    none,  // no window system: pictures can be neither read nor offered
    x11,
    wayland,  // with the help of wl-paste and wl-copy, if they are installed
    windows,
  };
  explicit PictureClipboard(System system);
  ~PictureClipboard();

  // The window system on which SDL runs.
  static System running_system();

  // Requests the picture on the clipboard. The answer arrives within ten seconds, usually at once.
  void ask();
  bool asking() const { return asking_; }
  // Returns each answer once; empty if none has arrived.
  std::optional<ClipboardAnswer> take_answer() {
    if (!asking_) return std::nullopt;
    auto arrived = answer();
    asking_ = !arrived;
    return arrived;
  }

  // Whether programs that paste files can have one from here: they want it in several forms at once.
  bool can_offer_files() const { return system_ == System::x11 || system_ == System::windows; }
  // Why other programs will not get a picture, as a sentence; empty if they do, and where there are no other programs.
  std::string why_not_offered() const;
  // Puts a picture on the clipboard until another program replaces it.
  void offer(ClipboardMaker maker);
  // Whether the clipboard still holds the picture that was offered last.
  bool owns() const;

 private:
  struct Backend;

  std::optional<ClipboardAnswer> answer();

  System system_;
  bool asking_ = false;
  std::unique_ptr<Backend> backend_;
};

}  // namespace repose
