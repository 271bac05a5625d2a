// Included before everything else for the web (cmake/toolchains/web.cmake).
//
// A typed `catch` in WebAssembly asks the C++ runtime which handler fits, by way of a global variable of that runtime.
// In Emscripten's runtime with threads the variable is thread_local; clang 14 does not know that unless it sees a
// declaration, and then no handler would fit. LLVM 15 and newer need no such declaration.
#ifndef REPOSE_LANDING_PAD_HPP
#define REPOSE_LANDING_PAD_HPP

#if defined(__wasm_exception_handling__) && defined(_REENTRANT) && __clang_major__ < 15
extern "C" {
struct ReposeLandingPad {
  unsigned index;
  const char* data_area;
  unsigned selector;
};
// Weak: the linker takes the definition in the runtime. `used`: clang keeps the declaration until it is needed.
__attribute__((weak, used)) thread_local ReposeLandingPad __wasm_lpad_context;
}
#endif

#endif
