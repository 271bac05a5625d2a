// The conserving automaton in OpenGL 3.3 fragment shaders: one pass for each sub-step; each reads one texture and draws
// another. Software drivers, and small GPUs, spend their time on reading texels. So a texel holds 16 cells of a column,
// and bounds on codes (gpu_codes.hpp) and comparisons of four cells at a time tell where pairs may act: only there, a
// pass looks up what the two do, in one word for a pair. For every cell a pass computes to which pair it belongs and
// what that pair does; the result is the same for both cells of a pair.
//
// In fall each pair depends on the one below it. One pass finds for each texel where falls begin, and what its pairs
// carry up for the two things that mostly come up from below: nothing, and background. A second pass looks down from
// each texel for the nearest one whose carry does not depend on what is below it, which is rarely far away, and then
// falls (shaders/conserving/falls.glsl).
#include "automata/conserving/gpu.hpp"

#include <map>
#include <optional>

#include "automata/conserving/conserving.hpp"
#include "automata/conserving/gpu_bursts.hpp"
#include "automata/conserving/gpu_left.hpp"
#include "automata/conserving/gpu_packed_cells.hpp"
#include "automata/conserving/gpu_pass.hpp"
#include "automata/gpu_cell_solver.hpp"
#include "gl/state_guard.hpp"

namespace repose::conserving {
namespace {

struct Passes {
  Program decay, wander;
};

// Those that depend on what cells do with others.
struct ActingPasses {
  Program starts, fall, slide, flow;
};

std::optional<Passes> load_passes(std::string& error) {
  auto decay = load_pass("conserving/decay.frag", error);
  if (!decay) return std::nullopt;
  auto wander = load_pass("conserving/wander.frag", error);
  if (!wander) return std::nullopt;
  return Passes{std::move(*decay), std::move(*wander)};
}

std::optional<ActingPasses> load_acting_passes(const ShaderTraits& traits, std::string& error) {
  auto starts = load_pass("conserving/starts.frag", error, traits);
  if (!starts) return std::nullopt;
  auto fall = load_pass("conserving/fall.frag", error, traits);
  if (!fall) return std::nullopt;
  auto slide = load_pass("conserving/slide.frag", error, traits);
  if (!slide) return std::nullopt;
  auto flow = load_pass("conserving/flow.frag", error, traits);
  if (!flow) return std::nullopt;
  return ActingPasses{std::move(*starts), std::move(*fall), std::move(*slide), std::move(*flow)};
}

class GpuSolver final : public GpuCellSolver {
 public:
  GpuSolver(Passes passes, PackedCells packed, GpuBursts bursts, GpuCells cells)
      : GpuCellSolver(std::move(cells), CellTexels::element),
        passes_(std::move(passes)),
        packed_(std::move(packed)),
        bursts_(std::move(bursts)) {}

  // Loads the passes for such rules, unless they are there: so the program starts without waiting for the others.
  bool make_acting(const ShaderTraits& traits, std::string& error) {
    if (acting_.contains(traits)) return true;
    auto passes = load_acting_passes(traits, error);
    if (!passes) return false;
    acting_.emplace(traits, std::move(*passes));
    return true;
  }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    clear_gl_errors();
    if (cells_) show();
    rules_ = Rules(ruleset);
    GpuCells::Texels texels;
    for (int i = 0; i < kElementsMax; ++i)
      texels[static_cast<std::size_t>(i)] = texel_of(rules_.admit(static_cast<std::uint8_t>(i)));
    cells_.set_texels(texels);
    cells_.set_loose(loose_table(ruleset));
    packed_.set_rules(rules_);
    if (std::string error; !make_acting(packed_.codes().shader_traits(), error)) return Status::failure(error);
    bursts_.set_rules(rules_);
    newer_ = Newer::cells;
    return check_gl_errors("Loading the rules");
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  // The session falls back to cpu, with this sentence.
  bool set_parameter(std::string_view name, double value) override {
    const bool known = parameters_.set(name, value);
    if (parameters_.borders().is_any_open() && !left_) make_left();
    if (parameters_.levelling() > 0) {
      note(
          Status::failure("Levelling runs on cpu and scalar only: it follows connected cells through the whole world, "
                          "which is slow in shaders. Set Levelling to 0 for the GPU."));
    }
    return known;
  }

  SolverStats stats() const override {
    if (left_ && left_->is_pending()) {  // so that the count of a paused world becomes complete
      const GlStateGuard guard;
      left_->collect(left_cells_);
    }
    SolverStats stats = GpuCellSolver::stats();
    stats.left_cells = left_cells_.total();
    return stats;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    return left_cells_.by_element(parameters_.borders(), rules_.element_count());
  }

 private:
  CellTexel texel_of(std::uint8_t element) const { return {element, rules_.density(element)}; }

  // Which of cells_ and packed_ has changed since they were the same.
  enum class Newer : std::uint8_t { neither, cells, packed };

  void begin_steps() override {
    if (!rules_.bursting().empty()) bursts_.resize(cells_.width(), cells_.height());
    if (newer_ == Newer::cells) packed_.pack(cells_);
    newer_ = Newer::packed;
  }

  void show() const override {
    if (newer_ != Newer::packed) return;
    const GlStateGuard guard;
    packed_.unpack(cells_);
    newer_ = Newer::neither;
  }

  void cells_edited() override { newer_ = Newer::cells; }

  std::uint64_t issue_step(std::uint64_t seed, std::uint64_t step) override {
    const StepDraws draws(seed, step, parameters_.passes());
    if (!rules_.bursting().empty()) bursts_.run(packed_, cells_, BurstDraws(seed, step), parameters_.borders().wraps);
    if (rules_.has_decays()) {
      begin_pass(passes_.decay, draws.bases().decay);
      packed_.draw_pass();
    }
    fall(draws);
    slide(draws, step);
    for (int i = 0; i < parameters_.passes(); ++i) flow(draws, i);
    if (rules_.has_wanderers()) wander(draws);
    if (left_) left_->run(packed_, parameters_.borders(), left_cells_);
    return cell_count() * static_cast<std::uint64_t>(2 + parameters_.passes());
  }

  const ActingPasses& acting() const { return acting_.at(packed_.codes().shader_traits()); }

  void begin_pass(const Program& program, std::uint32_t draws) const {
    packed_.begin_pass(program, parameters_.borders().wraps);
    glUniform1ui(program.uniform("u_draws"), draws);
  }

  void fall(const StepDraws& draws) {
    begin_pass(acting().starts, draws.bases().fall);
    packed_.draw_starts();
    begin_pass(acting().fall, draws.bases().fall);
    packed_.draw_fall();
  }

  void slide(const StepDraws& draws, std::uint64_t step) {
    const Program& program = acting().slide;
    begin_pass(program, draws.bases().slide);
    glUniform1i(program.uniform("u_first_row"), static_cast<GLint>(step % 2));
    glUniform1ui(program.uniform("u_blocks"), draws.bases().blocks);
    glUniform1i(program.uniform("u_turns"), draws.turns());
    packed_.draw_pass(true);
  }

  // A pass in which no pair of these rules acts is left out.
  void flow(const StepDraws& draws, int i) {
    const bool reacts = i == 0 && packed_.codes().shader_traits().has_anywhere;
    if (!reacts && !packed_.codes().has_running()) return;
    const StepDraws::Pass& pass = draws.pass(i);
    const Program& program = acting().flow;
    begin_pass(program, draws.bases().react);
    glUniform1ui(program.uniform("u_pass"), pass.number);
    glUniform1ui(program.uniform("u_directions"), pass.directions);
    glUniform1ui(program.uniform("u_coins"), pass.coins);
    glUniform1i(program.uniform("u_reacts"), reacts);
    glUniform1ui(program.uniform("u_fluidity"), pass.fluidity);
    glUniform1i(program.uniform("u_turns"), pass.turns);
    packed_.draw_pass(true);
  }

  void wander(const StepDraws& draws) {
    begin_pass(passes_.wander, draws.bases().wander);
    glUniform1i(passes_.wander.uniform("u_sideways"), draws.wanders_sideways());
    glUniform1i(passes_.wander.uniform("u_from"), draws.wander_from());
    glUniform1i(passes_.wander.uniform("u_turns"), draws.turns());
    packed_.draw_pass();
  }

  // ---- what leaves ----

  void make_left() {
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    left_ = GpuLeft::create(error);
    if (!left_) return note(Status::failure(error));
    left_->reset(cells_.width(), cells_.height());
    note(check_gl_errors("Opening the borders"));
  }

  Status write(const World& world) override {
    left_cells_.forget();
    if (left_) left_->reset(world.width(), world.height());
    if (cells_) show();  // if this fails, the old world stays
    if (Status status = GpuCellSolver::write(world); !status) return status;
    newer_ = Newer::cells;
    return packed_.resize(world.width(), world.height());
  }

  void read(World& world) const override {
    if (left_) left_->collect_all(left_cells_);
    GpuCellSolver::read(world);
  }

  Passes passes_;
  std::map<ShaderTraits, ActingPasses> acting_;  // made when needed
  PackedCells packed_;
  GpuBursts bursts_;
  mutable Newer newer_ = Newer::neither;  // mutable: show() copies, which changes no cell
  Rules rules_;
  Parameters parameters_;
  std::unique_ptr<GpuLeft> left_;  // null until a side is opened for the first time
  mutable LeftCells left_cells_;   // mutable: const functions take over counts that have arrived
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) {
  const GlStateGuard guard;
  clear_gl_errors();
  auto passes = load_passes(error);
  if (!passes) return nullptr;
  auto packed = PackedCells::create(error);
  if (!packed) return nullptr;
  auto bursts = GpuBursts::create(error);
  if (!bursts) return nullptr;
  auto cells = GpuCells::create(error);
  if (!cells) return nullptr;
  auto solver =
      std::make_unique<GpuSolver>(std::move(*passes), std::move(*packed), std::move(*bursts), std::move(*cells));
  if (!solver->make_acting(CellCodes().shader_traits(), error)) return nullptr;
  return gpu_setup_succeeded(error) ? std::move(solver) : nullptr;
}

}  // namespace repose::conserving
