// The density automaton on the GPU: two textures; a step reads one and draws the other in a fragment shader of OpenGL
// 3.3. On the compute path several steps of a call are taken at once; steps after which something is counted are not.
//
// Software drivers, and many small GPUs, spend their time on reading texels. So a texel holds 16 cells, or 8 where the
// density plane is state (gpu_codes.hpp), and a step compares four or two of them in one operation.
#include "automata/density/gpu.hpp"

#include <algorithm>
#include <chrono>
#include <variant>

#include "automata/density/density.hpp"
#include "automata/density/gpu_ledger.hpp"
#include "automata/density/gpu_left.hpp"
#include "automata/density/gpu_packed_cells.hpp"
#include "automata/density/gpu_steps.hpp"
#include "automata/density/open_edge.hpp"
#include "gl/state_guard.hpp"
#include "gl/step_queue.hpp"

namespace repose::density {
namespace {

class GpuSolver final : public Solver {
 public:
  // False when OpenGL here cannot do it.
  bool begin(GlPath path, std::string& error) {
    const GlStateGuard guard;
    clear_gl_errors();
    cells_ = PackedCells::create(error);
    if (!cells_) return false;
    no_vertices_ = make_gl_vertex_array();
    steps_ = std::make_unique<GpuSteps>(path == GlPath::compute);
    if (!steps_->load(CellCodes::Kind::masked, edge_.open(), error)) return false;
    return gpu_setup_succeeded(error);
  }

  PlaneSet state_planes() const override { return density::state_planes(rules()); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    clear_gl_errors();
    const CellCodes codes{RuleTable(ruleset)};
    std::string error;
    if (!steps_->load(codes.kind(), edge_.open(), error)) return Status::failure(error);
    cells_->set_codes(codes);
    cells_->set_loose(loose_table(ruleset));
    ruleset_ = ruleset;
    if (ledger_ && !GpuLedger::takes(ruleset)) ledger_.reset();
    if (ledger_) ledger_->load(ruleset);
    return check_gl_errors("Loading the rules");
  }

  Status upload(const World& world) override {
    const GlStateGuard guard;
    clear_gl_errors();
    if (Status written = cells_->write(world); !written) return written;
    stats_ = {};
    edge_.forget_counts();
    if (left_) left_->reset(*cells_);
    if (ledger_) ledger_->begin(world_on_gpu());
    generation_ = next_view_generation();
    return {};
  }

  void apply(const Edit& edit) override {
    if (cells_->empty()) return;
    const GlStateGuard guard;
    clear_gl_errors();
    const std::optional<CellRect> box = std::visit([this](const auto& e) { return cells_->paint(e); }, edit);
    if (ledger_ && box) count_edit(*box, std::holds_alternative<PushEdit>(edit));
    note(check_gl_errors("Drawing on the GPU"));
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    if (cells_->empty() || (edge_.open() && !left_)) return;
    const auto start = std::chrono::steady_clock::now();
    const GlStateGuard guard;
    clear_gl_errors();
    steps_->prepare(*cells_, edge_.open());
    take_steps(span);
    stats_.steps += span.count;
    stats_.step_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() + queue_.take_late_seconds();
    generation_ = next_view_generation();
  }

  void download(World& world) const override {
    const GlStateGuard guard;
    clear_gl_errors();
    world = world_on_gpu();
    if (cells_->empty()) return;
    if (left_) left_->collect_all(edge_);
    if (ledger_) collect_ledger(true);
    note(check_gl_errors("Reading the world back from the GPU"));
  }

  std::unique_ptr<WorldCapture> begin_capture() const override {
    if (cells_->empty()) return nullptr;
    const GlStateGuard guard;
    clear_gl_errors();
    auto capture = cells_->begin_read(state_planes());
    note(check_gl_errors("Reading the world back from the GPU"));
    return capture;
  }

  SolverStats stats() const override {
    if (left_ && left_->pending()) {  // so that the count of a paused world becomes complete
      const GlStateGuard guard;
      left_->collect(edge_);
    }
    SolverStats stats = stats_;
    stats.cell_count = stats.active_cells = cell_count();
    stats.left_cells = edge_.left_cells();
    return stats;
  }

  CellView view() const override {
    if (cells_->empty()) return {};
    const TextureCells shown{.texels = cells_->cells_a_texel() == 16 ? CellTexels::codes_8 : CellTexels::codes_16,
                             .cells = cells_->front().texture.name(),
                             .elements_by_code = cells_->codes_texture().name()};
    return {cells_->width(), cells_->height(), generation_, shown};
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
    if (!on || cells_->empty() || !GpuLedger::takes(ruleset_)) return !on;
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    ledger_ = GpuLedger::create(error);
    if (ledger_) {
      ledger_->load(ruleset_);
      ledger_->begin(world_on_gpu());
    } else {
      note(Status::failure(error));
    }
    note(check_gl_errors("Beginning the ledger on the GPU"));
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
  const RuleTable& rules() const { return cells_->codes().rules(); }
  std::uint64_t cell_count() const {
    return static_cast<std::uint64_t>(cells_->width()) * static_cast<std::uint64_t>(cells_->height());
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
    if (!steps_->load(cells_->codes().kind(), true, error)) return note(Status::failure(error));
    if (left_) return;
    left_ = LeftCounter::create(error);
    if (!left_) return note(Status::failure(error));
    if (!cells_->empty()) left_->reset(*cells_);
    note(check_gl_errors("Opening the edge on the GPU"));
  }

  void take_steps(const StepSpan& span) {
    std::optional<AdditiveBlending> blending;
    const bool counts = edge_.open() || ledger_;  // after each step
    if (counts) blending.emplace();
    note(queue_.take_groups(span.count, [&](std::uint64_t k) {
      const Bias bias = span.bias(span.first_step + k);
      const int count = counts ? 1 : steps_->at_once(span.count - k);
      steps_->take(*cells_, bias, count);
      if (edge_.open()) {
        left_->count(cells_->back().texture, edge_);
        steps_->draw_rim(*cells_, bias);
      }
      cells_->swap();
      if (ledger_) count_step(bias);
      return StepQueue::Group{static_cast<std::uint64_t>(count), cell_count()};
    }));
    if (edge_.open()) left_->collect(edge_);
  }

  World world_on_gpu() const {
    World world(std::max(cells_->width(), 1), std::max(cells_->height(), 1));
    if (rules().has_undefined_pairs()) world.add(Plane::density);
    if (!cells_->empty()) cells_->read(world);
    return world;
  }

  void count_step(Bias bias) {
    glBindVertexArray(no_vertices_.get());
    ledger_->count_step(*cells_, bias, edge_.open());
    cells_->bind_tables();
  }

  void count_edit(const CellRect& box, bool moves) {
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    ledger_->count_edit(*cells_, box, moves);
  }

  void collect_ledger(bool wait) const {
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    if (wait) {
      ledger_->collect_all(*cells_);
    } else {
      ledger_->collect(*cells_);
    }
  }

  GlVertexArray no_vertices_;
  std::unique_ptr<PackedCells> cells_;
  std::unique_ptr<GpuSteps> steps_;
  StepQueue queue_;
  std::unique_ptr<LeftCounter> left_;  // null until the edge is opened for the first time
  std::unique_ptr<GpuLedger> ledger_;  // null unless it is kept
  Ruleset ruleset_;
  mutable OpenEdge edge_;  // mutable: const functions take over counts that have arrived
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  mutable Status health_;  // mutable: the loss of the context may be noticed in a const function that reads back
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(GlPath path, std::string& error) {
  auto solver = std::make_unique<GpuSolver>();
  if (!solver->begin(path, error)) return nullptr;
  return solver;
}

}  // namespace repose::density
