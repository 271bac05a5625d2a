#include "core/atomic_file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include "support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

void write_text(AtomicFile& file, std::string_view text) { file.write(std::as_bytes(std::span(text))); }

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  return names;
}

// The id of a process that has ended.
pid_t dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
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
  const std::string alive = "world." + std::to_string(::getppid()) + ".part";
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
  const TemporaryFolder folder;
  std::ofstream(folder / "behind") << "old";
  fs::create_symlink(folder / "behind", folder / "link");
  AtomicFile file(folder / "link");
  write_text(file, "new");
  REQUIRE(file.commit().ok());
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(read_text(folder / "behind") == "new");
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

}  // namespace repose::test
