#include <SDL.h>
#include <emscripten.h>

#include "app/page/exchange.hpp"

// clang-format off

EM_JS(void, repose_ask_for_file, (const char* accept), { Module.page.askForFile(UTF8ToString(accept)); });

// clang-format on

// Called by cmake/web/exchange.js.
extern "C" {

EMSCRIPTEN_KEEPALIVE void repose_file_arrived(const char* path) {
  SDL_Event event{};
  event.drop.type = SDL_DROPFILE;
  event.drop.file = SDL_strdup(path);
  SDL_PushEvent(&event);
}

EMSCRIPTEN_KEEPALIVE void repose_text_arrived(const char* text) {
  SDL_Event event{};
  event.drop.type = SDL_DROPTEXT;
  event.drop.file = SDL_strdup(text);
  SDL_PushEvent(&event);
}
}

namespace repose::page {

namespace fs = std::filesystem;

namespace {

constexpr const char* kIncoming = "/repose/opened";  // in what is kept, so that Recent files can open them again
constexpr const char* kOutgoing = "/repose-downloads";

}  // namespace

bool exchanges_files() { return true; }

void ask_for_file(const std::vector<std::string>& extensions) {
  std::string accept;
  for (const std::string& extension : extensions) accept += (accept.empty() ? "" : ",") + extension;
  repose_ask_for_file(accept.c_str());
}

fs::path outgoing_folder() { return kOutgoing; }

fs::path incoming_folder() { return kIncoming; }

bool came_from_outside(const fs::path& file) {
  return file.parent_path() == kIncoming || file.parent_path() == kOutgoing;
}

std::string shown_path(const fs::path& file) {
  return came_from_outside(file) ? file.filename().string() : file.string();
}

}  // namespace repose::page
