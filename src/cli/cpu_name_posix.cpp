#include "cli/cpu_name.hpp"

#include <fstream>

namespace repose::cli {

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    if (const std::size_t colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace repose::cli
