// The sandpile automaton in OpenGL 3.3: a pass that tags every stack, a pass that moves sand by the tags.
#include "automata/sandpile/gpu.hpp"

#include "automata/field/gpu_field.hpp"
#include "automata/sandpile/sandpile.hpp"

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
  bool make_programs(std::string& error) {
    const std::vector<ShaderConstant> constants =
        field_constants({{"kBlocked", kBlocked},
                         {"kHeightMax", kHeightMax},
                         {"kWholeRange", kWholeRange},
                         {"kWetnessMax", kWetnessMax},
                         {"kOpen", Ground::open},
                         {"kObstacle", Ground::obstacle},
                         {"kSpring", Ground::spring},
                         {"kDrain", Ground::drain},
                         {"kStable", Tag::stable},
                         {"kUp", Tag::up},
                         {"kDown", Tag::down},
                         {"kLeft", Tag::left},
                         {"kRight", Tag::right},
                         {"kSalt", static_cast<std::uint32_t>(Salt::automaton)}});
    for (auto& [program, file] : {std::pair{&tag_, "sandpile/tag.frag"},
                                  {&transfer_, "sandpile/transfer.frag"},
                                  {&dry_, "sandpile/dry.frag"},
                                  {&paint_cells_, "sandpile/paint_cells.frag"},
                                  {&paint_ground_, "sandpile/paint_ground.frag"}}) {
      *program = load_field_program(file, "u_tags", constants, error);
      if (!*program) return false;
    }
    return true;
  }

 private:
  TexelFormat between_format() const override {
    return kTexelRgba8;
  }  // tags: the format that software drivers read fastest

  std::vector<GroundTexel> ground_texels() const override {
    std::vector<GroundTexel> texels;
    texels.reserve(static_cast<std::size_t>(world_.width()) * static_cast<std::size_t>(world_.height()));
    const std::uint8_t* ground = world_.picture();
    for (int y = 0; y < world_.height(); ++y) {
      for (int x = 0; x < world_.width(); ++x, ++ground) {
        const auto kind = static_cast<Ground>(*ground);
        const GroundAction action = kind == Ground::spring  ? GroundAction::pours
                                    : kind == Ground::drain ? GroundAction::drains
                                                            : GroundAction::none;
        texels.push_back({*ground, static_cast<std::uint8_t>(world_.wetness().at(x, y)), action});
      }
    }
    return texels;
  }

  // Obstacles push sand to the nearest free stacks; the processor does that.
  bool draw_patch(const EditPatch& patch) override {
    if (patch.does(painting(FieldRole::ground))) return false;
    paint_cells_->use();
    glUniform1i(paint_cells_->uniform("u_brush"), world_.brush_units());
    planes_.draw_patch(patch, *paint_cells_, *paint_ground_);
    return true;
  }

  void issue_step(const StepSpan& span, std::uint64_t step) override {
    planes_.bind(0, planes_.cells.front());
    planes_.bind(1, planes_.ground.front());
    planes_.bind(2, planes_.between);
    use(*tag_);
    glUniform2ui(tag_->uniform("u_seed"), static_cast<GLuint>(span.seed), static_cast<GLuint>(span.seed >> 32));
    glUniform1ui(tag_->uniform("u_step"), static_cast<GLuint>(step));
    planes_.draw(planes_.between);
    use(*transfer_);
    planes_.draw(planes_.cells.back());
    planes_.cells.swap();
    const std::uint64_t rate = world_.steps_per_drying();
    if (rate == 0 || step % rate != 0) return;
    dry_->use();
    planes_.draw(planes_.ground.back());
    planes_.ground.swap();
  }

  void use(const Program& program) const {
    program.use();
    const Slope& slope = world_.slope();
    glUniform2i(program.uniform("u_size"), world_.width(), world_.height());
    glUniform2i(program.uniform("u_threshold"), slope.threshold, slope.threshold_per_wetness);
    glUniform2i(program.uniform("u_amount"), slope.amount, slope.amount_per_wetness);
    glUniform1i(program.uniform("u_pour"), world_.pour_units());
    glUniform1i(program.uniform("u_wet"), world_.is_wet() ? 1 : 0);
    glUniform1i(program.uniform("u_springs"), world_.has_springs() ? 1 : 0);
  }

  std::optional<Program> tag_, transfer_, dry_, paint_cells_, paint_ground_;
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) { return make_gpu_field_solver<GpuSolver>(error); }

}  // namespace repose::sandpile
