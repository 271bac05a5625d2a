#include "core/reaction_notes.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace repose {

namespace {

auto order_of(const NoticedReaction& r) { return std::tuple(r.step, r.at.y, r.at.x, r.a, r.b, r.c, r.d); }

// Which reaction it is, wherever and whenever it happens.
std::uint32_t kind_of(const NoticedReaction& r) {
  return std::uint32_t{r.a} << 24 | std::uint32_t{r.b} << 16 | std::uint32_t{r.c} << 8 | r.d;
}

}  // namespace

void ReactionNotes::note(const NoticedReaction& reaction) {
  if (watched_ && !watched_->contains(reaction.at)) return;
  const auto known = std::ranges::find(noticed_, kind_of(reaction), kind_of);
  if (known == noticed_.end()) {
    noticed_.push_back(reaction);
  } else if (order_of(reaction) < order_of(*known)) {
    *known = reaction;
  }
}

void ReactionNotes::take_from(ReactionNotes& other) {
  for (const NoticedReaction& reaction : std::exchange(other.noticed_, {})) note(reaction);
}

std::vector<NoticedReaction> ReactionNotes::take() {
  std::vector<NoticedReaction> noticed = std::exchange(noticed_, {});
  std::ranges::sort(noticed, {}, order_of);
  return noticed;
}

}  // namespace repose
