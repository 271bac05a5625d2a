#include <SDL.h>

#include "core/language.hpp"
#include "platform/desktop.hpp"
#include "platform/page.hpp"

namespace repose::page {

bool exchanges_files() { return false; }
void ask_for_file(const std::vector<std::string>&) {}
std::filesystem::path outgoing_folder() { return {}; }
std::filesystem::path incoming_folder() { return {}; }
bool came_from_outside(const std::filesystem::path&) { return false; }
std::string shown_path(const std::filesystem::path& file) { return file.string(); }

std::filesystem::path hosted_gallery() { return {}; }
Fetch fetch_hosted(const std::string&, std::uint64_t) { return Fetch::failed; }
void forget_fetched() {}
Fetch fetch_language(const std::string&) { return Fetch::complete; }

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

void listen(Listener) {}

void want_screen_keyboard(bool) {}

bool can_be_tilted() { return false; }
void want_tilt(bool) {}
bool feels_tilt() { return false; }

bool prefers_reduced_motion() {
  static const bool asked = desktop_stills_animations();
  return asked;
}

std::string why_no_quit() { return ""; }
std::string why_no_folders() { return ""; }
std::string why_no_programs() { return ""; }
std::string why_no_film_copy() { return ""; }

std::string why_no_links() {
  return tr("Links open in the page of Repose, and are made there. Share picture with replay works here.");
}

double autosave_seconds() { return 60; }

}  // namespace repose::page
