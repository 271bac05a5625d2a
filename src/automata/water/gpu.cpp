// The pressure water automaton in OpenGL 3.3: a pass that computes the flows out of every cell, then a pass that adds
// them up.
#include "automata/water/gpu.hpp"

#include "automata/field/gpu_field.hpp"
#include "automata/water/water.hpp"

namespace repose::water {

static void take_ground(WaterWorld& world, const std::vector<GroundTexel>& texels) {
  world.take_picture([&texels](std::size_t i) { return texels[i].element; });
}

namespace {

class GpuSolver final : public GpuFieldSolver<WaterWorld> {
 public:
  bool make_programs(std::string& error) {
    const std::vector<ShaderConstant> constants = field_constants({{"kFullCell", kFullCell},
                                                                   {"kMassMax", kMassMax},
                                                                   {"kPressedMax", kPressedMax},
                                                                   {"kGround", kGround},
                                                                   {"kDrain", kDrain}});
    for (auto& [program, file] : {std::pair{&flow_, "water/flow.frag"},
                                  {&gather_, "water/gather.frag"},
                                  {&paint_cells_, "water/paint_cells.frag"},
                                  {&paint_ground_, "water/paint_ground.frag"}}) {
      *program = load_field_program(file, "u_flows", constants, error);
      if (!*program) return false;
    }
    return true;
  }

 private:
  TexelFormat between_format() const override { return kTexelRgba32i; }  // down, left, right, up

  std::vector<GroundTexel> ground_texels() const override {
    std::vector<GroundTexel> texels;
    texels.reserve(static_cast<std::size_t>(world_.width()) * static_cast<std::size_t>(world_.height()));
    const std::uint8_t* element = world_.picture();
    for (int y = 0; y < world_.height(); ++y) {
      for (int x = 0; x < world_.width(); ++x, ++element) {
        texels.push_back({*element, 0, world_.is_faucet(x, y) ? GroundAction::pours : GroundAction::none});
      }
    }
    return texels;
  }

  bool draw_patch(const EditPatch& patch) override {
    for (const Program* program : {&*paint_cells_, &*paint_ground_}) {
      program->use();
      glUniform1i(program->uniform("u_min_mass"), world_.min_mass());
      glUniform1i(program->uniform("u_liquid"), world_.roles().liquid);
    }
    planes_.draw_patch(patch, *paint_cells_, *paint_ground_);
    return true;
  }

  void issue_step(const StepSpan&, std::uint64_t step) override {
    for (int pass = 0; pass < world_.passes(); ++pass) {
      planes_.bind(0, planes_.cells.front());
      planes_.bind(1, planes_.ground.front());
      planes_.bind(2, planes_.between);
      use(*flow_);
      planes_.draw(planes_.between);
      use(*gather_);
      planes_.draw(planes_.cells.back());
      planes_.cells.swap();
    }
    const std::uint64_t rate = world_.steps_per_levelling();
    if (rate != 0 && step % rate == 0) level();
  }

  // The processor does this, because it needs sums over whole rows.
  void level() {
    glActiveTexture(GL_TEXTURE0);
    planes_.read(world_.field());
    bool any = false;
    world_.level([&any](int, int, int) { any = true; });
    if (any) planes_.write(world_.field());
  }

  void use(const Program& program) const {
    program.use();
    const Flows& flows = world_.flows();
    glUniform2i(program.uniform("u_size"), world_.width(), world_.height());
    glUniform1i(program.uniform("u_rim"), world_.field().at(-1, 0));
    glUniform1i(program.uniform("u_compress"), flows.compress);
    glUniform1i(program.uniform("u_min_flow"), flows.min_flow);
    glUniform1i(program.uniform("u_max_speed"), flows.max_speed);
    glUniform1ui(program.uniform("u_share"), flows.share);
    glUniform1i(program.uniform("u_pour"), world_.pour_units());
    glUniform1i(program.uniform("u_faucets"), world_.has_faucets() ? 1 : 0);
  }

  std::optional<Program> flow_, gather_, paint_cells_, paint_ground_;
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) { return make_gpu_field_solver<GpuSolver>(error); }

}  // namespace repose::water
