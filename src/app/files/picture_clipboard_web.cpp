#include "app/files/picture_clipboard.hpp"

namespace repose {

// Browsers show their clipboard only to JavaScript that answers a key of the user.
struct PictureClipboard::Backend {};

PictureClipboard::PictureClipboard(System system) : system_(system), backend_(std::make_unique<Backend>()) {}
PictureClipboard::~PictureClipboard() = default;

PictureClipboard::System PictureClipboard::running_system() { return System::none; }

void PictureClipboard::ask() { asking_ = true; }

std::optional<ClipboardAnswer> PictureClipboard::answer() {
  return ClipboardAnswer{{}, "A page cannot read pictures from the clipboard."};
}

void PictureClipboard::offer(ClipboardMaker) {}

std::string PictureClipboard::why_not_offered() const { return ""; }

bool PictureClipboard::owns() const { return false; }

}  // namespace repose
