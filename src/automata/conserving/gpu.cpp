// The conserving automaton in OpenGL 3.3 fragment shaders: one pass for each sub-step; each reads one texture and draws
// another. For every cell a pass computes to which pair it belongs and what that pair does; the result is the same for
// both cells of a pair. In fall each pair depends on the one below it, so a fragment falls through one segment of a
// column; segments follow one another from the bottom up, one draw for a row of them, and a last pass unpacks them.
#include "automata/conserving/gpu.hpp"

#include <algorithm>

#include "automata/conserving/conserving.hpp"
#include "automata/conserving/gpu_bursts.hpp"
#include "automata/conserving/gpu_left.hpp"
#include "automata/conserving/gpu_pass.hpp"
#include "automata/gpu_cell_solver.hpp"
#include "gl/state_guard.hpp"

namespace repose::conserving {
namespace {

struct MeetingTexel {
  std::uint8_t bits = 0, low = 0, high = 0, density = 0;
};
static_assert(sizeof(MeetingTexel) == 4);

struct Passes {
  Program decay, columns, fall, slide, flow, wander;
};

// What the even or the odd segments of the columns draw: a row of texels for each.
struct Segments {
  Texture low, high;
  Framebuffer framebuffer;

  Segments() = default;
  Segments(int width, int rows)
      : low(kTexelRgba32ui, width, rows, "falls, low"),
        high(kTexelRgba32ui, width, rows, "falls, high"),
        framebuffer(low, high, "falls") {}
};

std::optional<Passes> load_passes(std::string& error) {
  auto decay = load_pass("conserving/decay.frag", error);
  if (!decay) return std::nullopt;
  auto columns = load_pass("conserving/columns.frag", error);
  if (!columns) return std::nullopt;
  auto fall = load_pass("conserving/fall.frag", error);
  if (!fall) return std::nullopt;
  auto slide = load_pass("conserving/slide.frag", error);
  if (!slide) return std::nullopt;
  auto flow = load_pass("conserving/flow.frag", error);
  if (!flow) return std::nullopt;
  auto wander = load_pass("conserving/wander.frag", error);
  if (!wander) return std::nullopt;
  columns->set_unit("u_below", 3);
  fall->set_unit("u_even_low", 3);
  fall->set_unit("u_even_high", 4);
  fall->set_unit("u_odd_low", 5);
  fall->set_unit("u_odd_high", 6);
  wander->set_unit("u_wander", 3);
  return Passes{std::move(*decay), std::move(*columns), std::move(*fall),
                std::move(*slide), std::move(*flow),    std::move(*wander)};
}

class GpuSolver final : public GpuCellSolver {
 public:
  GpuSolver(Passes passes, GpuBursts bursts, GpuCells cells)
      : GpuCellSolver(std::move(cells), CellTexels::element), passes_(std::move(passes)), bursts_(std::move(bursts)) {
    results_texture_ = Texture(kTexelRgba8, kElementsMax, kElementsMax, "conserving rules");
    meetings_texture_ = Texture(kTexelRgba8, kElementsMax, kElementsMax, "conserving meetings");
    wander_texture_ = Texture(kTexelRgba8, kElementsMax, 1, "conserving wander");
    no_vertices_ = make_gl_vertex_array();
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
    cells_.set_loose(loose_table(ruleset));
    write_rules();
    bursts_.set_rules(rules_);
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

  MeetingTexel meeting_texel(std::uint32_t bits, std::uint32_t probability, std::uint8_t self) const {
    const ChanceBytes chance(probability);
    return {static_cast<std::uint8_t>(bits), chance.low, chance.high, rules_.density(self)};
  }

  MeetingTexel meeting_texel(std::uint8_t a, std::uint8_t b) const {
    const Meeting& meeting = rules_.meeting(a, b);
    const bool runs = rules_.runs(a, b) && rules_.fluidity(a, b) > 0;
    std::uint32_t bits = 0;
    if (meeting.kind == Meeting::Kind::swap) bits |= kSwap;
    if (meeting.kind == Meeting::Kind::reaction) bits |= kReaction;
    if (meeting.anywhere) bits |= kAnywhere;
    if (runs) bits |= kRuns;
    if (rules_.acts_above(a, b)) bits |= kFalls;
    if (rules_.follows(a, b)) bits |= kFollows;
    return meeting_texel(bits, runs ? rules_.fluidity(a, b) : meeting.probability, a);
  }

  void write_rules() const {
    std::vector<CellTexel> results;
    std::vector<MeetingTexel> meetings, wander;
    for (int i = 0; i < kElementsMax; ++i) {
      for (int j = 0; j < kElementsMax; ++j) {
        const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
        if (i == j) {
          const Decaying& decay = rules_.decay(a);
          results.push_back(texel_of(decay.into));
          meetings.push_back(meeting_texel((rules_.is_fixed(a) ? kFixed : 0) | (decay.probability > 0 ? kDecays : 0),
                                           decay.probability, a));
          continue;
        }
        results.push_back(texel_of(rules_.meeting(a, b).result));
        meetings.push_back(meeting_texel(a, b));
      }
      const auto element = static_cast<std::uint8_t>(i);
      const std::uint32_t chance = rules_.wander(element);
      wander.push_back(meeting_texel(chance > 0 ? 1 : 0, chance, element));
    }
    wander_texture_.write(0, 0, kElementsMax, 1, wander.data(), kElementsMax);
    results_texture_.write(0, 0, kElementsMax, kElementsMax, results.data(), kElementsMax);
    meetings_texture_.write(0, 0, kElementsMax, kElementsMax, meetings.data(), kElementsMax);
  }

  int segment_count() const { return (cells_.height() - 1 + kSegmentRows - 1) / kSegmentRows; }

  void begin_steps() override {
    make_segments();
    if (!rules_.bursting().empty()) bursts_.resize(cells_.width(), cells_.height());
    bind_texture(1, results_texture_);
    bind_texture(2, meetings_texture_);
  }

  void make_segments() {
    const int rows = (segment_count() + 1) / 2;
    if (rows == 0 || (segments_[0].low.width() == cells_.width() && segments_[0].low.height() == rows)) return;
    for (Segments& segments : segments_) segments = Segments(cells_.width(), rows);
    note(check_gl_errors("Making room for falls"));
  }

  void fall(std::uint32_t draws) {
    if (cells_.height() == 1) return;
    begin_pass(passes_.columns, draws);
    bind_texture(0, cells_.front());
    glBindVertexArray(no_vertices_.get());
    const GLint segment = passes_.columns.uniform("u_segment");
    for (int i = 0; i < segment_count(); ++i) {
      bind_texture(3, segments_[1 - i % 2].high);
      segments_[i % 2].framebuffer.bind();
      glViewport(0, i / 2, cells_.width(), 1);
      glUniform1i(segment, i);
      glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    begin_pass(passes_.fall, draws);
    bind_texture(3, segments_[0].low);
    bind_texture(4, segments_[0].high);
    bind_texture(5, segments_[1].low);
    bind_texture(6, segments_[1].high);
    cells_.draw_pass();
  }

  std::uint64_t issue_step(std::uint64_t seed, std::uint64_t step) override {
    const StepDraws draws(seed, step, parameters_.passes());
    const StepDraws::Bases& bases = draws.bases();
    if (!rules_.bursting().empty()) bursts_.run(cells_, BurstDraws(seed, step), parameters_.borders().wraps);
    if (rules_.has_decays()) {
      begin_pass(passes_.decay, bases.decay);
      cells_.draw_pass();
    }
    fall(bases.fall);
    begin_pass(passes_.slide, bases.slide);
    glUniform1i(passes_.slide.uniform("u_first_row"), static_cast<GLint>(step % 2));
    glUniform1ui(passes_.slide.uniform("u_blocks"), bases.blocks);
    glUniform1i(passes_.slide.uniform("u_turns"), draws.turns());
    cells_.draw_pass();
    for (int i = 0; i < parameters_.passes(); ++i) {
      const StepDraws::Pass& pass = draws.pass(i);
      begin_pass(passes_.flow, bases.react);
      glUniform1ui(passes_.flow.uniform("u_pass"), pass.number);
      glUniform1ui(passes_.flow.uniform("u_directions"), pass.directions);
      glUniform1ui(passes_.flow.uniform("u_coins"), pass.coins);
      glUniform1i(passes_.flow.uniform("u_reacts"), i == 0);
      glUniform1ui(passes_.flow.uniform("u_fluidity"), pass.fluidity);
      glUniform1i(passes_.flow.uniform("u_turns"), pass.turns);
      cells_.draw_pass();
    }
    if (rules_.has_wanderers()) {
      begin_pass(passes_.wander, bases.wander);
      glUniform1i(passes_.wander.uniform("u_sideways"), draws.wanders_sideways());
      glUniform1i(passes_.wander.uniform("u_from"), draws.wander_from());
      glUniform1i(passes_.wander.uniform("u_turns"), draws.turns());
      bind_texture(3, wander_texture_);
      cells_.draw_pass();
    }
    if (left_) left_->run(cells_, parameters_.borders(), left_cells_);
    return cell_count() * static_cast<std::uint64_t>(2 + parameters_.passes());
  }

  void begin_pass(const Program& program, std::uint32_t draws) const {
    program.use();
    glUniform2i(program.uniform("u_size"), cells_.width(), cells_.height());
    glUniform1ui(program.uniform("u_draws"), draws);
    glUniform1i(program.uniform("u_wraps"), parameters_.borders().wraps);
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
    return GpuCellSolver::write(world);
  }

  void read(World& world) const override {
    if (left_) left_->collect_all(left_cells_);
    GpuCellSolver::read(world);
  }

  Passes passes_;
  GpuBursts bursts_;
  Texture results_texture_, meetings_texture_, wander_texture_;
  Segments segments_[2];  // of the even segments of columns, and of the odd ones
  GlVertexArray no_vertices_;
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
  auto bursts = GpuBursts::create(error);
  if (!bursts) return nullptr;
  auto cells = GpuCells::create(error);
  if (!cells) return nullptr;
  auto solver = std::make_unique<GpuSolver>(std::move(*passes), std::move(*bursts), std::move(*cells));
  return gpu_setup_succeeded(error) ? std::move(solver) : nullptr;
}

}  // namespace repose::conserving
