#include "core/input_file.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

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
  fs::create_symlink(folder / "text", folder / "link");
  std::string fault;
  CHECK(read_whole_file(folder / "link", 1u << 20, fault) == read_text(folder / "text"));
  CHECK(read_file_start(folder / "text", 3, fault) == "aaa");
  CHECK(read_file_start(write_text(folder / "empty", ""), 3, fault) == "");
  CHECK(fault.empty());
}

TEST_CASE("a file that states no size is read") {
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

TEST_CASE("pipes, devices, sockets and folders are refused without waiting") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = (folder / "socket").string();
  REQUIRE(path.size() < sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  for (const fs::path& other : {folder / "pipe", folder / "socket", fs::path("/dev/zero"), fs::path("/dev/tty")}) {
    INFO(other);
    const std::string fault = fault_of(other);
    CHECK((fault == "it is a pipe or a device, not a file" || !fs::exists(other)));
  }
  ::close(socket);
  CHECK(fault_of(folder.path()) == "it is a folder");
  CHECK(fault_of(folder / "none") == "No such file or directory");
}

TEST_CASE("an error while a file is read is said") {
  CHECK(fault_of("/proc/self/mem") == "reading it failed: Input/output error");
}

}  // namespace repose::test
