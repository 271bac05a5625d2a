#include "gl/read_back.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "gl/gl.hpp"

namespace repose {

namespace {

std::size_t texel_bytes(const TexelFormat& format) {
  const std::size_t channels = format.format == GL_RGBA || format.format == GL_RGBA_INTEGER ? 4
                               : format.format == GL_RG || format.format == GL_RG_INTEGER   ? 2
                                                                                            : 1;
  return channels * (format.type == GL_UNSIGNED_BYTE ? 1 : 4);
}

// Copies the beginning of the bound pixel pack buffer. False if the context is lost. By mapping, because OpenGL ES,
// except WebGL, has no glGetBufferSubData().
bool read_pack_buffer(void* into, std::size_t bytes) {
  if (is_web_gl()) {
    glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes), into);
    return true;
  }
  const void* const mapped = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes), GL_MAP_READ_BIT);
  if (mapped == nullptr) return false;
  std::memcpy(into, mapped, bytes);
  return glUnmapBuffer(GL_PIXEL_PACK_BUFFER) == GL_TRUE;
}

class ReadBack final : public WorldCapture {
 public:
  ReadBack(const std::vector<ReadBackSource>& sources, std::function<World(const std::vector<TexelBytes>&)> decode)
      : decode_(std::move(decode)) {
    for (const ReadBackSource& source : sources) {
      const std::size_t bytes =
          static_cast<std::size_t>(source.width) * static_cast<std::size_t>(source.height) * texel_bytes(source.format);
      texels_.emplace_back(bytes);
      glBindFramebuffer(GL_READ_FRAMEBUFFER, source.framebuffer);
      glReadBuffer(source.attachment);
      AsyncRead& part = parts_.emplace_back();
      part.begin(bytes);
      AsyncRead::read(source.x, source.y, source.width, source.height, source.format);
      part.end();
    }
  }

  bool arrived() override {
    return std::ranges::all_of(parts_, [](const AsyncRead& part) { return part.arrived(); });
  }

  bool fetch() override {
    if (parts_.empty()) return here_;
    const GlStateGuard guard;
    here_ = true;
    for (std::size_t i = 0; i < parts_.size(); ++i) here_ = here_ && parts_[i].fetch(texels_[i].data());
    parts_.clear();
    return here_;
  }

  World world() const override {
    assert(here_);
    return decode_(texels_);
  }

 private:
  std::function<World(const std::vector<TexelBytes>&)> decode_;
  std::vector<AsyncRead> parts_;  // empty after fetch()
  std::vector<TexelBytes> texels_;
  bool here_ = false;
};

}  // namespace

void AsyncRead::begin(std::size_t bytes) {
  assert(!under_way_);
  if (!buffer_) buffer_ = make_gl_buffer();
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.get());
  if (bytes != bytes_) glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
  bytes_ = bytes;
}

void AsyncRead::read(int x, int y, int width, int height, const TexelFormat& format, std::size_t to) {
  glReadPixels(x, y, width, height, format.format, format.type, reinterpret_cast<void*>(to));
}

void AsyncRead::end() {
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  fence_ = make_gl_fence();
  glFlush();
  under_way_ = true;
}

bool AsyncRead::fetch(void* into) {
  const bool copied = wait_until_passed(fence_);
  drop();
  if (!copied) return false;
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.get());
  const bool intact = read_pack_buffer(into, bytes_);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  return intact;
}

std::unique_ptr<WorldCapture> begin_read_back(const std::vector<ReadBackSource>& sources,
                                              std::function<World(const std::vector<TexelBytes>&)> decode) {
  return std::make_unique<ReadBack>(sources, std::move(decode));
}

AdditiveBlending::AdditiveBlending() {
  for (std::size_t i = 0; i < before_.size(); ++i) glGetIntegerv(kSettings[i], &before_[i]);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE);
}

AdditiveBlending::~AdditiveBlending() {
  const auto was = [this](std::size_t i) { return static_cast<GLenum>(before_[i]); };
  glBlendEquationSeparate(was(0), was(1));
  glBlendFuncSeparate(was(2), was(3), was(4), was(5));
}

AsyncCounts::AsyncCounts(TexelFormat format, int columns, int rows, std::string_view label)
    : format_(format), canvas_(format, columns, rows, label) {}

std::size_t AsyncCounts::bytes() const {
  return static_cast<std::size_t>(canvas_.texture.width() * canvas_.texture.height()) * texel_bytes(format_);
}

void AsyncCounts::reset() {
  copy_.drop();
  clear();
  uncollected_ = 0;
}

void AsyncCounts::clear() const {
  constexpr GLfloat kZeros[4] = {};
  canvas_.framebuffer.bind();
  glClearBufferfv(GL_COLOR, 0, kZeros);
}

void AsyncCounts::ask() {
  canvas_.framebuffer.bind();
  copy_.begin(bytes());
  AsyncRead::read(0, 0, canvas_.texture.width(), canvas_.texture.height(), format_);
  copy_.end();
  clear();
  uncollected_ = 0;
}

}  // namespace repose
