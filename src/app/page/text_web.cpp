#include <emscripten.h>
#include <imgui.h>

#include "app/page/text.hpp"

// clang-format off

EM_JS(void, repose_copy_text, (const char* text), { Module.page.copyText(UTF8ToString(text)); });

EM_JS(void, repose_copy_link, (const char* link, const char* copied, const char* refused), {
  Module.page.copyLink(UTF8ToString(link), UTF8ToString(copied), UTF8ToString(refused));
});

// Bytes that the text needs, with the 0 at its end. `what`: 0 the pasted text, 1 the address.
EM_JS(int, repose_page_text_bytes, (int what), { return lengthBytesUTF8(Module.page.text(what)) + 1; });

EM_JS(void, repose_page_text, (int what, char* text, int bytes), {
  stringToUTF8(Module.page.text(what), text, bytes);
});

// clang-format on

namespace repose::page {

namespace {

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

}  // namespace repose::page
