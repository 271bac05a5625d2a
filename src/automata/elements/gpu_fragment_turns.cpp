// Turns in OpenGL 3.3 fragment shaders. A fragment can write only its own texels, so a pass works row by row: one draw
// call takes the turns of one row of every group, from the bottom row to the top row; then one draw call per row takes
// the late moves of every block. The turns of a row change three rows of the block, its late moves two; a fragment
// takes all turns of the row and keeps one of those rows, so three fragments do the same work, and a fourth one keeps
// the memory of the block. The latest version of a row is in one of two alternating textures; rows that no turn has
// changed yet are in a third texture, the world.
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "automata/elements/gpu_rules.hpp"
#include "automata/elements/gpu_turns.hpp"

namespace repose::elements {
namespace {

struct BlockPrograms {
  Program turns, late, gather;
};

std::optional<Program> load_program(std::string_view vertex, std::string_view fragment, int block, std::string& error) {
  std::vector<ShaderConstant> constants(shader_constants().begin(), shader_constants().end());
  constants.push_back({"kBlock", static_cast<std::uint32_t>(block)});
  auto program = Program::load({vertex, fragment}, constants, error);
  if (!program) return std::nullopt;
  const std::pair<const char*, int> units[] = {{"u_cells", 0}, {"u_rules", 1}, {"u_pairs", 2}, {"u_before", 3},
                                               {"u_below", 4}, {"u_even", 3},  {"u_odd", 4}};
  for (const auto& [name, unit] : units) program->set_unit(name, unit);
  return program;
}

std::optional<BlockPrograms> load_block_programs(int block, std::string& error) {
  auto turns = load_program("elements/rows.vert", "elements/turns.frag", block, error);
  if (!turns) return std::nullopt;
  auto late = load_program("elements/rows.vert", "elements/late.frag", block, error);
  if (!late) return std::nullopt;
  auto gather = load_program("common/fullscreen.vert", "elements/gather.frag", block, error);
  if (!gather) return std::nullopt;
  return BlockPrograms{std::move(*turns), std::move(*late), std::move(*gather)};
}

// The rows of all blocks, four cells to a layer, all layers drawn at once. The layout is that of
// shaders/elements/band.glsl.
class Rows {
 public:
  Rows() = default;
  Rows(int width, int height, int layers) {
    GLuint name = 0;
    glGenTextures(1, &name);
    texture_ = GlName<delete_gl_texture>(name);
    glBindTexture(GL_TEXTURE_2D_ARRAY, name);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, kTexelRgba32ui.internal, width, height, layers, 0, kTexelRgba32ui.format,
                 kTexelRgba32ui.type, nullptr);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
    label_gl_object(GL_TEXTURE, name, "elements rows");
    glGenFramebuffers(1, &name);
    framebuffer_ = GlName<delete_gl_framebuffer>(name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    std::vector<GLenum> targets;
    for (int layer = 0; layer < layers; ++layer) {
      targets.push_back(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(layer));
      glFramebufferTextureLayer(GL_FRAMEBUFFER, targets.back(), texture_.get(), 0, layer);
    }
    glDrawBuffers(layers, targets.data());
    complete_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  }

  bool complete() const { return complete_; }
  GLuint framebuffer() const { return framebuffer_.get(); }
  void bind(int unit) const {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture_.get());
  }

 private:
  GlName<delete_gl_texture> texture_;
  GlName<delete_gl_framebuffer> framebuffer_;
  bool complete_ = false;
};

class FragmentTurns final : public GpuTurns {
 public:
  // Loads the programs for blocks of that side.
  bool load(int block, std::string& error) {
    auto found = programs_.find(block);
    if (found == programs_.end()) {
      auto programs = load_block_programs(block, error);
      if (!programs) return false;
      found = programs_.emplace(block, std::move(*programs)).first;
    }
    current_ = &found->second;
    return true;
  }

  Status make(int width, int height, int block) override {
    if (std::string error; !load(block, error)) return Status::failure(error);
    side_ = block / 2;
    rim_ = block / 4;
    columns_ = most_blocks(width, block);
    band_ = most_blocks(height, block);
    GLint side_max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
    if (target_height() > side_max)
      return Status::failure("This world is too high for elements in fragment shaders on this GPU.");
    glActiveTexture(GL_TEXTURE3);
    no_vertices_ = make_gl_vertex_array();
    bool complete = true;
    for (Rows* rows : {&turned_[0], &turned_[1], &late_[0], &late_[1]}) {
      *rows = Rows(columns_, target_height(), block / 4);
      complete = complete && rows->complete();
    }
    unbind_rows();
    if (Status status = check_gl_errors("Making room for turns on the GPU"); !status) return status;
    return complete ? Status() : Status::failure("This GPU cannot draw into the textures that the automaton needs.");
  }

  void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) override {
    glBindVertexArray(no_vertices_.get());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, cells.front().texture.name());
    take_turns(pass);
    keep_stamps(pass, stamps);
    if (pass.parameters.gravity) move_late(pass);
    gather(pass, cells);
    unbind_rows();
  }

 private:
  int target_height() const { return (2 * side_ + 1) * band_; }
  int first_touched_row() const { return rim_ - 1; }
  int last_touched_row() const { return rim_ + side_; }
  // The last row pass that changed a row of the block.
  int last_turns_of(int row) const { return std::min(last_touched_row() - row, side_ - 1); }

  void begin(const Program& program, const GpuPass& pass) const {
    program.use();
    set_pass(program, pass);
    glUniform1i(program.uniform("u_band"), band_);
    glUniform2i(program.uniform("u_target"), columns_, target_height());
    glViewport(0, 0, columns_, target_height());
  }

  // `row`: the row that has its turns; `bands`: the number of rows, counted from first_band, and the memory of the
  // blocks.
  void draw_row(const Program& program, const Rows& target, int row, int first_band, int bands, bool is_first) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glUniform1i(program.uniform("u_row"), row);
    glUniform1i(program.uniform("u_first_band"), first_band);
    glUniform1i(program.uniform("u_bands"), bands);
    glUniform1i(program.uniform("u_is_first"), is_first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, bands + 1);
  }

  void take_turns(const GpuPass& pass) const {
    const Program& program = current_->turns;
    begin(program, pass);
    for (int number = 0; number < side_; ++number) {
      const int row = rim_ + side_ - 1 - number;
      turned_[(number + 1) % 2].bind(3);
      draw_row(program, turned_[number % 2], row, row - 1, 3, number == 0);
    }
  }

  // Copies the stamps from the memory of the blocks after the last row of turns.
  void keep_stamps(const GpuPass& pass, const Canvas& stamps) const {
    const int columns = pass.lattice.columns(), rows = pass.lattice.rows(), first = 2 * side_ * band_;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, turned_[(side_ - 1) % 2].framebuffer());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, stamps.framebuffer.name());
    glBlitFramebuffer(0, first, columns, first + rows, 0, 0, columns, rows, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }

  void move_late(const GpuPass& pass) const {
    const Program& program = current_->late;
    begin(program, pass);
    const int block = 2 * side_;
    for (int number = 0; number < block; ++number) {
      const int row = block - 1 - number;
      const bool had_turns = row >= first_touched_row() && row <= last_touched_row();
      turned_[had_turns ? last_turns_of(row) % 2 : 0].bind(3);
      late_[(number + 1) % 2].bind(4);
      glUniform1i(program.uniform("u_had_turns"), had_turns);
      draw_row(program, late_[number % 2], row, row, number == 0 ? 1 : 2, number == 0);
    }
  }

  void gather(const GpuPass& pass, PingPong& cells) const {
    const bool late = pass.parameters.gravity;
    const std::array<Rows, 2>& rows = late ? late_ : turned_;
    const Program& program = current_->gather;
    rows[0].bind(3);
    rows[1].bind(4);
    begin(program, pass);
    glUniform1i(program.uniform("u_first_row"), late ? 0 : first_touched_row());
    glUniform1i(program.uniform("u_last_row"), late ? 2 * side_ : last_touched_row());
    glUniform1i(program.uniform("u_last_number"), late ? 2 * side_ - 1 : side_ - 1);
    cells.back().framebuffer.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    cells.swap();
  }

  // Other code in the context may use these units without binding textures, so none must stay bound.
  static void unbind_rows() {
    for (const GLenum unit : {GL_TEXTURE3, GL_TEXTURE4}) {
      glActiveTexture(unit);
      glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    }
  }

  std::map<int, BlockPrograms> programs_;  // by side of a block
  const BlockPrograms* current_ = nullptr;
  int side_ = 0, rim_ = 0;      // of groups, and of blocks around them
  int columns_ = 0, band_ = 0;  // blocks across and down, at most
  std::array<Rows, 2> turned_, late_;
  GlVertexArray no_vertices_;
};

}  // namespace

std::unique_ptr<GpuTurns> make_fragment_turns(std::string& error) {
  auto turns = std::make_unique<FragmentTurns>();
  // Compiles all programs now, so that errors are reported at once.
  return turns->load(Parameters{}.block, error) ? std::move(turns) : nullptr;
}

}  // namespace repose::elements
