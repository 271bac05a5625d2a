// Turns worlds and edits into heights; moves sand away from new obstacles.
#include <algorithm>
#include <cmath>
#include <cstdlib>
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

// Bodies that press sand: the specification, which every backend uses.

namespace {

constexpr std::int32_t kNothing = kBlocked;  // the lower side beside the body

// Cosines of the headings 0 to 4, in 2^-14.
constexpr int kCosines[] = {16384, 15137, 11585, 6270, 0};
constexpr int cosine(int heading) {
  const int h = ((heading % kHeadingCount) + kHeadingCount) % kHeadingCount;
  const int folded = h > kHeadingCount / 2 ? kHeadingCount - h : h;
  return folded <= 4 ? kCosines[folded] : -kCosines[8 - folded];
}
constexpr int sine(int heading) { return cosine(heading - kHeadingCount / 4); }

std::int32_t root(std::int64_t square) {
  std::int64_t result = 0;
  for (std::int64_t bit = std::int64_t{1} << 30; bit > 0; bit >>= 1) {
    if ((result + bit) * (result + bit) <= square) result += bit;
  }
  return static_cast<std::int32_t>(result);
}

// A place on the lower side of a body, from its middle: `ahead` towards its front, `right` to its right, in half cells.
struct Place {
  int ahead, right;
};

struct Oval {
  int ahead, right, radius_ahead, radius_right;
  bool holds(Place p) const {
    const std::int64_t a = p.ahead - ahead, b = p.right - right, ra = radius_ahead, rb = radius_right;
    return a * a * rb * rb + b * b * ra * ra <= ra * ra * rb * rb;
  }
};

// How high a round body of that diameter is over its lowest point, at a distance (squared) from its middle.
std::int32_t rounding(int size, std::int64_t square) {
  const std::int64_t rest = std::int64_t{size} * size - square;
  return rest < 0 ? kNothing : size * (kHeightOne / 2) - root(rest << 32) / 2;
}

// A right foot: ball, arch, heel and five toes, the big one on the left.
std::int32_t sole(int size, Place p) {
  const int length = std::max(1, size * 13 / 20);
  if (Oval{-length / 4, length / 10, length * 4 / 5, std::max(1, length * 3 / 10)}.holds(p) ||
      Oval{length / 2, 0, length * 3 / 5, std::max(1, length / 2)}.holds(p) ||
      Oval{-length, length / 12, std::max(1, length / 2), std::max(1, length * 2 / 5)}.holds(p))
    return 0;
  for (int toe = 0; toe < 5; ++toe) {
    const int radius = std::max(1, toe == 0 ? length / 4 : length / 6);
    if (Oval{length * 4 / 3 - toe * toe * length / 30, toe * length * 2 / 7 - length * 2 / 5, radius, radius}.holds(p))
      return 0;
  }
  return kNothing;
}

constexpr int kTine = 12;  // half cells from the middle of one tine of a rake to that of the next

// From the middle of the nearest tine, in half cells.
int beside_tine(Place p) { return ((p.right % kTine) + kTine + kTine / 2) % kTine - kTine / 2; }

// How high the lower side is over the lowest point of the body.
std::int32_t lower_side(BodyShape shape, int size, Place p) {
  const std::int64_t ahead = p.ahead, right = p.right;
  switch (shape) {
    case BodyShape::ball: return rounding(size, ahead * ahead + right * right);
    case BodyShape::wheel: return std::abs(right) > std::max(1, size / 3) ? kNothing : rounding(size, ahead * ahead);
    case BodyShape::foot: return sole(size, p);
    case BodyShape::rake: break;
  }
  const int beside = std::abs(beside_tine(p));
  return std::abs(right) > size || std::abs(ahead) > 2 || beside > 3 ? kNothing : beside * (kHeightOne / 2);
}

// Where the sand under a place goes: to the sides of a body that moves, away from the middle of one that does not.
Place way_out(BodyShape shape, Place p, bool moves) {
  if (shape == BodyShape::rake) return {0, beside_tine(p)};
  if (moves) return {0, p.right};
  if (shape == BodyShape::ball) return p;
  return p.right == 0 ? Place{0, 0} : Place{p.ahead, 6 * p.right};
}

int size_of(const BodyEdit& edit) { return std::clamp(edit.size, kBrushSizeMin, kBrushSizeMax); }
// Cells from the middle of a body to the farthest part of it in a row or column.
int half_extent(int size) { return size / 2 + 3; }
// Cells over which the sand that goes in one direction is spread.
int rim_width(int size) { return std::max(1, size / 6); }
// Cells that sand goes at most.
int way_limit(int size) { return 2 * size + rim_width(size) + 6; }

// A body of one edit: its cells, and how it presses them in any place.
class Body {
 public:
  Body(const BodyEdit& edit, PressedGround ground)
      : shape_(edit.shape),
        size_(size_of(edit)),
        depth_(std::clamp(edit.depth, 0, kHeightMax)),
        half_(half_extent(size_)),
        ground_(ground) {
    const int odd = size_ % 2 == 0 ? 1 : 0;  // half-cell offset of the middle, as of brushes
    const int c = cosine(edit.heading), s = sine(edit.heading);
    const auto part_of = [](int product) { return (product + (1 << 13)) >> 14; };
    sides_.assign(static_cast<std::size_t>((2 * half_ + 1) * (2 * half_ + 1)), kNothing);
    for (int dy = -half_; dy <= half_; ++dy) {
      for (int dx = -half_; dx <= half_; ++dx) {
        const int x = 2 * dx + odd, y = 2 * dy + odd;
        Place p{part_of(x * c + y * s), part_of(y * c - x * s)};
        if (edit.flipped) p.right = -p.right;
        const std::int32_t side = lower_side(shape_, size_, p);
        if (side == kNothing) continue;
        side_at(dx, dy) = side;
        Place way = way_out(shape_, p, edit.from != edit.to);
        if (edit.flipped) way.right = -way.right;
        cells_.push_back({dx, dy, way.ahead * c - way.right * s, way.ahead * s + way.right * c,
                          /*across_x=*/-s, /*across_y=*/c});
      }
    }
  }

  void press(CellPoint p) {
    middle_ = p;
    const std::int32_t surface = surface_around(p);
    lowest_ = std::max(0, surface - depth_);
    for (const Cell& cell : cells_) {
      const int x = p.x + cell.dx, y = p.y + cell.dy;
      if (!is_inside(x, y) || ground_.heights.at(x, y) == kBlocked) continue;
      press(cell, x, y, surface);
    }
  }

 private:
  struct Cell {
    int dx, dy;              // from the middle
    int way_x, way_y;        // the direction out; both 0: to both sides
    int across_x, across_y;  // to the right of the body
  };

  bool is_inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < ground_.heights.width() && y < ground_.heights.height();
  }
  std::int32_t& side_at(int dx, int dy) {
    return sides_[static_cast<std::size_t>((dy + half_) * (2 * half_ + 1) + dx + half_)];
  }
  std::int32_t& packed_at(int x, int y) {
    return ground_.packed[static_cast<std::size_t>(y) * static_cast<std::size_t>(ground_.heights.width()) +
                          static_cast<std::size_t>(x)];
  }

  // The median of heights in a square three times as wide as the body. Its own track and rims are less than half of it.
  std::int32_t surface_around(CellPoint p) {
    const int reach = 3 * size_ / 2, apart = std::max(1, 2 * reach / 32);
    samples_.clear();
    for (int y = p.y - reach; y <= p.y + reach; y += apart) {
      for (int x = p.x - reach; x <= p.x + reach; x += apart) {
        if (is_inside(x, y) && ground_.heights.at(x, y) != kBlocked) samples_.push_back(ground_.heights.at(x, y));
      }
    }
    if (samples_.empty()) return 0;
    const auto middle = samples_.begin() + static_cast<std::ptrdiff_t>(samples_.size() / 2);
    std::nth_element(samples_.begin(), middle, samples_.end());
    return *middle;
  }

  void press(const Cell& cell, int x, int y, std::int32_t surface) {
    std::int32_t& height = ground_.heights.at(x, y);
    const std::int32_t limit = lowest_ + side_at(cell.dx, cell.dy);
    const bool loosens = shape_ == BodyShape::rake;
    if (loosens && height >= limit) {  // what was packed comes up again
      const std::int32_t loose = std::min(packed_at(x, y), kHeightMax - height);
      packed_at(x, y) -= loose;
      height += loose;
    }
    if (height <= limit) return;
    const std::int32_t excess = height - limit;
    const std::int32_t wished =
        loosens ? 0 : ground_.compressibility.packed(excess, ground_.wetness.at(x, y), std::int64_t{surface} - limit);
    const std::int32_t stays = std::min(wished, kHeightMax - packed_at(x, y));
    packed_at(x, y) += stays;
    height = limit;
    height += push_out(cell, x, y, excess - stays);
  }

  // Returns what found no place.
  std::int32_t push_out(const Cell& cell, int x, int y, std::int32_t sand) {
    if (sand == 0) return 0;
    if (cell.way_x == 0 && cell.way_y == 0) {
      const std::int32_t half = sand / 2;
      sand = send(x, y, -cell.across_x, -cell.across_y, half) + send(x, y, cell.across_x, cell.across_y, sand - half);
    } else {
      sand = send(x, y, cell.way_x, cell.way_y, sand);
    }
    // Where the edge of the world or an obstacle stops it: to the sides, and back.
    for (const auto& [dx, dy] : {std::pair{cell.across_x, cell.across_y},
                                 {-cell.across_x, -cell.across_y},
                                 {cell.across_y, -cell.across_x},
                                 {-cell.across_y, cell.across_x}}) {
      if (sand > 0) sand = send(x, y, dx, dy, sand);
    }
    return sand;
  }

  // Spreads sand over the first stacks with space in a direction, the nearest ones get most. Returns the rest.
  std::int32_t send(int x, int y, int dx, int dy, std::int32_t sand) {
    const int longest = std::max(std::abs(dx), std::abs(dy));
    const auto along = [longest](int steps, int part) {
      const auto cells = static_cast<int>((2 * std::int64_t{steps} * std::abs(part) + longest) / (2 * longest));
      return part < 0 ? -cells : cells;
    };
    const int rim = rim_width(size_);
    const std::int64_t shares = std::int64_t{rim} * (rim + 1) / 2, whole = sand;
    CellPoint last;
    int taken = 0;
    for (int k = 1; k <= way_limit(size_) && sand > 0; ++k) {
      const int to_x = x + along(k, dx), to_y = y + along(k, dy);
      if (!is_inside(to_x, to_y) || ground_.heights.at(to_x, to_y) == kBlocked) break;
      if (room_in(to_x, to_y) <= 0) continue;
      const std::int64_t share = taken + 1 >= rim ? sand : std::min<std::int64_t>(sand, whole * (rim - taken) / shares);
      sand -= lay_down(to_x, to_y, std::abs(dx) >= std::abs(dy), static_cast<std::int32_t>(share));
      last = {to_x, to_y};
      ++taken;
    }
    return taken > 0 ? sand - lay_into(last.x, last.y, sand) : sand;
  }

  // Lays sand into a stack, and a quarter of it into each of its neighbours beside the path, so that no ridges of
  // single cells appear. Returns the amount that found space.
  std::int32_t lay_down(int x, int y, bool along_x, std::int32_t sand) {
    std::int32_t laid = 0;
    for (const int side : {-1, 1}) {
      const int beside_x = along_x ? x : x + side, beside_y = along_x ? y + side : y;
      const bool is_free = is_inside(beside_x, beside_y) && ground_.heights.at(beside_x, beside_y) != kBlocked;
      if (is_free) laid += lay_into(beside_x, beside_y, sand / 4);
    }
    return laid + lay_into(x, y, sand - laid);
  }

  std::int32_t lay_into(int x, int y, std::int32_t sand) {
    const std::int32_t laid = std::clamp(room_in(x, y), 0, sand);
    ground_.heights.at(x, y) += laid;
    return laid;
  }

  // How much sand fits into a stack: under the body as far as its lower side.
  std::int32_t room_in(int x, int y) {
    const int dx = x - middle_.x, dy = y - middle_.y;
    const bool beside = std::abs(dx) > half_ || std::abs(dy) > half_ || side_at(dx, dy) == kNothing;
    return (beside ? kHeightMax : std::min(kHeightMax, lowest_ + side_at(dx, dy))) - ground_.heights.at(x, y);
  }

  BodyShape shape_;
  int size_;
  std::int32_t depth_;
  int half_;
  PressedGround ground_;
  std::vector<std::int32_t> sides_;  // the lower side around the middle, over the lowest point
  std::vector<Cell> cells_;          // those with a lower side, row by row
  std::vector<std::int32_t> samples_;
  CellPoint middle_;
  std::int32_t lowest_ = 0;
};

// How far around its middle a body reads or changes cells.
int margin_of(int size) { return std::max(half_extent(size) + way_limit(size), 3 * size / 2) + 1; }

}  // namespace

FieldBox reach_of(const BodyEdit& edit, int width, int height) {
  const CellPoint from = clamp_point(edit.from), to = clamp_point(edit.to);
  const int margin = margin_of(size_of(edit));
  return {std::max(0, std::min(from.x, to.x) - margin), std::max(0, std::min(from.y, to.y) - margin),
          std::min(width, std::max(from.x, to.x) + margin + 1), std::min(height, std::max(from.y, to.y) + margin + 1)};
}

void drag_body(const BodyEdit& edit, PressedGround ground) {
  Body body(edit, ground);
  const int half = half_extent(size_of(edit)), width = ground.heights.width(), height = ground.heights.height();
  for_each_on_line(clamp_point(edit.from), clamp_point(edit.to), [&](CellPoint p) {
    if (p.x >= -half && p.y >= -half && p.x < width + half && p.y < height + half) body.press(p);
  });
}

}  // namespace repose::sandpile
