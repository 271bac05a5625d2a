// The conserving automaton in plain loops: the solver, which blast a cell belongs to, and levelling. The specification
// of a step is scalar_step.hpp.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

#include "automata/conserving/bursts.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving/scalar_step.hpp"
#include "automata/step_timer.hpp"
#include "core/edited_cells.hpp"
#include "core/ledger.hpp"

namespace repose::conserving {
namespace {

using Cell = std::uint8_t;

class ScalarSolver final : public Solver {
 public:
  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    rules_ = Rules(ruleset);
    loose_ = loose_table(ruleset);
    return {};
  }

  Status upload(const World& world) override {
    cells_ = World(world.width(), world.height());
    for (std::size_t i = 0; i < world.cell_count(); ++i) cells_.cells()[i] = rules_.admit(world.cells()[i]);
    stats_ = {};
    left_.forget();
    generation_ = next_view_generation();
    keep_ledger(book_.is_kept());
    activity_.begin_again(cells_.width(), cells_.height());
    return {};
  }

  void apply(const Edit& edit) override {
    if (const auto* pushed = std::get_if<PushEdit>(&edit)) push(*pushed);
    for_each_edited(edit, cells_.width(), cells_.height(), [this](int x, int y, const EditedCell& edited) {
      Cell& cell = cells_.cell(x, y);
      if (!edited.changes(cell)) return;
      book_.events().paint(cell, rules_.admit(edited.element));
      cell = rules_.admit(edited.element);
    });
    generation_ = next_view_generation();
  }

  void step(const StepSpan& span) override {
    const StepTimer timer(stats_, span.count);
    if (activity_.is_kept()) {
      take_steps(span, ActivityWatch(book_, activity_));
    } else {
      take_steps(span, LedgerWatch(book_));
    }
    generation_ = next_view_generation();
  }

  void download(World& world) const override { world = cells_; }

  SolverStats stats() const override {
    SolverStats stats = stats_;
    stats.cell_count = stats.active_cells = cells_.cell_count();
    stats.left_cells = left_.total();
    return stats;
  }

  std::span<const std::uint64_t> left_by_element() const override {
    return left_.by_element(parameters_.borders(), rules_.element_count());
  }

  CellView view() const override {
    const auto stride = static_cast<std::size_t>(cells_.width());
    const MemoryCells shown{.cells = {cells_.cells().data(), stride}};
    return {cells_.width(), cells_.height(), generation_, shown, activity_.view()};
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override { return parameters_.set(name, value); }

  bool keep_ledger(bool keep) override {
    if (keep) {
      book_.begin(count_elements(cells_.cells()));
    } else {
      book_.end();
    }
    return true;
  }
  std::optional<Ledger> ledger() const override {
    return book_.close(count_elements(cells_.cells()), rules_.element_count());
  }

  bool keep_activity(bool on) override { return activity_.keep(on, cells_.width(), cells_.height()); }

 private:
  void push(const PushEdit& edit) {
    const int width = cells_.width(), height = cells_.height();
    const auto element_at = [this](int x, int y) { return cells_.cell(x, y); };
    for_each_pushed(edit, loose_, {0, 0, width, height}, width, height, element_at, [this](CellPoint a, CellPoint b) {
      Cell &first = cells_.cell(a.x, a.y), &second = cells_.cell(b.x, b.y);
      book_.events().trade(first, second);
      if (activity_.is_kept()) activity_.trade(a, b, first, second);
      std::swap(first, second);
    });
  }

  template <class Watch>
  void take_steps(const StepSpan& span, Watch watch) {
    ScalarStep<Watch> once(rules_, parameters_.passes(), parameters_.borders(), cells_, {0, 0},
                           {cells_.width(), parameters_.borders().wraps}, watch);
    for (std::uint64_t k = 0; k < span.count; ++k) {
      activity_.pass(1);
      const std::uint64_t number = span.first_step + k;
      once.run(StepDraws(span.seed, number, parameters_.passes()), BurstDraws(span.seed, number));
      if (parameters_.levels_after(number)) once.level(LevellingDraws(span.seed, number));
    }
    left_ += once.left_cells();
  }

  Rules rules_;
  LooseTable loose_{};
  Parameters parameters_;
  World cells_;
  LeftCells left_;
  LedgerBook book_;
  ActivityMap activity_;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
};

}  // namespace

std::unique_ptr<Solver> make_scalar_solver() { return std::make_unique<ScalarSolver>(); }

BurstDraws::BurstDraws(std::uint64_t seed, std::uint64_t step) {
  constexpr std::uint32_t kBurstSalt = 0x40b, kOrderSalt = 0x40c, kResistSalt = 0x40d, kThrowSalt = 0x40e;
  const auto now = static_cast<std::uint32_t>(step);
  bases_ = {random_base(seed, now, kBurstSalt), random_base(seed, now, kOrderSalt), random_base(seed, now, kResistSalt),
            random_base(seed, now, kThrowSalt)};
}

BlastClaims::BlastClaims(const std::vector<Blast>& blasts, int left, int top, int right, int bottom, bool wraps)
    : blasts_(blasts), width_(right - left), wraps_(wraps) {
  for (std::size_t i = 0; i < blasts.size(); ++i) claim(static_cast<std::int32_t>(i), left, top, right, bottom);
}

bool BlastClaims::goes_before(const Blast& a, const Blast& b, CellPoint cell) const {
  const auto key = [&](const Blast& blast) {
    const int dx = wraps_ ? across(blast, cell.x) : cell.x - blast.at.x, dy = cell.y - blast.at.y,
              distance = dx * dx + dy * dy;
    return std::tuple(distance > blast.radius * blast.radius, distance, blast.order, blast.at.y, blast.at.x);
  };
  return key(a) < key(b);
}

void BlastClaims::claim(std::int32_t index, int left, int top, int right, int bottom) {
  const Blast& blast = blasts_[static_cast<std::size_t>(index)];
  const int reach = blast.radius + kThrowReach;
  for (int y = std::max(top, blast.at.y - reach); y < std::min(bottom, blast.at.y + reach + 1); ++y) {
    for (int dx = -reach; dx <= reach; ++dx) {
      const int dy = y - blast.at.y;
      if (dx * dx + dy * dy > reach * reach) continue;
      int x = blast.at.x + dx;
      if (wraps_) {
        x = (x % width_ + width_) % width_;
        if (across(blast, x) != dx) continue;  // there is a shorter path
      }
      if (x < left || x >= right) continue;
      const auto [it, is_new] = tiles_.try_emplace(y / kChunkHeight * kTilesAcross + x / kChunkWidth);
      if (is_new) it->second.fill(-1);
      std::int32_t& owner = it->second[static_cast<std::size_t>(y % kChunkHeight * kChunkWidth + x % kChunkWidth)];
      if (owner < 0 || goes_before(blast, blasts_[static_cast<std::size_t>(owner)], {x, y})) owner = index;
    }
  }
}

std::uint32_t throw_chance(int dx, int dy, bool sideways) {
  const auto along = static_cast<std::uint32_t>(std::abs(sideways ? dx : dy));
  const auto across = static_cast<std::uint32_t>(std::abs(sideways ? dy : dx));
  return along >= across ? kCertain : along * kCertain / across;
}

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
