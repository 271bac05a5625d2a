// Writes a problem report into a folder: a replay of the last minutes, and a description of the machine and the
// settings. Nothing is sent anywhere.
#pragma once

#include <filesystem>
#include <string>

#include "app/desk/messages.hpp"
#include "app/desk/screen.hpp"
#include "app/desk/settings.hpp"
#include "app/desk/simulation.hpp"
#include "repose/status.hpp"

namespace repose {

struct Desk;

// The text beside the replay. It contains no name of a file or folder of the user.
std::string describe_for_report(Desk& desk);
// Writes both files into `folder`, which is created.
Status write_problem_report(Desk& desk, const std::filesystem::path& folder);

// The path of a folder for a report inside `in`. It does not exist yet.
std::filesystem::path problem_report_folder(const std::filesystem::path& in);

}  // namespace repose
