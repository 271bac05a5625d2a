// The tiles automaton, fast: visits only tiles that may act. A tile that cannot act sleeps (the article's static flag)
// until a cell changes on which its move depends, so skipping it changes nothing: the bytes are those of scalar.cpp.
// Runs on one thread, because each tile's move affects the next one's.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <new>
#include <vector>

#include "automata/step_timer.hpp"
#include "automata/tiles/tiles.hpp"
#include "core/bit_runs.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"

namespace repose::tiles {

// The memory layout of the fast tiles solver: one byte a tile, and rows of bits in which it finds tiles that may act
// and how far the path is free. Beyond the edge nothing is empty and nothing acts.

inline constexpr int kWordBits = 64;

// One bit a column, in rows with a word of zeros at either end, and one more row above and below.
class BitRows {
 public:
  BitRows() = default;
  BitRows(int width, int height)
      : stride_((width + kWordBits - 1) / kWordBits + 2),
        words_(static_cast<std::size_t>(height + 2) * static_cast<std::size_t>(stride_)) {}

  std::uint64_t* row(int y) { return &words_[static_cast<std::size_t>((y + 1) * std::int64_t{stride_} + 1)]; }
  const std::uint64_t* row(int y) const { return const_cast<BitRows*>(this)->row(y); }
  bool has(int x, int y) const { return (word(x, y) >> (x & (kWordBits - 1)) & 1) != 0; }
  void set(int x, int y) { row(y)[x >> 6] |= std::uint64_t{1} << (x & (kWordBits - 1)); }
  void clear(int x, int y) { row(y)[x >> 6] &= ~(std::uint64_t{1} << (x & (kWordBits - 1))); }
  int words() const { return stride_ - 2; }  // words in a row

  // The bits from column x on; x may be up to a word outside the row.
  std::uint64_t from(int x, int y) const {
    const std::uint64_t* first = row(y) + (x >> 6);
    const int shift = x & (kWordBits - 1);
    return shift == 0 ? *first : (*first >> shift) | (first[1] << (kWordBits - shift));
  }

 private:
  std::uint64_t word(int x, int y) const { return row(y)[x >> 6]; }

  int stride_ = 0;
  std::vector<std::uint64_t> words_;
};

// Bits with a fast search for the next set one: words, and one bit for each word that is not zero.
class ActiveRows {
 public:
  ActiveRows() = default;
  ActiveRows(int width, int height) : bits_(width, height), words_(bits_.words(), height), rows_(height, 1) {}

  void set(int x, int y) {
    bits_.set(x, y);
    words_.set(x >> 6, y);
    rows_.set(y, 0);
  }
  void clear(int x, int y) { bits_.clear(x, y); }
  // The first set column at or after x, or before it when `down`; -1 when there is none.
  int next_column(int x, int y, bool down) const {
    const std::uint64_t* row = bits_.row(y);
    if (x < 0 || x >= bits_.words() * kWordBits) return -1;
    const int w = x >> 6, bit = x & (kWordBits - 1);
    const std::uint64_t side = down ? ~std::uint64_t{0} >> (kWordBits - 1 - bit) : ~std::uint64_t{0} << bit;
    const std::uint64_t here = row[w] & side;
    if (here != 0) return w * kWordBits + (down ? kWordBits - 1 - std::countl_zero(here) : std::countr_zero(here));
    for (int next = w;;) {
      const int from = down ? next - 1 : next + 1;
      if (from < 0 || from >= bits_.words()) return -1;
      next = down ? last_at_or_before(words_.row(y), from) : first_at_or_after(words_.row(y), from, words_.words());
      if (next < 0) return -1;
      if (row[next] != 0) {
        return next * kWordBits + (down ? kWordBits - 1 - std::countl_zero(row[next]) : std::countr_zero(row[next]));
      }
    }
  }
  // The lowest row at or above y that may hold a set bit; -1 when there is none.
  int next_row_up(int y) const { return y < 0 ? -1 : last_at_or_before(rows_.row(0), y); }
  // Clears the flags of words that have no set bits left.
  void tidy_row(int y) {
    std::uint64_t left = 0;
    for (int i = 0; i < words_.words(); ++i) {
      std::uint64_t& words = words_.row(y)[i];
      for (std::uint64_t bits = words; bits != 0; bits &= bits - 1) {
        const int w = std::countr_zero(bits);
        if (bits_.row(y)[i * kWordBits + w] == 0) words &= ~(std::uint64_t{1} << w);
      }
      left |= words;
    }
    if (left == 0) rows_.clear(y, 0);
  }
  std::uint64_t count() const {
    std::uint64_t count = 0;
    const int rows = rows_.words() * kWordBits;
    for (int y = next_row_up(rows - 1); y >= 0; y = next_row_up(y - 1)) {
      for (int w = 0; w < bits_.words(); ++w) count += static_cast<std::uint64_t>(std::popcount(bits_.row(y)[w]));
    }
    return count;
  }
  // Calls visit(x_begin, x_end, y) for each run of set bits of a row.
  template <class Visit>
  void for_each_run(const Visit& visit) const {
    for (int y = next_row_up(rows_.words() * kWordBits - 1); y >= 0; y = next_row_up(y - 1)) {
      const std::uint64_t* const row = bits_.row(y);
      repose::for_each_run(
          bits_.words(), [row](int w) { return row[w]; }, [&](int begin, int end) { visit(begin, end, y); });
    }
  }
  bool any() const {
    for (int i = 0; i < rows_.words(); ++i) {
      if (rows_.row(0)[i] != 0) return true;
    }
    return false;
  }

 private:
  static int first_at_or_after(const std::uint64_t* row, int x, int words) {
    std::uint64_t ahead = ~std::uint64_t{0} << (x & (kWordBits - 1));
    for (int w = x >> 6; w < words; ++w, ahead = ~std::uint64_t{0}) {
      if ((row[w] & ahead) != 0) return w * kWordBits + std::countr_zero(row[w] & ahead);
    }
    return -1;
  }
  static int last_at_or_before(const std::uint64_t* row, int x) {
    std::uint64_t behind = ~std::uint64_t{0} >> (kWordBits - 1 - (x & (kWordBits - 1)));
    for (int w = x >> 6; w >= 0; --w, behind = ~std::uint64_t{0}) {
      if ((row[w] & behind) != 0) return w * kWordBits + kWordBits - 1 - std::countl_zero(row[w] & behind);
    }
    return -1;
  }

  BitRows bits_, words_, rows_;
};

namespace {

class CpuSolver final : public Solver {
 public:
  CpuSolver() { [[maybe_unused]] const Status status = upload(World()); }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    kinds_ = Kinds(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    try {
      const int width = world.width(), height = world.height();
      BitRows empties(width, height), moved(width, height);
      ActiveRows active(width, height);
      cells_.assign(static_cast<std::size_t>(width + 2) * static_cast<std::size_t>(height + 2), 0);
      empties_ = std::move(empties);
      moved_ = std::move(moved);
      active_ = std::move(active);
    } catch (const std::bad_alloc&) {
      return Status::failure(tr("There is not enough memory for a world of this size; try a smaller one."));
    }
    width_ = world.width();
    height_ = world.height();
    moved_words_.clear();
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) set_cell(x, y, kinds_.admit(world.cell(x, y)));
    }
    wake_all();
    stats_ = {};
    generation_ = next_view_generation();
    return {};
  }

  void apply(const Edit& edit) override {
    bool changed = false;
    for_each_edited(edit, width_, height_, [&](int x, int y, const EditedCell& cell) {
      const std::uint8_t element = kinds_.admit(cell.element);
      if (element == at(x, y) || !cell.changes(at(x, y))) return;
      put(x, y, element);
      changed = true;
    });
    if (changed) generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    seed_ = span.seed;
    for (std::uint64_t k = 0; k < span.count && active_.any(); ++k) {
      step_ = static_cast<std::uint32_t>(span.first_step + k);
      first_side_ = span.bias(span.first_step + k) == Bias::left ? -1 : +1;
      if (step_once()) generation_ = next_view_generation();
    }
  }

  void download(World& world) const override {
    world = World(width_, height_);
    for (int y = 0; y < height_; ++y) std::copy_n(&cells_[index(0, y)], width_, &world.cell(0, y));
  }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.active_cells = active_.count();
    stats.cell_count = static_cast<std::uint64_t>(width_) * static_cast<std::uint64_t>(height_);
    return stats;
  }

  CellView view() const override {
    const auto stride = static_cast<std::size_t>(width_ + 2);
    return {width_, height_, generation_, MemoryCells{.cells = {&cells_[index(0, 0)], stride}}};
  }

  ActiveCells active_cells() const override {
    ActiveCells active{ActiveCells::Unit::cell};
    active_.for_each_run([&](int x_begin, int x_end, int y) {
      active.boxes.push_back({x_begin, y, x_end - x_begin, 1});
    });
    return active;
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override {
    if (!parameters_.set(name, value)) return false;
    wake_all();
    return true;
  }

 private:
  // Rows and columns -1, width_ and height_ are outside: zeros that are not marked empty.
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y + 1) * static_cast<std::size_t>(width_ + 2) + static_cast<std::size_t>(x + 1);
  }
  std::uint8_t at(int x, int y) const { return cells_[index(x, y)]; }
  bool is_empty(int x, int y) const { return empties_.has(x, y); }

  void set_cell(int x, int y, std::uint8_t element) {
    cells_[index(x, y)] = element;
    if (element == 0) {
      empties_.set(x, y);
    } else {
      empties_.clear(x, y);
    }
  }

  // Changes a cell, and wakes all tiles whose moves depend on it.
  void put(int x, int y, std::uint8_t element) {
    set_cell(x, y, element);
    changed_ = true;
    for (int nx = x - 1; nx <= x + 1; ++nx) {
      wake(nx, y - 1);
      wake(nx, y);
    }
    wake(x, y + 1);
    if (element != 0) return;
    wake_onlookers(x, y);
    if (is_empty(x, y - 1)) wake_onlookers(x, y - 1);
  }

  void wake(int x, int y) {
    if (kinds_.of(at(x, y)).acts()) active_.set(x, y);
  }

  // Wakes the liquids that look along the free cells of row y as far as x.
  void wake_onlookers(int x, int y) {
    const int right = std::countr_one(empties_.from(x + 1, y)), left = std::countl_one(empties_.from(x - kWordBits, y));
    if (right < parameters_.look_ahead) wake(x + 1 + right, y);
    if (left < parameters_.look_ahead) wake(x - 1 - left, y);
  }

  void wake_all() {
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) wake(x, y);
    }
  }

  void set_moved(int x, int y) {
    std::uint64_t& word = moved_.row(y)[x >> 6];
    if (word == 0) moved_words_.push_back(&word);
    moved_.set(x, y);
  }

  // Returns whether any cell has changed. Tiles that wake in front of the scan are visited in the same step, the others
  // in the next.
  bool step_once() {
    changed_ = false;
    const bool down = first_side_ > 0;
    for (int y = active_.next_row_up(height_ - 1); y >= 0; y = active_.next_row_up(y - 1)) {
      int x = active_.next_column(down ? width_ - 1 : 0, y, down);
      for (; x >= 0; x = active_.next_column(x - first_side_, y, down)) {
        if (!moved_.has(x, y)) visit(x, y);
      }
      active_.tidy_row(y);
    }
    for (std::uint64_t* word : moved_words_) *word = 0;
    moved_words_.clear();
    return changed_;
  }

  void visit(int x, int y) {
    active_.clear(x, y);
    const Kind& kind = kinds_.of(at(x, y));
    if (kind.faucet && is_empty(x, y + 1)) put(x, y + 1, kind.emits);
    if (kind.drain) swallow(x, y);
    if (!kind.falls) return;
    if (fall(x, y) || sink(x, y)) return;
    if (roll(x, y, first_side_) || roll(x, y, -first_side_)) return;
    if (kind.liquid && !flow(x, y, first_side_)) flow(x, y, -first_side_);
  }

  void swallow(int x, int y) {
    constexpr int kBeside[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (const auto& [dx, dy] : kBeside) {
      if (!kinds_.of(at(x + dx, y + dy)).falls) continue;
      put(x + dx, y + dy, 0);
      moved_.clear(x + dx, y + dy);
    }
  }

  bool fall(int x, int y) {
    if (!is_empty(x, y + 1)) return false;
    const int side = jitter_side(parameters_.jitter, seed_, step_, x, y);
    return (side != 0 && roll(x, y, side)) || move(x, y, x, y + 1);
  }

  bool sink(int x, int y) {
    if (!kinds_.sinks_into(at(x, y), at(x, y + 1))) return false;
    if (moved_.has(x, y + 1)) {
      active_.set(x, y);  // it will act in the next step
      return false;
    }
    return move(x, y, x, y + 1);
  }

  bool roll(int x, int y, int side) {
    const bool passes = !parameters_.closed_corners || is_empty(x + side, y);
    return passes && is_empty(x + side, y + 1) && move(x, y, x + side, y + 1);
  }

  bool flow(int x, int y, int side) {
    if (!is_empty(x + side, y)) return false;
    return (kinds_.of(at(x, y - 1)).liquid || sees_hole(x, y, side)) && move(x, y, x + side, y);
  }

  bool sees_hole(int x, int y, int side) const {
    if (parameters_.look_ahead == 0) return false;
    if (side > 0) {
      const int free = std::min(std::countr_one(empties_.from(x + 1, y)), parameters_.look_ahead);
      return free > 0 && std::countr_zero(empties_.from(x + 1, y + 1)) < free;
    }
    const int free = std::min(std::countl_one(empties_.from(x - kWordBits, y)), parameters_.look_ahead);
    return free > 0 && std::countl_zero(empties_.from(x - kWordBits, y + 1)) < free;
  }

  bool move(int x, int y, int nx, int ny) {
    const std::uint8_t mover = at(x, y), other = at(nx, ny);
    put(x, y, other);
    put(nx, ny, mover);
    moved_.clear(x, y);
    if (other != 0) set_moved(x, y);
    set_moved(nx, ny);
    return true;
  }

  Kinds kinds_;
  Parameters parameters_;
  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> cells_;  // with a border of one cell
  BitRows empties_;
  BitRows moved_;                            // in this step; the article's parity
  ActiveRows active_;                        // tiles that may act; the others are static, as the article says
  std::vector<std::uint64_t*> moved_words_;  // the words of moved_ that are not zero
  bool changed_ = false;
  std::uint64_t seed_ = 1;
  std::uint32_t step_ = 0;
  int first_side_ = -1;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_cpu_solver(const SolverOptions&) { return std::make_unique<CpuSolver>(); }

}  // namespace repose::tiles
