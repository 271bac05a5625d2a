#include "config/groups.hpp"

#include <algorithm>
#include <bitset>
#include <utility>

namespace repose::config {

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
