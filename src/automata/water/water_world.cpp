// Turns worlds and edits into masses, and masses into cells.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "automata/grains.hpp"
#include "automata/water/water.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"

namespace repose::water {

namespace {

using Type = ParameterInfo::Kind;

enum Index : std::size_t { kWalls, kMaxCompress, kMinMass, kMinFlow, kMaxSpeed, kPasses, kPour, kLevelling, kPace };

constexpr std::array<ParameterInfo, kParameterCount> kList = {{
    {"walls", text_id("Walls"),
     text_id("The border keeps the water in; without walls, water that reaches it is removed."), "", Type::boolean, 0,
     1, 1},
    {"max_compress", text_id("Compression"),
     text_id("How much more water a cell holds than the one above it: the effect of pressure."), text_id("cells"),
     Type::real, 0.001, 0.5, 0.02},
    {"min_mass", text_id("Least mass"),
     text_id("Cells that hold no more than this count as air; their water still flows."), text_id("cells"), Type::real,
     0, 0.1, 0.0001, ParameterInfo::Role::least_amount},
    {"min_flow", text_id("Least flow"), text_id("Larger flows are halved, which keeps the water calm."),
     text_id("cells"), Type::real, 0, 1, 0.01},
    {"max_speed", text_id("Most flow"), text_id("The most that falls or rises from a cell to the next in a pass."),
     text_id("cells"), Type::real, 0.01, 4, 1},
    {"passes", text_id("Relaxation passes"), text_id("The number of passes in a step; Elsts has 1."), "", Type::integer,
     1, 64, 1},
    {"pour", text_id("Faucets"), text_id("What a faucet pours in a pass."), text_id("cells"), Type::real, 0, 1, 0.25},
    {"levelling", text_id("Levelling"),
     text_id("After how many steps bodies of standing water move towards their level; 0: never, as Elsts has it."),
     text_id("steps"), Type::integer, 0, 64, 0},
    {"levelling_pace", text_id("Levelling pace"), text_id("How far a body of water moves towards its level each time."),
     "", Type::real, 0.01, 1, 0.125},
}};

std::int32_t units(double cells) { return static_cast<std::int32_t>(std::lround(cells * kFullCell)); }

}  // namespace

std::span<const ParameterInfo> parameter_list() { return kList; }

WaterWorld::WaterWorld() : FieldWorldBase(kList) {
  take_parameters();
  upload(World());
}

std::int32_t WaterWorld::rim() const { return parameters_[kWalls] != 0 ? kGround : kDrain; }
std::int32_t WaterWorld::min_mass() const { return units(parameters_[kMinMass]); }
int WaterWorld::passes() const { return static_cast<int>(parameters_[kPasses]); }
std::uint64_t WaterWorld::steps_per_levelling() const { return static_cast<std::uint64_t>(parameters_[kLevelling]); }

void WaterWorld::upload(const World& world) {
  field_ = FieldPlane(world.width(), world.height(), rim());
  had_drains_ = false;
  elements_.assign(world.cell_count(), 0);
  const auto masses = world.bytes(Plane::mass);
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      const std::size_t i = index(x, y);
      field_.at(x, y) = 0;
      put(x, y, world.cells()[i]);
      if (masses.empty() || field_.at(x, y) < 0) continue;
      std::int32_t mass = 0;
      std::memcpy(&mass, &masses[i * sizeof mass], sizeof mass);
      field_.at(x, y) = std::clamp(mass, 0, kMassHeldMax);
    }
  }
  find_faucets();
}

std::uint8_t WaterWorld::element_at(int x, int y) const {
  const std::int32_t mass = field_.at(x, y);
  if (mass < 0) return elements_[index(x, y)];
  return mass > min_mass() ? roles_.liquid : std::uint8_t{0};
}

void WaterWorld::download(World& world) const {
  world = World(width(), height());
  world.add(Plane::mass);
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      const std::int32_t mass = std::max(field_.at(x, y), 0);
      std::memcpy(&world.bytes(Plane::mass)[index(x, y) * sizeof mass], &mass, sizeof mass);
      world.cell(x, y) = element_at(x, y);
    }
  }
}

std::int64_t WaterWorld::total() const {
  std::int64_t total = 0;
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) total += std::max(field_.at(x, y), 0);
  }
  return total;
}

// Water is added to what is there; everything else replaces it.
void WaterWorld::put(int x, int y, std::uint8_t element) {
  std::int32_t& cell = field_.at(x, y);
  elements_[index(x, y)] = 0;
  switch (roles_.of[element]) {
    case FieldRole::air: cell = 0; return;
    case FieldRole::liquid: cell = std::max(cell, kFullCell); return;
    case FieldRole::drain:
      cell = kDrain;
      had_drains_ = true;
      break;
    case FieldRole::powder:
    case FieldRole::ground:
    case FieldRole::faucet: cell = kGround; break;
  }
  elements_[index(x, y)] = element;
}

FieldBox WaterWorld::add(const AmountEdit& edit) {
  if (edit.plane != Plane::mass) return {};
  FieldBox box;
  for_each_amount(edit, width(), height(), [&](int x, int y, std::int32_t amount) {
    std::int32_t& cell = field_.at(x, y);
    if (cell < 0) return;
    // Pouring leaves a cell that pressure has filled with more.
    const std::int64_t most = std::max(cell, kMassMax);
    cell = static_cast<std::int32_t>(std::clamp<std::int64_t>(std::int64_t{cell} + amount, 0, most));
    box.include(x, y);
  });
  return box;
}

FieldBox WaterWorld::apply(const Edit& edit) {
  if (const auto* amounts = std::get_if<AmountEdit>(&edit)) return add(*amounts);
  FieldBox box;
  for_each_edited(edit, width(), height(), [&](int x, int y, const EditedCell& cell) {
    if (!cell.changes(element_at(x, y))) return;
    put(x, y, cell.element);
    box.include(x, y);
  });
  find_faucets();
  return box;
}

void WaterWorld::find_faucets() {
  faucets_.clear();
  poured_box_ = {};
  for (int y = 0; y + 1 < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      if (!is_faucet(x, y)) continue;
      faucets_.push_back({x, y});
      poured_box_.include(x, y + 1);
    }
  }
}

void WaterWorld::expect(const EditPatch& patch) {
  if (!patch.does(painting(FieldRole::faucet))) return;
  const FieldBox& box = patch.box;
  if (box.y_begin + 1 >= height()) return;
  poured_box_.include(box.x_begin, box.y_begin + 1);
  poured_box_.include(box.x_end - 1, std::min(box.y_end, height() - 1));
}

std::int32_t WaterWorld::pour_units() const { return units(parameters_[kPour]); }

bool WaterWorld::pour(CellPoint faucet) {
  std::int32_t& below = field_.at(faucet.x, faucet.y + 1);
  if (below < 0 || below >= kFullCell) return false;
  below += pour_units();
  return true;
}

int WaterWorld::levelling_share() const {
  return static_cast<int>(std::ceil(parameters_[kPace] * Levelling::kWholeWay));
}

bool WaterWorld::take_parameters() {
  flows_.compress = units(parameters_[kMaxCompress]);
  flows_.min_flow = units(parameters_[kMinFlow]);
  flows_.max_speed = units(parameters_[kMaxSpeed]);
  const double share = parameters_[kMaxCompress] / (1 + parameters_[kMaxCompress]);
  flows_.share = static_cast<std::uint32_t>(std::llround(share * 4294967296.0));
  if (field_.at(-1, 0) != rim()) build_rim();
  return true;
}

void WaterWorld::build_rim() {
  FieldPlane rebuilt(width(), height(), rim());
  for (int y = 0; y < height(); ++y) std::copy_n(field_.row(y), width(), rebuilt.row(y));
  field_ = std::move(rebuilt);
}

void settle_mass(World& world, const Ruleset& ruleset) {
  if (!world.has(Plane::mass)) return;
  const FieldRoles roles = read_field_roles(ruleset);
  for (int x = 0; x < world.width(); ++x) {
    std::int64_t owed = kFullCell / 2;  // rounds each body of water in the column
    for (int y = world.height() - 1; y >= 0; --y) {
      std::uint8_t& cell = world.cell(x, y);
      const FieldRole role = roles.of[cell];
      if (role != FieldRole::air && role != FieldRole::liquid) {
        owed = kFullCell / 2;
        continue;
      }
      std::int32_t mass = 0;
      std::memcpy(&mass, &world.bytes(Plane::mass)[world.index(x, y) * sizeof mass], sizeof mass);
      owed += mass;
      cell = owed >= kFullCell ? roles.liquid : std::uint8_t{0};
      if (owed >= kFullCell) owed -= kFullCell;
    }
  }
  world.drop(Plane::mass);
}

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "water",
      .title = text_id("Pressure water"),
      .source = text_id("from Elsts' article, 2009"),
      .summary = text_id("Water has mass and pressure: it finds its level through pipes and over weirs."),
      .steps_per_second = 120,
      .parameters = parameter_list(),
      .needs_ruleset = false,
      .config = "water.cfg",
      .remark = name_the_ignored_words,
      .planes = WaterWorld::state_planes(),
      .quantity = Plane::mass,
      .substance = text_id("water"),
      .best_scene = "dam-break",
      .no_push = text_id("Pressure water cannot be shaken or blown: it has amounts instead of loose cells. "
                         "Conserving can."),
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      .promises = {.settles = false},  // waves continue for thousands of steps
  };
  return definition;
}

}  // namespace repose::water
