#include "automata/elements/gpu_stamps.hpp"

#include "automata/elements/gpu_rules.hpp"

namespace repose::elements {

namespace {

constexpr TexelFormat kTexelR32ui{GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT};
constexpr TexelFormat kTexelDepth32f{GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT};

// Turns the depth test on for its lifetime: the greatest depth wins; of equal depths the last one. Attaches the depth
// buffer to the bound framebuffer.
class HighestWins {
 public:
  explicit HighestWins(const Texture& depth) {
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth.name(), 0);
    constexpr GLfloat kLowest = 0;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    glClearBufferfv(GL_DEPTH, 0, &kLowest);
  }
  ~HighestWins() {
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
  }
  HighestWins(const HighestWins&) = delete;
  HighestWins& operator=(const HighestWins&) = delete;
};

std::optional<Program> load(std::string_view fragment_file, std::string& error) {
  auto program = Program::load({"elements/stamps.vert", fragment_file}, shader_constants(), error);
  if (!program) return std::nullopt;
  const std::pair<const char*, int> units[] = {{"u_cells", 0}, {"u_rules", 1}, {"u_stamps", 3}, {"u_keys", 4}};
  for (const auto& [name, unit] : units) program->set_unit(name, unit);
  return program;
}

void bind(int unit, const Texture& texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture.name());
}

void copy(const Canvas& from, const Canvas& to) {
  const int width = from.texture.width(), height = from.texture.height();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from.framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to.framebuffer.name());
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace

std::optional<GpuStamps> GpuStamps::create(std::string& error) {
  auto keys = load("elements/stamp_keys.frag", error);
  if (!keys) return std::nullopt;
  auto cells = load("elements/stamp_cells.frag", error);
  if (!cells) return std::nullopt;
  return GpuStamps(std::move(*keys), std::move(*cells));
}

Status GpuStamps::make(int width, int height, int block, bool has_stamps) {
  const int columns = most_blocks(width, block), rows = most_blocks(height, block);
  no_vertices_ = make_gl_vertex_array();
  waiting_ = Canvas(kTexelRgba32ui, columns, rows, "elements stamps");
  bool complete = waiting_.framebuffer.complete();
  if (has_stamps) {
    keys_ = Texture(kTexelR32ui, columns, rows, "elements keys");
    keys_depth_ = Texture(kTexelDepth32f, columns, rows, "elements keys as depths");
    cells_depth_ = Texture(kTexelDepth32f, width, height, "elements stamps as depths");
    keys_framebuffer_ = Framebuffer(keys_, "elements keys");
    complete = complete && keys_framebuffer_.complete();
  }
  if (Status status = check_gl_errors("Making room for explosions on the GPU"); !status) return status;
  return complete ? Status() : Status::failure("This GPU cannot draw into the textures that the automaton needs.");
}

void GpuStamps::draw(const GpuPass& pass, const PingPong& cells) const {
  bind(3, waiting_.texture);
  bind(0, cells.back().texture);
  // In place of the keys, which cannot be read while they are drawn; also of unsigned numbers, as WebGL demands.
  bind(4, waiting_.texture);
  keys_framebuffer_.bind();
  {
    const HighestWins wins(keys_depth_);
    keys_program_.use();
    glUniform1i(keys_program_.uniform("u_voids"), 0);
    glUniform2i(keys_program_.uniform("u_origin"), pass.first_x(), pass.first_y());
    glUniform1i(keys_program_.uniform("u_unit"), pass.parameters.block);
    glUniform2i(keys_program_.uniform("u_target"), keys_.width(), keys_.height());
    draw_all(keys_program_, pass);
  }
  copy(cells.front(), cells.back());  // a texture cannot be read and drawn at the same time
  bind(4, keys_);
  cells.front().framebuffer.bind();
  const HighestWins wins(cells_depth_);
  cells_program_.use();
  glUniform1i(cells_program_.uniform("u_voids"), 1);
  glUniform2i(cells_program_.uniform("u_origin"), 0, 0);
  glUniform1i(cells_program_.uniform("u_unit"), 1);
  glUniform2i(cells_program_.uniform("u_target"), pass.width, pass.height);
  glUniform2i(cells_program_.uniform("u_size"), pass.width, pass.height);
  draw_all(cells_program_, pass);
}

void GpuStamps::draw_all(const Program& program, const GpuPass& pass) const {
  glUniform2i(program.uniform("u_blocks"), pass.lattice.columns(), pass.lattice.rows());
  glBindVertexArray(no_vertices_.get());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, pass.block_count());
}

}  // namespace repose::elements
