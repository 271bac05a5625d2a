// Search for a part of a text, for lists that are filtered by what a person types.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace repose {

// Whether `text` contains `part`, ignoring the case of ASCII letters. Every text contains the empty text.
inline bool contains(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return part.empty() || std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace repose
