#include "automata/conserving/fast_levelling.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "automata/conserving/cell_bits.hpp"
#include "core/chunk_flags.hpp"

namespace repose::conserving {

namespace {

constexpr int kWordCells = 64;
static_assert(kWordCells == kChunkWidth, "a chunk is as wide as a word of a bit plane");
constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

// The bits of cells begin..end-1 that are in word `word` of a row.
std::uint64_t bits_within(int word, int begin, int end) {
  const int first = begin - word * kWordCells, last = end - word * kWordCells;
  std::uint64_t bits = first <= 0 ? kAllBits : kAllBits << first;
  if (last < kWordCells) bits &= ~(kAllBits << last);
  return bits;
}

bool has_bit(const std::uint64_t* row, int x) { return (row[x / kWordCells] >> (x % kWordCells) & 1) != 0; }

// The first set bit from `from` on; `end` if there is none before it.
int next_bit(const std::uint64_t* row, int from, int end) {
  if (from >= end) return end;
  int word = from / kWordCells;
  std::uint64_t bits = row[word] & kAllBits << (from % kWordCells);
  while (bits == 0) {
    if (++word * kWordCells >= end) return end;
    bits = row[word];
  }
  return std::min(end, word * kWordCells + std::countr_zero(bits));
}

// The last set bit up to `from`. There must be one.
int previous_bit(const std::uint64_t* row, int from) {
  int word = from / kWordCells;
  std::uint64_t bits = row[word] & kAllBits >> (kWordCells - 1 - from % kWordCells);
  while (bits == 0) bits = row[--word];
  return word * kWordCells + kWordCells - 1 - std::countl_zero(bits);
}

template <class Run>
int root_of(std::vector<Run>& runs, int run) {
  const auto parent = [&](int i) -> int& { return runs[static_cast<std::size_t>(i)].parent; };
  while (parent(run) != run) run = parent(run) = parent(parent(run));
  return run;
}

// Connects the runs of a row, from `row_begin` to the last, with those of the row above, from `above_begin` on, where
// they touch and `agrees(above, below)`.
template <class Run, class Agrees>
void connect_rows(std::vector<Run>& runs, std::size_t above_begin, std::size_t row_begin, const Agrees& agrees) {
  std::size_t above = above_begin;
  for (std::size_t i = row_begin; i < runs.size(); ++i) {
    int root = static_cast<int>(i);
    while (above < row_begin && runs[above].end <= runs[i].begin) ++above;
    for (std::size_t k = above; k < row_begin && runs[k].begin < runs[i].end; ++k) {
      if (!agrees(runs[k], runs[i])) continue;
      const int other = root_of(runs, static_cast<int>(k));
      if (other == root) continue;
      runs[static_cast<std::size_t>(std::max(root, other))].parent = std::min(root, other);
      root = std::min(root, other);
    }
  }
}

}  // namespace

FastLevelling::BitPlane::BitPlane(int width, int height)
    : stride_(static_cast<std::size_t>((width + kWordCells - 1) / kWordCells)),
      words_(stride_ * static_cast<std::size_t>(height)) {}

void FastLevelling::resize(int width, int height) {
  width_ = width;
  height_ = height;
  words_ = (width + kWordCells - 1) / kWordCells;
  chunk_rows_ = (height + kChunkHeight - 1) / kChunkHeight;
  background_ = BitPlane(width, height + 2);
  liquid_ = BitPlane(width, height);
  begins_ = BitPlane(width, height);
  held_ = BitPlane(width, height);
  deep_.resize(static_cast<std::size_t>(words_));
  touched_.resize(static_cast<std::size_t>(words_) * static_cast<std::size_t>(chunk_rows_));
  touch_all();
}

void FastLevelling::set_shares(const LevellingShares& shares) {
  shares_ = shares;
  liquids_.clear();
  for (std::size_t i = 1; i < shares.size(); ++i) {
    if (shares[i] > 0) liquids_.push_back(static_cast<std::uint8_t>(i));
  }
  touch_all();
}

void FastLevelling::touch(int chunk_column, int chunk_row) {
  touched_[static_cast<std::size_t>(chunk_row) * static_cast<std::size_t>(words_) +
           static_cast<std::size_t>(chunk_column)] = 1;
  is_touched_ = true;
}

void FastLevelling::touch_all() {
  std::ranges::fill(touched_, std::uint8_t{1});
  is_touched_ = true;
}

const LevellingResult& FastLevelling::level(const PaddedPlane& cells, const LevellingDraws& draws) {
  if (!is_touched_ && result_.is_level) return result_;
  result_.exchanges.clear();
  result_.is_level = true;
  if (is_touched_) read_changes(cells);
  find_liquid(cells);
  if (!find_uneven()) return result_;
  find_sky();
  find_surfaces(draws);
  level_surfaces(draws);
  return result_;
}

// ---- bits ----

void FastLevelling::read_chunk(const PaddedPlane& cells, int chunk_column, int chunk_row) {
  const auto word = static_cast<std::size_t>(chunk_column);
  const int x = chunk_column * kChunkWidth, y_begin = chunk_row * kChunkHeight;
  const std::uint64_t inside = bits_within(chunk_column, x, width_);
  const int count = std::min(kChunkHeight, height_ - y_begin);
  std::array<CellBits, kChunkHeight> rows;
  read_cell_bits(cells.row(y_begin) + x, cells.stride(), count, liquids_, rows.data());
  for (int i = 0; i < count; ++i) {
    const CellBits& bits = rows[static_cast<std::size_t>(i)];
    background_.row(y_begin + i)[word] = bits.background & inside;
    liquid_.row(y_begin + i)[word] = bits.liquid & inside;
    begins_.row(y_begin + i)[word] = (chunk_column == 0 ? bits.begins | 1 : bits.begins) & inside;
  }
}

// The first cell of the chunk to the right begins a run or not, depending on a cell that may have changed.
void FastLevelling::read_changes(const PaddedPlane& cells) {
  for (int row = 0; row < chunk_rows_; ++row) {
    std::uint8_t* const touched = &touched_[static_cast<std::size_t>(row) * static_cast<std::size_t>(words_)];
    bool before = false;
    for (int column = 0; column < words_; ++column) {
      const bool is_touched = touched[column] != 0;
      if (is_touched || before) read_chunk(cells, column, row);
      before = is_touched;
      touched[column] = 0;
    }
  }
  is_touched_ = false;
}

// ---- runs ----

void FastLevelling::find_liquid(const PaddedPlane& cells) {
  runs_.clear();
  open_cells_.clear();
  std::size_t above_begin = 0;
  for (int y = 0; y < height_; ++y) {
    const std::size_t row_begin = runs_.size();
    if (y > 0 && repeats(cells.row(y), y, above_begin)) {
      std::copy_n(held_.row(y - 1), words_, held_.row(y));
      continue;  // its runs are those above it
    }
    find_row(cells.row(y), y);
    close_row(cells, y, row_begin);
    connect_rows(runs_, above_begin, row_begin, [](const Run& a, const Run& b) { return a.element == b.element; });
    above_begin = row_begin;
  }
}

// Whether row y has the runs of the row above, whose runs begin with `above_begin`, and all of them are held.
bool FastLevelling::repeats(const std::uint8_t* cells, int y, std::size_t above_begin) const {
  if (!is_closed_ || !equal_rows(liquid_, y) || !equal_rows(begins_, y) || !equal_rows(background_, y)) return false;
  const auto goes_on = [cells](const Run& run) { return cells[run.begin] == run.element; };
  return std::all_of(runs_.begin() + static_cast<std::ptrdiff_t>(above_begin), runs_.end(), goes_on);
}

// Whether row y has the bits of the row above.
bool FastLevelling::equal_rows(const BitPlane& plane, int y) const {
  return std::equal(plane.row(y), plane.row(y) + words_, plane.row(y - 1));
}

// Appends the runs of liquid in row y that are held.
void FastLevelling::find_row(const std::uint8_t* cells, int y) {
  const std::uint64_t* const liquid = liquid_.row(y);
  const std::uint64_t* const begins = begins_.row(y);
  std::size_t stretch = runs_.size();  // its first run
  bool spills = false;                 // there is deep background beside the stretch
  find_deep(y);
  is_closed_ = true;
  Gap right;                 // of the run before
  std::uint8_t element = 0;  // of the run before
  for (int word = 0; word < words_; ++word) {
    for (std::uint64_t bits = liquid[word] & begins[word]; bits != 0; bits &= bits - 1) {
      Run run{.begin = word * kWordCells + std::countr_zero(bits)};
      run.end = next_bit(begins, run.begin + 1, width_);
      run.element = cells[run.begin];
      const bool is_next = right.begin < right.end && right.end == run.begin;
      const Gap left = is_next ? right : gap_before(y, run.begin);
      if (!is_next || right.is_deep || run.element != element) {
        if (spills) runs_.resize(stretch);
        stretch = runs_.size();
        spills = false;
      }
      right = gap_after(y, run.end);
      element = run.element;
      spills = spills || left.is_deep || right.is_deep;
      is_closed_ = is_closed_ && left.begin == left.end && right.begin == right.end;
      run.parent = static_cast<int>(runs_.size());
      run.top = height_;
      runs_.push_back(run);
    }
  }
  if (spills) runs_.resize(stretch);
}

void FastLevelling::close_row(const PaddedPlane& cells, int y, std::size_t row_begin) {
  std::uint64_t* const held = held_.row(y);
  std::fill_n(held, words_, std::uint64_t{0});
  for (std::size_t i = row_begin; i < runs_.size(); ++i) {
    const Run& run = runs_[i];
    for (int word = run.begin / kWordCells; word * kWordCells < run.end; ++word)
      held[word] |= bits_within(word, run.begin, run.end);
    if (y > 0) find_open(cells, y, static_cast<int>(i));
  }
}

// The open cells of the columns of a run.
void FastLevelling::find_open(const PaddedPlane& cells, int y, int run_index) {
  const Run& run = runs_[static_cast<std::size_t>(run_index)];
  const std::uint64_t *const background = background_.row(y - 1), *const liquid = liquid_.row(y - 1),
                             *const held = held_.row(y - 1);
  for (int word = run.begin / kWordCells; word * kWordCells < run.end; ++word) {
    std::uint64_t bits = (background[word] | liquid[word]) & ~held[word] & bits_within(word, run.begin, run.end);
    for (; bits != 0; bits &= bits - 1) {
      const int x = word * kWordCells + std::countr_zero(bits);
      int top = y;
      const auto stands = [&](int above) {
        return above >= 0 && cells.row(above)[x] == run.element && !has_bit(held_.row(above), x);
      };
      while (y - top < kPileMax && stands(top - 1)) --top;
      if (top == 0 || !has_bit(background_.row(top - 1), x)) continue;
      open_cells_.push_back({run_index, 0, {{x, top}}});
    }
  }
}

// Whether the two cells below these of background are background too.
void FastLevelling::find_deep(int y) {
  for (int word = 0; word < words_; ++word)
    deep_[static_cast<std::size_t>(word)] =
        background_.row(y)[word] & background_.row(y + 1)[word] & background_.row(y + 2)[word];
}

FastLevelling::Gap FastLevelling::gap_before(int y, int end) const {
  if (end == 0 || !has_bit(background_.row(y), end - 1)) return {};
  if (has_bit(deep_.data(), end - 1)) return {end - 1, end, true};
  const int begin = previous_bit(begins_.row(y), end - 1);
  return {begin, end, next_bit(deep_.data(), begin, end) < end};
}

FastLevelling::Gap FastLevelling::gap_after(int y, int begin) const {
  if (begin == width_ || !has_bit(background_.row(y), begin)) return {};
  if (has_bit(deep_.data(), begin)) return {begin, begin + 1, true};
  const int end = next_bit(begins_.row(y), begin + 1, width_);
  return {begin, end, next_bit(deep_.data(), begin, end) < end};
}

// ---- surfaces ----

void FastLevelling::find_sky() {
  sky_runs_.clear();
  sky_rows_.clear();
  RowRuns above;
  for (int y = 0; y < height_; ++y) {
    if (y > 0 && equal_rows(background_, y) && equal_rows(begins_, y)) {
      sky_rows_.push_back(above);
      continue;
    }
    RowRuns row{sky_runs_.size()};
    const std::uint64_t *const background = background_.row(y), *const begins = begins_.row(y);
    for (int word = 0; word < words_; ++word) {
      for (std::uint64_t bits = background[word] & begins[word]; bits != 0; bits &= bits - 1) {
        const int begin = word * kWordCells + std::countr_zero(bits);
        const int end = next_bit(begins, begin + 1, width_);
        sky_runs_.push_back({begin, end, static_cast<int>(sky_runs_.size())});
      }
    }
    row.end = sky_runs_.size();
    connect_rows(sky_runs_, above.begin, row.begin, [](const SkyRun&, const SkyRun&) { return true; });
    sky_rows_.push_back(row);
    above = row;
  }
}

// The run of background that holds this cell.
int FastLevelling::sky_of(int x, int y) const {
  const RowRuns range = sky_rows_[static_cast<std::size_t>(y)];
  const auto row = sky_runs_.begin() + static_cast<std::ptrdiff_t>(range.begin);
  const auto row_end = sky_runs_.begin() + static_cast<std::ptrdiff_t>(range.end);
  const auto run = std::partition_point(row, row_end, [x](const SkyRun& r) { return r.end <= x; });
  return static_cast<int>(run - sky_runs_.begin());
}

// Finds the bodies of the open cells, and keeps the cells of those that may not be level. Whether there are any.
bool FastLevelling::find_uneven() {
  const auto body_of = [this](const SurfaceCell& cell) -> Run& { return runs_[static_cast<std::size_t>(cell.body)]; };
  for (SurfaceCell& cell : open_cells_) {
    cell.body = root_of(runs_, cell.body);
    Run& body = body_of(cell);
    body.top = std::min(body.top, cell.cell.at.y);
    body.bottom = std::max(body.bottom, cell.cell.at.y);
  }
  const auto is_even = [&](const SurfaceCell& cell) { return body_of(cell).bottom < body_of(cell).top + 2; };
  std::erase_if(open_cells_, is_even);
  return !open_cells_.empty();
}

void FastLevelling::find_surfaces(const LevellingDraws& draws) {
  for (SurfaceCell& cell : open_cells_) {
    cell.sky = root_of(sky_runs_, sky_of(cell.cell.at.x, cell.cell.at.y - 1));
    cell.cell.order = draws.order(cell.cell.at);
  }
}

void FastLevelling::level_surfaces(const LevellingDraws& draws) {
  const auto surface_of = [](const SurfaceCell& cell) { return std::pair(cell.body, cell.sky); };
  if (!std::ranges::is_sorted(open_cells_, {}, surface_of)) std::ranges::sort(open_cells_, {}, surface_of);
  for (auto begin = open_cells_.begin(); begin != open_cells_.end();) {
    surface_.clear();
    const std::uint8_t element = runs_[static_cast<std::size_t>(begin->body)].element;
    const auto surface = surface_of(*begin);
    for (; begin != open_cells_.end() && surface_of(*begin) == surface; ++begin) surface_.push_back(begin->cell);
    level_surface(surface_, element, shares_[element], draws, result_);
  }
}

}  // namespace repose::conserving
