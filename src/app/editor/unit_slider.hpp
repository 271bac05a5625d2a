// A slider of the config editor's form.
#pragma once

#include <string>

namespace repose {

// A thin slider from 0 to 1 between its name and its value. True while it is changed.
bool unit_slider(const char* id, const char* name, float& value, const std::string& shown);

}  // namespace repose
