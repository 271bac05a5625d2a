// Bursts (bursts.hpp) in fragment shaders. A pass finds out whether any cell explodes; if none does, the GPU leaves out
// all others, without a read-back.
#pragma once

#include <optional>
#include <string>

#include "automata/conserving/bursts.hpp"
#include "automata/conserving/gpu_pass.hpp"
#include "automata/gpu_cells.hpp"

namespace repose::conserving {

class GpuBursts {
 public:
  // Empty, with a sentence in `error`, on failure.
  static std::optional<GpuBursts> create(std::string& error);

  void set_rules(const Rules& rules) const;
  // Makes room for the bursts of a world. Changes the binding of the active texture unit.
  void resize(int width, int height);
  // The bursts of a step. Needs the textures of the rules in units 1 and 2 (pairs.glsl).
  void run(GpuCells& cells, const BurstDraws& draws, bool wraps) const;

 private:
  struct Programs {
    Program tiles, claims, blast, thrown;
  };
  explicit GpuBursts(Programs programs);
  void find_blasts(const BurstDraws& draws) const;
  void claim_cells(const BurstDraws& draws) const;
  void throw_cells(GpuCells& cells, const BurstDraws& draws) const;

  Programs programs_;
  Texture traits_;
  Canvas tiles_, claims_;
  GlVertexArray no_vertices_;
  GlQuery any_;  // whether a tile holds a blast
};

}  // namespace repose::conserving
