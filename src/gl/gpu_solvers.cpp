#include "gl/gpu_solvers.hpp"

namespace repose {
void add_gpu_solvers(Registry&, const std::string&) {}
}  // namespace repose
