#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "core/processes.hpp"

namespace repose {

int own_process_id() { return ::getpid(); }

bool process_runs(int id) { return ::kill(id, 0) == 0 || errno != ESRCH; }

}  // namespace repose
