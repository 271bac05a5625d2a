#include "film/flashes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "render/looks.hpp"

namespace repose {

namespace {

constexpr float kLuminanceChange = 0.1f, kDarkerBelow = 0.8f;
constexpr float kSaturatedShare = 0.8f;  // R / (R + G + B)
constexpr float kRedFactor = 320, kRedChange = 20;
constexpr int kTilePixels = 16;         // of the screen: about half a degree
constexpr int kTogetherPerSecond = 20;  // changes within this part of a second are one change of the block

int divided_up(int a, int b) { return (a + b - 1) / b; }

}  // namespace

FlashMeter::FlashMeter(int width, int height, int scale, int pictures_per_second)
    : width_(width), height_(height), scale_(scale), rate_(pictures_per_second) {
  assert(width > 0 && height > 0 && scale > 0 && pictures_per_second > 0);
  tile_ = std::max(1, kTilePixels / scale);
  tiles_across_ = divided_up(width, tile_);
  tiles_down_ = divided_up(height, tile_);
  block_across_ = std::min(tiles_across_, kFlashBlockWidth / (tile_ * scale));
  block_down_ = std::min(tiles_down_, kFlashBlockHeight / (tile_ * scale));
  const auto blocks = static_cast<std::size_t>(tiles_across_ - block_across_ + 1) *
                      static_cast<std::size_t>(tiles_down_ - block_down_ + 1);
  for (Kind* kind : {&general_, &red_}) {
    kind->traces.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    kind->changes.resize(blocks);
    kind->directions.resize(blocks);
  }
}

void FlashMeter::add(std::span<const std::uint32_t> picture) {
  assert(picture.size() == general_.traces.size());
  static const std::array<float, 256> linear = [] {
    std::array<float, 256> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto byte = static_cast<std::uint8_t>(i);
      values[i] = static_cast<float>(linear_of(Color{byte, byte, byte}).g);
    }
    return values;
  }();
  const auto follow = [this](Trace& t, float value, bool is_red, auto&& is_change) {
    const bool rises = t.direction <= 0 && is_change(t.low, t.low_is_red);
    const bool falls = !rises && t.direction >= 0 && is_change(t.high, t.high_is_red);
    if (rises || falls) {
      t.direction = rises ? 1 : -1;
      t.changed = pictures_;
    }
    if (rises || falls || value <= t.low) {
      t.low = value;
      t.low_is_red = is_red;
    }
    if (rises || falls || value >= t.high) {
      t.high = value;
      t.high_is_red = is_red;
    }
  };
  for (std::size_t i = 0; i < picture.size(); ++i) {
    const std::uint32_t pixel = picture[i] & 0xffffff;
    if (pictures_ > 0 && pixel == last_[i]) continue;
    const float r = linear[pixel >> 16], g = linear[pixel >> 8 & 255], b = linear[pixel & 255];
    const float luminance = 0.2126f * r + 0.7152f * g + 0.0722f * b;
    const float redness = std::max(0.0f, r - g - b) * kRedFactor;
    const bool is_red = r > 0 && r >= kSaturatedShare * (r + g + b);
    if (pictures_ == 0) {
      general_.traces[i].low = general_.traces[i].high = luminance;
      red_.traces[i].low = red_.traces[i].high = redness;
      red_.traces[i].low_is_red = red_.traces[i].high_is_red = is_red;
      continue;
    }
    follow(general_.traces[i], luminance, false, [&](float from, bool) {
      return std::abs(luminance - from) >= kLuminanceChange && std::min(luminance, from) < kDarkerBelow;
    });
    follow(red_.traces[i], redness, is_red,
           [&](float from, bool was_red) { return std::abs(redness - from) > kRedChange && (is_red || was_red); });
  }
  last_.assign(picture.begin(), picture.end());
  for (std::uint32_t& pixel : last_) pixel &= 0xffffff;
  for (Kind* kind : {&general_, &red_}) {
    sum_tiles(*kind);
    count(*kind);
  }
  ++pictures_;
}

void FlashMeter::sum_tiles(Kind& kind) const {
  const auto stride = static_cast<std::size_t>(tiles_across_) + 1;
  const std::int32_t since = pictures_ - std::max(1, rate_ / kTogetherPerSecond);
  kind.up.assign(stride * (static_cast<std::size_t>(tiles_down_) + 1), 0);
  kind.down = kind.up;
  std::vector<std::int32_t> up(stride), down(stride);
  for (int row = 0; row < tiles_down_; ++row) {
    std::ranges::fill(up, 0);
    std::ranges::fill(down, 0);
    for (int y = row * tile_; y < std::min(height_, (row + 1) * tile_); ++y) {
      const Trace* t = &kind.traces[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)];
      for (int tile = 0; tile < tiles_across_; ++tile) {
        for (int x = tile * tile_; x < std::min(width_, (tile + 1) * tile_); ++x, ++t) {
          if (t->changed <= since) continue;
          ++(t->direction > 0 ? up : down)[static_cast<std::size_t>(tile)];
        }
      }
    }
    std::int32_t up_sum = 0, down_sum = 0;
    const std::size_t above = static_cast<std::size_t>(row) * stride, here = above + stride;
    for (std::size_t tile = 0; tile + 1 < stride; ++tile) {
      up_sum += std::max(0, up[tile] - down[tile]);
      down_sum += std::max(0, down[tile] - up[tile]);
      kind.up[here + tile + 1] = kind.up[above + tile + 1] + up_sum;
      kind.down[here + tile + 1] = kind.down[above + tile + 1] + down_sum;
    }
  }
}

void FlashMeter::count(Kind& kind) {
  const auto stride = static_cast<std::size_t>(tiles_across_) + 1;
  const int least = divided_up(kFlashBlockPixels, scale_ * scale_);
  std::size_t block = 0;
  for (int row = 0; row + block_down_ <= tiles_down_; ++row) {
    for (int column = 0; column + block_across_ <= tiles_across_; ++column, ++block) {
      const auto in_block = [&](const std::vector<std::int32_t>& sums) {
        const std::size_t top = static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column);
        const std::size_t bottom = top + static_cast<std::size_t>(block_down_) * stride;
        const auto across = static_cast<std::size_t>(block_across_);
        return sums[bottom + across] - sums[bottom] - sums[top + across] + sums[top];
      };
      std::int8_t& direction = kind.directions[block];
      std::vector<std::int32_t>& changes = kind.changes[block];
      const std::int32_t up = in_block(kind.up), down = in_block(kind.down);
      kind.worst.largest_change = std::max(kind.worst.largest_change, std::max(up, down) * scale_ * scale_);
      const std::int8_t next = direction <= 0 && up > least ? 1 : direction >= 0 && down > least ? -1 : 0;
      if (next == 0) continue;
      direction = next;
      std::erase_if(changes, [this](std::int32_t picture) { return picture <= pictures_ - rate_; });
      changes.push_back(pictures_);
      const int flashes = static_cast<int>(changes.size()) / 2;
      if (flashes <= kind.worst.flashes) continue;
      kind.worst.flashes = flashes;
      kind.worst.seconds = static_cast<double>(pictures_) / rate_;
      kind.worst.x = column * tile_;
      kind.worst.y = row * tile_;
    }
  }
}

}  // namespace repose
