#include "core/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPart = ".part";
constexpr mode_t kMode = 0666;  // less the umask

std::string sentence(const fs::path& path, int error) {
  return fmt::format("{} could not be written: {}.", path.string(), std::generic_category().message(error));
}

// Whether a file is NAME.PID.part or NAME.PID-NUMBER.part of a process that has ended.
bool is_abandoned(std::string_view name, std::string_view of) {
  if (name.size() <= of.size() + 1 + kPart.size() || !name.starts_with(of) || name[of.size()] != '.' ||
      !name.ends_with(kPart)) {
    return false;
  }
  const std::string_view digits = name.substr(of.size() + 1, name.size() - of.size() - 1 - kPart.size());
  const char* const end = digits.data() + digits.size();
  pid_t process = 0;
  unsigned number = 0;
  auto [at, error] = std::from_chars(digits.data(), end, process);
  if (error == std::errc() && at != end && *at == '-') {
    const auto rest = std::from_chars(at + 1, end, number);
    at = rest.ptr;
    error = rest.ec;
  }
  if (error != std::errc() || at != end || process <= 0) return false;
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

void remove_abandoned(const fs::path& path) {
  std::error_code error;
  const std::string name = path.filename().string();
  for (fs::directory_iterator it(path.parent_path().empty() ? fs::path(".") : path.parent_path(), error), end;
       !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (is_abandoned(it->path().filename().string(), name)) fs::remove_all(it->path(), ignored);
  }
}

// Where a path leads, through links to what may not exist yet.
fs::path behind_links(fs::path path) {
  constexpr int kLinksMax = 40;  // as the system has it
  std::error_code error;
  for (int links = 0; links < kLinksMax && fs::is_symlink(path, error); ++links)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

// Some file systems cannot flush; then the file counts as written.
bool flush(int handle) { return ::fsync(handle) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP; }

// A folder is flushed so that the new names in it are on disk.
bool flush(const fs::path& path) {
  const int handle = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return false;
  const bool flushed = flush(handle);
  ::close(handle);
  return flushed;
}

bool flush_all(const fs::path& path) {
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    if (!flush(it->path())) return false;
  }
  return flush(path);
}

// The new file gets the permissions of the one that it replaces.
void copy_permissions(const fs::path& from, const fs::path& to) {
  struct stat facts {};
  if (::stat(from.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) ::chmod(to.c_str(), facts.st_mode & 07777);
}

bool is_written_directly(const fs::path& path) {
  std::error_code error;
  const auto type = fs::status(path, error).type();
  if (type == fs::file_type::fifo || type == fs::file_type::character || type == fs::file_type::block) return true;
  // Such as /dev/stdout, behind which there may be a file that another program has open.
  const std::string name = fs::absolute(path, error).lexically_normal().string();
  const bool is_special = name.starts_with("/proc/") || (name.starts_with("/dev/") && !name.starts_with("/dev/shm/"));
  return is_special && type == fs::file_type::regular;
}

}  // namespace

// ---- PartPath ----

PartPath::PartPath(const fs::path& path) : target_(behind_links(path)) {
  static std::atomic<unsigned> number = 0;
  remove_abandoned(target_);
  part_ = target_;
  part_ += fmt::format(".{}-{}{}", ::getpid(), ++number, kPart);
}

PartPath::~PartPath() {
  std::error_code ignored;
  if (!part_.empty()) fs::remove_all(part_, ignored);
}

Status PartPath::put_in_place() {
  std::error_code error;
  const bool flushed = fs::is_directory(part_, error) ? flush_all(part_) : flush(part_);
  if (!flushed) return Status::failure(sentence(target_, errno));
  copy_permissions(target_, part_);
  fs::rename(part_, target_, error);
  if (error) return Status::failure(sentence(target_, error.value()));
  part_.clear();
  flush(target_.parent_path());  // some file systems cannot do this; the file has been renamed anyway
  return {};
}

// ---- AtomicFile ----

AtomicFile::AtomicFile(const fs::path& path) : path_(path), direct_(is_written_directly(path)) {
  std::error_code error;
  if (fs::is_directory(path_.target(), error)) {
    fail(EISDIR);
    return;
  }
  // O_NONBLOCK: a pipe that nobody reads is refused at once.
  file_ = direct_ ? ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
                  : ::open(path_.part().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  if (file_ < 0) fail(errno);
  if (file_ >= 0 && direct_) ::fcntl(file_, F_SETFL, ::fcntl(file_, F_GETFL) & ~O_NONBLOCK);
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
}

void AtomicFile::fail(int error) {
  if (status_) status_ = Status::failure(sentence(path_.target(), error));
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  while (status_ && !bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fail(errno);
    }
  }
}

Status AtomicFile::commit() {
  if (!status_) return status_;
  const int closed = ::close(file_);
  file_ = -1;
  if (closed != 0) fail(errno);
  if (status_ && !direct_) status_ = path_.put_in_place();
  return status_;
}

Status write_whole_file(const fs::path& path, std::span<const std::byte> bytes) {
  AtomicFile file(path);
  file.write(bytes);
  return file.commit();
}

Status write_whole_file(const fs::path& path, std::string_view text) {
  return write_whole_file(path, std::as_bytes(std::span(text)));
}

}  // namespace repose
