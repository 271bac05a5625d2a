// Who takes the turns of a pass on a GPU: two ways behind one interface, which give the same bytes.
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
  std::uint32_t turns, rows;  // what the words of turns and the directions of rows are drawn from

  int block_count() const { return lattice.columns() * lattice.rows(); }
  // Where the group of the first block begins; may lie before the world.
  int first_x() const { return lattice.period_x() + parameters.block / 2 * lattice.pass_class(number).column; }
  int first_y() const { return lattice.period_y() + parameters.block / 2 * lattice.pass_class(number).row; }
};

// The inputs of shaders/elements/lattice.glsl and turn.glsl. The program is in use.
void set_pass(const Program& program, const GpuPass& pass);

class GpuTurns {
 public:
  virtual ~GpuTurns() = default;

  // Makes room for worlds of that size and blocks of that side.
  virtual Status make(int width, int height, int block) = 0;
  // The front of the cells takes the turns; then `stamps` has what waits for the end of the pass, one texel a block.
  // The rules are bound.
  virtual void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) = 0;
};

// As many blocks as a lattice has along that many cells at most, whatever its shift.
constexpr int most_blocks(int cells, int block) { return (cells + block) / block + 2; }

// In place in compute shaders, which takes OpenGL 4.3. Null and a sentence on failure.
std::unique_ptr<GpuTurns> make_compute_turns(std::string& error);
// In fragment shaders, row after row. Null and a sentence on failure.
std::unique_ptr<GpuTurns> make_fragment_turns(std::string& error);

}  // namespace repose::elements
