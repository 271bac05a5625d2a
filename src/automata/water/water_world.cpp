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

// Levelling of water: finds bodies of standing water and moves them towards their levels.

namespace {
// A body whose columns are all this near to their targets counts as level: otherwise small flows would never end.
constexpr std::int64_t kStill = kFullCell / 1024;
// Bodies so deep that a cell would hold more are not levelled: the sum of two masses must fit into an int32.
constexpr std::int64_t kHeldMax = std::int64_t{2} * kMassMax - 1;

// Most of a world is air or ground, in which nothing stands: such cells are skipped a block at a time.
constexpr int kBlock = FieldPlane::kBlock;

// Whether a block has a cell that something may stand on.
bool carries(const std::int32_t* block) {
  bool any = false;
  for (int i = 0; i < kBlock; ++i) any |= block[i] == kGround || block[i] >= kFullCell / 2;
  return any;
}

// Whether a body reaches a cell above this block, or one begins there.
bool is_reached(const std::int32_t* block, const std::int32_t* reached) {
  bool any = false;
  for (int i = 0; i < kBlock; ++i) any |= block[i] == kGround || reached[i] >= 0;
  return any;
}
}  // namespace

const std::vector<Span>& Levelling::run(FieldPlane& cells, const Flows& flows, int share) {
  flows_ = flows;
  width_ = cells.width();
  height_ = cells.height();
  find_stacks(cells);
  find_bodies(cells);
  find_targets();
  move(cells, share);
  list_changed();
  return changes_;
}

Levelling::Stack& Levelling::body_of(int stack) {
  while (stacks_[static_cast<std::size_t>(stack)].parent != stack) {
    int& parent = stacks_[static_cast<std::size_t>(stack)].parent;
    parent = stacks_[static_cast<std::size_t>(parent)].parent;
    stack = parent;
  }
  return stacks_[static_cast<std::size_t>(stack)];
}

// The cells above a cell press on it as in split().
std::int64_t Levelling::held(std::int64_t depth) const {
  if (depth <= flows_.full) return std::max<std::int64_t>(depth, 0);
  return flows_.full + flows_.compress * (depth - flows_.full) / flows_.full;
}

// Rounded down; the remainder is distributed afterwards.
std::int64_t Levelling::reach(std::int64_t over, std::int64_t here, std::int64_t below) const {
  const double per_row = static_cast<double>(here) * flows_.full + static_cast<double>(below) * flows_.compress;
  return std::max<std::int64_t>(0, std::llround(static_cast<double>(over) / per_row * flows_.full) - 1);
}

void Levelling::find_stacks(const FieldPlane& cells) {
  stacks_.clear();
  owner_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), -1);
  for (int y = height_ - 1; y >= 0; --y) {
    const std::int32_t *const row = cells.row(y), *const row_below = cells.row(y + 1);
    std::int32_t* const owners = &owner_[index(0, y)];
    for (int x = 0; x < width_; ++x) {
      if (x % kBlock == 0 && !carries(row_below + x)) {
        x += kBlock - 1;
        continue;
      }
      const std::int32_t cell = row[x], below = row_below[x];
      if (cell < 0) continue;
      std::int32_t& owner = owners[x];
      if (below == kGround) {
        owner = static_cast<std::int32_t>(stacks_.size());
        stacks_.push_back({x, y, y});
        stacks_.back().parent = owner;
      } else if (below >= flows_.full / 2) {  // less than half full is spray
        owner = owners[width_ + x];
      }
      if (owner < 0) continue;
      stacks_[static_cast<std::size_t>(owner)].mass += cell;
      stacks_[static_cast<std::size_t>(owner)].y_top = y;
    }
  }
  for (Stack& stack : stacks_) stack.body_mass = stack.mass;
}

// From the floor upwards, row by row: a body continues in the next row as long as it has water for that row. Bodies
// that touch in a row that both reach become one. So no water crosses a sill that it does not reach.
void Levelling::find_bodies(const FieldPlane& cells) {
  row_.assign(static_cast<std::size_t>(width_ + kBlock), -1);  // whole blocks
  open_.clear();
  for (int y = height_ - 1; y >= 0; --y) {
    claim_row(cells, y);
    close_row(y);
  }
  for (const int root : open_) {  // full up to the ceiling: the rest becomes pressure
    Stack& body = stacks_[static_cast<std::size_t>(root)];
    body.level = floor_of(-1) + reach(body.body_mass - body.need, 0, body.below);
  }
}

void Levelling::claim_row(const FieldPlane& cells, int y) {
  const std::int32_t *const row = cells.row(y), *const row_below = cells.row(y + 1);
  std::int32_t* const owners = &owner_[index(0, y)];
  for (int x = 0; x < width_; ++x) {
    if (x % kBlock == 0 && !is_reached(row_below + x, &row_[static_cast<std::size_t>(x)])) {
      x += kBlock - 1;
      continue;
    }
    std::int32_t& reached = row_[static_cast<std::size_t>(x)];
    std::int32_t& owner = owners[x];
    const std::int32_t cell = row[x];
    if (cell < 0) {
      reached = -1;
      continue;
    }
    if (row_below[x] == kGround) {
      reached = owner;
      open_.push_back(reached);
    } else if (reached < 0 || !body_of(reached).is_full) {
      reached = -1;
      continue;
    }
    Stack& stack = stacks_[static_cast<std::size_t>(reached)];
    if (owner < 0) {  // what falls here joins the body, now that the body rises
      owner = reached;
      stack.mass += cell;
      stack.y_top = y;
      body_of(reached).body_mass += cell;
    }
    ++body_of(reached).here;
    if (x > 0 && row_[static_cast<std::size_t>(x - 1)] >= 0) unite(row_[static_cast<std::size_t>(x - 1)], reached);
  }
}

void Levelling::unite(int a, int b) {
  Stack& to = body_of(a);
  Stack& from = body_of(b);
  if (&to == &from) return;
  from.parent = to.parent;
  to.body_mass += from.body_mass;
  to.need += from.need;
  to.below += from.below;
  to.here += from.here;
}

// Ends the bodies that do not have water for the whole row.
void Levelling::close_row(int y) {
  std::erase_if(open_, [&](int root) {
    Stack& body = stacks_[static_cast<std::size_t>(root)];
    if (body.parent != root) return true;
    const std::int64_t need = body.need + body.here * flows_.full + body.below * flows_.compress;
    if (need > body.body_mass) {
      body.level = floor_of(y) + reach(body.body_mass - body.need, body.here, body.below);
      body.is_full = false;
      return true;
    }
    body.need = need;
    body.below += body.here;
    body.here = 0;
    return false;
  });
}

void Levelling::find_targets() {
  for (Stack& stack : stacks_) {
    Stack& body = body_of(stack.parent);
    for (int y = stack.y_base; y >= stack.y_top && floor_of(y) < body.level; --y)
      stack.target += held(body.level - floor_of(y));
    body.rest += stack.mass - stack.target;
    ++body.stacks;
  }
  for (Stack& stack : stacks_) {  // distributes the remainder
    Stack& body = body_of(stack.parent);
    const std::int64_t extra = body.rest / body.stacks;
    stack.target += extra;
    body.rest -= extra;
    --body.stacks;
    body.worst = std::max(body.worst, std::abs(stack.target - stack.mass));
    body.too_deep = body.too_deep || held(body.level - floor_of(stack.y_base)) > kHeldMax;
  }
}

void Levelling::move(FieldPlane& cells, int share) {
  row_changes_.assign(static_cast<std::size_t>(height_), Span{0, width_, 0});
  for (Stack& stack : stacks_) {
    Stack& body = body_of(stack.parent);
    if (body.worst <= kStill || body.too_deep) continue;
    // Rounds sums, not stacks, so that the body keeps its mass.
    const auto moved = [&] { return body.mass_before + ((body.target_before - body.mass_before) * share >> 8); };
    const std::int64_t before = moved();
    body.mass_before += stack.mass;
    body.target_before += stack.target;
    fill(cells, stack, moved() - before);
  }
}

// Fills the stack up to the level that this mass has in this column only.
void Levelling::fill(FieldPlane& cells, const Stack& stack, std::int64_t mass) {
  std::int64_t need = 0, below = 0;
  int top = stack.y_base;
  for (; top >= stack.y_top && need + flows_.full + below * flows_.compress <= mass; --top) {
    need += flows_.full + below * flows_.compress;
    ++below;
  }
  const bool is_closed = top < stack.y_top;
  const std::int64_t level = floor_of(top) + reach(mass - need, is_closed ? 0 : 1, below);
  std::int64_t rest = mass, count = stack.y_base - std::max(top, stack.y_top) + 1;
  for (int y = stack.y_base; y > stack.y_base - count; --y) rest -= held(level - floor_of(y));
  for (int y = stack.y_base; y >= stack.y_top; --y) {
    const std::int64_t extra = count > 0 ? rest / count : 0;
    put(cells, stack.x, y, held(level - floor_of(y)) + extra);
    rest -= extra;
    --count;
  }
}

void Levelling::put(FieldPlane& cells, int x, int y, std::int64_t mass) {
  std::int32_t& cell = cells.at(x, y);
  if (cell == mass) return;
  cell = static_cast<std::int32_t>(mass);
  Span& row = row_changes_[static_cast<std::size_t>(y)];
  row.x_begin = std::min(row.x_begin, x);
  row.x_end = std::max(row.x_end, x + 1);
}

void Levelling::list_changed() {
  changes_.clear();
  for (int y = 0; y < height_; ++y) {
    const Span& row = row_changes_[static_cast<std::size_t>(y)];
    if (row.x_begin < row.x_end) changes_.push_back({y, row.x_begin, row.x_end});
  }
}

}  // namespace repose::water
