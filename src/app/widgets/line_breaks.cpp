#include "app/widgets/line_breaks.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace repose {

namespace {

char32_t take_character(std::string_view& utf8) {
  unsigned int character = 0;
  const int bytes = ImTextCharFromUtf8(&character, utf8.data(), utf8.data() + utf8.size());
  utf8.remove_prefix(static_cast<std::size_t>(std::max(bytes, 1)));
  return character;
}

}  // namespace

std::u32string characters_of(std::string_view utf8) {
  std::u32string all;
  while (!utf8.empty()) all += take_character(utf8);
  return all;
}

bool is_east_asian(char32_t character) {
  return (character >= 0x2E80 && character <= 0x9FFF && character != kBreakHere) ||
         (character >= 0xF900 && character <= 0xFAFF) || (character >= 0xFF00 && character <= 0xFFEF);
}

bool may_break(char32_t before, char32_t after) {
  constexpr std::u32string_view kNotFirst =
      U"、。，．！？：；）］｝」』】》〉”’…‥・ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)]}%";
  constexpr std::u32string_view kNotLast = U"（［｛「『【《〈“‘([{";
  if (before == ' ' || after == ' ' || before == '\n' || after == '\n') return false;
  if (!is_east_asian(before) && !is_east_asian(after)) return false;
  return kNotFirst.find(after) == kNotFirst.npos && kNotLast.find(before) == kNotLast.npos;
}

std::vector<std::size_t> word_ends(std::string_view text) {
  std::vector<std::size_t> ends;
  char32_t before = ' ';
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t at = text.size() - rest.size();
    const char32_t character = take_character(rest);
    if (at > 0 && ((character == ' ' && before != ' ') || may_break(before, character))) ends.push_back(at);
    before = character;
  }
  return ends;
}

std::string breakable(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0xE2; })) return std::string(text);
  std::string result;
  std::size_t from = 0;
  char mark[5];
  ImTextCharToUtf8(mark, kBreakHere);
  for (const std::size_t end : word_ends(text)) {
    result += text.substr(from, end - from);
    if (text[end] != ' ') result += mark;
    from = end;
  }
  return result.append(text.substr(from));
}

}  // namespace repose
