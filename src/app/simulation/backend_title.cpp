#include "app/simulation/backend_title.hpp"

namespace repose {

std::string backend_title(Backend backend) {
  switch (backend) {
    case Backend::scalar: return "CPU, reference";
    case Backend::cpu: return "CPU";
    case Backend::gpu: break;
  }
  return "GPU";
}

}  // namespace repose
