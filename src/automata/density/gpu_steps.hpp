// The shaders that take steps of the density automaton: a fragment shader for one step, and, if wanted, a compute
// shader for up to kStepsAtOnce steps in one pass over memory (shaders/density/steps.comp). Both give the same bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "automata/density/gpu_packed_cells.hpp"
#include "gl/program.hpp"
#include "repose/solver.hpp"

namespace repose::density {

class GpuSteps {
 public:
  static constexpr int kStepsAtOnce = 4;

  // `in_compute`: several steps at once; load() fails without OpenGL 4.3.
  explicit GpuSteps(bool in_compute) : in_compute_(in_compute) {}

  // Loads the shaders that such codes need, unless they are loaded: so the program starts without waiting for the
  // others. False, with a sentence in `error`, on failure.
  bool load(CellCodes::Kind kind, bool open_edge, std::string& error);

  // How many of `count` steps the next take() can take, if nothing has to happen between them.
  int at_once(std::uint64_t count) const {
    return in_compute_ ? static_cast<int>(std::min<std::uint64_t>(count, kStepsAtOnce)) : 1;
  }

  // Call before take() and draw_rim(). Sets the inputs that depend on rules and world, and binds the textures that all
  // steps read. Precondition: load() for the codes of the cells.
  void prepare(const PackedCells& cells, bool open_edge) const;
  // Takes steps from the front canvas to the back one, as in a closed world: `count` <= at_once(). `bias`: of the first
  // of them; steps alternate. One step is always drawn, because a tile's rim would cost more than its memory saves.
  void take(const PackedCells& cells, Bias bias, int count) const;
  // Draws the rim of the back canvas again, without what leaves at an open edge in this step.
  void draw_rim(const PackedCells& cells, Bias bias) const;

 private:
  // One for each bias.
  using Programs = std::array<std::optional<Program>, 2>;
  struct KindPrograms {
    Programs step, rim, at_once;
  };

  const KindPrograms& programs(const PackedCells& cells) const {
    return programs_[static_cast<std::size_t>(cells.codes().kind())];
  }

  std::array<KindPrograms, CellCodes::kKindCount> programs_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
  bool in_compute_;
};

}  // namespace repose::density
