#include "core/language.hpp"
#include "platform/headless_context.hpp"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "gl/gl.hpp"

namespace repose {

namespace {

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

std::vector<EGLDeviceEXT> egl_devices() {
  const auto query = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  std::array<EGLDeviceEXT, 64> devices{};
  EGLint count = 0;
  if (query == nullptr || !query(static_cast<EGLint>(devices.size()), devices.data(), &count)) return {};
  // Not with braces: device handles are void*, and braces would make a list of the two pointers.
  return std::vector<EGLDeviceEXT>(devices.begin(), devices.begin() + count);
}

bool is_software(EGLDeviceEXT device) {
  const auto query = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
  const char* const words = query != nullptr ? query(device, EGL_EXTENSIONS) : nullptr;
  return words != nullptr && fmt::format(" {} ", words).find(" EGL_MESA_device_software ") != std::string::npos;
}

// An initialised display or EGL_NO_DISPLAY. `platform` EGL_NONE: the default display.
EGLDisplay open_display(EGLenum platform, void* native) {
  const auto get = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  const EGLDisplay display = platform == EGL_NONE ? eglGetDisplay(EGL_DEFAULT_DISPLAY)
                             : get != nullptr     ? get(platform, native, nullptr)
                                                  : EGL_NO_DISPLAY;
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display : EGL_NO_DISPLAY;
}

struct ContextKind {
  std::string_view name;
  EGLenum api;
  EGLint renderable;
  std::array<EGLint, 7> wish;
};

constexpr ContextKind kDesktop = {"OpenGL 3.3 core",
                                  EGL_OPENGL_API,
                                  EGL_OPENGL_BIT,
                                  {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
                                   EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE}};
constexpr ContextKind kEs = {"OpenGL ES 3.0",
                             EGL_OPENGL_ES_API,
                             EGL_OPENGL_ES3_BIT,
                             {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE}};

// The current thread's context on one display, from creation to destruction.
class EglContext final : public HeadlessContext {
 public:
  explicit EglContext(EGLDisplay display) : display_(display) {}

  ~EglContext() override {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
    // The display stays initialised: it is shared with every other context on it in this process.
  }

  bool start(const ContextKind& kind, std::string& error) {
    const EGLint config_wish[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, kind.renderable, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint config_count = 0;
    if (!eglBindAPI(kind.api)) return refuse(trf("{} is not offered", kind.name), error);
    if (!eglChooseConfig(display_, config_wish, &config, 1, &config_count) || config_count == 0) {
      return refuse(tr("no configuration fits"), error);
    }
    context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, kind.wish.data());
    if (context_ == EGL_NO_CONTEXT) return refuse(trf("no context of {}", kind.name), error);
    if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) {
      constexpr EGLint kTiny[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface_ = eglCreatePbufferSurface(display_, config, kTiny);
      if (surface_ == EGL_NO_SURFACE || !eglMakeCurrent(display_, surface_, surface_, context_))
        return refuse(tr("the context cannot be made current"), error);
    }
    return load_gl(eglGetProcAddress, error);
  }

 private:
  static bool refuse(std::string_view what, std::string& error) {
    error = trf("EGL: {} (error 0x{:04x}).", what, eglGetError());
    return false;
  }

  EGLDisplay display_;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

std::unique_ptr<HeadlessContext> start_on(EGLDisplay display, std::string& error) {
  if (display == EGL_NO_DISPLAY) {
    if (error.empty()) error = tr("EGL finds no display to draw on.");
    return nullptr;
  }
  const bool only_es = std::getenv("REPOSE_GL_ES") != nullptr;
  for (const ContextKind* const kind : {&kDesktop, &kEs}) {
    if (only_es && kind == &kDesktop) continue;
    auto context = std::make_unique<EglContext>(display);
    if (!context->start(*kind, error)) continue;
    error.clear();  // drops the error of an earlier display
    return context;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<HeadlessContext> HeadlessContext::create(int device, std::string& error) {
  error.clear();
  std::vector<EGLDeviceEXT> devices = egl_devices();
  if (device >= 0) {
    if (static_cast<std::size_t>(device) < devices.size()) {
      return start_on(open_display(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(device)]), error);
    }
    error = trf("There is no GL device {}; this machine has {}.", device, devices.size());
    return nullptr;
  }
  std::stable_partition(devices.begin(), devices.end(), [](EGLDeviceEXT d) { return !is_software(d); });
  for (EGLDeviceEXT candidate : devices) {
    if (auto context = start_on(open_display(EGL_PLATFORM_DEVICE_EXT, candidate), error)) return context;
  }
  if (auto context = start_on(open_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr), error)) return context;
  return start_on(open_display(EGL_NONE, nullptr), error);
}

}  // namespace repose
