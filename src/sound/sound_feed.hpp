// Hands what is to be heard from the main thread to the thread of the audio device. Neither thread ever waits.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "sound/synth.hpp"

namespace repose::sound {

class SoundFeed {
 public:
  // ---- the main thread ----
  void put(const Activity& activity) {
    for (std::size_t event = 0; event < kEventCount; ++event) {
      for (std::size_t i = 0; i < kTileColumns; ++i)
        shares_[event * kTileColumns + i].store(activity.columns[event][i], std::memory_order_relaxed);
    }
    version_.fetch_add(1, std::memory_order_release);
  }
  void put_volume(float volume) { volume_.store(volume, std::memory_order_relaxed); }
  // Dropped when too many wait.
  void put(const Thud& thud) {
    const std::uint32_t end = thuds_end_.load(std::memory_order_relaxed);
    if (end - thuds_begin_.load(std::memory_order_acquire) >= kThuds) return;
    thuds_[end % kThuds] = thud;
    thuds_end_.store(end + 1, std::memory_order_release);
  }
  // Whether the synthesiser was silent after its last buffer, and nothing has been put since.
  bool silent() const { return silent_at_.load(std::memory_order_acquire) == version_.load(std::memory_order_relaxed); }

  // ---- the thread of the device ----
  // Gives the newest state to the synthesiser, then fills the buffer.
  void play(Synth& synth, std::span<float> stereo, float seconds) {
    synth.set_volume(volume_.load(std::memory_order_relaxed));
    const std::uint32_t version = version_.load(std::memory_order_acquire);
    age_ = version == played_ ? age_ + seconds : 0;
    played_ = version;
    synth.set(age_ < kHeldSeconds ? newest() : Activity{});
    std::uint32_t begin = thuds_begin_.load(std::memory_order_relaxed);
    for (; begin != thuds_end_.load(std::memory_order_acquire); ++begin) synth.thud(thuds_[begin % kThuds]);
    thuds_begin_.store(begin, std::memory_order_release);
    synth.render(stereo);
    if (synth.silent()) silent_at_.store(version, std::memory_order_release);
  }

 private:
  Activity newest() const {
    Activity activity;
    for (std::size_t event = 0; event < kEventCount; ++event) {
      for (std::size_t i = 0; i < kTileColumns; ++i)
        activity.columns[event][i] = shares_[event * kTileColumns + i].load(std::memory_order_relaxed);
    }
    return activity;
  }

  static constexpr std::uint32_t kThuds = 8;
  static constexpr float kHeldSeconds = 0.8f;  // nothing is heard any more when the main thread is stuck for longer

  // Single values may be from two calls of put(); every value is smoothed, so that is not heard.
  std::array<std::atomic<float>, kEventCount * kTileColumns> shares_{};
  std::atomic<float> volume_{0};
  std::atomic<std::uint32_t> version_{0}, silent_at_{0};
  std::array<Thud, kThuds> thuds_{};  // a ring of one writer and one reader
  std::atomic<std::uint32_t> thuds_begin_{0}, thuds_end_{0};
  std::uint32_t played_ = 0;  // of the thread of the device, as is the next one
  float age_ = 0;             // seconds since the last put()
};

}  // namespace repose::sound
