// Observers of a scalar step. A step tells its watch what it does with every cell. One watch keeps the ledger, one also
// the activity, and one collects what happens to a single cell, for explanations.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ledger.hpp"
#include "repose/edit.hpp"

namespace repose {

// The reason for an event.
enum class Cause : std::uint8_t {
  rule,
  decay,
  source,
  disc,
  item,
  late_disc,
  fall,
  density,
  slide,
  flight,
  edge,
  dissolving,
  gust,
  pressure
};

// Writes everything into the matter ledger.
class LedgerWatch {
 public:
  explicit LedgerWatch(LedgerBook& book) : events_(book.events()) {}

  // The cells at `at` and `with` hold a and b and become c and d.
  void meet(CellPoint, CellPoint, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    events_.meet(a, b, c, d);
  }
  // The two swap.
  void trade(CellPoint, CellPoint, std::uint8_t a, std::uint8_t b, Cause) { events_.trade(a, b); }
  // A cell becomes something else without a partner.
  void become(CellPoint, std::uint8_t before, std::uint8_t after, Cause) { events_.become(before, after); }
  void leave(CellPoint, std::uint8_t element) { events_.leave(element); }
  // Something with this probability did not happen to a and b: the draw failed.
  void miss(CellPoint, CellPoint, std::uint8_t, std::uint8_t, Cause, double) {}

 private:
  LedgerEvents& events_;
};

// Writes everything into the matter ledger, and where it happens into the activity map.
class ActivityWatch {
 public:
  ActivityWatch(LedgerBook& book, ActivityMap& activity) : ledger_(book), activity_(activity) {}

  void meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    ledger_.meet(at, with, a, b, c, d);
    activity_.meet(at, with, a, b, c, d);
  }
  void trade(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, Cause cause) {
    ledger_.trade(at, with, a, b, cause);
    activity_.trade(at, with, a, b);
  }
  void become(CellPoint at, std::uint8_t before, std::uint8_t after, Cause cause) {
    ledger_.become(at, before, after, cause);
    activity_.become(at, before, after);
  }
  void leave(CellPoint at, std::uint8_t element) {
    ledger_.leave(at, element);
    activity_.note(at, ActivityKind::destroyed);
  }
  void miss(CellPoint, CellPoint, std::uint8_t, std::uint8_t, Cause, double) {}

 private:
  LedgerWatch ledger_;
  ActivityMap& activity_;
};

// Another watch, which also writes reactions into notes. Bursts and moves are none.
template <class Watch>
class NotingWatch : public Watch {
 public:
  NotingWatch(const Watch& watch, ReactionNotes& notes) : Watch(watch), notes_(notes) {}

  void meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    Watch::meet(at, with, a, b, c, d);
    notes_.meet(at, with, a, b, c, d);
  }
  void become(CellPoint at, std::uint8_t before, std::uint8_t after, Cause cause) {
    Watch::become(at, before, after, cause);
    if (cause != Cause::disc) notes_.become(at, before, after);
  }

 private:
  ReactionNotes& notes_;
};

// Something that a step does with one cell, or would have done.
struct CellEvent {
  enum class Kind : std::uint8_t { meet, trade, become, leave, miss };
  Kind kind = Kind::meet;
  Cause cause = Cause::rule;
  CellPoint with;             // the partner; the cell itself if there is none
  std::uint8_t a = 0, b = 0;  // what the cell and its partner held before
  std::uint8_t c = 0, d = 0;  // what they hold afterwards
  double probability = 1;     // of a miss
};

// Records what happens to one cell.
class CellWatch {
 public:
  CellWatch(CellPoint cell, std::vector<CellEvent>& events) : cell_(cell), events_(events) {}

  void meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    note(CellEvent::Kind::meet, Cause::rule, at, with, a, b, c, d);
  }
  void trade(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, Cause cause) {
    note(CellEvent::Kind::trade, cause, at, with, a, b, b, a);
  }
  void become(CellPoint at, std::uint8_t before, std::uint8_t after, Cause cause) {
    if (at == cell_ && before != after) events_.push_back({CellEvent::Kind::become, cause, at, before, 0, after, 0});
  }
  void leave(CellPoint at, std::uint8_t element) {
    if (at == cell_) events_.push_back({CellEvent::Kind::leave, Cause::edge, at, element});
  }
  void miss(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, Cause cause, double probability) {
    if (at == cell_) events_.push_back({CellEvent::Kind::miss, cause, with, a, b, a, b, probability});
    if (with == cell_ && !(at == with)) events_.push_back({CellEvent::Kind::miss, cause, at, b, a, b, a, probability});
  }

 private:
  void note(CellEvent::Kind kind, Cause cause, CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b,
            std::uint8_t c, std::uint8_t d) {
    if (at == cell_) events_.push_back({kind, cause, with, a, b, c, d});
    if (with == cell_) events_.push_back({kind, cause, at, b, a, d, c});
  }

  CellPoint cell_;
  std::vector<CellEvent>& events_;
};

}  // namespace repose
