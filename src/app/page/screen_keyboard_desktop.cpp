#include "app/page/screen_keyboard.hpp"

namespace repose::page {

void want_screen_keyboard(bool) {}

}  // namespace repose::page
