#include "config/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>
#include <utility>

#include "core/files.hpp"

namespace repose::config {
namespace {

constexpr std::string_view kBlanks = " \t\v\f";

// The word at or after byte `from`; empty at the end of the line.
Word word_after(std::string_view line, std::size_t from) {
  const std::size_t begin = line.find_first_not_of(kBlanks, from);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = line.find_first_of(kBlanks, begin);
  return {line.substr(begin, end - begin), static_cast<int>(begin) + 1};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// std::from_chars does not say whether a number was too large or too small for a double.
double beyond_double(std::string_view digits) {
  const std::size_t exponent = digits.find_first_of("eE");
  const bool tiny = exponent != std::string_view::npos ? digits.substr(exponent + 1).starts_with('-')
                                                       : digits.find_first_not_of('0') == digits.find('.');
  return tiny ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace

LineReader::LineReader(std::string_view text) : rest_(text) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

bool LineReader::next(Line& line) {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find_first_of("\r\n");
  line = {rest_.substr(0, end), ++number_};
  if (end == std::string_view::npos) {
    rest_ = {};
  } else {
    rest_.remove_prefix(end + (rest_.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  return true;
}

void split_words(std::string_view line, std::vector<Word>& words, std::size_t words_max) {
  words.clear();
  for (Word word = word_after(line, 0); !word.text.empty() && words.size() < words_max;) {
    words.push_back(word);
    word = word_after(line, static_cast<std::size_t>(word.column) - 1 + word.text.size());
  }
}

std::string_view first_word(std::string_view line) { return word_after(line, 0).text; }

std::string_view rest_of_line(std::string_view line, int column) {
  const std::string_view rest = line.substr(static_cast<std::size_t>(column) - 1);
  return rest.substr(0, rest.find_last_not_of(kBlanks) + 1);
}

std::optional<Number> parse_number(std::string_view word) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative || word.starts_with('+') ? 1 : 0);
  if (digits.empty() || digits.starts_with("0x") || digits.starts_with("0X")) return std::nullopt;
  if (!is_digit(digits[digits[0] == '.' && digits.size() >= 2 ? 1 : 0])) return std::nullopt;
  const char* const end = digits.data() + digits.size();
  double value = 0.0;
  const auto [rest, error] = std::from_chars(digits.data(), end, value, std::chars_format::general);
  if (error == std::errc::result_out_of_range) {
    value = beyond_double(digits.substr(0, static_cast<std::size_t>(rest - digits.data())));
  }
  return Number{negative ? -value : value, rest == end};
}

std::optional<Number> parse_whole_number(std::string_view word) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative || word.starts_with('+') ? 1 : 0);
  if (digits.empty() || !is_digit(digits[0])) return std::nullopt;
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const std::string_view rest = digits.substr(static_cast<std::size_t>(end - digits.data()));
  const bool whole = rest.empty() || (rest[0] == '.' && rest.find_first_not_of('0', 1) == rest.npos);
  if (error == std::errc::result_out_of_range) value = std::numeric_limits<std::int32_t>::max();
  return Number{negative ? -static_cast<double>(value) : value, whole};
}

// ---- HTML ----

namespace {

using std::string_view;

constexpr std::array<string_view, 21> kLayoutTags = {"!doctype", "html", "head",  "body", "title", "br",   "p",
                                                     "pre",      "div",  "table", "tr",   "td",    "hr",   "ul",
                                                     "li",       "h1",   "h2",    "h3",   "meta",  "link", "script"};
constexpr std::array<string_view, 12> kInlineTags = {"a",  "b",     "i",    "u",      "em",   "span",
                                                     "tt", "tbody", "font", "strong", "code", "center"};
constexpr string_view kNonBreakingSpace = "&nbsp;";

enum class TagKind { none, layout, inline_text };

struct Tag {
  TagKind kind = TagKind::none;
  std::size_t length = 0;  // bytes, with its brackets
};

bool is_one_of(const auto& names, string_view word) { return std::ranges::find(names, word) != names.end(); }

// The tag at the start of `text`. Precondition: `text` starts with '<'. A tag ends with its line at the latest.
Tag tag_at(string_view text) {
  constexpr std::size_t kNameMax = 9;
  std::size_t at = text.substr(1).starts_with('/') ? 2 : 1;
  std::string name;
  for (; at < text.size() && name.size() < kNameMax; ++at) {
    const char c = text[at];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_letter && c != '!' && !(c >= '1' && c <= '6')) break;
    name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  const TagKind kind = is_one_of(kLayoutTags, name)   ? TagKind::layout
                       : is_one_of(kInlineTags, name) ? TagKind::inline_text
                                                      : TagKind::none;
  const bool name_ends = at >= text.size() || string_view(" \t\r\n>/").find(text[at]) != string_view::npos;
  if (kind == TagKind::none || !name_ends) return {};
  const std::size_t end = std::min(text.find_first_of(">\r\n", at), text.size());
  return {kind, end < text.size() && text[end] == '>' ? end + 1 : end};
}

void append_utf8(std::string& to, std::uint32_t code) {
  const auto tail = [&](int shift) { to += static_cast<char>(0x80u | ((code >> shift) & 0x3Fu)); };
  if (code < 0x80) {
    to += static_cast<char>(code);
  } else if (code < 0x800) {
    to += static_cast<char>(0xC0u | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    to += static_cast<char>(0xE0u | (code >> 12));
    tail(6);
    tail(0);
  } else {
    to += static_cast<char>(0xF0u | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

// The character of an entity such as "amp" or "#38".
std::optional<std::uint32_t> character_of(string_view entity) {
  constexpr std::array<std::pair<string_view, char>, 6> kNamed = {
      {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}, {"nbsp", ' '}}};
  for (const auto& [name, character] : kNamed) {
    if (entity == name) return static_cast<std::uint32_t>(character);
  }
  if (!entity.starts_with('#')) return std::nullopt;
  const bool is_hex = entity.starts_with("#x") || entity.starts_with("#X");
  const string_view digits = entity.substr(is_hex ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size();
  const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool is_character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return is_number && !is_control && is_character ? std::optional(code) : std::nullopt;
}

}  // namespace

bool is_web_page(string_view text) {
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    if (tag_at(text.substr(at)).kind == TagKind::layout) return true;
  }
  return false;
}

std::string without_tags(string_view page) {
  std::string text(page);
  for (std::size_t at = text.find_first_of("<&"); at != text.npos; at = text.find_first_of("<&", at + 1)) {
    const string_view rest = string_view(text).substr(at);
    const Tag tag = rest[0] == '<' ? tag_at(rest) : Tag{};
    if (tag.kind != TagKind::none)
      text.replace(at, tag.length, tag.length, tag.kind == TagKind::layout ? kPageBreak : ' ');
    if (rest.starts_with(kNonBreakingSpace)) text.replace(at, kNonBreakingSpace.size(), kNonBreakingSpace.size(), ' ');
  }
  return text;
}

std::string decode_entities(string_view text) {
  constexpr std::size_t kEntityMax = 10;  // "#x10FFFF" and a little
  std::string decoded;
  while (!text.empty()) {
    const std::size_t end = text[0] == '&' ? text.substr(0, kEntityMax).find(';') : text.npos;
    const auto character = end != text.npos ? character_of(text.substr(1, end - 1)) : std::nullopt;
    if (character) append_utf8(decoded, *character);
    if (!character) decoded += text[0];
    text.remove_prefix(character ? end + 1 : 1);
  }
  return decoded;
}

}  // namespace repose::config
