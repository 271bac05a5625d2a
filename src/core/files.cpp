#include "core/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/language.hpp"
#include "platform/program.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPart = ".part";

std::string sentence(const fs::path& path, const std::string& reason) {
  return trf("{} could not be written: {}.", path.string(), reason);
}

// Whether a file is NAME.PID.part or NAME.PID-NUMBER.part of a process that has ended.
bool is_abandoned(std::string_view name, std::string_view of) {
  if (name.size() <= of.size() + 1 + kPart.size() || !name.starts_with(of) || name[of.size()] != '.' ||
      !name.ends_with(kPart)) {
    return false;
  }
  const std::string_view digits = name.substr(of.size() + 1, name.size() - of.size() - 1 - kPart.size());
  const char* const end = digits.data() + digits.size();
  int process = 0;
  unsigned number = 0;
  auto [at, error] = std::from_chars(digits.data(), end, process);
  if (error == std::errc() && at != end && *at == '-') {
    const auto rest = std::from_chars(at + 1, end, number);
    at = rest.ptr;
    error = rest.ec;
  }
  return error == std::errc() && at == end && process > 0 && !process_runs(process);
}

// What names of parts begin with: the name of the file, shortened so that the rest fits into the 255 bytes of a name.
std::string stem_of_parts(const fs::path& path) { return path.filename().string().substr(0, 220); }

void remove_abandoned(const fs::path& path) {
  std::error_code error;
  const std::string name = stem_of_parts(path);
  for (fs::directory_iterator it(path.parent_path().empty() ? fs::path(".") : path.parent_path(), error), end;
       !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (is_abandoned(it->path().filename().string(), name)) fs::remove_all(it->path(), ignored);
  }
}

// Where a path leads, through links to what may not exist yet. A link if links lead in a circle.
fs::path behind_links(fs::path path) {
  constexpr int kLinksMax = 40;  // as the system has it
  std::error_code error;
  for (int links = 0; links < kLinksMax && fs::is_symlink(path, error); ++links)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

}  // namespace

// ---- PartPath ----

PartPath::PartPath(const fs::path& path) : target_(behind_links(path)) {
  static std::atomic<unsigned> number = 0;
  remove_abandoned(target_);
  part_ = target_;
  part_.replace_filename(fmt::format("{}.{}-{}{}", stem_of_parts(target_), own_process_id(), ++number, kPart));
}

PartPath::~PartPath() {
  std::error_code ignored;
  if (!part_.empty()) fs::remove_all(part_, ignored);
}

Status PartPath::put_in_place() {
  std::error_code error;
  const std::string why =
      fs::is_symlink(target_, error) ? std::generic_category().message(ELOOP) : put_durably(part_, target_);
  if (!why.empty()) return Status::failure(sentence(target_, why));
  part_.clear();
  return {};
}

// ---- AtomicFile ----

AtomicFile::AtomicFile(const fs::path& path) : path_(path), direct_(is_written_directly(path)) {
  std::error_code error;
  fail(fs::is_directory(path_.target(), error) ? std::generic_category().message(EISDIR)
       : direct_                               ? open_directly(path, file_)
                                               : create_file(path_.part(), file_));
}

AtomicFile::~AtomicFile() {
  if (file_ != kNoFile) close_file(file_);
}

void AtomicFile::fail(const std::string& why) {
  if (status_ && !why.empty()) status_ = Status::failure(sentence(path_.target(), why));
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (status_) fail(write_all(file_, bytes));
}

Status AtomicFile::commit() {
  if (!status_) return status_;
  fail(close_file(file_));
  if (status_ && !direct_) status_ = path_.put_in_place();
  return status_;
}

Status write_whole_file(const fs::path& path, std::span<const std::byte> bytes) {
  AtomicFile file(path);
  file.write(bytes);
  return file.commit();
}

Status flush_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : std::string();
  return Status::failure("the output could not be written" + reason);
}

std::optional<std::string> read_file_start(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault) {
  constexpr std::uint64_t kPieceBytes = 1u << 16;
  InputFile file(path);
  std::string content;
  // One byte more than the file states, so that its end is seen at once. Some files state 0; others grow meanwhile.
  std::uint64_t piece = file.bytes() + 1;
  for (bool full = true; full && content.size() < bytes_max; piece = kPieceBytes) {
    const std::size_t had = content.size();
    content.resize(had + std::min(piece, bytes_max - had));
    const std::size_t got = file.read(std::as_writable_bytes(std::span(content).subspan(had)));
    full = had + got == content.size();
    content.resize(had + got);
  }
  fault = file.fault();
  return fault.empty() ? std::optional(std::move(content)) : std::nullopt;
}

std::optional<std::string> read_whole_file(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault) {
  auto content = read_file_start(path, bytes_max + 1, fault);
  if (!content || content->size() <= bytes_max) return content;
  const bool large = bytes_max >= 1u << 20;
  fault = trf("it is too large: more than {} {}", bytes_max >> (large ? 20 : 10), large ? "MiB" : "KiB");
  return std::nullopt;
}

std::optional<fs::path> find_data(std::string_view relative) {
  std::vector<fs::path> roots;
  if (const fs::path chosen = environment_path("REPOSE_DATA_DIR"); !chosen.empty()) roots.push_back(chosen);
  if (const fs::path folder = executable_folder(); !folder.empty()) {
    roots.push_back(folder);
    roots.push_back(folder.parent_path() / "share" / "repose");
  }
  roots.emplace_back(REPOSE_INSTALL_DATADIR);
  for (const fs::path& root : roots) {
    std::error_code error;
    const fs::path candidate = root / relative;
    if (fs::exists(candidate, error)) return candidate;
  }
  return std::nullopt;
}

}  // namespace repose
