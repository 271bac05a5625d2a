// Bytes of a row as vectors, and bits as masks over them.
#pragma once

#include <cstdint>
#include <cstring>

namespace repose::elements {

inline constexpr int kLanes = 16;  // SSE2, the baseline of x86-64; on other machines the compiler chooses
using Lanes = std::uint8_t __attribute__((vector_size(kLanes)));

inline Lanes load_lanes(const std::uint8_t* bytes) {
  Lanes lanes;
  std::memcpy(&lanes, bytes, sizeof lanes);
  return lanes;
}

inline void store_lanes(std::uint8_t* bytes, Lanes lanes) { std::memcpy(bytes, &lanes, sizeof lanes); }

// One bit for each lane; lanes are 0 or 255.
inline std::uint64_t bits_of(Lanes lanes) {
#ifdef __SSE2__
  using Signed = char __attribute__((vector_size(kLanes)));
  return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128(reinterpret_cast<Signed>(lanes)));
#else
  std::uint64_t halves[2];
  std::memcpy(halves, &lanes, sizeof lanes);
  const auto gather = [](std::uint64_t bytes) { return (bytes & 0x0101010101010101u) * 0x0102040810204080u >> 56; };
  return gather(halves[0]) | gather(halves[1]) << 8;
#endif
}

// The inverse: 255 in each lane whose bit, among the 16 lowest, is set.
inline Lanes lanes_of(std::uint64_t bits) {
  constexpr Lanes kBit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const std::uint64_t halves[2] = {(bits & 0xff) * 0x0101010101010101u, (bits >> 8 & 0xff) * 0x0101010101010101u};
  Lanes spread;
  std::memcpy(&spread, halves, sizeof spread);
  return static_cast<Lanes>((spread & kBit) == kBit);
}

// One bit for each of `count` bytes: whether it is `value`. `count` is a multiple of kLanes, at most 64.
inline std::uint64_t bits_equal(const std::uint8_t* bytes, std::uint8_t value, int count) {
  const Lanes wanted = Lanes{} + value;
  std::uint64_t bits = 0;
  for (int i = 0; i < count; i += kLanes) bits |= bits_of(static_cast<Lanes>(load_lanes(bytes + i) == wanted)) << i;
  return bits;
}

// Swaps those bytes of two rows whose bits are set.
inline void exchange_lanes(std::uint8_t* a, std::uint8_t* b, std::uint64_t bits, int count) {
  for (int i = 0; i < count; i += kLanes) {
    if ((bits >> i & 0xffff) == 0) continue;
    const Lanes from_a = load_lanes(a + i), from_b = load_lanes(b + i);
    const Lanes change = (from_a ^ from_b) & lanes_of(bits >> i);
    store_lanes(a + i, from_a ^ change);
    store_lanes(b + i, from_b ^ change);
  }
}

}  // namespace repose::elements
