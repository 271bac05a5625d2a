// Who writes a file. processes_posix.cpp, processes_windows.cpp and processes_web.cpp implement it.
#pragma once

namespace repose {

int own_process_id();
// Whether there is a process of that id.
bool process_runs(int id);

}  // namespace repose
