// The keyboard that a phone or a tablet shows on its screen. screen_keyboard_web.cpp and screen_keyboard_desktop.cpp
// implement it.
#pragma once

namespace repose::page {

// Call in every frame: shows or hides the keyboard. What is typed on it arrives as events of SDL. Desktops show none.
void want_screen_keyboard(bool wanted);

}  // namespace repose::page
