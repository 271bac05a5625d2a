// `clone` lines of the sand.js dialect: each clone gets one hidden element for every liquid and powder that it can
// pour.
#pragma once

#include <vector>

#include "config/report.hpp"
#include "config/sandjs_when.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// Adds these elements and their reactions behind all others. An element for each liquid or powder: it looks like a
// mixture of both, and for all other lines it is the clone. A line of `when` that names a clone and what it could take
// on decides about that pair. If there are too many elements: one error, and no change. `clone_lines`: a line for each
// clone, in file order.
struct CloneLine {
  std::uint8_t element = 0;
  Line line;
};
void expand_clones(const std::vector<CloneLine>& clone_lines, const WhenTable& when, Ruleset& ruleset, Report& report);

// What clones can pour: elements in the palette that are marked as liquids or powders, or denser than the background,
// and move through the background.
bool can_be_cloned(const Ruleset& ruleset, std::uint8_t element);

}  // namespace repose::config
