#include <emscripten.h>
#include <emscripten/html5_webgl.h>
#include "core/language.hpp"
#include "platform/gl_loader.hpp"
#include "platform/headless_context.hpp"

// Works in the page and in its threads. Only framebuffers are drawn on, so the canvas is as small as it can be.
// clang-format off
EM_JS(int, make_canvas_with_context, (), {
  if (typeof OffscreenCanvas === 'undefined') return 0;
  return GL.createContext(new OffscreenCanvas(1, 1), {
    majorVersion: 2, minorVersion: 0, alpha: true, depth: false, stencil: false, antialias: false
  });
});
// clang-format on

namespace repose {

namespace {

class WebContext final : public HeadlessContext {
 public:
  explicit WebContext(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context) : context_(context) {}
  ~WebContext() override { emscripten_webgl_destroy_context(context_); }

 private:
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context_;
};

}  // namespace

std::unique_ptr<HeadlessContext> HeadlessContext::create(int device, std::string& error) {
  error.clear();
  if (device > 0) {
    error = trf("There is no GL device {}; a browser has 1.", device);
    return nullptr;
  }
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE handle = make_canvas_with_context();
  if (handle == 0 || emscripten_webgl_make_context_current(handle) != EMSCRIPTEN_RESULT_SUCCESS) {
    error = tr("The browser offers no WebGL 2.");
    return nullptr;
  }
  auto context = std::make_unique<WebContext>(handle);
  if (!load_gl(find_gl_function, error)) return nullptr;
  return context;
}

}  // namespace repose
