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

  // A comment line describes the elements directly below it.
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

// What the dialect has no words for: liquids are what falls and slips with 0.9 or more. What heats itself gives off
// light, and so does, less, what fades and has a warm colour.
void guess_wxsand_looks(Ruleset& ruleset);

}  // namespace repose::config
