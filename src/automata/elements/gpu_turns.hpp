// The turns of a pass on a GPU: two implementations of one interface, which give the same bytes.
#pragma once

#include <memory>
#include <string>

#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "repose/status.hpp"

namespace repose::elements {

// One of the four passes of a frame.
struct GpuPass {
  const Parameters& parameters;
  const Lattice& lattice;
  int number;
  int width, height;
  std::uint32_t turns, rows;  // bases of the draws of turns and of directions

  int block_count() const { return lattice.columns() * lattice.rows(); }
  // The first cell of the group of the first block; may be outside the world.
  int first_x() const { return lattice.period_x() + parameters.block / 2 * lattice.pass_class(number).column; }
  int first_y() const { return lattice.period_y() + parameters.block / 2 * lattice.pass_class(number).row; }
};

// Sets the inputs of shaders/elements/lattice.glsl and turn.glsl. Precondition: the program is current.
void set_pass(const Program& program, const GpuPass& pass);

class GpuTurns {
 public:
  virtual ~GpuTurns() = default;

  // Allocates textures for worlds of that size and blocks of that side.
  virtual Status make(int width, int height, int block) = 0;
  // Takes the turns of the pass in the front canvas of the cells. Writes the stamps that are drawn at the end of the
  // pass to `stamps`, one texel per block. Precondition: the rules are bound.
  virtual void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) = 0;
};

// The largest number of blocks along that many cells, for any shift.
constexpr int most_blocks(int cells, int block) { return (cells + block) / block + 2; }

// In place, in compute shaders; needs OpenGL 4.3. Null, with a sentence in `error`, on failure.
std::unique_ptr<GpuTurns> make_compute_turns(std::string& error);
// Row by row, in fragment shaders. Null, with a sentence in `error`, on failure.
std::unique_ptr<GpuTurns> make_fragment_turns(std::string& error);

}  // namespace repose::elements
