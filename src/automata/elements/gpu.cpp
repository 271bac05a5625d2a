// The elements automaton on the GPU: blocks take their turns, pass by pass; then the stamps that reach beyond them are
// drawn. Four bytes a cell; shaders/elements/cell.glsl has the layout.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "automata/elements/elements.hpp"
#include "automata/elements/gpu_rules.hpp"
#include "automata/elements/lattice.hpp"
#include "automata/gpu_cells.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/read_back.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/status.hpp"

namespace repose::elements {

// The turns of a pass on a GPU: two implementations of one interface, which give the same bytes.

// One of the four passes of a frame.
struct GpuPass {
  const Parameters& parameters;
  const Lattice& lattice;
  int number;
  int width, height;
  std::uint32_t turns, rows;  // bases of the draws of turns and of directions

  int block_count() const { return lattice.columns() * lattice.rows(); }
  // The first cell of the group of the first block; may be outside the world.
  int first_x() const { return lattice.period_x() + parameters.block / 2 * lattice.pass_class(number).column; }
  int first_y() const { return lattice.period_y() + parameters.block / 2 * lattice.pass_class(number).row; }
};

// Sets the inputs of shaders/elements/lattice.glsl and turn.glsl. Precondition: the program is current.
void set_pass(const Program& program, const GpuPass& pass);

class GpuTurns {
 public:
  virtual ~GpuTurns() = default;

  // Allocates textures for worlds of that size and blocks of that side.
  virtual Status make(int width, int height, int block) = 0;
  // Takes the turns of the pass in the front canvas of the cells. Writes the stamps that are drawn at the end of the
  // pass to `stamps`, one texel per block. Precondition: the rules are bound.
  virtual void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) = 0;
};

// The largest number of blocks along that many cells, for any shift.
constexpr int most_blocks(int cells, int block) { return (cells + block) / block + 2; }

// In place, in compute shaders; needs OpenGL 4.3. Unusable if `error` is not empty afterwards.
std::unique_ptr<GpuTurns> make_compute_turns(std::string& error);
// Row by row, in fragment shaders. Unusable if `error` is not empty afterwards.
std::unique_ptr<GpuTurns> make_fragment_turns(std::string& error);

// Draws the discs and items of a pass at its end. A key is used as a depth, so the highest key wins where they overlap.
class GpuStamps {
 public:
  // Unusable if `error` is not empty afterwards.
  explicit GpuStamps(std::string& error);

  // Allocates memory for one stamp of each block of any pass; for cells only if there can be stamps at all.
  Status make(int width, int height, int block, bool has_stamps);
  // One texel for each block of a pass; the turns write it.
  const Canvas& waiting() const { return waiting_; }
  // Draws into the front canvas of the cells. Precondition: the rules are bound.
  void draw(const GpuPass& pass, const PingPong& cells) const;

 private:
  void draw_all(const Program& program, const GpuPass& pass) const;

  Program keys_program_, cells_program_;
  GlVertexArray no_vertices_;
  Canvas waiting_;
  Texture keys_, keys_depth_, cells_depth_;
  Framebuffer keys_framebuffer_;
};

namespace {

struct ElementTexel {
  std::uint8_t element = 0, energy = 0, x_speed = 0, y_speed_inverted = 255;
};
static_assert(sizeof(ElementTexel) == sizeof(CellTexel));

World world_of_size(int width, int height) {
  World world(width, height);
  world.add(Plane::energy);
  world.add(Plane::velocity);
  return world;
}

class GpuSolver final : public GpuCellSolver<GpuCells> {
 public:
  // Unusable if `error` is not empty afterwards.
  GpuSolver(GlPath path, std::string& error)
      : GpuCellSolver(error),
        stamps_(error),
        finish_(Program::load({"common/fullscreen.vert", "elements/finish.frag"}, shader_constants(), error,
                              std::array{SamplerUnit{"u_cells", 0}})),
        turns_(path == GlPath::compute ? make_compute_turns(error) : make_fragment_turns(error)) {}

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    const GlStateGuard guard;
    clear_gl_errors();
    Rules rules(ruleset);
    auto gpu_rules = GpuRules::create(rules);
    if (!gpu_rules) return Status::failure(tr("These are more rules than this GPU holds; the cpu backend takes them."));
    if (Status status = check_gl_errors(text_id("Loading the rules")); !status) return status;
    rules_ = std::move(rules);
    gpu_rules_ = std::move(*gpu_rules);
    GpuCells::Texels texels;
    for (int i = 0; i < kElementsMax; ++i) {
      texels[static_cast<std::size_t>(i)] = texel_of(static_cast<std::uint8_t>(i), nullptr, nullptr);
    }
    cells_.set_texels(texels);
    cells_.set_loose(loose_table(ruleset), 1);
    cells_.set_stamped([this](const EditedCell& cell) { return texel_of(cell.element, cell.energy, cell.velocity); });
    return {};
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list_in_blocks(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override {
    const auto infos = parameters();
    const auto info = std::ranges::find(infos, name, &ParameterInfo::name);
    if (info == infos.end()) return false;
    const int block = parameters_.block;
    // Blocks cannot have the original's order (block 0); the largest block is the nearest to it.
    if (name == "block" && value == 0) value = info->default_value;
    parameters_.set(name, clamp_parameter(*info, value));
    if (parameters_.block != block && cells_) {
      const GlStateGuard guard;
      clear_gl_errors();
      note(make_rooms());
    }
    return true;
  }

 private:
  // Cost of a step relative to one that visits each cell once; StepQueue's limit uses it.
  static constexpr std::uint64_t kCostOfStep = 16;

  // Null planes: no energy, no velocity.
  CellTexel texel_of(std::uint8_t element, const std::uint8_t* energy, const std::uint8_t* velocity) const {
    ElementTexel texel;
    if (element < rules_.element_count()) texel.element = element;
    if (energy != nullptr) texel.energy = std::min<std::uint8_t>(*energy, kEnergyMax);
    if (velocity != nullptr) {
      texel.x_speed = velocity[0];
      texel.y_speed_inverted = static_cast<std::uint8_t>(255 - velocity[1]);
    }
    return std::bit_cast<CellTexel>(texel);
  }

  static void take(World& world, std::size_t i, CellTexel cell) {
    const auto texel = std::bit_cast<ElementTexel>(cell);
    world.cells()[i] = texel.element;
    world.bytes(Plane::energy)[i] = texel.energy;
    world.bytes(Plane::velocity)[2 * i] = texel.x_speed;
    world.bytes(Plane::velocity)[2 * i + 1] = static_cast<std::uint8_t>(255 - texel.y_speed_inverted);
  }

  TextureCells shown() const override {
    return {.texels = CellTexels::element_energy_velocity, .cells = cells_.front().name()};
  }

  World empty_world(int width, int height) const override { return world_of_size(width, height); }

  Status write(const World& world) override {
    const auto energy = world.bytes(Plane::energy), velocity = world.bytes(Plane::velocity);
    const auto texel_at = [&](std::size_t i) {
      return texel_of(world.cells()[i], energy.empty() ? nullptr : &energy[i],
                      velocity.empty() ? nullptr : &velocity[2 * i]);
    };
    const Status written = cells_.upload(world.width(), world.height(), texel_at);
    return written ? make_rooms() : written;
  }

  void read(World& world) const override {
    cells_.download([&world](std::size_t i, CellTexel cell) { take(world, i, cell); });
  }

  std::unique_ptr<WorldCapture> begin_read() const override {
    const auto decode = [width = cells_.width(), height = cells_.height()](const std::vector<TexelBytes>& texels) {
      World world = world_of_size(width, height);
      for (std::size_t i = 0; i < world.cell_count(); ++i) {
        CellTexel cell;
        std::memcpy(&cell, &texels.front()[i * sizeof cell], sizeof cell);
        take(world, i, cell);
      }
      return world;
    };
    return begin_read_back({whole(cells_.planes().front(), kTexelRgba8)}, decode);
  }

  // Allocates the textures for the size of the world and of the blocks.
  Status make_rooms() {
    glActiveTexture(GL_TEXTURE0);
    const Status made = stamps_.make(cells_.width(), cells_.height(), parameters_.block, gpu_rules_.has_stamps());
    return made ? turns_->make(cells_.width(), cells_.height(), parameters_.block) : made;
  }

  // ---- a frame ----

  Status issue_steps(const StepSpan& span, StepQueue& queue) override {
    return queue.take(span.count, [&](std::uint64_t k) {
      issue_step(span.seed, static_cast<std::uint32_t>(span.first_step + k));
      return cell_count() * kCostOfStep;
    });
  }

  void issue_step(std::uint64_t seed, std::uint32_t number) {
    if (cells_.width() > 2 && cells_.height() > 2) {
      if (parameters_.sources) pour(seed, number);
      take_turns(seed, number);
    }
    finish_.use();
    glUniform2i(finish_.uniform("u_size"), cells_.width(), cells_.height());
    cells_.draw_pass();
  }

  void pour(std::uint64_t seed, std::uint32_t number) {
    const int spacing = cells_.width() / (static_cast<int>(rules_.sources().size()) + 1);
    for (int i = 0; i < kSourceWidth; ++i) {
      if (!happens(random_u32(seed, number, static_cast<std::uint32_t>(i), 0, kSourceSalt), kSourcePours)) continue;
      int x = i;
      for (const std::uint8_t source : rules_.sources()) {
        x += spacing;
        if (x > 0 && x < cells_.width() - 1) cells_.apply(RectEdit{{x, 1}, {x, 1}, source, {}});
      }
    }
  }

  void take_turns(std::uint64_t seed, std::uint32_t number) {
    const Lattice lattice(parameters_.block, seed, number, cells_.width(), cells_.height());
    for (int i = 0; i < Lattice::kPasses; ++i) {
      const GpuPass pass{parameters_,
                         lattice,
                         i,
                         cells_.width(),
                         cells_.height(),
                         random_base(seed, number, kTurnSalt),
                         random_base(seed, number, kRowSalt)};
      gpu_rules_.bind();
      turns_->take(pass, cells_.planes(), stamps_.waiting());
      if (gpu_rules_.has_stamps()) stamps_.draw(pass, cells_.planes());
    }
  }

  GpuStamps stamps_;
  Program finish_;
  std::unique_ptr<GpuTurns> turns_;
  Rules rules_;
  GpuRules gpu_rules_;
  Parameters parameters_;
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(GlPath path, std::string& error) {
  return make_solver_on_gpu<GpuSolver>(error, path);
}

// Turns in OpenGL 4.3 compute shaders: in place, one invocation per block.
namespace {

// Blocks of a row in a work group, the same as in shaders/elements/turns.comp. Few, because neighbours take different
// branches.
constexpr int kGroupBlocks = 8;

class ComputeTurns final : public GpuTurns {
 public:
  explicit ComputeTurns(Program turns) : turns_(std::move(turns)) {}

  Status make(int, int, int) override { return {}; }

  void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) override {
    turns_.use();
    set_pass(turns_, pass);
    glBindImageTexture(0, cells.front().texture.name(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8UI);
    glBindImageTexture(1, stamps.texture.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32UI);
    // Row by row: a dispatch has at most 65535 groups along an axis.
    const int groups = (pass.lattice.columns() + kGroupBlocks - 1) / kGroupBlocks;
    dispatch_compute(groups, pass.lattice.rows());
  }

 private:
  Program turns_;
};

}  // namespace

std::unique_ptr<GpuTurns> make_compute_turns(std::string& error) {
  constexpr SamplerUnit kUnits[] = {{"u_rules", 1}, {"u_pairs", 2}};
  return std::make_unique<ComputeTurns>(
      Program::load_compute("elements/turns.comp", shader_constants(), error, kUnits));
}

// Turns in OpenGL 3.3 fragment shaders. A fragment can write only its own texels, so a pass works row by row: one draw
// call takes the turns of one row of every group, from the bottom row to the top row; then one draw call per row takes
// the late moves of every block. The turns of a row change three rows of the block, its late moves two; a fragment
// takes all turns of the row and keeps one of those rows, so three fragments do the same work, and a fourth one keeps
// the memory of the block. The latest version of a row is in one of two alternating textures; rows that no turn has
// changed yet are in a third texture, the world.
namespace {

struct BlockPrograms {
  Program turns, late, gather;
};

BlockPrograms load_block_programs(int block, std::string& error) {
  std::vector<ShaderConstant> constants(shader_constants().begin(), shader_constants().end());
  constants.push_back({"kBlock", static_cast<std::uint32_t>(block)});
  constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_rules", 1}, {"u_pairs", 2}, {"u_before", 3},
                                    {"u_below", 4}, {"u_even", 3},  {"u_odd", 4}};
  return {Program::load({"elements/rows.vert", "elements/turns.frag"}, constants, error, kUnits),
          Program::load({"elements/rows.vert", "elements/late.frag"}, constants, error, kUnits),
          Program::load({"common/fullscreen.vert", "elements/gather.frag"}, constants, error, kUnits)};
}

// The rows of all blocks, four cells to a layer, all layers drawn at once. The layout is that of
// shaders/elements/band.glsl.
class Rows {
 public:
  Rows() = default;
  Rows(int width, int height, int layers) : texture_(make_gl_texture()), framebuffer_(make_gl_framebuffer()) {
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture_.get());
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, kTexelRgba32ui.internal, width, height, layers, 0, kTexelRgba32ui.format,
                 kTexelRgba32ui.type, nullptr);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
    label_gl_object(GL_TEXTURE, texture_.get(), "elements rows");
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
    std::vector<GLenum> targets;
    for (int layer = 0; layer < layers; ++layer) {
      targets.push_back(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(layer));
      glFramebufferTextureLayer(GL_FRAMEBUFFER, targets.back(), texture_.get(), 0, layer);
    }
    glDrawBuffers(layers, targets.data());
    complete_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  }

  bool complete() const { return complete_; }
  GLuint framebuffer() const { return framebuffer_.get(); }
  void bind(int unit) const {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture_.get());
  }

 private:
  GlTexture texture_;
  GlFramebuffer framebuffer_;
  bool complete_ = false;
};

class FragmentTurns final : public GpuTurns {
 public:
  // Loads the programs for blocks of that side.
  bool load(int block, std::string& error) {
    auto found = programs_.find(block);
    if (found == programs_.end()) {
      BlockPrograms programs = load_block_programs(block, error);
      if (!error.empty()) return false;
      found = programs_.emplace(block, std::move(programs)).first;
    }
    current_ = &found->second;
    return true;
  }

  Status make(int width, int height, int block) override {
    if (std::string error; !load(block, error)) return Status::failure(error);
    side_ = block / 2;
    rim_ = block / 4;
    columns_ = most_blocks(width, block);
    band_ = most_blocks(height, block);
    GLint side_max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
    if (target_height() > side_max)
      return Status::failure(tr("This world is too high for elements in fragment shaders on this GPU."));
    glActiveTexture(GL_TEXTURE3);
    no_vertices_ = make_gl_vertex_array();
    bool complete = true;
    for (Rows* rows : {&turned_[0], &turned_[1], &late_[0], &late_[1]}) {
      *rows = Rows(columns_, target_height(), block / 4);
      complete = complete && rows->complete();
    }
    unbind_rows();
    if (Status status = check_gl_errors(text_id("Making room for turns on the GPU")); !status) return status;
    return complete ? Status()
                    : Status::failure(tr("This GPU cannot draw into the textures that the automaton needs."));
  }

  void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) override {
    glBindVertexArray(no_vertices_.get());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, cells.front().texture.name());
    take_turns(pass);
    keep_stamps(pass, stamps);
    if (pass.parameters.gravity) move_late(pass);
    gather(pass, cells);
    unbind_rows();
  }

 private:
  int target_height() const { return (2 * side_ + 1) * band_; }
  int first_touched_row() const { return rim_ - 1; }
  int last_touched_row() const { return rim_ + side_; }
  // The last row pass that changed a row of the block.
  int last_turns_of(int row) const { return std::min(last_touched_row() - row, side_ - 1); }

  void begin(const Program& program, const GpuPass& pass) const {
    program.use();
    set_pass(program, pass);
    glUniform1i(program.uniform("u_band"), band_);
    glUniform2i(program.uniform("u_target"), columns_, target_height());
    glViewport(0, 0, columns_, target_height());
  }

  // `row`: the row that has its turns; `bands`: the number of rows, counted from first_band, and the memory of the
  // blocks.
  void draw_row(const Program& program, const Rows& target, int row, int first_band, int bands, bool is_first) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glUniform1i(program.uniform("u_row"), row);
    glUniform1i(program.uniform("u_first_band"), first_band);
    glUniform1i(program.uniform("u_bands"), bands);
    glUniform1i(program.uniform("u_is_first"), is_first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, bands + 1);
  }

  void take_turns(const GpuPass& pass) const {
    const Program& program = current_->turns;
    begin(program, pass);
    for (int number = 0; number < side_; ++number) {
      const int row = rim_ + side_ - 1 - number;
      turned_[(number + 1) % 2].bind(3);
      draw_row(program, turned_[number % 2], row, row - 1, 3, number == 0);
    }
  }

  // Copies the stamps from the memory of the blocks after the last row of turns.
  void keep_stamps(const GpuPass& pass, const Canvas& stamps) const {
    const int columns = pass.lattice.columns(), rows = pass.lattice.rows(), first = 2 * side_ * band_;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, turned_[(side_ - 1) % 2].framebuffer());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, stamps.framebuffer.name());
    glBlitFramebuffer(0, first, columns, first + rows, 0, 0, columns, rows, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }

  void move_late(const GpuPass& pass) const {
    const Program& program = current_->late;
    begin(program, pass);
    const int block = 2 * side_;
    for (int number = 0; number < block; ++number) {
      const int row = block - 1 - number;
      const bool had_turns = row >= first_touched_row() && row <= last_touched_row();
      turned_[had_turns ? last_turns_of(row) % 2 : 0].bind(3);
      late_[(number + 1) % 2].bind(4);
      glUniform1i(program.uniform("u_had_turns"), had_turns);
      draw_row(program, late_[number % 2], row, row, number == 0 ? 1 : 2, number == 0);
    }
  }

  void gather(const GpuPass& pass, PingPong& cells) const {
    const bool late = pass.parameters.gravity;
    const std::array<Rows, 2>& rows = late ? late_ : turned_;
    const Program& program = current_->gather;
    rows[0].bind(3);
    rows[1].bind(4);
    begin(program, pass);
    glUniform1i(program.uniform("u_first_row"), late ? 0 : first_touched_row());
    glUniform1i(program.uniform("u_last_row"), late ? 2 * side_ : last_touched_row());
    glUniform1i(program.uniform("u_last_number"), late ? 2 * side_ - 1 : side_ - 1);
    cells.back().framebuffer.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    cells.swap();
  }

  // Other code in the context may use these units without binding textures, so none must stay bound.
  static void unbind_rows() {
    for (const GLenum unit : {GL_TEXTURE3, GL_TEXTURE4}) {
      glActiveTexture(unit);
      glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    }
  }

  std::map<int, BlockPrograms> programs_;  // by side of a block
  const BlockPrograms* current_ = nullptr;
  int side_ = 0, rim_ = 0;      // of groups, and of blocks around them
  int columns_ = 0, band_ = 0;  // blocks across and down, at most
  std::array<Rows, 2> turned_, late_;
  GlVertexArray no_vertices_;
};

}  // namespace

std::unique_ptr<GpuTurns> make_fragment_turns(std::string& error) {
  auto turns = std::make_unique<FragmentTurns>();
  // Compiles all programs now, so that errors are reported at once.
  turns->load(Parameters{}.block, error);
  return turns;
}

void set_pass(const Program& program, const GpuPass& pass) {
  const Parameters& parameters = pass.parameters;
  const std::uint32_t switches = (parameters.walls ? on::walls : 0) | (parameters.gravity ? on::gravity : 0) |
                                 (parameters.energy ? on::energy : 0) |
                                 (parameters.interactions ? on::interactions : 0);
  glUniform2i(program.uniform("u_size"), pass.width, pass.height);
  glUniform1i(program.uniform("u_block"), parameters.block);
  glUniform2i(program.uniform("u_period"), pass.lattice.period_x(), pass.lattice.period_y());
  glUniform1i(program.uniform("u_pass"), pass.number);
  glUniform1i(program.uniform("u_first_column"), pass.lattice.first_column());
  glUniform2i(program.uniform("u_blocks"), pass.lattice.columns(), pass.lattice.rows());
  glUniform1ui(program.uniform("u_rows"), pass.rows);
  glUniform1ui(program.uniform("u_turns"), pass.turns);
  glUniform1ui(program.uniform("u_switches"), switches);
  glUniform1i(program.uniform("u_ambient"), parameters.ambient_energy());
}

namespace {

constexpr TexelFormat kTexelR32ui{GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT};
constexpr TexelFormat kTexelDepth32f{GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT};

// Turns the depth test on for its lifetime: the greatest depth wins; of equal depths the last one. Attaches the depth
// buffer to the bound framebuffer.
class HighestWins {
 public:
  explicit HighestWins(const Texture& depth) {
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth.name(), 0);
    constexpr GLfloat kLowest = 0;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    glClearBufferfv(GL_DEPTH, 0, &kLowest);
  }
  ~HighestWins() {
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
  }
  HighestWins(const HighestWins&) = delete;
  HighestWins& operator=(const HighestWins&) = delete;
};

void bind(int unit, const Texture& texture) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture.name());
}

void copy(const Canvas& from, const Canvas& to) {
  const int width = from.texture.width(), height = from.texture.height();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from.framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to.framebuffer.name());
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace

GpuStamps::GpuStamps(std::string& error) {
  constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_rules", 1}, {"u_stamps", 3}, {"u_keys", 4}};
  keys_program_ =
      Program::load({"elements/stamps.vert", "elements/stamp_keys.frag"}, shader_constants(), error, kUnits);
  cells_program_ =
      Program::load({"elements/stamps.vert", "elements/stamp_cells.frag"}, shader_constants(), error, kUnits);
}

Status GpuStamps::make(int width, int height, int block, bool has_stamps) {
  const int columns = most_blocks(width, block), rows = most_blocks(height, block);
  no_vertices_ = make_gl_vertex_array();
  waiting_ = Canvas(kTexelRgba32ui, columns, rows, "elements stamps");
  bool complete = waiting_.framebuffer.complete();
  if (has_stamps) {
    keys_ = Texture(kTexelR32ui, columns, rows, "elements keys");
    keys_depth_ = Texture(kTexelDepth32f, columns, rows, "elements keys as depths");
    cells_depth_ = Texture(kTexelDepth32f, width, height, "elements stamps as depths");
    keys_framebuffer_ = Framebuffer(keys_, "elements keys");
    complete = complete && keys_framebuffer_.complete();
  }
  if (Status status = check_gl_errors(text_id("Making room for explosions on the GPU")); !status) return status;
  return complete ? Status() : Status::failure(tr("This GPU cannot draw into the textures that the automaton needs."));
}

void GpuStamps::draw(const GpuPass& pass, const PingPong& cells) const {
  bind(3, waiting_.texture);
  bind(0, cells.back().texture);
  // In place of the keys, which cannot be read while they are drawn; also of unsigned numbers, as WebGL demands.
  bind(4, waiting_.texture);
  keys_framebuffer_.bind();
  {
    const HighestWins wins(keys_depth_);
    keys_program_.use();
    glUniform1i(keys_program_.uniform("u_voids"), 0);
    glUniform2i(keys_program_.uniform("u_origin"), pass.first_x(), pass.first_y());
    glUniform1i(keys_program_.uniform("u_unit"), pass.parameters.block);
    glUniform2i(keys_program_.uniform("u_target"), keys_.width(), keys_.height());
    draw_all(keys_program_, pass);
  }
  copy(cells.front(), cells.back());  // a texture cannot be read and drawn at the same time
  bind(4, keys_);
  cells.front().framebuffer.bind();
  const HighestWins wins(cells_depth_);
  cells_program_.use();
  glUniform1i(cells_program_.uniform("u_voids"), 1);
  glUniform2i(cells_program_.uniform("u_origin"), 0, 0);
  glUniform1i(cells_program_.uniform("u_unit"), 1);
  glUniform2i(cells_program_.uniform("u_target"), pass.width, pass.height);
  glUniform2i(cells_program_.uniform("u_size"), pass.width, pass.height);
  draw_all(cells_program_, pass);
}

void GpuStamps::draw_all(const Program& program, const GpuPass& pass) const {
  glUniform2i(program.uniform("u_blocks"), pass.lattice.columns(), pass.lattice.rows());
  glBindVertexArray(no_vertices_.get());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, pass.block_count());
}

}  // namespace repose::elements
