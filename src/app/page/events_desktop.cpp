#include "app/page/events.hpp"

namespace repose::page {

void listen(Listener) {}

}  // namespace repose::page
