// What keyframes take in memory. What several of them share (chunks of worlds, rules) counts once.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "session/moment.hpp"

namespace repose {

class KeptBytes {
 public:
  // A keyframe may be added several times; it goes when it has been removed as often.
  void add(const Keyframe& keyframe);
  void remove(const Keyframe& keyframe);
  // Its script has grown.
  void add_script(const Keyframe& keyframe, std::size_t bytes);

  // Worlds count from the call on before which they were packed.
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
  std::unordered_map<const StoredWorld*, std::size_t> worlds_;  // how often they are used
  // Of them, those whose chunks are among the things.
  std::unordered_map<const StoredWorld*, std::shared_ptr<const PackedWorld>> counted_;
  std::size_t bytes_ = 0;
};

}  // namespace repose
