#include "app/files/stamp_library.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platform/desktop.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kNameBytesMax = 80;
constexpr const char* kTrash = "thrown away";

// A valid file name on any file system: no folders, not hidden.
std::string file_name(const std::string& wanted) {
  std::string name;
  for (const char c : wanted) {
    const bool plain = static_cast<unsigned char>(c) >= ' ' && c != '/' && c != '\\' && c != 0x7f;
    if (plain && !(name.empty() && (c == '.' || c == ' '))) name += c;
  }
  const auto ends_inside = [&name] {
    return !name.empty() && (static_cast<unsigned char>(name.back()) & 0xc0) == 0x80;
  };
  while (name.size() > kNameBytesMax) {  // removes whole characters
    while (ends_inside()) name.pop_back();
    if (!name.empty()) name.pop_back();
  }
  while (!name.empty() && name.back() == ' ') name.pop_back();
  return name.empty() ? "stamp" : name;
}

// A path at which no file exists: "name", "name 2", "name 3"...
fs::path free_path(const fs::path& folder, const std::string& name) {
  std::error_code error;
  fs::path path = folder / (name + ".png");
  for (int n = 2; fs::exists(path, error); ++n) path = folder / fmt::format("{} {}.png", name, n);
  return path;
}

Status move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  fs::rename(from, to, error);
  return error ? Status::failure(fmt::format("{} could not be moved: {}.", from.filename().string(), error.message()))
               : Status{};
}

void list(const fs::path& folder, bool shipped, std::vector<StampEntry>& found) {
  std::error_code error;
  const auto first = static_cast<std::ptrdiff_t>(found.size());
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".png" && it->is_regular_file(error)) found.push_back({it->path(), shipped});
  }
  std::sort(found.begin() + first, found.end(),
            [](const StampEntry& a, const StampEntry& b) { return a.file < b.file; });
}

}  // namespace

fs::path user_stamps_folder() {
  const fs::path folder = own_folder(OwnFolder::data);
  return folder.empty() ? folder : folder / "stamps";
}

void StampLibrary::refresh() {
  entries_.clear();
  if (const auto shipped = find_data("assets/stamps")) list(*shipped, true, entries_);
  if (!user_stamps_folder().empty()) list(user_stamps_folder(), false, entries_);
}

Status StampLibrary::save(const Clip& clip, const Ruleset& ruleset, const std::string& name, fs::path& file) {
  const fs::path folder = user_stamps_folder();
  if (folder.empty()) return Status::failure("There is no home folder for stamps.");
  std::error_code error;
  fs::create_directories(folder, error);
  file = free_path(folder, file_name(name));
  Status status = write_stamp(file, clip, ruleset);
  refresh();
  return status;
}

Status StampLibrary::rename(const fs::path& file, const std::string& name) {
  if (file.stem() == file_name(name)) return {};
  Status status = move_file(file, free_path(file.parent_path(), file_name(name)));
  refresh();
  return status;
}

Status StampLibrary::remove(const fs::path& file) {
  const fs::path away = free_path(file.parent_path() / kTrash, file.stem().string());
  Status status = move_file(file, away);
  if (status) last_removed_ = away;
  refresh();
  return status;
}

Status StampLibrary::put_back() {
  if (!last_removed_) return {};
  Status status = move_file(*last_removed_, free_path(user_stamps_folder(), last_removed_->stem().string()));
  if (status) last_removed_.reset();
  refresh();
  return status;
}

}  // namespace repose
