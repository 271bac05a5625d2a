// The sandpile automaton in OpenGL 3.3. A step reads and writes every stack once (shaders/sandpile/step.frag), and the
// stacks around springs and drains once more.
#include "automata/sandpile/sandpile.hpp"

#include "automata/field/gpu_field.hpp"

namespace repose::sandpile {

static void take_ground_in(SandpileWorld& world, const FieldBox& box, const std::vector<GroundTexel>& texels) {
  auto texel = texels.begin();
  for (int y = box.y_begin; y < box.y_end; ++y) {
    for (int x = box.x_begin; x < box.x_end; ++x, ++texel) world.wetness().at(x, y) = texel->wetness;
  }
}

static void take_ground(SandpileWorld& world, const std::vector<GroundTexel>& texels) {
  world.take_ground([&texels](std::size_t i) { return std::pair{texels[i].element, texels[i].wetness}; });
}

namespace {

class GpuSolver final : public GpuFieldSolver<SandpileWorld> {
 public:
  explicit GpuSolver(std::string& error) : GpuFieldSolver(error) {
    std::vector<ShaderConstant> constants = joined({field_constants(),
                                                    SHADER_CONSTANTS(kBlocked, kHeightMax, kWholeRange, kWetnessMax),
                                                    {{"kOpen", Ground::open},
                                                     {"kObstacle", Ground::obstacle},
                                                     {"kSpring", Ground::spring},
                                                     {"kDrain", Ground::drain},
                                                     {"kWet", 0u}}});
    ShaderConstant& wet = constants.back();
    for (auto& [program, file] : {std::pair{&step_, "sandpile/step.frag"},
                                  {&wet_step_, "sandpile/step.frag"},
                                  {&springs_, "sandpile/springs.frag"},
                                  {&dry_, "sandpile/dry.frag"},
                                  {&paint_cells_, "sandpile/paint_cells.frag"},
                                  {&paint_ground_, "sandpile/paint_ground.frag"}}) {
      wet.value = std::uint32_t{program == &wet_step_};
      *program = load_field_program(file, constants, error);
    }
  }

 private:
  GroundTexel ground_texel(std::uint8_t element, int x, int y) const override {
    const auto kind = static_cast<Ground>(element);
    const GroundAction action = kind == Ground::spring  ? GroundAction::pours
                                : kind == Ground::drain ? GroundAction::drains
                                                        : GroundAction::none;
    return {element, static_cast<std::uint8_t>(world_.wetness().at(x, y)), action};
  }

  // Obstacles push sand to the nearest free stacks; the processor does that.
  bool draw_patch(const EditPatch& patch) override {
    if (patch.does(painting(FieldRole::ground))) return false;
    paint_cells_.use();
    glUniform1i(paint_cells_.uniform("u_brush"), world_.brush_units());
    planes_.draw_patch(patch, paint_cells_, paint_ground_);
    return true;
  }

  void prepare_steps() override {
    springs_.use();
    glUniform2i(springs_.uniform("u_size"), world_.width(), world_.height());
    glUniform1i(springs_.uniform("u_pour"), world_.pour_units());
    const Slope& slope = world_.slope();
    for (const Program* program : {&step_, &wet_step_}) {
      program->use();
      glUniform2i(program->uniform("u_size"), world_.width(), world_.height());
      glUniform2i(program->uniform("u_threshold"), slope.threshold, slope.threshold_per_wetness);
      glUniform2i(program->uniform("u_amount"), slope.amount, slope.amount_per_wetness);
    }
  }

  void issue_step(const StepSpan& span, std::uint64_t step) override {
    if (const FieldBox& box = world_.springs_box(); !box.empty()) {
      springs_.use();
      planes_.draw_cells(box);
    }
    const Program& program = world_.is_wet() ? wet_step_ : step_;
    program.use();
    glUniform1ui(program.uniform("u_random_base"),
                 random_base(span.seed, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(Salt::automaton)));
    planes_.draw_cells();
    const std::uint64_t rate = world_.steps_per_drying();
    if (rate == 0 || step % rate != 0) return;
    dry_.use();
    planes_.draw_ground();
  }

  Program step_, wet_step_, springs_, dry_, paint_cells_, paint_ground_;
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) { return make_solver_on_gpu<GpuSolver>(error); }

}  // namespace repose::sandpile
