// Says sentences aloud, or through a screen reader.
#pragma once

#include <string>

#include "repose/status.hpp"

namespace repose {

// Begins to say the sentence, and ends the one before it. Never waits. `language` is a code such as "de". On Linux
// speech-dispatcher says it, on Windows its own voice; in a page the screen reader of the person. Fails with a sentence
// for the person where nothing can speak.
Status speak(const std::string& sentence, const std::string& language);

}  // namespace repose
