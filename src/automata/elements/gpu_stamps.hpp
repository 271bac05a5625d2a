// Draws the discs and items of a pass at its end. A key is used as a depth, so the highest key wins where they overlap.
#pragma once

#include <optional>
#include <string>

#include "automata/elements/gpu_turns.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "repose/status.hpp"

namespace repose::elements {

class GpuStamps {
 public:
  static std::optional<GpuStamps> create(std::string& error);

  // Allocates memory for one stamp of each block of any pass; for cells only if there can be stamps at all.
  Status make(int width, int height, int block, bool has_stamps);
  // One texel for each block of a pass; the turns write it.
  const Canvas& waiting() const { return waiting_; }
  // Draws into the front canvas of the cells. Precondition: the rules are bound.
  void draw(const GpuPass& pass, const PingPong& cells) const;

 private:
  GpuStamps(Program keys, Program cells) : keys_program_(std::move(keys)), cells_program_(std::move(cells)) {}
  void draw_all(const Program& program, const GpuPass& pass) const;

  Program keys_program_, cells_program_;
  GlVertexArray no_vertices_;
  Canvas waiting_;
  Texture keys_, keys_depth_, cells_depth_;
  Framebuffer keys_framebuffer_;
};

}  // namespace repose::elements
