#include "config/html.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace repose::config {
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
