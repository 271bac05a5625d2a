// The air on the cpu backend, in vectors. Gives what AirField::step() and ScalarStep::gust() give.
//
// What cells do with the air of their tiles is found anew for chunks that have changed. A row of tiles is computed if
// it or one beside it has changed in the last step, or if facts about their cells have changed where the air is not
// still: any other row would stay as it is. Rows of cells in which no gust could carry a cell are marked
// (StillRows::kAir).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "automata/conserving/air.hpp"
#include "automata/conserving/cpu_step.hpp"

namespace repose::conserving {

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

class CpuAir {
 public:
  // Pairs that change places: their left or upper cells, in one row of a chunk.
  struct Act {
    int chunk, y;
    ColumnBits columns;
    bool is_down, over_seam;  // the others are below them; or in column 0; else to the right
  };

  // Facts of the whole world are found anew after each of these three.
  void set_rules(const Rules& rules);
  void set_bounds(const AirBounds& bounds);
  // `world`: the memory that the cells are in. Throws std::bad_alloc.
  void take_over(const CpuWorld& world, AirField field);
  const AirField& field() const { return field_; }
  // As AirField::view(); says that the air is still where no row has moved.
  AirView view() const;

  // Starts the ledger of the air, or stops counting for it.
  void keep_ledger(bool on);

  // Cells of this chunk have changed.
  void touch(int column, int row);
  void touch_all();

  // A cell of a blast; after all of them, end_bursts().
  void burst_at(int x, int y) { field_.burst_at(x, y); }
  void end_bursts() {
    field_.end_bursts([this](int row) { change_row(row); });
  }
  void blow_at(int x, int y, int dx, int dy);

  // No step would change the air, carry a cell or break one.
  bool rests() const { return !is_awake_ && !is_straining_; }
  // The air in one step. Whether any of it has changed.
  bool step(CpuWorld& world, const Rules& rules);
  // The cells that break after a step of the air.
  const std::vector<CellPoint>& find_breaks(const CpuWorld& world, const Rules& rules, const StepDraws& draws);
  // The pairs that change places in pass i of gusts, before any of them has. Valid until the next call.
  const std::vector<Act>& find_acts(CpuWorld& world, const Rules& rules, const StepDraws& draws, int i, bool wraps);

 private:
  static constexpr int kTilesAcross = kChunkWidth / kAirTile;  // of a chunk

  // By tile, in the layout of AirField: how open the ways are, and sums of sources.
  struct Facts {
    explicit Facts(int rows = 0, std::size_t row_stride = 0, std::size_t chunks = 0);
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

  void find_facts(CpuWorld& world, const Rules& rules);
  // Of rows begin..end-1 of tiles, in a column of chunks; at most those of a chunk.
  void find_facts_in(const CpuWorld& world, const Rules& rules, int column, int begin, int end);
  void put_open(std::vector<std::int32_t>& numbers, std::vector<ColumnBits>& known, int row, int chunk_column,
                ColumnBits eighths);
  void put_sources(int row, int chunk_column, const std::array<AirSource, kTilesAcross>& sources);
  bool is_near(const std::vector<std::uint8_t>& rows, int row) const;
  void change_row(int row) {
    changed_[static_cast<std::size_t>(row)] = 1;
    is_awake_ = true;
  }
  void find_right(int row);
  void find_down(int row, std::vector<std::int32_t>& passed);
  void end_row(int row, const std::int32_t* from_above);
  void count();
  ColumnBits odd_lines_of(const StepDraws& draws, int i, int chunk_column);
  void find_blocks();
  void find_speeds(Block& block);
  void find_acts_in(Block& block, CpuWorld& world, const Rules& rules, const StepDraws& draws, int i,
                    const std::array<SidePairs, 2>& sides);

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
