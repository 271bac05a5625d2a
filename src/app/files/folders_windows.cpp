#include <fmt/format.h>

#include <random>

#include "app/files/folders.hpp"
#include "core/windows_api.hpp"
// After windows.h.
#include <knownfolders.h>
#include <shlobj.h>

namespace repose {

namespace fs = std::filesystem;

namespace {

// Empty if the user has none.
fs::path known_folder(const KNOWNFOLDERID& id) {
  wchar_t* text = nullptr;
  fs::path folder;
  if (::SHGetKnownFolderPath(id, KF_FLAG_DEFAULT, nullptr, &text) == S_OK) folder = text;
  ::CoTaskMemFree(text);
  return folder;
}

fs::path existing(const fs::path& folder) {
  std::error_code error;
  return !folder.empty() && fs::is_directory(folder, error) ? folder : home_folder();
}

}  // namespace

fs::path home_folder() {
  const fs::path home = known_folder(FOLDERID_Profile);
  return home.empty() ? fs::path(L"C:\\") : home;
}

fs::path pictures_folder() { return existing(known_folder(FOLDERID_Pictures)); }
fs::path films_folder() { return existing(known_folder(FOLDERID_Videos)); }
fs::path documents_folder() { return existing(known_folder(FOLDERID_Documents)); }

fs::path own_folder(OwnFolder) {
  const fs::path base = known_folder(FOLDERID_RoamingAppData);
  return base.empty() ? base : base / "Repose";
}

std::vector<fs::path> disks() {
  std::vector<fs::path> found;
  const DWORD bits = ::GetLogicalDrives();
  for (int i = 0; i < 26; ++i) {
    if ((bits >> i & 1) != 0) found.emplace_back(std::wstring{static_cast<wchar_t>(L'A' + i), L':', L'\\'});
  }
  return found;
}

bool is_hidden(const fs::path& path) {
  const DWORD facts = ::GetFileAttributesW(path.c_str());
  return path.filename().native().starts_with(L'.') ||
         (facts != INVALID_FILE_ATTRIBUTES && (facts & FILE_ATTRIBUTE_HIDDEN) != 0);
}

fs::path make_private_folder() {
  constexpr int kTries = 100;
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  std::random_device random;
  for (int i = 0; i < kTries && !error; ++i) {
    const fs::path folder = temporary / fmt::format("repose-{:08x}", random());
    if (::CreateDirectoryW(folder.c_str(), nullptr) != 0) return folder;
  }
  return {};
}

std::string file_address(const fs::path& path) { return fs::absolute(path).string(); }

}  // namespace repose
