#include <SDL.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <new>
#include <span>
#include <string_view>

#include "core/language.hpp"
#include "platform/dib.hpp"
#include "platform/picture_clipboard.hpp"
#include "platform/windows_api.hpp"
// After windows.h.
#include <shlobj.h>

namespace repose {

namespace {

constexpr const char* kNoPicture = text_id("There is no picture on the clipboard.");

// The clipboard, while this object exists. Only one program has it at a time.
class OpenedClipboard {
 public:
  explicit OpenedClipboard(HWND owner) {
    constexpr int kTries = 40;
    constexpr DWORD kPauseMilliseconds = 25;
    for (int i = 0; i < kTries && !open_; ++i) {
      open_ = ::OpenClipboard(owner) != 0;
      if (!open_) ::Sleep(kPauseMilliseconds);
    }
  }
  ~OpenedClipboard() {
    if (open_) ::CloseClipboard();
  }
  OpenedClipboard(const OpenedClipboard&) = delete;
  OpenedClipboard& operator=(const OpenedClipboard&) = delete;
  explicit operator bool() const { return open_; }

 private:
  bool open_ = false;
};

struct WindowDestroyer {
  void operator()(HWND window) const { ::DestroyWindow(window); }
};

// The formats by which programs exchange files of pictures.
UINT png_format() { return ::RegisterClipboardFormatW(L"PNG"); }

std::vector<std::byte> bytes_of(UINT format) {
  std::vector<std::byte> bytes;
  const HANDLE memory = ::GetClipboardData(format);
  const std::size_t size = memory != nullptr ? ::GlobalSize(memory) : 0;
  const void* const begin = size > 0 && size <= kPictureBytesMax * 4 ? ::GlobalLock(memory) : nullptr;
  if (begin == nullptr) return bytes;
  bytes.resize(size);
  std::memcpy(bytes.data(), begin, size);
  ::GlobalUnlock(memory);
  return bytes;
}

void put(UINT format, std::span<const std::byte> bytes) {
  const HGLOBAL memory = ::GlobalAlloc(GMEM_MOVEABLE, bytes.size());
  void* const begin = memory != nullptr ? ::GlobalLock(memory) : nullptr;
  if (begin == nullptr) return;
  std::memcpy(begin, bytes.data(), bytes.size());
  ::GlobalUnlock(memory);
  if (::SetClipboardData(format, memory) == nullptr) ::GlobalFree(memory);  // otherwise it is the system's
}

// A list of files, as Explorer pastes it. `lines`: their paths.
void put_files(std::string_view lines) {
  DROPFILES head{};
  head.pFiles = sizeof head;
  head.fWide = TRUE;
  std::wstring names;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find("\r\n", at), lines.size());
    names += to_wide(lines.substr(at, end - at)) + L'\0';
    at = end + 2;
  }
  names += L'\0';
  std::vector<std::byte> bytes(sizeof head + names.size() * sizeof(wchar_t));
  std::memcpy(bytes.data(), &head, sizeof head);
  std::memcpy(bytes.data() + sizeof head, names.data(), names.size() * sizeof(wchar_t));
  put(CF_HDROP, bytes);
}

ClipboardAnswer read_picture() {
  std::vector<std::byte> png, dib;
  {
    const OpenedClipboard clipboard(nullptr);
    if (!clipboard) return {{}, tr("Another program keeps the clipboard.")};
    png = bytes_of(png_format());
    if (png.empty()) dib = bytes_of(CF_DIB);  // Windows makes it from every other form of a picture
  }
  if (png.empty() && !dib.empty()) png = dib_to_png(dib);
  if (png.size() > kPictureBytesMax) return {{}, tr("The picture on the clipboard is too large.")};
  return png.empty() ? ClipboardAnswer{{}, tr(kNoPicture)} : ClipboardAnswer{std::move(png), {}};
}

// The number of the clipboard's content; 0 on failure.
DWORD offer_forms(const ClipboardMaker& maker) {
  const std::vector<ClipboardForm> forms = maker();
  // A window that nobody sees: what is put on the clipboard needs an owner.
  const std::unique_ptr<std::remove_pointer_t<HWND>, WindowDestroyer> owner(
      ::CreateWindowExW(0, L"STATIC", L"", 0, 0, 0, 0, 0, HWND_MESSAGE, nullptr, nullptr, nullptr));
  {
    const OpenedClipboard clipboard(owner.get());
    if (!clipboard || ::EmptyClipboard() == 0) return 0;
    for (const ClipboardForm& form : forms) {
      if (form.bytes.empty()) continue;
      if (form.type == "image/gif") put(::RegisterClipboardFormatW(L"GIF"), form.bytes);
      if (form.type == "text/uri-list")
        put_files({reinterpret_cast<const char*>(form.bytes.data()), form.bytes.size()});
      if (form.type == "image/png") put(png_format(), form.bytes);
    }
  }
  return ::GetClipboardSequenceNumber();
}

}  // namespace

// The threads take the clipboard for a moment, so that a program that keeps it does not block the window.
struct PictureClipboard::Backend {
  std::future<ClipboardAnswer> reader;
  std::future<void> writer;
  std::atomic<DWORD> own_number = 0;  // of the content that was offered last; 0: none
  std::atomic<bool> offering = false;
};

PictureClipboard::PictureClipboard(System system) : system_(system), backend_(std::make_unique<Backend>()) {}
PictureClipboard::~PictureClipboard() = default;

PictureClipboard::System PictureClipboard::running_system() {
  const char* const driver = SDL_GetCurrentVideoDriver();
  return driver != nullptr && std::string_view(driver) == "windows" ? System::windows : System::none;
}

void PictureClipboard::ask() {
  if (asking_) return;
  asking_ = true;
  if (system_ == System::windows) backend_->reader = std::async(std::launch::async, read_picture);
}

std::optional<ClipboardAnswer> PictureClipboard::answer() {
  if (system_ != System::windows) return ClipboardAnswer{{}, tr("There is nothing to paste.")};
  if (backend_->reader.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  try {
    return backend_->reader.get();
  } catch (const std::bad_alloc&) {
    return ClipboardAnswer{{}, tr("There is not enough memory for the picture on the clipboard.")};
  }
}

void PictureClipboard::offer(ClipboardMaker maker) {
  if (system_ != System::windows) return;
  if (backend_->writer.valid()) backend_->writer.wait();
  backend_->offering = true;
  backend_->writer = std::async(std::launch::async, [backend = backend_.get(), maker = std::move(maker)] {
    DWORD number = 0;
    try {
      number = offer_forms(maker);
    } catch (const std::bad_alloc&) {  // nothing is offered
    }
    backend->own_number = number;
    backend->offering = false;
  });
}

std::string PictureClipboard::why_not_offered() const { return {}; }

bool PictureClipboard::owns() const {
  const DWORD own = backend_->own_number;
  return backend_->offering || (own != 0 && own == ::GetClipboardSequenceNumber());
}

}  // namespace repose
