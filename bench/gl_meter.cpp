// How fast the GPU copies a texture with OpenGL.
#include "gpu_meter.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"

namespace repose::bench {
namespace {

using Clock = std::chrono::steady_clock;

// 256 MiB of RGBA32UI, the format that packed cells have. The two textures take twice that.
constexpr int kSide = 4096;
constexpr double kBytes = 16.0 * kSide * kSide;
constexpr double kSeconds = 0.02;  // of one measurement at least; a card copies the texture in less than a millisecond
constexpr int kPassesMax = 512;

class GlMeter final : public GpuMeter {
 public:
  void finish() override { finish_gl(); }

  double copied_bytes_per_s() override {
    const GlStateGuard guard;
    if (!start()) return 0;
    if (passes_ == 0) {
      seconds_of(1);  // the first pass is slower
      passes_ = std::clamp(static_cast<int>(kSeconds / std::max(seconds_of(1), 1e-6)), 1, kPassesMax);
    }
    return kBytes * passes_ / seconds_of(passes_);
  }

 private:
  // False when the textures or the shader cannot be made; then it is not tried again.
  bool start() {
    if (tried_) return static_cast<bool>(program_);
    tried_ = true;
    std::string error;
    Program program = Program::load({"common/fullscreen.vert", "../bench/copy.frag"}, {}, error);
    if (!program) return false;
    clear_gl_errors();
    textures_ = PingPong(kTexelRgba32ui, kSide, kSide, "copied texture");
    if (!textures_.complete() || !check_gl_errors("Making the textures of the copy").ok()) {
      textures_ = {};
      return false;
    }
    program.set_unit("u_cells", 0);
    no_vertices_ = make_gl_vertex_array();
    program_ = std::move(program);
    return true;
  }

  double seconds_of(int passes) {
    program_.use();
    glBindVertexArray(no_vertices_.get());
    glActiveTexture(GL_TEXTURE0);
    finish_gl();
    const auto start = Clock::now();
    for (int pass = 0; pass < passes; ++pass) {
      textures_.back().framebuffer.bind();
      glBindTexture(GL_TEXTURE_2D, textures_.front().texture.name());
      glDrawArrays(GL_TRIANGLES, 0, 3);
      textures_.swap();
    }
    finish_gl();
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  bool tried_ = false;
  int passes_ = 0;  // of one measurement; 0 = not yet known
  Program program_;
  PingPong textures_;
  GlVertexArray no_vertices_;
};

}  // namespace

std::unique_ptr<GpuMeter> make_gl_meter() { return std::make_unique<GlMeter>(); }

}  // namespace repose::bench
