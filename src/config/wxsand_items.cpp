#include "config/wxsand_items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace repose::config {

using Saying = Report::Saying;
using std::string_view;

void WxsandItems::begin(WxsandLine& line) {
  end();
  line_ = line.line();
  palette_.fill(kItemKeeps);
  rows_.clear();
  too_large_ = false;
  // A later element or item of the same name has replaced this one.
  const auto element = line.size() > 1 ? names_.find(line.word(1).text) : std::nullopt;
  if (element && ruleset_.elements[*element].line == line_.number) element_ = element;
}

void WxsandItems::read_palette(WxsandLine& line) {
  for (std::size_t i = 0; i < line.size(); i += 2) {
    const auto element = names_.one(line, i, "its cells are left as they are");
    if (i + 1 >= line.size()) {
      line.warn(line.size(), [&] {
        return Saying{fmt::format("missing value: {} has no character", in_quotes(line.word(i).text)), "a character",
                      "end of line", ""};
      });
      continue;
    }
    const string_view character = line.word(i + 1).text;
    if (character.size() > 1) {
      line.warn(i + 1, [&] {
        return Saying{fmt::format("{} is read as {}: in a picture every cell is one byte", in_quotes(character),
                                  in_quotes(character.substr(0, 1))),
                      "one character", printable(character), ""};
      });
    }
    if (element) palette_[static_cast<unsigned char>(character[0])] = *element;
  }
}

void WxsandItems::read_row(WxsandLine& line) {
  const string_view text = line.line().text;
  const std::size_t last = text.rfind('"');
  const string_view picture = text.substr(1, last > 0 ? last - 1 : text.npos);
  too_large_ = too_large_ || rows_.size() == kSideMax || picture.size() > kSideMax;
  if (rows_.size() == kSideMax) return;
  const std::string& row = rows_.emplace_back(picture.substr(0, kSideMax));
  const auto is_stray = [&](char c) { return c != ' ' && palette_[static_cast<unsigned char>(c)] == kItemKeeps; };
  const auto stray = std::ranges::find_if(row, is_stray);
  if (stray == row.end()) return;
  line.warn(0, [&] {
    const string_view character(&*stray, 1);
    return Saying{
        fmt::format("{} is not the character of an element; such cells are left as they are", in_quotes(character)),
        "a character from the line below 'item'", printable(character), ""};
  });
}

void WxsandItems::warn(Saying saying) {
  report_.at(Severity::warning, line_, 1, [&] { return std::move(saying); });
}

void WxsandItems::end() {
  if (!element_) return;
  Item item;
  item.element = *std::exchange(element_, std::nullopt);
  for (const std::string& row : rows_) item.width = std::max(item.width, static_cast<int>(row.size()));
  if (item.width == 0) {
    const std::string name = in_quotes(ruleset_.elements[item.element].name);
    return warn(
        {fmt::format("the item {} has no picture; it does nothing", name), "rows in double quotes", "none", ""});
  }
  if (too_large_) {
    const std::string most = fmt::format("at most {} x {} cells", kSideMax, kSideMax);
    warn({fmt::format("the picture is too large: an item has {}; the rest is cut off", most), most, "more", ""});
  }
  item.height = static_cast<int>(rows_.size());
  for (const std::string& row : rows_) {
    for (std::size_t x = 0; x < static_cast<std::size_t>(item.width); ++x) {
      item.cells.push_back(x < row.size() ? palette_[static_cast<unsigned char>(row[x])] : kItemKeeps);
    }
  }
  ruleset_.items.push_back(std::move(item));
}

}  // namespace repose::config
