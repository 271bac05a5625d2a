#include "app/files/autosave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr int kPlaces = 64;  // limit for open windows and for worlds left behind, together
constexpr const char* kLast = "last.repose";

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

}  // namespace

Autosave::Autosave(const fs::path& folder) : folder_(folder) {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  find_places();
}

void Autosave::find_places() {
  for (int n = 1; n <= kPlaces; ++n) {
    const fs::path world = folder_ / fmt::format("autosave-{}.repose", n);
    const bool holds_world = is_file(world);
    if (!holds_world && lock_) continue;
    auto lock = FileLock::take(folder_ / fmt::format("autosave-{}.lock", n));
    if (!lock) continue;
    if (holds_world) {
      abandoned_.push_back({{world, written_at(world)}, std::move(*lock)});
    } else {
      file_ = world;
      lock_ = std::move(lock);
    }
  }
  std::ranges::sort(abandoned_, {}, [](const Abandoned& a) { return a.leftover.saved_at; });
}

std::optional<Autosave::Leftover> Autosave::leftover() const {
  if (abandoned_.empty()) return std::nullopt;
  return abandoned_.back().leftover;
}

Status Autosave::adopt_leftover() {
  std::error_code error;
  fs::rename(abandoned_.back().leftover.file, file_, error);
  abandoned_.pop_back();
  return error ? Status::failure(
                     fmt::format("The restored world could not be moved to this window: {}.", error.message()))
               : Status{};
}

void Autosave::discard_leftover() {
  std::error_code ignored;
  fs::remove(abandoned_.back().leftover.file, ignored);
  abandoned_.pop_back();
}

void Autosave::postpone_leftover() { abandoned_.clear(); }

std::optional<fs::path> Autosave::last_world() const {
  const fs::path last = folder_ / kLast;
  if (folder_.empty() || !is_file(last)) return std::nullopt;
  return last;
}

void Autosave::close() {
  if (file_.empty() || !is_file(file_)) return;
  std::error_code ignored;
  fs::rename(file_, folder_ / kLast, ignored);
}

void Autosave::forget() {
  std::error_code ignored;
  if (!file_.empty()) fs::remove(file_, ignored);
}

}  // namespace repose
