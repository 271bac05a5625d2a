#include "core/standard_streams.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace repose {

Status flush_output() {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return {};
  const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : std::string();
  return Status::failure("the output could not be written" + reason);
}

}  // namespace repose
