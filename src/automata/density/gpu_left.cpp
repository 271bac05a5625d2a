#include "automata/density/gpu_left.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace repose::density {

namespace {

// In the order of left.vert.
GLsizei rim_cells(int width, int height) {
  const int rows = height > 1 ? 2 : 1, columns = width > 1 ? 2 : 1;
  return rows * width + columns * std::max(height - 2, 0);
}
static_assert(4 * kWorldSideMax < AsyncCounts::kMost, "the cells of one step can be counted");

}  // namespace

std::unique_ptr<LeftCounter> LeftCounter::create(std::string& error) {
  const ShaderConstant constants[] = {{"kElementsMax", std::int32_t{kElementsMax}}};
  auto program = Program::load({"density/left.vert", "common/left.frag"}, constants, error);
  if (!program) return nullptr;
  std::unique_ptr<LeftCounter> counter(new LeftCounter(std::move(*program)));
  if (counter->counts_.complete()) return counter;
  error = "This GPU cannot draw into the texture that counts what leaves the world.";
  return nullptr;
}

LeftCounter::LeftCounter(Program program)
    : program_(std::move(program)), counts_(kTexelR32f, kElementsMax, 1, "density left counts") {
  program_.set_unit("u_cells", PackedCells::kCellsUnit);
  program_.set_unit("u_codes", PackedCells::kCodesUnit);
}

void LeftCounter::reset(const PackedCells& cells) {
  counts_.reset();
  rim_cells_ = rim_cells(cells.width(), cells.height());
  program_.use();
  glUniform2i(program_.uniform("u_world"), cells.width(), cells.height());
  glUniform1i(program_.uniform("u_cell_bits"), cells.codes().cell_bits());
}

void LeftCounter::count(const Texture& cells, OpenEdge& edge) {
  const auto most = static_cast<std::uint64_t>(rim_cells_);
  if (!counts_.has_room_for(most)) {
    take(edge, true);  // requested thousands of steps ago, so this does not wait
    counts_.ask();
  }
  program_.use();
  glBindTexture(GL_TEXTURE_2D, cells.name());
  counts_.add(most, [this] { glDrawArrays(GL_POINTS, 0, rim_cells_); });
}

void LeftCounter::collect(OpenEdge& edge) {
  take(edge, false);
  if (!counts_.is_under_way() && !counts_.is_empty()) counts_.ask();
}

void LeftCounter::collect_all(OpenEdge& edge) {
  take(edge, true);
  if (counts_.is_empty()) return;
  counts_.ask();
  take(edge, true);
}

void LeftCounter::take(OpenEdge& edge, bool wait) {
  counts_.collect(wait, [&edge](std::span<const float> counts) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      edge.count(static_cast<std::uint8_t>(i), static_cast<std::uint64_t>(std::llround(counts[i])));
    }
  });
}

}  // namespace repose::density
