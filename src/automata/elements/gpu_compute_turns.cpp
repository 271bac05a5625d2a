// Turns in OpenGL 4.3 compute shaders: in place, one invocation per block.
#include "automata/elements/gpu_rules.hpp"
#include "automata/elements/gpu_turns.hpp"

namespace repose::elements {
namespace {

// Blocks of a row in a work group, the same as in shaders/elements/turns.comp. Few, because neighbours take different
// branches.
constexpr int kGroupBlocks = 8;

class ComputeTurns final : public GpuTurns {
 public:
  explicit ComputeTurns(Program turns) : turns_(std::move(turns)) {}

  Status make(int, int, int) override { return {}; }

  void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) override {
    turns_.use();
    set_pass(turns_, pass);
    glBindImageTexture(0, cells.front().texture.name(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8UI);
    glBindImageTexture(1, stamps.texture.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32UI);
    // Row by row: a dispatch has at most 65535 groups along an axis.
    const int groups = (pass.lattice.columns() + kGroupBlocks - 1) / kGroupBlocks;
    dispatch_compute(groups, pass.lattice.rows());
  }

 private:
  Program turns_;
};

}  // namespace

std::unique_ptr<GpuTurns> make_compute_turns(std::string& error) {
  auto turns = Program::load_compute("elements/turns.comp", shader_constants(), error);
  if (!turns) return nullptr;
  turns->set_unit("u_rules", 1);
  turns->set_unit("u_pairs", 2);
  return std::make_unique<ComputeTurns>(std::move(*turns));
}

}  // namespace repose::elements
