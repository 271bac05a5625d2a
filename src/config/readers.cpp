#include "config/readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <utility>

namespace repose::config {

using std::string_view;

namespace {

// Length of the well-formed UTF-8 sequence of two or more bytes at the start of `text`; 0 if there is none.
std::size_t multibyte_length(string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0xC2 || lead > 0xF4 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return 0;
  }
  const unsigned second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool beyond = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
  const bool c1_control = lead == 0xC2 && second < 0xA0;
  return overlong || beyond || c1_control ? 0 : length;
}

}  // namespace

std::string printable(string_view text, std::size_t bytes_max) {
  std::string shown;
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80 ? 1 : std::max<std::size_t>(1, multibyte_length(text));
    if (shown.size() + length > bytes_max) break;
    const bool keeps = length > 1 || (first >= 0x20 && first < 0x7F);
    if (keeps) shown += text.substr(0, length);
    if (!keeps) shown += first == '\t' ? ' ' : '?';
    text.remove_prefix(length);
  }
  return shown;
}

std::string shown_name(string_view text) {
  constexpr std::size_t kNameBytesMax = 255;
  std::string name(text.substr(0, kNameBytesMax));
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  std::ranges::replace_if(name, is_control, '?');
  return name;
}

std::string in_quotes(string_view text) {
  const string_view mark = text.size() > kQuoteBytesMax ? "..." : "";
  return fmt::format("'{}{}'", printable(text, kQuoteBytesMax), mark);
}

std::string did_you_mean(string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_name(word, candidates);
  return nearest.empty() ? std::string{} : trf("did you mean {}?", in_quotes(nearest));
}

std::string listing(const std::vector<string_view>& names) {
  if (names.size() == 1) return std::string(names[0]);
  return trf("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

void Report::list(Severity severity, const Line& line, int column, Saying saying) {
  listed_.push_back({severity, file_, line.number, column, std::move(saying.message), std::move(saying.expected),
                     std::move(saying.found), std::move(saying.hint), printable(line.text)});
}

Diagnostics Report::take() {
  // Diagnostics about the whole file (line 0) come last.
  std::ranges::stable_sort(listed_, {}, [](const Diagnostic& d) { return std::pair(d.line == 0, d.line); });
  if (unlisted_ > 0) {
    Diagnostic more;
    more.severity = unlisted_worst_;
    more.file = file_;
    more.message = trf_n("and {} more problem, not listed", "and {} more problems, not listed", unlisted_);
    listed_.push_back(std::move(more));
  }
  return std::move(listed_);
}

double NumberRange::force(double value) const {
  constexpr double kByteValues = 256.0;
  if (wraps) return value - kByteValues * std::floor(value / kByteValues);
  const double clamped = std::clamp(value, minimum, maximum);
  return whole ? std::trunc(clamped) : clamped;
}

std::string NumberRange::text() const {
  if (minimum == -kUnlimited) return whole ? tr("a whole number") : tr("a number");
  return whole ? trf("a whole number from {} to {}", minimum, maximum)
               : trf("a number from {} to {}", minimum, maximum);
}

void DirectiveReader::set_line(const Line& line, std::size_t words_max, int offset) {
  line_ = line;
  offset_ = offset;
  incomplete_ = shifted_ = false;
  split_words(line.text, words_, words_max);
}

int DirectiveReader::column(std::size_t place) const {
  if (words_.empty()) return offset_ + 1;
  if (place < words_.size()) return offset_ + words_[place].column;
  return offset_ + words_.back().column + static_cast<int>(words_.back().text.size());
}

void DirectiveReader::report_missing(Severity severity, string_view what, std::span<const string_view> parts,
                                     std::size_t given, std::size_t last, string_view consequence) {
  incomplete_ = true;
  report_.at(severity, line_, column(last) + static_cast<int>(words_[last].text.size()), [&] {
    const std::vector<string_view> missing(parts.begin() + static_cast<std::ptrdiff_t>(given), parts.end());
    const std::string needed = fmt::format("{}", fmt::join(parts, " "));
    const std::string message =
        missing.size() == 1 ? trf("missing value: {} needs {}, and {} is missing", what, needed, listing(missing))
                            : trf("missing value: {} needs {}, and {} are missing", what, needed, listing(missing));
    return Saying{consequence.empty() ? message : trf("{}; {}", message, consequence), std::string(missing[0]),
                  "end of line", ""};
  });
}

void DirectiveReader::check_no_more(std::size_t used) {
  if (shifted_ || used >= words_.size() || begins_comment(words_[used].text)) return;
  warn(used, [&] {
    return Saying{trf("extra word {}: '{}' is complete before it, and the rest of the line is ignored",
                      in_quotes(words_[used].text), words_[0].text),
                  "end of line", printable(words_[used].text),
                  dialect_ == Dialect::sandjs ? tr("a comment begins with #") : ""};
  });
}

std::optional<double> DirectiveReader::number(std::size_t word, const NumberRange& range, Severity severity) {
  const bool is_sandjs = dialect_ == Dialect::sandjs;
  const string_view text = words_[word].text;
  const std::optional<Number> read = range.whole && !is_sandjs ? parse_whole_number(text) : parse_number(text);
  const bool reports = !shifted_;
  shifted_ = shifted_ || !read;
  if (!read && reports) {
    report(severity, word, [&] {
      // The most common mistake is a name of two words: "cell wet sand 200 150 90 0.95".
      const std::size_t usual = is_sandjs ? 6 : 3;
      const bool defines = words_[0].text == (is_sandjs ? "cell" : "element");
      const bool splits_name = defines && word == 2 && words_.size() > usual && parse_number(words_[3].text);
      return Saying{is_sandjs ? trf("not a number: {} must be {}, but is {}", range.name, range.text(), in_quotes(text))
                              : trf("not a number: {} must be {}, but is {}; 0 is used", range.name, range.text(),
                                    in_quotes(text)),
                    range.text(), printable(text),
                    splits_name ? trf("a name is one word, such as {}_{}", printable(words_[1].text, kQuoteBytesMax),
                                      printable(text, kQuoteBytesMax))
                                : ""};
    });
  }
  if (!read) return std::nullopt;
  const double used = range.force(read->value);
  const bool as_usual = used == read->value || (range.saturates && read->value > range.maximum);
  if (reports && !(as_usual && read->whole_word)) {
    warn(word, [&] {
      const bool inside = read->value >= range.minimum && read->value <= range.maximum;
      return Saying{inside ? trf("{} {} is read as {}", range.name, in_quotes(text), used)
                           : trf("number out of range: {} must be {}, but is {}; {} is used", range.name, range.text(),
                                 in_quotes(text), used),
                    range.text(), printable(text), ""};
    });
  }
  return used;
}

bool DirectiveReader::repeats_earlier_word(std::size_t word) const {
  const auto end = words_.begin() + static_cast<std::ptrdiff_t>(word);
  return std::any_of(words_.begin() + 1, end, [&](const Word& other) { return other.text == words_[word].text; });
}

void DirectiveReader::report_unknown_element(Severity severity, std::size_t word, string_view consequence,
                                             const std::vector<std::string>& known) {
  report(severity, word, [&] {
    const string_view name = words_[word].text;
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) {
      const bool is_sandjs = dialect_ == Dialect::sandjs;
      hint = trf("define it: {} {} RED GREEN BLUE {}", is_sandjs ? "cell" : "element", printable(name, kQuoteBytesMax),
                 is_sandjs ? "DENSITY" : "...");
    }
    return Saying{trf("unknown element {}; {}", in_quotes(name), consequence), "the name of an element",
                  printable(name), std::move(hint)};
  });
}

void DirectiveReader::report_duplicate_name(const Element& older, string_view consequence) {
  warn(1, [&] {
    const string_view name = words_[1].text;
    return Saying{
        trf("duplicate name: element {} is already defined on line {}; {}", in_quotes(name), older.line, consequence),
        "a new name", printable(name), tr("give one of them another name")};
  });
}

void DirectiveReader::report_too_many_elements(const Line& line, std::size_t most, std::size_t count) {
  const auto blanks = static_cast<int>(std::min(line.text.find_first_not_of(" \t\v\f"), line.text.size()));
  report_.at(Severity::error, line, blanks + 1, [&] {
    return Saying{dialect_ == Dialect::sandjs ? trf("too many elements: a config has at most {}, this one has {}; from "
                                                    "here on they are left out, with their rules",
                                                    most, count)
                                              : trf("too many elements: a wxSand config has at most {}, this one has "
                                                    "{}; from here on they are left out, with their rules",
                                                    most, count),
                  fmt::format("at most {} elements", most), fmt::format("{} elements", count), ""};
  });
}

void DirectiveReader::report_too_many(std::string message, std::size_t most) {
  warn(0, [&] { return Saying{std::move(message), fmt::format("at most {}", most), "more", ""}; });
}

void add_misc_group(Ruleset& ruleset) {
  std::vector<Group>& groups = ruleset.groups;
  if (std::ranges::all_of(groups, &Group::hidden)) return;
  std::bitset<kElementsMax> grouped;
  for (const Group& group : groups) {
    if (group.hidden) continue;
    for (const std::uint8_t member : group.members) grouped.set(member);
  }
  Group misc{"Misc", {}};
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
    if (!grouped[i]) misc.members.push_back(static_cast<std::uint8_t>(i));
  }
  if (misc.members.empty()) return;
  // If the file has a group of that name, it is used.
  const auto own = std::ranges::find(groups, misc.name, &Group::name);
  if (own != groups.end()) {
    misc.members.insert(misc.members.begin(), own->members.begin(), own->members.end());
    groups.erase(own);
  }
  groups.insert(groups.begin(), std::move(misc));
}

}  // namespace repose::config
