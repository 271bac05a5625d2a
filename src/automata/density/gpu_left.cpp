#include "automata/density/gpu_left.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace repose::density {

namespace {

constexpr TexelFormat kTexelR32f{GL_R32F, GL_RED, GL_FLOAT};
constexpr std::uint64_t kExactMax = std::uint64_t{1} << 24;  // every whole number up to here is a float
constexpr GLsizeiptr kCountsBytes = GLsizeiptr{kElementsMax} * static_cast<GLsizeiptr>(sizeof(float));

// As left.vert walks them.
GLsizei rim_cells(int width, int height) {
  const int rows = height > 1 ? 2 : 1, columns = width > 1 ? 2 : 1;
  return rows * width + columns * std::max(height - 2, 0);
}
static_assert(4 * kWorldSideMax < kExactMax, "the cells of one step can be counted");

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

std::unique_ptr<LeftCounter> LeftCounter::create(std::string& error) {
  const ShaderConstant constants[] = {{"kElementsMax", std::uint32_t{kElementsMax}}};
  auto program = Program::load({"density/left.vert", "density/left.frag"}, constants, error);
  if (!program) return nullptr;
  std::unique_ptr<LeftCounter> counter(new LeftCounter(std::move(*program)));
  if (counter->counts_.framebuffer.complete()) return counter;
  error = "This GPU cannot draw into the texture that counts what leaves the world.";
  return nullptr;
}

LeftCounter::LeftCounter(Program program)
    : program_(std::move(program)),
      counts_(kTexelR32f, kElementsMax, 1, "density left counts"),
      arrived_(make_gl_buffer()) {
  program_.set_unit("u_cells", GpuCells::kCellsUnit);
  program_.set_unit("u_codes", GpuCells::kCodesUnit);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
  glBufferData(GL_PIXEL_PACK_BUFFER, kCountsBytes, nullptr, GL_STREAM_READ);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

LeftCounter::~LeftCounter() { drop_fence(); }

void LeftCounter::reset(const GpuCells& cells) {
  drop_fence();
  clear();
  rim_cells_ = rim_cells(cells.width(), cells.height());
  program_.use();
  glUniform2i(program_.uniform("u_world"), cells.width(), cells.height());
  glUniform1i(program_.uniform("u_cell_bits"), cells.codes().cell_bits());
}

void LeftCounter::count(const Texture& cells, OpenEdge& edge) {
  if (uncollected_max_ + static_cast<std::uint64_t>(rim_cells_) > kExactMax) {
    take(edge, true);  // asked for thousands of steps ago, if at all
    ask();
  }
  counts_.framebuffer.bind();
  program_.use();
  glBindTexture(GL_TEXTURE_2D, cells.name());
  glEnable(GL_BLEND);
  glDrawArrays(GL_POINTS, 0, rim_cells_);
  glDisable(GL_BLEND);
  uncollected_max_ += static_cast<std::uint64_t>(rim_cells_);
}

void LeftCounter::collect(OpenEdge& edge) {
  take(edge, false);
  if (fence_ == nullptr && uncollected_max_ != 0) ask();
}

void LeftCounter::collect_all(OpenEdge& edge) {
  take(edge, true);
  if (uncollected_max_ == 0) return;
  ask();
  take(edge, true);
}

void LeftCounter::clear() const {
  constexpr GLfloat kZeros[4] = {};
  counts_.framebuffer.bind();
  glClearBufferfv(GL_COLOR, 0, kZeros);
}

// Starts the copy; a later take() reads it.
void LeftCounter::ask() {
  counts_.framebuffer.bind();
  glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
  glReadPixels(0, 0, kElementsMax, 1, kTexelR32f.format, kTexelR32f.type, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  clear();
  uncollected_max_ = 0;
  fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  glFlush();
}

void LeftCounter::take(OpenEdge& edge, bool wait) {
  if (fence_ == nullptr) return;
  constexpr GLuint64 kSecond = 1'000'000'000;
  GLenum state = GL_TIMEOUT_EXPIRED;
  do {
    state = glClientWaitSync(fence_, GL_SYNC_FLUSH_COMMANDS_BIT, wait ? kSecond : 0);
  } while (wait && state == GL_TIMEOUT_EXPIRED);
  if (state == GL_TIMEOUT_EXPIRED) return;
  drop_fence();
  glBindBuffer(GL_PIXEL_PACK_BUFFER, arrived_.get());
  const void* mapped = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, kCountsBytes, GL_MAP_READ_BIT);
  if (const auto* counts = static_cast<const float*>(mapped)) {  // null once the context is lost
    for (int i = 0; i < kElementsMax; ++i) {
      edge.count(static_cast<std::uint8_t>(i), static_cast<std::uint64_t>(std::llround(counts[i])));
    }
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
  }
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

void LeftCounter::drop_fence() {
  if (fence_ != nullptr) glDeleteSync(std::exchange(fence_, nullptr));
}

}  // namespace repose::density
