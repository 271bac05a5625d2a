// Where the user's own folders are.
#include "platform/desktop.hpp"

#include "user_dirs_support.hpp"

using namespace repose;
using repose::test::ScopedVariable;
using repose::test::TemporaryFolder;

namespace {

std::optional<std::string> pictures(const std::string& text) {
  const auto folder = user_dir_in(text, "PICTURES", "/home/ann");
  return folder ? std::optional(folder->string()) : std::nullopt;
}

}  // namespace

TEST_CASE("user-dirs.dirs names folders in the home folder or elsewhere, and a broken line names none") {
  using namespace std::string_literals;
  const std::pair<std::string, std::string> good[] = {
      {"XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", "/home/ann/Bilder"},
      {"XDG_PICTURES_DIR=\"/data/pictures\"\n", "/data/pictures"},
      {"XDG_PICTURES_DIR=\"$HOME\"\n", "/home/ann"},
      {"XDG_PICTURES_DIR=\"$HOME/\"\n", "/home/ann/"},
      {"# written by xdg-user-dirs-update\n"
       "#XDG_PICTURES_DIR=\"/commented/out\"\n\n"
       "XDG_MUSIC_DIR=\"$HOME/Music\"\n"
       " \tXDG_PICTURES_DIR = \"$HOME/Pictures\" # mine\n"
       "XDG_VIDEOS_DIR=\"$HOME/Videos\"",
       "/home/ann/Pictures"},
      {R"(XDG_PICTURES_DIR="$HOME/my \"best\" \\ \$5")", R"(/home/ann/my "best" \ $5)"},
      {"XDG_PICTURES_DIR=\"/one\"\nXDG_PICTURES_DIR=\"/two\"\nXDG_PICTURES_DIR=three\n", "/two"}};
  for (const auto& [text, folder] : good) CHECK(pictures(text) == folder);
  for (const std::string& line :
       {"XDG_PICTURES_DIR=/no/quotes"s, "XDG_PICTURES_DIR=\"relative/path\""s, "XDG_PICTURES_DIR=\"$HOMEWORK/x\""s,
        "XDG_PICTURES_DIR=\"$OTHER/x\""s, "XDG_PICTURES_DIR=\"$(touch /tmp/x)\""s, "XDG_PICTURES_DIR=\"/no/end"s,
        "XDG_PICTURES_DIR=\"/ends/on\\"s, "XDG_PICTURES_DIR=\"\""s, "XDG_PICTURES_DIR"s, "XDG_PICTURES_DIR="s,
        "XDG_PICTURES_DIR=\"/a\0b\""s, "XDG_PICTURES_DIRECTORY=\"/x\""s, "PICTURES_DIR=\"/x\""s, ""s, "\n\n"s}) {
    INFO(line);
    CHECK_FALSE(pictures(line).has_value());
  }
}

TEST_CASE("user-dirs.dirs: a long file is read to its limit and no further") {
  const TemporaryFolder config;
  const ScopedVariable variable("XDG_CONFIG_HOME", config.path().string());
  std::ofstream(config / "user-dirs.dirs") << "XDG_PICTURES_DIR=\"/early\"\n"
                                           << std::string(1 << 20, '#') << "\nXDG_PICTURES_DIR=\"/late\"\n";
  CHECK(user_dir("PICTURES") == "/early");
}

TEST_CASE("pictures go where user-dirs.dirs says, if that exists, else into Pictures, else home") {
  const TemporaryFolder home;
  const ScopedVariable home_variable("HOME", home.path().string()), config("XDG_CONFIG_HOME", "");
  CHECK(pictures_folder() == home.path());
  std::filesystem::create_directories(home / "Pictures");
  CHECK(pictures_folder() == home / "Pictures");
  std::filesystem::create_directories(home / ".config");
  std::ofstream(home / ".config/user-dirs.dirs") << "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n";
  CHECK(pictures_folder() == home / "Pictures");
  std::filesystem::create_directories(home / "Bilder");
  CHECK(pictures_folder() == home / "Bilder");
}

TEST_CASE("a folder of the XDG base directories is absolute or the default") {
  const ScopedVariable home("HOME", "/home/ann");
  {
    const ScopedVariable config("XDG_CONFIG_HOME", "/etc/ann");
    CHECK(xdg_base_folder("XDG_CONFIG_HOME", ".config") == "/etc/ann");
  }
  const ScopedVariable relative("XDG_CONFIG_HOME", "somewhere");
  CHECK(xdg_base_folder("XDG_CONFIG_HOME", ".config") == "/home/ann/.config");
}

TEST_CASE("a desktop stills animations by the settings of GTK") {
  const TemporaryFolder folder;
  const ScopedVariable config("XDG_CONFIG_HOME", folder.path().string());
  CHECK_FALSE(desktop_stills_animations());
  const auto write = [&](const char* version, const char* text) {
    std::filesystem::create_directories(folder / version);
    std::ofstream(folder / version / "settings.ini") << text;
  };
  write("gtk-3.0", "[Settings]\ngtk-theme-name=Breeze\ngtk-enable-animations = 0\n");
  CHECK(desktop_stills_animations());
  write("gtk-4.0", "[Settings]\ngtk-enable-animations=true\n");
  CHECK_FALSE(desktop_stills_animations());
  write("gtk-4.0", "[Settings]\ngtk-enable-animations=false\r\n");
  CHECK(desktop_stills_animations());
}
