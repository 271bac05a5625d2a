// Method: cells are bits (bit_grid.hpp), and a column is worked off in blocks of 8 words, 512 cells. For a whole block
// at once it is decided which grains fall, sink, can slide and can dissolve something; then random numbers are drawn
// for those that need one, 16 at a time; then all moves are made as operations on words. The result is the same as that
// of visiting the cells one after another, because
// - a grain that does not sink or dissolve changes nothing in its own column but its own cell and the void below it;
//   its slide depends on other columns only, in its own row and the next, and changes only its own row. So slides of a
//   column that are decided together see what they would see one after another, from top to bottom;
// - a grain that dissolves reaches one cell further, from its cell after it fell or sank.
// So a visit can depend on an earlier visit in its own column only if its grain is one or two cells below a grain that
// sinks or dissolves. These few, the events, are visited one by one after all others of the block (visits.hpp).
// Its own slide must see what was in the next row before, so grains below it that may slide are visited alone too.
// A column in which nothing could move or dissolve is not searched again until a column in reach changes.
// Compiled anew for every kind of vector (Highway's foreach_target.h).
#include <algorithm>
#include <bit>
#include <cstdint>

#include "automata/fastsab/block_kernel.hpp"
#include "automata/fastsab/visits.hpp"

#if defined(REPOSE_FASTSAB_KERNEL_SWEEP) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_FASTSAB_KERNEL_SWEEP
#undef REPOSE_FASTSAB_KERNEL_SWEEP
#else
#define REPOSE_FASTSAB_KERNEL_SWEEP
#endif

#include "automata/fastsab/kernel_draws.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::fastsab::HWY_NAMESPACE {
namespace {

template <int P>
class Sweep {
 public:
  explicit Sweep(const SweepJob& job)
      : grid_(job.grid),
        rules_(job.rules),
        parameters_(job.parameters),
        visit_words_(job.seed, job.step),
        visits_(job.grid, job.substances, job.parameters),
        stride_(job.grid.stride()) {}

  void column(int x) {
    if ((grid_.column_marks(x) & BitGrid::kRestless) == 0) return;
    word_of_column_ = visit_words_.column(x);
    visits_.begin_column(word_of_column_);
    if (parameters_.voids_active) return visits_.visit_column(x);
    if (grid_.is_calm(x)) return grid_.process_active(x, 0, grid_.blocks());
    x_ = x;
    calm_ = true;
    for (int b = 0; b < grid_.blocks();) {
      const int begin = b++;
      if (grid_.awake(x, begin) == 0) continue;
      while (b < std::min(grid_.blocks(), begin + kRowsWords / kBlockWords) && grid_.awake(x, b) != 0) ++b;
      blocks(begin, b);
    }
    grid_.set_calm(x, calm_);
  }

 private:
  // The slides of one class of friction: of a block's cells, those that may have space, then those that go. Columns to
  // which they go: by the friction, or, if the draw shortens the slide, by one less.
  struct Slides {
    Rows room, left, right, left_shorter, right_shorter;
  };

  // The blocks `begin` to `end` - 1 of the column, at most kRowsWords words.
  void blocks(int begin, int end) {
    first_word_ = begin * kBlockWords;
    words_ = (end - begin) * kBlockWords;
    used_words_ = std::min(words_, grid_.words() - first_word_);
    cells_ = grid_.column(x_) + first_word_;
    if (!plan_down()) return;
    plan_slides();
    looks_ = parameters_.dissolving && plan_looks();
    if (!falls_any_ && !sinks_any_ && !slides_ && !looks_) return grid_.process_active(x_, begin, end);
    calm_ = false;
    draws_.draw(candidates_, used_words_, first_word_ * kWordCells, word_of_column_,
                {.slides = slides_, .sinks = sinks_any_, .looks = looks_}, last_hit_);
    find_events();
    slide();
    if (falls_any_) fall();
    for (int w = 0; has_events_ && w < used_words_; ++w) {
      for (std::uint64_t bits = events_[w]; bits != 0; bits &= bits - 1)
        visits_.visit(x_, (first_word_ + w) * kWordCells + std::countr_zero(bits));
    }
  }

  // Finds the grains that fall, and those that may sink. False if there is nothing to do.
  bool plan_down() {
    const std::uint64_t *voids = cells_ + P * stride_, *processed = voids + stride_, *active = processed + stride_;
    Words all_falls = hn::Zero(D()), all_sinks = hn::Zero(D()), some = hn::Zero(D());
    for (int i = 0; i < words_; i += kLanes) {
      Words grain = here(cells_ + i);
      for (int p = 1; p < P; ++p) grain = hn::Or(grain, here(cells_ + p * stride_ + i));
      const Words open = without(hn::And(grain, here(active + i)), here(processed + i));
      const Words able =
          without(hn::And(open, find<P, here>(rules_.falling, cells_ + i, stride_)), below(processed + i));
      const Words falls = hn::And(able, below(voids + i));
      Words sinks = hn::Zero(D());
      for (const StepRules::Sinking& sinking : rules_.sinkings) {
        const Words over = hn::And(able, find<P, below>(sinking.lower, cells_ + i, stride_));
        if (!is_zero(over)) sinks = hn::Or(sinks, hn::And(over, find<P, here>(sinking.upper, cells_ + i, stride_)));
      }
      open_.store(i, open);
      falls_.store(i, falls);
      sinks_.store(i, sinks);
      candidates_.store(i, sinks);
      all_falls = hn::Or(all_falls, falls);
      all_sinks = hn::Or(all_sinks, sinks);
      some = any(some, open, hn::And(grain, here(processed + i)));
    }
    falls_any_ = !is_zero(all_falls);
    sinks_any_ = !is_zero(all_sinks);
    return !is_zero(some);
  }

  // Finds the grains that may have a free cell to slide to.
  void plan_slides() {
    Words all = hn::Zero(D());
    for (std::size_t k = 0; k < rules_.sliders.size(); ++k) {
      const int columns = rules_.sliders[k].friction;
      Words some = hn::Zero(D());
      for (int i = 0; i < words_; i += kLanes) {
        Words room = hn::Or(free_at(-columns, i), free_at(columns, i));
        if (columns >= kShortenedFriction) room = any(room, free_at(1 - columns, i), free_at(columns - 1, i));
        room = hn::And(without(open_.at(i), falls_.at(i)),
                       hn::And(room, find<P, here>(rules_.sliders[k].elements, cells_ + i, stride_)));
        classes_[k].room.store(i, room);
        candidates_.store(i, hn::Or(candidates_.at(i), room));
        some = hn::Or(some, room);
      }
      sliding_[k] = !is_zero(some);
      all = hn::Or(all, some);
    }
    slides_ = !is_zero(all);
  }

  // Finds the cells from which a dissolver checks something that it dissolves, by the direction of the victim. That is
  // the cell below if the grain falls. A dissolver that something may have sunk past is taken for each direction.
  bool plan_looks() {
    bool found = false;
    last_hit_ = 0;
    for (const StepRules::Dissolving& dissolving : rules_.dissolvings) {
      Words all = hn::Zero(D());
      for (int i = 0; i < words_; i += kLanes) {
        const Words landing = falls_.above(i);
        const std::uint64_t* const processed = cells_ + (P + 1) * stride_ + i;
        const Words stays = hn::Or(without(here(processed + stride_), falls_.at(i)), here(processed));
        const Words self = hn::Or(hn::And(find<P, here>(dissolving.dissolvers, cells_ + i, stride_), stays),
                                  hn::And(find<P, above>(dissolving.dissolvers, cells_ + i, stride_), landing));
        self_.store(i, self);
        all = hn::Or(all, self);
      }
      if (is_zero(all)) continue;
      last_hit_ = std::max(last_hit_, dissolving.last_hit);
      for (int i = 0; i < words_; i += kLanes) look_around(dissolving.victims, i, !found);
      found = true;
    }
    if (!found) return false;
    Words all = hn::Zero(D());
    for (int i = 0; i < words_; i += kLanes) {
      const Words looks = any_look(i);
      candidates_.store(i, hn::Or(candidates_.at(i), looks));
      all = hn::Or(all, looks);
    }
    return !is_zero(all);
  }

  void look_around(const ElementSet& victims, int i, bool first) {
    const std::uint64_t* const cells = cells_ + i;
    const Words self = self_.at(i), unsure = hn::Or(sinks_.above(i), sinks_.two_above(i));
    // What is above has fallen away, or something has fallen there.
    const Words over = hn::Or(without(find<P, above>(victims, cells, stride_), falls_.above(i)), falls_.two_above(i));
    const Words dirs[] = {find<P, below>(victims, cells, stride_), over,
                          find<P, here>(victims, cells + (grid_.column(1) - grid_.column(0)), stride_),
                          find<P, here>(victims, cells - (grid_.column(1) - grid_.column(0)), stride_)};
    for (int k = 0; k < 4; ++k) {
      const Words found = hn::And(self, hn::Or(dirs[k], unsure));
      look_[k].store(i, first ? found : hn::Or(found, look_[k].at(i)));
    }
  }

  // Takes the events and what depends on them out of the other plans.
  void find_events() {
    has_events_ = false;
    Words some = hn::Zero(D());
    for (int i = 0; i < words_; i += kLanes) {
      const Words hits = looks_ ? hn::And(any_look(i), draws_.lucky().at(i)) : hn::Zero(D());
      hits_.store(i, hits);
      const Words sunk = sinks_any_ ? hn::And(sinks_.at(i), draws_.sinks().at(i)) : hn::Zero(D());
      sunk_.store(i, sunk);
      some = any(some, hits, sunk);
    }
    if (is_zero(some) && falls_[words_ - 1] >> 63 == 0) return;  // that one falls into the next block
    has_events_ = true;
    if (looks_) keep_true_hits();
    std::uint64_t before = 0, down_before = 0;  // of the word above
    for (int w = 0; w < used_words_; ++w) {
      const std::uint64_t sunk = sunk_[w], hits = hits_[w], falls = falls_[w];
      const std::uint64_t landing = falls << 1 | (w > 0 ? falls_[w - 1] >> 63 : 0);
      std::uint64_t own = sunk | (hits & ~landing) | (hits & landing) >> 1;
      // One that falls into the word below looks from there.
      if (w + 1 < words_ && falls >> 63 != 0) own |= hits_[w + 1] << 63;
      if (w + 1 == words_) own |= falls & std::uint64_t{1} << 63;
      const std::uint64_t down = own & (falls | sunk);
      events_[w] = own | (open_[w] & (own << 1 | before >> 63 | down << 2 | down_before >> 62));
      before = own;
      down_before = down;
    }
    if (slides_) add_followers();
    for (int w = 0; w < used_words_; ++w) {
      falls_[w] &= ~events_[w];
      open_[w] &= ~events_[w];
    }
  }

  // Keeps the hits that are lucky in the direction of a victim.
  void keep_true_hits() {
    for (int w = 0; w < used_words_; ++w) {
      for (std::uint64_t bits = hits_[w]; bits != 0; bits &= bits - 1) {
        const int i = std::countr_zero(bits);
        const std::uint32_t draws = look_word(VisitWords::of_row(word_of_column_, (first_word_ + w) * kWordCells + i));
        bool hits = false;
        for (int k = 0; k < 4; ++k) hits |= look_draw(draws, k) <= last_hit_ && (look_[k][w] >> i & 1) != 0;
        if (!hits) hits_[w] &= ~(std::uint64_t{1} << i);
      }
    }
  }

  Words any_look(int i) const { return any(look_[0].at(i), look_[1].at(i), look_[2].at(i), look_[3].at(i)); }

  // The grains that may slide below one that is visited alone.
  void add_followers() {
    std::uint64_t before = 0;  // of the word above
    for (int w = 0; w < used_words_; ++w) {
      std::uint64_t room = 0;
      for (std::size_t k = 0; k < rules_.sliders.size(); ++k) room |= sliding_[k] ? classes_[k].room[w] : 0;
      const std::uint64_t first = room & (events_[w] << 1 | before >> 63);
      events_[w] |= first | (room & (room ^ (room + first)));  // the carry goes through all grains that follow
      before = events_[w];
    }
  }

  // Decides all slides before it makes one, and marks the grains that cannot move.
  void slide() {
    for (int i = 0; i < words_; i += kLanes) {
      stuck_.store(i, without(open_.at(i), falls_.at(i)));
      moved_.store(i, hn::Zero(D()));
    }
    if (slides_) {
      for (std::size_t k = 0; k < rules_.sliders.size(); ++k) {
        for (int i = 0; sliding_[k] && i < words_; i += kLanes) decide(rules_.sliders[k].friction, classes_[k], i);
      }
      for (std::size_t k = 0; k < rules_.sliders.size(); ++k) {
        if (!sliding_[k]) continue;
        const int columns = rules_.sliders[k].friction;
        move(-columns, classes_[k].left);
        move(columns, classes_[k].right);
        if (columns < kShortenedFriction) continue;
        move(1 - columns, classes_[k].left_shorter);
        move(columns - 1, classes_[k].right_shorter);
      }
    }
    std::uint64_t *voids = cells_ + P * stride_, *processed = voids + stride_;
    for (int i = 0; i < words_; i += kLanes) {
      const Words moved = moved_.at(i);
      for (int p = 0; slides_ && p < P; ++p) {
        std::uint64_t* const plane = cells_ + p * stride_ + i;
        hn::Store(without(here(plane), moved), D(), plane);
      }
      hn::Store(hn::Or(here(voids + i), moved), D(), voids + i);
      hn::Store(any(here(processed + i), moved, stuck_.at(i)), D(), processed + i);
      mark_dirty(x_, i, moved);
    }
  }

  void decide(int columns, Slides& slides, int i) {
    const bool may_shorten = columns >= kShortenedFriction;
    const Words shorter = may_shorten ? draws_.shorter().at(i) : hn::Zero(D());
    const auto by_way = [&](auto at) HWY_ATTR {
      const Words full = at(columns);
      return may_shorten ? choose(shorter, at(columns - 1), full) : full;
    };
    const Words cells = hn::And(slides.room.at(i), open_.at(i));
    const Words way_left = by_way([&](int c) HWY_ATTR { return way(-1, c, i); });
    const Words way_right = by_way([&](int c) HWY_ATTR { return way(+1, c, i); });
    const Words left = hn::And(way_left, by_way([&](int c) HWY_ATTR { return free_at(-c, i); }));
    const Words right = hn::And(way_right, by_way([&](int c) HWY_ATTR { return free_at(c, i); }));
    const Words edge_left = by_way([&](int c) HWY_ATTR { return free_below(-c, i); });
    const Words edge_right = by_way([&](int c) HWY_ATTR { return free_below(c, i); });
    const Words drawn_left = draws_.left().at(i), drawn_right = draws_.right().at(i);
    const Words drawn = hn::Or(drawn_left, drawn_right);
    Words to_left = hn::And(left, hn::Or(drawn_left, without(drawn, right)));
    Words to_right = hn::And(right, hn::Or(drawn_right, without(drawn, left)));
    const Words edges_left = all_of(draws_.left_edge().at(i), right, edge_left);
    to_left = hn::Or(to_left, edges_left);
    to_right = without(to_right, edges_left);
    const Words edges_right = all_of(draws_.right_edge().at(i), left, edge_right);
    to_right = hn::Or(to_right, edges_right);
    to_left = without(to_left, edges_right);

    const Words able = hn::And(cells, hn::Or(left, right));
    stuck_.store(i, without(stuck_.at(i), able));
    to_left = all_of(to_left, able, hn::And(way_left, by_way([&](int c) HWY_ATTR { return void_at(-c, i); })));
    to_right = all_of(to_right, able, hn::And(way_right, by_way([&](int c) HWY_ATTR { return void_at(c, i); })));
    slides.left.store(i, without(to_left, shorter));
    slides.right.store(i, without(to_right, shorter));
    slides.left_shorter.store(i, hn::And(to_left, shorter));
    slides.right_shorter.store(i, hn::And(to_right, shorter));
  }

  const std::uint64_t* voids_at(int columns, int i) const { return grid_.voids(x_ + columns) + first_word_ + i; }
  Words void_at(int columns, int i) const { return here(voids_at(columns, i)); }
  Words free_at(int columns, int i) const {
    const std::uint64_t* const voids = voids_at(columns, i);
    return without(here(voids), here(voids + stride_));
  }
  Words free_below(int columns, int i) const {
    const std::uint64_t* const voids = voids_at(columns, i);
    return without(below(voids), below(voids + stride_));
  }
  // Where nothing is between a slide and its end.
  Words way(int side, int columns, int i) const {
    Words open = hn::Not(hn::Zero(D()));
    for (int c = 1; parameters_.free_way && c < columns; ++c) {
      const std::uint64_t* const cells = grid_.column(x_ + side * c) + first_word_ + i;
      open = hn::And(open, hn::Or(void_at(side * c, i), find<P, here>(rules_.liquids, cells, stride_)));
    }
    return open;
  }

  // Copies the grains to another column. They are removed from this one later.
  void move(int columns, const Rows& grains) {
    std::uint64_t* const target = grid_.column(x_ + columns) + first_word_;
    for (int i = 0; i < words_; i += kLanes) {
      const Words moved = grains.at(i);
      if (is_zero(moved)) continue;
      for (int p = 0; p < P; ++p) {
        std::uint64_t* const plane = target + p * stride_ + i;
        hn::Store(hn::Or(here(plane), hn::And(here(cells_ + p * stride_ + i), moved)), D(), plane);
      }
      std::uint64_t *const voids = target + P * stride_ + i, *const processed = voids + stride_;
      hn::Store(without(here(voids), moved), D(), voids);
      hn::Store(hn::Or(here(processed), moved), D(), processed);
      moved_.store(i, hn::Or(moved_.at(i), moved));
      grid_.mark_awake(x_ + columns, (first_word_ + i) / kBlockWords, mark_dirty(x_ + columns, i, moved));
    }
  }

  void fall() {
    std::uint64_t *voids = cells_ + P * stride_, *processed = voids + stride_;
    for (std::uint64_t* plane = cells_; plane != voids; plane += stride_) {
      for (int i = words_ - kLanes; i >= 0; i -= kLanes) {  // upwards, because a word gets bits of the one above
        const Words fallen = hn::And(above(plane + i), falls_.above(i));
        hn::Store(hn::Or(without(here(plane + i), falls_.at(i)), fallen), D(), plane + i);
      }
    }
    for (int i = 0; i < words_; i += kLanes) {
      const Words falls = falls_.at(i), landing = falls_.above(i);
      hn::Store(without(hn::Or(here(voids + i), falls), landing), D(), voids + i);
      hn::Store(any(here(processed + i), falls, landing), D(), processed + i);
      mark_dirty(x_, i, hn::Or(falls, landing));
    }
  }

  std::uint8_t mark_dirty(int x, int i, Words changed) {
    const auto lanes = static_cast<std::uint8_t>(used_lanes(changed) << (i % kBlockWords));
    grid_.mark_dirty(x, (first_word_ + i) / kBlockWords, lanes);
    return lanes;
  }

  BitGrid& grid_;
  const StepRules& rules_;
  const Parameters& parameters_;
  VisitWords visit_words_;
  Visits visits_;
  int stride_;

  int x_ = 0;
  int first_word_ = 0, words_ = 0;  // of whole blocks
  int used_words_ = 0;              // without those below the world
  std::uint32_t word_of_column_ = 0, last_hit_ = 0;
  std::uint64_t* cells_ = nullptr;
  bool calm_ = true, falls_any_ = false, sinks_any_ = false, slides_ = false, looks_ = false, has_events_ = false;
  // Active grains that have not moved; of these, those that fall and those that may sink, events included or not.
  Rows open_, falls_, sinks_;
  Rows candidates_, self_, hits_, sunk_, events_, stuck_, moved_;
  Rows look_[4];  // by the direction of kNeighbours
  Slides classes_[kLiquidFriction];
  bool sliding_[kLiquidFriction] = {};
  Draws draws_;
};

}  // namespace
}  // namespace repose::fastsab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
