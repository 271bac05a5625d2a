#include "gl/read_back.hpp"

#include <cassert>
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

class ReadBack final : public WorldCapture {
 public:
  ReadBack(const std::vector<ReadBackSource>& sources, std::function<World(const std::vector<TexelBytes>&)> decode)
      : decode_(std::move(decode)) {
    for (const ReadBackSource& source : sources) ask(source);
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
  }
  ~ReadBack() override { drop_fence(); }
  ReadBack(const ReadBack&) = delete;
  ReadBack& operator=(const ReadBack&) = delete;

  bool arrived() override { return state_ != State::on_its_way || wait(0) != GL_TIMEOUT_EXPIRED; }

  bool fetch() override {
    if (state_ != State::on_its_way) return state_ == State::here;
    constexpr GLuint64 kSecond = 1'000'000'000;
    GLenum copied = GL_TIMEOUT_EXPIRED;
    while (copied == GL_TIMEOUT_EXPIRED) copied = wait(kSecond);
    drop_fence();
    const GlStateGuard guard;
    bool here = copied != GL_WAIT_FAILED;
    for (const Part& part : parts_) here = here && read(part);
    parts_.clear();
    state_ = here ? State::here : State::lost;
    return here;
  }

  World world() const override {
    assert(state_ == State::here);
    return decode_(texels_);
  }

 private:
  enum class State : std::uint8_t { on_its_way, here, lost };
  struct Part {
    GlBuffer buffer;
    std::size_t bytes;
  };

  void ask(const ReadBackSource& source) {
    const std::size_t bytes =
        static_cast<std::size_t>(source.width) * static_cast<std::size_t>(source.height) * texel_bytes(source.format);
    parts_.push_back({make_gl_buffer(), bytes});
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source.framebuffer);
    glReadBuffer(source.attachment);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, parts_.back().buffer.get());
    glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
    glReadPixels(source.x, source.y, source.width, source.height, source.format.format, source.format.type, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  }

  GLenum wait(GLuint64 nanoseconds) const {
    return fence_ == nullptr ? GL_WAIT_FAILED : wait_for_fence(fence_, nanoseconds);
  }

  // Null if the context is lost.
  bool read(const Part& part) {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, part.buffer.get());
    TexelBytes texels(part.bytes);
    const bool intact = read_pack_buffer(texels.data(), part.bytes);
    if (intact) texels_.push_back(std::move(texels));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return intact;
  }

  void drop_fence() {
    if (fence_ != nullptr) glDeleteSync(std::exchange(fence_, nullptr));
  }

  std::function<World(const std::vector<TexelBytes>&)> decode_;
  std::vector<Part> parts_;
  std::vector<TexelBytes> texels_;
  GLsync fence_ = nullptr;
  State state_ = State::on_its_way;
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
    : format_(format), canvas_(format, columns, rows, label), arrived_(make_gl_buffer()) {
  glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
  glBufferData(GL_PIXEL_PACK_BUFFER, bytes(), nullptr, GL_STREAM_READ);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

GLsizeiptr AsyncCounts::bytes() const {
  const GLsizeiptr channels = format_.format == GL_RGBA ? 4 : 1;
  return channels * canvas_.texture.width() * canvas_.texture.height() * static_cast<GLsizeiptr>(sizeof(float));
}

AsyncCounts::~AsyncCounts() { drop_fence(); }

void AsyncCounts::reset() {
  drop_fence();
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
  glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
  glReadPixels(0, 0, canvas_.texture.width(), canvas_.texture.height(), format_.format, format_.type, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  clear();
  uncollected_ = 0;
  fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
}

bool AsyncCounts::arrive(bool wait) {
  if (fence_ == nullptr) return false;
  constexpr GLuint64 kSecond = 1'000'000'000;
  GLenum state = GL_TIMEOUT_EXPIRED;
  do {
    state = wait_for_fence(fence_, wait ? kSecond : 0);
  } while (wait && state == GL_TIMEOUT_EXPIRED);
  if (state == GL_TIMEOUT_EXPIRED) return false;
  drop_fence();
  return true;
}

void AsyncCounts::drop_fence() {
  if (fence_ != nullptr) glDeleteSync(std::exchange(fence_, nullptr));
}

}  // namespace repose
