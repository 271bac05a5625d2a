#include "automata/conserving/gpu_packed_cells.hpp"

#include <utility>

namespace repose::conserving {

namespace {
constexpr TexelFormat kTexelR32ui{GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT};

void set_range(const Program& program, const char* name, const CodeRange& range) {
  glUniform2ui(program.uniform(name), static_cast<GLuint>(range.first), static_cast<GLuint>(range.last));
}

// Each byte in all cells of a word.
void set_words(const Program& program, const char* name, const std::vector<std::uint8_t>& bytes) {
  std::vector<GLuint> words;
  for (const std::uint8_t byte : bytes) words.push_back(byte * kOnes);
  glUniform1uiv(program.uniform(name), static_cast<GLsizei>(words.size()), words.data());
}
}  // namespace

std::optional<PackedCells> PackedCells::create(std::string& error) {
  auto pack = load_pass("conserving/pack.frag", error);
  if (!pack) return std::nullopt;
  auto unpack = load_pass("conserving/unpack.frag", error);
  if (!unpack) return std::nullopt;
  return PackedCells(std::move(*pack), std::move(*unpack));
}

PackedCells::PackedCells(Program pack, Program unpack)
    : pack_(std::move(pack)),
      unpack_(std::move(unpack)),
      pairs_(kTexelR32ui, kElementsMax, kElementsMax, "conserving pairs"),
      traits_(kTexelR32ui, kElementsMax, kTraitRows, "conserving traits"),
      no_vertices_(make_gl_vertex_array()) {}

void PackedCells::set_rules(const Rules& rules) {
  codes_ = CellCodes(rules);
  pairs_.write(0, 0, kElementsMax, kElementsMax, codes_.pair_words(rules).data(), kElementsMax);
  traits_.write(0, 0, kElementsMax, kTraitRows, codes_.trait_words(rules).data(), kElementsMax);
}

Status PackedCells::resize(int width, int height) {
  width_ = width;
  height_ = height;
  const int rows = (height + kTexelRows - 1) / kTexelRows;
  if (falls_.texture.width() == width && falls_.texture.height() == rows) return {};
  falls_ = Canvas(kTexelRgba32ui, width, rows, "conserving falls");
  bool complete = falls_.framebuffer.complete();
  for (Plane& plane : planes_) {
    plane.cells = Texture(kTexelRgba32ui, width, rows, "conserving cells");
    plane.fell = Texture(kTexelR32ui, width, rows, "conserving fallen cells");
    plane.framebuffer = Framebuffer(plane.cells, plane.fell, "conserving cells");
    complete = complete && plane.framebuffer.complete();
  }
  if (Status status = check_gl_errors("Making room for the world on the GPU"); !status) return status;
  return complete ? Status() : Status::failure("This GPU cannot draw into the textures that the automaton needs.");
}

void PackedCells::begin_pass(const Program& program, bool wraps) const {
  program.use();
  glUniform2i(program.uniform("u_size"), width_, height_);
  glUniform1i(program.uniform("u_wraps"), wraps);
  glUniform1ui(program.uniform("u_background"), codes_.code_of(0));
  set_range(program, "u_restless", codes_.restless());
  if (codes_.shader_traits().kinds > 0) {
    set_words(program, "u_first", codes_.first_codes());
    set_words(program, "u_sets", codes_.kind_sets());
  }
  bind_texture(kPairsUnit, pairs_);
  bind_texture(kTraitsUnit, traits_);
}

void PackedCells::pack(const GpuCells& cells) const {
  begin_pass(pack_, false);
  bind_texture(kWorldUnit, cells.front());
  planes_[front_].framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PackedCells::unpack(const GpuCells& cells) const {
  begin_pass(unpack_, false);
  bind_texture(kCellsUnit, front());
  cells.planes().front().framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PackedCells::draw_pass(bool fell) {
  if (fell) bind_texture(kFallsUnit, planes_[front_].fell);
  bind_texture(kCellsUnit, front());
  planes_[1 - front_].framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  front_ = 1 - front_;
}

void PackedCells::draw_starts() const {
  bind_texture(kCellsUnit, front());
  falls_.framebuffer.bind();
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PackedCells::draw_fall() {
  bind_texture(kFallsUnit, falls_.texture);
  draw_pass();
}

}  // namespace repose::conserving
