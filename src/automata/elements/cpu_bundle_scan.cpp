#include "automata/elements/cpu_bundle_scan.hpp"

#include <array>
#include <bit>
#include <optional>

#include "automata/elements/cpu_bundle.hpp"
#include "automata/elements/cpu_plain_bundle.hpp"

namespace repose::elements {

namespace {

constexpr int kBlock = 32;         // side of the blocks that can join a bundle
constexpr int kBundledTurns = 24;  // a block joins a bundle if at least this many cells of its group have a turn
constexpr int kMixedTurns = 32;    // the same for a mixed bundle, which costs more
constexpr int kFlightsMax = 8;     // cells of a group that fly in a block that joins a bundle
constexpr std::uint32_t kFramesPerRest = 16;

// A block of a bundle.
class BundledBlock {
 public:
  BundledBlock(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& world_marks,
               const BlockPlace& place, bool shared)
      : frame_(frame),
        table_(table),
        planes_(planes),
        block_(frame.lattice->block(frame.lattice->pass_class(place.pass), place.column, place.row)),
        group_(frame.lattice->group(frame.lattice->pass_class(place.pass), place.column, place.row)),
        whole_(frame.lattice->whole_group(frame.lattice->pass_class(place.pass), place.column, place.row)),
        marks_(world_marks, block_, first_lane_of(block_, kBlock, planes.width()), shared),
        turns_(frame, table, planes, marks_, block_) {}

  void enter(Bundle::Lane& lane) const {
    lane.left = whole_.x_begin - Bundle::kGroupBegin;
    lane.top = whole_.y_begin - Bundle::kGroupBegin;
    lane.group = group_;
    lane.served.fill(0);
    lane.rightwards.fill(false);
    for (int y = block_.y_begin; y < block_.y_end; ++y) {
      const auto r = static_cast<std::size_t>(y - lane.top);
      lane.served[r] = static_cast<std::uint32_t>(marks_.served_bits(y) >> 1);
      lane.rightwards[r] = frame_.rightwards(group_.x_begin, y);
    }
  }

  // A turn that is not done in vectors.
  std::uint32_t take_turn(int row, int column) {
    const int x = whole_.x_begin - Bundle::kGroupBegin + column, y = whole_.y_begin - Bundle::kGroupBegin + row;
    turns_.take_turn(x, y);
    return served_around(x, y);
  }
  std::uint32_t move_late(int row, int column, bool slides) {
    const int x = whole_.x_begin - Bundle::kGroupBegin + column, y = whole_.y_begin - Bundle::kGroupBegin + row;
    turns_.move_late(x, y, slides);
    return served_around(x, y);
  }

  void add_marks(const Bundle::Lane& lane) {
    for (int y = block_.y_begin; y < block_.y_end; ++y) {
      const auto r = static_cast<std::size_t>(y - lane.top);
      if (lane.touched[r] == 0) continue;
      marks_.touch_bits(y, std::uint64_t{lane.touched[r]} << 1);
      marks_.serve_bits(y, std::uint64_t{lane.served[r]} << 1);
    }
  }

  // A mixed bundle does not find out which cells rest. So every sixteenth row, other rows in each frame, is searched
  // for them.
  void settle() {
    const std::uint64_t columns = marks_.within(group_.x_begin, group_.x_end);
    for (int y = group_.y_begin; y < group_.y_end; ++y) {
      if ((static_cast<std::uint32_t>(y) + frame_.number) % kFramesPerRest != 0) continue;
      for (std::uint64_t due = marks_.due(y) & columns; due != 0; due &= due - 1) {
        const int x = marks_.first_lane() - 1 + std::countr_zero(due);
        if (table_.rests(planes_, x, y)) marks_.settle(x, y);
      }
    }
  }

  // Of a plain block: marks the cells that rest.
  void settle(int r, std::uint32_t columns) {
    const int y = whole_.y_begin - Bundle::kGroupBegin + r;
    marks_.settle_bits(y, std::uint64_t{columns} << 1 & marks_.within(group_.x_begin, group_.x_end));
  }
  const Area& group() const { return group_; }
  int due() const { return marks_.due_in(group_); }
  // Whether most cells that have a turn do more than fall and slide. Of cells that only move, BlockScan moves many at
  // once. Looks at every fourth row.
  bool mostly_acts() const {
    const std::uint64_t columns = marks_.within(group_.x_begin, group_.x_end);
    int acting = 0;
    for (int y = group_.y_begin; y < group_.y_end; y += 4) {
      for (std::uint64_t due = marks_.due(y) & columns; due != 0; due &= due - 1) {
        const int x = marks_.first_lane() - 1 + std::countr_zero(due);
        acting += table_.of(planes_.element[planes_.index(x, y)]).only_moves ? -1 : 1;
      }
    }
    return acting > 0;
  }

  std::optional<Stamp> leave() {
    marks_.give_back(group_);
    return turns_.postponed();
  }

 private:
  std::uint32_t served_around(int x, int y) const {
    std::uint32_t served = 0;
    for (int k = 0; k < 9; ++k) {
      const int to_x = x + k % 3 - 1, to_y = y + k / 3 - 1;
      if (block_.contains(to_x, to_y)) served |= std::uint32_t{marks_.served(to_x, to_y)} << k;
    }
    return served;
  }

  const Frame& frame_;
  const TraitTable& table_;
  CellPlanes& planes_;
  const Area block_, group_, whole_;
  BlockMarks marks_;
  Turns<BlockMarks> turns_;
};

// The blocks of a bundle, until there are enough for all lanes.
class BundledBlocks final : public Bundle::Singles {
 public:
  std::size_t size() const { return size_; }
  template <class... Arguments>
  BundledBlock& add(Arguments&&... arguments) {
    return blocks_[size_++].emplace(std::forward<Arguments>(arguments)...);
  }
  BundledBlock& operator[](std::size_t lane) { return *blocks_[lane]; }
  void remove_last() { --size_; }
  void clear() { size_ = 0; }

  std::uint32_t take_turn(int lane, int row, int column) override {
    return blocks_[static_cast<std::size_t>(lane)]->take_turn(row, column);
  }
  std::uint32_t move_late(int lane, int row, int column, bool slides) override {
    return blocks_[static_cast<std::size_t>(lane)]->move_late(row, column, slides);
  }

 private:
  std::array<std::optional<BundledBlock>, Bundle::kLanes> blocks_;
  std::size_t size_ = 0;
};

class BundleScan {
 public:
  BundleScan(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& marks, bool shared,
             const KeepStamp& keep)
      : frame_(frame), table_(table), planes_(planes), marks_(marks), shared_(shared), keep_(keep) {
    bundle_.walls = table.parameters().walls;
    bundle_.width = planes.width();
    bundle_.height = planes.height();
  }

  void add(const BlockPlace& place) {
    if (enter_plain(place)) {
      if (plain_.size() == Bundle::kLanes) run_plain();
      return;
    }
    const std::size_t lane = mixed_.size();
    if (!joins_mixed_) return keep(scan_block(frame_, table_, planes_, marks_, place, shared_), place);
    mixed_places_[lane] = place;
    mixed_.add(frame_, table_, planes_, marks_, place, shared_).enter(bundle_.lanes[lane]);
    if (mixed_.size() == Bundle::kLanes) run_mixed();
  }

  void finish() {
    if (plain_.size() > 0) run_plain();
    if (mixed_.size() > 0) run_mixed();
  }

 private:
  bool enter_plain(const BlockPlace& place) {
    const std::size_t lane = plain_.size();
    plain_places_[lane] = place;
    plain_.add(frame_, table_, planes_, marks_, place, shared_).enter(plain_lanes_[lane]);
    if (load_plain(plain_bundle_, static_cast<int>(lane), plain_lanes_[lane], table_, planes_, frame_.column(0)))
      return true;
    joins_mixed_ = plain_[lane].due() >= kMixedTurns && plain_[lane].mostly_acts();
    plain_.remove_last();
    return false;
  }

  void keep(const std::optional<Stamp>& stamp, const BlockPlace& place) {
    if (stamp) keep_(*stamp, place);
  }

  void run_plain() {
    plain_bundle_.pass = plain_places_[0].pass;
    for (std::size_t lane = plain_.size(); lane < Bundle::kLanes; ++lane)
      clear_plain(plain_bundle_, static_cast<int>(lane));
    take_turns(plain_bundle_);
    for (std::size_t lane = 0; lane < plain_.size(); ++lane) {
      store_plain(plain_bundle_, static_cast<int>(lane), plain_lanes_[lane], planes_);
      plain_[lane].add_marks(plain_lanes_[lane]);
      const Area& group = plain_[lane].group();
      for (int y = group.y_begin; y < group.y_end; ++y) {
        const int r = y - plain_lanes_[lane].top;
        plain_[lane].settle(r, resting(plain_bundle_, static_cast<int>(lane), r));
      }
      plain_[lane].leave();
    }
    plain_.clear();
  }

  void run_mixed() {
    bundle_.pass = mixed_places_[0].pass;
    bundle_.count = static_cast<int>(mixed_.size());
    take_turns(bundle_, table_.bundle(), planes_, frame_.column(0), mixed_);
    for (std::size_t lane = 0; lane < mixed_.size(); ++lane) {
      mixed_[lane].add_marks(bundle_.lanes[lane]);
      mixed_[lane].settle();
      keep(mixed_[lane].leave(), mixed_places_[lane]);
    }
    mixed_.clear();
  }

  const Frame& frame_;
  const TraitTable& table_;
  CellPlanes& planes_;
  WorldMarks& marks_;
  const bool shared_;
  const KeepStamp& keep_;
  bool joins_mixed_ = false;  // the block that was not plain
  Bundle bundle_;
  PlainBundle plain_bundle_;
  BundledBlocks mixed_, plain_;
  std::array<BlockPlace, Bundle::kLanes> mixed_places_, plain_places_;
  std::array<Bundle::Lane, Bundle::kLanes> plain_lanes_;
};

// How many cells of an area fly; 4 cells are looked at together.
int flights_in(const CellPlanes& planes, const Area& area) {
  int count = 0;
  for (int y = area.y_begin; y < area.y_end; ++y) {
    const Velocity* const speeds = &planes.speed[planes.index(area.x_begin, y)];
    count += std::popcount(static_cast<std::uint32_t>(~still_bits(speeds, area.x_end - area.x_begin)));
  }
  return count;
}

}  // namespace

bool joins_bundle(const Frame& frame, const CellPlanes& planes, const WorldMarks& marks, const BlockPlace& place) {
  const GroupClass group_class = frame.lattice->pass_class(place.pass);
  const Area group = frame.lattice->group(group_class, place.column, place.row);
  if (group.empty() || marks.due_in(group) < kBundledTurns) return false;
  const Area whole = frame.lattice->whole_group(group_class, place.column, place.row);
  return flights_in(planes, {whole.x_begin, group.y_begin, whole.x_end, group.y_end}) <= kFlightsMax;
}

void scan_in_bundles(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& marks,
                     std::span<const BlockPlace> places, bool shared, const KeepStamp& keep) {
  BundleScan scan(frame, table, planes, marks, shared, keep);
  for (const BlockPlace& place : places) scan.add(place);
  scan.finish();
}

}  // namespace repose::elements
