// What tests ask of the operating system. system_posix.cpp, system_web.cpp and system_windows.cpp implement it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace repose::test {

#ifdef _WIN32
inline constexpr bool kIsWindows = true;
inline constexpr const char* kProgramEnding = ".exe";
#elif defined(__EMSCRIPTEN__)
inline constexpr bool kIsWindows = false;
inline constexpr const char* kProgramEnding = ".js";
#else
inline constexpr bool kIsWindows = false;
inline constexpr const char* kProgramEnding = "";
#endif

// A new folder among the temporary files.
std::filesystem::path make_temporary_folder();

void set_variable(const char* name, const std::string& value);
void unset_variable(const char* name);

// The ids of a process that has ended, and of one that runs and is not this one.
int dead_process();
int living_process();

// Makes a named pipe. Windows has none in folders.
bool make_pipe(const std::filesystem::path& path);

void sleep_milliseconds(int milliseconds);

// ---- Programs ----

using Process = std::intptr_t;  // its id, or a HANDLE of Windows
inline constexpr Process kNoProcess = -1;

struct Ended {
  int code = -1;  // -1: it was killed
  double peak_megabytes = 0;
};

// Whether Ended::peak_megabytes is known: wine does not say it.
bool knows_peak_memory();
// Starts a program with these words, the first of which is its path. Its output goes to files. kNoProcess: it failed.
Process start_program(std::vector<std::string> words, const std::filesystem::path& out,
                      const std::filesystem::path& err);
int process_id(Process process);
// Waits for its end.
Ended end_program(Process process);
void kill_program(Process process);
// Presses Ctrl+C for it. False if that cannot be done here.
bool interrupt_program(Process process);

}  // namespace repose::test
