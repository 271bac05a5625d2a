// The density automaton on the GPU: two textures; a step reads one and draws the other in a fragment shader of OpenGL
// 3.3. On the compute path several steps of a call are computed at once; steps after which something is counted are
// not.
//
// Software drivers, and many small GPUs, spend their time on reading texels. So a texel holds 16 cells, or 8 where the
// density plane is state (gpu_packed_cells.hpp), and a step compares four or two of them in one operation.
#include "automata/density/density.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "automata/density/gpu_packed_cells.hpp"
#include "automata/density/ledger.hpp"
#include "automata/gpu_rim_counts.hpp"
#include "automata/step_timer.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/program.hpp"
#include "gl/read_back.hpp"
#include "gl/step_queue.hpp"
#include "repose/gpu_solvers.hpp"

namespace repose::density {

// Keeps the matter ledger of the density automaton on the GPU: shaders count what each step and each edit did to every
// cell, and the sums are read back asynchronously, together with a census of the same step.
class GpuLedger {
 public:
  // Unusable if `error` is not empty afterwards.
  explicit GpuLedger(std::string& error);
  // False for 256 elements: one byte must be able to name every element, or none.
  static bool takes(const Ruleset& ruleset) { return ruleset.elements.size() <= kNoElement; }

  void load(const Ruleset& ruleset);
  // Begins with this world.
  void begin(const World& world);

  // Count a step, or an edit that changed cells of a box only. The front canvas of `cells` is the world after it, the
  // back canvas the world before (for an edit only inside the box). These calls need AdditiveBlending and any vertex
  // array, and change the program, the framebuffer and the textures of units 0 to 2.
  void count_step(const PackedCells& cells, Bias bias, bool edge_is_open);
  // `moves`: the edit moves cells and paints none.
  void count_edit(const PackedCells& cells, const CellRect& box, bool moves);
  // Takes the sums that have arrived, and requests the newer ones. Does not wait.
  void collect(const PackedCells& cells);
  // Waits until the ledger is up to date.
  void collect_all(const PackedCells& cells);

  std::optional<Ledger> close() const { return rules_.book().close(now_, rules_.element_count()); }

 private:
  static constexpr std::uint8_t kNoElement = 255;
  // The counted quantities, each in its own band of rows.
  enum class What : int { events, painting, census };
  static constexpr int kBands = 3;
  // What has changed the cells.
  enum class Source : int { step, painting, push };
  // Number of rows of a band: into how many parts the world is divided. One fragment counts one element in one part;
  // the processor adds up the parts.
  static constexpr int kParts = 64;

  std::uint64_t part_cells() const;
  CellRect whole() const { return {0, 0, width_, height_}; }
  void unpack(const PackedCells& cells, const Canvas& packed, const Canvas& target, const CellRect& box) const;
  void find_events(const PackedCells& cells, Source source, const CellRect& box) const;
  void count(What what, const Texture& cells, const CellRect& box);
  void ask(const PackedCells& cells);
  void take(bool wait);
  // Afterwards the next step can be counted.
  void make_room(const PackedCells& cells);

  Program unpack_program_, events_program_, count_program_;
  AsyncCounts counts_;
  Texture rules_texture_;
  Canvas before_, after_, events_;  // one cell a texel
  DensityLedger rules_;
  int width_ = 1, height_ = 1;
  LedgerEvents::Counts now_{};
  bool changed_ = false;  // since the last census was requested
};

// Counts on the GPU what leaves an open world, and reads the counts back asynchronously: each rim cell that leaves
// after a step is drawn as a point at the texel of its element.
class LeftCounter {
 public:
  // Unusable if `error` is not empty afterwards.
  explicit LeftCounter(std::string& error)
      : program_(Program::load({"density/left.vert", "common/left.frag"},
                               std::array{ShaderConstant("kElementsMax", std::int32_t{kElementsMax})}, error,
                               std::array{SamplerUnit{"u_cells", PackedCells::kCellsUnit},
                                          SamplerUnit{"u_codes", PackedCells::kCodesUnit}})) {
    if (error.empty() && !counts.complete()) error = tr(counts.kIncomplete);
  }

  // For a new world: drops counts that were not handed over yet.
  void reset(const PackedCells& cells) {
    counts.reset(cells.width(), cells.height());
    program_.use();
    glUniform2i(program_.uniform("u_world"), cells.width(), cells.height());
    glUniform1i(program_.uniform("u_cell_bits"), cells.codes().cell_bits());
  }

  // Counts what leaves `cells`, the world after a step and before its rim is cleared. Needs AdditiveBlending, the
  // tables of PackedCells and any vertex array; the active unit must be 0. Changes the program, the framebuffer and the
  // texture of unit 0.
  void count(const Texture& cells, OpenEdge& edge) {
    program_.use();
    glBindTexture(GL_TEXTURE_2D, cells.name());
    counts.count(edge);
  }

  GpuRimCounts<OpenEdge> counts{"density left counts"};

 private:
  Program program_;
};

namespace {

class GpuSolver final : public Solver {
 public:
  // Unusable if `error` is not empty afterwards.
  GpuSolver(GlPath path, std::string& error) : cells_(error), steps_(path == GlPath::compute) {
    steps_.load(CellCodes::Kind::masked, edge_.open(), error);
  }

  PlaneSet state_planes() const override { return density::state_planes(rules()); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    clear_gl_errors();
    const CellCodes codes{RuleTable(ruleset)};
    std::string error;
    if (!steps_.load(codes.kind(), edge_.open(), error)) return Status::failure(error);
    cells_.set_codes(codes);
    cells_.set_loose(loose_table(ruleset));
    ruleset_ = ruleset;
    if (ledger_ && !GpuLedger::takes(ruleset)) ledger_.reset();
    if (ledger_) ledger_->load(ruleset);
    return check_gl_errors(text_id("Loading the rules"));
  }

  Status upload(const World& world) override {
    const GlStateGuard guard;
    clear_gl_errors();
    if (Status written = cells_.write(world); !written) return written;
    stats_ = {};
    edge_.forget_counts();
    if (left_) left_->reset(cells_);
    if (ledger_) ledger_->begin(world_on_gpu());
    generation_ = next_view_generation();
    return {};
  }

  void apply(const Edit& edit) override {
    if (cells_.empty()) return;
    const GlStateGuard guard;
    clear_gl_errors();
    const std::optional<CellRect> box = std::visit([this](const auto& e) { return cells_.paint(e); }, edit);
    if (ledger_ && box) count_edit(*box, std::holds_alternative<PushEdit>(edit));
    note(check_gl_errors(text_id("Drawing on the GPU")));
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    if (cells_.empty() || (edge_.open() && !left_)) return;
    const StepTimer timer(stats_, span.count);
    const GlStateGuard guard;
    clear_gl_errors();
    steps_.prepare(cells_, edge_.open());
    take_steps(span);
    stats_.step_seconds += queue_.take_late_seconds();
    generation_ = next_view_generation();
  }

  void download(World& world) const override {
    const GlStateGuard guard;
    clear_gl_errors();
    world = world_on_gpu();
    if (cells_.empty()) return;
    if (left_) left_->counts.collect_all(edge_);
    if (ledger_) collect_ledger(true);
    note(check_gl_errors(text_id("Reading the world back from the GPU")));
  }

  std::unique_ptr<WorldCapture> begin_capture() const override {
    if (cells_.empty()) return nullptr;
    const GlStateGuard guard;
    clear_gl_errors();
    auto capture = cells_.begin_read(state_planes());
    note(check_gl_errors(text_id("Reading the world back from the GPU")));
    return capture;
  }

  SolverStats stats() const override {
    if (left_ && left_->counts.is_pending()) {  // so that the count of a paused world becomes complete
      const GlStateGuard guard;
      left_->counts.collect(edge_);
    }
    SolverStats stats = stats_;
    stats.cell_count = stats.active_cells = cell_count();
    stats.left_cells = edge_.left_cells();
    return stats;
  }

  CellView view() const override {
    if (cells_.empty()) return {};
    const TextureCells shown{.texels = cells_.cells_a_texel() == 16 ? CellTexels::codes_8 : CellTexels::codes_16,
                             .cells = cells_.front().texture.name(),
                             .elements_by_code = cells_.codes_texture().name()};
    return {cells_.width(), cells_.height(), generation_, shown};
  }

  std::span<const ParameterInfo> parameters() const override { return OpenEdge::parameters(); }
  double parameter(std::string_view name) const override { return edge_.parameter(name); }
  bool set_parameter(std::string_view name, double value) override {
    if (!edge_.set_parameter(name, value)) return false;
    if (edge_.open()) prepare_open_edge();
    return true;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    return edge_.left_by_element(rules().element_count());
  }

  bool keep_ledger(bool on) override {
    ledger_.reset();
    if (!on || cells_.empty() || !GpuLedger::takes(ruleset_)) return !on;
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    auto ledger = std::make_unique<GpuLedger>(error);
    if (error.empty()) {
      ledger_ = std::move(ledger);
      ledger_->load(ruleset_);
      ledger_->begin(world_on_gpu());
    } else {
      note(Status::failure(error));
    }
    note(check_gl_errors(text_id("Beginning the ledger on the GPU")));
    return ledger_ != nullptr;
  }
  std::optional<Ledger> ledger() const override {
    if (!ledger_) return std::nullopt;
    const GlStateGuard guard;
    collect_ledger(false);
    return ledger_->close();
  }

  Status health() const override { return health_; }

 private:
  const RuleTable& rules() const { return cells_.codes().rules(); }
  std::uint64_t cell_count() const {
    return static_cast<std::uint64_t>(cells_.width()) * static_cast<std::uint64_t>(cells_.height());
  }

  // Keeps the first failure, because it explains the later ones.
  void note(Status status) const {
    if (health_.ok()) health_ = std::move(status);
  }

  // Makes what an open edge needs, unless it exists: rules of another kind may have been loaded while it was closed.
  void prepare_open_edge() {
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    if (!steps_.load(cells_.codes().kind(), true, error)) return note(Status::failure(error));
    if (left_) return;
    auto left = std::make_unique<LeftCounter>(error);
    if (!error.empty()) return note(Status::failure(error));
    left_ = std::move(left);
    if (!cells_.empty()) left_->reset(cells_);
    note(check_gl_errors(text_id("Opening the edge on the GPU")));
  }

  void take_steps(const StepSpan& span) {
    std::optional<AdditiveBlending> blending;
    const bool counts = edge_.open() || ledger_;  // after each step
    if (counts) blending.emplace();
    note(queue_.take_groups(span.count, [&](std::uint64_t k) {
      const Bias bias = span.bias(span.first_step + k);
      const int count = counts ? 1 : steps_.at_once(span.count - k);
      steps_.take(cells_, bias, count);
      if (edge_.open()) {
        left_->count(cells_.back().texture, edge_);
        steps_.draw_rim(cells_, bias);
      }
      cells_.swap();
      if (ledger_) count_step(bias);
      return StepQueue::Group{static_cast<std::uint64_t>(count), cell_count()};
    }));
    if (edge_.open()) left_->counts.collect(edge_);
  }

  World world_on_gpu() const {
    World world(std::max(cells_.width(), 1), std::max(cells_.height(), 1));
    if (rules().has_undefined_pairs()) world.add(Plane::density);
    if (!cells_.empty()) cells_.read(world);
    return world;
  }

  void count_step(Bias bias) {
    glBindVertexArray(no_vertices_.get());
    ledger_->count_step(cells_, bias, edge_.open());
    cells_.bind_tables();
  }

  void count_edit(const CellRect& box, bool moves) {
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    ledger_->count_edit(cells_, box, moves);
  }

  void collect_ledger(bool wait) const {
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    if (wait) {
      ledger_->collect_all(cells_);
    } else {
      ledger_->collect(cells_);
    }
  }

  GlVertexArray no_vertices_ = make_gl_vertex_array();
  PackedCells cells_;
  GpuSteps steps_;
  StepQueue queue_;
  std::unique_ptr<LeftCounter> left_;  // null until the edge is opened for the first time
  std::unique_ptr<GpuLedger> ledger_;  // null unless it is kept
  Ruleset ruleset_;
  mutable OpenEdge edge_;  // mutable: const functions add counts that have arrived
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  mutable Status health_;  // mutable: the loss of the context may be noticed in a const function that reads back
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(GlPath path, std::string& error) {
  const GlStateGuard guard;
  clear_gl_errors();
  auto solver = std::make_unique<GpuSolver>(path, error);
  return gpu_setup_succeeded(error) ? std::move(solver) : nullptr;
}

// Bits of what a meeting does to a cell.
static constexpr std::int32_t kDestroys = 1, kMakes = 2, kMoves = 4;

GpuLedger::GpuLedger(std::string& error)
    : counts_(kTexelRgba32f, kElementsMax, kBands * kParts, "density ledger counts"),
      rules_texture_(kTexelRgba8, kElementsMax, kElementsMax, "density ledger rules") {
  const ShaderConstant constants[] = {{"kWallDensity", std::int32_t{kWallDensity}},
                                      {"kParts", std::int32_t{kParts}},
                                      {"kNoElement", std::int32_t{kNoElement}},
                                      {"kDestroys", kDestroys},
                                      {"kMakes", kMakes},
                                      {"kMoves", kMoves},
                                      {"kOfPainting", Source::painting},
                                      {"kOfPush", Source::push}};
  constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_before", 0}, {"u_codes", 1}, {"u_after", 1}, {"u_rules", 2}};
  unpack_program_ = Program::load({"common/fullscreen.vert", "density/unpack.frag"}, {}, error, kUnits);
  events_program_ = Program::load({"common/fullscreen.vert", "density/cell_events.frag"}, constants, error, kUnits);
  count_program_ = Program::load({"common/fullscreen.vert", "density/count.frag"}, constants, error, kUnits);
  if (error.empty() && !counts_.complete())
    error = tr("This GPU cannot draw into the texture that counts for the matter ledger.");
}

void GpuLedger::load(const Ruleset& ruleset) {
  rules_.load(ruleset);
  std::vector<std::array<std::uint8_t, 4>> texels;
  texels.reserve(std::size_t{kElementsMax} * kElementsMax);
  for (int self = 0; self < kElementsMax; ++self) {
    for (int partner = 0; partner < kElementsMax; ++partner) {
      const auto [result, change] = rules_.event(static_cast<std::uint8_t>(self), static_cast<std::uint8_t>(partner));
      const int events = (change.destroys ? kDestroys : 0) + (change.makes ? kMakes : 0) + (change.moves ? kMoves : 0);
      texels.push_back({result, static_cast<std::uint8_t>(events), 0, 255});
    }
  }
  rules_texture_.write(0, 0, kElementsMax, kElementsMax, texels.data(), kElementsMax);
}

void GpuLedger::begin(const World& world) {
  width_ = world.width();
  height_ = world.height();
  before_ = Canvas(kTexelRgba8, width_, height_, "density ledger before");
  after_ = Canvas(kTexelRgba8, width_, height_, "density ledger after");
  events_ = Canvas(kTexelRgba8, width_, height_, "density ledger events");
  counts_.reset();
  now_ = count_elements(world.cells());
  rules_.book().begin(now_);
  changed_ = false;
}

// Divided as in count.frag.
std::uint64_t GpuLedger::part_cells() const {
  return static_cast<std::uint64_t>((height_ + kParts - 1) / kParts) * static_cast<std::uint64_t>(width_);
}

// Leaves unit 0 active.
void GpuLedger::unpack(const PackedCells& cells, const Canvas& packed, const Canvas& target,
                       const CellRect& box) const {
  unpack_program_.use();
  glUniform1i(unpack_program_.uniform("u_cell_bits"), cells.codes().cell_bits());
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, cells.codes_texture().name());
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, packed.texture.name());
  target.framebuffer.bind();
  glViewport(box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void GpuLedger::find_events(const PackedCells& cells, Source source, const CellRect& box) const {
  unpack(cells, cells.back(), before_, box);
  unpack(cells, cells.front(), after_, box);
  events_program_.use();
  const Texture* const textures[] = {&before_.texture, &after_.texture, &rules_texture_};
  for (GLenum unit = 0; unit < 3; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, textures[unit]->name());
  }
  glUniform2i(events_program_.uniform("u_size"), width_, height_);
  glUniform1i(events_program_.uniform("u_source"), static_cast<GLint>(source));
  events_.framebuffer.bind();
  glViewport(box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void GpuLedger::count(What what, const Texture& cells, const CellRect& box) {
  const int band = static_cast<int>(what) * kParts;
  count_program_.use();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, cells.name());
  glUniform4i(count_program_.uniform("u_box"), box.x_begin, box.y_begin, box.x_end, box.y_end);
  glUniform1i(count_program_.uniform("u_band"), band);
  counts_.add(part_cells(), [&] {
    glViewport(0, band, rules_.element_count(), kParts);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  });
}

void GpuLedger::count_step(const PackedCells& cells, Bias bias, bool edge_is_open) {
  events_program_.use();
  glUniform1i(events_program_.uniform("u_bias"), bias == Bias::left ? -1 : +1);
  glUniform1i(events_program_.uniform("u_open"), edge_is_open ? 1 : 0);
  find_events(cells, Source::step, whole());
  count(What::events, events_.texture, whole());
  make_room(cells);
}

void GpuLedger::count_edit(const PackedCells& cells, const CellRect& box, bool moves) {
  find_events(cells, moves ? Source::push : Source::painting, box);
  count(moves ? What::events : What::painting, events_.texture, box);
  make_room(cells);
}

// Allocates the textures for the next events and a census.
void GpuLedger::make_room(const PackedCells& cells) {
  changed_ = true;
  if (counts_.has_room_for(2 * part_cells())) return;
  take(true);
  ask(cells);
}

void GpuLedger::ask(const PackedCells& cells) {
  unpack(cells, cells.front(), after_, whole());
  count(What::census, after_.texture, whole());
  counts_.ask();
  changed_ = false;
}

void GpuLedger::take(bool wait) {
  counts_.collect(wait, [this](std::span<const float> counts) {
    LedgerEvents& events = rules_.book().events();
    now_ = {};
    for (std::size_t part = 0; part < kParts; ++part) {
      for (std::size_t i = 0; i < kElementsMax; ++i) {
        const auto count = [&](What what, std::size_t channel) {
          const std::size_t row = static_cast<std::size_t>(what) * kParts + part;
          return std::llround(counts[(row * kElementsMax + i) * 4 + channel]);
        };
        events.made[i] += count(What::events, 0);
        events.destroyed[i] += count(What::events, 1);
        events.moved[i] += count(What::events, 2);
        events.left[i] += count(What::events, 3);
        events.left[0] -= count(What::events, 3);
        events.painted[i] += count(What::painting, 0) - count(What::painting, 1);
        now_[i] += count(What::census, 0);
      }
    }
  });
}

void GpuLedger::collect(const PackedCells& cells) {
  take(false);
  if (changed_ && !counts_.is_under_way()) ask(cells);
}

void GpuLedger::collect_all(const PackedCells& cells) {
  take(true);
  if (!changed_) return;
  ask(cells);
  take(true);
}

}  // namespace repose::density
