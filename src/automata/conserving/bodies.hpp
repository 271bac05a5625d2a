// Bodies of the conserving automaton: pieces of structures that have come loose (survey.hpp). All cells of a body fall
// together, straight down; what it displaces comes up in the same column. The specification, which the scalar and the
// cpu backend share; shaders/conserving/bodies.glsl is the other one.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "automata/conserving/survey.hpp"
#include "automata/step_watch.hpp"
#include "repose/edit.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// What the bodies of a step need to know of its world. `Cells`: cells(x, y) is a cell, to be changed. `Changed`:
// changed(point) is told which cells have changed.
template <class Cells, class Changed>
struct BodyWorld {
  const Rules& rules;
  Borders borders;
  int width, height;
  Cells cells;
  Changed changed;
};
template <class Cells, class Changed>
BodyWorld(const Rules&, Borders, int, int, Cells, Changed) -> BodyWorld<Cells, Changed>;

class Bodies {
 public:
  // Takes over Plane::bodies of a world, if it has one.
  void upload(const World& world) {
    width_ = world.width();
    height_ = world.height();
    const auto plane = world.bytes(Plane::bodies);
    marks_.assign(plane.begin(), plane.end());
    box_ = {0, 0, width_, height_};
    if (std::ranges::all_of(marks_, [](std::uint8_t mark) { return mark == 0; })) marks_.clear();
  }
  // Adds Plane::bodies to the world, unless it is all zeros.
  void download(World& world) const {
    if (std::ranges::all_of(marks_, [](std::uint8_t mark) { return mark == 0; })) return;
    world.add(Plane::bodies);
    std::ranges::copy(marks_, world.bytes(Plane::bodies).begin());
  }
  bool any() const { return !marks_.empty(); }
  void forget() { marks_.clear(); }

  // Does what a survey has found. Exchanges and crumbs act where the cells still are what they were; cells of
  // structures become parts of bodies.
  template <class Site, class Watch>
  void act(const std::vector<std::uint8_t>& survey, const Site& site, Watch& watch) {
    for (const Exchange& exchange : find_exchanges(survey, width_)) {
      std::uint8_t &from = site.cells(exchange.from.x, exchange.from.y), &to = site.cells(exchange.to.x, exchange.to.y);
      if (!site.rules.strides(from) || !site.rules.is_open(from, to)) continue;
      watch.trade(exchange.from, exchange.to, from, to, Cause::density);
      std::swap(from, to);
      site.changed(exchange.from);
      site.changed(exchange.to);
    }
    std::size_t i = 0;
    for (int y = 0; y < height_ && !survey.empty(); ++y) {
      for (int x = 0; x < width_; ++x, ++i) {
        if (survey[i] == 0 || survey[i] >= kTakes) continue;
        std::uint8_t& cell = site.cells(x, y);
        if (!site.rules.is_structure(cell)) continue;
        if (survey[i] == kCrumbles) {
          become_rubble({x, y}, cell, site, watch);
        } else {
          put(x, y, survey[i]);
          site.changed({x, y});
        }
      }
    }
  }

  // Bodies fall up to kFallRows rows. Adds what leaves over an open lower side to `left`.
  template <class Site, class Watch>
  void fall(const Site& site, Watch& watch, LeftCells& left) {
    for (int row = 0; row < kFallRows && any(); ++row) {
      find_outcomes(site);
      if (any()) move(site, watch, left, row > 0);
    }
  }

 private:
  // What the cells of a body have below them; the worst one decides for all. A set of bodies, by number, for each.
  enum Below : std::uint8_t {
    kHits,     // firm ground: it lands, and may break
    kTouches,  // another body, or a liquid on which it floats: it lands whole
    kWaits,    // powder that is about to fall
    kSlows,    // something else that is not background: it falls one row a step
    kBelowCount
  };

  std::uint8_t& mark(int x, int y) {
    return marks_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  }
  // The first column from x on, in a row of the box, with a cell of a body; the end of the box if there is none.
  int next_mark(const CellBox& box, int x, int y) {
    const int end = box.x + box.width;
    for (std::uint64_t bytes = 0; x + 8 <= end; x += 8) {
      std::memcpy(&bytes, &mark(x, y), sizeof bytes);
      if (bytes != 0) break;
    }
    while (x < end && mark(x, y) == 0) ++x;
    return x;
  }
  void put(int x, int y, std::uint8_t byte) {
    if (marks_.empty()) {
      marks_.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
      box_ = {};
    }
    mark(x, y) = byte;
    take_in(box_, x, y);
  }

  // Fills below_. Clears bytes of cells that are no structure, and takes box_ in to the bodies.
  template <class Site>
  void find_outcomes(const Site& site) {
    below_ = {};
    const CellBox before = std::exchange(box_, {});
    for (int y = before.y; y < before.y + before.height; ++y) {
      for (int x = next_mark(before, before.x, y); x < before.x + before.width; x = next_mark(before, x + 1, y)) {
        std::uint8_t& own = mark(x, y);
        if (!site.rules.is_structure(site.cells(x, y))) {
          own = 0;
          continue;
        }
        take_in(box_, x, y);
        note_below(site, x, y, static_cast<std::uint8_t>(own & kBodyNumber));
      }
    }
    if (box_.width == 0) marks_.clear();
  }

  template <class Site>
  void note_below(const Site& site, int x, int y, std::uint8_t number) {
    const auto note = [&](Below what) { below_[what] |= 1u << number; };
    if (y + 1 == height_) {
      if (!site.borders.bottom_open) note(kHits);
      return;
    }
    const std::uint8_t lower = site.cells(x, y + 1);
    if (lower == 0) return;
    const auto body_at = [&](int row) { return mark(x, row) & kBodyNumber; };
    if (site.rules.is_structure(lower)) {
      if (body_at(y + 1) != number) note(body_at(y + 1) == 0 ? kHits : kTouches);
    } else if (site.rules.is_powder(lower)) {
      const PowderGround ground = ground_of_powder(site.rules, site.cells, x, y + 1, height_, site.borders.bottom_open);
      switch (ground.kind) {
        case PowderGround::Kind::firm: return note(kHits);
        case PowderGround::Kind::none: return note(kWaits);
        case PowderGround::Kind::flows: return note(kSlows);
        case PowderGround::Kind::structure:
          note(body_at(ground.y) == number ? kSlows : body_at(ground.y) == 0 ? kHits : kWaits);
      }
    } else if (site.rules.is_fixed(lower)) {
      note(kHits);
    } else {
      note(kSlows);
      if (site.rules.is_liquid(lower) && site.rules.floats(site.cells(x, y))) note(kTouches);
    }
  }

  // From the lowest row up, so that what a body displaces rises through it.
  template <class Site, class Watch>
  void move(const Site& site, Watch& watch, LeftCells& left, bool only_fast) {
    const std::uint32_t lands = below_[kHits] | below_[kTouches];
    const std::uint32_t stays = lands | below_[kWaits] | (only_fast ? below_[kSlows] : 0);
    for (int y = box_.y + box_.height - 1; y >= box_.y; --y) {
      for (int x = next_mark(box_, box_.x, y); x < box_.x + box_.width; x = next_mark(box_, x + 1, y)) {
        std::uint8_t& own = mark(x, y);
        const std::uint32_t body = 1u << (own & kBodyNumber);
        std::uint8_t& cell = site.cells(x, y);
        if ((stays & body) != 0) {
          if ((lands & body) == 0) continue;
          const bool breaks = (below_[kHits] & body) != 0 && (own & kBreaks) != 0;
          own = 0;
          site.changed({x, y});
          if (breaks) become_rubble({x, y}, cell, site, watch);
          continue;
        }
        site.changed({x, y});
        if (y + 1 == height_) {
          watch.leave({x, y}, cell);
          left.count(cell);
          cell = 0;
          own = 0;
          continue;
        }
        std::uint8_t& lower = site.cells(x, y + 1);
        watch.trade({x, y}, {x, y + 1}, cell, lower, Cause::fall);
        std::swap(cell, lower);
        mark(x, y + 1) = std::exchange(own, std::uint8_t{0});
        site.changed({x, y + 1});
      }
    }
    box_.height = std::min(box_.height + 1, height_ - box_.y);
  }

  template <class Site, class Watch>
  static void become_rubble(CellPoint at, std::uint8_t& cell, const Site& site, Watch& watch) {
    const std::uint8_t rubble = site.rules.rubble(cell);
    if (rubble == cell) return;
    watch.become(at, cell, rubble, Cause::fall);
    cell = rubble;
    site.changed(at);
  }

  int width_ = 1, height_ = 1;
  std::vector<std::uint8_t> marks_;  // Plane::bodies; empty if there are none
  CellBox box_;                      // all bodies are in it
  std::array<std::uint32_t, kBelowCount> below_{};
};

// The surveys of a world and its bodies: all that happens before a step.
class Surveys {
 public:
  explicit Surveys(bool uses_thread) : waiting_(uses_thread) {}

  void upload(const World& world) {
    bodies_.upload(world);
    const auto plane = world.bytes(Plane::survey);
    waiting_.set({plane.begin(), plane.end()});
  }
  // Call it before an edit. While a person paints structures, nothing comes loose: such an edit drops the survey that
  // waits. Returns true if there may have been one.
  bool drop_for(const Edit& edit, const Rules& rules) {
    if (!waiting_.is_waiting() || !paints_structure(edit, rules)) return false;
    waiting_.drop();
    return true;
  }
  // Call it before the rules change, because a survey may use them.
  void forget() {
    bodies_.forget();
    waiting_.drop();
  }
  // Adds Plane::bodies and Plane::survey, unless they are all zeros. Waits for a survey.
  void download(World& world) {
    bodies_.download(world);
    const std::vector<std::uint8_t>& plane = waiting_.result();
    if (plane.empty()) return;
    world.add(Plane::survey);
    std::ranges::copy(plane, world.bytes(Plane::survey).begin());
  }
  bool has_bodies() const { return bodies_.any(); }
  // Spent in before_step() on surveys: all that they take, unless another thread computes them.
  double seconds() const { return seconds_; }
  // A later step may change cells though they rest.
  bool is_waiting() const { return bodies_.any() || waiting_.is_waiting(); }

  // Returns true if a survey has begun. `may_find`: false if no cell has changed since the last survey; then it finds
  // nothing. `copy()` gives the cells as a World.
  template <class Site, class Watch, class Copy>
  bool before_step(std::uint64_t seed, std::uint64_t step, bool structures_fall, bool may_find, const Site& site,
                   Watch watch, LeftCells& left, const Copy& copy) {
    if (!site.rules.has_surveys()) return false;
    const std::size_t cells = static_cast<std::size_t>(site.width) * static_cast<std::size_t>(site.height);
    const std::uint64_t phase = step % survey_period(cells);
    const bool begins = phase == 0 && may_find, ends = phase == survey_delay(cells) && waiting_.is_waiting();
    const auto start = begins || ends ? Clock::now() : Clock::time_point();
    if (begins) {
      World world = copy();
      bodies_.download(world);
      waiting_.begin(std::move(world), site.rules, survey_options(site.borders, structures_fall, seed, step));
    }
    if (ends) {
      bodies_.act(waiting_.result(), site, watch);
      waiting_.drop();
    }
    if (begins || ends) seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
    if (bodies_.any()) bodies_.fall(site, watch, left);
    return begins;
  }

 private:
  using Clock = std::chrono::steady_clock;

  Bodies bodies_;
  WaitingSurvey waiting_;
  double seconds_ = 0;
};

}  // namespace repose::conserving
