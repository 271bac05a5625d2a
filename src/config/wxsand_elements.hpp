// The elements of a wxSand config: `element`, `item`, the comments above them, and `hotcolor`.
#pragma once

#include <string>
#include <string_view>

#include "config/wxsand_names.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

class WxsandElements {
 public:
  WxsandElements(WxsandNames& names, Ruleset& ruleset, Report& report)
      : names_(names), ruleset_(ruleset), report_(report) {}

  // Stores a comment line; it is the description of the elements directly below it.
  void read_comment(std::string_view line);
  void forget_comment() { description_.clear(); }
  void read_element(WxsandLine& line);
  // An element without properties; its picture is read elsewhere.
  void read_item(WxsandLine& line);
  // One error about all elements over the limit.
  void report_left_out();

  void read_hotcolor(WxsandLine& line);

 private:
  void add(WxsandLine& line, Element element);
  void replace(WxsandLine& line, std::uint8_t index, Element element);

  WxsandNames& names_;
  Ruleset& ruleset_;
  Report& report_;
  std::string description_;
  std::size_t left_out_count_ = 0;
  Line first_left_out_;
};

// Sets looks for which the dialect has no words. An element that falls and slips with 0.9 or more is a liquid. An
// element that heats itself gives off light; one of a warm colour that decays gives off less light.
void guess_wxsand_looks(Ruleset& ruleset);

}  // namespace repose::config
