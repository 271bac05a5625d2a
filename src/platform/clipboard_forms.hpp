// What goes over a clipboard.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace repose {

// A larger picture is not taken from a clipboard.
inline constexpr std::size_t kPictureBytesMax = 64u << 20;

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

}  // namespace repose
