#include "platform/windows_api.hpp"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <cwchar>
#include <system_error>

#include "core/language.hpp"

namespace repose {

namespace {

// The error of other systems that means the same; 0: there is none.
int common_error(DWORD error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_NOACCESS: return EACCES;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS: return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return ENOSPC;
    case ERROR_DIR_NOT_EMPTY: return ENOTEMPTY;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES: return EMFILE;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: return EPIPE;
    default: return 0;
  }
}

// Backslashes are doubled before quotes only.
std::wstring quoted(const std::string& word) {
  std::wstring out = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : to_wide(word)) {
    if (c == L'"') out.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    out += c;
  }
  return out.append(backslashes, L'\\') + L'"';
}

}  // namespace

std::string windows_reason(DWORD error) {
  switch (error) {
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: return tr("another program uses it");
    case ERROR_WRITE_PROTECT: return tr("the disk is protected against writing");
    case ERROR_INVALID_NAME: return tr("Windows does not allow this name");
    case ERROR_FILENAME_EXCED_RANGE: return tr("the path is too long");
    case ERROR_NOT_READY: return tr("there is no disk in the drive");
    default: break;
  }
  const int common = common_error(error);
  return common != 0 ? std::generic_category().message(common) : trf("error {} of Windows", error);
}

std::wstring to_wide(std::string_view text) {
  const int bytes = static_cast<int>(text.size());
  std::wstring wide(static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, wide.data(), static_cast<int>(wide.size()));
  return wide;
}

std::string to_utf8(std::wstring_view text) {
  const int units = static_cast<int>(text.size());
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), units, nullptr, 0, nullptr, nullptr);
  std::string narrow(static_cast<std::size_t>(bytes), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), units, narrow.data(), bytes, nullptr, nullptr);
  return narrow;
}

std::wstring command_line_of(const std::vector<std::string>& words) {
  std::wstring line;
  for (const std::string& word : words) line += (line.empty() ? L"" : L" ") + quoted(word);
  return line;
}

}  // namespace repose

// std::filesystem::path takes text as UTF-8, as it does elsewhere.
//
// The standard library of GCC converts a narrow text to a path by mbrtowc(), which MinGW takes from msvcrt.dll's old
// locales: these have no UTF-8, not even if the manifest of the program asks for it. This one takes its place
// (src/core/CMakeLists.txt makes the linker choose it). The reverse, path::string(), gives UTF-8 anyway.
namespace {

constexpr wchar_t kInvalid = L'\uFFFD';

struct Character {
  unsigned code = 0;
  std::size_t bytes = 0;  // 0: not valid
};

Character decode(const unsigned char* text, std::size_t count) {
  const unsigned first = text[0];
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr unsigned kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xC2 || first > 0xF4 || bytes > count) return {};
  unsigned code = first & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((text[i] & 0xC0) != 0x80) return {};
    code = code << 6 | (text[i] & 0x3Fu);
  }
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  return code < kSmallest[bytes] || code > 0x10FFFF || is_surrogate ? Character{} : Character{code, bytes};
}

}  // namespace

// Reads one unit of UTF-16. A character beyond U+FFFF has two: its first call takes three bytes of the four and keeps
// the second unit in the state, its second call takes the last byte. A byte that is not valid becomes U+FFFD.
extern "C" std::size_t mbrtowc(wchar_t* unit, const char* text, std::size_t count, std::mbstate_t* state) {
  static thread_local std::mbstate_t own_state = 0;
  std::mbstate_t& second = state != nullptr ? *state : own_state;
  if (text == nullptr) {
    second = 0;
    return 0;
  }
  if (count == 0) return static_cast<std::size_t>(-2);
  wchar_t ignored = 0;
  wchar_t& result = unit != nullptr ? *unit : ignored;
  if (second != 0) {
    result = static_cast<wchar_t>(second);
    second = 0;
    return 1;
  }
  const Character character = decode(reinterpret_cast<const unsigned char*>(text), count);
  if (character.bytes < 4) {
    result = character.bytes != 0 ? static_cast<wchar_t>(character.code) : kInvalid;
    return character.bytes == 0 ? 1 : character.code == 0 ? 0 : character.bytes;
  }
  const unsigned rest = character.code - 0x10000;
  result = static_cast<wchar_t>(0xD800 + (rest >> 10));
  second = static_cast<std::mbstate_t>(0xDC00 + (rest & 0x3FF));
  return 3;
}

// These two are in the same object file of MinGW as the first, so they must be here too.

extern "C" std::size_t mbrlen(const char* text, std::size_t count, std::mbstate_t* state) {
  static thread_local std::mbstate_t own_state = 0;
  return mbrtowc(nullptr, text, count, state != nullptr ? state : &own_state);
}

extern "C" std::size_t mbsrtowcs(wchar_t* units, const char** text, std::size_t count, std::mbstate_t* state) {
  static thread_local std::mbstate_t own_state = 0;
  std::mbstate_t& second = state != nullptr ? *state : own_state;
  const char* from = *text;
  for (std::size_t written = 0; units == nullptr || written < count; ++written) {
    wchar_t unit = 0;
    const std::size_t bytes = mbrtowc(&unit, from, std::strlen(from) + 1, &second);
    if (units != nullptr) units[written] = unit;
    if (bytes == 0) {
      if (units != nullptr) *text = nullptr;
      return written;
    }
    from += bytes;
  }
  *text = from;
  return count;
}
