// The words of the page that `repose-cli guide` prints: names, kinds, times and outcomes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "repose/rule_facts.hpp"

namespace repose::cli {

std::string_view kind_words(MatterKind kind);  // "thick liquid"
// How long one takes on average to happen that has this chance in a step: "after about 3 seconds".
std::string after_words(double probability, double steps_per_second);
// As after_words(), in broad terms, for reactions: "at once", "within a second", "in some seconds", "slowly".
std::string_view soon_words(double probability, double steps_per_second);

// The names of a ruleset's elements, as Markdown.
class GuideNames {
 public:
  explicit GuideNames(const Ruleset& ruleset) : ruleset_(ruleset) {}
  std::string operator()(std::uint8_t element) const;                         // "sand"
  std::string joined(const std::vector<std::uint8_t>& elements) const;        // "sand, dirt, clay"
  std::string becomes(std::string_view subject, std::uint8_t product) const;  // "sand becomes glass", "sand is gone"

 private:
  const Ruleset& ruleset_;
};

// `text` in one line of Markdown, where it stands for itself.
std::string as_markdown(std::string_view text);

}  // namespace repose::cli
