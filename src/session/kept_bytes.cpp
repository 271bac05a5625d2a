#include "session/kept_bytes.hpp"

#include <cassert>

namespace repose {

namespace {

// Roughly: lists of rules and looks, and the text that they were read from.
std::size_t bytes_of(const Ruleset& ruleset) {
  constexpr std::size_t kRuleBytes = 32;
  return sizeof ruleset + ruleset.text.size() + ruleset.elements.size() * sizeof(Element) +
         ruleset.rule_count() * kRuleBytes;
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

void KeptBytes::add(const Keyframe& keyframe) {
  const Moment& moment = keyframe.moment;
  const bool first = !things_.contains(&keyframe);
  use(&keyframe, sizeof keyframe + keyframe.script_bytes);
  if (!first) return;
  use(moment.ruleset.get(), bytes_of(*moment.ruleset));
  use(moment.world);
  use(moment.origin);
  if (!moment.displaced) return;
  use(moment.displaced->ruleset.get(), bytes_of(*moment.displaced->ruleset));
  use(moment.displaced->world);
  use(moment.displaced->origin);
}

void KeptBytes::remove(const Keyframe& keyframe) {
  const Moment& moment = keyframe.moment;
  leave(&keyframe);
  if (things_.contains(&keyframe)) return;
  leave(moment.ruleset.get());
  leave(moment.world);
  leave(moment.origin);
  if (!moment.displaced) return;
  leave(moment.displaced->ruleset.get());
  leave(moment.displaced->world);
  leave(moment.displaced->origin);
}

void KeptBytes::add_script(const Keyframe& keyframe, std::size_t bytes) {
  const auto it = things_.find(&keyframe);
  if (it == things_.end()) return;
  it->second.bytes += bytes;
  bytes_ += bytes;
}

std::size_t KeptBytes::bytes() {
  if (counted_.size() < worlds_.size()) count_chunks();
  return bytes_;
}

void KeptBytes::count_chunks() {
  for (const auto& [world, uses] : worlds_) {
    if (counted_.contains(world)) continue;
    const auto packed = world->packed();
    if (!packed) continue;
    packed->for_each_part([this](const void* part, std::size_t bytes) { use(part, bytes); });
    counted_.emplace(world, packed);
  }
}

}  // namespace repose
