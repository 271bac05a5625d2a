#include "yardstick.hpp"

#include <array>
#include <vector>

#include "automata/density/density.hpp"
#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"

namespace repose::bench {
namespace {

using Texel = std::array<std::uint8_t, 4>;

Texel to_texel(density::Outcome cell) { return {cell.index, cell.density, 0, 255}; }

class Yardstick final : public Solver {
 public:
  static std::unique_ptr<Solver> create(std::string& error) {
    const GlStateGuard guard;
    constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_rules", 1}};
    auto program = Program::load({"common/fullscreen.vert", "../bench/yardstick.frag"}, {}, error, kUnits);
    return program ? std::unique_ptr<Solver>(new Yardstick(std::move(program))) : nullptr;
  }

  PlaneSet state_planes() const override { return density::state_planes(rules_); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = density::accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    rules_ = density::RuleTable(ruleset);
    std::vector<Texel> texels;
    for (int self = 0; self < kElementsMax; ++self) {
      for (int partner = 0; partner < kElementsMax; ++partner) {
        texels.push_back(to_texel(rules_.at(static_cast<std::uint8_t>(self), static_cast<std::uint8_t>(partner))));
      }
    }
    rules_texture_.write(0, 0, kElementsMax, kElementsMax, texels.data(), kElementsMax);
    return {};
  }

  Status upload(const World& world) override {
    const GlStateGuard guard;
    clear_gl_errors();
    width_ = world.width();
    height_ = world.height();
    cells_ = PingPong(kTexelRgba8, width_, height_, "yardstick cells");
    const auto density = world.bytes(Plane::density);
    std::vector<Texel> texels;
    texels.reserve(world.cell_count());
    for (std::size_t i = 0; i < world.cell_count(); ++i) {
      texels.push_back(to_texel(density::admit(rules_, world.cells()[i], density.empty() ? nullptr : &density[i])));
    }
    cells_.front().texture.write(0, 0, width_, height_, texels.data(), width_);
    return check_gl_errors("Copying the world to the yardstick");
  }

  void apply(const Edit&) override {}

  void step(const StepSpan& span) override {
    const GlStateGuard guard;
    program_.use();
    glUniform2f(program_.uniform("u_size"), static_cast<float>(width_), static_cast<float>(height_));
    glBindVertexArray(no_vertices_.get());
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, rules_texture_.name());
    glActiveTexture(GL_TEXTURE0);
    for (std::uint64_t k = 0; k < span.count; ++k) {
      glUniform1f(program_.uniform("u_bias"), span.bias(span.first_step + k) == Bias::left ? -1.0f : 1.0f);
      cells_.back().framebuffer.bind();
      glBindTexture(GL_TEXTURE_2D, cells_.front().texture.name());
      glDrawArrays(GL_TRIANGLES, 0, 3);
      cells_.swap();
    }
    finish_gl();
  }

  void download(World& world) const override {
    const GlStateGuard guard;
    world = World(width_, height_);
    if (rules_.has_undefined_pairs()) world.add(Plane::density);
    std::vector<Texel> texels(world.cell_count());
    cells_.front().framebuffer.bind();
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    for (std::size_t i = 0; i < texels.size(); ++i) {
      world.cells()[i] = texels[i][0];
      if (rules_.has_undefined_pairs()) world.bytes(Plane::density)[i] = texels[i][1];
    }
  }

  SolverStats stats() const override {
    SolverStats stats;
    stats.cell_count = stats.active_cells = static_cast<std::uint64_t>(width_) * static_cast<std::uint64_t>(height_);
    return stats;
  }
  CellView view() const override { return {}; }

 private:
  explicit Yardstick(Program program)
      : program_(std::move(program)),
        rules_texture_(kTexelRgba8, kElementsMax, kElementsMax, "yardstick rules"),
        no_vertices_(make_gl_vertex_array()) {}

  Program program_;
  Texture rules_texture_;
  GlVertexArray no_vertices_;
  PingPong cells_;
  density::RuleTable rules_;
  int width_ = 1, height_ = 1;
};

}  // namespace

SolverEntry yardstick_entry() {
  return {"density", Backend::gpu, "",
          [](const SolverOptions&, std::string& error) { return Yardstick::create(error); }};
}

}  // namespace repose::bench
