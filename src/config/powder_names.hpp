// Guesses from the name of an element whether it is a powder.
#pragma once

#include <string_view>

namespace repose::config {

// True for "sand", "Wet_Sand", "goldDust" and "ash2": the name, or a word of it, is an English word for a powder. Words
// end at _, -, digits and where a capital follows a small letter. False if another word is one for a liquid
// ("salt_water"), and for all names in other languages.
bool names_powder(std::string_view name);

}  // namespace repose::config
