// The lists of a wxSand config: groups (tabs of the palette) and sources (taps at the top of the world).
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/wxsand_names.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

class WxsandLists {
 public:
  WxsandLists(const WxsandNames& names, Ruleset& ruleset) : names_(names), ruleset_(ruleset) {}

  void read_group(WxsandLine& line);
  void read_sources(WxsandLine& line);

 private:
  static constexpr std::size_t kSourcesMax = 255;  // more would not be usable on screen

  std::vector<std::uint8_t> read_members(WxsandLine& line, std::size_t first);
  Group* group_named(WxsandLine& line);

  const WxsandNames& names_;
  Ruleset& ruleset_;
  std::unordered_map<std::string_view, std::size_t> groups_;  // index by name
  std::vector<int> group_lines_;
};

}  // namespace repose::config
