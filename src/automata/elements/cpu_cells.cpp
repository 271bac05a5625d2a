#include "automata/elements/cpu_cells.hpp"

#include <algorithm>

namespace repose::elements {

namespace {

// Other threads change other bits of these words, so every access is atomic; with one thread plain accesses are faster.
std::uint64_t load(const std::uint64_t& word) {
  return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
}

void set_bits(std::uint64_t& word, std::uint64_t bits, bool shared) {
  if (bits == 0) return;
  if (!shared) {
    word |= bits;
  } else {
    std::atomic_ref(word).fetch_or(bits, std::memory_order_relaxed);
  }
}

void clear_bits(std::uint64_t& word, std::uint64_t bits, bool shared) {
  if (bits == 0) return;
  if (!shared) {
    word &= ~bits;
  } else {
    std::atomic_ref(word).fetch_and(~bits, std::memory_order_relaxed);
  }
}

}  // namespace

BlockMarks::BlockMarks(WorldMarks& world, const Area& block, int first_lane, bool shared)
    : world_(world), block_(block), left_(first_lane - 1), top_(block.y_begin - 1), shared_(shared) {
  const std::uint64_t inside = within(block.x_begin, block.x_end);
  std::uint64_t restless = 0;
  for (int y = block.y_begin; y < block.y_end; ++y) restless |= restless_[row(y)] = taken(world.restless(), y);
  any_restless_ = (restless & inside) != 0;
  if (!any_restless_) return;
  restless_[row(top_)] = restless_[row(block.y_end)] = 0;
  for (int y = block.y_begin; y < block.y_end; ++y) served_[row(y)] = taken(world.served(), y);
}

// Writes only if bits are missing. Marks of the ring are only added, never removed.
void BlockMarks::give_back(const Area& group) {
  if (!changed_) return;
  if (!shared_) return give_back_alone(group);
  for (int y = top_; y <= block_.y_end; ++y) {
    const std::uint64_t before = taken(world_.restless(), y);
    add(world_.restless(), y, restless_[row(y)] & ~before);
    if (y >= group.y_begin && y < group.y_end && !group.empty()) {
      remove(world_.restless(), y, before & ~restless_[row(y)] & within(group.x_begin, group.x_end));
    }
  }
  for (int y = block_.y_begin; y < block_.y_end; ++y) {
    add(world_.served(), y, served_[row(y)] & ~taken(world_.served(), y));
  }
}

void BlockMarks::give_back_alone(const Area& group) {
  const int word = left_ >> 6, shift = left_ & 63;
  const std::uint64_t columns = group.empty() ? 0 : within(group.x_begin, group.x_end);
  for (int y = top_; y <= block_.y_end; ++y) {
    std::uint64_t* const words = world_.restless().row(y) + word;
    const std::uint64_t set = restless_[row(y)];
    const std::uint64_t kept = y >= group.y_begin && y < group.y_end ? ~(columns & ~set) : ~std::uint64_t{0};
    words[0] &= ~(~kept << shift);
    words[1] &= ~(~kept >> 1 >> (63 - shift));
    words[0] |= set << shift;
    words[1] |= set >> 1 >> (63 - shift);
  }
  for (int y = block_.y_begin; y < block_.y_end; ++y) {
    std::uint64_t* const words = world_.served().row(y) + word;
    words[0] |= served_[row(y)] << shift;
    words[1] |= served_[row(y)] >> 1 >> (63 - shift);
  }
}

std::uint64_t BlockMarks::taken(const BitRows& rows, int y) const {
  const std::uint64_t* const words = rows.row(y) + (left_ >> 6);
  const int shift = left_ & 63;
  return (load(words[0]) >> shift | load(words[1]) << 1 << (63 - shift)) & kAll;
}

void BlockMarks::add(BitRows& rows, int y, std::uint64_t bits) const {
  std::uint64_t* const words = rows.row(y) + (left_ >> 6);
  const int shift = left_ & 63;
  set_bits(words[0], bits << shift, shared_);
  set_bits(words[1], bits >> 1 >> (63 - shift), shared_);
}

void BlockMarks::remove(BitRows& rows, int y, std::uint64_t bits) const {
  std::uint64_t* const words = rows.row(y) + (left_ >> 6);
  const int shift = left_ & 63;
  clear_bits(words[0], bits << shift, shared_);
  clear_bits(words[1], bits >> 1 >> (63 - shift), shared_);
}

TraitTable::TraitTable(Rules rules, const Parameters& parameters)
    : rules_(std::move(rules)),
      parameters_(parameters),
      count_(static_cast<std::size_t>(rules_.element_count())),
      traits_(count_),
      pairs_(count_ * count_) {
  for (std::size_t a = 1; a < count_; ++a) {
    for (std::size_t b = 0; b < count_; ++b) {
      pairs_[a * count_ + b] = pair_of(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
    }
    traits_[a] = traits_of(static_cast<std::uint8_t>(a));
  }
}

Traits TraitTable::traits_of(std::uint8_t a) const {
  const Kind& kind = rules_.kind(a);
  Traits traits;
  traits.fall = kind.fall;
  traits.slip = kind.slip;
  traits.direction = static_cast<std::int8_t>(parameters_.gravity ? kind.direction : 0);
  if (parameters_.energy) {
    traits.drift = kind.drift;
    traits.self_heating = kind.self_heating;
    traits.conductivity = kind.conductivity;
  }
  traits.is_item = kind.item >= 0;
  traits.decays = kind.decay >= 0 && rules_.decay(kind).probability > 0;
  for (std::size_t b = 0; b < count_; ++b) traits.looks |= (pair(a, static_cast<std::uint8_t>(b)) & can::look) != 0;
  traits.only_moves = !traits.is_item && !traits.decays && !traits.looks && (traits.drift | traits.self_heating) == 0;
  traits.rests_up_to = rests_up_to(a);
  return traits;
}

std::uint8_t TraitTable::pair_of(std::uint8_t a, std::uint8_t b) const {
  const Kind& kind = rules_.kind(a);
  std::uint8_t ways = 0;
  if (parameters_.gravity) {
    if (kind.direction > 0 && (b == 0 ? kind.fall : rules_.sink(a, b)) > 0) ways |= can::sink;
    if (kind.direction < 0 && b == 0) ways |= can::rise;
    if (kind.direction != 0 && ((b == 0 && kind.slip > 0) || rules_.push(a, b) > 0)) ways |= can::slide;
  }
  if (parameters_.interactions) {
    if (rules_.reaction(a, b) != nullptr) ways |= can::react;
    if (rules_.disc(a, b) != nullptr) ways |= can::blow_up;
    if (parameters_.energy && b != 0 && kind.conductivity > 0) ways |= can::take_heat;
  }
  return ways;
}

std::int8_t TraitTable::rests_up_to(std::uint8_t a) const {
  const Kind& kind = rules_.kind(a);
  if (kind.item >= 0 || (parameters_.energy && kind.self_heating > 0)) return -1;
  if ((pair(a, a) & (can::move | can::blow_up)) != 0) return -1;
  const Effect* const reaction = (pair(a, a) & can::react) != 0 ? rules_.reaction(a, a) : nullptr;
  const auto may_act = [&](int energy) {
    if (kind.decay >= 0 && rules_.decay(kind).probability > 0 && rules_.decay(kind).acts_at(energy)) return true;
    return reaction != nullptr && reaction->acts_at(std::min(kEnergyMax, 2 * energy));
  };
  int rests = -1;
  while (rests < kEnergyMax && !may_act(rests + 1)) ++rests;
  return static_cast<std::int8_t>(rests);
}

bool TraitTable::rests(const CellPlanes& planes, int x, int y) const {
  const std::size_t i = planes.index(x, y);
  const std::uint8_t a = planes.element[i];
  if (a == 0) return true;
  const Traits& traits = of(a);
  if (traits.is_item || planes.speed[i] != Velocity{}) return false;
  if (traits.self_heating > 0 && planes.energy[i] < kEnergyMax) return false;
  if (traits.decays && rules_.decay(rules_.kind(a)).acts_at(planes.energy[i])) return false;
  const bool drifts = traits.drift > 0 && planes.energy[i] != parameters_.ambient_energy();
  for (int dy = -1; dy <= 1; ++dy) {
    const std::uint8_t ways = can::look | (dy > 0 ? can::sink : dy < 0 ? can::rise : can::slide);
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const std::size_t neighbour = i + static_cast<std::size_t>(dy * planes.stride() + dx);
      if (drifts && planes.element[neighbour] == 0) return false;
      if ((pair(a, planes.element[neighbour]) & ways) == 0) continue;
      const bool wall = parameters_.walls && planes.is_border(x + dx, y + dy);
      if (may_do(planes, i, neighbour, ways, wall)) return false;
    }
  }
  return true;
}

bool TraitTable::may_do(const CellPlanes& planes, std::size_t i, std::size_t neighbour, std::uint8_t ways,
                        bool wall) const {
  const std::uint8_t a = planes.element[i], b = planes.element[neighbour];
  ways &= pair(a, b);
  if (wall) ways &= can::blow_up | can::take_heat;
  if ((ways & (can::move | can::blow_up)) != 0) return true;
  if ((ways & can::take_heat) != 0 && planes.energy[neighbour] > planes.energy[i]) return true;
  const int energies = std::min(kEnergyMax, planes.energy[i] + planes.energy[neighbour]);
  return (ways & can::react) != 0 && rules_.reaction(a, b)->acts_at(energies);
}

}  // namespace repose::elements
