// Plain search, for lists that show what a person types.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace repose {

// Whether `part` stands in `text`, in upper or lower case of ASCII. Nothing stands everywhere.
inline bool contains(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return part.empty() || !std::ranges::search(text, part, same).empty();
}

}  // namespace repose
