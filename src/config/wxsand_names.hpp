// The names of a wxSand config: a name means one element, or every element but the first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "config/wxsand_line.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

inline constexpr std::size_t kWxsandElementsMax = 255;     // index 255 is kAllElements and kItemKeeps
inline constexpr std::uint8_t kAllElements = kAnyElement;  // `all`: every element but the first

// Names are compared byte for byte, as the file has them; entities are decoded only where a name is shown.
class WxsandNames {
 public:
  std::optional<std::uint8_t> find(std::string_view name) const;
  void add(std::string_view name, std::uint8_t index);
  // Adds the name of an element over the limit: lines that use it are ignored without a warning.
  void leave_out(std::string_view name) { left_out_.insert(name); }

  // The element that word `i` names. Empty for an unknown name, with one warning per name and line.
  std::optional<std::uint8_t> one(WxsandLine& line, std::size_t i, std::string_view consequence) const;
  // The same, or kAllElements for `all` and `All`, unless an element of the file has that name.
  std::optional<std::uint8_t> one_or_all(WxsandLine& line, std::size_t i, std::string_view consequence) const;

 private:
  std::unordered_map<std::string_view, std::uint8_t> indices_;
  std::unordered_set<std::string_view> left_out_;
  std::vector<std::string> names_;  // for hints
};

}  // namespace repose::config
