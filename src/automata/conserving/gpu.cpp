// The conserving automaton in OpenGL 3.3 fragment shaders: one pass for each sub-step; each reads one texture and draws
// another. For every cell a pass computes to which pair it belongs and what that pair does; the result is the same for
// both cells of a pair.
#include "automata/conserving/gpu.hpp"

#include <algorithm>

#include "automata/conserving/conserving.hpp"
#include "automata/gpu_cell_solver.hpp"
#include "gl/state_guard.hpp"

namespace repose::conserving {
namespace {

// Bits of a meeting, in shaders/conserving/pairs.glsl; the last two are set on the diagonal only.
constexpr std::uint32_t kSwap = 1, kReaction = 2, kAnywhere = 4, kRuns = 8, kFixed = 16, kDecays = 32;

struct MeetingTexel {
  std::uint8_t bits = 0, low = 0, high = 0, opaque = 255;
};
static_assert(sizeof(MeetingTexel) == 4);

struct Passes {
  Program decay, fall, slide, flow;
};

std::optional<Program> load_pass(std::string_view file, std::string& error) {
  const ShaderConstant constants[] = {{"kSwap", kSwap}, {"kReaction", kReaction}, {"kAnywhere", kAnywhere},
                                      {"kRuns", kRuns}, {"kFixed", kFixed},       {"kDecays", kDecays}};
  auto program = Program::load({"common/fullscreen.vert", file}, constants, error);
  if (!program) return std::nullopt;
  program->set_unit("u_cells", 0);
  program->set_unit("u_rules", 1);
  program->set_unit("u_meetings", 2);
  return program;
}

std::optional<Passes> load_passes(std::string& error) {
  auto decay = load_pass("conserving/decay.frag", error);
  if (!decay) return std::nullopt;
  auto fall = load_pass("conserving/fall.frag", error);
  if (!fall) return std::nullopt;
  auto slide = load_pass("conserving/slide.frag", error);
  if (!slide) return std::nullopt;
  auto flow = load_pass("conserving/flow.frag", error);
  if (!flow) return std::nullopt;
  return Passes{std::move(*decay), std::move(*fall), std::move(*slide), std::move(*flow)};
}

class GpuSolver final : public GpuCellSolver {
 public:
  GpuSolver(Passes passes, GpuCells cells)
      : GpuCellSolver(std::move(cells), CellTexels::element), passes_(std::move(passes)) {
    results_texture_ = Texture(kTexelRgba8, kElementsMax, kElementsMax, "conserving rules");
    meetings_texture_ = Texture(kTexelRgba8, kElementsMax, kElementsMax, "conserving meetings");
  }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    clear_gl_errors();
    rules_ = Rules(ruleset);
    GpuCells::Texels texels;
    for (int i = 0; i < kElementsMax; ++i)
      texels[static_cast<std::size_t>(i)] = texel_of(rules_.admit(static_cast<std::uint8_t>(i)));
    cells_.set_texels(texels);
    write_rules();
    return check_gl_errors("Loading the rules");
  }

  std::span<const ParameterInfo> parameters() const override { return FlowParameter::list(); }
  double parameter(std::string_view name) const override { return flow_.get(name); }
  bool set_parameter(std::string_view name, double value) override { return flow_.set(name, value); }

 private:
  CellTexel texel_of(std::uint8_t element) const { return {element, rules_.density(element)}; }

  static MeetingTexel meeting_texel(std::uint32_t bits, std::uint32_t probability) {
    const std::uint32_t less_one = std::max(probability, 1u) - 1;
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(less_one & 0xff),
            static_cast<std::uint8_t>(less_one >> 8)};
  }

  void write_rules() const {
    std::vector<CellTexel> results;
    std::vector<MeetingTexel> meetings;
    for (int i = 0; i < kElementsMax; ++i) {
      for (int j = 0; j < kElementsMax; ++j) {
        const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
        if (i == j) {
          const Decaying& decay = rules_.decay(a);
          results.push_back(texel_of(decay.into));
          meetings.push_back(meeting_texel((rules_.is_fixed(a) ? kFixed : 0) | (decay.probability > 0 ? kDecays : 0),
                                           decay.probability));
          continue;
        }
        const Meeting& meeting = rules_.meeting(a, b);
        const std::uint32_t kind = meeting.kind == Meeting::Kind::swap       ? kSwap
                                   : meeting.kind == Meeting::Kind::reaction ? kReaction
                                                                             : 0;
        results.push_back(texel_of(meeting.result));
        meetings.push_back(meeting_texel(kind | (meeting.anywhere ? kAnywhere : 0) | (rules_.runs(a, b) ? kRuns : 0),
                                         meeting.probability));
      }
    }
    results_texture_.write(0, 0, kElementsMax, kElementsMax, results.data(), kElementsMax);
    meetings_texture_.write(0, 0, kElementsMax, kElementsMax, meetings.data(), kElementsMax);
  }

  void begin_steps() override {
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, results_texture_.name());
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, meetings_texture_.name());
  }

  std::uint64_t issue_step(std::uint64_t seed, std::uint64_t step) override {
    const StepDraws draws(seed, step, flow_.passes());
    const StepDraws::Bases& bases = draws.bases();
    if (rules_.has_decays()) {
      begin_pass(passes_.decay, bases.decay);
      cells_.draw_pass();
    }
    begin_pass(passes_.fall, bases.fall);
    glUniform1ui(passes_.fall.uniform("u_falls_from"), bases.falls_from);
    cells_.draw_pass();
    begin_pass(passes_.slide, bases.slide);
    glUniform1i(passes_.slide.uniform("u_first_row"), static_cast<GLint>(step % 2));
    glUniform1ui(passes_.slide.uniform("u_blocks"), bases.blocks);
    cells_.draw_pass();
    for (int i = 0; i < flow_.passes(); ++i) {
      const StepDraws::Pass& pass = draws.pass(i);
      begin_pass(passes_.flow, bases.react);
      glUniform1ui(passes_.flow.uniform("u_pass"), pass.number);
      glUniform1ui(passes_.flow.uniform("u_directions"), pass.directions);
      glUniform1ui(passes_.flow.uniform("u_coins"), pass.coins);
      glUniform1i(passes_.flow.uniform("u_reacts"), i == 0);
      cells_.draw_pass();
    }
    return cell_count() * static_cast<std::uint64_t>(2 + flow_.passes());
  }

  void begin_pass(const Program& program, std::uint32_t draws) const {
    program.use();
    glUniform2i(program.uniform("u_size"), cells_.width(), cells_.height());
    glUniform1ui(program.uniform("u_draws"), draws);
  }

  Passes passes_;
  Texture results_texture_, meetings_texture_;
  Rules rules_;
  FlowParameter flow_;
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) {
  const GlStateGuard guard;
  clear_gl_errors();
  auto passes = load_passes(error);
  if (!passes) return nullptr;
  auto cells = GpuCells::create(error);
  if (!cells) return nullptr;
  auto solver = std::make_unique<GpuSolver>(std::move(*passes), std::move(*cells));
  return gpu_setup_succeeded(error) ? std::move(solver) : nullptr;
}

}  // namespace repose::conserving
