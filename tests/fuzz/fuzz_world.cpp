// The reader of world files. Built without checksums, which a fuzzer cannot guess.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "repose/world_file.hpp"

namespace {

// A file in memory with a name that the reader can open.
class MemoryFile {
 public:
  MemoryFile()
      : handle_(::memfd_create("fuzz.repose", MFD_CLOEXEC)), path_("/proc/self/fd/" + std::to_string(handle_)) {}

  const std::string& put(const std::uint8_t* data, std::size_t size) {
    if (::ftruncate(handle_, 0) != 0 || ::pwrite(handle_, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
    return path_;
  }

 private:
  int handle_;
  std::string path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static MemoryFile file;
  repose::WorldDocument document;
  const repose::Status status = repose::read_world_file(file.put(data, size), document);
  if (!status && status.message().empty()) std::abort();
  return 0;
}
