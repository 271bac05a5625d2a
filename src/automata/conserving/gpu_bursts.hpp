// Bursts (bursts.hpp) in fragment shaders. A pass finds out whether any cell explodes; if none does, the GPU leaves out
// all others, without a read-back.
#pragma once

#include <optional>
#include <string>

#include "automata/conserving/bursts.hpp"
#include "automata/conserving/gpu_packed_cells.hpp"
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
  // The bursts of a step, from and to packed cells. Changes `cells`, which has to have the right size.
  void run(PackedCells& packed, GpuCells& cells, const BurstDraws& draws, bool wraps) const;

 private:
  struct Programs {
    Program tiles, claims, blast, thrown;
  };
  explicit GpuBursts(Programs programs);
  void find_blasts(const PackedCells& packed, const BurstDraws& draws) const;
  void claim_cells(const BurstDraws& draws) const;
  void throw_cells(GpuCells& cells, const BurstDraws& draws) const;

  Programs programs_;
  Texture traits_, meetings_;
  Canvas tiles_, claims_;
  GlVertexArray no_vertices_;
  GlQuery any_;  // whether a tile holds a blast
};

}  // namespace repose::conserving
