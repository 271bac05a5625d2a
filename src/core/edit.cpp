// The one rasteriser of brushes, strokes, rectangles and stamps.
#include <algorithm>
#include <cstdlib>

#include "core/edited_cells.hpp"
#include "repose/edit.hpp"

namespace repose {

namespace {

// One row of a dab relative to its point: cells left..right, both inclusive; empty when left > right.
struct DabRow {
  int left, right;
};

// Rows -size/2 .. size-1-size/2 of a dab. Round: the cells whose centres are within size/2 of the brush's centre,
// computed in half cells so that even sizes are exact.
std::vector<DabRow> dab_rows(int size, BrushShape shape) {
  const int low = -(size / 2);
  const int high = size - 1 + low;
  const int odd_shift = size % 2 == 0 ? 1 : 0;  // half-cell offset of the centre
  std::vector<DabRow> rows;
  rows.reserve(static_cast<std::size_t>(size));
  for (int dy = low; dy <= high; ++dy) {
    DabRow row{low, high};
    if (shape == BrushShape::round) {
      const int v = 2 * dy + odd_shift;
      while (row.left <= row.right && (2 * row.left + odd_shift) * (2 * row.left + odd_shift) + v * v > size * size) {
        ++row.left;
        --row.right;
      }
    }
    rows.push_back(row);
  }
  return rows;
}

// How much of a soft dab a cell gets, in 2^-16: (1 - q)^2, where q is the square of the distance from the middle over
// that of the rim. Distances are in half cells, as in dab_rows.
std::int64_t soft_weight(int dx, int dy, int size, BrushShape shape) {
  const int odd_shift = size % 2 == 0 ? 1 : 0;
  const std::int64_t u = 2 * dx + odd_shift, v = 2 * dy + odd_shift, rim = size + 1;
  const std::int64_t square = shape == BrushShape::round ? u * u + v * v : std::max(u * u, v * v);
  if (square >= rim * rim) return 0;
  const std::int64_t rest = ((rim * rim - square) << 16) / (rim * rim);
  return (rest * rest) >> 16;
}

}  // namespace

std::vector<Span> rasterise(const StrokeEdit& edit, int width, int height) {
  const int size = std::clamp(edit.size, kBrushSizeMin, kBrushSizeMax);
  const std::vector<DabRow> dab = dab_rows(size, edit.shape);
  const CellPoint from = clamp_point(edit.from), to = clamp_point(edit.to);
  const int first = std::clamp(std::min(from.y, to.y) - size / 2, 0, height);
  const int last = std::clamp(std::max(from.y, to.y) - size / 2 + size, 0, height);
  if (first >= last) return {};

  std::vector<Span> rows;
  rows.reserve(static_cast<std::size_t>(last - first));
  for (int y = first; y < last; ++y) rows.push_back({y, width, 0});
  // A line that is one cell thin is connected by the sides of its cells, so that a fuse burns and a wire conducts.
  CellPoint before = from;
  for_each_on_line(from, to, [&](CellPoint p) {
    if (size == 1 && p.x != before.x && p.y != before.y && before.y >= first && before.y < last) {
      Span& span = rows[static_cast<std::size_t>(before.y - first)];
      span.x_begin = std::min(span.x_begin, std::max(0, p.x));
      span.x_end = std::max(span.x_end, std::min(width, p.x + 1));
    }
    before = p;
    const int top = p.y - size / 2;
    const int begin = std::max(top, first), end = std::min(top + size, last);
    for (int y = begin; y < end; ++y) {
      const DabRow& row = dab[static_cast<std::size_t>(y - top)];
      if (row.left > row.right) continue;
      Span& span = rows[static_cast<std::size_t>(y - first)];
      span.x_begin = std::min(span.x_begin, std::max(0, p.x + row.left));
      span.x_end = std::max(span.x_end, std::min(width, p.x + row.right + 1));
    }
  });
  std::erase_if(rows, [](const Span& span) { return span.x_begin >= span.x_end; });
  return rows;
}

std::vector<Span> rasterise(const PushEdit& edit, int width, int height) {
  if (edit.everywhere) return rasterise(RectEdit{{0, 0}, {width - 1, height - 1}, 0, {}}, width, height);
  return rasterise(StrokeEdit{edit.from, edit.to, edit.size, edit.shape, 0, {}}, width, height);
}

std::vector<Span> rasterise(const RectEdit& edit, int width, int height) {
  const int x_begin = std::max(0, std::min(edit.from.x, edit.to.x));
  const int x_end = std::min(width - 1, std::max(edit.from.x, edit.to.x)) + 1;
  const int y_begin = std::max(0, std::min(edit.from.y, edit.to.y));
  const int y_end = std::min(height - 1, std::max(edit.from.y, edit.to.y)) + 1;
  std::vector<Span> rows;
  if (x_begin >= x_end) return rows;
  for (int y = y_begin; y < y_end; ++y) rows.push_back({y, x_begin, x_end});
  return rows;
}

AmountEdit amount_stroke(const StrokeEdit& stroke, Plane plane, std::int32_t amount, int width, int height) {
  const std::vector<Span> spans = rasterise(stroke, width, height);
  AmountEdit edit{plane, {}, 0, 0, nullptr};
  if (spans.empty()) return edit;
  int x_begin = width, x_end = 0;
  for (const Span& span : spans) {
    x_begin = std::min(x_begin, span.x_begin);
    x_end = std::max(x_end, span.x_end);
  }
  edit.at = {x_begin, spans.front().y};
  edit.width = x_end - x_begin;
  edit.height = spans.back().y + 1 - edit.at.y;
  std::vector<std::int32_t> amounts(static_cast<std::size_t>(edit.width) * static_cast<std::size_t>(edit.height));
  for (const Span& span : spans) {
    const std::ptrdiff_t row = std::ptrdiff_t{span.y - edit.at.y} * edit.width - x_begin;
    std::fill(amounts.begin() + row + span.x_begin, amounts.begin() + row + span.x_end, amount);
  }
  edit.amounts = std::make_shared<const std::vector<std::int32_t>>(std::move(amounts));
  return edit;
}

AmountEdit soft_stroke(const StrokeEdit& stroke, Plane plane, std::int32_t amount, int width, int height) {
  const int size = std::clamp(stroke.size, kBrushSizeMin, kBrushSizeMax), low = -(size / 2), high = size - 1 + low;
  const CellPoint from = clamp_point(stroke.from), to = clamp_point(stroke.to);
  const int x_begin = std::clamp(std::min(from.x, to.x) + low, 0, width),
            x_end = std::clamp(std::max(from.x, to.x) + high + 1, 0, width);
  const int y_begin = std::clamp(std::min(from.y, to.y) + low, 0, height),
            y_end = std::clamp(std::max(from.y, to.y) + high + 1, 0, height);
  AmountEdit edit{plane, {x_begin, y_begin}, x_end - x_begin, y_end - y_begin, nullptr};
  if (edit.width <= 0 || edit.height <= 0) return {plane, {}, 0, 0, nullptr};

  std::vector<std::int64_t> weights(static_cast<std::size_t>(edit.width) * static_cast<std::size_t>(edit.height));
  // The points at which the brush adds its share: so close together that their sum is smooth.
  const int length = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
  const int steps = length / std::max(1, size / 8);
  for (int i = 0; i <= steps; ++i) {
    const auto part = [&](int a, int b) {
      return steps == 0 ? a : a + static_cast<int>(std::int64_t{b - a} * i / steps);
    };
    const CellPoint p{part(from.x, to.x), part(from.y, to.y)};
    for (int y = std::max(p.y + low, y_begin); y < std::min(p.y + high + 1, y_end); ++y) {
      std::int64_t* const row = &weights[static_cast<std::size_t>(y - y_begin) * static_cast<std::size_t>(edit.width)];
      for (int x = std::max(p.x + low, x_begin); x < std::min(p.x + high + 1, x_end); ++x) {
        row[x - x_begin] += soft_weight(x - p.x, y - p.y, size, stroke.shape);
      }
    }
  }
  const std::int64_t whole = std::int64_t{steps + 1} << 16;
  std::vector<std::int32_t> amounts(weights.size());
  std::ranges::transform(weights, amounts.begin(),
                         [&](std::int64_t weight) { return static_cast<std::int32_t>(weight * amount / whole); });
  edit.amounts = std::make_shared<const std::vector<std::int32_t>>(std::move(amounts));
  return edit;
}

int heading_of(int dx, int dy, int otherwise) {
  if (dx == 0 && dy == 0) return otherwise;
  // The directions halfway between headings 0 and 1, 1 and 2, ... of a quarter turn, as y / x in 2^-10.
  constexpr std::int64_t kHalfway[] = {204, 684, 1533, 5148};
  const std::int64_t x = std::abs(std::int64_t{dx}), y = std::abs(std::int64_t{dy});
  int heading = 0;
  while (heading < 4 && (y << 10) > kHalfway[heading] * x) ++heading;
  if (dx < 0) heading = kHeadingCount / 2 - heading;
  return dy < 0 ? (kHeadingCount - heading) % kHeadingCount : heading;
}

LooseTable loose_table(const Ruleset& ruleset) {
  LooseTable table;
  table.fill(Looseness::background);
  for (std::size_t i = 1; i < ruleset.elements.size() && i < table.size(); ++i) {
    const Element &e = ruleset.elements[i], &background = ruleset.elements.front();
    const bool rises = ruleset.dialect == Dialect::wxsand ? e.gravity < 0 : e.density_byte < background.density_byte;
    const bool moves = moves_through_background(ruleset, static_cast<std::uint8_t>(i));
    table[i] = !moves ? Looseness::fixed : rises ? Looseness::gas : e.liquid ? Looseness::liquid : Looseness::powder;
  }
  return table;
}

}  // namespace repose
