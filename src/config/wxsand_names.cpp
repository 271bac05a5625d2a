#include "config/wxsand_names.hpp"

#include <fmt/format.h>

namespace repose::config {
namespace {

using std::string_view;

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
