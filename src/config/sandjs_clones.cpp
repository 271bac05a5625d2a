#include "config/sandjs_clones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace repose::config {

namespace {

Color mixture(Color a, Color b) {
  const auto mean = [](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>((x + y) / 2); };
  return {mean(a.r, b.r), mean(a.g, b.g), mean(a.b, b.b)};
}

// A name that no other element has.
std::string free_name(const Ruleset& ruleset, const std::string& clone, const std::string& poured) {
  constexpr std::size_t kNameBytesMax = 240;
  const std::string wish = fmt::format("{}:{}", clone, poured).substr(0, kNameBytesMax);
  std::string name = wish;
  for (int number = 2; ruleset.find(name); ++number) name = fmt::format("{}:{}", wish, number);
  return name;
}

Element pouring(const Ruleset& ruleset, const CloneLine& clone, std::uint8_t poured) {
  const Element& what = ruleset.elements[poured];
  Element element = ruleset.elements[clone.element];
  element.title = fmt::format("{} ({})", element.name, what.name);
  element.name = free_name(ruleset, element.name, what.name);
  element.color = mixture(element.color, what.color);
  element.description.clear();
  element.hidden = true;
  element.clone = false;
  element.pours = poured;
  element.line = clone.line.number;
  return element;
}

class CloneRules {
 public:
  CloneRules(const WhenTable& when, Ruleset& ruleset)
      : when_(when), ruleset_(ruleset), rule_of_pair_(kPairs), when_of_pair_(kPairs) {
    for (std::size_t i = 0; i < ruleset.reactions.size(); ++i) {
      const Reaction& r = ruleset.reactions[i];
      auto& last = r.anywhere ? when_of_pair_ : rule_of_pair_;
      last[pair(r.a, r.b)] = last[pair(r.b, r.a)] = i + 1;
    }
  }

  // The clone takes on the element.
  void take_on(const CloneLine& clone, std::uint8_t what, std::uint8_t stage) {
    if (when_.names_both(clone.element, what)) return;
    ruleset_.reactions.push_back({clone.element, what, stage, what, clone.line.number, 1.0, true});
  }

  // The stage reacts as the clone does, without moving, and pours.
  void pour(const CloneLine& clone, std::uint8_t what, std::uint8_t stage, std::size_t written_count) {
    for (std::size_t other = 1; other < written_count; ++other) {
      if (other == clone.element) continue;
      copy(rule_of_pair_[pair(clone.element, static_cast<std::uint8_t>(other))], clone.element, stage);
      copy(when_of_pair_[pair(clone.element, static_cast<std::uint8_t>(other))], clone.element, stage);
    }
    ruleset_.reactions.push_back({stage, 0, stage, what, clone.line.number, 1.0, true});
    for (std::size_t i = 0, count = ruleset_.decays.size(); i < count; ++i) {
      if (ruleset_.decays[i].element != clone.element) continue;
      ruleset_.decays.push_back(ruleset_.decays[i]);
      ruleset_.decays.back().element = stage;
    }
    for (std::size_t i = 0, count = ruleset_.bursts.size(); i < count; ++i) {
      if (ruleset_.bursts[i].element != clone.element) continue;
      ruleset_.bursts.push_back(ruleset_.bursts[i]);
      ruleset_.bursts.back().element = stage;
    }
  }

 private:
  static constexpr std::size_t kPairs = std::size_t{kElementsMax} * kElementsMax;
  static std::size_t pair(std::uint8_t a, std::uint8_t b) { return a * std::size_t{kElementsMax} + b; }

  void copy(std::size_t number, std::uint8_t clone, std::uint8_t stage) {
    if (number == 0 || ruleset_.reactions[number - 1].is_swap()) return;
    Reaction copied = ruleset_.reactions[number - 1];
    for (std::uint8_t* const part : {&copied.a, &copied.b, &copied.c, &copied.d}) {
      if (*part == clone) *part = stage;
    }
    ruleset_.reactions.push_back(copied);
  }

  const WhenTable& when_;
  Ruleset& ruleset_;
  std::vector<std::size_t> rule_of_pair_, when_of_pair_;  // numbers of the last reactions, from 1; 0 = none
};

void report_too_many(const CloneLine& clone, std::size_t needed, const Ruleset& ruleset, Report& report) {
  report.at(Severity::error, clone.line, 0, [&] {
    return Report::Saying{
        fmt::format("too many elements: a config has at most {}; with one more for every liquid and powder that {} "
                    "and other clones can pour, this one needs {}; clones are left out",
                    kElementsMax, in_quotes(ruleset.elements[clone.element].name), needed),
        fmt::format("at most {} elements", kElementsMax), fmt::format("{} elements", needed),
        "hide elements that no clone shall pour"};
  });
}

}  // namespace

bool can_be_cloned(const Ruleset& ruleset, std::uint8_t element) {
  const Element& e = ruleset.elements[element];
  if (element == 0 || e.hidden || e.clone || e.pours || !moves_through_background(ruleset, element)) return false;
  return e.liquid || e.powder || e.density_byte > ruleset.elements[0].density_byte;
}

void expand_clones(const std::vector<CloneLine>& clone_lines, const WhenTable& when, Ruleset& ruleset, Report& report) {
  if (clone_lines.empty()) return;
  const std::size_t written_count = ruleset.elements.size();
  std::vector<std::uint8_t> poured;
  for (std::size_t i = 0; i < written_count; ++i) {
    if (can_be_cloned(ruleset, static_cast<std::uint8_t>(i))) poured.push_back(static_cast<std::uint8_t>(i));
  }
  const std::size_t needed = written_count + clone_lines.size() * poured.size();
  if (needed > static_cast<std::size_t>(kElementsMax)) return report_too_many(clone_lines[0], needed, ruleset, report);

  CloneRules rules(when, ruleset);
  std::size_t stage = written_count;
  for (const CloneLine& clone : clone_lines) {
    for (const std::uint8_t what : poured) {
      ruleset.elements.push_back(pouring(ruleset, clone, what));
      rules.take_on(clone, what, static_cast<std::uint8_t>(stage++));
    }
  }
  stage = written_count;
  for (const CloneLine& clone : clone_lines) {
    for (const std::uint8_t what : poured) rules.pour(clone, what, static_cast<std::uint8_t>(stage++), written_count);
  }
}

}  // namespace repose::config
