// What helps to find out why something went wrong: a replay of the last minutes and what it ran on, in a folder.
// Nothing is sent anywhere.
#pragma once

#include <filesystem>
#include <string>

#include "repose/status.hpp"

namespace repose {

class App;

// The text beside the replay. It names no file and no folder of whoever writes it.
std::string describe_problem_report(const App& app);

// A folder for a report in that one, which is not there yet.
std::filesystem::path problem_report_folder(const std::filesystem::path& in);

// Both files, in a folder that is made.
Status write_problem_report(App& app, const std::filesystem::path& folder);

}  // namespace repose
