#include "config/wxsand_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/text.hpp"

namespace repose::config {

using std::string_view;

using Saying = Report::Saying;
double WxsandNumber::force(double value) const {
  constexpr double kByteValues = 256.0;
  if (wraps) return value - kByteValues * std::floor(value / kByteValues);
  return std::clamp(value, minimum, maximum);
}

std::string WxsandNumber::range() const {
  const string_view kind = whole ? "a whole number" : "a number";
  return maximum < kUnlimited ? fmt::format("{} from {} to {}", kind, minimum, maximum) : std::string(kind);
}

void WxsandLine::set(const Line& line, int offset) {
  line_ = line;
  offset_ = offset;
  incomplete_ = shifted_ = false;
  split_words(line.text, words_, kWxsandWordsMax);
}

int WxsandLine::column(std::size_t word) const {
  if (words_.empty()) return offset_ + 1;
  if (word < words_.size()) return offset_ + words_[word].column;
  return offset_ + words_.back().column + static_cast<int>(words_.back().text.size());
}

bool WxsandLine::has(std::span<const string_view> parts, string_view consequence) {
  const std::size_t given = words_.size() - 1;
  if (given >= parts.size()) return true;
  report_missing(fmt::format("'{}'", words_[0].text), parts, given, consequence);
  return false;
}

void WxsandLine::report_missing(string_view what, std::span<const string_view> parts, std::size_t given,
                                string_view consequence) {
  incomplete_ = true;
  warn(words_.size(), [&] {
    const std::vector<string_view> missing(parts.begin() + static_cast<std::ptrdiff_t>(given), parts.end());
    return Saying{fmt::format("missing value: {} needs {}, and {} {} missing; {}", what, fmt::join(parts, " "),
                              listing(missing), missing.size() == 1 ? "is" : "are", consequence),
                  std::string(missing[0]), "end of line", ""};
  });
}

double WxsandLine::number(std::size_t i, const WxsandNumber& number) {
  const string_view text = words_[i].text;
  const std::optional<Number> read = number.whole ? parse_whole_number(text) : parse_number(text);
  if (!read) {
    if (!shifted_) report_no_number(i, number);
    shifted_ = true;
    return 0.0;
  }
  const double used = number.force(read->value);
  const bool saturates = number.saturates && read->value > number.maximum;
  if (!shifted_ && ((used != read->value && !saturates) || !read->whole_word))
    report_forced(i, number, read->value, used);
  return used;
}

void WxsandLine::report_no_number(std::size_t i, const WxsandNumber& number) {
  warn(i, [&] {
    // The most common mistake: "element Falling Ember 255 200 0 ...".
    const bool splits_name = words_[0].text == "element" && i == 2 && words_.size() > 3 && parse_number(words_[3].text);
    const std::string hint =
        splits_name ? fmt::format("a name is one word, such as {}_{}", printable(words_[1].text, kQuoteBytesMax),
                                  printable(words_[2].text, kQuoteBytesMax))
                    : "";
    return Saying{fmt::format("not a number: {} must be {}, but is {}; 0 is used", number.name, number.range(),
                              in_quotes(words_[i].text)),
                  number.range(), printable(words_[i].text), hint};
  });
}

void WxsandLine::report_forced(std::size_t i, const WxsandNumber& number, double read, double used) {
  warn(i, [&] {
    const bool inside = read >= number.minimum && read <= number.maximum;
    const std::string message = inside
                                    ? fmt::format("{} {} is read as {}", number.name, in_quotes(words_[i].text), used)
                                    : fmt::format("number out of range: {} must be {}, but is {}; {} is used",
                                                  number.name, number.range(), in_quotes(words_[i].text), used);
    return Saying{message, number.range(), printable(words_[i].text), ""};
  });
}

void WxsandLine::check_no_more(std::size_t used) {
  if (shifted_ || used >= words_.size() || words_[used].text.starts_with('#')) return;
  warn(used, [&] {
    return Saying{fmt::format("extra word {}: '{}' is complete before it, and the rest of the line is ignored",
                              in_quotes(words_[used].text), words_[0].text),
                  "end of line", printable(words_[used].text), ""};
  });
}

namespace {

bool means_all(string_view name) { return name == "all" || name == "All"; }

bool repeats_earlier_word(const WxsandLine& line, std::size_t word) {
  for (std::size_t i = 1; i < word; ++i) {
    if (line.word(i).text == line.word(word).text) return true;
  }
  return false;
}

}  // namespace

std::optional<std::uint8_t> WxsandNames::find(string_view name) const {
  const auto entry = indices_.find(name);
  return entry == indices_.end() ? std::nullopt : std::optional(entry->second);
}

void WxsandNames::add(string_view name, std::uint8_t index) {
  indices_.emplace(name, index);
  names_.emplace_back(name);
}

std::optional<std::uint8_t> WxsandNames::one(WxsandLine& line, std::size_t i, string_view consequence) const {
  const string_view name = line.word(i).text;
  const std::optional<std::uint8_t> index = find(name);
  if (index || left_out_.contains(name)) return index;
  if (means_all(name)) {
    line.warn(i, [&] {
      return Report::Saying{fmt::format("{} is not allowed here; {}", in_quotes(name), consequence),
                            "the name of one element", std::string(name),
                            "it means elements that act or are acted on, not products"};
    });
    return std::nullopt;
  }
  if (repeats_earlier_word(line, i)) return std::nullopt;
  line.warn(i, [&] {
    std::string hint = did_you_mean(name, names_);
    if (hint.empty()) hint = fmt::format("define it: element {} RED GREEN BLUE ...", printable(name, kQuoteBytesMax));
    return Report::Saying{fmt::format("unknown element {}; {}", in_quotes(name), consequence), "the name of an element",
                          printable(name), std::move(hint)};
  });
  return std::nullopt;
}

std::optional<std::uint8_t> WxsandNames::one_or_all(WxsandLine& line, std::size_t i, string_view consequence) const {
  if (means_all(line.word(i).text) && !find(line.word(i).text)) return kAllElements;
  return one(line, i, consequence);
}

}  // namespace repose::config
