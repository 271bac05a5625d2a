#include <SDL.h>
#include <emscripten.h>
#include <imgui.h>

#include <cstdint>
#include <utility>

#include "core/language.hpp"
#include "platform/page.hpp"

// clang-format off

EM_JS(void, repose_ask_for_file, (const char* accept), { Module.page.askForFile(UTF8ToString(accept)); });

EM_JS(int, repose_fetch_hosted, (const char* name, double bytesMax), {
  return Module.page.fetchHosted(UTF8ToString(name), bytesMax);
});

EM_JS(void, repose_forget_fetched, (), { Module.page.forgetFetched(); });

EM_JS(int, repose_fetch_language, (const char* code), { return Module.page.fetchLanguage(UTF8ToString(code)); });

EM_JS(void, repose_copy_text, (const char* text), { Module.page.copyText(UTF8ToString(text)); });

EM_JS(void, repose_copy_link, (const char* link, const char* copied, const char* refused), {
  Module.page.copyLink(UTF8ToString(link), UTF8ToString(copied), UTF8ToString(refused));
});

// Bytes that the text needs, with the 0 at its end. `what`: 0 the pasted text, 1 the address.
EM_JS(int, repose_page_text_bytes, (int what), { return lengthBytesUTF8(Module.page.text(what)) + 1; });

EM_JS(void, repose_page_text, (int what, char* text, int bytes), {
  stringToUTF8(Module.page.text(what), text, bytes);
});

EM_JS(void, repose_page_listen, (), { Module.page.listen(); });

// Browsers show the keyboard only while a field of the page has the focus. So the page gets a field that nobody sees;
// changes of its text are sent to the app. The field is not emptied after each letter, because the word that a keyboard
// is completing would be lost: the old and the new text are compared.
EM_JS(void, repose_keyboard_begin, (), {
  const field = document.createElement('input');
  field.type = 'text';
  field.setAttribute('aria-hidden', 'true');
  field.setAttribute('autocomplete', 'off');
  field.setAttribute('autocorrect', 'off');
  field.setAttribute('autocapitalize', 'none');
  field.setAttribute('spellcheck', 'false');
  field.setAttribute('tabindex', '-1');
  // 16 px: a page is zoomed to fields with smaller text. At the top: the page is not moved to show the field.
  field.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;padding:0;border:0;opacity:0;' +
    'pointer-events:none;font-size:16px';
  document.body.append(field);
  const kept = '.';  // so that there is something to erase
  let last = kept;
  const restart = () => { field.value = last = kept; field.setSelectionRange(1, 1); };
  field.addEventListener('focus', restart);
  field.addEventListener('input', (event) => {
    const before = Array.from(last);
    const after = Array.from(field.value);
    let same = 0;
    while (same < before.length && same < after.length && before[same] === after[same]) ++same;
    for (let i = same; i < before.length; ++i) _repose_keyboard_erases();
    for (let i = same; i < after.length; ++i) _repose_keyboard_types(after[i].codePointAt(0));
    last = field.value;
    if (last.length === 0 && !event.isComposing) restart();
  });
  // Some browsers show the keyboard only in answer to a touch.
  document.addEventListener('touchend', () => { if (Module.keyboardWanted) field.focus({preventScroll: true}); });
  Module.keyboardField = field;
});

EM_JS(void, repose_keyboard_want, (int wanted), {
  Module.keyboardWanted = wanted !== 0;
  wanted ? Module.keyboardField.focus({preventScroll: true}) : Module.keyboardField.blur();
});

EM_JS(int, repose_can_be_tilted, (), { return Module.page.canBeTilted() ? 1 : 0; });
EM_JS(int, repose_feels_tilt, (), { return Module.page.feelsTilt() ? 1 : 0; });

EM_JS(void, repose_want_tilt, (int wanted, const char* allow, const char* cancel, const char* refused, const char* none), {
  const texts = [allow, cancel, refused, none].map((text) => UTF8ToString(text));
  Module.page.wantTilt(wanted !== 0, ...texts);
});

EM_JS(int, repose_prefers_reduced_motion, (), {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 0;
});

// clang-format on

namespace repose::page {

namespace fs = std::filesystem;

constexpr const char* kIncoming = "/repose/opened";  // in what is kept, so that Recent files can open them again
constexpr const char* kOutgoing = "/repose-downloads";

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

fs::path hosted_gallery() { return "/repose-gallery"; }

Fetch fetch_hosted(const std::string& name, std::uint64_t bytes_max) {
  return static_cast<Fetch>(repose_fetch_hosted(name.c_str(), static_cast<double>(bytes_max)));
}

void forget_fetched() { repose_forget_fetched(); }

Fetch fetch_language(const std::string& code) { return static_cast<Fetch>(repose_fetch_language(code.c_str())); }

namespace {

Listener listening;

std::string text_of_page(int what) {
  const int bytes = repose_page_text_bytes(what);
  std::string text(static_cast<std::size_t>(bytes), '\0');
  repose_page_text(what, text.data(), bytes);
  text.resize(text.size() - 1);
  return text;
}

}  // namespace

void copy_text(const std::string& text) { repose_copy_text(text.c_str()); }
std::string pasted_text() { return text_of_page(0); }

void connect_text_fields() {
  ImGuiIO& io = ImGui::GetIO();
  io.SetClipboardTextFn = [](void*, const char* text) { copy_text(text); };
  io.GetClipboardTextFn = [](void*) {
    static std::string pasted;  // ImGui reads it before the next call
    pasted = pasted_text();
    return pasted.c_str();
  };
}

std::string address() { return text_of_page(1); }

void copy_link(const std::string& link, const std::string& copied, const std::string& refused) {
  repose_copy_link(link.c_str(), copied.c_str(), refused.c_str());
}

void listen(Listener listener) {
  listening = std::move(listener);
  if (listening.says) repose_page_listen();
}

void want_screen_keyboard(bool wanted) {
  static bool begun = false, was_wanted = false;
  if (wanted == was_wanted) return;
  was_wanted = wanted;
  if (!begun) repose_keyboard_begin();
  begun = true;
  repose_keyboard_want(wanted ? 1 : 0);
}

bool can_be_tilted() { return repose_can_be_tilted() != 0; }
bool feels_tilt() { return repose_feels_tilt() != 0; }

void want_tilt(bool wanted) {
  repose_want_tilt(wanted ? 1 : 0, tr("Let this page feel how the device is held"), tr("Cancel"),
                   tr("The browser does not let this page feel how the device is held."),
                   tr("This device does not tell how it is held."));
}

bool prefers_reduced_motion() { return repose_prefers_reduced_motion() != 0; }

std::string why_no_quit() { return tr("A page cannot close itself. Close its tab: the world is kept."); }
std::string why_no_folders() { return tr("A page cannot use the folders of this computer."); }

std::string why_no_programs() { return tr("A page cannot run ffmpeg, which makes these films. GIF works."); }

std::string why_no_film_copy() {
  return tr("Browsers take no GIF from a page for the clipboard. Record a film saves one as a download.");
}

std::string why_no_links() { return ""; }

double autosave_seconds() { return 4; }  // the browser needs some more: 10 are allowed

}  // namespace repose::page

namespace {

void push_drop(std::uint32_t type, const char* text) {
  SDL_Event event{};
  event.drop.type = type;
  event.drop.file = SDL_strdup(text);
  SDL_PushEvent(&event);
}

// Writes the character in UTF-8.
void write_utf8(std::uint32_t character, char* text) {
  const int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;  // bytes that follow
  constexpr std::uint32_t kFirst[] = {0, 0xc0, 0xe0, 0xf0};
  *text++ = static_cast<char>(kFirst[more] | (character >> (6 * more)));
  for (int i = more; i-- > 0;) *text++ = static_cast<char>(0x80 | ((character >> (6 * i)) & 0x3f));
  *text = 0;
}

}  // namespace

// Called by cmake/web/exchange.js and storage.js, and by the field for the keyboard.
extern "C" {

EMSCRIPTEN_KEEPALIVE void repose_file_arrived(const char* path) { push_drop(SDL_DROPFILE, path); }
EMSCRIPTEN_KEEPALIVE void repose_text_arrived(const char* text) { push_drop(SDL_DROPTEXT, text); }

EMSCRIPTEN_KEEPALIVE void repose_page_hidden() {
  if (repose::page::listening.hidden) repose::page::listening.hidden();
}

EMSCRIPTEN_KEEPALIVE void repose_page_says(const char* sentence, int good) {
  if (repose::page::listening.says) repose::page::listening.says(sentence, good != 0);
}

EMSCRIPTEN_KEEPALIVE void repose_language_arrived() {
  if (repose::page::listening.language_arrived) repose::page::listening.language_arrived();
}

EMSCRIPTEN_KEEPALIVE void repose_page_tilts(double right, double down) {
  if (repose::page::listening.tilted) repose::page::listening.tilted(right, down);
}

EMSCRIPTEN_KEEPALIVE void repose_keyboard_types(std::uint32_t character) {
  SDL_Event event{};
  event.type = SDL_TEXTINPUT;
  write_utf8(character, event.text.text);
  SDL_PushEvent(&event);
}

EMSCRIPTEN_KEEPALIVE void repose_keyboard_erases() {
  for (const SDL_EventType type : {SDL_KEYDOWN, SDL_KEYUP}) {
    SDL_Event event{};
    event.type = type;
    event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
    event.key.keysym.sym = SDLK_BACKSPACE;
    event.key.keysym.scancode = SDL_SCANCODE_BACKSPACE;
    SDL_PushEvent(&event);
  }
}
}
