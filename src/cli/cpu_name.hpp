// The name of the processor. cpu_name_posix.cpp and cpu_name_windows.cpp implement it.
#pragma once

#include <string>

namespace repose::cli {

// "unknown" if the system does not say.
std::string cpu_name();

}  // namespace repose::cli
