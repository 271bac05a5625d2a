// Most of a step's work is done for 64 cells of a column at a time: grains that only fall, and grains that cannot move.
// The result is the same as that of visiting them one after another, because
// - a grain that does not sink or dissolve changes nothing in its own column but its own cell and the void below it;
// its
//   slide depends on other columns only, in its own row and the next, which the visits to other cells of its column do
//   not change;
// - a grain that dissolves reaches one cell further, from its cell after it fell or sank.
// So a visit can depend on an earlier visit in its own column only if its grain is one or two cells below a grain that
// sinks or dissolves. Such grains, those that sink or dissolve, and those that have room to slide are visited one by
// one.
#include "automata/fastsab/sweep.hpp"

#include <algorithm>
#include <bit>

namespace repose::fastsab {
namespace {

class Sweep {
 public:
  Sweep(ColumnGrid& grid, const Substances& substances, const Parameters& parameters, const SweepOrder& order)
      : grid_(grid), substances_(substances), parameters_(parameters), words_(order.seed, order.step) {}

  void visit_column(int x) {
    word_of_column_ = words_.column(x);
    if (parameters_.voids_active) return visit_one_by_one(x);
    for (int i = 0; i < grid_.summary_words(); ++i) {
      for (std::uint64_t bits = grid_.visited.column(x)[i]; bits != 0; bits &= bits - 1) {
        visit_cells(x, i * kWordCells + std::countr_zero(bits));
      }
    }
  }

 private:
  // What to do with the active cells of a word.
  struct Plan {
    std::uint64_t falls = 0, stuck = 0;    // all at once
    std::uint64_t slides = 0, events = 0;  // one by one
  };

  // Void cells that take part keep grains out of themselves, so no two visits of a column are independent.
  void visit_one_by_one(int x) {
    for (int w = 0; w < grid_.words(); ++w) {
      const std::uint64_t* active = grid_.active.column(x) + w;
      for (std::uint64_t bits = *active, rest = ~std::uint64_t{0}; bits != 0; bits = *active & rest) {
        const int i = std::countr_zero(bits);
        rest = ~std::uint64_t{1} << i;  // visits change the flags of cells further down
        visit(x, w * kWordCells + i);
      }
    }
  }

  void visit_cells(int x, int w) {
    const Plan plan = make_plan(x, w);
    grid_.processed.column(x)[w] |= plan.stuck;
    if (plan.falls != 0) let_fall(x, w, plan.falls);
    for (std::uint64_t bits = plan.slides | plan.events; bits != 0; bits &= bits - 1) {
      const int i = std::countr_zero(bits), y = w * kWordCells + i;
      if ((plan.events >> i & 1) != 0) {
        visit(x, y);
      } else {
        slide(x, y);
      }
    }
  }

  Plan make_plan(int x, int w) {
    const std::uint64_t *voids = grid_.voids.column(x) + w, *processed = grid_.processed.column(x) + w;
    const std::uint64_t active = grid_.active.column(x)[w] & ~*voids;
    const std::uint64_t open = active & ~*processed;
    const Facts& facts = grid_.facts(x, w);
    const std::uint64_t below_processed = from_below(processed), below_void = from_below(voids);
    const std::uint64_t falls = open & facts.falls() & below_void & ~below_processed;
    const std::uint64_t sinks = open & grid_.sinks.column(x)[w] & ~below_void & ~below_processed;
    std::uint64_t looks = active & *processed;  // has slid here from an earlier column, and checks its neighbours again
    if (parameters_.dissolving) looks |= open & facts.dissolver & may_look(x, w, falls, sinks);
    looks = lucky(x, w, looks, falls);

    const std::uint64_t eventful = sinks | looks;
    const std::uint64_t goes_down = eventful & (falls | sinks);
    Plan plan;
    plan.events = eventful | (open & ((eventful << 1) | (goes_down << 2)));
    plan.falls = falls & ~plan.events;
    const std::uint64_t rest = open & ~plan.events & ~falls;
    plan.slides = rest != 0 ? with_room(x, w, rest) : 0;
    plan.stuck = rest & ~plan.slides;
    return plan;
  }

  // The dissolvers whose draw is good enough for some victim. They are few: the others cannot dissolve anything in this
  // step.
  std::uint64_t lucky(int x, int w, std::uint64_t dissolvers, std::uint64_t falls) const {
    std::uint64_t found = 0;
    for (std::uint64_t bits = dissolvers; bits != 0; bits &= bits - 1) {
      const int i = std::countr_zero(bits), y = w * kWordCells + i;
      const auto falling = static_cast<int>(falls >> i & 1);  // checks the neighbours of the cell into which it falls
      const std::uint32_t draws = look_word(word(y + falling));
      const std::uint32_t best = std::min({draws, look_draw(draws, 1), look_draw(draws, 2), look_draw(draws, 3)});
      found |= std::uint64_t{best <= substances_.last_hit(element(x, y))} << i;
    }
    return found;
  }

  // Dissolvers that had something to dissolve beside them, or may have now because it has moved there.
  std::uint64_t may_look(int x, int w, std::uint64_t falls, std::uint64_t sinks) {
    const std::uint64_t* came = grid_.victims_came.column(x) + w;
    const std::uint64_t about_to = (falls << 1) | sinks | (sinks << 1);
    return grid_.looks.column(x)[w] | falls | grid_.victims_came.column(x - 1)[w] |
           grid_.victims_came.column(x + 1)[w] | from_above(came) | from_below(came) | (about_to << 1) |
           (about_to >> 1);
  }

  // Those of the cells that may have a free cell to slide to.
  std::uint64_t with_room(int x, int w, std::uint64_t cells) {
    const auto free = [&](int column) { return grid_.voids.column(column)[w] & ~grid_.processed.column(column)[w]; };
    const Facts& facts = grid_.facts(x, w);
    std::uint64_t found = 0;
    for (int friction : substances_.frictions()) {
      const std::uint64_t these = cells & facts.with_friction(friction);
      if (these == 0) continue;
      std::uint64_t room = free(x - friction) | free(x + friction);
      if (friction >= kShortenedFriction) room |= free(x - friction + 1) | free(x + friction - 1);
      found |= these & room;
    }
    return found;
  }

  void let_fall(int x, int w, std::uint64_t falls) {
    std::uint64_t *voids = grid_.voids.column(x) + w, *processed = grid_.processed.column(x) + w;
    const std::uint64_t over = falls >> 63;  // the bit that falls into the word below
    voids[0] = (voids[0] | falls) & ~(falls << 1);
    voids[1] &= ~over;
    processed[0] |= falls | (falls << 1);
    processed[1] |= over;
    const std::uint64_t victims = falls & grid_.victims.column(x)[w];
    grid_.victims_came.column(x)[w] |= victims << 1;
    grid_.victims_came.column(x)[w + 1] |= victims >> 63;
    std::uint8_t *cells = grid_.cells.column(x) + w * kWordCells, *traits = grid_.traits.column(x) + w * kWordCells;
    for (std::uint64_t bits = falls; bits != 0; bits &= bits - 1) {
      const int i = std::countr_zero(bits);
      cells[i + 1] = cells[i];
      cells[i] = 0;
      traits[i + 1] = traits[i];
      traits[i] = 0;
    }
    grid_.active.column(x)[w] &= ~falls;
    grid_.dirty.set(x, w);
    if (over != 0) grid_.dirty.set(x, w + 1);
  }

  void visit(int x, int y) {
    if (grid_.voids.has(x, y)) return visit_void(x, y);
    const bool processed = grid_.processed.has(x, y);
    if (!processed && substances_.at(element(x, y)).falls && !grid_.processed.has(x, y + 1)) {
      if (grid_.voids.has(x, y + 1)) {
        move_to_void(x, y, x, y + 1);
        return look(x, y + 1);  // its next visit, one cell below
      }
      if (substances_.sinks_into(element(x, y), element(x, y + 1)) && one_in(kSinkOneIn, sink_draw(word(y)))) {
        sink(x, y);
        look(x, y);
        return look(x, y + 1);
      }
    }
    look(x, y);
    if (!processed) slide(x, y);
  }

  void visit_void(int x, int y) {
    if (!parameters_.voids_active || grid_.processed.has(x, y)) return;
    grid_.processed.set(x, y);
    if (!is_free(x, y + 1)) return;
    grid_.processed.set(x, y + 1);
    grid_.visited.set(x, (y + 1) / kWordCells);  // so that the flag is cleared with the others of its word
  }

  std::uint8_t element(int x, int y) const { return grid_.cells.column(x)[y]; }
  std::uint32_t word(int y) const { return VisitWords::of_row(word_of_column_, y); }
  bool is_free(int x, int y) const {
    return (grid_.voids.column(x)[y / kWordCells] & ~grid_.processed.column(x)[y / kWordCells] & bit_of(y)) != 0;
  }

  void move_to_void(int x, int y, int nx, int ny) {
    const std::uint8_t trait = grid_.traits.column(x)[y];
    if ((trait & kVictimTrait) != 0) grid_.victims_came.set(nx, ny);
    grid_.put(nx, ny, element(x, y), trait);
    grid_.put(x, y, 0, 0);
    grid_.processed.set(x, y);
    grid_.processed.set(nx, ny);
    grid_.active.clear(x, y);
  }

  void sink(int x, int y) {
    const std::uint8_t upper = element(x, y), upper_trait = grid_.traits.column(x)[y];
    grid_.put(x, y, element(x, y + 1), grid_.traits.column(x)[y + 1]);
    grid_.put(x, y + 1, upper, upper_trait);
    grid_.processed.set(x, y);
    grid_.processed.set(x, y + 1);
    grid_.victims_came.set(x, y);
    grid_.victims_came.set(x, y + 1);
    grid_.active.clear(x, y + 1);  // has been visited at once with the others
  }

  void look(int x, int y) {
    if (!parameters_.dissolving || (grid_.traits.column(x)[y] & kDissolverTrait) == 0) return;
    const std::uint8_t self = element(x, y);
    const std::uint32_t draws = look_word(word(y));
    unsigned hits = 0;  // few; gathered without a branch
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t odds = substances_.dissolve(self, element(x + kNeighbours[i].dx, y + kNeighbours[i].dy));
      hits |= static_cast<unsigned>((odds != 0) & (below(look_draw(draws, i), odds) == 0)) << i;
    }
    for (; hits != 0; hits &= hits - 1) {
      const Offset& to = kNeighbours[std::countr_zero(hits)];
      grid_.put(x + to.dx, y + to.dy, 0, 0);
      if (!parameters_.voids_active) grid_.active.clear(x + to.dx, y + to.dy);
    }
  }

  void slide(int x, int y) {
    const int friction = grid_.traits.column(x)[y] & kFrictionTrait;
    if (friction == kNeverFalls) return grid_.processed.set(x, y);
    const SlideDraw draw = draw_slide(word(y));
    const int columns = friction - (friction >= kShortenedFriction && draw.shorter ? 1 : 0);
    const bool left = is_free(x - columns, y) && is_way_open(x, y, -columns);
    const bool right = is_free(x + columns, y) && is_way_open(x, y, columns);
    if (!left && !right) return grid_.processed.set(x, y);
    int side = draw.side;
    if (side != 0) side = left && right ? side : left ? -1 : +1;
    if (draw.left_edge && right && is_free(x - columns, y + 1)) side = -1;
    if (draw.right_edge && left && is_free(x + columns, y + 1)) side = +1;
    if (side == 0) return;
    const int nx = x + side * columns;
    if (!grid_.voids.has(nx, y) || !is_way_open(x, y, side * columns)) return;
    move_to_void(x, y, nx, y);
    if ((grid_.traits.column(nx)[y] & kDissolverTrait) !=
        0) {  // if the scan has not been there yet, it checks its neighbours again
      grid_.active.set(nx, y);
      grid_.visited.set(nx, y / kWordCells);
    }
  }

  bool is_way_open(int x, int y, int columns) const {
    if (!parameters_.free_way) return true;
    const int side = columns < 0 ? -1 : +1;
    for (int nx = x + side; nx != x + columns; nx += side) {
      if (!grid_.voids.has(nx, y) && !substances_.at(element(nx, y)).liquid) return false;
    }
    return true;
  }

  ColumnGrid& grid_;
  const Substances& substances_;
  const Parameters& parameters_;
  VisitWords words_;
  std::uint32_t word_of_column_ = 0;
};

}  // namespace

void sweep(ColumnGrid& grid, const Substances& substances, const Parameters& parameters, const SweepOrder& order) {
  Sweep sweep(grid, substances, parameters, order);
  for (int i = 0; i < grid.width(); ++i) sweep.visit_column(order.from_right ? grid.width() - 1 - i : i);
}

}  // namespace repose::fastsab
