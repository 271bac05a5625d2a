#include "core/flood.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace repose {

CellSet::CellSet(int width, int height)
    : width_(width),
      height_(height),
      row_words_((static_cast<std::size_t>(width) + 63) / 64),
      bits_(row_words_ * static_cast<std::size_t>(height)),
      x_begin_(width),
      y_begin_(height) {}

// Precondition: none of the span's cells is in the set.
void CellSet::add(const Span& span) {
  std::uint64_t* const row = &bits_[static_cast<std::size_t>(span.y) * row_words_];
  for (int x = span.x_begin; x < span.x_end;) {
    const int bit = x % 64, count = std::min(64 - bit, span.x_end - x);
    const std::uint64_t ones = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    row[x / 64] |= ones << bit;
    x += count;
  }
  count_ += static_cast<std::uint64_t>(span.x_end - span.x_begin);
  x_begin_ = std::min(x_begin_, span.x_begin);
  x_end_ = std::max(x_end_, span.x_end);
  y_begin_ = std::min(y_begin_, span.y);
  y_end_ = std::max(y_end_, span.y + 1);
}

int CellSet::next(int x, int y, std::uint64_t flipped) const {
  if (x >= width_) return width_;
  std::uint64_t bits = (word(x, y) ^ flipped) & (~std::uint64_t{0} << (x % 64));
  for (x -= x % 64; bits == 0; bits = word(x, y) ^ flipped) {
    x += 64;
    if (x >= width_) return width_;
  }
  return std::min(x + std::countr_zero(bits), width_);
}

namespace {

// The first byte of begin..end-1 that is not `kind`, else end. Compares eight bytes at a time.
const std::uint8_t* skip(const std::uint8_t* begin, const std::uint8_t* end, std::uint8_t kind) {
  const std::uint64_t pattern = 0x0101010101010101u * kind;
  for (; end - begin >= 8; begin += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, begin, sizeof word);
    if (word != pattern) break;
  }
  while (begin < end && *begin == kind) ++begin;
  return begin;
}

// Backwards: where the run of `kind` that ends at `end` begins.
const std::uint8_t* skip_back(const std::uint8_t* begin, const std::uint8_t* end, std::uint8_t kind) {
  const std::uint64_t pattern = 0x0101010101010101u * kind;
  for (; end - begin >= 8; end -= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, end - 8, sizeof word);
    if (word != pattern) break;
  }
  while (begin < end && end[-1] == kind) --end;
  return end;
}

// Goes from run to run: adds each run of the kind to the set once, then searches the rows above and below it.
class Flood {
 public:
  Flood(const KindRows& kinds, CellSet& found, std::uint64_t most) : kinds_(kinds), found_(found), most_(most) {}

  void start(CellPoint p) {
    if (p.x < 0 || p.y < 0 || p.x >= kinds_.width || p.y >= kinds_.height || found_.has(p.x, p.y)) return;
    kind_ = row(p.y)[p.x];
    take_run(p.x, p.y);
    while (!waiting_.empty() && found_.count() < most_) {
      const Span run = waiting_.back();
      waiting_.pop_back();
      if (run.y > 0) look_along({run.y - 1, run.x_begin, run.x_end});
      if (run.y + 1 < kinds_.height) look_along({run.y + 1, run.x_begin, run.x_end});
    }
    waiting_.clear();
  }

 private:
  const std::uint8_t* row(int y) const { return kinds_.rows + static_cast<std::size_t>(y) * kinds_.stride_bytes; }

  // The run of the kind around a cell of it that is not in the set. Returns its end.
  int take_run(int x, int y) {
    const std::uint8_t* const cells = row(y);
    const Span run{y, static_cast<int>(skip_back(cells, cells + x, kind_) - cells),
                   static_cast<int>(skip(cells + x, cells + kinds_.width, kind_) - cells)};
    found_.add(run);
    waiting_.push_back(run);
    return run.x_end;
  }

  void look_along(const Span& span) {
    const std::uint8_t* const cells = row(span.y);
    for (int x = span.x_begin; x < span.x_end;) {
      if (cells[x] != kind_) {
        const void* const next = std::memchr(cells + x, kind_, static_cast<std::size_t>(span.x_end - x));
        if (next == nullptr) return;
        x = static_cast<int>(static_cast<const std::uint8_t*>(next) - cells);
      }
      x = found_.has(x, span.y) ? found_.next_outside(x, span.y) : take_run(x, span.y);
    }
  }

  const KindRows& kinds_;
  CellSet& found_;
  std::uint64_t most_;
  std::uint8_t kind_ = 0;
  std::vector<Span> waiting_;
};

}  // namespace

CellSet flood(const KindRows& kinds, std::span<const CellPoint> from, std::uint64_t most) {
  CellSet found(kinds.width, kinds.height);
  Flood flood(kinds, found, most);
  for (const CellPoint p : from) flood.start(p);
  return found;
}

}  // namespace repose
