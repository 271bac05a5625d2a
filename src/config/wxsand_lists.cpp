#include "config/wxsand_lists.hpp"

#include <fmt/format.h>

#include <array>
#include <bitset>
#include <utility>

#include "config/groups.hpp"
#include "config/html.hpp"

namespace repose::config {
namespace {

using Saying = Report::Saying;
using std::string_view;

constexpr std::array<string_view, 1> kGroupParts = {"NAME"};
constexpr std::array<string_view, 1> kSourcesParts = {"ELEMENT"};

void report_too_many(WxsandLine& line, string_view what, std::size_t most) {
  line.warn(0, [&] {
    return Saying{fmt::format("too many {}: at most {} are read", what, most), fmt::format("at most {}", most), "more",
                  ""};
  });
}

}  // namespace

std::vector<std::uint8_t> WxsandLists::read_members(WxsandLine& line, std::size_t first) {
  std::vector<std::uint8_t> members;
  for (std::size_t i = first; i < line.size(); ++i) {
    if (const auto member = names_.one(line, i, "it is left out")) members.push_back(*member);
  }
  return members;
}

// The group of this line, emptied; null if there are too many groups.
Group* WxsandLists::group_named(WxsandLine& line) {
  const string_view name = line.word(1).text;
  const auto known = groups_.find(name);
  if (known != groups_.end()) {
    const int older = std::exchange(group_lines_[known->second], line.line().number);
    line.warn(1, [&] {
      return Saying{
          fmt::format("duplicate group: {} is already on line {}; this one replaces it", in_quotes(name), older),
          "a new name", printable(name), fmt::format("remove this line or line {}", older)};
    });
    return &ruleset_.groups[known->second];
  }
  if (groups_.size() == kGroupsMax) {
    report_too_many(line, "groups", kGroupsMax);
    return nullptr;
  }
  groups_.emplace(name, ruleset_.groups.size());
  group_lines_.push_back(line.line().number);
  return &ruleset_.groups.emplace_back(Group{printable(decode_entities(name)), {}});
}

void WxsandLists::read_group(WxsandLine& line) {
  if (!line.has(kGroupParts, "the line is ignored")) return;
  Group* const group = group_named(line);
  if (group == nullptr) return;
  group->members.clear();
  std::bitset<kElementsMax> seen;
  for (const std::uint8_t member : read_members(line, 2)) {
    if (!seen[member]) group->members.push_back(member);
    seen.set(member);
  }
  if (line.size() > 2) return;
  line.warn(line.size(), [&] {
    return Saying{fmt::format("the group {} is empty", in_quotes(line.word(1).text)), "names of elements",
                  "end of line", ""};
  });
}

void WxsandLists::read_sources(WxsandLine& line) {
  if (!line.has(kSourcesParts, "the line is ignored")) return;
  for (const std::uint8_t source : read_members(line, 1)) {
    if (ruleset_.sources.size() == kSourcesMax) return report_too_many(line, "sources", kSourcesMax);
    ruleset_.sources.push_back(source);
  }
}

}  // namespace repose::config
