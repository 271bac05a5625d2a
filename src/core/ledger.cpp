#include "core/ledger.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <tuple>
#include <utility>

#include "repose/cell_view.hpp"

namespace repose {

LedgerEvents& LedgerEvents::operator+=(const LedgerEvents& other) {
  constexpr Counts LedgerEvents::*kAll[] = {&LedgerEvents::made, &LedgerEvents::destroyed, &LedgerEvents::painted,
                                            &LedgerEvents::left, &LedgerEvents::moved};
  for (const auto counts : kAll) {
    for (std::size_t i = 0; i < kElementsMax; ++i) (this->*counts)[i] += (other.*counts)[i];
  }
  return *this;
}

void LedgerBook::begin(const Counts& now) {
  kept_ = true;
  before_ = now;
  events_ = {};
}

void LedgerBook::keep(bool on, std::span<const std::uint8_t> cells) { on ? begin(count_elements(cells)) : end(); }

std::optional<Ledger> LedgerBook::close(std::span<const std::uint8_t> cells, int element_count) const {
  return kept_ ? close(count_elements(cells), element_count) : std::nullopt;
}

std::optional<Ledger> LedgerBook::close(const Counts& now, int element_count) const {
  if (!kept_) return std::nullopt;
  Ledger ledger;
  for (std::size_t i = 0; i < static_cast<std::size_t>(element_count); ++i) {
    ledger.rows.push_back({before_[i], events_.made[i], events_.destroyed[i], events_.painted[i], events_.left[i],
                           events_.moved[i], now[i]});
  }
  return ledger;
}

LedgerEvents::Counts count_elements(std::span<const std::uint8_t> cells) {
  LedgerEvents::Counts counts{};
  for (const std::uint8_t cell : cells) ++counts[cell];
  return counts;
}

std::int64_t sum_of_amounts(const World& world, Plane plane) {
  const auto bytes = world.bytes(plane);
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::int32_t)) {
    std::int32_t amount = 0;
    std::memcpy(&amount, &bytes[at], sizeof amount);
    sum += amount;
  }
  return sum;
}

std::int64_t sum_of_air(const World& world) {
  std::int64_t sum = 0;
  for (int row = 0; world.has(Plane::air) && row < air_rows(world); ++row) {
    for (int column = 0; column < air_columns(world); ++column) sum += air_at(world, column, row).pressure;
  }
  return sum;
}

bool ActivityMap::keep(bool on, int width, int height) {
  times_ = std::vector<Times>();
  blocks_ = {};
  width_ = width;
  now_ = kActivitySteps;
  epoch_ = next_view_generation();
  if (!on) return true;
  try {
    for (std::size_t i = 0; i < kActivityBlocks.size(); ++i) {
      blocks_[i].stride = static_cast<std::size_t>(activity_blocks(width, kActivityBlocks[i]));
      blocks_[i].times.resize(blocks_[i].stride *
                              static_cast<std::size_t>(activity_blocks(height, kActivityBlocks[i])));
    }
    times_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  } catch (const std::bad_alloc&) {
    blocks_ = {};
    return false;
  }
  return is_kept();
}

void ActivityMap::pass(std::uint64_t steps) {
  if (!is_kept()) return;
  const int later = now_ + static_cast<int>(std::min<std::uint64_t>(steps, kLast));
  if (later > kLast) {
    const auto put_back = [back = later - kActivitySteps](std::vector<Times>& all) {
      for (Times& times : all) {
        for (std::uint8_t& time : times) time = static_cast<std::uint8_t>(std::max(0, time - back));
      }
    };
    put_back(times_);
    for (Blocks& blocks : blocks_) put_back(blocks.times);
    epoch_ = next_view_generation();
  }
  now_ = static_cast<std::uint8_t>(later > kLast ? kActivitySteps : later);
}

ActivityView ActivityMap::view() const {
  if (!is_kept()) return {};
  ActivityView view{times_.front().data(), now_, {}, epoch_};
  for (std::size_t i = 0; i < blocks_.size(); ++i) view.blocks[i] = blocks_[i].times.front().data();
  return view;
}

void ActivityMap::meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  change(at, a, c, LedgerEvents::change_of(a, b, c, d));
  change(with, b, d, LedgerEvents::change_of(b, a, d, c));
}

void ActivityMap::trade(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b) { meet(at, with, a, b, b, a); }

void ActivityMap::become(CellPoint at, std::uint8_t from, std::uint8_t to) {
  change(at, from, to, {from != to, from != to, false});
}

void ActivityMap::change(CellPoint at, std::uint8_t from, std::uint8_t to, LedgerEvents::Change change) {
  const bool destroys = change.destroys && from != 0, makes = change.makes && to != 0;
  if (destroys || makes)
    return note(at, destroys && makes ? ActivityKind::converted : makes ? ActivityKind::made : ActivityKind::destroyed);
  if (change.destroys || change.makes || change.moves) note(at, ActivityKind::moved);
}

void ActivityMap::note(CellPoint at, ActivityKind kind) {
  const std::size_t cell =
      static_cast<std::size_t>(at.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(at.x);
  times_[cell][static_cast<std::size_t>(kind)] = now_;
  for (std::size_t i = 0; i < kActivityBlocks.size(); ++i) {
    Blocks& blocks = blocks_[i];
    const std::size_t block = static_cast<std::size_t>(at.y / kActivityBlocks[i]) * blocks.stride +
                              static_cast<std::size_t>(at.x / kActivityBlocks[i]);
    std::atomic_ref(blocks.times[block][static_cast<std::size_t>(kind)]).store(now_, std::memory_order_relaxed);
  }
}

namespace {

auto order_of(const NoticedReaction& r) { return std::tuple(r.step, r.at.y, r.at.x, r.a, r.b, r.c, r.d); }

// Which reaction it is, wherever and whenever it happens.
std::uint32_t kind_of(const NoticedReaction& r) {
  return std::uint32_t{r.a} << 24 | std::uint32_t{r.b} << 16 | std::uint32_t{r.c} << 8 | r.d;
}

}  // namespace

void ReactionNotes::note(const NoticedReaction& reaction) {
  if (watched_ && !watched_->contains(reaction.at)) return;
  const auto known = std::ranges::find(noticed_, kind_of(reaction), kind_of);
  if (known == noticed_.end()) {
    noticed_.push_back(reaction);
  } else if (order_of(reaction) < order_of(*known)) {
    *known = reaction;
  }
}

void ReactionNotes::take_from(ReactionNotes& other) {
  for (const NoticedReaction& reaction : std::exchange(other.noticed_, {})) note(reaction);
}

std::vector<NoticedReaction> ReactionNotes::take() {
  std::vector<NoticedReaction> noticed = std::exchange(noticed_, {});
  std::ranges::sort(noticed, {}, order_of);
  return noticed;
}

}  // namespace repose
