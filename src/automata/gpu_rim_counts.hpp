// Counts on the GPU what leaves a world over its rim, by element, and reads the counts back asynchronously. The
// caller's program draws a point for every rim cell: at the texel of its element if it leaves, else nowhere
// (common/rim.glsl).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/language.hpp"
#include "gl/read_back.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose {

// `Left` has count(std::uint8_t element, std::uint64_t cells).
template <class Left>
class GpuRimCounts {
 public:
  static constexpr const char* kIncomplete =
      text_id("This GPU cannot draw into the texture that counts what leaves the world.");

  explicit GpuRimCounts(std::string_view label) : counts_(kTexelR32f, kElementsMax, 1, label) {}

  bool complete() const { return counts_.complete(); }
  // For a new world of that size: drops counts that were not handed over yet.
  void reset(int width, int height) {
    counts_.reset();
    const int rows = height > 1 ? 2 : 1, columns = width > 1 ? 2 : 1;
    points_ = rows * width + columns * std::max(height - 2, 0);
  }

  // Counts what leaves now. Needs the program in use, its inputs, any vertex array, and AdditiveBlending.
  void count(Left& left) {
    const auto most = static_cast<std::uint64_t>(points_);
    if (!counts_.has_room_for(most)) {
      take(left, true);  // requested thousands of steps ago, so this does not wait
      counts_.ask();
    }
    counts_.add(most, [this] { glDrawArrays(GL_POINTS, 0, points_); });
  }

  // True while counts were not handed over.
  bool is_pending() const { return counts_.is_under_way() || !counts_.is_empty(); }
  // Hands over the counts that have arrived and requests newer ones. Never waits.
  void collect(Left& left) {
    take(left, false);
    if (!counts_.is_under_way() && !counts_.is_empty()) counts_.ask();
  }
  // Hands over all counts. Waits for the GPU.
  void collect_all(Left& left) {
    take(left, true);
    if (counts_.is_empty()) return;
    counts_.ask();
    take(left, true);
  }

 private:
  static_assert(4 * kWorldSideMax < AsyncCounts::kMost, "the cells of one step can be counted");

  void take(Left& left, bool wait) {
    counts_.collect(wait, [&left](std::span<const float> counts) {
      for (std::size_t i = 0; i < counts.size(); ++i)
        left.count(static_cast<std::uint8_t>(i), static_cast<std::uint64_t>(std::llround(counts[i])));
    });
  }

  AsyncCounts counts_;
  GLsizei points_ = 0;  // one for every cell of the rim
};

}  // namespace repose
