// The config editor beside an empty world, for its tests.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/ui/editor/config_editor.hpp"
#include "driver.hpp"

namespace repose::test {

inline constexpr const char* kDeskConfig =
    "cell air    10  12  20 0.3\n"
    "cell sand  230 200 120 0.8\n"
    "cell gold  250 220  40 0.9\n"
    "\n"
    "rule air sand sand air\n"
    "rule air gold gold air\n"
    "rule sand gold gold sand\n";

// The app with kDeskConfig loaded from a file, the world empty and paused, and the editor open.
struct EditorTest : Driver {
  std::filesystem::path file = folder / "mine.cfg";

  EditorTest() {
    write_text(file, kDeskConfig);
    drop_config(file);
    empty_world(100, 100);
    key(SDLK_e, KMOD_LCTRL);
  }

  ConfigEditor& editor() { return *desk().editor; }
  TextEditor& written() { return editor().draft().text(); }
  const std::string& text() { return written().text(); }
  const ConfigAnalysis& analysis() { return editor().draft().analysis(); }
  // Puts the cursor before `part` and types.
  void type_before(const std::string& part, const std::string& typed) {
    written().set_cursor(text().find(part));
    type(typed);
  }
  // Waits until the problems are up to date.
  void rest() { frames(15); }
  // Waits until a change on disk has been noticed.
  void wait() { frames(80); }
  // Like another program; the time of the file changes even if the file system's clock is coarse.
  void change_on_disk(const std::string& text) {
    write_text(file, text);
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(3));
  }
};

inline std::string with(std::string text, const std::string& part, const std::string& by) {
  const auto at = text.find(part);
  REQUIRE(at != text.npos);
  return text.replace(at, part.size(), by);
}

}  // namespace repose::test
