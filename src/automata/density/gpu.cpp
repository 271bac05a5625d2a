// The density automaton in OpenGL 3.3 fragment shaders: two textures, a step reads one and draws the other.
//
// A cell is an RGBA8 texel: r = element index, g = density byte, a = 255; b = the index of what left an open world there
// in the last step, on the rim, else 0. Density is carried beside the index, so
// that every neighbour costs one fetch and a vanished cell (index 0, density 0) needs no index of its own. Four channels
// because software drivers read RGBA8 twice as fast as narrower formats. Texel row 0 is the top row of the world.
#include "automata/density/gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <variant>
#include <vector>

#include "automata/density/density.hpp"
#include "automata/density/gpu_ledger.hpp"
#include "automata/density/gpu_left.hpp"
#include "automata/density/open_edge.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "gl/state_guard.hpp"
#include "gl/step_queue.hpp"

namespace repose::density {
namespace {

struct Texel {
  std::uint8_t index = 0, density = 0, left = 0, opaque = 255;
};
static_assert(sizeof(Texel) == 4);

// A rectangle of cells, ends exclusive: one instance of common/rects.vert.
struct CellRect {
  GLint x_begin, y_begin, x_end, y_end;
};

// Worlds pass between memory and GPU in bands of rows of about this many cells, so that a large one needs no second copy.
constexpr int kBandCells = 1 << 22;

// Calls of at least this many steps return when the steps are done, so that step_seconds is true for benchmarks; shorter
// ones, as in a frame loop, return as soon as they are issued.
constexpr std::uint64_t kStepsWorthWaiting = 32;

int rows_per_band(int width, int height) { return std::clamp(kBandCells / width, 1, height); }

Texel to_texel(Outcome cell) { return {cell.index, cell.density}; }

class GpuSolver final : public Solver {
 public:
  static std::unique_ptr<Solver> create(std::string& error) {
    auto solver = std::make_unique<GpuSolver>();
    const GlStateGuard guard;
    clear_gl_errors();
    if (!solver->make_programs(error)) return nullptr;
    solver->make_objects();
    if (const Status status = check_gl_errors("Setting up the GPU backend"); !status) {
      error = status.message();
      return nullptr;
    }
    return solver;
  }

  PlaneSet state_planes() const override { return density::state_planes(rules_); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    clear_gl_errors();
    const RuleTable rules(ruleset);
    const std::vector<Texel> texels = rule_texels(rules);
    rules_texture_.write(0, 0, kElementsMax, kElementsMax, texels.data(), kElementsMax);
    if (Status status = check_gl_errors("Loading the rules"); !status) return status;
    rules_ = rules;
    ruleset_ = ruleset;
    if (ledger_ && !GpuLedger::takes(ruleset)) ledger_.reset();
    if (ledger_) ledger_->load(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    const GlStateGuard guard;
    clear_gl_errors();
    GLint side_max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
    if (world.width() > side_max || world.height() > side_max) {
      return Status::failure(fmt::format("A world of {}x{} cells is too large for this GPU, which takes {} a side.",
                                         world.width(), world.height(), side_max));
    }
    PingPong cells(kTexelRgba8, world.width(), world.height(), "density cells");
    const bool complete = cells.complete();
    if (Status status = check_gl_errors("Making room for the world on the GPU"); !status) return status;
    if (!complete) return Status::failure("This GPU cannot draw into the textures that the density automaton needs.");
    write(world, cells.front().texture);
    if (Status status = check_gl_errors("Copying the world to the GPU"); !status) return status;
    cells_ = std::move(cells);
    width_ = world.width();
    height_ = world.height();
    stats_ = {};
    edge_.forget_counts();
    if (left_) left_->reset(width_, height_);
    if (ledger_) begin_ledger();
    generation_ = next_view_generation();
    return {};
  }

  void apply(const Edit& edit) override {
    if (!cells_) return;
    const GlStateGuard guard;
    clear_gl_errors();
    std::visit([this](const auto& e) { paint(e); }, edit);
    note(check_gl_errors("Drawing on the GPU"));
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    if (!cells_ || (edge_.open() && !left_)) return;
    const auto start = std::chrono::steady_clock::now();
    const GlStateGuard guard;
    clear_gl_errors();
    if (ledger_) {
      take_counted_steps(span);
    } else if (edge_.open()) {
      take_open_steps(span);
    } else {
      take_steps(span);
    }
    if (span.count >= kStepsWorthWaiting) queue_.finish();
    note(check_gl_errors("A step on the GPU"));
    if (queue_.failed()) note(Status::failure("The GPU stopped answering."));
    stats_.steps += span.count;
    stats_.step_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    generation_ = next_view_generation();
  }

  void download(World& world) const override {
    world = World(std::max(width_, 1), std::max(height_, 1));
    const bool with_density = rules_.has_undefined_pairs();
    if (with_density) world.add(Plane::density);
    if (!cells_) return;
    const GlStateGuard guard;
    clear_gl_errors();
    cells_.front().framebuffer.bind();
    const int band = rows_per_band(width_, height_);
    std::vector<Texel> texels(static_cast<std::size_t>(band) * static_cast<std::size_t>(width_));
    for (int y = 0; y < height_; y += band) {
      const int rows = std::min(band, height_ - y);
      glReadPixels(0, y, width_, rows, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
      const std::size_t first = world.index(0, y);
      const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(width_);
      for (std::size_t i = 0; i < count; ++i) world.cells()[first + i] = texels[i].index;
      if (!with_density) continue;
      for (std::size_t i = 0; i < count; ++i) world.bytes(Plane::density)[first + i] = texels[i].density;
    }
    if (left_) left_->collect_all(edge_);
    if (ledger_) collect_ledger(true);
    note(check_gl_errors("Reading the world back from the GPU"));
  }

  SolverStats stats() const override {
    if (left_ && left_->pending()) {  // a paused world counts to the end as well
      const GlStateGuard guard;
      left_->collect(edge_);
    }
    SolverStats stats = stats_;
    stats.cell_count = stats.active_cells = cell_count();
    stats.left_cells = edge_.left_cells();
    return stats;
  }

  CellView view() const override {
    if (!cells_) return {};
    return {CellView::Kind::texture, width_, height_, nullptr, 0, cells_.front().texture.name(), generation_};
  }

  std::span<const ParameterInfo> parameters() const override { return OpenEdge::parameters(); }
  double parameter(std::string_view name) const override { return edge_.parameter(name); }
  bool set_parameter(std::string_view name, double value) override {
    if (!edge_.set_parameter(name, value)) return false;
    if (edge_.open() && !left_) make_open_edge();
    return true;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    return edge_.left_by_element(rules_.element_count());
  }

  bool keep_ledger(bool on) override {
    ledger_.reset();
    if (!on || !cells_ || !GpuLedger::takes(ruleset_)) return !on;
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    ledger_ = GpuLedger::create(error);
    if (ledger_) {
      ledger_->load(ruleset_);
      begin_ledger();
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
  std::uint64_t cell_count() const { return static_cast<std::uint64_t>(width_) * static_cast<std::uint64_t>(height_); }

  // The first failure is the one that explains the others.
  void note(Status status) const {
    if (health_.ok()) health_ = std::move(status);
  }

  static std::vector<Texel> rule_texels(const RuleTable& rules) {
    std::vector<Texel> texels;
    texels.reserve(std::size_t{kElementsMax} * kElementsMax);
    for (int self = 0; self < kElementsMax; ++self) {
      for (int partner = 0; partner < kElementsMax; ++partner) {
        texels.push_back(to_texel(rules.at(static_cast<std::uint8_t>(self), static_cast<std::uint8_t>(partner))));
      }
      if (rules.leaves(static_cast<std::uint8_t>(self))) {
        texels[static_cast<std::size_t>(self * (kElementsMax + 1))].left = 255;
      }
    }
    return texels;
  }

  // A step of one kind: with a closed edge or an open one. What is not needed is not even in the shader.
  struct StepProgram {
    Program program;
    GLint bias;
  };

  static std::optional<StepProgram> load_step(bool open_edge, std::string& error) {
    const ShaderConstant constants[] = {{"kWallDensity", std::uint32_t{kWallDensity}},
                                        {"kOpenEdge", std::uint32_t{open_edge}}};
    auto program = Program::load({"common/fullscreen.vert", "density/step.frag"}, constants, error);
    if (!program) return std::nullopt;
    program->set_unit("u_cells", 0);
    program->set_unit("u_rules", 1);
    const GLint bias = program->uniform("u_bias");
    return StepProgram{std::move(*program), bias};
  }

  // Once somebody opens the edge: a start need not wait for more shaders.
  void make_open_edge() {
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    open_step_ = load_step(true, error);
    if (open_step_) left_ = LeftCounter::create(error);
    if (!left_) return note(Status::failure(error));
    if (cells_) left_->reset(width_, height_);
    note(check_gl_errors("Opening the edge on the GPU"));
  }

  bool make_programs(std::string& error) {
    closed_step_ = load_step(false, error);
    if (!closed_step_) return false;
    paint_program_ = Program::load({"common/rects.vert", "density/paint.frag"}, {}, error);
    if (!paint_program_) return false;
    stamp_program_ = Program::load({"common/rects.vert", "density/stamp.frag"}, {}, error);
    return stamp_program_.has_value();
  }

  void make_objects() {
    paint_program_->set_unit("u_cells", 0);
    stamp_program_->set_unit("u_stamp", 0);
    rules_texture_ = Texture(kTexelRgba8, kElementsMax, kElementsMax, "density rules");
    no_vertices_ = make_gl_vertex_array();
    rects_buffer_ = make_gl_buffer();
    rects_vertices_ = make_gl_vertex_array();
    glBindVertexArray(rects_vertices_.get());
    glBindBuffer(GL_ARRAY_BUFFER, rects_buffer_.get());
    glEnableVertexAttribArray(0);
    glVertexAttribIPointer(0, 4, GL_INT, sizeof(CellRect), nullptr);
    glVertexAttribDivisor(0, 1);
  }

  void write(const World& world, const Texture& texture) const {
    const auto density = world.bytes(Plane::density);
    const int band = rows_per_band(world.width(), world.height());
    std::vector<Texel> texels(static_cast<std::size_t>(band) * static_cast<std::size_t>(world.width()));
    for (int y = 0; y < world.height(); y += band) {
      const int rows = std::min(band, world.height() - y);
      const std::size_t first = world.index(0, y);
      const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(world.width());
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* cell_density = density.empty() ? nullptr : &density[first + i];
        texels[i] = to_texel(admit(rules_, world.cells()[first + i], cell_density));
      }
      texture.write(0, y, world.width(), rows, texels.data(), world.width());
    }
  }

  void prepare_steps(const StepProgram& step) const {
    step.program.use();
    glUniform2i(step.program.uniform("u_size"), width_, height_);
    glBindVertexArray(no_vertices_.get());
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, rules_texture_.name());
    glActiveTexture(GL_TEXTURE0);
  }

  void take_steps(const StepSpan& span) {
    prepare_steps(*closed_step_);
    for (std::uint64_t k = 0; k < span.count && !queue_.failed(); ++k) {
      step_once(*closed_step_, span.bias(span.first_step + k));
      queue_.step_issued(cell_count());
    }
  }

  void take_open_steps(const StepSpan& span) {
    const AdditiveBlending blending;
    prepare_steps(*open_step_);
    for (std::uint64_t k = 0; k < span.count && !queue_.failed(); ++k) {
      open_step_->program.use();
      step_once(*open_step_, span.bias(span.first_step + k));
      left_->count(cells_.front().texture, edge_);
      queue_.step_issued(cell_count());
    }
    left_->collect(edge_);
  }

  // With the ledger, whether the edge is open or not.
  void take_counted_steps(const StepSpan& span) {
    const StepProgram& step = edge_.open() ? *open_step_ : *closed_step_;
    const AdditiveBlending blending;
    for (std::uint64_t k = 0; k < span.count && !queue_.failed(); ++k) {
      const Bias bias = span.bias(span.first_step + k);
      prepare_steps(step);
      step_once(step, bias);
      if (edge_.open()) left_->count(cells_.front().texture, edge_);
      ledger_->count_step(cells_.back().texture, cells_.front().texture, bias, edge_.open());
      queue_.step_issued(cell_count());
    }
    if (edge_.open()) left_->collect(edge_);
  }

  void begin_ledger() {
    World world;
    std::unique_ptr<GpuLedger> ledger = std::move(ledger_);  // download() would ask it
    download(world);
    ledger_ = std::move(ledger);
    ledger_->begin(world);
  }

  void collect_ledger(bool wait) const {
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    if (wait) {
      ledger_->collect_all(cells_.front().texture);
    } else {
      ledger_->collect(cells_.front().texture);
    }
  }

  void count_edit(const CellRect& box) {
    if (!ledger_) return;
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    ledger_->count_edit(cells_.back().texture, cells_.front().texture,
                        {box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin});
  }

  // The program must be in use.
  void step_once(const StepProgram& step, Bias bias) {
    cells_.back().framebuffer.bind();
    glBindTexture(GL_TEXTURE_2D, cells_.front().texture.name());
    glUniform1i(step.bias, bias == Bias::left ? -1 : +1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    cells_.swap();
  }

  template <class Shape>  // StrokeEdit or RectEdit
  void paint(const Shape& edit) {
    std::vector<CellRect> rects;
    for (const Span& span : rasterise(edit, width_, height_)) {
      rects.push_back({span.x_begin, span.y, span.x_end, span.y + 1});
    }
    if (rects.empty()) return;
    const CellRect box = box_of(rects);
    if (edit.only_over || ledger_) copy_to_back(box);
    const Outcome cell = admit(rules_, edit.element, nullptr);
    paint_program_->use();
    glUniform2i(paint_program_->uniform("u_cell"), cell.index, cell.density);
    glUniform1i(paint_program_->uniform("u_only_over"), edit.only_over ? *edit.only_over : -1);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, cells_.back().texture.name());
    draw(*paint_program_, rects);
    count_edit(box);
  }

  void paint(const StampEdit& stamp) {
    const auto clip = [](std::int64_t value, int limit) {
      return static_cast<int>(std::clamp<std::int64_t>(value, 0, limit));
    };
    const CellRect rect{clip(stamp.at.x, width_), clip(stamp.at.y, height_),
                        clip(std::int64_t{stamp.at.x} + stamp.width, width_),
                        clip(std::int64_t{stamp.at.y} + stamp.height, height_)};
    if (rect.x_begin >= rect.x_end || rect.y_begin >= rect.y_end) return;
    const int width = rect.x_end - rect.x_begin, height = rect.y_end - rect.y_begin;
    std::vector<Texel> texels;
    texels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = rect.y_begin; y < rect.y_end; ++y) {
      for (int x = rect.x_begin; x < rect.x_end; ++x) texels.push_back(stamp_texel(stamp, x - stamp.at.x, y - stamp.at.y));
    }
    glActiveTexture(GL_TEXTURE0);
    const Texture texture(kTexelRgba8, width, height, "stamp");
    texture.write(0, 0, width, height, texels.data(), width);
    if (ledger_) copy_to_back(rect);
    stamp_program_->use();
    glUniform2i(stamp_program_->uniform("u_origin"), rect.x_begin, rect.y_begin);
    draw(*stamp_program_, {rect});
    count_edit(rect);
  }

  void paint(const AmountEdit&) {}  // it keeps no plane of amounts

  Texel stamp_texel(const StampEdit& stamp, int x, int y) const {
    const std::uint8_t element =
        (*stamp.cells)[static_cast<std::size_t>(y) * static_cast<std::size_t>(stamp.width) + static_cast<std::size_t>(x)];
    if (element == stamp.transparent) return {0, 0, 0, 0};
    return to_texel(admit(rules_, element, nullptr));
  }

  // Of rectangles whose rows ascend.
  static CellRect box_of(const std::vector<CellRect>& rects) {
    CellRect box{std::numeric_limits<GLint>::max(), rects.front().y_begin, 0, rects.back().y_end};
    for (const CellRect& r : rects) {
      box.x_begin = std::min(box.x_begin, r.x_begin);
      box.x_end = std::max(box.x_end, r.x_end);
    }
    return box;
  }

  // What an edit may read, and what the ledger compares with: a texture cannot be read and drawn at once.
  void copy_to_back(const CellRect& box) const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, cells_.front().framebuffer.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, cells_.back().framebuffer.name());
    glBlitFramebuffer(box.x_begin, box.y_begin, box.x_end, box.y_end, box.x_begin, box.y_begin, box.x_end, box.y_end,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }

  // Draws rectangles of the front canvas with the current program, which is `program`.
  void draw(const Program& program, const std::vector<CellRect>& rects) const {
    glUniform2i(program.uniform("u_size"), width_, height_);
    cells_.front().framebuffer.bind();
    glBindVertexArray(rects_vertices_.get());
    glBindBuffer(GL_ARRAY_BUFFER, rects_buffer_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(rects.size() * sizeof(CellRect)), rects.data(), GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(rects.size()));
  }

  std::optional<StepProgram> closed_step_, open_step_;
  std::optional<Program> paint_program_, stamp_program_;
  Texture rules_texture_;
  GlVertexArray no_vertices_, rects_vertices_;
  GlBuffer rects_buffer_;
  PingPong cells_;
  StepQueue queue_;
  std::unique_ptr<LeftCounter> left_;  // from the first time that the edge is open
  std::unique_ptr<GpuLedger> ledger_;  // while it is kept

  Ruleset ruleset_;
  RuleTable rules_;
  mutable OpenEdge edge_;  // its counts arrive while we look at something else
  int width_ = 0, height_ = 0;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  mutable Status health_;  // reading back, which changes nothing, can be what finds the context lost
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) { return GpuSolver::create(error); }

}  // namespace repose::density
