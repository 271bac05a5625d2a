#include "automata/elements/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "automata/elements/elements.hpp"

namespace repose::elements {

namespace {

constexpr bool is_border(int x, int y, int width, int height) {
  return x <= 0 || y <= 0 || x >= width - 1 || y >= height - 1;
}

int item_left(const Stamp& stamp) { return stamp.x - stamp.item->width / 2; }
int item_top(const Stamp& stamp) { return stamp.y - stamp.item->height / 2; }

void draw_disc(const Stamp& stamp, int width, int height, const Fill& fill) {
  const std::int64_t radius = stamp.radius;
  const auto x_begin = static_cast<int>(std::max<std::int64_t>(1, stamp.x - radius));
  const auto x_end = static_cast<int>(std::min<std::int64_t>(width - 1, stamp.x + radius + 1));
  for (int x = x_begin; x < x_end; ++x) {
    const std::int64_t reach = disc_reach(radius, x - stamp.x);
    const auto y_begin = static_cast<int>(std::max<std::int64_t>(1, stamp.y - reach));
    const auto y_end = static_cast<int>(std::min<std::int64_t>(height - 1, stamp.y + reach + 1));
    for (int y = y_begin; y < y_end; ++y) fill(x, y, stamp.element);
  }
}

void draw_item(const Stamp& stamp, int width, int height, const Fill& fill) {
  const Item& item = *stamp.item;
  for (int row = 0; row < item.height; ++row) {
    for (int column = 0; column < item.width; ++column) {
      const int x = item_left(stamp) + column, y = item_top(stamp) + row;
      const std::uint8_t element = item.cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(item.width) +
                                              static_cast<std::size_t>(column)];
      if (element != kItemKeeps && !is_border(x, y, width, height)) fill(x, y, element);
    }
  }
}

}  // namespace

// The largest n with n - 1/2 <= sqrt(radius^2 - dx^2), computed without a root, whose rounding could differ.
std::int64_t disc_reach(std::int64_t radius, std::int64_t dx) {
  const std::int64_t square = radius * radius - dx * dx;
  auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  const auto too_far = [square](std::int64_t n) { return n * (n - 1) >= square; };
  while (reach > 0 && too_far(reach)) --reach;
  while (!too_far(reach + 1)) ++reach;
  return reach;
}

bool Stamp::covers(int px, int py) const {
  if (item != nullptr) {
    const int column = px - item_left(*this), row = py - item_top(*this);
    return column >= 0 && row >= 0 && column < item->width && row < item->height;
  }
  const std::int64_t dx = std::abs(std::int64_t{px} - x), dy = std::abs(std::int64_t{py} - y);
  return dx <= radius && dy <= disc_reach(radius, dx);
}

void draw_stamp(const Stamp& stamp, int width, int height, const Fill& fill) {
  const Fill spare = [&](int x, int y, std::uint8_t element) {
    const Stamp::Point place{x, y};
    if (place != stamp.spared[0] && place != stamp.spared[1]) fill(x, y, element);
  };
  if (stamp.item != nullptr) {
    draw_item(stamp, width, height, spare);
  } else {
    draw_disc(stamp, width, height, spare);
  }
}

void draw_stamps(std::vector<Stamp>& stamps, int width, int height, const Fill& fill) {
  const auto order = [](const Stamp& stamp) { return std::pair(stamp.key, stamp.block); };
  std::ranges::sort(stamps, {}, order);
  for (auto stamp = stamps.begin(); stamp != stamps.end(); ++stamp) {
    const auto voids = [&](const Stamp& higher) {
      return higher.key > stamp->key && higher.covers(stamp->x, stamp->y);
    };
    if (std::any_of(stamp + 1, stamps.end(), voids)) continue;
    draw_stamp(*stamp, width, height, fill);
  }
}

}  // namespace repose::elements
