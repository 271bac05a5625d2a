// Where a line of Chinese or Japanese may be broken: these have no blanks between words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

std::u32string characters_of(std::string_view utf8);
// Chinese characters, kana, and the punctuation that belongs to them.
bool is_east_asian(char32_t character);
// Whether a line may end after `before` and the next one begin with `after`, though there is no blank. No line begins
// with a comma, a full stop or a closing bracket, none ends with an opening one.
bool may_break(char32_t before, char32_t after);

// The positions in bytes before blanks and where a line may be broken, ascending.
std::vector<std::size_t> word_ends(std::string_view text);

// Dear ImGui 1.86 takes this character, the wide blank, for a blank. In the fonts of theme.cpp it has no width.
inline constexpr char32_t kBreakHere = 0x3000;
// The text with that character wherever a line may be broken, for the functions of Dear ImGui that wrap lines.
std::string breakable(std::string_view text);

}  // namespace repose
