// The reactions that a solver notices while a part of its world is watched. Each thread may have its own notes; they
// are added up later, and the result does not depend on the number of threads.
#pragma once

#include <optional>
#include <vector>

#include "repose/reactions.hpp"

namespace repose {

class ReactionNotes {
 public:
  bool is_watching() const { return watched_.has_value(); }
  // Watches these cells from now on; nullopt: none. What was noticed stays.
  void watch(const std::optional<CellBox>& cells) { watched_ = cells; }
  // Watches the same cells in the same step as `other`.
  void watch_as(const ReactionNotes& other) { watched_ = other.watched_, step_ = other.step_; }
  void begin_step(std::uint64_t step) { step_ = step; }

  // Cells that hold a and b become c and d. Moves are ignored.
  void meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    if (!is_watching() || (c == b && d == a)) return;
    a < b ? note({a, b, c, d, at, step_}) : note({b, a, d, c, with, step_});
  }
  // A cell becomes something else without a partner.
  void become(CellPoint at, std::uint8_t from, std::uint8_t to) {
    if (is_watching() && from != to) note({from, from, to, to, at, step_});
  }

  // Adds what `other` has noticed, and empties it.
  void take_from(ReactionNotes& other);
  // Everything that was noticed since the last call, each reaction once: by step, row and column.
  std::vector<NoticedReaction> take();

 private:
  void note(const NoticedReaction& reaction);

  std::optional<CellBox> watched_;
  std::uint64_t step_ = 0;
  std::vector<NoticedReaction> noticed_;
};

}  // namespace repose
