#include "automata/conserving/levelling.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace repose::conserving {

LevellingDraws::LevellingDraws(std::uint64_t seed, std::uint64_t step) {
  constexpr std::uint32_t kOrderSalt = 0x4f0, kCountSalt = 0x4f1;
  order_ = random_base(seed, static_cast<std::uint32_t>(step), kOrderSalt);
  count_ = random_base(seed, static_cast<std::uint32_t>(step), kCountSalt);
}

void level_surface(std::vector<OpenCell>& surface, std::uint8_t element, std::uint32_t share,
                   const LevellingDraws& draws, LevellingResult& result) {
  std::ranges::sort(surface, {}, [](const OpenCell& cell) { return std::tuple(cell.at.y, cell.order, cell.at.x); });
  const auto high = [&](std::size_t i) { return surface[i].at; };
  const auto low = [&](std::size_t i) { return surface[surface.size() - 1 - i].at; };
  std::size_t possible = 0;
  while (possible < surface.size() / 2 && high(possible).y + 2 <= low(possible).y) ++possible;
  if (possible == 0) return;
  result.is_level = false;
  const std::size_t count = draws.count(possible, share, high(0));
  for (std::size_t i = 0; i < count; ++i) {
    const CellPoint above_low = {low(i).x, low(i).y - 1};
    result.exchanges.push_back({high(i), above_low, element});
  }
}

namespace {

class PlainLevelling {
 public:
  PlainLevelling(const World& cells, const LevellingDraws& draws, bool wraps)
      : cells_(cells),
        draws_(draws),
        wraps_(wraps),
        sky_(connect([&](int x, int y) { return cells.cell(x, y) == 0; })) {}

  void level(std::uint8_t element, std::uint32_t share, LevellingResult& result) {
    find_held(element);
    const std::vector<int> body = connect([&](int x, int y) { return is_held(x, y); });
    std::map<std::pair<int, int>, std::vector<OpenCell>> surfaces;  // by body and sky
    for (int y = 0; y < cells_.height(); ++y) {
      for (int x = 0; x < cells_.width(); ++x) {
        if (!is_held(x, y)) continue;
        const int top = top_of_pile(x, y);
        if (!is_background(x, top - 1)) continue;
        surfaces[{body[index(x, y)], sky_[index(x, top - 1)]}].push_back({{x, top}, draws_.order({x, top})});
      }
    }
    for (auto& [of, surface] : surfaces) level_surface(surface, element, share, draws_, result);
  }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(cells_.width()) + static_cast<std::size_t>(x);
  }
  bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < cells_.width() && y < cells_.height(); }
  // Column x, or that on the other side if the world wraps.
  int column(int x) const { return wraps_ ? (x + cells_.width()) % cells_.width() : x; }
  bool is_held(int x, int y) const { return held_[index(x, y)]; }
  bool is_background(int x, int y) const { return contains(x, y) && cells_.cell(x, y) == 0; }
  // The two cells below this cell of background are background too: liquid that comes here falls.
  bool is_deep(int x, int y) const { return is_background(x, y) && is_background(x, y + 1) && is_background(x, y + 2); }

  // A stretch is as many neighbours of a row as possible that hold the element, or background that is not deep. Without
  // deep background beside it, it holds the liquid in it.
  void find_held(std::uint8_t element) {
    held_.assign(cells_.cell_count(), false);
    for (int y = 0; y < cells_.height(); ++y) {
      const auto belongs = [&](int x) {
        return cells_.cell(x, y) == element || (is_background(x, y) && !is_deep(x, y));
      };
      const int first = wraps_ ? first_stretch(belongs) : 0, row_end = first + cells_.width();
      for (int begin = first, end = 0; begin < row_end; begin = end + 1) {
        for (end = begin; end < row_end && belongs(column(end));) ++end;
        if (is_deep(column(begin - 1), y) || is_deep(column(end), y)) continue;
        for (int x = begin; x < end; ++x) held_[index(column(x), y)] = cells_.cell(column(x), y) == element;
      }
    }
  }

  // A column in which a stretch begins, or none is: a row that wraps is gone over from there.
  template <class Belongs>
  int first_stretch(const Belongs& belongs) const {
    for (int x = 0; x < cells_.width(); ++x) {
      if (!belongs(x)) return x;
    }
    return 0;
  }

  // The highest of the cells of the element that stand on a held cell, and are not held themselves.
  int top_of_pile(int x, int y) const {
    const auto stands = [&](int above) {
      return above >= 0 && cells_.cell(x, above) == cells_.cell(x, y) && !is_held(x, above);
    };
    int top = y;
    while (y - top < kPileMax && stands(top - 1)) --top;
    return top;
  }

  // Numbers the 4-connected sets of the cells that `belongs` accepts, from 1. Returns the number of each cell.
  template <class Belongs>
  std::vector<int> connect(const Belongs& belongs) const {
    std::vector<int> set_of(cells_.cell_count());
    std::vector<CellPoint> open;
    int count = 0;
    const auto take = [&](int to, int y) {
      const int x = column(to);
      if (!contains(x, y) || !belongs(x, y) || set_of[index(x, y)] != 0) return;
      set_of[index(x, y)] = count;
      open.push_back({x, y});
    };
    for (int y = 0; y < cells_.height(); ++y) {
      for (int x = 0; x < cells_.width(); ++x) {
        if (set_of[index(x, y)] != 0 || !belongs(x, y)) continue;
        ++count;
        take(x, y);
        while (!open.empty()) {
          const CellPoint p = open.back();
          open.pop_back();
          take(p.x, p.y - 1);
          take(p.x - 1, p.y);
          take(p.x + 1, p.y);
          take(p.x, p.y + 1);
        }
      }
    }
    return set_of;
  }

  const World& cells_;
  const LevellingDraws& draws_;
  bool wraps_;
  std::vector<int> sky_;    // the body of background of each cell
  std::vector<bool> held_;  // the held cells of the present element
};

}  // namespace

LevellingResult level_cells(const World& cells, const LevellingShares& shares, const LevellingDraws& draws,
                            bool wraps) {
  LevellingResult result;
  PlainLevelling levelling(cells, draws, wraps);
  for (std::size_t element = 1; element < shares.size(); ++element) {
    if (shares[element] == 0 || std::ranges::count(cells.cells(), element) == 0) continue;
    levelling.level(static_cast<std::uint8_t>(element), shares[element], result);
  }
  return result;
}

}  // namespace repose::conserving
