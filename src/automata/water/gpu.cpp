// The pressure water automaton in OpenGL 3.3. A pass reads and writes every cell once (shaders/water/step.frag), and
// the cells around faucets once more.
#include "automata/water/water.hpp"

#include <limits>

#include "automata/field/gpu_field.hpp"

namespace repose::water {

static void take_ground(WaterWorld& world, const std::vector<GroundTexel>& texels) {
  world.take_picture([&texels](std::size_t i) { return texels[i].element; });
}

namespace {

class GpuSolver final : public GpuFieldSolver<WaterWorld> {
 public:
  explicit GpuSolver(std::string& error) : GpuFieldSolver(error) {
    const std::vector<ShaderConstant> constants =
        joined({field_constants(), SHADER_CONSTANTS(kFullCell, kMassMax, kPressedMax, kGround, kDrain, kClosed)});
    for (auto& [program, file] : {std::pair{&step_, "water/step.frag"},
                                  {&pour_, "water/pour.frag"},
                                  {&paint_cells_, "water/paint_cells.frag"},
                                  {&paint_ground_, "water/paint_ground.frag"}}) {
      *program = load_field_program(file, constants, error);
    }
  }

 private:
  // What neighbours of ground see in its place: a cell that holds too much for any flow.
  static constexpr std::int32_t kClosed = std::numeric_limits<std::int32_t>::max();

  GroundTexel ground_texel(std::uint8_t element, int x, int y) const override {
    return {element, 0, world_.is_faucet(x, y) ? GroundAction::pours : GroundAction::none};
  }

  bool draw_patch(const EditPatch& patch) override {
    for (const Program* program : {&paint_cells_, &paint_ground_}) {
      program->use();
      glUniform1i(program->uniform("u_min_mass"), world_.min_mass());
      glUniform1i(program->uniform("u_liquid"), world_.roles().liquid);
    }
    planes_.draw_patch(patch, paint_cells_, paint_ground_);
    return true;
  }

  void prepare_steps() override {
    pour_.use();
    glUniform2i(pour_.uniform("u_size"), world_.width(), world_.height());
    glUniform1i(pour_.uniform("u_pour"), world_.pour_units());
    step_.use();
    const Flows& flows = world_.flows();
    glUniform1i(step_.uniform("u_compress"), flows.compress);
    glUniform1i(step_.uniform("u_min_flow"), flows.min_flow);
    glUniform1i(step_.uniform("u_max_speed"), flows.max_speed);
    glUniform1ui(step_.uniform("u_share"), flows.share);
  }

  void issue_step(const StepSpan&, std::uint64_t step) override {
    for (int pass = 0; pass < world_.passes(); ++pass) {
      if (const FieldBox& box = world_.poured_box(); !box.empty()) {
        pour_.use();
        planes_.draw_cells(box);
      }
      step_.use();
      planes_.draw_cells();
    }
    const std::uint64_t rate = world_.steps_per_levelling();
    if (rate != 0 && step % rate == 0) level();
  }

  // The processor does this, because it needs sums over whole rows.
  void level() {
    glActiveTexture(GL_TEXTURE0);
    planes_.read(world_.field(), planes_.all());
    FieldBox changed;
    world_.level([&changed](int y, int x_begin, int x_end) {
      changed.include(x_begin, y);
      changed.include(x_end - 1, y);
    });
    if (!changed.empty()) planes_.write(world_.field(), changed);
  }

  Program step_, pour_, paint_cells_, paint_ground_;
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) { return make_solver_on_gpu<GpuSolver>(error); }

}  // namespace repose::water
