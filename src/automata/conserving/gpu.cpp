// The conserving automaton in OpenGL 3.3 fragment shaders: one pass for each sub-step; each reads one texture and draws
// another. Software drivers, and small GPUs, spend their time on reading texels. So a texel holds 16 cells of a column,
// and bounds on codes (gpu_packed_cells.hpp) and comparisons of four cells at a time tell where pairs may act: only
// there, a pass looks up what the two do, in one word for a pair. For every cell a pass computes to which pair it
// belongs and what that pair does; the result is the same for both cells of a pair.
//
// In fall each pair depends on the one below it. One pass finds for each texel where falls begin, and what its pairs
// carry up for the two things that mostly come up from below: nothing, and background. A second pass looks down from
// each texel for the nearest one whose carry does not depend on what is below it, which is rarely far away, and then
// falls (shaders/conserving/falls.glsl).
#include "automata/conserving/conserving.hpp"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "automata/conserving/bursts.hpp"
#include "automata/conserving/gpu_packed_cells.hpp"
#include "automata/gpu_cells.hpp"
#include "automata/gpu_rim_counts.hpp"
#include "gl/gl.hpp"
#include "gl/program.hpp"

namespace repose::conserving {

namespace {

// Bursts (bursts.hpp) in fragment shaders. A pass finds out whether any cell explodes; if none does, the GPU leaves out
// all others, without a read-back.
class GpuBursts {
 public:
  // Unusable if `error` is not empty afterwards.
  explicit GpuBursts(std::string& error);

  void set_rules(const Rules& rules) const;
  // Allocates the textures for the bursts of a world. Changes the binding of the active texture unit.
  void resize(int width, int height);
  // The bursts of a step, from and to packed cells. Changes `cells`, which has to have the right size.
  void run(PackedCells& packed, GpuCells& cells, const BurstDraws& draws, bool wraps) const;

 private:
  void find_blasts(const PackedCells& packed, const BurstDraws& draws) const;
  void claim_cells(const BurstDraws& draws) const;
  void throw_cells(GpuCells& cells, const BurstDraws& draws) const;

  Program tiles_program_, claims_program_, blast_program_, throw_program_;
  Texture traits_, meetings_;
  Canvas tiles_, claims_;
  GlVertexArray no_vertices_;
  GlQuery any_;  // whether a tile holds a blast
};

// What leaves a world of the gpu backend over open sides: removed by one pass, and counted on the GPU by another. The
// counts are read back asynchronously.
class GpuLeft {
 public:
  // Unusable if `error` is not empty afterwards.
  explicit GpuLeft(std::string& error)
      : leave_(load_pass("conserving/leave.frag", error)),
        count_(load_pass("common/left.frag", error, {}, "conserving/left.vert")),
        no_vertices_(make_gl_vertex_array()) {
    if (error.empty() && !counts.complete()) error = counts.kIncomplete;
  }

  // The end of a step. Does nothing if no side is open.
  void run(PackedCells& cells, const Borders& borders, LeftCells& left) {
    if (!borders.is_any_open()) return;
    const auto begin = [&](const Program& program) {
      cells.begin_pass(program, borders.wraps);
      glUniform4i(program.uniform("u_open"), borders.left_open, borders.right_open, borders.top_open,
                  borders.bottom_open);
    };
    begin(count_);
    {
      const AdditiveBlending blending;
      glBindVertexArray(no_vertices_.get());
      bind_texture(kCellsUnit, cells.front());
      counts.count(left);
    }
    begin(leave_);
    cells.draw_pass();
  }

  GpuRimCounts<LeftCells> counts{"conserving left counts"};

 private:
  Program leave_, count_;
  GlVertexArray no_vertices_;
};

// The passes that depend on what cells do with others.
struct ActingPasses {
  Program starts, fall, slide, flow;
};

class GpuSolver final : public GpuCellSolver {
 public:
  // Unusable if `error` is not empty afterwards.
  explicit GpuSolver(std::string& error)
      : GpuCellSolver(GpuCells(error), CellTexels::element),
        decay_(load_pass("conserving/decay.frag", error)),
        wander_(load_pass("conserving/wander.frag", error)),
        packed_(error),
        bursts_(error) {
    make_acting(CellCodes().shader_traits(), error);
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
    std::string error;
    make_acting(packed_.codes().shader_traits(), error);
    if (!error.empty()) return Status::failure(error);
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
    if (left_ && left_->counts.is_pending()) {  // so that the count of a paused world becomes complete
      const GlStateGuard guard;
      left_->counts.collect(left_cells_);
    }
    SolverStats stats = GpuCellSolver::stats();
    stats.left_cells = left_cells_.total();
    return stats;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    return left_cells_.by_element(parameters_.borders(), rules_.element_count());
  }

 private:
  // Loads the passes for such rules, unless they are there: so the program starts without waiting for the others.
  void make_acting(const ShaderTraits& traits, std::string& error) {
    if (acting_.contains(traits)) return;
    ActingPasses passes{
        load_pass("conserving/starts.frag", error, traits), load_pass("conserving/fall.frag", error, traits),
        load_pass("conserving/slide.frag", error, traits), load_pass("conserving/flow.frag", error, traits)};
    if (error.empty()) acting_.emplace(traits, std::move(passes));
  }

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
      begin_pass(decay_, draws.bases().decay);
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
    begin_pass(wander_, draws.bases().wander);
    glUniform1i(wander_.uniform("u_sideways"), draws.wanders_sideways());
    glUniform1i(wander_.uniform("u_from"), draws.wander_from());
    glUniform1i(wander_.uniform("u_turns"), draws.turns());
    packed_.draw_pass();
  }

  // ---- what leaves ----

  void make_left() {
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    auto left = std::make_unique<GpuLeft>(error);
    if (!error.empty()) return note(Status::failure(error));
    left_ = std::move(left);
    left_->counts.reset(cells_.width(), cells_.height());
    note(check_gl_errors("Opening the borders"));
  }

  Status write(const World& world) override {
    left_cells_.forget();
    if (left_) left_->counts.reset(world.width(), world.height());
    if (cells_) show();  // if this fails, the old world stays
    if (Status status = GpuCellSolver::write(world); !status) return status;
    newer_ = Newer::cells;
    return packed_.resize(world.width(), world.height());
  }

  void read(World& world) const override {
    if (left_) left_->counts.collect_all(left_cells_);
    GpuCellSolver::read(world);
  }

  Program decay_, wander_;
  std::map<ShaderTraits, ActingPasses> acting_;  // made when needed
  PackedCells packed_;
  GpuBursts bursts_;
  mutable Newer newer_ = Newer::neither;  // mutable: show() copies, which changes no cell
  Rules rules_;
  Parameters parameters_;
  std::unique_ptr<GpuLeft> left_;  // null until a side is opened for the first time
  mutable LeftCells left_cells_;   // mutable: const functions add counts that have arrived
};

// Draws that the GPU leaves out if an earlier query has found nothing, without a wait of the processor, while this
// object exists. OpenGL ES has no such draws: there all of them are done, so they must change nothing where the query
// has found nothing.
class ConditionalDraws {
 public:
  explicit ConditionalDraws(GLuint query) {
    if (!is_gl_es()) glBeginConditionalRender(query, GL_QUERY_WAIT);
  }
  ~ConditionalDraws() {
    if (!is_gl_es()) glEndConditionalRender();
  }
  ConditionalDraws(const ConditionalDraws&) = delete;
  ConditionalDraws& operator=(const ConditionalDraws&) = delete;
};

constexpr int kBurstsUnit = 3, kClaimsUnit = 4;

GpuBursts::GpuBursts(std::string& error)
    : tiles_program_(load_pass("conserving/blast_tiles.frag", error)),
      claims_program_(load_pass("conserving/blast_claims.frag", error)),
      blast_program_(load_pass("conserving/blast.frag", error)),
      throw_program_(load_pass("conserving/throw.frag", error)),
      traits_(kTexelRgba8, kElementsMax, 2, "bursts"),
      meetings_(kTexelRgba8, kElementsMax, kElementsMax, "conserving swaps"),
      no_vertices_(make_gl_vertex_array()),
      any_(make_gl_query()) {
  if (!error.empty()) return;
  for (const Program* program : {&claims_program_, &blast_program_, &throw_program_}) {
    program->set_unit("u_bursts", kBurstsUnit);
    program->set_unit(program == &claims_program_ ? "u_tiles" : "u_claims", kClaimsUnit);
  }
}

void GpuBursts::set_rules(const Rules& rules) const {
  using Texel = std::array<std::uint8_t, 4>;
  std::vector<Texel> kinds, chances;
  for (int i = 0; i < kElementsMax; ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    const Bursting& burst = rules.burst(element);
    const std::uint32_t resistance = rules.resistance(element);
    const int flags = (burst.probability > 0 ? kBursts : 0) | (resistance > 0 ? kResists : 0);
    const ChanceBytes bursts(burst.probability), resists(resistance);
    kinds.push_back({static_cast<std::uint8_t>(burst.radius), burst.into, static_cast<std::uint8_t>(flags), 0});
    chances.push_back({bursts.low, bursts.high, resists.low, resists.high});
  }
  traits_.write(0, 0, kElementsMax, 1, kinds.data(), kElementsMax);
  traits_.write(0, 1, kElementsMax, 1, chances.data(), kElementsMax);
  std::vector<Texel> meetings;
  for (int i = 0; i < kElementsMax; ++i) {
    for (int j = 0; j < kElementsMax; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      const bool swaps = rules.meeting(a, b).kind == Meeting::Kind::swap;
      meetings.push_back({static_cast<std::uint8_t>(swaps ? 255 : 0), 0, 0, rules.density(a)});
    }
  }
  meetings_.write(0, 0, kElementsMax, kElementsMax, meetings.data(), kElementsMax);
}

void GpuBursts::resize(int width, int height) {
  if (claims_.texture.width() == width && claims_.texture.height() == height) return;
  claims_ = Canvas(kTexelRgba8, width, height, "claims of blasts");
  tiles_ = Canvas(kTexelRgba8, (width + kBlastTile - 1) / kBlastTile, (height + kBlastTile - 1) / kBlastTile,
                  "tiles with blasts");
}

void GpuBursts::run(PackedCells& packed, GpuCells& cells, const BurstDraws& draws, bool wraps) const {
  find_blasts(packed, draws);
  const ConditionalDraws if_any(any_.get());
  packed.unpack(cells);
  for (const Program* program : {&claims_program_, &blast_program_, &throw_program_}) {
    program->use();
    glUniform2i(program->uniform("u_size"), cells.width(), cells.height());
    glUniform1i(program->uniform("u_wraps"), wraps);
  }
  bind_texture(kPairsUnit, meetings_);
  bind_texture(kBurstsUnit, traits_);
  bind_texture(kCellsUnit, cells.front());
  claim_cells(draws);
  bind_texture(kClaimsUnit, claims_.texture);
  blast_program_.use();
  glUniform1ui(blast_program_.uniform("u_draws"), draws.bases().resists);
  cells.draw_pass();
  throw_cells(cells, draws);
  packed.pack(cells);
}

void GpuBursts::find_blasts(const PackedCells& packed, const BurstDraws& draws) const {
  packed.begin_pass(tiles_program_, false);
  bind_texture(kCellsUnit, packed.front());
  glBindVertexArray(no_vertices_.get());
  tiles_.framebuffer.bind();
  constexpr GLfloat kNone[4] = {};
  glClearBufferfv(GL_COLOR, 0, kNone);
  glUniform1ui(tiles_program_.uniform("u_draws"), draws.bases().bursts);
  glBeginQuery(GL_ANY_SAMPLES_PASSED, any_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
}

void GpuBursts::claim_cells(const BurstDraws& draws) const {
  claims_.framebuffer.bind();
  bind_texture(kClaimsUnit, tiles_.texture);
  claims_program_.use();
  glUniform1ui(claims_program_.uniform("u_draws"), draws.bases().bursts);
  glUniform1ui(claims_program_.uniform("u_order"), draws.bases().order);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

// One pass more than needed, which copies: whether the passes are left out or not, the cells end in the same texture
// only after an even number of passes, that of the blast included.
void GpuBursts::throw_cells(GpuCells& cells, const BurstDraws& draws) const {
  throw_program_.use();
  const GLint sideways = throw_program_.uniform("u_sideways"), from = throw_program_.uniform("u_from"),
              base = throw_program_.uniform("u_draws"), turns = throw_program_.uniform("u_turns");
  static_assert(kThrowPasses % 2 == 0);
  for (int pass = 0; pass <= kThrowPasses; ++pass) {
    glUniform1i(sideways, pass % 4 < 2);
    glUniform1i(from, pass < kThrowPasses ? pass % 2 : 2);
    glUniform1i(turns, BurstDraws::throw_turns(pass));
    glUniform1ui(base, draws.throw_base(pass));
    cells.draw_pass();
  }
}

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) {
  const GlStateGuard guard;
  clear_gl_errors();
  auto solver = std::make_unique<GpuSolver>(error);
  return gpu_setup_succeeded(error) ? std::move(solver) : nullptr;
}

}  // namespace repose::conserving
