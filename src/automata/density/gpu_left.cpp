#include "automata/density/gpu_left.hpp"

#include <utility>

namespace repose::density {

std::unique_ptr<LeftCounter> LeftCounter::create(std::string& error) {
  const ShaderConstant constants[] = {{"kElementsMax", std::int32_t{kElementsMax}}};
  auto program = Program::load({"density/left.vert", "common/left.frag"}, constants, error);
  if (!program) return nullptr;
  std::unique_ptr<LeftCounter> counter(new LeftCounter(std::move(*program)));
  if (counter->counts_.complete()) return counter;
  error = counter->counts_.kIncomplete;
  return nullptr;
}

LeftCounter::LeftCounter(Program program) : program_(std::move(program)), counts_("density left counts") {
  program_.set_unit("u_cells", PackedCells::kCellsUnit);
  program_.set_unit("u_codes", PackedCells::kCodesUnit);
}

void LeftCounter::reset(const PackedCells& cells) {
  counts_.reset(cells.width(), cells.height());
  program_.use();
  glUniform2i(program_.uniform("u_world"), cells.width(), cells.height());
  glUniform1i(program_.uniform("u_cell_bits"), cells.codes().cell_bits());
}

void LeftCounter::count(const Texture& cells, OpenEdge& edge) {
  program_.use();
  glBindTexture(GL_TEXTURE_2D, cells.name());
  counts_.count(edge);
}

}  // namespace repose::density
