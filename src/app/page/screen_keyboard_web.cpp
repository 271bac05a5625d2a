// Browsers show the keyboard only while a field of the page has the focus. So the page gets a field that nobody sees;
// changes of its text are sent to the app. The field is not emptied after each letter, because the word that a keyboard
// is completing would be lost: the old and the new text are compared.
#include "app/page/screen_keyboard.hpp"

#include <SDL.h>
#include <emscripten.h>

#include <cstdint>

// clang-format off

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

// clang-format on

namespace {

void push_key(std::uint32_t type, SDL_Keycode key, SDL_Scancode scancode) {
  SDL_Event event{};
  event.type = type;
  event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
  event.key.keysym.sym = key;
  event.key.keysym.scancode = scancode;
  SDL_PushEvent(&event);
}

// Writes the character in UTF-8.
void write_utf8(std::uint32_t character, char* text) {
  const auto more = [&](int shift) { return static_cast<char>(0x80 | ((character >> shift) & 0x3f)); };
  if (character < 0x80) {
    *text++ = static_cast<char>(character);
  } else if (character < 0x800) {
    *text++ = static_cast<char>(0xc0 | (character >> 6));
    *text++ = more(0);
  } else if (character < 0x10000) {
    *text++ = static_cast<char>(0xe0 | (character >> 12));
    *text++ = more(6);
    *text++ = more(0);
  } else {
    *text++ = static_cast<char>(0xf0 | (character >> 18));
    *text++ = more(12);
    *text++ = more(6);
    *text++ = more(0);
  }
  *text = 0;
}

}  // namespace

// Called by the field.
extern "C" {

EMSCRIPTEN_KEEPALIVE void repose_keyboard_types(std::uint32_t character) {
  SDL_Event event{};
  event.type = SDL_TEXTINPUT;
  write_utf8(character, event.text.text);
  SDL_PushEvent(&event);
}

EMSCRIPTEN_KEEPALIVE void repose_keyboard_erases() {
  push_key(SDL_KEYDOWN, SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE);
  push_key(SDL_KEYUP, SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE);
}
}

namespace repose::page {

void want_screen_keyboard(bool wanted) {
  static bool begun = false, was_wanted = false;
  if (wanted == was_wanted) return;
  was_wanted = wanted;
  if (!begun) repose_keyboard_begin();
  begun = true;
  repose_keyboard_want(wanted ? 1 : 0);
}

}  // namespace repose::page
