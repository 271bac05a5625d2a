// What helps to find out why something went wrong: a replay of the last minutes and what it ran on, in a folder.
// Nothing is sent anywhere.
#pragma once

#include <filesystem>
#include <string>

#include "app/files/settings.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/simulation/simulation.hpp"
#include "repose/status.hpp"

namespace repose {

class ProblemReport {
 public:
  ProblemReport(Simulation& simulation, const Screen& screen, const Settings& settings, const Messages& messages)
      : simulation_(simulation), screen_(screen), settings_(settings), messages_(messages) {}

  // The text beside the replay. It names no file and no folder of the person who writes it.
  std::string describe() const;
  // Writes both files into `folder`, which is made.
  Status write(const std::filesystem::path& folder);

 private:
  Simulation& simulation_;
  const Screen& screen_;
  const Settings& settings_;
  const Messages& messages_;
};

// The path of a folder for a report in that one. It is not there yet.
std::filesystem::path problem_report_folder(const std::filesystem::path& in);

}  // namespace repose
