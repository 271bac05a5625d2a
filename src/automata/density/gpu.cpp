// The density automaton in OpenGL 3.3 fragment shaders: two textures; a step reads one and draws the other.
//
// Software drivers, and many small GPUs, spend their time on reading texels. So a texel holds 16 cells, or 8 where the
// density plane is state (gpu_codes.hpp), and a step compares four or two of them in one operation.
#include "automata/density/gpu.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <variant>
#include <vector>

#include "automata/density/density.hpp"
#include "automata/density/gpu_ledger.hpp"
#include "automata/density/gpu_left.hpp"
#include "automata/density/gpu_packed_cells.hpp"
#include "automata/density/open_edge.hpp"
#include "gl/program.hpp"
#include "gl/state_guard.hpp"
#include "gl/step_queue.hpp"

namespace repose::density {
namespace {

// The bits of each word that hold the cells first..last-1 of a texel.
std::array<GLuint, 4> lane_bits(int first, int last, int cell_bits) {
  std::array<GLuint, 4> words{};
  for (int bit = first * cell_bits; bit < last * cell_bits; ++bit)
    words[static_cast<std::size_t>(bit / 32)] |= 1u << (bit % 32);
  return words;
}

GLuint in_every_cell(std::uint16_t value, int cell_bits) {
  return value * (cell_bits == 16 ? 0x00010001u : 0x01010101u);
}

class GpuSolver final : public Solver {
 public:
  // False when OpenGL here cannot do it.
  bool begin(std::string& error) {
    const GlStateGuard guard;
    clear_gl_errors();
    cells_ = PackedCells::create(error);
    if (!cells_) return false;
    no_vertices_ = make_gl_vertex_array();
    if (!make_steps(CellCodes::Kind::masked, error)) return false;
    return gpu_setup_succeeded(error);
  }

  PlaneSet state_planes() const override { return density::state_planes(rules()); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    clear_gl_errors();
    const CellCodes codes{RuleTable(ruleset)};
    std::string error;
    if (!make_steps(codes.kind(), error)) return Status::failure(error);
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
    prepare_steps();
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
    if (edge_.open() && !left_) make_open_edge();
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
  // One for each bias.
  using StepPrograms = std::array<std::optional<Program>, 2>;

  const RuleTable& rules() const { return cells_->codes().rules(); }
  std::uint64_t cell_count() const {
    return static_cast<std::uint64_t>(cells_->width()) * static_cast<std::uint64_t>(cells_->height());
  }

  // Keeps the first failure, because it explains the later ones.
  void note(Status status) const {
    if (health_.ok()) health_ = std::move(status);
  }

  StepPrograms& programs(CellCodes::Kind kind, bool open_edge) {
    return programs_[static_cast<std::size_t>(kind)][open_edge];
  }

  // Parts that are not needed are left out of the shader. With an open edge the shader computes the rim.
  static std::optional<Program> load_step(CellCodes::Kind kind, bool open_edge, bool right, std::string& error) {
    const int cell_bits = kind == CellCodes::Kind::wide ? 16 : 8;
    const ShaderConstant constants[] = {{"kCellBits", static_cast<std::uint32_t>(cell_bits)},
                                        {"kOnes", std::uint32_t{in_every_cell(1, cell_bits)}},
                                        {"kRanksByTable", std::uint32_t{kind == CellCodes::Kind::tabled}},
                                        {"kBiasRight", std::uint32_t{right}},
                                        {"kOpenEdge", std::uint32_t{open_edge}}};
    auto program = Program::load({open_edge ? "density/rects.vert" : "common/fullscreen.vert", "density/step.frag"},
                                 constants, error);
    if (!program) return std::nullopt;
    program->set_unit("u_cells", PackedCells::kCellsUnit);
    program->set_unit("u_rules", PackedCells::kRulesUnit);
    program->set_unit("u_codes", PackedCells::kCodesUnit);
    return program;
  }

  // Makes the steps that such codes need, unless they exist: so the program starts without waiting for the other
  // shaders.
  bool make_steps(CellCodes::Kind kind, std::string& error) {
    for (const bool open_edge : {false, true}) {
      if (open_edge && !edge_.open()) continue;
      for (const bool right : {false, true}) {
        std::optional<Program>& program = programs(kind, open_edge)[right];
        if (!program) program = load_step(kind, open_edge, right, error);
        if (!program) return false;
      }
    }
    return true;
  }

  // Called when the edge is opened for the first time.
  void make_open_edge() {
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    if (make_steps(cells_->codes().kind(), error)) left_ = LeftCounter::create(error);
    if (!left_) return note(Status::failure(error));
    if (!cells_->empty()) left_->reset(*cells_);
    note(check_gl_errors("Opening the edge on the GPU"));
  }

  // Sets the uniforms that depend on rules and world, and binds the textures that all steps read.
  void prepare_steps() {
    const CellCodes& codes = cells_->codes();
    const int bits = codes.cell_bits(), last = (cells_->width() - 1) % cells_->cells_a_texel();
    const auto real = lane_bits(0, last + 1, bits), last_cell = lane_bits(last, last + 1, bits);
    std::array<GLuint, 4> masks{};
    for (std::size_t i = 0; i < masks.size(); ++i) masks[i] = in_every_cell(codes.rank_masks()[i], bits);
    const std::uint16_t background = codes.code_of(admit(rules(), 0, nullptr));
    for (const bool open_edge : {false, true}) {
      if (open_edge && !edge_.open()) continue;
      for (const auto& program : programs(codes.kind(), open_edge)) {
        program->use();
        glUniform2i(program->uniform("u_last"), cells_->columns() - 1, cells_->height() - 1);
        glUniform4uiv(program->uniform("u_real"), 1, real.data());
        glUniform4uiv(program->uniform("u_last_cell"), 1, last_cell.data());
        glUniform1ui(program->uniform("u_last_shift"), static_cast<GLuint>(last * bits % 32));
        glUniform4uiv(program->uniform("u_rank_masks"), 1, masks.data());
        glUniform1ui(program->uniform("u_wall"), in_every_cell(codes.wall_rank(), bits));
        glUniform1ui(program->uniform("u_background"), background);
      }
    }
    cells_->bind_tables();
  }

  void take_steps(const StepSpan& span) {
    std::optional<AdditiveBlending> blending;
    if (edge_.open() || ledger_) blending.emplace();
    note(queue_.take(span.count, [&](std::uint64_t k) {
      const Bias bias = span.bias(span.first_step + k);
      draw_step(bias);
      if (edge_.open()) clear_rim(bias);
      cells_->swap();
      if (ledger_) count_step(bias);
      return cell_count();
    }));
    if (edge_.open()) left_->collect(edge_);
  }

  // From the front canvas to the back one.
  void draw_step(Bias bias) {
    programs(cells_->codes().kind(), false)[bias == Bias::right]->use();
    glBindVertexArray(no_vertices_.get());
    cells_->back().framebuffer.bind();
    glBindTexture(GL_TEXTURE_2D, cells_->front().texture.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

  // After a step as in a closed world: counts what leaves now, then draws the rim again without it.
  void clear_rim(Bias bias) {
    left_->count(cells_->back().texture, edge_);
    const Program& program = *programs(cells_->codes().kind(), true)[bias == Bias::right];
    program.use();
    glBindTexture(GL_TEXTURE_2D, cells_->front().texture.name());
    const GLint width = cells_->width(), height = cells_->height(),
                copies = cells_->columns() * cells_->cells_a_texel();
    cells_->draw(
        program, cells_->back(),
        {{0, 0, copies, 1}, {0, height - 1, copies, height}, {0, 0, 1, height}, {width - 1, 0, copies, height}});
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

  std::array<std::array<StepPrograms, 2>, CellCodes::kKindCount> programs_;  // by kind of codes, for an open edge
  GlVertexArray no_vertices_;
  std::unique_ptr<PackedCells> cells_;
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

std::unique_ptr<Solver> make_gpu_solver(std::string& error) {
  auto solver = std::make_unique<GpuSolver>();
  if (!solver->begin(error)) return nullptr;
  return solver;
}

}  // namespace repose::density
