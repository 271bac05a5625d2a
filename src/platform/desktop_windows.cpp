#include <fmt/format.h>

#include <random>
#include <string>
#include <utility>

#include "core/language.hpp"
#include "platform/desktop.hpp"
#include "platform/windows_api.hpp"

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

bool desktop_stills_animations() {
  BOOL animates = TRUE;
  return ::SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, &animates, 0) != 0 && animates == FALSE;
}

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

namespace {

struct FileKind {
  const wchar_t* suffix;
  const wchar_t* name;  // of its key
  const wchar_t* title;
};
constexpr FileKind kKinds[] = {{L".repose", L"Repose.World", L"World of Repose"},
                               {L".replay", L"Repose.Replay", L"Replay of Repose"}};

const std::wstring kClasses = L"Software\\Classes\\";

LSTATUS register_kind(const FileKind& kind, const std::wstring& program) {
  const std::wstring name = kind.name;
  const std::pair<std::wstring, std::wstring> keys[] = {
      {name, kind.title},
      {name + L"\\DefaultIcon", L"\"" + program + L"\",1"},
      {name + L"\\shell\\open\\command", L"\"" + program + L"\" \"%1\""},
      {kind.suffix, name}};
  for (const auto& [key, text] : keys) {
    const auto bytes = static_cast<DWORD>((text.size() + 1) * sizeof(wchar_t));
    const LSTATUS error = ::RegSetKeyValueW(HKEY_CURRENT_USER, (kClasses + key).c_str(), nullptr, REG_SZ, text.c_str(),
                                            bytes);  // the key is made if there is none
    if (error != ERROR_SUCCESS) return error;
  }
  return ERROR_SUCCESS;
}

LSTATUS unregister_kind(const FileKind& kind) {
  wchar_t text[256] = L"";
  DWORD bytes = sizeof(text);
  const LSTATUS read = ::RegGetValueW(HKEY_CURRENT_USER, (kClasses + kind.suffix).c_str(), nullptr, RRF_RT_REG_SZ,
                                      nullptr, text, &bytes);
  if (read == ERROR_SUCCESS && text == std::wstring_view(kind.name))
    ::RegDeleteKeyValueW(HKEY_CURRENT_USER, (kClasses + kind.suffix).c_str(), nullptr);
  const LSTATUS error = ::RegDeleteTreeW(HKEY_CURRENT_USER, (kClasses + kind.name).c_str());
  return error == ERROR_FILE_NOT_FOUND ? ERROR_SUCCESS : error;
}

Status outcome(LSTATUS error) {
  ::SHChangeNotify(SHCNE_ASSOCCHANGED, SHCNF_IDLIST, nullptr, nullptr);
  if (error == ERROR_SUCCESS) return {};
  return Status::failure(trf("the registry could not be written: {}", windows_reason(static_cast<DWORD>(error))));
}

}  // namespace

Status register_files() {
  std::wstring program(1u << 15, L'\0');
  program.resize(::GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size())));
  LSTATUS error = ERROR_SUCCESS;
  for (const FileKind& kind : kKinds) error = error != ERROR_SUCCESS ? error : register_kind(kind, program);
  return outcome(error);
}

Status unregister_files() {
  LSTATUS error = ERROR_SUCCESS;
  for (const FileKind& kind : kKinds) {
    if (const LSTATUS failed = unregister_kind(kind); failed != ERROR_SUCCESS) error = failed;
  }
  return outcome(error);
}

}  // namespace repose
