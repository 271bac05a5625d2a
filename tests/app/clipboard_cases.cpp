// Pictures on the clipboard of a real X server. clipboard_test.sh starts the server and runs these cases;
// REPOSE_TEST_PICTURE names the file that another program has put on the clipboard.
#include <chrono>
#include <cstring>
#include <thread>

#include "platform/picture_clipboard.hpp"
#include "support.hpp"

using namespace repose;

namespace {

struct X11Clipboard : PictureClipboard {
  X11Clipboard() : PictureClipboard(System::x11) {}
};

std::vector<std::byte> bytes_of(const std::string& text) {
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

ClipboardMaker png(const std::vector<std::byte>& bytes) {
  return [bytes] { return std::vector<ClipboardForm>{{"image/png", bytes}}; };
}

ClipboardAnswer answer_of(X11Clipboard& clipboard) {
  clipboard.ask();
  while (true) {
    if (auto answer = clipboard.take_answer()) return *answer;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

TEST_CASE("a picture goes from one program to another over the clipboard", "[.x11]") {
  X11Clipboard giver, taker;
  const std::vector<std::byte> picture(3000000, std::byte{42});
  giver.offer(png(picture));
  ClipboardAnswer answer;
  while (answer.png.empty()) answer = answer_of(taker);  // until the picture is there
  CHECK(answer.png == picture);
  CHECK(giver.owns());

  taker.offer(png(bytes_of("other")));
  while (giver.owns()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(answer_of(giver).png == bytes_of("other"));
}

TEST_CASE("what another program has put onto the clipboard is read to the byte, in parts if it is long",
          "[.x11-picture]") {
  const char* const file = std::getenv("REPOSE_TEST_PICTURE");
  REQUIRE(file != nullptr);
  X11Clipboard clipboard;
  CHECK(answer_of(clipboard).png == bytes_of(test::read_text(file)));
}

TEST_CASE("an empty clipboard, and no server at all, give a sentence", "[.x11]") {
  {
    X11Clipboard clipboard;
    clipboard.offer(png({}));
    CHECK(answer_of(clipboard).problem == "There is no picture on the clipboard.");
  }
  const std::string display = std::getenv("DISPLAY");
  ::setenv("DISPLAY", ":4711", 1);
  {
    X11Clipboard clipboard;
    CHECK(answer_of(clipboard).problem == "The clipboard cannot be reached.");
  }
  ::setenv("DISPLAY", display.c_str(), 1);
}
