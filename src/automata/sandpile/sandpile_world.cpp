// Turns worlds and edits into heights; moves sand away from new obstacles.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <numeric>

#include "automata/sandpile/sandpile.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"

namespace repose::sandpile {

namespace {

using Type = ParameterInfo::Kind;

enum Index : std::size_t { kT, kM, kWetT, kWetM, kDrying, kPour, kCompaction, kWetCompaction, kBrush };

constexpr std::array<ParameterInfo, kParameterCount> kList = {{
    {"T", text_id("Threshold T"), text_id("A stack gives sand to a neighbour that is at least this much lower."), "",
     Type::real, 0.01, 64, 2},
    {"M", text_id("Amount M"),
     text_id("What an unstable stack gives away in a step; more than T/2 may never come to rest."), "", Type::real,
     0.001, 64, 0.5},
    {"wet_T", text_id("Wet threshold"), text_id("T of sand that is wet through, as a multiple of T."), "", Type::real,
     1, 16, 4},
    {"wet_M", text_id("Wet amount"), text_id("M of sand that is wet through, as a share of M."), "", Type::real, 0, 1,
     0.25},
    {"drying", text_id("Drying"), text_id("In how many steps sand dries by one of 255 levels; 0: it stays wet."),
     text_id("steps"), Type::integer, 0, 1000, 8},
    {"pour", text_id("Springs"), text_id("What a spring adds to its stack in a step."), "", Type::real, 0, 16, 1},
    {"compaction", text_id("Compaction"),
     text_id("Share of dry sand that a body or an obstacle presses into its stack, not aside."), "", Type::real, 0, 1,
     0},
    {"wet_compaction", text_id("Wet compaction"), text_id("The same for sand that is wet through, under a full load."),
     "", Type::real, 0, 1, 0.75},
    {"brush", text_id("Brush"), text_id("What painting sand adds to a stack."), "", Type::real, 0, 256, 4,
     ParameterInfo::Role::scripts_only},
}};

std::int32_t units(double value) { return static_cast<std::int32_t>(std::lround(value * kHeightOne)); }

std::int32_t clamped_height(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, -kHeightMax, kHeightMax));
}

}  // namespace

std::span<const ParameterInfo> parameter_list() { return kList; }

SandpileWorld::SandpileWorld() : FieldWorldBase(kList) {
  upload(World());
  take_parameters();
}

void SandpileWorld::upload(const World& world) {
  field_ = FieldPlane(world.width(), world.height(), kBlocked);
  wetness_ = FieldPlane(world.width(), world.height(), 0);
  ground_.assign(world.cell_count(), 0);
  packed_.clear();
  has_packed_ = false;
  pressed_away_ = 0;
  wet_ = false;
  const auto heights = world.bytes(Plane::height), walls = world.bytes(Plane::wall),
             wetness = world.bytes(Plane::wetness);
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      const std::size_t i = index(x, y);
      std::int32_t value = 0;
      if (!heights.empty()) std::memcpy(&value, &heights[i * sizeof value], sizeof value);
      field_.at(x, y) = clamped_height(value);
      // A wall plane may come from another automaton: unknown values are obstacles.
      if (!walls.empty() && walls[i] != 0) {
        set_ground(x, y, walls[i] <= 3 ? static_cast<Ground>(walls[i]) : Ground::obstacle);
      }
      if (wetness.empty()) continue;
      wetness_.at(x, y) = wetness[i];
      wet_ = wet_ || wetness[i] != 0;
    }
  }
  if (const auto packed = world.bytes(Plane::packed); !packed.empty()) {
    need_packed();
    std::memcpy(packed_.data(), packed.data(), packed.size());
    for (std::int32_t& amount : packed_) amount = std::clamp(amount, 0, kHeightMax);
    look_for_packed();
  }
  find_springs();
}

void SandpileWorld::download(World& world) const {
  world = World(width(), height());
  for (const Plane plane : {Plane::wall, Plane::height, Plane::wetness}) world.add(plane);
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      const std::size_t i = index(x, y);
      const std::int32_t value = ground_at(x, y) == Ground::obstacle ? 0 : field_.at(x, y);
      std::memcpy(&world.bytes(Plane::height)[i * sizeof value], &value, sizeof value);
      world.bytes(Plane::wetness)[i] = static_cast<std::uint8_t>(wetness_.at(x, y));
    }
  }
  std::ranges::copy(ground_, world.bytes(Plane::wall).begin());
  if (!has_packed_) return;
  world.add(Plane::packed);
  std::memcpy(world.bytes(Plane::packed).data(), packed_.data(), packed_.size() * sizeof packed_[0]);
}

bool SandpileWorld::take_parameters() {
  const std::int32_t t = units(parameters_[kT]), m = units(parameters_[kM]);
  compressibility_ = {units(parameters_[kCompaction]), units(parameters_[kWetCompaction])};
  slope_.threshold = t;
  slope_.amount = m;
  slope_.threshold_per_wetness = static_cast<std::int32_t>(t * (parameters_[kWetT] - 1) / kWetnessMax);
  slope_.amount_per_wetness = static_cast<std::int32_t>(m * (1 - parameters_[kWetM]) / kWetnessMax);
  return true;
}

std::string SandpileWorld::advice() const {
  if (slope_.amount <= slope_.threshold / 2) return {};
  return trf("M = {:g} is more than T/2 = {:g}: sand may move back and forth for ever.", parameters_[kM],
             parameters_[kT] / 2);
}

void SandpileWorld::set_ground(int x, int y, Ground ground) {
  const bool was_blocked = field_.at(x, y) == kBlocked;
  ground_[index(x, y)] = static_cast<std::uint8_t>(ground);
  if (ground == Ground::obstacle) {
    field_.at(x, y) = kBlocked;
    wetness_.at(x, y) = 0;
  } else if (was_blocked) {
    field_.at(x, y) = 0;
  }
}

// What elements do when they are painted onto sand.
void SandpileWorld::paint(int x, int y, std::uint8_t element, std::vector<CellPoint>& covered) {
  switch (roles_.of[element]) {
    case FieldRole::air: {
      const bool lifts = ground_at(x, y) == Ground::obstacle;
      set_ground(x, y, Ground::open);
      if (!lifts) add(Plane::height, x, y, -brush_units());
      break;
    }
    case FieldRole::powder: add(Plane::height, x, y, brush_units()); break;
    case FieldRole::liquid: add(Plane::wetness, x, y, kWetnessMax); break;
    case FieldRole::faucet: set_ground(x, y, Ground::spring); break;
    case FieldRole::drain: set_ground(x, y, Ground::drain); break;
    case FieldRole::ground:
      if (ground_at(x, y) == Ground::obstacle) break;
      covered.push_back({x, y});
      buried_.push_back({field_.at(x, y), wetness_.at(x, y)});
      set_ground(x, y, Ground::obstacle);
      break;
  }
}

void SandpileWorld::add(Plane plane, int x, int y, std::int32_t amount) {
  if (plane == Plane::packed) {
    std::int32_t& packed = packed_[index(x, y)];
    packed = static_cast<std::int32_t>(std::clamp<std::int64_t>(std::int64_t{packed} + amount, 0, kHeightMax));
    return;
  }
  if (ground_at(x, y) == Ground::obstacle) return;
  if (plane == Plane::height) field_.at(x, y) = clamped_height(std::int64_t{field_.at(x, y)} + amount);
  if (plane == Plane::wetness) {
    std::int32_t& wetness = wetness_.at(x, y);
    wetness = static_cast<std::int32_t>(std::clamp<std::int64_t>(std::int64_t{wetness} + amount, 0, kWetnessMax));
    wet_ = wet_ || wetness != 0;
  }
}

FieldBox SandpileWorld::add(const AmountEdit& edit) {
  if (!state_planes().has(edit.plane) && edit.plane != Plane::packed) return {};
  if (edit.plane == Plane::packed) need_packed();
  FieldBox box;
  for_each_amount(edit, width(), height(), [&](int x, int y, std::int32_t amount) {
    const bool lifts = edit.clears && ground_at(x, y) == Ground::obstacle;
    if (edit.clears) set_ground(x, y, Ground::open);
    if (!lifts || amount > 0 || amount <= kWholeRange) add(edit.plane, x, y, amount);
    box.include(x, y);
  });
  if (edit.clears && has_springs()) find_springs();
  if (edit.plane == Plane::packed) look_for_packed();
  return box;
}

FieldBox SandpileWorld::apply(const Edit& edit) {
  if (const auto* amounts = std::get_if<AmountEdit>(&edit)) return add(*amounts);
  if (const auto* body = std::get_if<BodyEdit>(&edit)) return press(*body);
  FieldBox box;
  std::vector<CellPoint> covered;
  buried_.clear();
  for_each_edited(edit, width(), height(), [&](int x, int y, const EditedCell& cell) {
    paint(x, y, cell.element, covered);
    box.include(x, y);
  });
  push_aside(covered, box);
  find_springs();
  return box;
}

std::optional<FieldBox> SandpileWorld::local_box(const Edit& edit) const {
  if (const auto* body = std::get_if<BodyEdit>(&edit)) return reach_of(*body, width(), height());
  const auto* amounts = std::get_if<AmountEdit>(&edit);
  return amounts != nullptr && amounts->plane == Plane::packed && !amounts->clears ? std::optional(FieldBox{})
                                                                                   : std::nullopt;
}

FieldBox SandpileWorld::press(const BodyEdit& edit) {
  const FieldBox box = reach_of(edit, width(), height());
  if (box.empty()) return box;
  need_packed();
  drag_body(edit, {field_, wetness_, packed_, compressibility_});
  look_for_packed();
  return box;
}

void SandpileWorld::look_for_packed() {
  has_packed_ = std::ranges::any_of(packed_, [](std::int32_t amount) { return amount != 0; });
}

std::int32_t SandpileWorld::pack(CellPoint at, std::int32_t amount) {
  if (amount <= 0) return amount;
  need_packed();
  std::int32_t& packed = packed_[index(at.x, at.y)];
  const std::int32_t taken = std::min(amount, kHeightMax - packed);
  packed += taken;
  has_packed_ = true;
  return amount - taken;
}

namespace {
// The nearest free stack of every cell in a box, measured in steps between neighbours; on ties the one found first, in
// reading order. {-1, -1} if the box has no free stack.
std::vector<CellPoint> nearest_free(const FieldPlane& heights, const FieldBox& box) {
  const int width = box.x_end - box.x_begin, height = box.y_end - box.y_begin;
  std::vector<CellPoint> nearest(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), CellPoint{-1, -1});
  const auto at = [&](CellPoint p) -> CellPoint& {
    return nearest[static_cast<std::size_t>(p.y - box.y_begin) * static_cast<std::size_t>(width) +
                   static_cast<std::size_t>(p.x - box.x_begin)];
  };
  std::deque<CellPoint> reached;
  for (int y = box.y_begin; y < box.y_end; ++y) {
    for (int x = box.x_begin; x < box.x_end; ++x) {
      if (heights.at(x, y) == kBlocked) continue;
      at({x, y}) = {x, y};
      reached.push_back({x, y});
    }
  }
  for (; !reached.empty(); reached.pop_front()) {
    const CellPoint p = reached.front();
    for (const CellPoint next :
         {CellPoint{p.x, p.y - 1}, CellPoint{p.x, p.y + 1}, CellPoint{p.x - 1, p.y}, CellPoint{p.x + 1, p.y}}) {
      if (next.x < box.x_begin || next.y < box.y_begin || next.x >= box.x_end || next.y >= box.y_end) continue;
      if (at(next).x >= 0) continue;
      at(next) = at(p);
      reached.push_back(next);
    }
  }
  return nearest;
}
}  // namespace

void SandpileWorld::push_aside(const std::vector<CellPoint>& covered, FieldBox& box) {
  if (std::ranges::all_of(buried_, [](const Buried& buried) { return buried.sand == 0; })) return;
  FieldBox search = box;
  std::vector<CellPoint> nearest;
  for (int margin = 1;; margin *= 2) {  // until something free is in reach
    search = {std::max(0, box.x_begin - margin), std::max(0, box.y_begin - margin),
              std::min(width(), box.x_end + margin), std::min(height(), box.y_end + margin)};
    nearest = nearest_free(field_, search);
    if (nearest.front().x >= 0 ||
        (search.x_end - search.x_begin == width() && search.y_end - search.y_begin == height()))
      break;
  }
  for (std::size_t i = 0; i < covered.size(); ++i) {
    const auto [sand, wetness] = buried_[i];
    const std::int32_t packed = sand > 0 ? compressibility_.packed(sand, wetness, sand) : 0;
    const CellPoint to = nearest[static_cast<std::size_t>(covered[i].y - search.y_begin) *
                                     static_cast<std::size_t>(search.x_end - search.x_begin) +
                                 static_cast<std::size_t>(covered[i].x - search.x_begin)];
    if (to.x < 0) {  // obstacles everywhere
      pressed_away_ += pack(covered[i], sand);
      continue;
    }
    const std::int64_t pushed = std::int64_t{field_.at(to.x, to.y)} + sand - packed;
    field_.at(to.x, to.y) = clamped_height(pushed);
    pressed_away_ += pack(covered[i], packed) + pushed - clamped_height(pushed);
    box.include(to.x, to.y);
  }
}

void SandpileWorld::find_springs() {
  springs_.clear();
  springs_box_ = {};
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      if (ground_at(x, y) < Ground::spring) continue;
      springs_.push_back({x, y});
      springs_box_.include(x, y);
    }
  }
}

void SandpileWorld::expect(const EditPatch& patch) {
  if (patch.does(painting(FieldRole::faucet)) || patch.does(painting(FieldRole::drain))) {
    springs_box_.include(patch.box.x_begin, patch.box.y_begin);
    springs_box_.include(patch.box.x_end - 1, patch.box.y_end - 1);
  }
  wet_ = wet_ || patch.does(painting(FieldRole::liquid)) || patch.does(PatchOperation::add_wetness);
}

std::int32_t SandpileWorld::pour_units() const { return units(parameters_[kPour]); }
std::int32_t SandpileWorld::brush_units() const { return units(parameters_[kBrush]); }

std::int64_t SandpileWorld::total() const {
  std::int64_t total = std::accumulate(packed_.begin(), packed_.end(), std::int64_t{0});
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) total += ground_at(x, y) == Ground::obstacle ? 0 : field_.at(x, y);
  }
  return total;
}

std::int32_t SandpileWorld::run_spring(CellPoint p) {
  std::int32_t& stack = field_.at(p.x, p.y);
  const std::int32_t before = stack;
  stack =
      ground_at(p.x, p.y) == Ground::drain ? std::min(stack, 0) : clamped_height(std::int64_t{stack} + pour_units());
  return stack - before;
}

std::uint64_t SandpileWorld::steps_per_drying() const {
  return wet_ ? static_cast<std::uint64_t>(parameters_[kDrying]) : 0;
}

void SandpileWorld::dry() {
  wet_ = false;
  for (int y = 0; y < height(); ++y) {
    std::int32_t* const row = wetness_.row(y);
    for (int x = 0; x < width(); ++x) {
      row[x] = std::max(row[x] - 1, 0);
      wet_ = wet_ || row[x] != 0;
    }
  }
}

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "sandpile",
      .title = text_id("Sandpile (heights)"),
      .source = text_id("from Sand without grains, 2018"),
      .summary =
          text_id("Sand without grains, seen from above: every stack gives to lower neighbours until it is stable."),
      .steps_per_second = 120,
      .parameters = parameter_list(),
      .needs_ruleset = false,
      .config = "sandpile.cfg",
      .planes = {Plane::wall, Plane::height, Plane::wetness, Plane::packed},
      .quantity = Plane::height,
      .substance = text_id("sand"),
      .best_scene = "avalanche",
      .no_push = text_id("A sandpile cannot be shaken or blown: it has heights instead of loose cells. Conserving "
                         "can."),
      .no_body = {},
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
  };
  return definition;
}

}  // namespace repose::sandpile
