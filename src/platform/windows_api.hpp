// The functions of Windows, and why they fail, in the words that other systems use. Only *_windows.cpp include it.
// windows_api.cpp also makes std::filesystem::path take text as UTF-8.
#pragma once

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
// After windows.h.
#include <shellapi.h>

#include <string>
#include <string_view>
#include <vector>

namespace repose {

// Why a function of Windows failed, in English: "No such file or directory". `error`: of GetLastError().
std::string windows_reason(DWORD error);

// Text between UTF-8 and UTF-16. Invalid parts become U+FFFD.
std::wstring to_wide(std::string_view text);
std::string to_utf8(std::wstring_view text);

// The command line that a program splits into these words again.
std::wstring command_line_of(const std::vector<std::string>& words);

}  // namespace repose
