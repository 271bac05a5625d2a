#include <emscripten.h>

#include "platform/speech.hpp"

// clang-format off

// A region that screen readers watch and nobody sees. It is emptied first, so that a sentence is said again.
EM_JS(void, repose_speak, (const char* sentence, const char* language), {
  var region = document.getElementById("repose-speech");
  if (!region) {
    region = document.createElement("div");
    region.id = "repose-speech";
    region.setAttribute("role", "status");
    region.setAttribute("aria-live", "polite");
    region.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
    document.body.appendChild(region);
  }
  region.lang = UTF8ToString(language);
  region.textContent = "";
  var text = UTF8ToString(sentence);
  setTimeout(function() { region.textContent = text; }, 50);
});

// clang-format on

namespace repose {

Status speak(const std::string& sentence, const std::string& language) {
  repose_speak(sentence.c_str(), language.c_str());
  return {};
}

}  // namespace repose
