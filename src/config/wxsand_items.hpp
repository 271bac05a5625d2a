// Pictures that elements put into the world: `item` and the lines below it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/wxsand_names.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// An `item` line is followed by pairs of an element and the character that stands for it, then by rows in double
// quotes.
class WxsandItems {
 public:
  WxsandItems(const WxsandNames& names, Ruleset& ruleset, Report& report)
      : names_(names), ruleset_(ruleset), report_(report) {}

  // Ends the item before it, if any.
  void begin(WxsandLine& line);
  void read_palette(WxsandLine& line);
  // Reads the text between the first and the last double quote.
  void read_row(WxsandLine& line);
  // Adds the item that was started, if any.
  void end();

 private:
  static constexpr std::size_t kSideMax = 256;  // cells; limits what a file can cost

  void warn(Report::Saying saying);

  const WxsandNames& names_;
  Ruleset& ruleset_;
  Report& report_;
  Line line_;  // of the `item` directive
  std::optional<std::uint8_t> element_;
  std::array<std::uint8_t, 256> palette_{};  // by character
  std::vector<std::string> rows_;            // of palette characters
  bool too_large_ = false;
};

}  // namespace repose::config
