#include "core/files.hpp"

#include "support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

void write_text(AtomicFile& file, std::string_view text) { file.write(std::as_bytes(std::span<const char>(text))); }

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  return names;
}

}  // namespace

TEST_CASE("a file that is not committed leaves the old one and nothing else") {
  const TemporaryFolder folder;
  std::ofstream(folder / "world") << "old";
  {
    AtomicFile file(folder / "world");
    write_text(file, "new");
    CHECK(read_text(folder / "world") == "old");
  }
  CHECK(read_text(folder / "world") == "old");
  CHECK(names_in(folder.path()) == std::vector<std::string>{"world"});
}

TEST_CASE("a committed file is the new one, under its name alone") {
  const TemporaryFolder folder;
  std::ofstream(folder / "world") << "old and longer";
  AtomicFile file(folder / "world");
  write_text(file, "ne");
  write_text(file, "w");
  REQUIRE(file.commit().ok());
  CHECK(read_text(folder / "world") == "new");
  CHECK(names_in(folder.path()) == std::vector<std::string>{"world"});
}

TEST_CASE("the next save removes the files of a killed program, and keeps those of a running one") {
  const TemporaryFolder folder;
  const std::string abandoned = "world." + std::to_string(dead_process()) + ".part";
  const std::string alive = "world." + std::to_string(living_process()) + ".part";
  for (const std::string& name : {abandoned, alive, std::string("world.x.part"), std::string("other.1.part")})
    std::ofstream(folder / name) << "?";
  AtomicFile file(folder / "world");
  REQUIRE(file.commit().ok());
  CHECK_FALSE(fs::exists(folder / abandoned));
  CHECK(fs::exists(folder / alive));
  CHECK(fs::exists(folder / "world.x.part"));
  CHECK(fs::exists(folder / "other.1.part"));
}

TEST_CASE("a link to a file stays a link when the file is written anew") {
  if (kIsWindows) REPOSE_SKIP("links need special rights on Windows");
  const TemporaryFolder folder;
  std::ofstream(folder / "behind") << "old";
  fs::create_symlink(folder / "behind", folder / "link");
  AtomicFile file(folder / "link");
  write_text(file, "new");
  REQUIRE(file.commit().ok());
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(read_text(folder / "behind") == "new");
}

TEST_CASE("a link to a file that does not exist yet stays a link, and the file is made") {
  if (kIsWindows) REPOSE_SKIP("links need special rights on Windows");
  const TemporaryFolder folder;
  fs::create_symlink("behind", folder / "link");
  REQUIRE(write_whole_file(folder / "link", "new").ok());
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(read_text(folder / "behind") == "new");
}

TEST_CASE("links that lead in a circle stay, and commit says why") {
  if (kIsWindows) REPOSE_SKIP("links need special rights on Windows");
  const TemporaryFolder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  const Status written = write_whole_file(folder / "a", "new");
  CHECK(written.message().ends_with("Too many levels of symbolic links."));
  CHECK(fs::is_symlink(folder / "a"));
  CHECK(names_in(folder.path()).size() == 2);
}

TEST_CASE("a name of 255 bytes, the longest that there is, is written") {
  if (kIsWindows) REPOSE_SKIP("the folder counts, too, on Windows");
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  REQUIRE(write_whole_file(folder / name, "new").ok());
  CHECK(names_in(folder.path()) == std::vector<std::string>{name});
}

TEST_CASE("the new file has the permissions of the old one") {
  if (kIsWindows) REPOSE_SKIP("on Windows a file has the permissions of its folder");
  const TemporaryFolder folder;
  std::ofstream(folder / "world") << "old";
  const fs::perms own = fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read;
  fs::permissions(folder / "world", own);
  REQUIRE(write_whole_file(folder / "world", "new").ok());
  CHECK(fs::status(folder / "world").permissions() == own);
}

TEST_CASE("two writers of one file do not disturb each other; the last one wins") {
  const TemporaryFolder folder;
  AtomicFile first(folder / "world"), second(folder / "world");
  write_text(first, "first");
  write_text(second, "second");
  REQUIRE(first.commit().ok());
  CHECK(read_text(folder / "world") == "first");
  REQUIRE(second.commit().ok());
  CHECK(read_text(folder / "world") == "second");
  CHECK(names_in(folder.path()) == std::vector<std::string>{"world"});
}

TEST_CASE("a folder is made beside its place and put there when it is complete") {
  const TemporaryFolder folder;
  const std::string abandoned = "film." + std::to_string(dead_process()) + "-1.part";
  fs::create_directory(folder / abandoned);
  std::ofstream(folder / abandoned / "frame") << "?";
  PartPath path(folder / "film");
  CHECK_FALSE(fs::exists(folder / abandoned));
  fs::create_directory(path.part());
  std::ofstream(path.part() / "frame") << "!";
  REQUIRE(path.put_in_place().ok());
  CHECK(names_in(folder.path()) == std::vector<std::string>{"film"});
  CHECK(read_text(folder / "film" / "frame") == "!");
}

TEST_CASE("a device is written directly, and a full one is a sentence") {
  CHECK(write_whole_file(kIsWindows ? "nul" : "/dev/null", "x").ok());
  if (kIsWindows) REPOSE_SKIP("Windows has no device that is full");
  CHECK_THAT(write_whole_file("/dev/full", "x").message(), Catch::Contains("No space left"));
}

TEST_CASE("a pipe that nobody reads is refused at once") {
  const TemporaryFolder folder;
  if (!make_pipe(folder / "pipe")) REPOSE_SKIP("there are no pipes in folders here");
  CHECK_FALSE(write_whole_file(folder / "pipe", "x").ok());
}

TEST_CASE("where no file can be, commit says why") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "here");
  for (const fs::path& path : {folder / "here", folder / "nowhere" / "world"}) {
    AtomicFile file(path);
    write_text(file, "x");
    const Status status = file.commit();
    CHECK_FALSE(status.ok());
    CHECK_THAT(status.message(), Catch::Contains("could not be written"));
  }
}

TEST_CASE("files with names in any script are written, found and read") {
  const TemporaryFolder folder;
  for (const char8_t* const name : {u8"песок.cfg", u8"砂.cfg", u8"sable é.cfg", u8"🏜.cfg"}) {
    const fs::path path = folder.path() / fs::path(name);
    REQUIRE(write_whole_file(path, "old").ok());
    REQUIRE(write_whole_file(path, "new").ok());
    CHECK(read_text(path) == "new");
    CHECK(path.filename().string() == reinterpret_cast<const char*>(name));
    CHECK(fs::path(path.string()) == path);
  }
  CHECK(names_in(folder.path()).size() == 4);
}

TEST_CASE("names that Windows gives a meaning are refused there with a reason, and nothing is written") {
  if (!kIsWindows) REPOSE_SKIP("other systems allow these names");
  const TemporaryFolder folder;
  CHECK_THAT(write_whole_file(folder / "con.repose", "x").message(), Catch::Contains("keeps the name con"));
  CHECK_THAT(write_whole_file(folder / "COM1.replay", "x").message(), Catch::Contains("for a device"));
  for (const char* const name : {"ab:c.repose", "what?.repose", "a<b", "\"x\"", "*"})
    CHECK_THAT(write_whole_file(folder / name, "x").message(), Catch::Contains("a name cannot contain"));
  CHECK(names_in(folder.path()).empty());
}

TEST_CASE("names that differ in case alone are one file on Windows") {
  if (!kIsWindows) REPOSE_SKIP("other systems tell them apart");
  const TemporaryFolder folder;
  REQUIRE(write_whole_file(folder / "World", "old").ok());
  REQUIRE(write_whole_file(folder / "world", "new").ok());
  CHECK(read_text(folder / "WORLD") == "new");
  CHECK(names_in(folder.path()).size() == 1);
}

TEST_CASE("a file that is protected against writing stays as it is on Windows, and the reason is said") {
  if (!kIsWindows) REPOSE_SKIP("other systems replace it, with its permissions");
  const TemporaryFolder folder;
  REQUIRE(write_whole_file(folder / "world", "old").ok());
  fs::permissions(folder / "world", fs::perms::owner_write, fs::perm_options::remove);
  CHECK_THAT(write_whole_file(folder / "world", "new").message(), Catch::Contains("Permission denied"));
  CHECK(read_text(folder / "world") == "old");
  CHECK(names_in(folder.path()).size() == 1);
  fs::permissions(folder / "world", fs::perms::owner_write, fs::perm_options::add);
}

}  // namespace repose::test
