// --plane-add: amounts that are added to a plane while a run takes its steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/stepper.hpp"
#include "repose/edit.hpp"
#include "session/height_series.hpp"

namespace repose::cli {

class Additions {
 public:
  // One word for each --plane-add. `every`: the word of --add-every. Refuses what is invalid. Precondition: the session
  // has its world.
  Additions(const Session& session, const std::vector<std::string>& words, const std::string& every);

  // Runs until the session's step counter is `step`, with the additions in between.
  void advance(Session& session, Stepper& stepper, std::uint64_t step);

 private:
  void add(Session& session);

  std::uint64_t every_ = 1;
  std::vector<AmountEdit> repeated_;  // each of them is added every time
  std::vector<HeightSeries> played_;  // the next picture of each is added every time, until the last one
};

}  // namespace repose::cli
