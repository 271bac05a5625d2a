// std::filesystem::path takes text as UTF-8, as it does elsewhere.
//
// The standard library of GCC converts a narrow text to a path by mbrtowc(), which MinGW takes from msvcrt.dll's old
// locales: these have no UTF-8, not even if the manifest of the program asks for it. This one takes its place
// (src/core/CMakeLists.txt makes the linker choose it). The reverse, path::string(), gives UTF-8 anyway.
#include <cstddef>
#include <cstring>
#include <cwchar>

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
