// The elements automaton on the GPU: blocks take their turns, pass by pass; then the stamps that reach beyond them are
// drawn. Four bytes a cell; shaders/elements/cell.glsl has the layout.
#include "automata/elements/gpu.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "automata/elements/elements.hpp"
#include "automata/elements/gpu_rules.hpp"
#include "automata/elements/gpu_stamps.hpp"
#include "automata/elements/gpu_turns.hpp"
#include "automata/elements/lattice.hpp"
#include "automata/elements/turn.hpp"
#include "automata/gpu_cells.hpp"
#include "gl/gl.hpp"
#include "gl/read_back.hpp"

namespace repose::elements {
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

class GpuSolver final : public GpuCellSolver {
 public:
  GpuSolver(GpuCells cells, GpuStamps stamps, Program finish, std::unique_ptr<GpuTurns> turns)
      : GpuCellSolver(std::move(cells), CellTexels::element_energy_velocity),
        stamps_(std::move(stamps)),
        finish_(std::move(finish)),
        turns_(std::move(turns)) {
    finish_.set_unit("u_cells", 0);
  }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    const GlStateGuard guard;
    clear_gl_errors();
    Rules rules(ruleset);
    auto gpu_rules = GpuRules::create(rules);
    if (!gpu_rules) return Status::failure("These are more rules than this GPU holds; the cpu backend takes them.");
    if (Status status = check_gl_errors("Loading the rules"); !status) return status;
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

  std::uint64_t issue_step(std::uint64_t seed, std::uint64_t step) override {
    const auto number = static_cast<std::uint32_t>(step);
    if (cells_.width() > 2 && cells_.height() > 2) {
      if (parameters_.sources) pour(seed, number);
      take_turns(seed, number);
    }
    finish_.use();
    glUniform2i(finish_.uniform("u_size"), cells_.width(), cells_.height());
    cells_.draw_pass();
    return cell_count() * kCostOfStep;
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
  const GlStateGuard guard;
  clear_gl_errors();
  auto cells = GpuCells::create(error);
  if (!cells) return nullptr;
  auto stamps = GpuStamps::create(error);
  if (!stamps) return nullptr;
  auto finish = Program::load({"common/fullscreen.vert", "elements/finish.frag"}, shader_constants(), error);
  if (!finish) return nullptr;
  auto turns = path == GlPath::compute ? make_compute_turns(error) : make_fragment_turns(error);
  if (!turns) return nullptr;
  auto solver =
      std::make_unique<GpuSolver>(std::move(*cells), std::move(*stamps), std::move(*finish), std::move(turns));
  return gpu_setup_succeeded(error) ? std::move(solver) : nullptr;
}

}  // namespace repose::elements
