// Text to and from the system's clipboard, and the address of the page. text_web.cpp and text_desktop.cpp implement it.
#pragma once

#include <string>

namespace repose::page {

void copy_text(const std::string& text);
// The text on the clipboard. In a page the one that the last Ctrl+V has brought: browsers show no other.
std::string pasted_text();
// From now on the text fields of ImGui use these two functions. Call when ImGui knows its window.
void connect_text_fields();

// The address of the page without options (after '?') and the part after '#'; empty on the desktop.
std::string address();
// Copies a link and shows `copied`; if the browser refuses, puts the link into its address bar and shows `refused`.
void copy_link(const std::string& link, const std::string& copied, const std::string& refused);

}  // namespace repose::page
