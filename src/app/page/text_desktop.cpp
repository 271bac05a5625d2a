#include <SDL.h>

#include "app/page/text.hpp"

namespace repose::page {

void copy_text(const std::string& text) { SDL_SetClipboardText(text.c_str()); }

std::string pasted_text() {
  char* const text = SDL_GetClipboardText();
  std::string pasted = text != nullptr ? text : "";
  SDL_free(text);
  return pasted;
}

void connect_text_fields() {}  // ImGui uses SDL's clipboard anyway

std::string address() { return ""; }
void copy_link(const std::string&, const std::string&, const std::string&) {}

}  // namespace repose::page
