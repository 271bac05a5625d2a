// The slump and strides on the cpu backend: after the other sub-steps and over rows of cells as bits, so that where
// nothing can move far, a row costs a look at each of its bytes. Gives what ScalarStep::move_far() gives.
//
// Rows y and y + 1 that form pairs do not depend on other such rows: what lies below them is read as it was before the
// sub-step. So each pair of rows is done on its own, all passes at once.
//
// A chunk is *calm* once no cell in it could slump or stride, whatever the draws, neither from an even row nor from an
// odd one. A change in a chunk unsettles all chunks from which a cell could reach it or depend on it: those within the
// greatest distance, in its row of chunks and in the one above. If a row of chunks has one that is not calm, the
// strides of all its cells are computed: within a step one can make way for another one far away. Powders slump before,
// and only from chunks that are not calm.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "automata/conserving/cpu_step.hpp"

namespace repose::conserving {

// ---- rows of bits ----

using Columns = std::vector<ColumnBits>;  // bits of a row, one for each column

inline constexpr int kWordBits = 64;

inline bool has_column(const Columns& bits, int x) {
  return (bits[static_cast<std::size_t>(x / kWordBits)] >> (x % kWordBits) & 1) != 0;
}
inline void put_column(Columns& bits, int x, bool on) {
  ColumnBits& word = bits[static_cast<std::size_t>(x / kWordBits)];
  const ColumnBits bit = ColumnBits{1} << (x % kWordBits);
  word = on ? word | bit : word & ~bit;
}

// The 64 columns from column x on; there must be a word after the one that holds x.
inline ColumnBits columns_from(const Columns& bits, int x) {
  const auto word = static_cast<std::size_t>(x / kWordBits);
  const int shift = x % kWordBits;
  return shift == 0 ? bits[word] : bits[word] >> shift | bits[word + 1] << (kWordBits - shift);
}

// Whether all columns begin..end-1 are set.
inline bool are_all_set(const Columns& bits, int begin, int end) {
  for (int chunk = begin / kWordBits * kWordBits; chunk < end; chunk += kWordBits) {
    const ColumnBits wanted = columns_between(chunk, begin, end);
    if ((bits[static_cast<std::size_t>(chunk / kWordBits)] & wanted) != wanted) return false;
  }
  return true;
}

// The first of the columns that lie together, all set, up to column x, and not before `least`.
inline int run_begin(const Columns& bits, int x, int least) {
  for (int chunk = x / kWordBits * kWordBits; chunk + kWordBits > least; chunk -= kWordBits) {
    const ColumnBits gaps = ~bits[static_cast<std::size_t>(chunk / kWordBits)] & columns_between(chunk, least, x + 1);
    if (gaps != 0) return chunk + kWordBits - std::countl_zero(gaps);
    if (chunk == 0) break;
  }
  return least;
}
// One after the last of the columns that lie together, all set, from column x on, and not after `most`.
inline int run_end(const Columns& bits, int x, int most) {
  for (int chunk = x / kWordBits * kWordBits; chunk < most; chunk += kWordBits) {
    const ColumnBits gaps = ~bits[static_cast<std::size_t>(chunk / kWordBits)] & columns_between(chunk, x, most);
    if (gaps != 0) return chunk + std::countr_zero(gaps);
  }
  return most;
}

class CpuStrides {
 public:
  struct Act {
    CellPoint from, to;
  };
  // What the strides of a step need.
  struct Job {
    CpuWorld& world;
    const Rules& rules;
    const StepDraws& draws;
    WorkerPool* pool;       // null: only the calling thread computes
    LedgerEvents* events;   // null unless the ledger or the activity is kept
    ActivityMap* activity;  // null unless it is kept
  };

  CpuStrides() = default;
  CpuStrides(const CpuStrides&) = delete;
  CpuStrides& operator=(const CpuStrides&) = delete;

  // All chunks count as changed after each of these. resize() throws std::bad_alloc.
  void set_rules(const Rules& rules) {
    liquids_.clear();
    acts_.clear();
    striding_ = {};
    powders_ = flowing_ = {};
    dispersion_max_ = rules.dispersion_max();
    has_powders_ = rules.has_powders();
    moves_far_ = rules.moves_far();
    for (int i = 0; i < rules.element_count(); ++i) {
      const auto element = static_cast<std::uint8_t>(i);
      if (rules.flows(element)) flowing_.put(element);
      if (rules.is_powder(element)) powders_.put(element);
    }
    for (int i = 0; i < rules.element_count(); ++i) {
      const auto element = static_cast<std::uint8_t>(i);
      if (!rules.strides(element)) continue;
      numbers_[element] = liquids_.size();
      Liquid& liquid = liquids_.emplace_back(Liquid{.element = element, .dispersion = rules.dispersion(element)});
      striding_.put(element);
      liquid.self.put(element);
      for (int j = 0; j < rules.element_count(); ++j) {
        const auto other = static_cast<std::uint8_t>(j);
        if (rules.is_open(element, other)) liquid.open.put(other);
        if (rules.sinks(element, other)) liquid.sinks.put(other);
        if (rules.passes(element, other, false)) liquid.passes.put(other);
        if (rules.passes(element, other, true)) liquid.passes_under.put(other);
      }
    }
    find_reach();
  }
  void resize(const CpuWorld& world) {
    const int columns = world.chunks.columns(), rows = world.chunks.rows();
    PaddedPlane rows_below(world.width, rows * kSlumpReach);
    std::vector<std::uint8_t> calm(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    // From here on nothing throws.
    rows_below_ = std::move(rows_below);
    calm_ = std::move(calm);
    acts_.clear();
    columns_ = columns;
    rows_ = rows;
    width_ = world.width;
    find_reach();
  }
  void set_wraps(bool wraps) {
    wraps_ = wraps;
    find_reach();
  }

  // Cells of this chunk have changed.
  void touch(int column, int row) {
    if (!moves_far_) return;
    const auto clear = [&](int reach, std::uint8_t marks) {
      // One chunk more over the seam, where the last one may be narrow.
      const int near = (reach + kChunkWidth - 1) / kChunkWidth + (wraps_ ? 1 : 0);
      for (int y = std::max(row - 1, 0); y <= row; ++y) {
        for (int x = column - near; x <= column + near; ++x) {
          const bool inside = x >= 0 && x < columns_;
          if (inside || wraps_)
            calm(y)[inside ? x : (x % columns_ + columns_) % columns_] &= static_cast<std::uint8_t>(~marks);
        }
      }
    };
    if (!liquids_.empty()) clear(reach_, kStridesCalm);
    if (has_powders_) clear(slump_reach_, kCalm & ~kStridesCalm);
  }
  void touch_all() { std::ranges::fill(calm_, 0); }
  // No cell could slump or stride.
  bool rests() const { return !moves_far_ || std::ranges::none_of(calm_, is_restless); }
  // The chunks that are not calm.
  std::uint64_t restless_chunks() const {
    return !moves_far_ ? 0 : static_cast<std::uint64_t>(std::ranges::count_if(calm_, is_restless));
  }

  // The slump and the strides of a step. Touches the chunks that they change. Valid until the next call, like acts().
  const std::vector<Act>& run(const Job& job) {
    acts_.clear();
    awake_rows_.clear();
    for (int row = 0; row < rows_; ++row) {
      if (!is_calm(row)) awake_rows_.push_back(row);
    }
    if (awake_rows_.empty()) return acts_;
    find_passes(job);
    const std::size_t workers = job.pool != nullptr ? awake_rows_.size() : 1;
    while (workers_.size() < workers) workers_.push_back(std::make_unique<Rows>(*this));
    for (const int row : awake_rows_) {
      const int below = (row + 1) * kChunkHeight;
      const int rows = slump_reach_ > 1 ? kSlumpReach : 2;
      for (int i = 0; i < rows && below + i < job.world.height; ++i)
        std::memcpy(rows_below_.row(row * kSlumpReach + i), job.world.cells.row(below + i),
                    static_cast<std::size_t>(width_));
    }
    const auto finish = [&](Rows& rows) {
      acts_.insert(acts_.end(), rows.acts().begin(), rows.acts().end());
      if (job.events != nullptr) *job.events += std::exchange(rows.events(), {});
    };
    if (job.pool == nullptr) {
      for (const int row : awake_rows_) {
        workers_[0]->run(job, row);
        finish(*workers_[0]);
      }
    } else {
      job.pool->run(awake_rows_.size(), [&](std::size_t i) { workers_[i]->run(job, awake_rows_[i]); });
      for (std::size_t i = 0; i < awake_rows_.size(); ++i) finish(*workers_[i]);
    }
    for (const auto& [from, to] : acts_) {
      touch(from.x / kChunkWidth, from.y / kChunkHeight);
      touch(to.x / kChunkWidth, to.y / kChunkHeight);
    }
    return acts_;
  }
  const std::vector<Act>& acts() const { return acts_; }

 private:
  // A liquid that strides.
  struct Liquid {
    std::uint8_t element;
    int dispersion;
    ElementBits self{}, open{}, sinks{}, passes{}, passes_under{};  // see Rules
  };
  // A pass: its pairs, and a bit for the left column of each.
  struct Pass {
    Stride stride;
    std::vector<ColumnBits> lefts;
  };
  // The pairs of rows of a row of chunks, one after another, from the top. In a world that wraps, the columns of a row
  // go on beyond its last one, with those of the other side, as far as the longest stride.
  class Rows {
   public:
    explicit Rows(CpuStrides& all) : all_(all) {}

    void run(const Job& job, int chunk_row) {
      job_ = &job;
      chunk_row_ = chunk_row;
      acts_.clear();
      const int begin = chunk_row * kChunkHeight, end = std::min(begin + kChunkHeight, job.world.height - 1);
      parity_ = job.draws.has_strides(begin) ? 0 : 1;
      std::uint8_t* const calm = all_.calm(chunk_row);
      strides_rest_ = std::all_of(calm, calm + all_.columns_,
                                  [this](std::uint8_t c) { return (c >> parity_ & kStridesRest) != 0; });
      possible_.assign(static_cast<std::size_t>(all_.columns_), 0);
      slumps_ = all_.slump_reach_ > 1 && find_loose();
      for (int y = begin + parity_; y < end; y += 2) run_pair(y);
      for (int column = 0; column < all_.columns_; ++column) {
        const int possible = possible_[static_cast<std::size_t>(column)];
        calm[column] |= static_cast<std::uint8_t>((~possible & (kStridesRest | kSlumpRests)) << parity_);
      }
    }

    const std::vector<Act>& acts() const { return acts_; }
    LedgerEvents& events() { return events_; }

   private:
    // What a liquid of the upper row needs to know of the rows.
    struct Present {
      const Liquid* liquid = nullptr;
      Columns self, stands, ready;    // in the upper row; stands: it sinks into nothing below; ready: nor has it fallen
      Columns self_below, open;       // in the lower row
      Columns lies;                   // columns in which it is under the two rows
      Columns places, deep_places;    // open cells in the lower row to which it strides; deep: of liquids
      Columns from_left, from_right;  // those of them for what comes from the left, or from the right
      // Where it passes, in the upper row and in the lower one, to a place of gas and to a deep place.
      Columns passes[2], passes_below[2];
      Columns ways[2], ways_below[2];  // the same, and it does not fall there
    };

    int width() const { return job_->world.width; }
    int wrapped() const { return all_.wraps_ ? all_.reach_ : 0; }  // columns beyond the last one
    // One word more than needed, for columns_from().
    std::size_t words() const { return static_cast<std::size_t>(all_.columns_ + all_.reach_ / kWordBits + 3); }
    std::uint8_t* row(int y) const { return job_->world.cells.row(y); }
    std::uint8_t* fell(int y) const { return job_->world.fell.row(y); }
    // A row under the pairs that have been done, as it was before; null if there is none.
    const std::uint8_t* row_before(int y) const {
      if (y >= job_->world.height) return nullptr;
      return y / kChunkHeight == chunk_row_ ? row(y)
                                            : all_.rows_below_.row(chunk_row_ * kSlumpReach + y % kChunkHeight);
    }
    std::span<Present> present() { return std::span(present_).first(count_); }

    void run_pair(int y) {
      constexpr std::size_t kFewActs =
          12;  // reading the rows again costs about as much as bringing their bits up to date
      y_ = y;
      count_ = 0;
      const std::size_t acts_before = acts_.size();
      if (slumps_) slump();
      if (strides_rest_ && acts_.size() == acts_before) return;
      const std::size_t slumped = acts_.size();
      find_present();
      for (const Pass& pass : all_.passes_) {
        if (pass.stride.distance == 0 || count_ == 0) continue;
        find_acts(pass);
        if (found_.size() > kFewActs) is_out_of_date_ = true;
        for (const Act& act : found_) perform(act);
        if (is_out_of_date_) find_present();
      }
      if (acts_.size() > slumped) {  // more may follow
        for (std::uint8_t& possible : possible_) possible |= kStridesRest;
      } else {
        for (const Present& liquid : present()) look_further(liquid);
      }
    }

    // ---- the slump ----

    // Bits of the cells that flow and of powders, for the chunks that are not calm and those beside them.
    struct Loose {
      std::vector<ColumnBits> flowing, powders;
    };
    // 64 columns, and as many to the left and to the right of them.
    struct Wide {
      ColumnBits left, here, right;
      Wide operator&(const Wide& other) const { return {left & other.left, here & other.here, right & other.right}; }
      Wide operator|(const Wide& other) const { return {left | other.left, here | other.here, right | other.right}; }
      // For each column, the one `distance` to the right, or to the left.
      ColumnBits beside(int distance, int way) const {
        if (distance == 0) return here;
        return way > 0 ? here >> distance | right << (kWordBits - distance)
                       : here << distance | left >> (kWordBits - distance);
      }
    };

    // Finds the chunks from which powder may slump, and what is loose near them. False if there are none.
    bool find_loose() {
      const auto columns = static_cast<std::size_t>(all_.columns_);
      const std::uint8_t* const calm = all_.calm(chunk_row_);
      slumping_.assign(columns, 0);
      for (std::size_t i = 0; i < columns; ++i) slumping_[i] = (calm[i] >> parity_ & kSlumpRests) == 0 ? 1 : 0;
      if (!read_loose(all_.powders_, &Loose::powders)) return false;
      for (std::size_t i = 0; i < columns; ++i) {
        const auto has_powder = [i](const Loose& row) { return row.powders[i] != 0; };
        if (slumping_[i] != 0 && std::ranges::none_of(loose_, has_powder)) slumping_[i] = 0;
      }
      return read_loose(all_.flowing_, &Loose::flowing);
    }

    // Reads which cells are in a set, from the first chunk that may slump to the last one, and one more on each side.
    bool read_loose(const ElementBits& set, std::vector<ColumnBits> Loose::*bits) {
      const auto first = std::ranges::find(slumping_, 1);
      if (first == slumping_.end()) return false;
      int begin = 0, end = all_.columns_;
      if (!all_.wraps_) {
        begin = std::max(static_cast<int>(first - slumping_.begin()) - 1, 0);
        while (slumping_[static_cast<std::size_t>(end - 1)] == 0) --end;
        end = std::min(end + 1, all_.columns_);
      }
      const int last = all_.columns_ - 1;
      loose_.resize(kChunkHeight + kSlumpReach);
      for (std::size_t i = 0; i < loose_.size(); ++i) {
        std::vector<ColumnBits>& columns = loose_[i].*bits;
        columns.resize(static_cast<std::size_t>(all_.columns_) + 1);
        // The first row may be the lower one of a pair that another thread changes now; nobody asks for it. Powders are
        // in the rows of pairs.
        const bool is_needed = static_cast<int>(i) >= parity_ && (&set != &all_.powders_ || i <= kChunkHeight);
        const std::uint8_t* const cells =
            is_needed ? row_before(chunk_row_ * kChunkHeight + static_cast<int>(i)) : nullptr;
        if (cells == nullptr) {
          std::ranges::fill(columns, 0);
        } else {
          find_members(cells + begin * kWordBits, end - begin, set, columns.data() + begin);
          columns[static_cast<std::size_t>(last)] &= columns_between(last * kWordBits, 0, width());
        }
      }
      return true;
    }

    // The columns of a row of bits from column x on; in a world that wraps, around it.
    ColumnBits columns_at(const std::vector<ColumnBits>& bits, int x) const {
      if (!all_.wraps_) {
        const int word = x / kWordBits;
        return x < 0 || word >= all_.columns_ ? 0 : bits[static_cast<std::size_t>(word)];
      }
      ColumnBits found = 0;
      for (int done = 0; done < kWordBits;) {
        const int from = ((x + done) % width() + width()) % width();
        found |= columns_from(bits, from) << done;
        done += std::min(width() - from, kWordBits);
      }
      return found;
    }
    Wide wide(const std::vector<ColumnBits>& bits, int column) const {
      const int x = column * kWordBits;
      return {columns_at(bits, x - kWordBits), columns_at(bits, x), columns_at(bits, x + kWordBits)};
    }
    const Loose& loose(int y) const { return loose_[static_cast<std::size_t>(y - chunk_row_ * kChunkHeight)]; }

    // Powder of the upper row slumps. Notes the chunks from which it could in another step.
    void slump() {
      found_.clear();
      for (int column = 0; column < all_.columns_; ++column) {
        if (slumping_[static_cast<std::size_t>(column)] != 0) slump_from(column);
      }
      for (const Act& act : found_) perform(act);
    }

    void slump_from(int column) {
      const ColumnBits powders = loose(y_).powders[static_cast<std::size_t>(column)];
      if (powders == 0) return;
      const auto loose_in = [&](int y) { return wide(loose(y).flowing, column) | wide(loose(y).powders, column); };
      const auto is_empty = [](const Wide& columns) { return (columns.left | columns.here | columns.right) == 0; };
      Wide free = wide(loose(y_).flowing, column) & wide(loose(y_ + 1).flowing, column);
      if (is_empty(free)) return;
      const Wide ways = loose_in(y_) & loose_in(y_ + 1);
      ColumnBits to_right = powders & ways.here, to_left = to_right;  // that have a way
      for (int distance = 2; distance <= all_.slump_reach_ && y_ + distance < job_->world.height; ++distance) {
        free = free & wide(loose(y_ + distance).flowing, column);
        if (is_empty(free)) return;
        to_right &= ways.beside(distance - 1, 1);
        to_left &= ways.beside(distance - 1, -1);
        if ((to_right | to_left) == 0) return;
        if (const ColumnBits columns = to_right & free.beside(distance, 1); columns != 0)
          find_slumps(column, distance, 1, columns);
        if (const ColumnBits columns = to_left & free.beside(distance, -1); columns != 0)
          find_slumps(column, distance, -1, columns);
      }
    }

    // `columns`: from where powder may slump in this direction.
    void find_slumps(int column, int distance, int way, ColumnBits columns) {
      std::uint8_t& possible = possible_[static_cast<std::size_t>(column)];
      const Stride& pass = all_.slump_.stride;
      if (distance != pass.distance && (possible & kSlumpRests) != 0) return;
      for_each_column(column * kWordBits, columns, [&](int x) {
        const int to = ((x + way * distance) % width() + width()) % width();
        if (!can_slump(x, to, distance)) return;
        possible |= kSlumpRests;
        if (distance != pass.distance || !has_column(all_.slump_.lefts, way > 0 ? x : to)) return;
        if (!bit_at(fell(y_), x) && StepDraws::strides(pass, x, y_, kSlumpChance))
          found_.push_back({{x, y_}, {to, y_ + 1}});
      });
    }

    bool can_slump(int x, int to, int distance) const {
      const std::uint8_t self = row(y_)[x];
      if (self == 0 || job_->rules.sinks(self, row_before(y_ + 1)[x])) return false;
      for (int y = y_; y <= y_ + distance; ++y) {
        if (!job_->rules.is_free(self, row_before(y)[to])) return false;
      }
      return true;
    }

    // ---- rows as bits ----

    // The liquids that stand in the upper row and have places in the lower one.
    void find_present() {
      count_ = 0;
      is_out_of_date_ = has_others_ = false;
      if (all_.liquids_.empty()) return;
      find_columns(row(y_), all_.striding_, striding_);
      for (std::size_t word = 0; word < striding_.size(); ++word) {
        while (striding_[word] != 0) {
          const int x = static_cast<int>(word) * kWordBits + std::countr_zero(striding_[word]);
          if (x >= width()) return;
          if (count_ == present_.size()) present_.emplace_back();
          Present& p = present_[count_];
          p.liquid = &all_.liquids_[all_.numbers_[row(y_)[x]]];
          find_columns(row(y_), p.liquid->self, p.self);
          for (std::size_t i = word; i < striding_.size(); ++i) striding_[i] &= ~p.self[i];
          read(p) ? ++count_ : has_others_ = true;
        }
      }
    }

    // False if the liquid stands nowhere or has no place.
    bool read(Present& p) const {
      const auto is_empty = [](const Columns& columns) {
        return std::ranges::all_of(columns, [](ColumnBits word) { return word == 0; });
      };
      // Drops that fall, and the liquid within a lake.
      find_columns(row(y_ + 1), p.liquid->sinks, p.stands);
      for (std::size_t i = 0; i < p.stands.size(); ++i) p.stands[i] = p.self[i] & ~p.stands[i];
      if (is_empty(p.stands)) return false;
      find_columns(row(y_ + 1), p.liquid->open, p.open);
      if (is_empty(p.open)) return false;
      // Of liquids, those that lie under themselves.
      find_columns(row(y_ + 1), all_.striding_, p.places);
      p.ready.assign(words(), 0);
      find_differences(row(y_), row(y_ + 1), all_.columns_, p.ready.data());
      go_around(p.ready);
      p.deep_places.resize(words());
      for (std::size_t i = 0; i < p.places.size(); ++i) {
        p.deep_places[i] = p.open[i] & p.places[i] & ~p.ready[i];
        p.places[i] = (p.open[i] & ~p.places[i]) | p.deep_places[i];
      }
      if (is_empty(p.places)) return false;
      for (const int deep : {0, 1}) {
        const ElementBits& passes = deep == 0 ? p.liquid->passes : p.liquid->passes_under;
        find_columns(row(y_), passes, p.passes[deep]);
        find_columns(row(y_ + 1), passes, p.passes_below[deep]);
        for (Columns* const ways : {&p.ways[deep], &p.ways_below[deep]}) ways->assign(words(), 0);
      }
      find_columns(row(y_ + 1), p.liquid->self, p.self_below);
      p.lies.assign(words(), 0);
      if (const std::uint8_t* const below = row_before(y_ + 2); below != nullptr)
        find_columns(below, p.liquid->self, p.lies);
      p.ready.assign(words(), 0);
      std::memcpy(p.ready.data(), fell(y_), static_cast<std::size_t>(job_->world.bit_bytes()));
      go_around(p.ready);
      for (std::size_t i = 0; i < p.ready.size(); ++i) p.ready[i] = p.stands[i] & ~p.ready[i];
      p.from_left.assign(words(), 0);
      p.from_right.assign(words(), 0);
      find_places(p, 0, words());
      return true;
    }

    // The columns whose cells are in a set.
    void find_columns(const std::uint8_t* cells, const ElementBits& set, Columns& columns) const {
      columns.assign(words(), 0);
      find_members(cells, all_.columns_, set, columns.data());
      const int last = all_.columns_ - 1;
      columns[static_cast<std::size_t>(last)] &= columns_between(last * kWordBits, 0, width());
      go_around(columns);
    }
    void go_around(Columns& columns) const {
      for (int x = 0; x < wrapped(); ++x) put_column(columns, width() + x, has_column(columns, x));
    }

    // In words begin..end-1. It strides to a place under which the liquid lies, or which is next to a cell that is not
    // open.
    static void find_places(Present& p, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const ColumnBits closed = ~p.open[i], before = i > 0 ? ~p.open[i - 1] : 0,
                         after = i + 1 < p.open.size() ? ~p.open[i + 1] : 0;
        for (const int deep : {0, 1}) {
          p.ways[deep][i] = p.passes[deep][i] & (closed | p.lies[i]);
          p.ways_below[deep][i] = p.passes_below[deep][i] & (closed | p.lies[i]);
        }
        p.from_left[i] = p.places[i] & (p.lies[i] | closed << 1 | before >> (kWordBits - 1));
        p.from_right[i] = p.places[i] & (p.lies[i] | closed >> 1 | after << (kWordBits - 1));
      }
    }

    // After the cells of a column have changed.
    void refresh(Present& p, int column) const {
      const Liquid& liquid = *p.liquid;
      const std::uint8_t upper = row(y_)[column], lower = row(y_ + 1)[column];
      const bool stands = upper == liquid.element && !liquid.sinks.has(lower);
      for (int x = column; x < width() + wrapped(); x += width()) {
        put_column(p.self, x, upper == liquid.element);
        put_column(p.stands, x, stands);
        put_column(p.ready, x, stands && !bit_at(fell(y_), column));
        for (const int deep : {0, 1}) {
          const ElementBits& passes = deep == 0 ? liquid.passes : liquid.passes_under;
          put_column(p.passes[deep], x, passes.has(upper));
          put_column(p.passes_below[deep], x, passes.has(lower));
        }
        put_column(p.self_below, x, lower == liquid.element);
        put_column(p.open, x, liquid.open.has(lower));
        const bool is_open = liquid.open.has(lower), is_liquid = all_.striding_.has(lower);
        put_column(p.deep_places, x, is_open && is_liquid && upper == lower);
        put_column(p.places, x, is_open && (!is_liquid || upper == lower));
        const auto word = static_cast<std::size_t>(x / kWordBits);
        find_places(p, word > 0 ? word - 1 : 0, std::min(word + 2, words()));
      }
    }

    // ---- strides ----

    // The acts of a pass, in found_: all are found in the same state.
    void find_acts(const Pass& pass) {
      found_.clear();
      const int distance = pass.stride.distance;
      for (const Present& p : present()) {
        if (p.liquid->dispersion < distance) continue;
        for (int column = 0; column < all_.columns_; ++column) {
          const auto i = static_cast<std::size_t>(column);
          const int first = column * kWordBits;
          const ColumnBits lefts = pass.lefts[i];
          const ColumnBits to_right = lefts & p.ready[i] & columns_from(p.from_left, first + distance);
          const ColumnBits to_left = lefts & p.from_right[i] & columns_from(p.ready, first + distance);
          for_each_column(first, to_right, [&](int x) { find_act(p, pass.stride, x, x + distance); });
          for_each_column(first, to_left, [&](int x) { find_act(p, pass.stride, x + distance, x); });
        }
      }
    }

    void find_act(const Present& p, const Stride& stride, int from, int to) {
      const int begin = std::min(from, to) + 1, end = std::max(from, to);
      const int deep = has_column(p.deep_places, to) ? 1 : 0;
      const bool over = has_column(p.passes[deep], to) && are_all_set(p.ways[deep], begin, end);
      if (!over && !(has_column(p.self_below, from) && are_all_set(p.ways_below[deep], begin, end))) return;
      const CellPoint at{from % width(), y_}, place{to % width(), y_ + 1};
      const std::uint32_t fluidity = job_->rules.fluidity(p.liquid->element, row(place.y)[place.x]);
      if (fluidity == kCertain || StepDraws::strides(stride, at.x, at.y, fluidity)) found_.push_back({at, place});
    }

    // The cells swap, with their marks.
    void perform(const Act& act) {
      const auto& [from, to] = act;
      std::uint8_t &a = row(from.y)[from.x], &b = row(to.y)[to.x];
      if (job_->events != nullptr) events_.meet(a, b, b, a);
      if (job_->activity != nullptr) job_->activity->meet(from, to, a, b, b, a);
      std::swap(a, b);
      const bool a_fell = bit_at(fell(from.y), from.x), b_fell = bit_at(fell(to.y), to.x);
      set_bit(fell(from.y), from.x, b_fell);
      set_bit(fell(to.y), to.x, a_fell);
      acts_.push_back(act);
      if (has_others_ || all_.striding_.has(a)) is_out_of_date_ = true;
      if (is_out_of_date_) return;
      for (Present& p : present()) {
        refresh(p, from.x);
        refresh(p, to.x);
      }
    }

    // After a step without a stride: finds the chunks from which one could come in another step, whatever its draws.
    void look_further(const Present& p) {
      const int reach = std::min(p.liquid->dispersion, all_.reach_), end = width() + wrapped();
      for_each_set(p.from_left, end, [&](int to) {
        const int least = std::max(to - reach, 0), deep = has_column(p.deep_places, to) ? 1 : 0;
        if (has_column(p.passes[deep], to)) note(p.stands, run_begin(p.ways[deep], to - 1, least), to - 1);
        note_over(p, run_begin(p.ways_below[deep], to - 1, least), to - 1);
      });
      for_each_set(p.from_right, width(), [&](int to) {
        const int most = std::min(to + reach + 1, end), deep = has_column(p.deep_places, to) ? 1 : 0;
        if (has_column(p.passes[deep], to)) note(p.stands, to + 2, run_end(p.ways[deep], to + 1, most));
        note_over(p, to + 2, run_end(p.ways_below[deep], to + 1, most));
      });
    }

    template <class Visit>
    static void for_each_set(const Columns& columns, int end, const Visit& visit) {
      for (int first = 0; first < end; first += kWordBits) {
        const ColumnBits bits = columns[static_cast<std::size_t>(first / kWordBits)] & columns_between(first, 0, end);
        for_each_column(first, bits, visit);
      }
    }

    // A stride is possible from these of the columns begin..end-1.
    void note(const Columns& columns, int begin, int end) {
      for (int first = begin / kWordBits * kWordBits; first < end; first += kWordBits)
        note_word(first, columns[static_cast<std::size_t>(first / kWordBits)] & columns_between(first, begin, end));
    }
    // Likewise from where the liquid stands on itself.
    void note_over(const Present& p, int begin, int end) {
      for (int first = begin / kWordBits * kWordBits; first < end; first += kWordBits) {
        const auto i = static_cast<std::size_t>(first / kWordBits);
        note_word(first, p.stands[i] & p.self_below[i] & columns_between(first, begin, end));
      }
    }
    void note_word(int first, ColumnBits columns) {
      for_each_column(first, columns, [this](int x) {
        possible_[static_cast<std::size_t>(x % width() / kChunkWidth)] |= kStridesRest;
      });
    }

    CpuStrides& all_;
    const Job* job_ = nullptr;
    int chunk_row_ = 0, y_ = 0;  // y_: the upper row
    int parity_ = 0;             // of the upper rows
    bool strides_rest_ = false, slumps_ = false;
    std::vector<Present> present_;
    std::size_t count_ = 0;  // of present_ in use
    // The upper row holds a liquid that is not in present_; and present_ may lack one since a stride.
    bool has_others_ = false, is_out_of_date_ = false;
    Columns striding_;
    std::vector<Loose> loose_;            // by row, from the first one of the row of chunks on
    std::vector<std::uint8_t> slumping_;  // by column of chunks: 1 if powder may slump from there
    std::vector<Act> found_, acts_;
    // By column of chunks: kStridesRest if a stride could come from there, kSlumpRests if something could slump.
    std::vector<std::uint8_t> possible_;
    LedgerEvents events_;
  };

  // Marks of a chunk: nothing strides from its even rows, or slumps there; for odd rows one bit higher.
  enum : std::uint8_t { kStridesRest = 1, kSlumpRests = 4, kStridesCalm = 3, kCalm = 15 };
  static bool is_restless(std::uint8_t calm) { return calm != kCalm; }
  std::uint8_t* calm(int row) { return &calm_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_)]; }
  const std::uint8_t* calm(int row) const {
    return &calm_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_)];
  }
  bool is_calm(int row) const { return std::none_of(calm(row), calm(row) + columns_, is_restless); }
  void find_passes(const Job& job) {
    const auto take = [this](Pass& pass, const Stride& stride) {
      pass.stride = stride;
      if (stride.distance == 0) return;
      pass.lefts.assign(static_cast<std::size_t>(columns_), 0);
      stride.for_each_pair(width_, wraps_, [&](int x, int) { put_column(pass.lefts, x, true); });
    };
    take(slump_, has_powders_ ? job.draws.slump(width_, wraps_) : Stride{});
    for (int i = 0; i < kStrides; ++i)
      take(passes_[static_cast<std::size_t>(i)], job.draws.stride(i, width_, dispersion_max_, wraps_));
  }
  void find_reach() {
    const int most = std::max(wraps_ ? width_ / 2 : width_ - 1, 0);
    reach_ = std::min(dispersion_max_, most);
    slump_reach_ = has_powders_ ? std::min(kSlumpReach, most) : 0;
    touch_all();
  }

  int width_ = 0;               // cells
  int columns_ = 0, rows_ = 0;  // chunks
  int dispersion_max_ = 0;
  int reach_ = 0;        // of the longest stride in this world
  int slump_reach_ = 0;  // likewise; below 2 if nothing slumps
  bool wraps_ = false;
  std::vector<Liquid> liquids_;
  std::array<std::size_t, kElementsMax> numbers_{};  // by element that strides: its place in liquids_
  ElementBits striding_, powders_, flowing_;
  bool moves_far_ = false, has_powders_ = false;
  std::vector<std::uint8_t> calm_;  // by chunk
  Pass slump_;
  std::array<Pass, kStrides> passes_;
  // The first kSlumpReach rows below each row of chunks, as they were before.
  PaddedPlane rows_below_;
  std::vector<int> awake_rows_;
  std::vector<std::unique_ptr<Rows>> workers_;  // by awake row
  std::vector<Act> acts_;
};

}  // namespace repose::conserving
