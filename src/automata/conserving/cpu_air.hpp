// The air on the cpu backend, in vectors. Gives what AirField::step() and ScalarStep::gust() give.
//
// What cells do with the air of their tiles is found anew for chunks that have changed. A row of tiles is computed if
// it or one beside it has changed in the last step, or if facts about their cells have changed where the air is not
// still: any other row would stay as it is. Rows of cells in which no gust could carry a cell are marked
// (StillRows::kAir).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "automata/conserving/air.hpp"
#include "automata/conserving/cpu_step.hpp"

namespace repose::conserving {

// ---- the rows (cpu_air.cpp) ----

// Of the pressures of a row.
struct PressureNotes {
  bool changed = false;
  std::int32_t least = 0, most = 0;
};

// What the flow over the sides of a row has done: whether it has changed, and the greatest one.
struct FlowNotes {
  bool changed = false;
  std::int32_t fastest = 0;
};

// See next_flow() and passing(). `here`, `there`, `push` and so on: of a row of tiles, and of those that the flow goes
// to.
void flow_over(const std::int32_t* here, const std::int32_t* there, const std::int32_t* open, const std::int32_t* push,
               const std::int32_t* push_there, int wind, int count, std::int32_t* flows, std::int32_t* passed,
               FlowNotes& notes);
// What remains in a row: its pressure, less what passes to the right and down, more what comes from the left and from
// above.
PressureNotes add_up(const std::int32_t* right, const std::int32_t* down, const std::int32_t* above,
                     const std::int32_t* sources, int count, std::int32_t* pressure);

class CpuAir {
 public:
  // Pairs that change places: their left or upper cells, in one row of a chunk.
  struct Act {
    int chunk, y;
    ColumnBits columns;
    bool is_down, over_seam;  // the others are below them; or in column 0; else to the right
  };

  // Facts of the whole world are found anew after each of these three.
  void set_rules(const Rules& rules) {
    sets_ = {};
    for (int i = 0; i < kElementsMax; ++i) {
      const auto element = static_cast<std::uint8_t>(i);
      const Rules::AirWay way = rules.air_way(element);
      if (way == Rules::AirWay::closed) sets_.closed.put(element);
      if (way != Rules::AirWay::open) sets_.loose.put(element);
      if (rules.air_source(element) != AirSource{}) sets_.sources.put(element);
      if (i == 0 || !rules.is_fixed(element)) sets_.places.put(element);
      if (!rules.drifts(element)) continue;
      sets_.drifting.put(element);
      sets_.grip = std::min(sets_.grip, rules.grip(element));
    }
    sets_.has_sources = rules.has_air_sources();
    // Those of other rules do nothing any more.
    for (auto* const numbers : {&facts_.pressure, &facts_.push_right, &facts_.push_down})
      std::ranges::fill(*numbers, 0);
    std::ranges::fill(sourced_, std::uint8_t{0});
    touch_all();
  }
  void set_bounds(const AirBounds& bounds) {
    if (bounds == bounds_) return;
    bounds_ = bounds;
    touch_all();
  }
  // `world`: the memory that the cells are in. Throws std::bad_alloc.
  void take_over(const CpuWorld& world, AirField field) {
    CpuAir made;  // so that this one stays as it is if memory runs out
    made.sets_ = sets_;
    made.bounds_ = bounds_;
    made.chunk_columns_ = world.chunks.columns();
    made.chunk_rows_ = world.chunks.rows();
    const auto rows = static_cast<std::size_t>(field.rows()), chunks = static_cast<std::size_t>(made.chunk_columns_);
    const auto stride = static_cast<std::size_t>(field.stride());
    made.facts_ = Facts(field.rows(), stride, chunks);
    for (auto* const numbers :
         {&made.passed_right_, &made.passed_down_, &made.passed_above_, &made.passed_last_, &made.still_})
      numbers->assign(stride, 0);
    for (auto* const flags : {&made.changed_, &made.facts_changed_, &made.active_}) flags->assign(rows, 1);
    made.sourced_.assign(rows * chunks, 0);
    made.row_sourced_.assign(rows, 0);
    for (auto* const numbers : {&made.speeds_, &made.least_, &made.most_}) numbers->assign(rows, 0);
    for (auto* const counts : {&made.given_, &made.left_}) counts->assign(rows, 0);
    for (int row = 0; row < field.rows(); ++row) {
      for (int column = 0; column < field.columns(); ++column) {
        const AirTile tile = field.tile(column, row);
        std::int32_t& speed = made.speeds_[static_cast<std::size_t>(row)];
        speed = std::max({speed, std::abs(tile.right), std::abs(tile.down)});
      }
    }
    made.field_ = std::move(field);
    made.touch_all();
    *this = std::move(made);
  }
  const AirField& field() const { return field_; }
  // As AirField::view(); says that the air is still where no row has moved.
  AirView view() const {
    const AirView view = field_.view();
    const auto none = [](const std::vector<std::uint8_t>& rows) { return std::ranges::find(rows, 1) == rows.end(); };
    return none(active_) && none(changed_) ? AirView{view.columns, view.rows} : view;
  }

  // Starts the ledger of the air, or stops counting for it.
  void keep_ledger(bool on) {
    counts_ = on;
    if (!on) return;
    field_.begin_ledger();
    for (int row = 0; row < field_.rows(); ++row) {  // what passes in rows that rest is not known yet
      const auto at = static_cast<std::size_t>(row);
      given_[at] = left_[at] = 0;
      if (active_[at] != 0 || row_sourced_[at] != 0) change_row(row);
    }
  }

  // Cells of this chunk have changed.
  void touch(int column, int row) {
    const auto mark = [this](int c, int r) {
      dirty_[static_cast<std::size_t>(r) * static_cast<std::size_t>(chunk_columns_) + static_cast<std::size_t>(c)] = 1;
    };
    any_dirty_ = is_awake_ = true;
    mark(column, row);
    if (column > 0) mark(column - 1, row);
    if (row > 0) mark(column, row - 1);
    if (column == 0 && bounds_.joined_sides) {
      mark(chunk_columns_ - 1, row);
      mark(std::max(chunk_columns_ - 2, 0), row);  // the last chunk may have no tile
    }
    if (row == 0 && bounds_.joined_ends) {
      mark(column, chunk_rows_ - 1);
      mark(column, std::max(chunk_rows_ - 2, 0));
    }
  }
  void touch_all() {
    dirty_.assign(static_cast<std::size_t>(chunk_columns_) * static_cast<std::size_t>(chunk_rows_), 1);
    std::ranges::fill(changed_, std::uint8_t{1});
    std::ranges::fill(row_sourced_, std::uint8_t{0});
    any_dirty_ = is_awake_ = all_new_ = true;
  }

  // A cell of a blast; after all of them, end_bursts().
  void burst_at(int x, int y) { field_.burst_at(x, y); }
  void end_bursts() {
    field_.end_bursts([this](int row) { change_row(row); });
  }
  void blow_at(int x, int y, int dx, int dy) {
    field_.blow_at(x, y, dx, dy);
    const int row = y / kAirTile;
    if (row >= field_.rows()) return;
    for (const int near : {row, std::max(row - 1, 0)}) change_row(near);
  }

  // No step would change the air, carry a cell or break one.
  bool rests() const { return !is_awake_ && !is_straining_; }
  // The air in one step. Whether any of it has changed.
  bool step(CpuWorld& world, const Rules& rules) {
    const int rows = field_.rows();
    if (rows == 0 || field_.columns() == 0) {
      is_awake_ = false;
      return false;
    }
    const auto any_of = [](const std::vector<std::uint8_t>& flags) {
      return std::ranges::any_of(flags, [](std::uint8_t flag) { return flag != 0; });
    };
    if (!sets_.has_sources && !bounds_.has_wind() && !any_of(active_) && !any_of(changed_)) {
      is_awake_ = false;
      return false;
    }
    find_facts(world, rules);
    const std::vector<std::uint8_t> changed = std::exchange(changed_, std::vector<std::uint8_t>(changed_.size()));
    const std::vector<std::uint8_t> facts = std::exchange(facts_changed_, std::vector<std::uint8_t>(changed_.size()));
    std::vector<std::uint8_t> active = active_;
    for (std::size_t row = 0; row < active.size(); ++row) active[row] |= row_sourced_[row];
    const auto is_awake = [&](int row) {
      return is_near(changed, row) || (is_near(facts, row) && (is_near(active, row) || bounds_.has_wind()));
    };
    is_awake_ = false;
    const bool joins_last = is_awake(rows - 1) || is_awake(0);
    bool above_is_known = false, any = false;
    if (joins_last) {
      if (is_awake(rows - 1)) speeds_[static_cast<std::size_t>(rows - 1)] = 0;
      find_down(rows - 1, passed_last_);
    }
    for (int row = 0; row < rows; ++row) {
      if (!is_awake(row)) {
        above_is_known = false;
        continue;
      }
      any = true;
      if (row + 1 < rows) speeds_[static_cast<std::size_t>(row)] = 0;
      if (row > 0 && !above_is_known) find_down(row - 1, passed_above_);
      find_right(row);
      const std::int32_t* const from_above =
          row == 0 ? &passed_last_[AirField::kMargin] : &passed_above_[AirField::kMargin];
      if (row + 1 < rows) {
        find_down(row, passed_down_);
      } else {
        passed_down_ = passed_last_;
      }
      end_row(row, from_above);
      std::swap(passed_above_, passed_down_);
      above_is_known = true;
    }
    if (counts_) count();
    for (const std::int32_t speed : speeds_) is_awake_ |= 2 * speed >= kBreeze;
    return any;
  }
  // The cells that break after a step of the air.
  const std::vector<CellPoint>& find_breaks(const CpuWorld& world, const Rules& rules, const StepDraws& draws) {
    breaks_.clear();
    is_straining_ = false;
    const int columns = field_.columns(), rows = field_.rows(), weakest = strength_of(rules.strength_min(), 1);
    if (rules.strength_min() == 0 || columns == 0) return breaks_;
    for (int row = 0; row < rows; ++row) {
      const auto first = static_cast<std::size_t>(std::max(row - 1, 0)),
                 last = static_cast<std::size_t>(std::min(row + 1, rows - 1)), own = static_cast<std::size_t>(row);
      const std::int32_t least = std::min({least_[first], least_[own], least_[last]});
      if (std::max({most_[first], most_[own], most_[last]}) - least <= weakest) continue;
      const int bottom = row + 1 == rows ? world.height : (row + 1) * kAirTile;
      for (int column = 0; column < columns; ++column) {
        const std::int32_t strain = field_.strain(column, row);
        if (strain <= weakest) continue;
        const int right = column + 1 == columns ? world.width : (column + 1) * kAirTile;
        for (int y = row * kAirTile; y < bottom; ++y) {
          for (int x = column * kAirTile; x < right; ++x) {
            const int strength = rules.strength(world.cells.row(y)[x]);
            const auto hits = [&](std::uint32_t chance) {
              is_straining_ = true;
              return draws.breaks(x, y, chance);
            };
            const auto cells = [&](int cx, int cy) { return world.cells.row(cy)[cx]; };
            const auto thick = [&] { return thickness(rules, {0, 0, world.width, world.height}, x, y, cells); };
            if (breaks(strain, strength, hits, thick)) breaks_.push_back({x, y});
          }
        }
      }
    }
    return breaks_;
  }
  // The pairs that change places in pass i of gusts, before any of them has. Valid until the next call.
  const std::vector<Act>& find_acts(CpuWorld& world, const Rules& rules, const StepDraws& draws, int i, bool wraps) {
    acts_.clear();
    if (i == 0) find_blocks();
    if (!StepDraws::gusts_sideways(i)) {
      odd_lines_.assign(static_cast<std::size_t>(chunk_columns_), 0);
      odd_lines_known_.assign(static_cast<std::size_t>(chunk_columns_), 0);
    }
    const std::array<SidePairs, 2> sides{side_pairs(world.width, wraps, 0, draws.turns()),
                                         side_pairs(world.width, wraps, 1, draws.turns())};
    for (Block& block : blocks_) {
      if (block.fastest >= least_gust(i)) find_acts_in(block, world, rules, draws, i, sides);
    }
    return acts_;
  }

 private:
  static constexpr int kTilesAcross = kChunkWidth / kAirTile, kTilesDown = kChunkHeight / kAirTile;  // of a chunk
  static constexpr int kFactRows = kAirTile + kAirTile / 2;       // of cells, on which the facts of a tile depend
  static constexpr ColumnBits kTileColumns = 0x1111111111111111;  // the first column of each tile

  // The number of columns of each tile, as four bits.
  static ColumnBits count_columns(ColumnBits columns) {
    columns -= columns >> 1 & 0x5555555555555555;
    return (columns & 0x3333333333333333) + (columns >> 2 & 0x3333333333333333);
  }

  // By tile, in the layout of AirField: how open the ways are, and sums of sources.
  struct Facts {
    explicit Facts(int rows = 0, std::size_t row_stride = 0, std::size_t chunks = 0) : stride(row_stride) {
      for (auto* const known : {&known_right, &known_down}) known->resize(static_cast<std::size_t>(rows) * chunks);
      for (auto* const numbers : {&right, &down, &pressure, &push_right, &push_down})
        numbers->resize(static_cast<std::size_t>(rows) * stride);
    }
    std::int32_t* row(std::vector<std::int32_t>& numbers, int y) const {
      return &numbers[static_cast<std::size_t>(y) * stride + AirField::kMargin];
    }
    std::size_t stride;
    std::vector<std::int32_t> right, down, pressure, push_right, push_down;
    // `right` and `down` again, four bits a tile: by row of tiles, and by column of chunks.
    std::vector<ColumnBits> known_right, known_down;
  };
  // What the rules say about elements.
  struct Sets {
    ElementBits closed, loose, sources;
    ElementBits drifting;
    ElementBits places;                             // into which something may be blown
    int grip = static_cast<int>(kCertain) + kGrip;  // the least of those that drift
    bool has_sources = false;
  };
  // The tiles of a row that are in one chunk, where gusts may carry something.
  struct Block {
    int row = 0, chunk_column = 0;
    std::int32_t fastest = 0;  // no gust is faster
    // After find_speeds(): gusts over the pairs of each column with the cell to the right; with the one below; and with
    // the one below that is in the next row of tiles.
    bool is_known = false;
    std::array<std::int32_t, kChunkWidth> right, down, below;
    std::int32_t fastest_right = 0, fastest_down = 0;  // of these
  };

  void find_facts(CpuWorld& world, const Rules& rules) {
    if (!any_dirty_) return;
    any_dirty_ = false;
    const bool all_new = std::exchange(all_new_, false) || bounds_.joined_sides || bounds_.joined_ends;
    std::size_t i = 0;
    for (int row = 0; row < chunk_rows_; ++row) {
      for (int column = 0; column < chunk_columns_; ++column, ++i) {
        if (std::exchange(dirty_[i], std::uint8_t{0}) == 0 || column * kTilesAcross >= field_.columns()) continue;
        const int chunk = column * kChunkWidth, end = std::min(field_.rows(), (row + 1) * kTilesDown);
        const auto is_known = [&](int tile_row) {
          bool known = !all_new;
          for (int y = tile_row * kAirTile; y < std::min(tile_row * kAirTile + kFactRows, world.height); ++y)
            known = known && world.still.is(StillRows::kFacts, chunk, y);
          return known;
        };
        for (int begin = row * kTilesDown; begin < end; ++begin) {
          int next = begin;
          while (next < end && !is_known(next)) ++next;
          if (next > begin) find_facts_in(world, rules, column, begin, next);
          begin = next;
        }
        for (int y = row * kChunkHeight; y < std::min((row + 1) * kChunkHeight, world.height); ++y)
          world.still.put(StillRows::kFacts, chunk, y);
      }
    }
  }
  // Of rows begin..end-1 of tiles, in a column of chunks; at most those of a chunk.
  void find_facts_in(const CpuWorld& world, const Rules& rules, int column, int begin, int end) {
    constexpr int kRows = kChunkHeight + kFactRows - kAirTile, kSets = 3;
    const int x = column * kChunkWidth, y = begin * kAirTile;
    const int columns_end = std::min(field_.columns(), (column + 1) * kTilesAcross);
    std::array<const std::uint8_t*, kRows> rows{};
    const int row_count = std::min((end - begin) * kAirTile + kFactRows - kAirTile, world.height - y);
    for (int i = 0; i < row_count; ++i) rows[static_cast<std::size_t>(i)] = world.cells.row(y + i) + x;
    const ElementBits* const sets[kSets] = {&sets_.closed, &sets_.loose, &sets_.sources};
    std::array<ColumnBits, std::size_t{kRows} * kSets> members;
    const std::size_t set_count = sets_.has_sources ? kSets : kSets - 1;
    find_members(std::span(rows).first(static_cast<std::size_t>(row_count)), std::span(sets).first(set_count),
                 members.data());
    const auto bits = [&](int i, std::size_t set) -> ColumnBits {
      return members[static_cast<std::size_t>(i) * set_count + set];
    };
    for (int tile_row = begin; tile_row < end; ++tile_row) {
      const int first = tile_row * kAirTile - y;
      ColumnBits right = 0, closed_down = 0, loose_down = 0, sourcing = 0;
      std::array<AirSource, kTilesAcross> sources{};
      for (int i = first; i < first + kAirTile; ++i) {
        const std::uint8_t* const cells = rows[static_cast<std::size_t>(i)];
        for (const std::size_t set : {std::size_t{0}, std::size_t{1}}) {
          // The columns where this cell or one of the three after it is in the set.
          const ElementBits& elements = set == 0 ? sets_.closed : sets_.loose;
          const ColumnBits here = bits(i, set);
          ColumnBits next = 0;
          if (x + kChunkWidth < world.width) {
            next = ColumnBits{elements.has(cells[kChunkWidth])} | ColumnBits{elements.has(cells[kChunkWidth + 1])} << 1;
          }
          const ColumnBits two = here | here >> 1 | next << 63;
          right += ~(two | two >> 2 | next << 62 | (next & 2) << 61) >> 2 & kTileColumns;
        }
        if (sets_.has_sources && bits(i, 2) != 0) {
          sourcing |= bits(i, 2);
          for_each_column(0, bits(i, 2), [&](int at) {
            const AirSource& source = rules.air_source(cells[at]);
            AirSource& sum = sources[static_cast<std::size_t>(at / kAirTile)];
            sum.pressure += source.pressure;
            sum.right += source.right;
            sum.down += source.down;
          });
        }
        if (i + kAirTile / 2 >= row_count) continue;
        closed_down |= bits(i + kAirTile / 2, 0);
        loose_down |= bits(i + kAirTile / 2, 1);
      }
      ColumnBits down = count_columns(~closed_down) + count_columns(~loose_down);
      const auto exact = [&](int tile) {
        return air_facts(rules, field_, bounds_, tile, tile_row,
                         [&](int cx, int cy) { return world.cells.row(cy)[cx]; });
      };
      if (columns_end == field_.columns()) {
        const int last = (columns_end - 1) % kTilesAcross * kAirTile;
        right &= ~(ColumnBits{15} << last);
        if (bounds_.joined_sides) right |= ColumnBits{exact(columns_end - 1).right} << last;
      }
      if (tile_row + 1 == field_.rows()) {
        down = 0;
        for (int tile = column * kTilesAcross; tile < columns_end && bounds_.joined_ends; ++tile)
          down |= ColumnBits{exact(tile).down} << (tile % kTilesAcross * kAirTile);
      }
      put_open(facts_.right, facts_.known_right, tile_row, column, right);
      put_open(facts_.down, facts_.known_down, tile_row, column, down);
      if (!sets_.has_sources) continue;
      std::uint8_t& had_sources =
          sourced_[static_cast<std::size_t>(tile_row) * static_cast<std::size_t>(chunk_columns_) +
                   static_cast<std::size_t>(column)];
      const bool has = sourcing != 0;
      if (has || had_sources != 0) put_sources(tile_row, column, sources);
      had_sources = has;
      if (has) row_sourced_[static_cast<std::size_t>(tile_row)] = 1;
    }
  }
  void put_open(std::vector<std::int32_t>& numbers, std::vector<ColumnBits>& known, int row, int chunk_column,
                ColumnBits eighths) {
    ColumnBits& before = known[static_cast<std::size_t>(row) * static_cast<std::size_t>(chunk_columns_) +
                               static_cast<std::size_t>(chunk_column)];
    if (before == eighths) return;
    before = eighths;
    facts_changed_[static_cast<std::size_t>(row)] = 1;
    const int first = chunk_column * kTilesAcross, count = std::min(kTilesAcross, field_.columns() - first);
    std::int32_t* const tiles = facts_.row(numbers, row) + first;
    for (int j = 0; j < count; ++j) tiles[j] = static_cast<std::int32_t>(eighths >> (kAirTile * j) & 15);
  }
  void put_sources(int row, int chunk_column, const std::array<AirSource, kTilesAcross>& sources) {
    const int first = chunk_column * kTilesAcross, count = std::min(kTilesAcross, field_.columns() - first);
    const auto put = [&](std::vector<std::int32_t>& numbers, int AirSource::*part) {
      std::int32_t* const tiles = facts_.row(numbers, row) + first;
      for (int j = 0; j < count; ++j) {
        const int number = sources[static_cast<std::size_t>(j)].*part;
        if (std::exchange(tiles[j], number) != number) facts_changed_[static_cast<std::size_t>(row)] = 1;
      }
    };
    put(facts_.pressure, &AirSource::pressure);
    put(facts_.push_right, &AirSource::right);
    put(facts_.push_down, &AirSource::down);
  }
  bool is_near(const std::vector<std::uint8_t>& rows, int row) const {
    const int last = field_.rows() - 1;
    const auto at = [&](int y) { return rows[static_cast<std::size_t>(y < 0 ? last : y > last ? 0 : y)] != 0; };
    return at(row) || at(row - 1) || at(row + 1);
  }
  void change_row(int row) {
    changed_[static_cast<std::size_t>(row)] = 1;
    is_awake_ = true;
  }
  void find_right(int row) {
    const int columns = field_.columns();
    std::int32_t* const pressure = field_.pressure(row);
    std::int32_t* const push = facts_.row(facts_.push_right, row);
    pressure[columns] = pressure[0];
    push[columns] = push[0];
    FlowNotes notes{false, speeds_[static_cast<std::size_t>(row)]};
    flow_over(pressure, pressure + 1, facts_.row(facts_.right, row), push, push + 1, bounds_.wind_right, columns,
              field_.right(row), &passed_right_[AirField::kMargin], notes);
    passed_right_[AirField::kMargin - 1] = passed_right_[static_cast<std::size_t>(AirField::kMargin + columns - 1)];
    if (notes.changed) change_row(row);
    speeds_[static_cast<std::size_t>(row)] = notes.fastest;
  }
  void find_down(int row, std::vector<std::int32_t>& passed) {
    const int below = (row + 1) % field_.rows();
    FlowNotes notes{false, speeds_[static_cast<std::size_t>(row)]};
    flow_over(field_.pressure(row), field_.pressure(below), facts_.row(facts_.down, row),
              facts_.row(facts_.push_down, row), facts_.row(facts_.push_down, below), bounds_.wind_down,
              field_.columns(), field_.down(row), &passed[AirField::kMargin], notes);
    if (notes.changed) change_row(row);
    speeds_[static_cast<std::size_t>(row)] = notes.fastest;
  }
  void end_row(int row, const std::int32_t* from_above) {
    const int columns = field_.columns();
    std::int32_t* const pressure = field_.pressure(row);
    std::int64_t given = 0, all_left = 0;
    if (counts_ && row_sourced_[static_cast<std::size_t>(row)] != 0) {
      const std::int32_t* const sources = facts_.row(facts_.pressure, row);
      for (int column = 0; column < columns; ++column)
        given += std::abs(pressure[column]) < kSourceMost ? sources[column] : 0;
    }
    PressureNotes notes = add_up(&passed_right_[AirField::kMargin], &passed_down_[AirField::kMargin], from_above,
                                 facts_.row(facts_.pressure, row), columns, pressure);
    const auto leave = [&](int column) {
      if (!bounds_.is_open(column, row, columns, field_.rows())) return;
      const std::int32_t left = leaving(pressure[column]);
      pressure[column] -= left;
      all_left += left;
      notes.changed |= left != 0;
    };
    if (bounds_.is_open(1, row, 3, field_.rows())) {
      for (int column = 0; column < columns; ++column) leave(column);
    } else {
      leave(0);
      if (columns > 1) leave(columns - 1);
    }
    if (notes.changed) change_row(row);
    given_[static_cast<std::size_t>(row)] = given;
    left_[static_cast<std::size_t>(row)] = all_left;
    least_[static_cast<std::size_t>(row)] = notes.least;
    most_[static_cast<std::size_t>(row)] = notes.most;
    active_[static_cast<std::size_t>(row)] =
        notes.least != 0 || notes.most != 0 || speeds_[static_cast<std::size_t>(row)] != 0;
  }
  // Of one step. In a row that rests the same passes as in its last step. Where all rows rest nothing leaves, and
  // sources give nothing on the whole, so that steps that are not computed need not be counted.
  void count() {
    const auto all = [](const std::vector<std::int64_t>& rows) {
      return std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
    };
    field_.count(all(given_), all(left_));
  }
  ColumnBits odd_lines_of(const StepDraws& draws, int i, int chunk_column) {
    const auto at = static_cast<std::size_t>(chunk_column);
    if (std::exchange(odd_lines_known_[at], std::uint8_t{1}) == 0) {
      for (int x = 0; x < kChunkWidth; ++x)
        odd_lines_[at] |= static_cast<ColumnBits>(draws.gust_from(i, chunk_column * kChunkWidth + x)) << x;
    }
    return odd_lines_[at];
  }
  void find_blocks() {
    blocks_.clear();
    const int columns = field_.columns(), rows = field_.rows(), slowest = std::max(kBreeze, sets_.grip + 1);
    for (int row = 0; row < rows; ++row) {
      std::int32_t speed = speeds_[static_cast<std::size_t>(row)];
      if (row > 0 || bounds_.joined_ends)
        speed = std::max(speed, speeds_[static_cast<std::size_t>(row > 0 ? row - 1 : rows - 1)]);
      if (2 * speed < slowest) continue;
      std::int32_t *const right = field_.right(row), *const down = field_.down(row);
      right[-1] = bounds_.joined_sides ? right[columns - 1] : 0;
      const std::int32_t* const above = row > 0               ? field_.down(row - 1)
                                        : bounds_.joined_ends ? field_.down(rows - 1)
                                                              : still_.data();
      for (int chunk_column = 0; chunk_column < chunk_columns_; ++chunk_column) {
        const int first = std::min(chunk_column * kTilesAcross, columns - 1);
        std::int32_t fastest = 0;
        for (int j = 0; j < kTilesAcross; ++j) {
          fastest =
              std::max({fastest, std::abs(right[first + j]), std::abs(down[first + j]), std::abs(above[first + j])});
        }
        if (2 * std::max(fastest, std::abs(right[first - 1])) < slowest) continue;
        Block& block = blocks_.emplace_back();
        block.row = row;
        block.chunk_column = chunk_column;
        block.fastest = 2 * std::max(fastest, std::abs(right[first - 1]));
      }
    }
  }
  void find_speeds(Block& block) {
    if (std::exchange(block.is_known, true)) return;
    const int columns = field_.columns(), rows = field_.rows(), row = block.row;
    const std::int32_t *const right = field_.right(row), *const down = field_.down(row);
    const std::int32_t* const above = row > 0               ? field_.down(row - 1)
                                      : bounds_.joined_ends ? field_.down(rows - 1)
                                                            : still_.data();
    // The cells beyond the last tile are moved by its air.
    for (int x = 0; x < kChunkWidth; ++x) {
      const auto at = static_cast<std::size_t>(x);
      const int tile = std::min((block.chunk_column * kChunkWidth + x) / kAirTile, columns - 1);
      const bool over_side = (x + 1) % kAirTile == 0 && tile + 1 < columns;
      block.right[at] = over_side ? 2 * right[tile] : right[tile - 1] + right[tile];
      block.down[at] = above[tile] + down[tile];
      block.below[at] = row + 1 == rows ? block.down[at] : 2 * down[tile];
      block.fastest_right = std::max(block.fastest_right, std::abs(block.right[at]));
      block.fastest_down = std::max({block.fastest_down, std::abs(block.down[at]), std::abs(block.below[at])});
    }
  }
  void find_acts_in(Block& block, CpuWorld& world, const Rules& rules, const StepDraws& draws, int i,
                    const std::array<SidePairs, 2>& sides) {
    const bool sideways = StepDraws::gusts_sideways(i);
    const int chunk = block.chunk_column * kChunkWidth, top = block.row * kAirTile;
    const int bottom = block.row + 1 == field_.rows() ? world.height : top + kAirTile;
    const bool is_last = chunk + kChunkWidth >= world.width;
    const int least = std::max(kBreeze, sets_.grip + 1 + i / 2 * kGustCell);
    // Whether a gust of this speed moves the pair of the cell at (x, y) and another one.
    const auto blows = [&](std::int32_t speed, std::uint8_t first, std::uint8_t second, int x, int y) {
      const std::uint8_t blown = speed > 0 ? first : second, into = speed > 0 ? second : first;
      const std::uint32_t chance = gust_chance(i, std::abs(speed), rules.grip(blown));
      return chance > 0 && rules.is_blown(blown, into) && draws.blows(i, x, y, chance);
    };
    constexpr int kSets = 2;
    const ElementBits* const sets[kSets] = {&sets_.drifting, &sets_.places};
    const ColumnBits inside = columns_between(chunk, 0, world.width);
    std::array<ColumnBits, 2 * kSets> members{};  // of a row and of the one below it
    int known = -1;                               // the first of these
    for (int y = top; y < bottom; ++y) {
      if (sideways && is_last && sides[draws.gust_from(i, y) == 0 ? 0 : 1].over_seam) {
        const int last = world.width - 1;
        const std::uint8_t* const row = world.cells.row(y);
        if (blows(field_.gust_right(last, y, 0, bounds_.joined_sides), row[last], row[0], last, y))
          acts_.push_back({chunk, y, ColumnBits{1} << (last - chunk), false, true});
      }
      if (world.still.is(StillRows::kAir, chunk, y)) continue;
      find_speeds(block);
      if ((sideways ? block.fastest_right : block.fastest_down) < least) continue;
      std::array<const std::uint8_t*, 2> cell_rows{world.cells.row(y) + chunk,
                                                   world.cells.row(std::min(y + 1, world.height - 1)) + chunk};
      if (known + 1 == y && known >= 0) {
        std::copy_n(members.begin() + kSets, kSets, members.begin());
        find_members(std::span(cell_rows).last(1), sets, &members[kSets]);
      } else {
        find_members(cell_rows, sets, members.data());
      }
      known = y;
      // The cells to the right, and those below.
      std::array<ColumnBits, kSets> self{}, right{}, below{};
      for (std::size_t set = 0; set < kSets; ++set) {
        self[set] = members[set] & inside;
        right[set] = self[set] >> 1;
        if (!is_last) right[set] |= ColumnBits{sets[set]->has(cell_rows[0][kChunkWidth])} << 63;
        if (y + 1 < world.height) below[set] = members[kSets + set] & inside;
      }
      ColumnBits differs_right = 0, differs_below = 0;
      find_differences(cell_rows[0], cell_rows[0] + 1, 1, &differs_right);
      find_differences(cell_rows[0], cell_rows[1], 1, &differs_below);
      const auto can = [&](const std::array<ColumnBits, kSets>& other, ColumnBits differs) {
        return differs & ((self[0] & other[1]) | (other[0] & self[1]));
      };
      const ColumnBits beside = can(right, differs_right), over = can(below, differs_below);
      if ((beside | over) == 0) {
        world.still.put(StillRows::kAir, chunk, y);
        continue;
      }
      const bool is_side = (y + 1) % kAirTile == 0;
      const std::array<std::int32_t, kChunkWidth>& speeds = sideways ? block.right : is_side ? block.below : block.down;
      ColumnBits candidates = sideways ? beside : over;
      if (sideways) {
        const SidePairs& side = sides[draws.gust_from(i, y) == 0 ? 0 : 1];
        candidates &=
            columns_between(chunk, side.begin, side.end - 1) & ((side.begin & 1) == 0 ? kEvenColumns : ~kEvenColumns);
      } else {
        const ColumnBits odd_lines = odd_lines_of(draws, i, block.chunk_column);
        candidates &= (y & 1) == 0 ? ~odd_lines : odd_lines;
      }
      if (candidates == 0) continue;
      const std::uint8_t* const others = sideways ? cell_rows[0] + 1 : cell_rows[1];
      ColumnBits columns = 0;
      for_each_column(0, candidates, [&](int x) {
        if (blows(speeds[static_cast<std::size_t>(x)], cell_rows[0][x], others[x], chunk + x, y))
          columns |= ColumnBits{1} << x;
      });
      if (columns != 0) acts_.push_back({chunk, y, columns, !sideways, false});
    }
  }

  AirField field_;
  AirBounds bounds_;
  Facts facts_;
  Sets sets_;
  bool is_awake_ = false;
  bool is_straining_ = false;  // some cell may break
  int chunk_columns_ = 0, chunk_rows_ = 0;
  std::vector<std::uint8_t> dirty_;           // by chunk: its facts are to be found
  bool any_dirty_ = false, all_new_ = false;  // all_new_: nothing is known of their cells
  // By row of tiles.
  std::vector<std::uint8_t> changed_, facts_changed_;
  std::vector<std::uint8_t> active_, row_sourced_;  // it is not still; it has sources, or had some
  std::vector<std::uint8_t> sourced_;               // by row of tiles, and by column of chunks: it has sources
  std::vector<std::int32_t> speeds_;                // the greatest flow, right or down
  std::vector<std::int32_t> least_, most_;          // pressures
  std::vector<std::int64_t> given_, left_;          // in its last step while counts_; see AirLedger
  bool counts_ = false;                             // for the ledger
  // What passes to the right, and down, from a row.
  std::vector<std::int32_t> passed_right_, passed_down_, passed_above_, passed_last_, still_;
  std::vector<Block> blocks_;
  std::vector<ColumnBits> odd_lines_;  // by column of chunks: the columns whose first pair begins in row 1
  std::vector<std::uint8_t> odd_lines_known_;
  std::vector<Act> acts_;
  std::vector<CellPoint> breaks_;
};

}  // namespace repose::conserving
