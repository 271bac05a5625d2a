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
#include <optional>
#include <string>
#include <utility>

#include "automata/conserving/bursts.hpp"
#include "automata/conserving/gpu_packed_cells.hpp"
#include "automata/gpu_cells.hpp"
#include "automata/gpu_rim_counts.hpp"
#include "gl/gl.hpp"
#include "gl/program.hpp"

namespace repose::conserving {

// Bursts (bursts.hpp) in fragment shaders. A pass finds out whether any cell explodes; if none does, the GPU leaves out
// all others, without a read-back.

class GpuBursts {
 public:
  // Empty, with a sentence in `error`, on failure.
  static std::optional<GpuBursts> create(std::string& error);

  void set_rules(const Rules& rules) const;
  // Allocates the textures for the bursts of a world. Changes the binding of the active texture unit.
  void resize(int width, int height);
  // The bursts of a step, from and to packed cells. Changes `cells`, which has to have the right size.
  void run(PackedCells& packed, GpuCells& cells, const BurstDraws& draws, bool wraps) const;

 private:
  struct Programs {
    Program tiles, claims, blast, thrown;
  };
  explicit GpuBursts(Programs programs);
  void find_blasts(const PackedCells& packed, const BurstDraws& draws) const;
  void claim_cells(const BurstDraws& draws) const;
  void throw_cells(GpuCells& cells, const BurstDraws& draws) const;

  Programs programs_;
  Texture traits_, meetings_;
  Canvas tiles_, claims_;
  GlVertexArray no_vertices_;
  GlQuery any_;  // whether a tile holds a blast
};

// What leaves a world of the gpu backend over open sides: removed by one pass, and counted on the GPU by another. The
// counts are read back asynchronously.

class GpuLeft {
 public:
  // Null, with a sentence in `error`, on failure.
  static std::unique_ptr<GpuLeft> create(std::string& error);

  // For a new world of that size: drops counts that were not handed over yet.
  void reset(int width, int height) { counts_.reset(width, height); }
  // The end of a step. Does nothing if no side is open.
  void run(PackedCells& cells, const Borders& borders, LeftCells& left);

  // True while counts were not handed over.
  bool is_pending() const { return counts_.is_pending(); }
  // Hands over the counts that have arrived and requests newer ones. Never waits.
  void collect(LeftCells& left) { counts_.collect(left); }
  // Hands over all counts. Waits for the GPU.
  void collect_all(LeftCells& left) { counts_.collect_all(left); }

 private:
  GpuLeft(Program leave, Program count);

  Program leave_, count_;
  GlVertexArray no_vertices_;
  GpuRimCounts<LeftCells> counts_;
};

namespace {

struct Passes {
  Program decay, wander;
};

// The passes that depend on what cells do with others.
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
  mutable LeftCells left_cells_;   // mutable: const functions add counts that have arrived
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

namespace repose {

// Draws that the GPU leaves out if an earlier query has found nothing, without a wait of the processor.

// While this object exists. OpenGL ES has no such draws: there all of them are done, so they must change nothing where
// the query has found nothing.
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

}  // namespace repose

namespace repose::conserving {

namespace {
constexpr int kBurstsUnit = 3, kClaimsUnit = 4;
}

std::optional<GpuBursts> GpuBursts::create(std::string& error) {
  auto tiles = load_pass("conserving/blast_tiles.frag", error);
  if (!tiles) return std::nullopt;
  auto claims = load_pass("conserving/blast_claims.frag", error);
  if (!claims) return std::nullopt;
  auto blast = load_pass("conserving/blast.frag", error);
  if (!blast) return std::nullopt;
  auto thrown = load_pass("conserving/throw.frag", error);
  if (!thrown) return std::nullopt;
  for (const Program* program : {&*claims, &*blast, &*thrown}) program->set_unit("u_bursts", kBurstsUnit);
  claims->set_unit("u_tiles", kClaimsUnit);
  blast->set_unit("u_claims", kClaimsUnit);
  thrown->set_unit("u_claims", kClaimsUnit);
  return GpuBursts({std::move(*tiles), std::move(*claims), std::move(*blast), std::move(*thrown)});
}

GpuBursts::GpuBursts(Programs programs)
    : programs_(std::move(programs)),
      traits_(kTexelRgba8, kElementsMax, 2, "bursts"),
      meetings_(kTexelRgba8, kElementsMax, kElementsMax, "conserving swaps"),
      no_vertices_(make_gl_vertex_array()),
      any_(make_gl_query()) {}

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
  for (const Program* program : {&programs_.claims, &programs_.blast, &programs_.thrown}) {
    program->use();
    glUniform2i(program->uniform("u_size"), cells.width(), cells.height());
    glUniform1i(program->uniform("u_wraps"), wraps);
  }
  bind_texture(kPairsUnit, meetings_);
  bind_texture(kBurstsUnit, traits_);
  bind_texture(kCellsUnit, cells.front());
  claim_cells(draws);
  bind_texture(kClaimsUnit, claims_.texture);
  programs_.blast.use();
  glUniform1ui(programs_.blast.uniform("u_draws"), draws.bases().resists);
  cells.draw_pass();
  throw_cells(cells, draws);
  packed.pack(cells);
}

void GpuBursts::find_blasts(const PackedCells& packed, const BurstDraws& draws) const {
  packed.begin_pass(programs_.tiles, false);
  bind_texture(kCellsUnit, packed.front());
  glBindVertexArray(no_vertices_.get());
  tiles_.framebuffer.bind();
  constexpr GLfloat kNone[4] = {};
  glClearBufferfv(GL_COLOR, 0, kNone);
  glUniform1ui(programs_.tiles.uniform("u_draws"), draws.bases().bursts);
  glBeginQuery(GL_ANY_SAMPLES_PASSED, any_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
}

void GpuBursts::claim_cells(const BurstDraws& draws) const {
  claims_.framebuffer.bind();
  bind_texture(kClaimsUnit, tiles_.texture);
  programs_.claims.use();
  glUniform1ui(programs_.claims.uniform("u_draws"), draws.bases().bursts);
  glUniform1ui(programs_.claims.uniform("u_order"), draws.bases().order);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

// One pass more than needed, which copies: whether the passes are left out or not, the cells end in the same texture
// only after an even number of passes, that of the blast included.
void GpuBursts::throw_cells(GpuCells& cells, const BurstDraws& draws) const {
  programs_.thrown.use();
  const GLint sideways = programs_.thrown.uniform("u_sideways"), from = programs_.thrown.uniform("u_from"),
              base = programs_.thrown.uniform("u_draws"), turns = programs_.thrown.uniform("u_turns");
  static_assert(kThrowPasses % 2 == 0);
  for (int pass = 0; pass <= kThrowPasses; ++pass) {
    glUniform1i(sideways, pass % 4 < 2);
    glUniform1i(from, pass < kThrowPasses ? pass % 2 : 2);
    glUniform1i(turns, BurstDraws::throw_turns(pass));
    glUniform1ui(base, draws.throw_base(pass));
    cells.draw_pass();
  }
}

std::unique_ptr<GpuLeft> GpuLeft::create(std::string& error) {
  auto leave = load_pass("conserving/leave.frag", error);
  if (!leave) return nullptr;
  auto count = load_pass("conserving/left.vert", "common/left.frag", error);
  if (!count) return nullptr;
  std::unique_ptr<GpuLeft> left(new GpuLeft(std::move(*leave), std::move(*count)));
  if (left->counts_.complete()) return left;
  error = left->counts_.kIncomplete;
  return nullptr;
}

GpuLeft::GpuLeft(Program leave, Program count)
    : leave_(std::move(leave)),
      count_(std::move(count)),
      no_vertices_(make_gl_vertex_array()),
      counts_("conserving left counts") {}

void GpuLeft::run(PackedCells& cells, const Borders& borders, LeftCells& left) {
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
    counts_.count(left);
  }
  begin(leave_);
  cells.draw_pass();
}

}  // namespace repose::conserving
