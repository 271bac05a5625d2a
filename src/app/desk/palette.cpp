#include "app/desk/palette.hpp"

#include <algorithm>

#include "config/text.hpp"

namespace repose {

std::string decoded_name(const std::string& name) {
  return name.find('&') == std::string::npos ? name : config::decode_entities(name);
}

std::string shown_name(const Element& element) {
  if (!element.title.empty()) return decoded_name(element.title);
  const std::string name = decoded_name(element.name);
  // Hidden elements are mostly stages of another one: fire2, fire3.
  const std::size_t end = element.hidden ? name.find_last_not_of("0123456789") + 1 : name.size();
  return end == 0 ? name : name.substr(0, end);
}

std::vector<int> palette_groups(const Ruleset& ruleset) {
  std::vector<int> groups;
  for (std::size_t i = 0; i < ruleset.groups.size(); ++i) {
    const auto offered = [&](std::uint8_t member) { return member != 0 && !ruleset.elements[member].hidden; };
    const Group& group = ruleset.groups[i];
    if (!group.hidden && std::ranges::any_of(group.members, offered)) groups.push_back(static_cast<int>(i));
  }
  return groups;
}

std::vector<std::uint8_t> palette_elements(const Ruleset& ruleset, int group) {
  std::vector<std::uint8_t> offered;
  const auto offer = [&](std::size_t element) {
    if (!ruleset.elements[element].hidden) offered.push_back(static_cast<std::uint8_t>(element));
  };
  if (group >= 0 && static_cast<std::size_t>(group) < ruleset.groups.size()) {
    for (const std::uint8_t member : ruleset.groups[static_cast<std::size_t>(group)].members) {
      if (member != 0) offer(member);
    }
  } else {
    for (std::size_t i = 1; i < ruleset.elements.size(); ++i) offer(i);
  }
  offered.push_back(0);  // offered even if a config hides it, because it is needed for erasing
  return offered;
}

int group_of(const Ruleset& ruleset, std::uint8_t element) {
  for (std::size_t i = 0; i < ruleset.groups.size(); ++i) {
    const auto& members = ruleset.groups[i].members;
    if (!ruleset.groups[i].hidden && std::ranges::find(members, element) != members.end()) return static_cast<int>(i);
  }
  return kAllGroups;
}

}  // namespace repose
