// Levelling of water: finds bodies of standing water and moves them towards their levels.
#include "automata/water/water.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace repose::water {

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
