#include <emscripten.h>

#include "core/processes.hpp"

namespace repose {

// Under node these are the processes of the system. Each page has files of its own, which an earlier page may have
// left: so a page has a random number, and no other process runs.

// clang-format off

int own_process_id() {
  return MAIN_THREAD_EM_ASM_INT({
    if (typeof process === 'object') return process.pid;
    Module.ownProcessId = Module.ownProcessId || 1 + Math.floor(Math.random() * 0x3fffffff);
    return Module.ownProcessId;
  });
}

bool process_runs(int id) {
  return MAIN_THREAD_EM_ASM_INT({
    if (typeof process !== 'object') return $0 === Module.ownProcessId;
    try { process.kill($0, 0); } catch (error) { return error.code === 'EPERM'; }
    return 1;
  }, id) != 0;
}

// clang-format on

}  // namespace repose
