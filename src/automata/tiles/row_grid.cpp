#include "automata/tiles/row_grid.hpp"

namespace repose::tiles {

int ActiveRows::first_at_or_after(const std::uint64_t* row, int x, int words) {
  std::uint64_t ahead = ~std::uint64_t{0} << (x & (kWordBits - 1));
  for (int w = x >> 6; w < words; ++w, ahead = ~std::uint64_t{0}) {
    if ((row[w] & ahead) != 0) return w * kWordBits + std::countr_zero(row[w] & ahead);
  }
  return -1;
}

int ActiveRows::last_at_or_before(const std::uint64_t* row, int x) {
  std::uint64_t behind = ~std::uint64_t{0} >> (kWordBits - 1 - (x & (kWordBits - 1)));
  for (int w = x >> 6; w >= 0; --w, behind = ~std::uint64_t{0}) {
    if ((row[w] & behind) != 0) return w * kWordBits + kWordBits - 1 - std::countl_zero(row[w] & behind);
  }
  return -1;
}

int ActiveRows::next_column(int x, int y, bool down) const {
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

void ActiveRows::tidy_row(int y) {
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

std::uint64_t ActiveRows::count() const {
  std::uint64_t count = 0;
  const int rows = rows_.words() * kWordBits;
  for (int y = next_row_up(rows - 1); y >= 0; y = next_row_up(y - 1)) {
    for (int w = 0; w < bits_.words(); ++w) count += static_cast<std::uint64_t>(std::popcount(bits_.row(y)[w]));
  }
  return count;
}

bool ActiveRows::any() const {
  for (int i = 0; i < rows_.words(); ++i) {
    if (rows_.row(0)[i] != 0) return true;
  }
  return false;
}

}  // namespace repose::tiles
