// The config editor's list of problems and notes.
#pragma once

#include "app/editor/config_analysis.hpp"

namespace repose {

struct ProblemClick {
  const Diagnostic* problem = nullptr;  // valid until the text is analysed again; null: nothing was clicked
  bool on_remedy = false;               // on the button that adds Diagnostic::remedy to the text
};

class ProblemList {
 public:
  // Height of the list in pixels. Call in the window that the list is drawn in.
  float height(const ConfigAnalysis& analysis) const;
  ProblemClick draw(const ConfigAnalysis& analysis, float height);

 private:
  std::size_t listed_notes(const ConfigAnalysis& analysis) const;

  bool lists_notes_ = false;  // all of them, below the problems; if false, only those with a remedy
};

}  // namespace repose
