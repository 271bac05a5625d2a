// One headless context for all GL tests of the program.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "platform/headless_context.hpp"
#include "support.hpp"

namespace repose::test {

// Why there is no context; empty when one is current. The first call creates it; later calls return the same answer.
inline const std::string& no_gl_reason() {
  static std::string reason;
  static const std::unique_ptr<HeadlessContext> context = HeadlessContext::create(-1, reason);
  if (context == nullptr && reason.empty()) reason = "no reason given";
  return reason;
}

#define REPOSE_NEEDS_GL() \
  if (!::repose::test::no_gl_reason().empty()) REPOSE_SKIP(::repose::test::no_gl_reason())

// RGBA of a canvas, row 0 of the texture first.
inline std::vector<std::uint8_t> read_rgba(const Canvas& canvas) {
  canvas.framebuffer.bind();
  std::vector<std::uint8_t> rgba(static_cast<std::size_t>(canvas.texture.width() * canvas.texture.height()) * 4);
  glReadPixels(0, 0, canvas.texture.width(), canvas.texture.height(), GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  return rgba;
}

// Sets an environment variable for a while.
class EnvironmentVariable {
 public:
  EnvironmentVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~EnvironmentVariable() {
    if (old_) {
      ::setenv(name_, old_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

}  // namespace repose::test
