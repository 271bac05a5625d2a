#include <SDL.h>

#include <string_view>

#include "core/language.hpp"
#include "platform/picture_clipboard.hpp"
#include "platform/wayland_clipboard.hpp"
#include "platform/x11_clipboard.hpp"

namespace repose {

struct PictureClipboard::Backend {
  X11Clipboard x11;
  WaylandClipboard wayland;
};

PictureClipboard::PictureClipboard(System system) : system_(system), backend_(std::make_unique<Backend>()) {}
PictureClipboard::~PictureClipboard() = default;

PictureClipboard::System PictureClipboard::running_system() {
  const char* const driver = SDL_GetCurrentVideoDriver();
  if (driver == nullptr) return System::none;
  return std::string_view(driver) == "x11"       ? System::x11
         : std::string_view(driver) == "wayland" ? System::wayland
                                                 : System::none;
}

void PictureClipboard::ask() {
  if (asking_) return;
  asking_ = true;
  if (system_ == System::x11) backend_->x11.ask();
  if (system_ == System::wayland) backend_->wayland.ask();
}

std::optional<ClipboardAnswer> PictureClipboard::answer() {
  if (system_ == System::none) return ClipboardAnswer{{}, tr("There is nothing to paste.")};
  if (system_ == System::x11) return backend_->x11.take_answer();
  return backend_->wayland.take_answer();
}

void PictureClipboard::offer(ClipboardMaker maker) {
  if (system_ == System::x11) backend_->x11.offer(std::move(maker));
  if (system_ == System::wayland && why_not_offered().empty()) backend_->wayland.offer(std::move(maker));
}

std::string PictureClipboard::why_not_offered() const {
  return system_ == System::wayland ? WaylandClipboard::why_not_offered() : "";
}

bool PictureClipboard::owns() const {
  return (system_ == System::x11 && backend_->x11.owns()) || (system_ == System::wayland && backend_->wayland.owns());
}

}  // namespace repose
