// Sockets in folders, which Windows does not have.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/files.hpp"
#include "support.hpp"

namespace repose::test {

TEST_CASE("sockets are refused without waiting") {
  const TemporaryFolder folder;
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = (folder / "socket").string();
  REQUIRE(path.size() < sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  std::string fault;
  CHECK_FALSE(read_whole_file(path, 1u << 20, fault));
  CHECK(fault == "it is a pipe or a device, not a file");
  ::close(socket);
}

}  // namespace repose::test
