#include "automata/conserving/fast_levelling.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "automata/conserving/cpu_step.hpp"
#include "core/chunks.hpp"

namespace repose::conserving {

static_assert(kWordCells == kChunkWidth, "a chunk is as wide as a word of a bit plane");

void FastLevelling::resize(int width, int height) {
  width_ = width;
  height_ = height;
  words_ = (width + kWordCells - 1) / kWordCells;
  chunk_rows_ = (height + kChunkHeight - 1) / kChunkHeight;
  background_ = BitPlane(width, height + 2);
  liquid_ = BitPlane(width, height);
  begins_ = BitPlane(width, height);
  held_ = BitPlane(width, height);
  deep_ = BitPlane(width, 1);
  drops_ = BitPlane(width, 1);
  repeats_.resize(static_cast<std::size_t>(height));
  held_rows_.resize(static_cast<std::size_t>(height));
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

void FastLevelling::set_wraps(bool wraps) {
  if (wraps == wraps_) return;
  wraps_ = wraps;
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
  if (rests()) return result_;
  result_.exchanges.clear();
  result_.is_level = true;
  if (is_touched_) read_changes(cells);
  find_liquid(cells);
  find_open(cells);
  if (open_cells_.empty()) return result_;
  if (!std::ranges::is_sorted(open_cells_, {}, &SurfaceCell::body))
    std::ranges::sort(open_cells_, {}, &SurfaceCell::body);
  if (!sky_.find(background_, width_, height_, wraps_, open_cells_))
    std::ranges::sort(open_cells_, {}, [](const SurfaceCell& cell) { return std::pair(cell.body, cell.sky); });
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
  bool above = false;
  for (int row = 0; row < chunk_rows_; ++row) {
    std::uint8_t* const touched = &touched_[static_cast<std::size_t>(row) * static_cast<std::size_t>(words_)];
    bool any = false, before = false;
    for (int column = 0; column < words_; ++column) {
      const bool is_touched = touched[column] != 0;
      if (is_touched || before) read_chunk(cells, column, row);
      any = any || is_touched;
      before = is_touched;
      touched[column] = 0;
    }
    const int y_begin = row * kChunkHeight;
    if (above || any) compare_row(y_begin);
    for (int y = y_begin + 1; any && y < std::min(y_begin + kChunkHeight, height_); ++y) compare_row(y);
    above = any;
  }
  is_touched_ = false;
}

void FastLevelling::compare_row(int y) {
  repeats_[static_cast<std::size_t>(y)] =
      y > 0 && liquid_.equal_rows(y, y - 1) && begins_.equal_rows(y, y - 1) && background_.equal_rows(y, y - 1);
}

// ---- runs ----

void FastLevelling::find_liquid(const PaddedPlane& cells) {
  runs_.clear();
  RowRuns above;
  for (int y = 0; y < height_; ++y) {
    const auto row_y = static_cast<std::size_t>(y);
    if (repeats_[row_y] && goes_on(cells.row(y), above)) {  // its runs are those above it
      held_rows_[row_y] = held_rows_[row_y - 1];
      continue;
    }
    RowRuns row{runs_.size()};
    find_row(cells.row(y), y);
    row.end = runs_.size();
    if (wraps_) join_over_seam(cells.row(y), y, row);
    row.end = runs_.size();
    held_rows_[row_y] = y;
    close_row(cells, y, row);
    const auto is_same = [](const Run& a, const Run& b) { return a.element == b.element; };
    connect_rows(runs_, above, row, is_same);
    if (wraps_) connect_over_seam(runs_, row, width_, is_same);
    above = row;
  }
}

// Whether a row with the bits of the row above has its runs, and all of them are held.
bool FastLevelling::goes_on(const std::uint8_t* cells, const RowRuns& above) const {
  if (!is_closed_) return false;
  return std::all_of(runs_.begin() + static_cast<std::ptrdiff_t>(above.begin),
                     runs_.begin() + static_cast<std::ptrdiff_t>(above.end),
                     [cells](const Run& run) { return cells[run.begin] == run.element; });
}

// Appends the runs of liquid in row y that are held.
void FastLevelling::find_row(const std::uint8_t* cells, int y) {
  const std::uint64_t *const liquid = liquid_.row(y), *const begins = begins_.row(y), *const drops = drops_.row(0);
  std::size_t stretch = runs_.size();  // its first run
  bool spills = false;                 // there is deep background beside the stretch
  Gap right;                           // of the run before, and its element
  std::uint8_t element = 0;
  is_closed_ = !find_drops(y);
  for (int word = 0; word < words_; ++word) {
    for (std::uint64_t bits = liquid[word] & begins[word] & ~drops[word]; bits != 0; bits &= bits - 1) {
      Run run{.begin = word * kWordCells + std::countr_zero(bits), .y = y};
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
      spills = spills || left.is_deep || right.is_deep || (left.begin > 0 && is_drop(cells, left.begin - 1, element)) ||
               (right.end > 0 && is_drop(cells, right.end, element));
      is_closed_ = is_closed_ && left.begin == left.end && right.begin == right.end;
      run.parent = static_cast<int>(runs_.size());
      run.top = height_;
      runs_.push_back(run);
    }
  }
  if (spills) runs_.resize(stretch);
}

// Finishes a row of a world that wraps, in which each side was taken for a wall. Two stretches that meet over the seam
// are one: both hold their liquid, or neither does. Deep background spills what it meets over the seam.
void FastLevelling::join_over_seam(const std::uint8_t* cells, int y, const RowRuns& row) {
  if (row.begin == row.end) return;
  const std::uint64_t *const background = background_.row(y), *const liquid = liquid_.row(y),
                             *const deep = deep_.row(0);
  const auto is_shallow = [&](int x) { return has_bit(background, x) && !has_bit(deep, x); };
  int left = 0, right = width_ - 1;  // the first cells on either side that are not shallow; there is a run
  while (is_shallow(left)) ++left;
  while (is_shallow(right)) --right;
  for (const auto& [x, beyond] : {std::pair(0, width_ - 1), std::pair(width_ - 1, 0)})
    is_closed_ = is_closed_ && !(has_bit(liquid, x) && has_bit(background, beyond));
  const bool left_is_held = runs_[row.begin].begin == left, right_is_held = runs_[row.end - 1].end == right + 1;
  const bool is_one = has_bit(liquid, left) && has_bit(liquid, right) && cells[left] == cells[right];
  const bool left_spills = has_bit(deep, right) || (is_one && !right_is_held);
  const bool right_spills = has_bit(deep, left) || (is_one && !left_is_held);
  if (right_is_held && right_spills) drop_last_stretch(row, background);
  if (left_is_held && left_spills) drop_first_stretch(row, background);
}

// Whether the run after run i is in the same stretch; both are held.
bool FastLevelling::is_stretch(std::size_t i, const std::uint64_t* background) const {
  const Run &run = runs_[i], &next = runs_[i + 1];
  return run.element == next.element && next_gap(background, run.end, next.begin) == next.begin;
}

void FastLevelling::drop_first_stretch(const RowRuns& row, const std::uint64_t* background) {
  std::size_t end = row.begin + 1;
  while (end < runs_.size() && is_stretch(end - 1, background)) ++end;
  const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(row.begin);
  runs_.erase(begin, runs_.begin() + static_cast<std::ptrdiff_t>(end));
  for (std::size_t i = row.begin; i < runs_.size(); ++i) runs_[i].parent = static_cast<int>(i);
}

void FastLevelling::drop_last_stretch(const RowRuns& row, const std::uint64_t* background) {
  std::size_t begin = runs_.size() - 1;
  while (begin > row.begin && is_stretch(begin - 1, background)) --begin;
  runs_.resize(begin);
}

void FastLevelling::close_row(const PaddedPlane& cells, int y, const RowRuns& row) {
  std::uint64_t* const held = held_.row(y);
  std::fill_n(held, words_, std::uint64_t{0});
  for (std::size_t i = row.begin; i < row.end; ++i) {
    Run& run = runs_[i];
    for (int word = run.begin / kWordCells; word * kWordCells < run.end; ++word)
      held[word] |= bits_within(word, run.begin, run.end);
    if (y > 0) find_extent(cells, run);
  }
}

// The columns of a run in which nothing held is above it, and perhaps an open cell: in word `word` of its row.
FastLevelling::Columns FastLevelling::columns_of(const Run& run, int word) const {
  const auto i = static_cast<std::size_t>(word);
  const std::uint64_t within = bits_within(word, run.begin, run.end);
  return {background_.row(run.y - 1)[i] & within, liquid_.row(run.y - 1)[i] & ~held_row(run.y - 1)[i] & within};
}

// The row of the open cell in a column of a run; -1 if there is none.
int FastLevelling::open_row(const PaddedPlane& cells, const Run& run, int x) const {
  int top = run.y;
  const auto stands = [&](int above) {
    return above >= 0 && cells.row(above)[x] == run.element && !has_bit(held_row(above), x);
  };
  while (run.y - top < kPileMax && stands(top - 1)) --top;
  return top > 0 && has_bit(background_.row(top - 1), x) ? top : -1;
}

void FastLevelling::find_extent(const PaddedPlane& cells, Run& run) const {
  const auto put = [&run](int y) {
    run.top = std::min(run.top, y);
    run.bottom = std::max(run.bottom, y);
  };
  for (int word = run.begin / kWordCells; word * kWordCells < run.end; ++word) {
    const Columns columns = columns_of(run, word);
    if (columns.open != 0) put(run.y);
    for (std::uint64_t bits = columns.pile; bits != 0; bits &= bits - 1) {
      const int y = open_row(cells, run, word * kWordCells + std::countr_zero(bits));
      if (y >= 0) put(y);
    }
  }
}

// Finds the deep cells of row y, and its runs of one cell beside one of them, which spill. Whether there are such runs.
bool FastLevelling::find_drops(int y) {
  const std::uint64_t *const here = background_.row(y), *const below = background_.row(y + 1),
                             *const next = background_.row(y + 2);
  const std::uint64_t *const liquid = liquid_.row(y), *const begins = begins_.row(y);
  std::uint64_t *const deep = deep_.row(0), *const drops = drops_.row(0);
  const auto of_left = [](const std::uint64_t* row, int word) {
    return row[word] << 1 | (word > 0 ? row[word - 1] >> (kWordCells - 1) : 0);
  };
  const auto of_right = [this](const std::uint64_t* row, int word) {
    return row[word] >> 1 | (word + 1 < words_ ? row[word + 1] << (kWordCells - 1) : 0);
  };
  for (int word = 0; word < words_; ++word) deep[word] = here[word] & below[word] & next[word];
  std::uint64_t any = 0;
  for (int word = 0; word < words_; ++word) {
    const std::uint64_t beside_deep = of_left(deep, word) | of_right(deep, word);
    drops[word] = liquid[word] & begins[word] & of_right(begins, word) & beside_deep;
    any |= drops[word];
  }
  return any != 0;
}

bool FastLevelling::is_drop(const std::uint8_t* cells, int x, std::uint8_t element) const {
  return x < width_ && has_bit(drops_.row(0), x) && cells[x] == element;
}

FastLevelling::Gap FastLevelling::gap_before(int y, int end) const {
  if (end == 0 || !has_bit(background_.row(y), end - 1)) return {};
  if (has_bit(deep_.row(0), end - 1)) return {end - 1, end, true};
  const int begin = previous_bit(begins_.row(y), end - 1);
  return {begin, end, next_bit(deep_.row(0), begin, end) < end};
}

FastLevelling::Gap FastLevelling::gap_after(int y, int begin) const {
  if (begin == width_ || !has_bit(background_.row(y), begin)) return {};
  if (has_bit(deep_.row(0), begin)) return {begin, begin + 1, true};
  const int end = next_bit(begins_.row(y), begin + 1, width_);
  return {begin, end, next_bit(deep_.row(0), begin, end) < end};
}

// ---- surfaces ----

// Lists the open cells of the bodies that may not be level.
void FastLevelling::find_open(const PaddedPlane& cells) {
  const auto root = [this](std::size_t i) { return static_cast<std::size_t>(root_of(runs_, static_cast<int>(i))); };
  bool is_level = true;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].bottom < 0) continue;
    Run& body = runs_[root(i)];
    body.top = std::min(body.top, runs_[i].top);
    body.bottom = std::max(body.bottom, runs_[i].bottom);
    is_level = is_level && body.bottom < body.top + 2;
  }
  open_cells_.clear();
  for (std::size_t i = 0; i < runs_.size() && !is_level; ++i) {
    const Run& run = runs_[i];
    const std::size_t body = root(i);
    if (run.y == 0 || run.bottom < 0 || runs_[body].bottom < runs_[body].top + 2) continue;
    for (int word = run.begin / kWordCells; word * kWordCells < run.end; ++word) {
      const Columns columns = columns_of(run, word);
      for (std::uint64_t bits = columns.open | columns.pile; bits != 0; bits &= bits - 1) {
        const int x = word * kWordCells + std::countr_zero(bits), y = open_row(cells, run, x);
        if (y >= 0) open_cells_.push_back({static_cast<int>(body), 0, {x, y}});
      }
    }
  }
}

void FastLevelling::level_surfaces(const LevellingDraws& draws) {
  const auto surface_of = [](const SurfaceCell& cell) { return std::pair(cell.body, cell.sky); };
  for (auto begin = open_cells_.begin(); begin != open_cells_.end();) {
    surface_.clear();
    const std::uint8_t element = runs_[static_cast<std::size_t>(begin->body)].element;
    const auto surface = surface_of(*begin);
    for (; begin != open_cells_.end() && surface_of(*begin) == surface; ++begin)
      surface_.push_back({begin->at, draws.order(begin->at)});
    level_surface(surface_, element, shares_[element], draws, result_);
  }
}

// Most surfaces are connected a few rows above them. So the search begins at the lowest one and goes up.
bool Sky::find(const BitPlane& background, int width, int height, bool wraps, std::vector<SurfaceCell>& cells) {
  width_ = width;
  wraps_ = wraps;
  runs_.clear();
  rows_.assign(static_cast<std::size_t>(height), {});
  const auto [first, last] = std::ranges::minmax_element(cells, {}, [](const SurfaceCell& cell) { return cell.at.y; });
  const int highest = first->at.y - 1, lowest = last->at.y - 1;
  add_row(background, lowest, lowest);
  for (int y = lowest - 1; y >= highest; --y) add_row(background, y, y + 1);
  for (SurfaceCell& cell : cells) cell.sky = run_of(cell.at.x, cell.at.y - 1);
  if (is_one_each(cells)) return true;
  for (int y = highest - 1; y >= 0; --y) {
    add_row(background, y, y + 1);
    const bool look = y == 0 || std::has_single_bit(static_cast<unsigned>(highest - y));  // after 1, 2, 4, 8... rows
    if (look && is_one_each(cells)) return true;
  }
  for (int y = lowest + 1; y < height; ++y) add_row(background, y, y - 1);
  return is_one_each(cells);
}

// `neighbour`: the row above or below that is there already; the row itself if there is none.
void Sky::add_row(const BitPlane& background, int y, int neighbour) {
  RowRuns& row = rows_[static_cast<std::size_t>(y)];
  const RowRuns& other_row = rows_[static_cast<std::size_t>(neighbour)];
  if (y != neighbour && background.equal_rows(y, neighbour)) {
    row = other_row;
    return;
  }
  row.begin = runs_.size();
  const std::uint64_t* const bits = background.row(y);
  std::uint64_t before = 0;  // the last bit of the word before
  for (int word = 0; word < background.row_words(); ++word) {
    const std::uint64_t here = bits[word];
    for (std::uint64_t begins = here & ~(here << 1 | before); begins != 0; begins &= begins - 1) {
      const int begin = word * kWordCells + std::countr_zero(begins);
      runs_.push_back({begin, next_gap(bits, begin + 1, width_), static_cast<int>(runs_.size())});
    }
    before = here >> (kWordCells - 1);
  }
  row.end = runs_.size();
  if (y != neighbour) connect_rows(runs_, other_row, row, [](const Run&, const Run&) { return true; });
  if (wraps_) connect_over_seam(runs_, row, width_, [](const Run&, const Run&) { return true; });
}

int Sky::run_of(int x, int y) const {
  const RowRuns row = rows_[static_cast<std::size_t>(y)];
  const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(row.begin);
  const auto end = runs_.begin() + static_cast<std::ptrdiff_t>(row.end);
  const auto run = std::partition_point(begin, end, [x](const Run& r) { return r.end <= x; });
  return static_cast<int>(run - runs_.begin());
}

// Whether each body lies under one sky only, as far as the rows up to now show.
bool Sky::is_one_each(std::vector<SurfaceCell>& cells) {
  bool one_each = true;
  const SurfaceCell* before = nullptr;
  for (SurfaceCell& cell : cells) {
    cell.sky = root_of(runs_, cell.sky);
    if (before != nullptr && before->body == cell.body && before->sky != cell.sky) one_each = false;
    before = &cell;
  }
  return one_each;
}

}  // namespace repose::conserving
