// This program among others: its arguments, environment and process id. program_*.cpp also implement
// executable_folder() of repose/paths.hpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace repose {

// The value of an environment variable as a path; empty if there is none.
std::filesystem::path environment_path(const char* name);

// The arguments of main() in UTF-8, whatever the system passes to main().
class ProgramArguments {
 public:
  ProgramArguments(int argc, char** argv);

  int count() const { return static_cast<int>(pointers_.size()) - 1; }
  char** values() { return pointers_.data(); }  // as argv: a null pointer at the end

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

int own_process_id();
bool process_runs(int id);  // whether there is a process of that id

}  // namespace repose
