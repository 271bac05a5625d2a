// What runs and where its buttons are, for a script that tests the page.
#include "app/shell/app.hpp"

#include <emscripten.h>
#include <fmt/format.h>
#include <malloc.h>

#include <nlohmann/json.hpp>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace {

repose::App* told = nullptr;

}  // namespace

extern "C" EMSCRIPTEN_KEEPALIVE const char* repose_facts() {
  static std::string text;
  text = "null";
  if (told == nullptr) return text.c_str();
  const repose::Session& session = told->desk().session();
  const nlohmann::json facts = {{"automaton", session.automaton()},
                                {"backend", repose::backend_name(session.backend())},
                                {"width", session.width()},
                                {"height", session.height()},
                                {"steps", session.step_count()},
                                {"hash", fmt::format("{:016x}", session.hash())},
                                {"playing", told->desk().simulation.playing()},
                                {"language", repose::current_language()},
                                {"message", told->desk().messages.last().text},
                                {"history_bytes", std::max(session.history().bytes, session.history().rewind_bytes)},
                                {"used_bytes", mallinfo().uordblks}};
  text = facts.dump();
  return text.c_str();
}

extern "C" EMSCRIPTEN_KEEPALIVE const char* repose_place(const char* name) {
  static std::string text;
  text = "null";
  const auto at = told != nullptr ? repose::landmarks().find(name) : std::nullopt;
  if (at) text = fmt::format("[{}, {}]", (at->x + at->z) / 2, (at->y + at->w) / 2);
  return text.c_str();
}

namespace repose {

void offer_facts(App* app) {
  told = app;
  // clang-format off
  EM_ASM({
    Module.facts = () => JSON.parse(UTF8ToString(_repose_facts()));
    Module.place = (name) => JSON.parse(ccall('repose_place', 'string', ['string'], [name]));
  });
  // clang-format on
}

}  // namespace repose
