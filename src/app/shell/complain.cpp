#include "app/shell/complain.hpp"

#include <SDL.h>

#include <cstdio>

#include "platform/terminal.hpp"

namespace repose {

void complain(const std::string& sentence) {
  std::fputs(("repose: " + sentence + "\n").c_str(), stderr);  // not fmt::print, which throws if stderr is full
  if (!stderr_is_seen()) SDL_ShowSimpleMessageBox(SDL_MESSAGEBOX_ERROR, "Repose", sentence.c_str(), nullptr);
}

}  // namespace repose
