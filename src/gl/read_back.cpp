#include "gl/read_back.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gl/gl.hpp"

namespace repose {

AsyncRead::AsyncRead(AsyncRead&& other) noexcept
    : buffer_(std::move(other.buffer_)),
      bytes_(std::exchange(other.bytes_, 0)),
      fence_(std::exchange(other.fence_, nullptr)),
      under_way_(std::exchange(other.under_way_, false)) {}

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
  fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
  under_way_ = true;
}

GLenum AsyncRead::wait(GLuint64 nanoseconds) const {
  return fence_ == nullptr ? GL_WAIT_FAILED : wait_for_fence(fence_, nanoseconds);
}

bool AsyncRead::fetch(void* into) {
  constexpr GLuint64 kSecond = 1'000'000'000;
  GLenum copied = GL_TIMEOUT_EXPIRED;
  while (copied == GL_TIMEOUT_EXPIRED) copied = wait(kSecond);
  drop();
  if (copied == GL_WAIT_FAILED) return false;
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.get());
  const bool intact = read_pack_buffer(into, bytes_);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  return intact;
}

void AsyncRead::drop() {
  if (fence_ != nullptr) glDeleteSync(std::exchange(fence_, nullptr));
  under_way_ = false;
}

namespace {

std::size_t texel_bytes(const TexelFormat& format) {
  const std::size_t channels = format.format == GL_RGBA || format.format == GL_RGBA_INTEGER ? 4
                               : format.format == GL_RG || format.format == GL_RG_INTEGER   ? 2
                                                                                            : 1;
  return channels * (format.type == GL_UNSIGNED_BYTE ? 1 : 4);
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

std::unique_ptr<WorldCapture> begin_read_back(const std::vector<ReadBackSource>& sources,
                                              std::function<World(const std::vector<TexelBytes>&)> decode) {
  return std::make_unique<ReadBack>(sources, std::move(decode));
}

namespace {

GLint get_integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

GLenum as_enum(GLint value) { return static_cast<GLenum>(value); }

}  // namespace

AdditiveBlending::AdditiveBlending()
    : equation_rgb_(get_integer(GL_BLEND_EQUATION_RGB)),
      equation_alpha_(get_integer(GL_BLEND_EQUATION_ALPHA)),
      source_rgb_(get_integer(GL_BLEND_SRC_RGB)),
      source_alpha_(get_integer(GL_BLEND_SRC_ALPHA)),
      target_rgb_(get_integer(GL_BLEND_DST_RGB)),
      target_alpha_(get_integer(GL_BLEND_DST_ALPHA)) {
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE);
}

AdditiveBlending::~AdditiveBlending() {
  glBlendEquationSeparate(as_enum(equation_rgb_), as_enum(equation_alpha_));
  glBlendFuncSeparate(as_enum(source_rgb_), as_enum(target_rgb_), as_enum(source_alpha_), as_enum(target_alpha_));
}

AsyncCounts::AsyncCounts(TexelFormat format, int columns, int rows, std::string_view label)
    : format_(format), canvas_(format, columns, rows, label) {}

std::size_t AsyncCounts::bytes() const {
  const int channels = format_.format == GL_RGBA ? 4 : 1;
  return static_cast<std::size_t>(channels * canvas_.texture.width() * canvas_.texture.height()) * sizeof(float);
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
