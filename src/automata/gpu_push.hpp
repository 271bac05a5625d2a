// Pushes on the GPU: what the two ways to store cells share. shaders/common/push.glsl has the rest.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/edited_cells.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"

namespace repose {

// A program whose fragment shader includes common/push.glsl. All functions must be called under a GlStateGuard.
class GpuPush {
 public:
  // The unit of the texture of spans; u_cells is in unit 0.
  static constexpr int kSpansUnit = 3;

  static std::optional<GpuPush> create(ProgramFiles files, std::string& error);

  void set_loose(const LooseTable& loose);
  // Cells at the edge of the world that are not pushed: 0, or 1 if the border is kept empty.
  void set_border(int cells) { border_ = cells; }

  // The box of the cells that an edit may change; empty if there are none.
  std::optional<CellBox> box_of(const PushEdit& edit, int width, int height);
  // Makes the program current and sets its inputs for the edit of the last box_of(). Leaves unit 0 active.
  void use(const PushEdit& edit, int width, int height);
  const Program& program() const { return program_; }

 private:
  explicit GpuPush(Program program) : program_(std::move(program)) {}

  Program program_;
  std::array<GLuint, kElementsMax / 8> looseness_{};
  int border_ = 0;
  std::vector<Span> spans_;
  Texture spans_texture_;
};

}  // namespace repose
