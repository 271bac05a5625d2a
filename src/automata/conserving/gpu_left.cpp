#include "automata/conserving/gpu_left.hpp"

#include <utility>

#include "automata/conserving/gpu_pass.hpp"

namespace repose::conserving {

std::unique_ptr<GpuLeft> GpuLeft::create(std::string& error) {
  auto leave = load_pass("conserving/leave.frag", error);
  if (!leave) return nullptr;
  auto count = load_pass("conserving/left.vert", "common/left.frag", error);
  if (!count) return nullptr;
  std::unique_ptr<GpuLeft> left(new GpuLeft(std::move(*leave), std::move(*count)));
  if (left->counts_.complete()) return left;
  error = left->counts_.kIncomplete;
  return nullptr;
}

GpuLeft::GpuLeft(Program leave, Program count)
    : leave_(std::move(leave)),
      count_(std::move(count)),
      no_vertices_(make_gl_vertex_array()),
      counts_("conserving left counts") {}

void GpuLeft::run(PackedCells& cells, const Borders& borders, LeftCells& left) {
  if (!borders.is_any_open()) return;
  const auto begin = [&](const Program& program) {
    cells.begin_pass(program, borders.wraps);
    glUniform4i(program.uniform("u_open"), borders.left_open, borders.right_open, borders.top_open,
                borders.bottom_open);
  };
  begin(count_);
  {
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    bind_texture(kCellsUnit, cells.front());
    counts_.count(left);
  }
  begin(leave_);
  cells.draw_pass();
}

}  // namespace repose::conserving
