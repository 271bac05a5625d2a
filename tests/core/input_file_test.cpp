#include "core/files.hpp"

#include "support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

std::string fault_of(const fs::path& path) {
  std::string fault;
  CHECK_FALSE(read_whole_file(path, 1u << 20, fault));
  return fault;
}

}  // namespace

TEST_CASE("a file is read up to its end, also through a link") {
  const TemporaryFolder folder;
  std::string long_text(200'000, 'a');
  long_text += "end";
  write_text(folder / "text", long_text);
  if (!kIsWindows) fs::create_symlink(folder / "text", folder / "link");  // needs special rights there
  std::string fault;
  CHECK(read_whole_file(folder / (kIsWindows ? "text" : "link"), 1u << 20, fault) == read_text(folder / "text"));
  CHECK(read_file_start(folder / "text", 3, fault) == "aaa");
  CHECK(read_file_start(write_text(folder / "empty", ""), 3, fault) == "");
  CHECK(fault.empty());
}

TEST_CASE("a file that states no size is read") {
  if (kIsWindows) REPOSE_SKIP("Windows has no /proc");
  std::string fault;
  const auto content = read_whole_file("/proc/self/status", 1u << 20, fault);
  REQUIRE(content);
  CHECK(content->starts_with("Name:"));
}

TEST_CASE("a file over the limit is refused, one at the limit is read") {
  const TemporaryFolder folder;
  std::string fault;
  CHECK(read_whole_file(write_text(folder / "a", std::string(4096, 'a')), 4096, fault));
  CHECK_FALSE(read_whole_file(write_text(folder / "b", std::string(4097, 'a')), 4096, fault));
  CHECK(fault == "it is too large: more than 4 KiB");
}

TEST_CASE("folders are refused, and what does not exist") {
  const TemporaryFolder folder;
  CHECK(fault_of(folder.path()) == "it is a folder");
  CHECK(fault_of(folder / "none") == "No such file or directory");
}

TEST_CASE("pipes and devices are refused without waiting") {
  const TemporaryFolder folder;
  std::vector<fs::path> others = {"/dev/zero", "/dev/tty"};
  if (kIsWindows) others = {"nul", "NUL", "con"};
  if (make_pipe(folder / "pipe")) others.push_back(folder / "pipe");
  for (const fs::path& other : others) {
    INFO(other);
    const std::string fault = fault_of(other);
    CHECK((fault == "it is a pipe or a device, not a file" || !fs::exists(other)));
  }
}

TEST_CASE("an error while a file is read is said") {
  if (kIsWindows) REPOSE_SKIP("Windows has no /proc");
  CHECK(fault_of("/proc/self/mem") == "reading it failed: " + std::generic_category().message(EIO));
}

}  // namespace repose::test
