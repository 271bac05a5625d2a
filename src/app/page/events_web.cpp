#include <emscripten.h>

#include <utility>

#include "app/page/events.hpp"

// clang-format off

EM_JS(void, repose_page_listen, (), { Module.page.listen(); });

// clang-format on

namespace repose::page {

namespace {

Listener listening;

}  // namespace

void listen(Listener listener) {
  listening = std::move(listener);
  if (listening.says) repose_page_listen();
}

}  // namespace repose::page

// Called by cmake/web/storage.js and exchange.js.
extern "C" {

EMSCRIPTEN_KEEPALIVE void repose_page_hidden() {
  if (repose::page::listening.hidden) repose::page::listening.hidden();
}

EMSCRIPTEN_KEEPALIVE void repose_page_says(const char* sentence, int good) {
  if (repose::page::listening.says) repose::page::listening.says(sentence, good != 0);
}
}
