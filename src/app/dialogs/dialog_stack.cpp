#include "app/dialogs/dialog_stack.hpp"

#include <algorithm>

namespace repose {

bool DialogStack::any_open() const {
  return std::ranges::any_of(dialogs_, [](const Dialog* dialog) { return dialog->is_open(); });
}

void DialogStack::close_all() {
  for (Dialog* dialog : dialogs_) dialog->close();
}

void DialogStack::draw() {
  for (Dialog* dialog : dialogs_) dialog->draw();
}

}  // namespace repose
