// The memory of keyframes. A part that several of them share (packed chunks, rules) counts once.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "session/keyframe.hpp"

namespace repose {

class KeptBytes {
 public:
  // A keyframe may be added several times; it counts until it has been removed as often. If this throws, nothing has
  // changed.
  void add(const Keyframe& keyframe);
  void remove(const Keyframe& keyframe);
  // Call when its inputs have grown by this number of bytes.
  void add_inputs(const Keyframe& keyframe, std::size_t bytes);

  // Includes the worlds that have been packed by now, not the others. Without enough memory for its lists, some packed
  // worlds are left out until the next call.
  std::size_t bytes();

 private:
  struct Thing {
    std::size_t uses = 0, bytes = 0;
  };

  void use(const void* thing, std::size_t bytes);
  void leave(const void* thing);
  void use(const StoredWorldPtr& world);
  void leave(const StoredWorldPtr& world);
  void count_chunks();

  std::unordered_map<const void*, Thing> things_;               // keyframes, rules, chunks
  std::unordered_map<const StoredWorld*, std::size_t> worlds_;  // number of uses
  // The worlds of `worlds_` whose chunks are counted in `things_`.
  std::unordered_map<const StoredWorld*, std::shared_ptr<const PackedWorld>> counted_;
  std::size_t bytes_ = 0;
};

}  // namespace repose
