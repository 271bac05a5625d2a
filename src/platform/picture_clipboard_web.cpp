#include <emscripten.h>

#include "core/language.hpp"
#include "platform/picture_clipboard.hpp"

// Browsers show a page their clipboard when Ctrl+V is pressed, and some when the person has allowed it. They take a PNG
// soon after a key or click. cmake/web/exchange.js does both.

// clang-format off

EM_JS(void, repose_ask_for_picture, (), { Module.page.askForPicture(); });

// The bytes of the picture that was asked for; 0: there is none; -1: it has not arrived yet; -2: the browser does not
// show it.
EM_JS(int, repose_picture_bytes, (), { return Module.page.pictureBytes(); });

EM_JS(void, repose_take_picture, (void* bytes), { HEAPU8.set(Module.page.takePicture(), bytes); });

EM_JS(void, repose_offer_picture, (const void* bytes, int count), {
  Module.page.offerPicture(HEAPU8.slice(bytes, bytes + count));
});

// 0: the browser takes no pictures from a page. 1: it does. 2: the one offered last is still on the clipboard.
EM_JS(int, repose_picture_offer, (), { return Module.page.pictureOffer(); });

// clang-format on

namespace repose {

struct PictureClipboard::Backend {};

PictureClipboard::PictureClipboard(System system) : system_(system), backend_(std::make_unique<Backend>()) {}
PictureClipboard::~PictureClipboard() = default;

PictureClipboard::System PictureClipboard::running_system() { return System::none; }

void PictureClipboard::ask() {
  asking_ = true;
  repose_ask_for_picture();
}

std::optional<ClipboardAnswer> PictureClipboard::answer() {
  const int count = repose_picture_bytes();
  if (count == -1) return std::nullopt;
  if (count == -2) return ClipboardAnswer{{}, tr("The browser showed the page no picture. Ctrl+V may work.")};
  if (count == 0) return ClipboardAnswer{{}, tr("There is no picture to paste.")};
  ClipboardAnswer answer;
  answer.png.resize(static_cast<std::size_t>(count));
  repose_take_picture(answer.png.data());
  return answer;
}

void PictureClipboard::offer(ClipboardMaker maker) {
  for (const ClipboardForm& form : maker()) {
    if (form.type == "image/png") repose_offer_picture(form.bytes.data(), static_cast<int>(form.bytes.size()));
  }
}

std::string PictureClipboard::why_not_offered() const {
  return repose_picture_offer() > 0 ? "" : tr("This browser takes no pictures from a page.");
}

bool PictureClipboard::owns() const { return repose_picture_offer() == 2; }

}  // namespace repose
