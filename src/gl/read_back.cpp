#include "gl/read_back.hpp"

#include <cassert>
#include <utility>

#include "gl/state_guard.hpp"

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

}  // namespace repose
