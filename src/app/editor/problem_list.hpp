// The config editor's list of problems and notes.
#pragma once

#include "app/editor/config_analysis.hpp"

namespace repose {

class ProblemList {
 public:
  // Height of the list in pixels. Call in the window that the list is drawn in.
  float height(const ConfigAnalysis& analysis) const;
  // Returns the problem that was clicked; null when none was.
  const Diagnostic* draw(const ConfigAnalysis& analysis, float height);

 private:
  bool lists_notes_ = false;  // below the problems
};

}  // namespace repose
