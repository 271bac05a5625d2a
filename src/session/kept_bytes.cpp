#include "session/kept_bytes.hpp"

#include <algorithm>
#include <cassert>

#include "core/within_memory.hpp"

namespace repose {

namespace {

// An estimate: lists of rules and looks, and the text that they were read from.
std::size_t bytes_of(const Ruleset& ruleset) {
  constexpr std::size_t kRuleBytes = 32;
  return sizeof ruleset + ruleset.text.size() + ruleset.elements.size() * sizeof(Element) +
         std::max(ruleset.rule_count(), ruleset.reactions.size()) * kRuleBytes;
}

}  // namespace

void KeptBytes::use(const void* thing, std::size_t bytes) {
  Thing& entry = things_[thing];
  if (entry.uses++ > 0) return;
  entry.bytes = bytes;
  bytes_ += bytes;
}

void KeptBytes::leave(const void* thing) {
  const auto it = things_.find(thing);
  assert(it != things_.end());
  if (--it->second.uses > 0) return;
  bytes_ -= it->second.bytes;
  things_.erase(it);
}

void KeptBytes::use(const StoredWorldPtr& world) {
  if (world) ++worlds_[world.get()];
}

void KeptBytes::leave(const StoredWorldPtr& world) {
  if (!world) return;
  const auto it = worlds_.find(world.get());
  assert(it != worlds_.end());
  if (--it->second > 0) return;
  worlds_.erase(it);
  if (const auto counted = counted_.find(world.get()); counted != counted_.end()) {
    counted->second->for_each_part([this](const void* part, std::size_t) { leave(part); });
    counted_.erase(counted);
  }
}

namespace {

// Visits everything in a state that may need much memory, including its displaced state.
template <class OnRules, class OnWorld>
void for_each_share(const RunState& state, const OnRules& on_rules, const OnWorld& on_world) {
  on_rules(*state.rules.ruleset);
  on_world(state.world);
  on_world(state.origin.world);
  if (state.displaced) for_each_share(state.displaced->state, on_rules, on_world);
}

}  // namespace

void KeptBytes::add(const Keyframe& keyframe) {
  const bool first = !things_.contains(&keyframe);
  use(&keyframe, sizeof keyframe + keyframe.input_bytes);
  if (!first) return;
  int used = 0;
  try {
    for_each_share(
        keyframe.state, [&](const Ruleset& rules) { use(&rules, bytes_of(rules)), ++used; },
        [&](const StoredWorldPtr& world) { use(world), ++used; });
  } catch (...) {
    for_each_share(
        keyframe.state,
        [&](const Ruleset& rules) {
          if (used-- > 0) leave(&rules);
        },
        [&](const StoredWorldPtr& world) {
          if (used-- > 0) leave(world);
        });
    leave(&keyframe);
    throw;
  }
}

void KeptBytes::remove(const Keyframe& keyframe) {
  leave(&keyframe);
  if (things_.contains(&keyframe)) return;
  for_each_share(
      keyframe.state, [this](const Ruleset& rules) { leave(&rules); },
      [this](const StoredWorldPtr& world) { leave(world); });
}

void KeptBytes::add_inputs(const Keyframe& keyframe, std::size_t bytes) {
  const auto it = things_.find(&keyframe);
  if (it == things_.end()) return;
  it->second.bytes += bytes;
  bytes_ += bytes;
}

std::size_t KeptBytes::bytes() {
  if (counted_.size() < worlds_.size()) within_memory([this] { count_chunks(); });
  return bytes_;
}

void KeptBytes::count_chunks() {
  for (const auto& [world, uses] : worlds_) {
    if (counted_.contains(world)) continue;
    const auto packed = world->packed();
    if (!packed) continue;
    counted_.emplace(world, packed);
    int used = 0;
    try {
      packed->for_each_part([&](const void* part, std::size_t bytes) { use(part, bytes), ++used; });
    } catch (...) {
      packed->for_each_part([&](const void* part, std::size_t) {
        if (used-- > 0) leave(part);
      });
      counted_.erase(world);
      throw;
    }
  }
}

}  // namespace repose
