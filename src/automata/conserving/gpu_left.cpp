#include "automata/conserving/gpu_left.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "automata/conserving/gpu_pass.hpp"

namespace repose::conserving {

namespace {

// In the order of left.vert.
GLsizei rim_count(int width, int height) {
  const int rows = height > 1 ? 2 : 1, columns = width > 1 ? 2 : 1;
  return rows * width + columns * std::max(height - 2, 0);
}
static_assert(4 * kWorldSideMax < AsyncCounts::kMost, "the cells of one step can be counted");

}  // namespace

std::unique_ptr<GpuLeft> GpuLeft::create(std::string& error) {
  auto leave = load_pass("conserving/leave.frag", error);
  if (!leave) return nullptr;
  auto count = load_pass("conserving/left.vert", "common/left.frag", error);
  if (!count) return nullptr;
  std::unique_ptr<GpuLeft> left(new GpuLeft(std::move(*leave), std::move(*count)));
  if (left->counts_.complete()) return left;
  error = "This GPU cannot draw into the texture that counts what leaves the world.";
  return nullptr;
}

GpuLeft::GpuLeft(Program leave, Program count)
    : leave_(std::move(leave)),
      count_(std::move(count)),
      no_vertices_(make_gl_vertex_array()),
      counts_(kTexelR32f, kElementsMax, 1, "conserving left counts") {}

void GpuLeft::run(GpuCells& cells, const Borders& borders, LeftCells& left) {
  if (!borders.is_any_open()) return;
  for (const Program* program : {&leave_, &count_}) {
    program->use();
    glUniform2i(program->uniform("u_size"), cells.width(), cells.height());
    glUniform4i(program->uniform("u_open"), borders.left_open, borders.right_open, borders.top_open,
                borders.bottom_open);
  }
  const GLsizei rim = rim_count(cells.width(), cells.height());
  const auto most = static_cast<std::uint64_t>(rim);
  if (!counts_.has_room_for(most)) {
    take(left, true);  // requested thousands of steps ago, so this does not wait
    counts_.ask();
  }
  {
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    bind_texture(0, cells.front());
    counts_.add(most, [rim] { glDrawArrays(GL_POINTS, 0, rim); });
  }
  leave_.use();
  cells.draw_pass();
}

void GpuLeft::collect(LeftCells& left) {
  take(left, false);
  if (!counts_.is_under_way() && !counts_.is_empty()) counts_.ask();
}

void GpuLeft::collect_all(LeftCells& left) {
  take(left, true);
  if (counts_.is_empty()) return;
  counts_.ask();
  take(left, true);
}

void GpuLeft::take(LeftCells& left, bool wait) {
  counts_.collect(wait, [&left](std::span<const float> counts) {
    for (std::size_t i = 0; i < counts.size(); ++i)
      left.count(static_cast<std::uint8_t>(i), static_cast<std::uint64_t>(std::llround(counts[i])));
  });
}

}  // namespace repose::conserving
